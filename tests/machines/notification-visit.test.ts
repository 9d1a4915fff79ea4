import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { notificationVisit } from '#machines/notification-visit.ts';
import { after, done, error, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof notificationVisit>;

const withFresh = ({ fresh }: Before, ids: readonly number[]) => [...new Set([...fresh, ...ids])];
const listShown = (fresh: readonly number[], unreadCount: number) => ({
  type: 'list.shown' as const,
  fresh,
  unreadCount,
});
const storesFresh = (ids: readonly number[], unread: boolean) => (before: Before) => ({
  to: 'same',
  context: { fresh: withFresh(before, ids), unread },
});
const marksAllRead = (ids: readonly number[]) => (before: Before) => ({
  to: 'pageVisible.marking',
  context: { fresh: withFresh(before, ids), unread: false },
  calls: { markAllRead: undefined },
});

testMachine(notificationVisit, {
  inputs: { list: undefined },
  fold: ({ fresh, unread }) => `${fresh.join()}${unread ? ' unread' : ''}`,
  events: {
    'the page is shown': { type: 'page.shown' },
    'the page is hidden': { type: 'page.hidden' },
    '7 is new': listShown([7], 1),
    'something is new further down': listShown([], 3),
    'nothing is new': listShown([], 0),
    'marked 7 and 8': done('markAllRead', [7, 8]),
    'marked nothing': done('markAllRead', []),
    'no network': error('markAllRead', { kind: 'offline' }),
    'retry is due': after('retryDelay', 5000),
  },
  becomes: {
    'start: list': { to: 'pageHidden', context: { fresh: [], unread: false } },

    // Notifications on a hidden page are not marked as read.
    'pageHidden + 7 is new': storesFresh([7], true),
    'pageHidden + something is new further down': storesFresh([], true),
    'pageHidden + nothing is new': storesFresh([], false),
    'pageHidden + the page is shown': (before) =>
      before.unread ? marksAllRead([])(before) : { to: 'pageVisible.idle', context: {} },

    'pageVisible.idle + 7 is new': marksAllRead([7]),
    'pageVisible.idle + something is new further down': marksAllRead([]),
    'pageVisible.idle + nothing is new': storesFresh([], false),
    'pageVisible.idle + the page is hidden': { to: 'pageHidden', context: {} },

    // Notifications that arrive while marking are marked afterwards.
    'pageVisible.marking + 7 is new': storesFresh([7], true),
    'pageVisible.marking + something is new further down': storesFresh([], true),
    'pageVisible.marking + nothing is new': storesFresh([], false),
    'pageVisible.marking + marked 7 and 8': (before) => ({
      ...(before.unread
        ? marksAllRead([7, 8])(before)
        : { to: 'pageVisible.idle', context: { fresh: withFresh(before, [7, 8]) } }),
      sends: [{ type: 'notifications.read' }],
    }),
    'pageVisible.marking + marked nothing': (before) => ({
      ...(before.unread ? marksAllRead([])(before) : { to: 'pageVisible.idle', context: {} }),
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

    'pageVisible.awaitingRetry + 7 is new': storesFresh([7], true),
    'pageVisible.awaitingRetry + something is new further down': storesFresh([], true),
    // They were read on another device.
    'pageVisible.awaitingRetry + nothing is new': storesFresh([], false),
    'pageVisible.awaitingRetry + the page is hidden': { to: 'pageHidden', context: {} },
    'pageVisible.awaitingRetry + retry is due': (before) =>
      before.unread ? marksAllRead([])(before) : { to: 'pageVisible.idle', context: {} },
  },
  claims: {
    'pageVisible.idle': ({ context }) => expect(context.unread).toBe(false),
  },
  // While it is marking, that state itself defines where a hidden page leads.
  unpaired: 1,
});
