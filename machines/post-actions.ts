import { assign, emit, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Post } from '#contract/models.ts';
import { nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

export type PostChange = { readonly id: number } & (
  | { readonly pinned: boolean }
  | { readonly active: boolean }
);

type Context = { readonly post: Post | null; readonly failure: Failure | null };
type Events =
  | { type: 'actions.open'; post: Post }
  | { type: 'actions.close' }
  | { type: 'pin.toggle' }
  | { type: 'post.delete' }
  | { type: 'delete.undo' };

const postOf = ({ event }: { event: { post: Post } }) => event.post;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    /** For a list: a row to put in its place, or to remove. */
    emitted: { type: 'post.updated' | 'post.removed'; post: Post };
    tags: 'open' | 'busy' | 'failed' | 'deleted';
  }>(),
  actors: { updatePost: port<Post, PostChange>('updatePost') },
  guards: {
    isLeagueManager: ({ context }) => context.post?.is_staff === true,
    isDeleted: (_, { active }: Post) => !active,
  },
  actions: {
    setPost: assign((_, post: Post) => ({ post, failure: null })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    reportUpdated: emit((_, post: Post) => ({ type: 'post.updated', post })),
    reportRemoved: emit((_, post: Post) => ({ type: 'post.removed', post })),
  },
});

/**
 * The actions on one post for whoever runs its league: pinning and deleting.
 * A deleted post disappears at once from lists, and can be restored while the sheet stays open, or from its own page.
 */
export const postActions = charts.createMachine({
  id: 'post-actions',
  context: { post: null, failure: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'actions.open': [
          {
            guard: { type: 'isDeleted', params: postOf },
            target: 'deleted',
            actions: { type: 'setPost', params: postOf },
          },
          { target: 'choosing', actions: { type: 'setPost', params: postOf } },
        ],
      },
    },
    choosing: {
      tags: 'open',
      initial: 'idle',
      on: {
        'actions.close': 'closed',
        'pin.toggle': { guard: 'isLeagueManager', target: 'pinning' },
        'post.delete': { guard: 'isLeagueManager', target: 'deleting' },
      },
      states: { idle: {}, failed: { tags: 'failed' } },
    },
    pinning: {
      tags: ['open', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'pin',
        src: 'updatePost',
        input: ({ context }) => ({ id: nonNull(context.post).id, pinned: !nonNull(context.post).pinned }),
        onDone: { target: 'closed', actions: { type: 'reportUpdated', params: outputOf } },
        onError: { target: 'choosing.failed', actions: storeFailure },
      },
    },
    deleting: {
      tags: ['open', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'delete',
        src: 'updatePost',
        input: ({ context }) => ({ id: nonNull(context.post).id, active: false }),
        onDone: { target: 'deleted', actions: { type: 'reportRemoved', params: outputOf } },
        onError: { target: 'choosing.failed', actions: storeFailure },
      },
    },
    deleted: {
      tags: ['open', 'deleted'],
      initial: 'idle',
      on: { 'actions.close': 'closed', 'delete.undo': 'restoring' },
      states: { idle: {}, failed: { tags: 'failed' } },
    },
    restoring: {
      tags: ['open', 'busy', 'deleted'],
      entry: 'clearFailure',
      invoke: {
        id: 'restore',
        src: 'updatePost',
        input: ({ context }) => ({ id: nonNull(context.post).id, active: true }),
        onDone: { target: 'closed', actions: { type: 'reportUpdated', params: outputOf } },
        onError: { target: 'deleted.failed', actions: storeFailure },
      },
    },
  },
});
