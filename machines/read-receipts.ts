import { assign, setup } from 'xstate';
import { port, setupTypes } from './port.ts';

type Context = {
  readonly post: number;
  /** The last comment that the server knows was read, and the last that was on the screen; 0 is none. */
  readonly told: number;
  readonly seen: number;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'comment.seen'; id: number };
    input: { post: number; last: number | null };
  }>(),
  actors: { markRead: port<{ last: number | null }, { post: number; last: number }>('markRead') },
  delays: { rest: 300, retryDelay: 15_000, patience: 20_000 },
  guards: {
    isFurther: ({ context, event }) => event.id > context.seen,
    isBehind: ({ context }) => context.seen > context.told,
  },
  actions: {
    see: assign(({ event }) => ({ seen: event.id })),
    tell: assign((_, params: { last: number | null }) => ({ told: params.last ?? 0 })),
  },
});

const onSeen = { guard: 'isFurther', actions: 'see' } as const;

/**
 * Tells the server how far one has read in a talk, so that the unread line is in the same place on every device.
 * Only forwards, and never once a row: what passes by on the way counts as one.
 */
export const readReceipts = charts.createMachine({
  id: 'reading',
  context: ({ input: { post, last } }) => ({ post, told: last ?? 0, seen: last ?? 0 }),
  initial: 'resting',
  on: { 'comment.seen': onSeen },
  states: {
    resting: { always: { guard: 'isBehind', target: 'settling' } },
    settling: { after: { rest: 'telling' } },
    telling: {
      invoke: {
        id: 'markRead',
        src: 'markRead',
        input: ({ context }) => ({ post: context.post, last: context.seen }),
        onDone: { target: 'resting', actions: { type: 'tell', params: ({ event }) => event.output } },
        onError: 'waiting',
      },
      after: { patience: 'waiting' },
    },
    /** The next one to be read says this one too, if the line is back by then. */
    waiting: { after: { retryDelay: 'telling' } },
  },
});
