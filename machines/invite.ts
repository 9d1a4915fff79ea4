import { assign, emit, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  readonly league: number;
  /** Id of the group invited last. */
  readonly group: number;
  readonly invited: readonly number[];
  readonly failure: Failure | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'group.invite'; group: number };
    input: { league: number };
    emitted: { type: 'group.invited'; group: number };
    tags: 'busy' | 'failed';
  }>(),
  /** `inviteGroup` resolves with whether the group's members were notified. */
  actors: { inviteGroup: port<boolean, { league: number; group: number }>('inviteGroup') },
  guards: {
    isNotInvited: ({ context }, group: number) => !context.invited.includes(group),
    wasNotified: (_, notified: boolean) => notified,
  },
  actions: {
    setGroup: assign((_, group: number) => ({ group, failure: null })),
    addInvited: assign(({ context }) => ({ invited: [...context.invited, context.group] })),
    reportInvited: emit(({ context }) => ({ type: 'group.invited', group: context.group })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const groupOf = ({ event }: { event: { group: number } }) => event.group;
const onInvite = {
  'group.invite': {
    guard: { type: 'isNotInvited', params: groupOf },
    target: 'inviting',
    actions: { type: 'setGroup', params: groupOf },
  },
} as const;

/**
 * Invites whole groups to a league, one at a time. Nobody is enrolled: each member is notified and joins by their own tap.
 * A group is not invited twice.
 */
export const invite = charts.createMachine({
  id: 'invite',
  context: ({ input: { league } }) => ({ league, group: 0, invited: [], failure: null }),
  initial: 'idle',
  states: {
    idle: { on: onInvite },
    inviting: {
      tags: 'busy',
      invoke: {
        id: 'inviteGroup',
        src: 'inviteGroup',
        input: ({ context: { league, group } }) => ({ league, group }),
        onDone: [
          {
            guard: { type: 'wasNotified', params: outputOf },
            target: 'idle',
            actions: ['reportInvited', 'addInvited'],
          },
          { target: 'failed', actions: { type: 'storeFailure', params: { kind: 'forbidden' } } },
        ],
        onError: { target: 'failed', actions: storeFailure },
      },
    },
    failed: { tags: 'failed', on: onInvite },
  },
});
