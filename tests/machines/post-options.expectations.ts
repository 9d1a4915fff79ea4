import type { Post } from '#contract/models.ts';
import type { postOptions } from '#machines/post-options.ts';
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

/** What is written of post-options: its test walks it headless, its screen's in a browser. */
export const postOptionsExpectations: MachineExpectations<typeof postOptions> = {
  inputs: { fresh: undefined },
  fold: ({ post: it }) => (it ? `${it.is_staff ? 'mine' : 'others'}${it.pinned ? ', pinned' : ''}` : 'none'),
  events: {
    'opens mine': { type: 'options.open', post: mine },
    'opens the pinned': { type: 'options.open', post: pinned },
    'opens another’s': { type: 'options.open', post: others },
    closes: { type: 'options.close' },
    'toggles the pin': { type: 'pin.toggle' },
    deletes: { type: 'post.delete' },
    undoes: { type: 'delete.undo' },
    pinned: done('pin', pinned),
    'cannot pin': error('pin', forbidden),
    'is gone': done('delete', mine),
    'cannot delete': error('delete', forbidden),
    'is back': done('restore', mine),
    'cannot restore': error('restore', forbidden),
  },
  becomes: {
    'start: fresh': { to: 'closed', context: { post: null, failure: null } },
    'closed + opens mine': opens(mine),
    'closed + opens the pinned': opens(pinned),
    'closed + opens another’s': opens(others),

    'choosing + closes': 'closed',
    // Only for whoever runs the league.
    'choosing + toggles the pin': pins,
    'choosing + deletes': deletes,

    'pinning + pinned': { to: 'closed', sends: [{ type: 'post.updated', post: pinned }] },
    'pinning + cannot pin': failed('choosing.failed', 'forbidden'),

    'deleting + is gone': { to: 'deleted.idle', sends: [{ type: 'post.removed', post: mine }] },
    'deleting + cannot delete': failed('choosing.failed', 'forbidden'),

    'deleted + closes': 'closed',
    'deleted + undoes': restores,
    'restoring + is back': { to: 'closed', sends: [{ type: 'post.updated', post: mine }] },
    'restoring + cannot restore': failed('deleted.failed', 'forbidden'),
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
