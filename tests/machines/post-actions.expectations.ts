import type { Post } from '#contract/models.ts';
import type { postActions } from '#machines/post-actions.ts';
import { buildPost } from '#tests/support/builders.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const managedPost = buildPost(5);
const pinnedPost = buildPost(5, { pinned: true });
const othersPost = buildPost(5, { is_staff: false });
const removedPost = buildPost(5, { active: false });
const forbidden = { kind: 'forbidden' };
const opensActions = (post: Post) => ({ to: 'choosing.idle', context: { post, failure: null } });

const togglesPin = (before: { post: Post | null }) =>
  before.post?.is_staff
    ? { to: 'pinning', context: { failure: null }, calls: { pin: { id: 5, pinned: !before.post.pinned } } }
    : 'ignored';
const deletesPost = (before: { post: Post | null }) =>
  before.post?.is_staff
    ? { to: 'deleting', context: { failure: null }, calls: { delete: { id: 5, active: false } } }
    : 'ignored';
const failed = (to: string, kind: string) => ({ to, context: { failure: { kind } } });
const restoresPost = {
  to: 'restoring',
  context: { failure: null },
  calls: { restore: { id: 5, active: true } },
};

/** Expectations of post-actions, for its test and for its screen's walk. */
export const postActionsExpectations: MachineExpectations<typeof postActions> = {
  inputs: { fresh: undefined },
  fold: ({ post: it }) =>
    it
      ? `${it.is_staff ? 'mine' : 'others'}${it.pinned ? ', pinned' : ''}${it.active ? '' : ', removed'}`
      : 'none',
  events: {
    'open own': { type: 'actions.open', post: managedPost },
    'open pinned': { type: 'actions.open', post: pinnedPost },
    'open another’s': { type: 'actions.open', post: othersPost },
    'open removed': { type: 'actions.open', post: removedPost },
    close: { type: 'actions.close' },
    'toggle pin': { type: 'pin.toggle' },
    delete: { type: 'post.delete' },
    undo: { type: 'delete.undo' },
    pinned: done('pin', pinnedPost),
    'pin fails': error('pin', forbidden),
    deleted: done('delete', managedPost),
    'delete fails': error('delete', forbidden),
    restored: done('restore', managedPost),
    'restore fails': error('restore', forbidden),
  },
  becomes: {
    'start: fresh': { to: 'closed', context: { post: null, failure: null } },
    'closed + open own': opensActions(managedPost),
    'closed + open pinned': opensActions(pinnedPost),
    'closed + open another’s': opensActions(othersPost),
    // A manager of the league still sees a removed post on its own page.
    'closed + open removed': { to: 'deleted.idle', context: { post: removedPost, failure: null } },

    'choosing + close': 'closed',
    // Only managers of the league have these actions.
    'choosing + toggle pin': togglesPin,
    'choosing + delete': deletesPost,

    'pinning + pinned': { to: 'closed', sends: [{ type: 'post.updated', post: pinnedPost }] },
    'pinning + pin fails': failed('choosing.failed', 'forbidden'),

    'deleting + deleted': { to: 'deleted.idle', sends: [{ type: 'post.removed', post: managedPost }] },
    'deleting + delete fails': failed('choosing.failed', 'forbidden'),

    'deleted + close': 'closed',
    'deleted + undo': restoresPost,
    'restoring + restored': { to: 'closed', sends: [{ type: 'post.updated', post: managedPost }] },
    'restoring + restore fails': failed('deleted.failed', 'forbidden'),
  },
  claims: {
    closed: hasExactTags(),
    'choosing.idle': hasExactTags('open'),
    'choosing.failed': hasExactTags('failed', 'open'),
    pinning: hasExactTags('busy', 'open'),
    deleting: hasExactTags('busy', 'open'),
    'deleted.idle': hasExactTags('deleted', 'open'),
    'deleted.failed': hasExactTags('deleted', 'failed', 'open'),
    restoring: hasExactTags('busy', 'deleted', 'open'),
  },
};
