import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { asFailure, FailureError, type Failure } from '#contract/failures.ts';
import type { Message } from '#contract/models.ts';
import {
  countBeyond,
  openWindow,
  updateRequestOf,
  withNewer,
  withUpdate,
  withOlder,
  withSent,
  withRemoved,
  type OpenedChat,
  type MessagePage,
  type ChatUpdate,
  type VisibleSpan,
  type ChatWindow,
} from '#domain/chat-window.ts';
import { port, setupTypes } from './port.ts';
import { readReceipts } from './read-receipts.ts';

type Context = {
  readonly post: number;
  readonly talk: ChatWindow;
  /** The unread line stands after this comment; null where nothing was read here before. */
  readonly last: number | null;
  readonly view: VisibleSpan | null;
  /** The last comment that was on the screen, before somebody's eyes. */
  readonly seen: number;
  /** Something was said or taken down since the last look. */
  readonly stale: boolean;
  /** Counts the times that the rows were replaced as a whole. */
  readonly epoch: number;
  readonly failure: Failure | null;
};
type Events =
  | ({ type: 'view.moved'; looking: boolean } & VisibleSpan)
  | { type: 'talk.changed' }
  | { type: 'talk.retry' }
  | { type: 'bottom.show' }
  | { type: 'comment.sent'; comment: Message }
  | { type: 'comment.removed'; id: number };

/** So many rows are ready beyond the edge of the screen: the end of what is here never shows. */
const prefetchMargin = 40;

const emptyWindow: ChatWindow = { rows: [], older: false, newer: false, synced: 0 };
const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
const outputOf = <Output>({ event }: { event: { output: Output } }) => event.output;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { post: number };
    tags: 'loading' | 'failed' | 'behind';
    children: { reading: 'reading' };
  }>(),
  actors: {
    /** Where one left off, or with `newest` the end. */
    openTalk: port<OpenedChat, { post: number; newest: boolean }>('openTalk'),
    fetchOlder: port<MessagePage, { post: number; before: number }>('fetchOlder'),
    fetchNewer: port<MessagePage, { post: number; after: number }>('fetchNewer'),
    fetchNews: port<ChatUpdate, { post: number } & ReturnType<typeof updateRequestOf>>('fetchNews'),
    reading: readReceipts,
  },
  delays: { patience: 20_000, retryDelay: 5000 },
  guards: {
    isStale: ({ context }) => context.stale,
    needsOlder: ({ context: { talk, view } }) =>
      talk.older && view !== null && countBeyond(talk, view).above < prefetchMargin,
    needsNewer: ({ context: { talk, view } }) =>
      talk.newer && view !== null && countBeyond(talk, view).below < prefetchMargin,
    isElsewhere: ({ context }) => context.talk.newer,
    isAtEnd: ({ context }) => !context.talk.newer,
    isFurther: ({ context, event }) =>
      event.type === 'view.moved' && event.looking && event.bottom > context.seen,
  },
  actions: {
    open: assign((_, opened: OpenedChat) => ({ talk: openWindow(opened), last: opened.last, failure: null })),
    reopen: assign(({ context }, opened: OpenedChat) => ({
      talk: openWindow(opened),
      view: null,
      epoch: context.epoch + 1,
      failure: null,
    })),
    move: assign(({ event }) =>
      event.type === 'view.moved' ? { view: { top: event.top, bottom: event.bottom } } : {},
    ),
    see: assign(({ event }) => (event.type === 'view.moved' ? { seen: event.bottom } : {})),
    tellSeen: sendTo('reading', ({ context }) => ({ type: 'comment.seen', id: context.seen })),
    note: assign({ stale: true }),
    look: assign({ stale: false }),
    prepend: assign(({ context: { talk, view } }, page: MessagePage) => ({
      talk: withOlder(talk, view, page),
      failure: null,
    })),
    append: assign(({ context: { talk, view } }, page: MessagePage) => ({
      talk: withNewer(talk, view, page),
      failure: null,
    })),
    revise: assign(({ context: { talk, view } }, news: ChatUpdate) => ({
      talk: withUpdate(talk, view, news),
      failure: null,
    })),
    takeSent: assign(({ context, event }) =>
      event.type === 'comment.sent' ? { talk: withSent(context.talk, event.comment) } : {},
    ),
    takeDown: assign(({ context, event }) =>
      event.type === 'comment.removed' ? { talk: withRemoved(context.talk, event.id) } : {},
    ),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: asFailure(error) })),
  },
});

