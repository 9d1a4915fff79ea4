import { assign, emit, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  /** The league that groups are invited to. */
  readonly section: number;
  readonly clan: number | null;
  /** Groups that were told; their invitation leaves the list. */
  readonly invited: readonly number[];
  readonly failure: Failure | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'group.invite'; clan: number };
    input: { section: number };
    emitted: { type: 'group.invited'; clan: number };
    tags: 'busy' | 'failed';
  }>(),
  actors: { inviteGroup: port<boolean, { section: number; clan: number }>('inviteGroup') },
  delays: { patience: 20_000 },
  guards: {
    isNew: ({ context, event }) => !context.invited.includes(event.clan),
    wasTold: (_, params: { told: boolean }) => params.told,
  },
  actions: {
    take: assign(({ event }) => ({ clan: event.clan, failure: null })),
    note: assign(({ context }) => ({ invited: [...context.invited, context.clan as number], clan: null })),
    tellInvited: emit(({ context }) => ({ type: 'group.invited', clan: context.clan as number })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    takeRefusal: assign({ failure: { kind: 'forbidden' } as Failure }),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
  },
});

/**
 * Inviting whole groups to a league, one after another. Nobody is enrolled by it: each of the group is told and
 * comes by their own tap; a group that was invited is not invited twice.
 */
export const invite = charts.createMachine({
  id: 'invite',
  context: ({ input }) => ({ section: input.section, clan: null, invited: [], failure: null }),
  initial: 'idle',
  states: {
    idle: { on: { 'group.invite': { guard: 'isNew', target: 'inviting', actions: 'take' } } },
    inviting: {
      tags: 'busy',
      invoke: {
        id: 'inviteGroup',
        src: 'inviteGroup',
        input: ({ context }) => ({ section: context.section, clan: context.clan as number }),
        onDone: [
          {
            guard: { type: 'wasTold', params: ({ event }) => ({ told: event.output }) },
            target: 'idle',
            actions: ['tellInvited', 'note'],
          },
          { target: 'failed', actions: 'takeRefusal' },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { patience: { target: 'failed', actions: 'takeSilence' } },
    },
    failed: {
      tags: 'failed',
      on: { 'group.invite': { guard: 'isNew', target: 'inviting', actions: 'take' } },
    },
  },
});
