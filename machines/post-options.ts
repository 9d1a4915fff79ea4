import { assign, emit, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { Post } from '#contract/models.ts';
import { port, setupTypes } from './port.ts';

export type PostChange = { readonly id: number } & (
  { readonly pinned: boolean } | { readonly active: boolean }
);

type Context = { readonly post: Post | null; readonly failure: Failure | null };
type Events =
  | { type: 'options.open'; post: Post }
  | { type: 'options.close' }
  | { type: 'pin.toggle' }
  | { type: 'post.delete' }
  | { type: 'delete.undo' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    /** What a list has to know: a row whose place is another now, or that is back in it; one that is gone. */
    emitted: { type: 'post.placed' | 'post.removed'; post: Post };
    tags: 'open' | 'busy' | 'failed' | 'deleted';
  }>(),
  actors: { updatePost: port<Post, PostChange>('updatePost') },
  delays: { patience: 20_000 },
  guards: { mayRun: ({ context }) => context.post?.is_staff === true },
  actions: {
    take: assign(({ event }) => (event.type === 'options.open' ? { post: event.post, failure: null } : {})),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
    clearFailure: assign({ failure: null }),
    tellPlaced: emit((_, post: Post) => ({ type: 'post.placed', post })),
    tellRemoved: emit((_, post: Post) => ({ type: 'post.removed', post })),
  },
});

const storeFailure = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
const outputOf = ({ event }: { event: { output: Post } }) => event.output;
const postOf = ({ context }: { context: Context }) => context.post as Post;

/**
 * The options of one post: pinning and deleting, for whoever runs the league. A deleted one is gone at once,
 * and can be taken back for as long as its sheet stays open.
 */
export const postOptions = charts.createMachine({
  id: 'post-options',
  context: { post: null, failure: null },
  initial: 'closed',
  states: {
    closed: { on: { 'options.open': { target: 'choosing', actions: 'take' } } },
    choosing: {
      tags: 'open',
      initial: 'offering',
      on: {
        'options.close': 'closed',
        'pin.toggle': { guard: 'mayRun', target: 'pinning' },
        'post.delete': { guard: 'mayRun', target: 'deleting' },
      },
      states: { offering: {}, failed: { tags: 'failed' } },
    },
    pinning: {
      tags: ['open', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'pin',
        src: 'updatePost',
        input: (args) => ({ id: postOf(args).id, pinned: !postOf(args).pinned }),
        onDone: { target: 'closed', actions: { type: 'tellPlaced', params: outputOf } },
        onError: { target: 'choosing.failed', actions: storeFailure },
      },
      after: { patience: { target: 'choosing.failed', actions: 'takeSilence' } },
    },
    deleting: {
      tags: ['open', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'delete',
        src: 'updatePost',
        input: (args) => ({ id: postOf(args).id, active: false }),
        onDone: { target: 'deleted', actions: { type: 'tellRemoved', params: outputOf } },
        onError: { target: 'choosing.failed', actions: storeFailure },
      },
      after: { patience: { target: 'choosing.failed', actions: 'takeSilence' } },
    },
    deleted: {
      tags: ['open', 'deleted'],
      initial: 'offering',
      on: { 'options.close': 'closed', 'delete.undo': 'restoring' },
      states: { offering: {}, failed: { tags: 'failed' } },
    },
    restoring: {
      tags: ['open', 'busy', 'deleted'],
      entry: 'clearFailure',
      invoke: {
        id: 'restore',
        src: 'updatePost',
        input: (args) => ({ id: postOf(args).id, active: true }),
        onDone: { target: 'closed', actions: { type: 'tellPlaced', params: outputOf } },
        onError: { target: 'deleted.failed', actions: storeFailure },
      },
      after: { patience: { target: 'deleted.failed', actions: 'takeSilence' } },
    },
  },
});
