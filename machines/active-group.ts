import { assign, setup } from 'xstate';
import { port, setupTypes } from './port.ts';

type Context = {
  readonly member: number;
  /** Null is everybody. */
  readonly group: number | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'group.choose'; group: number | null };
    input: { member: number };
    tags: 'ready';
  }>(),
  actors: {
    recallGroup: port<number | null, { member: number }>('recallGroup'),
    keepGroup: port<void, Context>('keepGroup'),
  },
  actions: {
    take: assign((_, params: { group: number | null }) => ({ group: params.group })),
  },
});

const onChoose = {
  target: 'keeping',
  reenter: true,
  actions: {
    type: 'take',
    params: ({ event }: { event: { group: number | null } }) => ({ group: event.group }),
  },
} as const;

/**
 * Whose tables and picks one looks at: everybody's, or one group's, remembered on this device from screen to screen.
 * A choice shows at once, whether or not it could be kept.
 */
export const activeGroup = charts.createMachine({
  id: 'active-group',
  context: ({ input }) => ({ member: input.member, group: null }),
  initial: 'recalling',
  states: {
    recalling: {
      invoke: {
        id: 'recallGroup',
        src: 'recallGroup',
        input: ({ context }) => ({ member: context.member }),
        onDone: {
          target: 'chosen',
          actions: { type: 'take', params: ({ event }) => ({ group: event.output }) },
        },
        onError: 'chosen',
      },
      on: { 'group.choose': onChoose },
    },
    chosen: { tags: 'ready', on: { 'group.choose': onChoose } },
    keeping: {
      tags: 'ready',
      invoke: {
        id: 'keepGroup',
        src: 'keepGroup',
        input: ({ context }) => context,
        onDone: 'chosen',
        // Then it lasts as long as this screen.
        onError: 'chosen',
      },
      on: { 'group.choose': onChoose },
    },
  },
});
