import { assign, emit, setup } from 'xstate';
import { eventOf, outputOf } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  /** Ids of the notifications that were new during this visit; they stay marked until it ends. */
  readonly fresh: readonly number[];
  /** Whether the server still counts some as new. */
  readonly unread: boolean;
};
/** The list is on the page. `fresh`: new ids in it; `unreadCount`: how many are new in all. */
type ListShown = { type: 'list.shown'; fresh: readonly number[]; unreadCount: number };
type Events = ListShown | { type: 'page.shown' } | { type: 'page.hidden' };

const withIds = ({ fresh }: Context, ids: readonly number[]) => ({ fresh: [...new Set([...fresh, ...ids])] });

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted: { type: 'notifications.read' };
  }>(),
  actors: {
    /** Resolves with the ids that were new until then. */
    markAllRead: port<readonly number[], void>('markAllRead'),
  },
  delays: { retryDelay: 5000 },
  guards: { isUnread: ({ context }) => context.unread },
  actions: {
    storeShown: assign(({ context }, { fresh, unreadCount }: ListShown) => ({
      ...withIds(context, fresh),
      unread: fresh.length > 0 || unreadCount > 0,
    })),
    addFresh: assign(({ context }, ids: readonly number[]) => withIds(context, ids)),
    setUnread: assign({ unread: true }),
    clearUnread: assign({ unread: false }),
    reportRead: emit({ type: 'notifications.read' }),
  },
});

/**
 * One visit to the list of notifications: those listed while the page is visible are marked read, on every device.
 * They stay marked as new until the visit ends.
 */
export const notificationVisit = charts.createMachine({
  id: 'notification-visit',
  context: { fresh: [], unread: false },
  initial: 'pageHidden',
  on: { 'list.shown': { actions: { type: 'storeShown', params: eventOf } } },
  states: {
    pageHidden: { on: { 'page.shown': 'pageVisible' } },
    pageVisible: {
      on: { 'page.hidden': 'pageHidden' },
      initial: 'idle',
      states: {
        idle: { always: { guard: 'isUnread', target: 'marking' } },
        marking: {
          // Notifications that arrive meanwhile set `unread` again and are marked next.
          entry: 'clearUnread',
          invoke: {
            id: 'markAllRead',
            src: 'markAllRead',
            onDone: { target: 'idle', actions: [{ type: 'addFresh', params: outputOf }, 'reportRead'] },
            onError: { target: 'awaitingRetry', actions: 'setUnread' },
          },
          // The answer of the stopped call is lost: mark again when the page is shown.
          on: { 'page.hidden': { target: '#notification-visit.pageHidden', actions: 'setUnread' } },
        },
        awaitingRetry: { after: { retryDelay: 'idle' } },
      },
    },
  },
});
