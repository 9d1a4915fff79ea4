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
  /** Id of the message above the unread divider; null if none was read before. */
  readonly lastRead: number | null;
  readonly visible: VisibleSpan | null;
  /** Id of the last message that was on screen while the page was visible; 0 for none. */
  readonly lastSeen: number;
  /** Messages were added or deleted since the last update was requested. */
  readonly needsUpdate: boolean;
  /** Incremented whenever a jump to the end replaces all messages. */
  readonly generation: number;
  /** When cached messages were received, in ms by the device's clock; null once the server has answered. */
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

/** More messages are fetched while fewer than this are loaded beyond an edge of the screen. */
const prefetchMargin = 40;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { post: number };
    /** Messages added while the chat is open, without those it opened with. */
    emitted: { type: 'messages.arrived'; messages: readonly Message[] };
    tags: 'loading' | 'failed';
    children: { readReceipts: 'readReceipts' };
  }>(),
  actors: {
    /** Resolves with the messages around the first unread one; with `newest`, those at the end. */
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
    /** Must run before `storeUpdate`: it compares the update with what is loaded. */
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
 * A post's chat as its reader scrolls: messages are fetched ahead of the screen and dropped far from it.
 * One request is in flight at a time; changes meanwhile are fetched after it. A cached chat is updated as soon as it is shown.
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
        // If reporting fails, the read position is not shared with other devices.
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
          // The interrupted update is requested again after the jump.
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
        /** The loaded messages stay shown. */
        awaitingRetry: { after: { retryDelay: 'idle' }, on: { 'chat.retry': 'idle' } },
      },
    },
  },
});

export type ChatActor = ActorRefFrom<typeof chat>;
