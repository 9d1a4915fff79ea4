import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { shownToasts, type toasts, type Toast, type ToastRequest } from '#machines/toasts.ts';
import { raisedAfter, when, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

type Context = { readonly toasts: readonly Toast[]; readonly made: number };

const copied: ToastRequest = { message: 'copied', kind: 'success' };
const joined: ToastRequest = { message: 'joined', kind: 'success', values: { name: 'הליגה הלאומית' } };
const failed: ToastRequest = {
  message: 'copyFailed',
  kind: 'failure',
  action: { name: 'retry', label: 'retry' },
};

/** Said in one order, or again: every other order would only make more of the same. */
const next = (place: number, message: string) => (snapshot: AnyMachineSnapshot) => {
  const { made, toasts: list } = snapshot.context as Context;
  return made === place || list.some((toast) => toast.message === message);
};
const running = (id: number) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Context).toasts.some((toast) => toast.id === id && toast.living);

/** The time runs of the successes among the first three, and of nothing else. */
const timed = (list: readonly Toast[]) =>
  list.map((toast, place) => ({ ...toast, living: place < 3 && toast.kind === 'success' }));
const still = (list: readonly Toast[]) => list.map((toast) => ({ ...toast, living: false }));
const has = (list: readonly Toast[], { message }: ToastRequest) =>
  list.some((toast) => toast.message === message);

const timeOf = ({ id }: Toast) => ({ event: { type: 'toast.expired', id }, ms: 2000 });
/** Running: a message is said once, and said again it keeps its place and its time starts anew. */
const said = (toast: ToastRequest) => (before: Context) =>
  has(before.toasts, toast)
    ? {
        to: 'running',
        context: { made: before.made, toasts: timed(before.toasts) },
        waits: before.toasts
          .slice(0, 3)
          .filter((shown) => shown.kind === 'success' && shown.message === toast.message)
          .map(timeOf),
      }
    : {
        to: 'running',
        context: {
          made: before.made + 1,
          toasts: timed([...before.toasts, { ...toast, id: before.made + 1, living: false }]),
        },
      };
/** Nobody looking on: it waits, with no time running. */
const kept = (state: string, toast: ToastRequest) => (before: Context) =>
  has(before.toasts, toast)
    ? 'ignored'
    : {
        to: state,
        context: {
          made: before.made + 1,
          toasts: [...before.toasts, { ...toast, id: before.made + 1, living: false }],
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
    ? { to: 'held', context: { toasts: left } }
    : { to: 'running', context: { toasts: [] } };
};
const toldOf = (id: number, then: typeof gone) => (before: Context) => {
  const outcome = then(id)(before);
  const meant = before.toasts.find((toast) => toast.id === id);
  return typeof outcome === 'string' || !meant?.action
    ? 'ignored'
    : { ...outcome, sends: [{ type: 'toast.acted', action: 'retry', toast: meant }] };
};

/** What is written of toasts: its test walks it headless, its screen's in a browser. */
export const toastsExpectations: MachineExpectations<typeof toasts> = {
  inputs: { app: undefined },
  fold: ({ toasts: list, made }) =>
    `${made}: ${list.map(({ message, id, living }) => `${message}${id}${living ? '*' : ''}`).join(' ')}`,
  events: {
    'show copied': when(next(0, 'copied'), { type: 'toast.show', toast: copied }),
    'show joined': when(next(2, 'joined'), { type: 'toast.show', toast: joined }),
    'show failed': when(next(1, 'copyFailed'), { type: 'toast.show', toast: failed }),
    'show a fourth': when(next(3, 'saved'), { type: 'toast.show', toast: { ...copied, message: 'saved' } }),
    'dismiss 1': { type: 'toast.dismiss', id: 1 },
    'act on 1': { type: 'toast.act', id: 1 },
    'act on 2': { type: 'toast.act', id: 2 },
    'time of 1': raisedAfter({ type: 'toast.expired', id: 1 }, 2000, running(1)),
    'time of 4': raisedAfter({ type: 'toast.expired', id: 4 }, 2000, running(4)),
    hover: { type: 'attention.held' },
    leave: { type: 'attention.released' },
    hide: { type: 'page.hidden' },
    look: { type: 'page.shown' },
  },
  becomes: {
    'start: app': { to: 'running', context: { toasts: [], made: 0 } },

    'running + show copied': said(copied),
    'running + show joined': said(joined),
    'running + show failed': said(failed),
    'running + show a fourth': said({ ...copied, message: 'saved' }),
    'running + dismiss 1': gone(1),
    'running + act on 1': toldOf(1, gone),
    'running + act on 2': toldOf(2, gone),
    'running + time of 1': gone(1),
    'running + time of 4': gone(4),
    'running + hover': ({ toasts: list }) =>
      list.length > 0 ? { to: 'held', context: { toasts: still(list) } } : 'running',
    'running + hide': ({ toasts: list }) => ({ to: 'away', context: { toasts: still(list) } }),

    'held + show copied': kept('held', copied),
    'held + show joined': kept('held', joined),
    'held + show failed': kept('held', failed),
    'held + show a fourth': kept('held', { ...copied, message: 'saved' }),
    'held + dismiss 1': goneHeld(1),
    'held + act on 1': toldOf(1, goneHeld),
    'held + act on 2': toldOf(2, goneHeld),
    'held + leave': ({ toasts: list }) => ({ to: 'running', context: { toasts: timed(list) } }),
    'held + hide': ({ toasts: list }) => ({ to: 'away', context: { toasts: list } }),

    'away + show copied': kept('away', copied),
    'away + show joined': kept('away', joined),
    'away + show failed': kept('away', failed),
    'away + show a fourth': kept('away', { ...copied, message: 'saved' }),
    'away + hide': 'away',
    'away + look': ({ toasts: list }) => ({ to: 'running', context: { toasts: timed(list) } }),
  },
  claims: {
    '*': ({ context }, { timers }) => {
      const shown = shownToasts(context);
      expect(shown.length).toBe(Math.min(3, context.toasts.length));
      const ids = shown.filter((toast) => toast.living).map((toast) => toast.id);
      expect(timers.map(({ event }) => event.id as number).sort()).toEqual(ids);
      expect(timers.every(({ ms }) => ms === 2000)).toBe(true);
    },
    held: (_snapshot, { timers }) => expect(timers).toEqual([]),
    away: (_snapshot, { timers }) => expect(timers).toEqual([]),
  },
  unpaired: 9,
};
