import { assign, setup } from 'xstate';
import { setupTypes } from './port.ts';

/** Row key of the message that is pressed, or whose actions are shown. */
type Context = { readonly message: string | null };
type Events =
  /** Touch or pen only. `press.end`: it was lifted, or began to scroll. */
  | { type: 'press.start'; message: string }
  | { type: 'press.end' }
  /** From the message's button, or from the device's `contextmenu` event. */
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
 * The actions of one message, opened by its button or by a long press.
 * Not every device sends `contextmenu` on a long press, so a timer opens them too; whichever is first opens them once.
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
