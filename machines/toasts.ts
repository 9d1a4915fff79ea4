import { assign, enqueueActions, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** A toast to show; `message` is an i18n key. */
export type ToastRequest = {
  readonly message: string;
  /** `spoken`: announced by screen readers, not shown. */
  readonly kind: 'success' | 'failure' | 'spoken';
  readonly values?: Readonly<Record<string, string | number>>;
  /** The failure whose text is the message's value `what`. */
  readonly reason?: Failure['kind'];
};
export type Toast = ToastRequest & { readonly id: number; readonly timerRunning: boolean };

type Context = { readonly toasts: readonly Toast[]; readonly lastId: number };
type Show = { type: 'toast.show'; toast: ToastRequest };
type ById = { readonly id: number };

/** Further toasts wait until one of these is removed. */
const maxShown = 3;
const timerIdOf = (toast: Toast) => `timer of ${toast.id}`;
/** Spoken toasts never count as duplicates: a repeated announcement is spoken again. */
const isSameToast = (a: ToastRequest, b: ToastRequest) =>
  a.kind === b.kind &&
  a.kind !== 'spoken' &&
  a.message === b.message &&
  a.reason === b.reason &&
  JSON.stringify(a.values) === JSON.stringify(b.values);
const duplicateOf = ({ toasts }: Context, { toast }: Show) =>
  toasts.find((other) => isSameToast(other, toast));

const isSpoken = ({ kind }: Toast) => kind === 'spoken';

/** The toasts to draw, oldest first. */
export const shownToasts = ({ toasts }: Context): readonly Toast[] =>
  toasts.filter((toast) => !isSpoken(toast)).slice(0, maxShown);
export const spokenToasts = ({ toasts }: Context): readonly Toast[] => toasts.filter(isSpoken);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events:
      | Show
      | ({ type: 'toast.dismiss' | 'toast.expired' } & ById)
      /** A toast gained or lost hover or focus. */
      | { type: 'attention.gained' | 'attention.lost' }
      | { type: 'page.hidden' | 'page.shown' };
  }>(),
  delays: { displayTime: limits.toast },
  guards: {
    isDuplicate: ({ context }, show: Show) => duplicateOf(context, show) !== undefined,
    isNotDuplicate: ({ context }, show: Show) => duplicateOf(context, show) === undefined,
    hasToast: ({ context }, { id }: ById) => context.toasts.some((toast) => toast.id === id),
    hasToasts: ({ context }) => context.toasts.length > 0,
  },
  actions: {
    addToast: assign(({ context: { toasts, lastId } }, { toast }: Show) => ({
      lastId: lastId + 1,
      toasts: [...toasts, { ...toast, id: lastId + 1, timerRunning: false }],
    })),
    removeToast: enqueueActions(({ context: { toasts }, enqueue }, { id }: ById) => {
      for (const toast of toasts) if (toast.id === id) enqueue.cancel(timerIdOf(toast));
      enqueue.assign({ toasts: toasts.filter((toast) => toast.id !== id) });
    }),
    /** Starts timers of all shown and spoken toasts except failures. */
    startTimers: enqueueActions(({ context, enqueue }) => {
      const ready = [...shownToasts(context), ...spokenToasts(context)].filter(
        (toast) => toast.kind !== 'failure' && !toast.timerRunning,
      );
      for (const toast of ready)
        enqueue.raise(
          { type: 'toast.expired', id: toast.id },
          { delay: 'displayTime', id: timerIdOf(toast) },
        );
      enqueue.assign({
        toasts: context.toasts.map((toast) =>
          ready.includes(toast) ? { ...toast, timerRunning: true } : toast,
        ),
      });
    }),
    restartTimer: enqueueActions(({ context, enqueue }, show: Show) => {
      const duplicate = duplicateOf(context, show);
      if (!duplicate) return;
      enqueue.cancel(timerIdOf(duplicate));
      enqueue.assign({
        toasts: context.toasts.map((toast) =>
          toast === duplicate ? { ...toast, timerRunning: false } : toast,
        ),
      });
    }),
    stopTimers: enqueueActions(({ context, enqueue }) => {
      for (const toast of context.toasts) enqueue.cancel(timerIdOf(toast));
      enqueue.assign({ toasts: context.toasts.map((toast) => ({ ...toast, timerRunning: false })) });
    }),
  },
});

const addToast = { type: 'addToast', params: eventOf } as const;
const removeToast = { type: 'removeToast', params: eventOf } as const;
const hasToast = { type: 'hasToast', params: eventOf } as const;
const onShow = { guard: { type: 'isNotDuplicate', params: eventOf }, actions: addToast } as const;

/**
 * The app's toasts: successes and spoken ones last `limits.toast`, failures until dismissed; at most three are shown.
 * Timers stop while a toast is hovered or focused, and while the page is hidden, so that no message is missed.
 */
export const toasts = charts.createMachine({
  id: 'toasts',
  context: { toasts: [], lastId: 0 },
  initial: 'running',
  on: { 'page.hidden': '.pageHidden' },
  states: {
    running: {
      entry: 'startTimers',
      exit: 'stopTimers',
      on: {
        'toast.show': [
          {
            guard: { type: 'isDuplicate', params: eventOf },
            actions: [{ type: 'restartTimer', params: eventOf }, 'startTimers'],
          },
          { actions: [addToast, 'startTimers'] },
        ],
        'toast.dismiss': { guard: hasToast, actions: [removeToast, 'startTimers'] },
        'toast.expired': { actions: [removeToast, 'startTimers'] },
        'attention.gained': { guard: 'hasToasts', target: 'paused' },
      },
    },
    paused: {
      on: {
        'toast.show': onShow,
        // Dismissing the hovered or focused toast reports no `attention.lost`.
        'toast.dismiss': { guard: hasToast, target: 'running', actions: removeToast },
        'attention.lost': 'running',
      },
    },
    pageHidden: { on: { 'toast.show': onShow, 'page.shown': 'running' } },
  },
});
