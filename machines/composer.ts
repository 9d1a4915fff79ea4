import { assign, sendTo, setup } from 'xstate';
import { limits } from '#contract/limits.ts';
import type { OutboxActor, UnsentMessage } from './outbox.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** What the device's keeper hears; nothing written is nothing kept. */
export type StoreMessageDraft = { type: 'words.keep'; text: string };
type ChatKey = { readonly member: number; readonly post: number };

type Context = ChatKey & { readonly outbox: OutboxActor; readonly text: string };
type Events =
  | { type: 'text.change'; text: string }
  | ({ type: 'message.send' } & Pick<UnsentMessage, 'key' | 'images' | 'made'>);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: ChatKey & { outbox: OutboxActor };
    children: { keeper: 'keeper'; loadWords: 'loadWords' };
  }>(),
  actors: {
    loadWords: port<string, ChatKey>('loadWords'),
    keeper: streamPort<Events, ChatKey, StoreMessageDraft>('keeper'),
  },
  delays: { memory: 3000 },
  guards: {
    saysSomething: ({ context: { text }, event }) =>
      event.type === 'message.send' &&
      (text.trim() !== '' || event.images.length > 0) &&
      text.trim().length <= limits.chat.message,
  },
  actions: {
    remember: assign((_, text: string) => ({ text })),
    write: assign(({ event }) => (event.type === 'text.change' ? { text: event.text } : {})),
    post: sendTo(
      ({ context }) => context.outbox,
      ({ context: { post, text }, event }) => {
        const { key, images, made } = event as Extract<Events, { type: 'message.send' }>;
        const message: UnsentMessage = { key, post, description: text.trim(), images, made, refused: null };
        return { type: 'message.post', message };
      },
    ),
    clear: assign({ text: '' }),
    keep: sendTo('keeper', ({ context }) => ({ type: 'words.keep', text: context.text })),
  },
});

/**
 * The line that one writes on, in one chat. Its words are kept as they are typed, and go to the outbox whole:
 * between the two there is no moment in which a reload could lose them.
 */
export const composer = charts.createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...input, text: '' }),
  invoke: {
    id: 'keeper',
    src: 'keeper',
    input: ({ context: { member, post } }) => ({ member, post }),
    // Without it the words last only as long as the page.
    onError: {},
  },
  initial: 'remembering',
  states: {
    remembering: {
      invoke: {
        id: 'loadWords',
        src: 'loadWords',
        input: ({ context: { member, post } }) => ({ member, post }),
        onDone: { target: 'writing', actions: { type: 'remember', params: ({ event }) => event.output } },
        onError: 'writing',
      },
      after: { memory: 'writing' },
      // Whoever types already wants these words.
      on: { 'text.change': { target: 'writing', actions: ['write', 'keep'] } },
    },
    writing: {
      on: {
        'text.change': { actions: ['write', 'keep'] },
        'message.send': { guard: 'saysSomething', actions: ['post', 'clear', 'keep'] },
      },
    },
  },
});
