import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { shownToasts, spokenToasts, type toasts, type Toast, type ToastRequest } from '#machines/toasts.ts';
import { raisedAfter, when, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

type Context = { readonly toasts: readonly Toast[]; readonly lastId: number };

const copiedToast: ToastRequest = { message: 'copied', kind: 'success' };
const joinedToast: ToastRequest = { message: 'joined', kind: 'success', values: { name: 'הליגה הלאומית' } };
/** The same message about another league. */
const joinedOtherToast: ToastRequest = { ...joinedToast, values: { name: 'ליגת העל' } };
const failedToast: ToastRequest = { message: 'copyFailed', kind: 'failure' };
/** A toast for screen readers: it is not drawn. */
const spokenToast: ToastRequest = {
  message: 'spoken.saved',
  kind: 'spoken',
  values: { picks: 'ברזיל 2 ומרוקו 1' },
};

/** Toasts are shown in one order, or repeated: other orders only repeat the transitions. */
const isNextOrShown = (place: number, message: string) => (snapshot: AnyMachineSnapshot) => {
  const { lastId, toasts: list } = snapshot.context as Context;
  return lastId === place || list.some((toast) => toast.message === message);
};
const isTimerRunning = (id: number) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Context).toasts.some((toast) => toast.id === id && toast.timerRunning);

const drawnToasts = (list: readonly Toast[]) => list.filter(({ kind }) => kind !== 'spoken');
/** Timers run only for the successes among the first three drawn toasts, and for all spoken ones. */
const withTimers = (list: readonly Toast[]) =>
  list.map((toast) => ({
    ...toast,
    timerRunning:
      toast.kind === 'spoken' || (toast.kind === 'success' && drawnToasts(list).slice(0, 3).includes(toast)),
  }));
const withoutTimers = (list: readonly Toast[]) => list.map((toast) => ({ ...toast, timerRunning: false }));
const isSameMessage = (toast: ToastRequest, { message, values }: ToastRequest) =>
  toast.message === message && toast.values?.name === values?.name;
const hasToast = (list: readonly Toast[], request: ToastRequest) =>
  list.some((toast) => isSameMessage(toast, request));

const expiryWait = ({ id }: Toast) => ({ event: { type: 'toast.expired', id }, ms: 2000 });
/** A toast while timers run: a repeated message keeps its place and restarts its timer. */
const showsToast = (toast: ToastRequest) => (before: Context) =>
  hasToast(before.toasts, toast)
    ? {
        to: 'running',
        context: { lastId: before.lastId, toasts: withTimers(before.toasts) },
        waits: drawnToasts(before.toasts)
          .slice(0, 3)
          .filter((shown) => shown.kind === 'success' && isSameMessage(shown, toast))
          .map(expiryWait),
      }
    : {
        to: 'running',
        context: {
          lastId: before.lastId + 1,
          toasts: withTimers([...before.toasts, { ...toast, id: before.lastId + 1, timerRunning: false }]),
        },
      };
/** A toast while timers are stopped: it is listed without a timer. */
const queuesToast = (state: string, toast: ToastRequest) => (before: Context) =>
  hasToast(before.toasts, toast)
    ? 'ignored'
    : {
        to: state,
        context: {
          lastId: before.lastId + 1,
          toasts: [...before.toasts, { ...toast, id: before.lastId + 1, timerRunning: false }],
        },
      };
/** A spoken toast is listed each time, even if its message is repeated. */
const speaksToast =
  (state: string, setTimers: (all: readonly Toast[]) => readonly Toast[]) => (before: Context) => ({
    to: state,
    context: {
      lastId: before.lastId + 1,
      toasts: setTimers([...before.toasts, { ...spokenToast, id: before.lastId + 1, timerRunning: false }]),
    },
  });
const removesToast = (id: number) => (before: Context) =>
  before.toasts.some((toast) => toast.id === id)
    ? { to: 'running', context: { toasts: withTimers(before.toasts.filter((toast) => toast.id !== id)) } }
    : 'ignored';

