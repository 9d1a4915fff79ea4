import { expect } from 'vitest';
import type { invite } from '#machines/invite.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const invitesGroup = (group: number) => ({
  to: 'inviting',
  context: { group, failure: null },
  calls: { inviteGroup: { league: 4, group } },
});
const invitesGroupOnce = (group: number) => (before: { invited: readonly number[] }) =>
  before.invited.includes(group) ? 'ignored' : invitesGroup(group);

/** Expectations of invite, for its test and for its screen's walk. */
export const inviteExpectations: MachineExpectations<typeof invite> = {
  inputs: { league: { league: 4 } },
  fold: ({ invited, group }) => `${group} of ${[...invited].toSorted((a, b) => a - b).join('+') || 'none'}`,
  events: {
    'the army': { type: 'group.invite', group: 1 },
    'the office': { type: 'group.invite', group: 2 },
    accepted: done('inviteGroup', true),
    refused: done('inviteGroup', false),
    'too many requests': error('inviteGroup', { kind: 'too_many' }),
  },
  becomes: {
    'start: league': {
      to: 'idle',
      context: { league: 4, group: 0, invited: [], failure: null },
    },
    'idle + the army': invitesGroupOnce(1),
    'idle + the office': invitesGroupOnce(2),
    'inviting + accepted': (before) => ({
      to: 'idle',
      context: { invited: [...before.invited, before.group] },
      sends: [{ type: 'group.invited', group: before.group }],
    }),
    'inviting + refused': { to: 'failed', context: { failure: { kind: 'forbidden' } } },
    'inviting + too many requests': { to: 'failed', context: { failure: { kind: 'too_many' } } },
    'failed + the army': invitesGroupOnce(1),
    'failed + the office': invitesGroupOnce(2),
  },
  claims: {
    inviting: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    '*': ({ context: { invited } }) => expect(new Set(invited).size).toBe(invited.length),
  },
};
