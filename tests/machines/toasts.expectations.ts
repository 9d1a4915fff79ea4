import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { shownToasts, spokenToasts, type toasts, type Toast, type ToastRequest } from '#machines/toasts.ts';
import { raisedAfter, when, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

type Context = { readonly toasts: readonly Toast[]; readonly lastId: number };

const copied: ToastRequest = { message: 'copied', kind: 'success' };
const joined: ToastRequest = { message: 'joined', kind: 'success', values: { name: 'הליגה הלאומית' } };
/** The same message of another league. */
const joinedOther: ToastRequest = { ...joined, values: { name: 'ליגת העל' } };
const failed: ToastRequest = { message: 'copyFailed', kind: 'failure' };
/** For screen readers: it takes no place among what is drawn. */
const spoken: ToastRequest = {
  message: 'spoken.saved',
  kind: 'spoken',
  values: { picks: 'ברזיל 2 ומרוקו 1' },
};

/** Toasts are shown in one order, or repeated: other orders only repeat the transitions. */
const next = (place: number, message: string) => (snapshot: AnyMachineSnapshot) => {
  const { lastId, toasts: list } = snapshot.context as Context;
  return lastId === place || list.some((toast) => toast.message === message);
};
const running = (id: number) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Context).toasts.some((toast) => toast.id === id && toast.timerRunning);

const drawn = (list: readonly Toast[]) => list.filter(({ kind }) => kind !== 'spoken');
/** Timers run only for the successes among the first three that are drawn, and for all that is spoken. */
const timed = (list: readonly Toast[]) =>
  list.map((toast) => ({
    ...toast,
    timerRunning:
      toast.kind === 'spoken' || (toast.kind === 'success' && drawn(list).slice(0, 3).includes(toast)),
  }));
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
        waits: drawn(before.toasts)
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
/** Each time anew, whatever was said before. */
const toldIn = (state: string, list: (all: readonly Toast[]) => readonly Toast[]) => (before: Context) => ({
  to: state,
  context: {
    lastId: before.lastId + 1,
    toasts: list([...before.toasts, { ...spoken, id: before.lastId + 1, timerRunning: false }]),
  },
});
const gone = (id: number) => (before: Context) =>
  before.toasts.some((toast) => toast.id === id)
    ? { to: 'running', context: { toasts: timed(before.toasts.filter((toast) => toast.id !== id)) } }
    : 'ignored';

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
    speak: when(({ context }) => (context as Context).lastId < 3, { type: 'toast.show', toast: spoken }),
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
    'running + speak': toldIn('running', timed),
    'running + dismiss 1': gone(1),
    'running + 1 expires': gone(1),
    'running + 4 expires': gone(4),
    'running + attention gained': ({ toasts: list }) =>
      list.length > 0 ? { to: 'paused', context: { toasts: still(list) } } : 'ignored',
    'running + page hidden': ({ toasts: list }) => ({ to: 'pageHidden', context: { toasts: still(list) } }),

    'paused + show copied': kept('paused', copied),
    'paused + show joined': kept('paused', joined),
    'paused + show failed': kept('paused', failed),
    'paused + show a fourth': kept('paused', { ...copied, message: 'saved' }),
    'paused + speak': toldIn('paused', still),
    'paused + dismiss 1': gone(1),
    'paused + attention lost': ({ toasts: list }) => ({ to: 'running', context: { toasts: timed(list) } }),
    'paused + page hidden': ({ toasts: list }) => ({ to: 'pageHidden', context: { toasts: list } }),

    'pageHidden + show copied': kept('pageHidden', copied),
    'pageHidden + show joined': kept('pageHidden', joined),
    'pageHidden + show failed': kept('pageHidden', failed),
    'pageHidden + show a fourth': kept('pageHidden', { ...copied, message: 'saved' }),
    'pageHidden + speak': toldIn('pageHidden', still),
    'pageHidden + page hidden': 'pageHidden',
    'pageHidden + page shown': ({ toasts: list }) => ({ to: 'running', context: { toasts: timed(list) } }),
  },
  claims: {
    '*': ({ context }, { timers }) => {
      const shown = shownToasts(context);
      expect(shown).toEqual(drawn(context.toasts).slice(0, 3));
      const heard = context.toasts.filter(({ kind }) => kind === 'spoken');
      expect(spokenToasts(context)).toEqual(heard);
      const ids = [...shown, ...heard].filter((toast) => toast.timerRunning).map((toast) => toast.id);
      const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b);
      expect(sorted(timers.map(({ event }) => event.id as number))).toEqual(sorted(ids));
      expect(timers.every(({ ms }) => ms === 2000)).toBe(true);
    },
    paused: (_snapshot, { timers }) => expect(timers).toEqual([]),
    pageHidden: (_snapshot, { timers }) => expect(timers).toEqual([]),
  },
  unpaired: 3,
};