/** Expectations of toasts, for its test and for its screen's walk. */
export const toastsExpectations: MachineExpectations<typeof toasts> = {
  inputs: { app: undefined },
  fold: ({ toasts: list, lastId }) =>
    `${lastId}: ${list.map(({ message, id, timerRunning }) => `${message}${id}${timerRunning ? '*' : ''}`).join(' ')}`,
  events: {
    'show copied': when(isNextOrShown(0, 'copied'), { type: 'toast.show', toast: copiedToast }),
    'show joined': when(isNextOrShown(2, 'joined'), { type: 'toast.show', toast: joinedToast }),
    'show failed': when(isNextOrShown(1, 'copyFailed'), { type: 'toast.show', toast: failedToast }),
    'show a fourth': when(isNextOrShown(3, 'saved'), {
      type: 'toast.show',
      toast: { ...copiedToast, message: 'saved' },
    }),
    speak: when(({ context }) => (context as Context).lastId < 3, { type: 'toast.show', toast: spokenToast }),
    'show joined of another league': when(
      (snapshot) =>
        snapshot.matches('running') &&
        isNextOrShown(2, 'joined')(snapshot) &&
        isNextOrShown(3, 'none')(snapshot),
      { type: 'toast.show', toast: joinedOtherToast },
    ),
    'dismiss 1': { type: 'toast.dismiss', id: 1 },
    '1 expires': raisedAfter({ type: 'toast.expired', id: 1 }, 2000, isTimerRunning(1)),
    '4 expires': raisedAfter({ type: 'toast.expired', id: 4 }, 2000, isTimerRunning(4)),
    'attention gained': { type: 'attention.gained' },
    'attention lost': { type: 'attention.lost' },
    'page hidden': { type: 'page.hidden' },
    'page shown': { type: 'page.shown' },
  },
  becomes: {
    'start: app': { to: 'running', context: { toasts: [], lastId: 0 } },

    'running + show copied': showsToast(copiedToast),
    'running + show joined': showsToast(joinedToast),
    'running + show failed': showsToast(failedToast),
    'running + show a fourth': showsToast({ ...copiedToast, message: 'saved' }),
    'running + show joined of another league': showsToast(joinedOtherToast),
    'running + speak': speaksToast('running', withTimers),
    'running + dismiss 1': removesToast(1),
    'running + 1 expires': removesToast(1),
    'running + 4 expires': removesToast(4),
    'running + attention gained': ({ toasts: list }) =>
      list.length > 0 ? { to: 'paused', context: { toasts: withoutTimers(list) } } : 'ignored',
    'running + page hidden': ({ toasts: list }) => ({
      to: 'pageHidden',
      context: { toasts: withoutTimers(list) },
    }),

    'paused + show copied': queuesToast('paused', copiedToast),
    'paused + show joined': queuesToast('paused', joinedToast),
    'paused + show failed': queuesToast('paused', failedToast),
    'paused + show a fourth': queuesToast('paused', { ...copiedToast, message: 'saved' }),
    'paused + speak': speaksToast('paused', withoutTimers),
    'paused + dismiss 1': removesToast(1),
    'paused + attention lost': ({ toasts: list }) => ({
      to: 'running',
      context: { toasts: withTimers(list) },
    }),
    'paused + page hidden': ({ toasts: list }) => ({ to: 'pageHidden', context: { toasts: list } }),

    'pageHidden + show copied': queuesToast('pageHidden', copiedToast),
    'pageHidden + show joined': queuesToast('pageHidden', joinedToast),
    'pageHidden + show failed': queuesToast('pageHidden', failedToast),
    'pageHidden + show a fourth': queuesToast('pageHidden', { ...copiedToast, message: 'saved' }),
    'pageHidden + speak': speaksToast('pageHidden', withoutTimers),
    'pageHidden + page hidden': 'pageHidden',
    'pageHidden + page shown': ({ toasts: list }) => ({
      to: 'running',
      context: { toasts: withTimers(list) },
    }),
  },
  claims: {
    '*': ({ context }, { timers }) => {
      const shown = shownToasts(context);
      expect(shown).toEqual(drawnToasts(context.toasts).slice(0, 3));
      const spokenList = context.toasts.filter(({ kind }) => kind === 'spoken');
      expect(spokenToasts(context)).toEqual(spokenList);
      const ids = [...shown, ...spokenList].filter((toast) => toast.timerRunning).map((toast) => toast.id);
      const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b);
      expect(sorted(timers.map(({ event }) => event.id as number))).toEqual(sorted(ids));
      expect(timers.every(({ ms }) => ms === 2000)).toBe(true);
    },
    paused: (_snapshot, { timers }) => expect(timers).toEqual([]),
    pageHidden: (_snapshot, { timers }) => expect(timers).toEqual([]),
  },
  unpaired: 3,
};
