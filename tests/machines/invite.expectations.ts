import { expect } from 'vitest';
import type { invite } from '#machines/invite.ts';
import { after, done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const asks = (clan: number) => ({
  to: 'inviting',
  context: { clan, failure: null },
  calls: { inviteGroup: { section: 4, clan } },
});
const unlessInvited = (clan: number) => (before: { invited: readonly number[] }) =>
  before.invited.includes(clan) ? 'ignored' : asks(clan);

/** What is written of invite: its test walks it headless, its screen's in a browser. */
export const inviteExpectations: MachineExpectations<typeof invite> = {
  inputs: { league: { section: 4 } },
  fold: ({ invited, clan }) => `${clan ?? 'none'} of ${[...invited].sort().join('+') || 'none'}`,
  events: {
    'the army': { type: 'group.invite', clan: 1 },
    'the office': { type: 'group.invite', clan: 2 },
    told: done('inviteGroup', true),
    'not told': done('inviteGroup', false),
    'no line': error('inviteGroup', { kind: 'too_many' }),
    silence: after('patience', 20_000),
  },
  becomes: {
    'start: league': {
      to: 'idle',
      context: { section: 4, clan: null, invited: [], failure: null },
    },
    'idle + the army': unlessInvited(1),
    'idle + the office': unlessInvited(2),
    'inviting + told': (before) => ({
      to: 'idle',
      context: { invited: [...before.invited, before.clan], clan: null },
      sends: [{ type: 'group.invited', clan: before.clan }],
    }),
    'inviting + not told': { to: 'failed', context: { failure: { kind: 'forbidden' } } },
    'inviting + no line': { to: 'failed', context: { failure: { kind: 'too_many' } } },
    'inviting + silence': { to: 'failed', context: { failure: { kind: 'offline' } } },
    'failed + the army': unlessInvited(1),
    'failed + the office': unlessInvited(2),
  },
  claims: {
    inviting: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    '*': ({ context: { invited } }) => expect(new Set(invited).size).toBe(invited.length),
  },
};
