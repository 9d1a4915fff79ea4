import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { Comment } from '#contract/models.ts';
import {
  beyond,
  openedTalk,
  spanOf,
  withNewer,
  withNews,
  withOlder,
  withSent,
  withTakenDown,
  type OpenedTalk,
  type Stretch,
  type TalkNews,
  type TalkView,
  type TalkWindow,
} from '#contract/talk.ts';
import { port, setupTypes } from './port.ts';
import { reading } from './reading.ts';

type Context = {
  readonly post: number;
  readonly talk: TalkWindow;
  /** The unread line stands after this comment; null where nothing was read here before. */
  readonly last: number | null;
  readonly view: TalkView | null;
  /** The last comment that was on the screen, before somebody's eyes. */
  readonly seen: number;
  /** Something was said or taken down since the last look. */
  readonly stale: boolean;
  /** Counts the times that the rows were replaced as a whole. */
  readonly epoch: number;
  readonly failure: Failure | null;
};
type Events =
  | ({ type: 'view.moved'; looking: boolean } & TalkView)
  | { type: 'talk.changed' }
  | { type: 'talk.retry' }
  | { type: 'bottom.show' }
  | { type: 'comment.sent'; comment: Comment }
  | { type: 'comment.removed'; id: number };

/** So many rows are ready beyond the edge of the screen: the end of what is here never shows. */
const ahead = 40;

const empty: TalkWindow = { rows: [], older: false, newer: false, synced: 0 };
const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
const answer = <Output>({ event }: { event: { output: Output } }) => event.output;

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
    openTalk: port<OpenedTalk, { post: number; newest: boolean }>('openTalk'),
    fetchOlder: port<Stretch, { post: number; before: number }>('fetchOlder'),
    fetchNewer: port<Stretch, { post: number; after: number }>('fetchNewer'),
    fetchNews: port<TalkNews, { post: number } & ReturnType<typeof spanOf>>('fetchNews'),
    reading,
  },
  delays: { patience: 20_000, retryDelay: 5000 },
  guards: {
    isStale: ({ context }) => context.stale,
    needsOlder: ({ context: { talk, view } }) =>
      talk.older && view !== null && beyond(talk, view).above < ahead,
    needsNewer: ({ context: { talk, view } }) =>
      talk.newer && view !== null && beyond(talk, view).below < ahead,
    isElsewhere: ({ context }) => context.talk.newer,
    isAtEnd: ({ context }) => !context.talk.newer,
    isFurther: ({ context, event }) =>
      event.type === 'view.moved' && event.looking && event.bottom > context.seen,
  },
  actions: {
    open: assign((_, opened: OpenedTalk) => ({ talk: openedTalk(opened), last: opened.last, failure: null })),
    reopen: assign(({ context }, opened: OpenedTalk) => ({
      talk: openedTalk(opened),
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
    prepend: assign(({ context: { talk, view } }, page: Stretch) => ({
      talk: withOlder(talk, view, page),
      failure: null,
    })),
    append: assign(({ context: { talk, view } }, page: Stretch) => ({
      talk: withNewer(talk, view, page),
      failure: null,
    })),
    revise: assign(({ context: { talk, view } }, news: TalkNews) => ({
      talk: withNews(talk, view, news),
      failure: null,
    })),
    takeSent: assign(({ context, event }) =>
      event.type === 'comment.sent' ? { talk: withSent(context.talk, event.comment) } : {},
    ),
    takeDown: assign(({ context, event }) =>
      event.type === 'comment.removed' ? { talk: withTakenDown(context.talk, event.id) } : {},
    ),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: asFailure(error) })),
  },
});

const silence = { type: 'fail', params: { error: { kind: 'offline' } } } as const;
const fails = { target: 'behind', actions: { type: 'fail', params: errorOf } } as const;
const failsAtOnce = { target: 'failed', actions: { type: 'fail', params: errorOf } } as const;
const patience = { patience: { target: 'behind', actions: silence } } as const;
const sees = ['move', 'see', 'tellSeen'] as const;

/**
 * The talk under a post, as its reader moves through it: more is fetched before the end of what is here shows, what
 * is far from the reader is let go, and one call is made at a time. What happens on the way is looked at after it.
 */
export const chat = charts.createMachine({
  id: 'chat',
  context: ({ input: { post } }) => ({
    post,
    talk: empty,
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
        onDone: { target: 'ready', actions: { type: 'open', params: answer } },
        onError: failsAtOnce,
      },
      after: { patience: { target: 'failed', actions: silence } },
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
        'view.moved': [{ guard: 'isFurther', actions: sees }, { actions: 'move' }],
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
              { guard: 'isFurther', target: 'deciding', actions: sees },
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
            onDone: { target: 'deciding', actions: { type: 'prepend', params: answer } },
            onError: fails,
          },
          after: patience,
        },
        loadingNewer: {
          invoke: {
            id: 'fetchNewer',
            src: 'fetchNewer',
            input: ({ context: { post, talk } }) => ({ post, after: talk.synced }),
            onDone: { target: 'deciding', actions: { type: 'append', params: answer } },
            onError: fails,
          },
          after: patience,
        },
        catchingUp: {
          entry: 'look',
          invoke: {
            id: 'fetchNews',
            src: 'fetchNews',
            input: ({ context: { post, talk } }) => ({ post, ...spanOf(talk) }),
            onDone: { target: 'deciding', actions: { type: 'revise', params: answer } },
            onError: { target: 'behind', actions: ['note', { type: 'fail', params: errorOf }] },
          },
          after: { patience: { target: 'behind', actions: ['note', silence] } },
          // The look that this breaks off is still to come.
          on: { 'bottom.show': { guard: 'isElsewhere', target: 'returning', actions: 'note' } },
        },
        /** To the end of the talk, from far away. */
        returning: {
          invoke: {
            id: 'openEnd',
            src: 'openTalk',
            input: ({ context }) => ({ post: context.post, newest: true }),
            onDone: { target: 'deciding', actions: { type: 'reopen', params: answer } },
            onError: fails,
          },
          after: patience,
        },
        /** What is here stays; the rest is asked for again. */
        behind: { tags: 'behind', after: { retryDelay: 'deciding' }, on: { 'talk.retry': 'deciding' } },
      },
    },
  },
});

export type ChatActor = ActorRefFrom<typeof chat>;
