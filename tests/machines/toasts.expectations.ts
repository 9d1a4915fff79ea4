import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { shownToasts, type toasts, type Toast, type ToastRequest } from '#machines/toasts.ts';
import { raisedAfter, when, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

type Context = { readonly toasts: readonly Toast[]; readonly lastId: number };

const copied: ToastRequest = { message: 'copied', kind: 'success' };
const joined: ToastRequest = { message: 'joined', kind: 'success', values: { name: 'הליגה הלאומית' } };
/** The same message of another league. */
const joinedOther: ToastRequest = { ...joined, values: { name: 'ליגת העל' } };
const failed: ToastRequest = { message: 'copyFailed', kind: 'failure' };

/** Toasts are shown in one order, or repeated: other orders only repeat the transitions. */
const next = (place: number, message: string) => (snapshot: AnyMachineSnapshot) => {
  const { lastId, toasts: list } = snapshot.context as Context;
  return lastId === place || list.some((toast) => toast.message === message);
};
const running = (id: number) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Context).toasts.some((toast) => toast.id === id && toast.timerRunning);

/** Timers run only for the successes among the first three. */
const timed = (list: readonly Toast[]) =>
  list.map((toast, place) => ({ ...toast, timerRunning: place < 3 && toast.kind === 'success' }));
const still = (list: readonly Toast[]) => list.map((toast) => ({ ...toast, timerRunning: false }));
const isOf = (toast: ToastRequest, { message, values }: ToastRequest) =>
  toast.message === message && toast.values?.name === values?.name;
const has = (list: readonly Toast[], wanted: ToastRequest) => list.some((toast) => isOf(toast, wanted));

const timeOf = ({ id }: Toast) => ({ event: { type: 'toast.expired', id }, ms: 2000 });
/** While running: a repeated message keeps its place and restarts its timer. */
const said = (toast: ToastRequest) => (before: Context) =>
  has(before.toasts, toast)
    ? {
        to: 'running',
        context: { lastId: before.lastId, toasts: timed(before.toasts) },
        waits: before.toasts
          .slice(0, 3)
          .filter((shown) => shown.kind === 'success' && isOf(shown, toast))
          .map(timeOf),
      }
    : {
        to: 'running',
        context: {
          lastId: before.lastId + 1,
          toasts: timed([...before.toasts, { ...toast, id: before.lastId + 1, timerRunning: false }]),
        },
      };
/** While nobody can see it: shown later, without a timer. */
const kept = (state: string, toast: ToastRequest) => (before: Context) =>
  has(before.toasts, toast)
    ? 'ignored'
    : {
        to: state,
        context: {
          lastId: before.lastId + 1,
          toasts: [...before.toasts, { ...toast, id: before.lastId + 1, timerRunning: false }],
        },
      };
const gone = (id: number) => (before: Context) =>
  before.toasts.some((toast) => toast.id === id)
    ? { to: 'running', context: { toasts: timed(before.toasts.filter((toast) => toast.id !== id)) } }
    : 'ignored';
const goneHeld = (id: number) => (before: Context) => {
  const left = before.toasts.filter((toast) => toast.id !== id);
  if (left.length === before.toasts.length) return 'ignored';
  return left.length > 0
    ? { to: 'paused', context: { toasts: left } }
    : { to: 'running', context: { toasts: [] } };
};

/** Expectations of toasts, for its test and for its screen's walk. */
export const toastsExpectations: MachineExpectations<typeof toasts> = {
  inputs: { app: undefined },
  fold: ({ toasts: list, lastId }) =>
    `${lastId}: ${list.map(({ message, id, timerRunning }) => `${message}${id}${timerRunning ? '*' : ''}`).join(' ')}`,
  events: {
    'show copied': when(next(0, 'copied'), { type: 'toast.show', toast: copied }),
    'show joined': when(next(2, 'joined'), { type: 'toast.show', toast: joined }),
    'show failed': when(next(1, 'copyFailed'), { type: 'toast.show', toast: failed }),
    'show a fourth': when(next(3, 'saved'), { type: 'toast.show', toast: { ...copied, message: 'saved' } }),
    'show joined of another league': when(
      (snapshot) => snapshot.matches('running') && next(2, 'joined')(snapshot) && next(3, 'none')(snapshot),
      { type: 'toast.show', toast: joinedOther },
    ),
    'dismiss 1': { type: 'toast.dismiss', id: 1 },
    '1 expires': raisedAfter({ type: 'toast.expired', id: 1 }, 2000, running(1)),
    '4 expires': raisedAfter({ type: 'toast.expired', id: 4 }, 2000, running(4)),
    'attention gained': { type: 'attention.gained' },
    'attention lost': { type: 'attention.lost' },
    'page hidden': { type: 'page.hidden' },
    'page shown': { type: 'page.shown' },
  },
  becomes: {
    'start: app': { to: 'running', context: { toasts: [], lastId: 0 } },

    'running + show copied': said(copied),
    'running + show joined': said(joined),
    'running + show failed': said(failed),
    'running + show a fourth': said({ ...copied, message: 'saved' }),
    'running + show joined of another league': said(joinedOther),
    'running + dismiss 1': gone(1),
    'running + 1 expires': gone(1),
    'running + 4 expires': gone(4),
    'running + attention gained': ({ toasts: list }) =>
      list.length > 0 ? { to: 'paused', context: { toasts: still(list) } } : 'running',
    'running + page hidden': ({ toasts: list }) => ({ to: 'pageHidden', context: { toasts: still(list) } }),

    'paused + show copied': kept('paused', copied),
    'paused + show joined': kept('paused', joined),
    'paused + show failed': kept('paused', failed),
    'paused + show a fourth': kept('paused', { ...copied, message: 'saved' }),
    'paused + dismiss 1': goneHeld(1),
    'paused + attention lost': ({ toasts: list }) => ({ to: 'running', context: { toasts: timed(list) } }),
    'paused + page hidden': ({ toasts: list }) => ({ to: 'pageHidden', context: { toasts: list } }),

    'pageHidden + show copied': kept('pageHidden', copied),
    'pageHidden + show joined': kept('pageHidden', joined),
    'pageHidden + show failed': kept('pageHidden', failed),
    'pageHidden + show a fourth': kept('pageHidden', { ...copied, message: 'saved' }),
    'pageHidden + page hidden': 'pageHidden',
    'pageHidden + page shown': ({ toasts: list }) => ({ to: 'running', context: { toasts: timed(list) } }),
  },
  claims: {
    '*': ({ context }, { timers }) => {
      const shown = shownToasts(context);
      expect(shown.length).toBe(Math.min(3, context.toasts.length));
      const ids = shown.filter((toast) => toast.timerRunning).map((toast) => toast.id);
      expect(timers.map(({ event }) => event.id as number).toSorted((a, b) => a - b)).toEqual(ids);
      expect(timers.every(({ ms }) => ms === 2000)).toBe(true);
    },
    paused: (_snapshot, { timers }) => expect(timers).toEqual([]),
    pageHidden: (_snapshot, { timers }) => expect(timers).toEqual([]),
  },
  unpaired: 7,
};