const storeTimeout = { type: 'fail', params: { error: new FailureError({ kind: 'offline' }) } } as const;
const onPageError = { target: 'behind', actions: { type: 'fail', params: errorOf } } as const;
const onOpenError = { target: 'failed', actions: { type: 'fail', params: errorOf } } as const;
const onPageTimeout = { patience: { target: 'behind', actions: storeTimeout } } as const;
const onSeen = ['move', 'see', 'tellSeen'] as const;

/**
 * The talk under a post, as its reader moves through it: more is fetched before the end of what is here shows, what
 * is far from the reader is let go, and one call is made at a time. What happens on the way is looked at after it.
 */
export const chat = charts.createMachine({
  id: 'chat',
  context: ({ input: { post } }) => ({
    post,
    talk: emptyWindow,
    last: null,
    view: null,
    seen: 0,
    stale: false,
    epoch: 0,
    failure: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'loading',
      invoke: {
        id: 'openTalk',
        src: 'openTalk',
        input: ({ context }) => ({ post: context.post, newest: false }),
        onDone: { target: 'ready', actions: { type: 'open', params: outputOf } },
        onError: onOpenError,
      },
      after: { patience: { target: 'failed', actions: storeTimeout } },
      on: { 'talk.changed': { actions: 'note' } },
    },
    failed: { tags: 'failed', on: { 'talk.retry': 'opening' } },
    ready: {
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ context: { post, last } }) => ({ post, last }),
        // Then only this device knows what was read.
        onError: {},
      },
      on: {
        'view.moved': [{ guard: 'isFurther', actions: onSeen }, { actions: 'move' }],
        'talk.changed': { actions: 'note' },
        'comment.sent': { guard: 'isAtEnd', actions: 'takeSent' },
        'comment.removed': { actions: 'takeDown' },
        'bottom.show': { guard: 'isElsewhere', target: '.returning' },
      },
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isStale', target: 'catchingUp' },
            { guard: 'needsOlder', target: 'loadingOlder' },
            { guard: 'needsNewer', target: 'loadingNewer' },
            { target: 'resting' },
          ],
        },
        resting: {
          on: {
            'view.moved': [
              { guard: 'isFurther', target: 'deciding', actions: onSeen },
              { target: 'deciding', actions: 'move' },
            ],
            'talk.changed': { target: 'deciding', actions: 'note' },
          },
        },
        loadingOlder: {
          invoke: {
            id: 'fetchOlder',
            src: 'fetchOlder',
            input: ({ context: { post, talk } }) => ({ post, before: talk.rows[0]?.id ?? 0 }),
            onDone: { target: 'deciding', actions: { type: 'prepend', params: outputOf } },
            onError: onPageError,
          },
          after: onPageTimeout,
        },
        loadingNewer: {
          invoke: {
            id: 'fetchNewer',
            src: 'fetchNewer',
            input: ({ context: { post, talk } }) => ({ post, after: talk.synced }),
            onDone: { target: 'deciding', actions: { type: 'append', params: outputOf } },
            onError: onPageError,
          },
          after: onPageTimeout,
        },
        catchingUp: {
          entry: 'look',
          invoke: {
            id: 'fetchNews',
            src: 'fetchNews',
            input: ({ context: { post, talk } }) => ({ post, ...updateRequestOf(talk) }),
            onDone: { target: 'deciding', actions: { type: 'revise', params: outputOf } },
            onError: { target: 'behind', actions: ['note', { type: 'fail', params: errorOf }] },
          },
          after: { patience: { target: 'behind', actions: ['note', storeTimeout] } },
          // The look that this breaks off is still to come.
          on: { 'bottom.show': { guard: 'isElsewhere', target: 'returning', actions: 'note' } },
        },
        /** To the end of the talk, from far away. */
        returning: {
          invoke: {
            id: 'openEnd',
            src: 'openTalk',
            input: ({ context }) => ({ post: context.post, newest: true }),
            onDone: { target: 'deciding', actions: { type: 'reopen', params: outputOf } },
            onError: onPageError,
          },
          after: onPageTimeout,
        },
        /** What is here stays; the rest is asked for again. */
        behind: { tags: 'behind', after: { retryDelay: 'deciding' }, on: { 'talk.retry': 'deciding' } },
      },
    },
  },
});

export type ChatActor = ActorRefFrom<typeof chat>;
