import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Message } from '#contract/models.ts';
import { arrivedSince } from '#domain/arrived-messages.ts';
import { answerIn, CachedAnswer } from '#domain/cached-answer.ts';
import { cachedAtOf } from '#domain/cached-at.ts';
import * as chatWindow from '#domain/chat-window.ts';
import type { ChatUpdate, ChatWindow, MessagePage, OpenedChat, VisibleSpan } from '#domain/chat-window.ts';
import { eventOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';
import { readReceipts } from './read-receipts.ts';

type Context = {
  readonly post: number;
  readonly loaded: ChatWindow;
  /** The unread divider is drawn after this message; null where nothing was read before. */
  readonly lastRead: number | null;
  readonly visible: VisibleSpan | null;
  /** The last message that was on the screen of a visible page. */
  readonly lastSeen: number;
  /** Messages were added or deleted since the last update was requested. */
  readonly needsUpdate: boolean;
  /** Counts the times that all messages were replaced. */
  readonly generation: number;
  /** When the messages were given, where the device has stored them and the server has not answered since. */
  readonly cachedAt: number | null;
  readonly failure: Failure | null;
};
type ViewMoved = { type: 'view.moved'; pageVisible: boolean } & VisibleSpan;
type Events =
  | ViewMoved
  | { type: 'chat.changed' }
  | { type: 'chat.retry' }
  | { type: 'end.show' }
  | { type: 'message.sent'; message: Message }
  | { type: 'message.removed'; id: number };

/** More messages are fetched while so few are loaded beyond the edge of the screen. */
const prefetchMargin = 40;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { post: number };
    /** While the chat is open: what it opens with was there. */
    emitted: { type: 'messages.arrived'; messages: readonly Message[] };
    tags: 'loading' | 'failed';
    children: { readReceipts: 'readReceipts' };
  }>(),
  actors: {
    /** Where the member left off, or with `newest` the end. */
    openChat: port<OpenedChat | CachedAnswer<OpenedChat>, { post: number; newest: boolean }>('openChat'),
    fetchPage: port<MessagePage, { post: number; before: number } | { post: number; after: number }>(
      'fetchPage',
    ),
    fetchUpdate: port<ChatUpdate, { post: number } & ReturnType<typeof chatWindow.updateRequestOf>>(
      'fetchUpdate',
    ),
    readReceipts,
  },
  delays: { retryDelay: 5000 },
  guards: {
    isCached: (_, opened: OpenedChat | CachedAnswer<OpenedChat>) => opened instanceof CachedAnswer,
    needsUpdate: ({ context }) => context.needsUpdate,
    needsOlder: ({ context: { loaded, visible } }) =>
      loaded.hasOlder && visible !== null && chatWindow.countBeyond(loaded, visible).above < prefetchMargin,
    needsNewer: ({ context: { loaded, visible } }) =>
      loaded.hasNewer && visible !== null && chatWindow.countBeyond(loaded, visible).below < prefetchMargin,
    hasNewer: ({ context }) => context.loaded.hasNewer,
    isReadFurther: ({ context }, { pageVisible, bottom }: ViewMoved) =>
      pageVisible && bottom > context.lastSeen,
  },
  actions: {
    storeOpened: assign((_, opened: OpenedChat | CachedAnswer<OpenedChat>) => ({
      loaded: chatWindow.openWindow(answerIn(opened)),
      lastRead: answerIn(opened).lastRead,
      cachedAt: cachedAtOf(opened),
      failure: null,
    })),
    storeEnd: assign(({ context }, opened: OpenedChat | CachedAnswer<OpenedChat>) => ({
      loaded: chatWindow.openWindow(answerIn(opened)),
      cachedAt: cachedAtOf(opened),
      visible: null,
      generation: context.generation + 1,
      failure: null,
    })),
    setVisible: assign((_, { top, bottom }: ViewMoved) => ({ visible: { top, bottom } })),
    setLastSeen: assign((_, { bottom }: ViewMoved) => ({ lastSeen: bottom })),
    notifyReadReceipts: sendTo('readReceipts', (_, { bottom }: ViewMoved) => ({
      type: 'message.seen',
      id: bottom,
    })),
    markNeedsUpdate: assign({ needsUpdate: true }),
    clearNeedsUpdate: assign({ needsUpdate: false }),
    prependPage: assign(({ context: { loaded, visible } }, page: MessagePage) => ({
      loaded: chatWindow.withOlder(loaded, visible, page),
      failure: null,
    })),
    appendPage: assign(({ context: { loaded, visible } }, page: MessagePage) => ({
      loaded: chatWindow.withNewer(loaded, visible, page),
      failure: null,
    })),
    storeUpdate: assign(({ context: { loaded, visible } }, update: ChatUpdate) => ({
      loaded: chatWindow.withUpdate(loaded, visible, update),
      cachedAt: null,
      failure: null,
    })),
    /** Before the update is stored. */
    reportArrived: enqueueActions(({ context: { loaded, visible }, enqueue }, update: ChatUpdate) => {
      const messages = arrivedSince(loaded, chatWindow.withUpdate(loaded, visible, update));
      if (messages.length > 0) enqueue.emit({ type: 'messages.arrived', messages });
    }),
    addSentMessage: assign(({ context: { loaded } }, message: Message) => ({
      loaded: chatWindow.withSent(loaded, message),
    })),
    markRemoved: assign(({ context: { loaded } }, id: number) => ({
      loaded: chatWindow.withRemoved(loaded, id),
    })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const storeOpened = { type: 'storeOpened', params: outputOf } as const;
const onError = { target: 'awaitingRetry', actions: storeFailure } as const;
const setVisible = { type: 'setVisible', params: eventOf } as const;

/**
 * A post's chat as its reader scrolls: messages are fetched before the loaded span ends on screen, and dropped far from it.
 * One request is in flight at a time; what changes meanwhile is fetched after it, and so is what has changed since the device
 * kept what is shown.
 */
export const chat = charts.createMachine({
  id: 'chat',
  context: ({ input: { post } }) => ({
    post,
    loaded: { messages: [], hasOlder: false, hasNewer: false, syncedId: 0 },
    lastRead: null,
    visible: null,
    lastSeen: 0,
    needsUpdate: false,
    generation: 0,
    cachedAt: null,
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'openChat',
        src: 'openChat',
        input: ({ context }) => ({ post: context.post, newest: false }),
        onDone: [
          {
            guard: { type: 'isCached', params: outputOf },
            target: 'ready',
            actions: [storeOpened, 'markNeedsUpdate'],
          },
          { target: 'ready', actions: storeOpened },
        ],
        onError: { target: 'failed', actions: storeFailure },
      },
      on: { 'chat.changed': { actions: 'markNeedsUpdate' } },
    },
    failed: { tags: 'failed', on: { 'chat.retry': 'loading' } },
    ready: {
      invoke: {
        id: 'readReceipts',
        src: 'readReceipts',
        input: ({ context: { post, lastRead } }) => ({ post, last: lastRead }),
        // Without it the read position stays on this device.
        onError: {},
      },
      on: {
        'view.moved': [
          {
            guard: { type: 'isReadFurther', params: eventOf },
            actions: [
              setVisible,
              { type: 'setLastSeen', params: eventOf },
              { type: 'notifyReadReceipts', params: eventOf },
            ],
          },
          { actions: setVisible },
        ],
        'chat.changed': { actions: 'markNeedsUpdate' },
        'message.sent': { actions: { type: 'addSentMessage', params: ({ event }) => event.message } },
        'message.removed': { actions: { type: 'markRemoved', params: ({ event }) => event.id } },
        'end.show': { guard: 'hasNewer', target: '.jumpingToEnd' },
      },
      initial: 'idle',
      states: {
        idle: {
          always: [
            { guard: 'needsUpdate', target: 'catchingUp' },
            { guard: 'needsOlder', target: 'loadingOlder' },
            { guard: 'needsNewer', target: 'loadingNewer' },
          ],
        },
        loadingOlder: {
          invoke: {
            id: 'fetchOlder',
            src: 'fetchPage',
            input: ({ context: { post, loaded } }) => ({ post, before: loaded.messages[0]?.id ?? 0 }),
            onDone: { target: 'idle', actions: { type: 'prependPage', params: outputOf } },
            onError,
          },
        },
        loadingNewer: {
          invoke: {
            id: 'fetchNewer',
            src: 'fetchPage',
            input: ({ context: { post, loaded } }) => ({ post, after: loaded.syncedId }),
            onDone: { target: 'idle', actions: { type: 'appendPage', params: outputOf } },
            onError,
          },
        },
        catchingUp: {
          entry: 'clearNeedsUpdate',
          invoke: {
            id: 'fetchUpdate',
            src: 'fetchUpdate',
            input: ({ context: { post, loaded } }) => ({ post, ...chatWindow.updateRequestOf(loaded) }),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'reportArrived', params: outputOf },
                { type: 'storeUpdate', params: outputOf },
              ],
            },
            onError: { target: 'awaitingRetry', actions: ['markNeedsUpdate', storeFailure] },
          },
          // The interrupted update is made afterwards.
          on: { 'end.show': { guard: 'hasNewer', target: 'jumpingToEnd', actions: 'markNeedsUpdate' } },
        },
        jumpingToEnd: {
          invoke: {
            id: 'openEnd',
            src: 'openChat',
            input: ({ context }) => ({ post: context.post, newest: true }),
            onDone: { target: 'idle', actions: { type: 'storeEnd', params: outputOf } },
            onError,
          },
        },
        /** What is loaded stays. */
        awaitingRetry: { after: { retryDelay: 'idle' }, on: { 'chat.retry': 'idle' } },
      },
    },
  },
});

export type ChatActor = ActorRefFrom<typeof chat>;
