import type { Post } from '#contract/models.ts';
import type { postActions } from '#machines/post-actions.ts';
import { buildPost } from '#tests/support/builders.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const mine = buildPost(5);
const pinned = buildPost(5, { pinned: true });
const others = buildPost(5, { is_staff: false });
const removed = buildPost(5, { active: false });
const forbidden = { kind: 'forbidden' };
const opens = (what: Post) => ({ to: 'choosing.idle', context: { post: what, failure: null } });

const pins = (before: { post: Post | null }) =>
  before.post?.is_staff
    ? { to: 'pinning', context: { failure: null }, calls: { pin: { id: 5, pinned: !before.post.pinned } } }
    : 'ignored';
const deletes = (before: { post: Post | null }) =>
  before.post?.is_staff
    ? { to: 'deleting', context: { failure: null }, calls: { delete: { id: 5, active: false } } }
    : 'ignored';
const failed = (to: string, kind: string) => ({ to, context: { failure: { kind } } });
const restores = { to: 'restoring', context: { failure: null }, calls: { restore: { id: 5, active: true } } };

/** Expectations of post-actions, for its test and for its screen's walk. */
export const postActionsExpectations: MachineExpectations<typeof postActions> = {
  inputs: { fresh: undefined },
  fold: ({ post: it }) =>
    it
      ? `${it.is_staff ? 'mine' : 'others'}${it.pinned ? ', pinned' : ''}${it.active ? '' : ', removed'}`
      : 'none',
  events: {
    'open own': { type: 'actions.open', post: mine },
    'open pinned': { type: 'actions.open', post: pinned },
    'open another’s': { type: 'actions.open', post: others },
    'open removed': { type: 'actions.open', post: removed },
    close: { type: 'actions.close' },
    'toggle pin': { type: 'pin.toggle' },
    delete: { type: 'post.delete' },
    undo: { type: 'delete.undo' },
    pinned: done('pin', pinned),
    'pin fails': error('pin', forbidden),
    deleted: done('delete', mine),
    'delete fails': error('delete', forbidden),
    restored: done('restore', mine),
    'restore fails': error('restore', forbidden),
  },
  becomes: {
    'start: fresh': { to: 'closed', context: { post: null, failure: null } },
    'closed + open own': opens(mine),
    'closed + open pinned': opens(pinned),
    'closed + open another’s': opens(others),
    // Whoever manages the league still sees it on its own page.
    'closed + open removed': { to: 'deleted.idle', context: { post: removed, failure: null } },

    'choosing + close': 'closed',
    // Only for who manages the league.
    'choosing + toggle pin': pins,
    'choosing + delete': deletes,

    'pinning + pinned': { to: 'closed', sends: [{ type: 'post.updated', post: pinned }] },
    'pinning + pin fails': failed('choosing.failed', 'forbidden'),

    'deleting + deleted': { to: 'deleted.idle', sends: [{ type: 'post.removed', post: mine }] },
    'deleting + delete fails': failed('choosing.failed', 'forbidden'),

    'deleted + close': 'closed',
    'deleted + undo': restores,
    'restoring + restored': { to: 'closed', sends: [{ type: 'post.updated', post: mine }] },
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
