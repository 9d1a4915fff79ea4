import { assign, setup } from 'xstate';
import { setupTypes } from './port.ts';

/** The message by its row's key: the one that is held, or whose actions are shown. */
type Context = { readonly message: string | null };
type Events =
  /** A finger or pen came down on a message; it was lifted, or began to scroll. */
  | { type: 'press.start'; message: string }
  | { type: 'press.end' }
  /** By the message's button, or as the device asks for a context menu. */
  | { type: 'menu.open'; message: string }
  | { type: 'menu.close' };

const charts = setup({
  types: setupTypes<{ context: Context; events: Events; tags: 'open' }>(),
  delays: { longPress: 450 },
  actions: {
    setMessage: assign((_, message: string) => ({ message })),
    clearMessage: assign({ message: null }),
  },
});

const setMessage = {
  type: 'setMessage',
  params: ({ event }: { event: { message: string } }) => event.message,
} as const;
const onOpen = { 'menu.open': { target: 'open', actions: setMessage } } as const;

/**
 * The actions of one message, opened by its button or by holding it.
 * Not every device reports a long press by itself: whichever comes first opens them, once.
 */
export const messageMenu = charts.createMachine({
  id: 'message-menu',
  context: { message: null },
  initial: 'closed',
  states: {
    closed: {
      on: { 'press.start': { target: 'pressed', actions: setMessage }, ...onOpen },
    },
    pressed: {
      after: { longPress: 'open' },
      on: { 'press.end': { target: 'closed', actions: 'clearMessage' }, ...onOpen },
    },
    open: {
      tags: 'open',
      on: { 'menu.close': { target: 'closed', actions: 'clearMessage' } },
    },
  },
});
