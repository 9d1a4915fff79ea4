import { assign, setup } from 'xstate';
import { eventOf, outputOf } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  readonly post: number;
  /** Ids of the last message reported to the server as read, and of the last one on screen; 0 for none. */
  readonly confirmed: number;
  readonly lastSeen: number;
};
export type MessageSeen = { type: 'message.seen'; id: number };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: MessageSeen;
    input: { post: number; last: number | null };
  }>(),
  actors: { markRead: port<{ last: number | null }, { post: number; last: number }>('markRead') },
  delays: { debounce: 300, retryDelay: 15_000 },
  guards: {
    isNewer: ({ context }, { id }: MessageSeen) => id > context.lastSeen,
    hasUnconfirmed: ({ context }) => context.lastSeen > context.confirmed,
  },
  actions: {
    setLastSeen: assign((_, { id }: MessageSeen) => ({ lastSeen: id })),
    storeConfirmed: assign((_, { last }: { last: number | null }) => ({ confirmed: last ?? 0 })),
  },
});

/**
 * Reports to the server how far a member has read a chat, so that the unread divider is the same on every device.
 * Reports are debounced, and never move the position back.
 */
export const readReceipts = charts.createMachine({
  id: 'read-receipts',
  context: ({ input: { post, last } }) => ({ post, confirmed: last ?? 0, lastSeen: last ?? 0 }),
  initial: 'idle',
  on: {
    'message.seen': {
      guard: { type: 'isNewer', params: eventOf },
      actions: { type: 'setLastSeen', params: eventOf },
    },
  },
  states: {
    idle: { always: { guard: 'hasUnconfirmed', target: 'debouncing' } },
    debouncing: { after: { debounce: 'sending' } },
    sending: {
      invoke: {
        id: 'markRead',
        src: 'markRead',
        input: ({ context }) => ({ post: context.post, last: context.lastSeen }),
        onDone: { target: 'idle', actions: { type: 'storeConfirmed', params: outputOf } },
        onError: 'awaitingRetry',
      },
    },
    /** The retry reports the newest position. */
    awaitingRetry: { after: { retryDelay: 'sending' } },
  },
});
