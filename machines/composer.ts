import { assign, emit, sendTo, setup, type EventObject } from 'xstate';
import { limits } from '#contract/limits.ts';
import { visibleText } from '#contract/text.ts';
import { appendShared } from '#domain/shared-text.ts';
import type { OutboxActor, UnsentMessage } from './outbox.ts';
import { eventOf, outputOf } from './params.ts';
import { port, setupTypes, storedValue, streamPort } from './port.ts';
import type { Shared } from './share-target.ts';

export type ChatKey = { readonly member: number; readonly post: number };

type Context = ChatKey & { readonly outbox: OutboxActor; readonly text: string };
type SendMessage = { type: 'message.send' } & Pick<UnsentMessage, 'key' | 'images' | 'made'>;
type Events =
  | { type: 'text.change'; text: string }
  | SendMessage
  /** The message's pictures are uploaded or removed: none is under way or has failed. */
  | { type: 'pictures.settled' };
/** Sent to the share store: the pictures that were taken from it are uploaded or given up. */
export type ShareSettled = { type: 'share.settled' };

const draft = storedValue<string, ChatKey>('message draft');

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: ChatKey & { outbox: OutboxActor };
    emitted: { type: 'pictures.shared'; files: readonly File[] };
    children: { draftStore: 'draftStore'; loadDraft: 'loadDraft'; shareStore: 'shareStore' };
  }>(),
  actors: {
    loadDraft: draft.load,
    draftStore: draft.keep,
    /** Resolves with what another app shared to this chat, or with null. */
    takeShared: port<Shared | null, { post: number }>('takeShared'),
    /** Keeps shared pictures on the device until they are settled. */
    shareStore: streamPort<EventObject, { post: number }, ShareSettled>('shareStore'),
  },
  guards: {
    isShared: (_, shared: Shared | null) => shared !== null,
    canSend: ({ context: { text } }, { images }: SendMessage) =>
      (visibleText(text) !== '' || images.length > 0) && visibleText(text).length <= limits.chat.message,
  },
  actions: {
    setText: assign((_, text: string) => ({ text })),
    enqueueMessage: sendTo(
      ({ context }) => context.outbox,
      ({ context: { post, text } }, { key, images, made }: SendMessage) => {
        const message: UnsentMessage = {
          key,
          post,
          description: visibleText(text),
          images,
          made,
          refused: null,
        };
        return { type: 'message.enqueue', message };
      },
    ),
    clearText: assign({ text: '' }),
    appendShared: assign(({ context: { text } }, shared: Shared | null) => ({
      text: appendShared(text, shared?.text ?? ''),
    })),
    reportPictures: emit((_, shared: Shared | null) => ({
      type: 'pictures.shared',
      files: shared?.pictures ?? [],
    })),
    persistText: sendTo('draftStore', ({ context: { text } }) => ({
      type: 'value.keep',
      value: text === '' ? null : text,
    })),
    settleShared: sendTo('shareStore', { type: 'share.settled' }),
  },
});

const setText = { type: 'setText', params: ({ event }: { event: { text: string } }) => event.text } as const;

/**
 * The message being written in one chat. The text is stored on every change, so that a reload does not lose it, and goes
 * to the outbox on send. A text shared by another app is appended to the stored draft; shared pictures stay on the device
 * until they are uploaded or removed.
 */
export const composer = charts.createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...input, text: '' }),
  invoke: [
    {
      id: 'draftStore',
      src: 'draftStore',
      input: ({ context: { member, post } }) => ({ member, post }),
      // If storing fails, the text is lost on reload.
      onError: {},
    },
    {
      id: 'shareStore',
      src: 'shareStore',
      input: ({ context: { post } }) => ({ post }),
      // The device's copy expires by itself.
      onError: {},
    },
  ],
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context: { member, post } }) => ({ member, post }),
        onDone: {
          target: 'receiving',
          actions: { type: 'setText', params: ({ event }) => event.output ?? '' },
        },
        onError: 'receiving',
      },
      // Text typed while the draft loads replaces the draft.
      on: { 'text.change': { target: 'receiving', actions: [setText, 'persistText'] } },
    },
    receiving: {
      invoke: {
        id: 'takeShared',
        src: 'takeShared',
        input: ({ context: { post } }) => ({ post }),
        onDone: [
          {
            guard: { type: 'isShared', params: outputOf },
            target: 'writing',
            actions: [
              { type: 'appendShared', params: outputOf },
              'persistText',
              { type: 'reportPictures', params: outputOf },
            ],
          },
          { target: 'writing' },
        ],
        onError: 'writing',
      },
      on: { 'text.change': { actions: [setText, 'persistText'] } },
    },
    writing: {
      on: {
        'pictures.settled': { actions: 'settleShared' },
        'text.change': { actions: [setText, 'persistText'] },
        'message.send': {
          guard: { type: 'canSend', params: eventOf },
          actions: [{ type: 'enqueueMessage', params: eventOf }, 'clearText', 'persistText'],
        },
      },
    },
  },
});
