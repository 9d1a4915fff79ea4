import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { notificationVisit } from '#machines/notification-visit.ts';
import { after, done, error, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof notificationVisit>;

const union = ({ fresh }: Before, ids: readonly number[]) => [...new Set([...fresh, ...ids])];
const shown = (fresh: readonly number[], unreadCount: number) => ({
  type: 'list.shown' as const,
  fresh,
  unreadCount,
});
const notes = (ids: readonly number[], unread: boolean) => (before: Before) => ({
  to: 'same',
  context: { fresh: union(before, ids), unread },
});
const marks = (ids: readonly number[]) => (before: Before) => ({
  to: 'pageVisible.marking',
  context: { fresh: union(before, ids), unread: false },
  calls: { markAllRead: undefined },
});

testMachine(notificationVisit, {
  inputs: { list: undefined },
  fold: ({ fresh, unread }) => `${fresh.join()}${unread ? ' unread' : ''}`,
  events: {
    'the page is shown': { type: 'page.shown' },
    'the page is hidden': { type: 'page.hidden' },
    '7 is new': shown([7], 1),
    'something is new further down': shown([], 3),
    'nothing is new': shown([], 0),
    'it was 7 and 8': done('markAllRead', [7, 8]),
    'it was nothing': done('markAllRead', []),
    'no network': error('markAllRead', { kind: 'offline' }),
    'retry is due': after('retryDelay', 5000),
  },
  becomes: {
    'start: list': { to: 'pageHidden', context: { fresh: [], unread: false } },

    // What nobody looks at is not seen.
    'pageHidden + 7 is new': notes([7], true),
    'pageHidden + something is new further down': notes([], true),
    'pageHidden + nothing is new': notes([], false),
    'pageHidden + the page is shown': (before) =>
      before.unread ? marks([])(before) : { to: 'pageVisible.idle', context: {} },

    'pageVisible.idle + 7 is new': marks([7]),
    'pageVisible.idle + something is new further down': marks([]),
    'pageVisible.idle + nothing is new': notes([], false),
    'pageVisible.idle + the page is hidden': { to: 'pageHidden', context: {} },

    // What arrives meanwhile is marked after it.
    'pageVisible.marking + 7 is new': notes([7], true),
    'pageVisible.marking + something is new further down': notes([], true),
    'pageVisible.marking + nothing is new': notes([], false),
    'pageVisible.marking + it was 7 and 8': (before) => ({
      ...(before.unread
        ? marks([7, 8])(before)
        : { to: 'pageVisible.idle', context: { fresh: union(before, [7, 8]) } }),
      sends: [{ type: 'notifications.read' }],
    }),
    'pageVisible.marking + it was nothing': (before) => ({
      ...(before.unread ? marks([])(before) : { to: 'pageVisible.idle', context: {} }),
      sends: [{ type: 'notifications.read' }],
    }),
    'pageVisible.marking + no network': {
      to: 'pageVisible.awaitingRetry',
      context: { unread: true },
      waits: [
        { event: { type: 'xstate.after.retryDelay.notification-visit.pageVisible.awaitingRetry' }, ms: 5000 },
      ],
    },
    'pageVisible.marking + the page is hidden': { to: 'pageHidden', context: { unread: true } },

    'pageVisible.awaitingRetry + 7 is new': notes([7], true),
    'pageVisible.awaitingRetry + something is new further down': notes([], true),
    // Read on another device.
    'pageVisible.awaitingRetry + nothing is new': notes([], false),
    'pageVisible.awaitingRetry + the page is hidden': { to: 'pageHidden', context: {} },
    'pageVisible.awaitingRetry + retry is due': (before) =>
      before.unread ? marks([])(before) : { to: 'pageVisible.idle', context: {} },
  },
  claims: {
    'pageVisible.idle': ({ context }) => expect(context.unread).toBe(false),
  },
  // While it is marking, that state itself says where a hidden page leads.
  unpaired: 1,
});
