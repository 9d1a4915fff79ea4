import { assign, emit, enqueueActions, setup } from 'xstate';
import { limits } from '#contract/limits.ts';
import { setupTypes } from './port.ts';

/** A message for the person, by its key. `action` names what its one button asks for (`retry`, `undo`). */
export type ToastRequest = {
  readonly message: string;
  readonly kind: 'success' | 'failure';
  readonly values?: Readonly<Record<string, string | number>>;
  readonly action?: { readonly name: string; readonly label: string };
};
/** `living`: its time is running. */
export type Toast = ToastRequest & { readonly id: number; readonly living: boolean };

type Context = { readonly toasts: readonly Toast[]; readonly made: number };
type Events =
  | { type: 'toast.show'; toast: ToastRequest }
  | { type: 'toast.dismiss'; id: number }
  | { type: 'toast.act'; id: number }
  | { type: 'toast.expired'; id: number }
  | { type: 'attention.held' }
  | { type: 'attention.released' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' };

/** At most this many at once; the others wait for room. */
const maxShown = 3;
const timerIdOf = (toast: Toast) => `life of ${toast.id}`;
const isSameToast = (a: ToastRequest, b: ToastRequest) =>
  a.kind === b.kind && a.message === b.message && JSON.stringify(a.values) === JSON.stringify(b.values);
const duplicateOf = ({ toasts }: Context, event: Events) =>
  event.type === 'toast.show' ? toasts.find((toast) => isSameToast(toast, event.toast)) : undefined;
const toastOf = ({ toasts }: Context, event: Events) =>
  'id' in event ? toasts.find((toast) => toast.id === event.id) : undefined;

/** The toasts a view draws, oldest first. */
export const shownToasts = ({ toasts }: Context): readonly Toast[] => toasts.slice(0, maxShown);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted: { type: 'toast.acted'; action: string; toast: Toast };
  }>(),
  delays: { life: limits.toast },
  guards: {
    isRepeat: ({ context, event }) => duplicateOf(context, event) !== undefined,
    isNew: ({ context, event }) => duplicateOf(context, event) === undefined,
    isThere: ({ context, event }) => toastOf(context, event) !== undefined,
    hasAction: ({ context, event }) => toastOf(context, event)?.action !== undefined,
    isEmpty: ({ context }) => context.toasts.length === 0,
  },
  actions: {
    add: assign(({ context, event }) => {
      if (event.type !== 'toast.show') return {};
      const made = context.made + 1;
      return { made, toasts: [...context.toasts, { ...event.toast, id: made, living: false }] };
    }),
    remove: enqueueActions(({ context, event, enqueue }) => {
      const gone = toastOf(context, event);
      if (!gone) return;
      enqueue.cancel(timerIdOf(gone));
      enqueue.assign({ toasts: context.toasts.filter((toast) => toast !== gone) });
    }),
    tell: emit(({ context, event }) => {
      const toast = toastOf(context, event) as Toast;
      return { type: 'toast.acted', action: toast.action?.name ?? '', toast };
    }),
    /** Starts the time of every success that is in view and has none running. */
    tend: enqueueActions(({ context, enqueue }) => {
      const ready = shownToasts(context).filter((toast) => toast.kind === 'success' && !toast.living);
      for (const toast of ready)
        enqueue.raise({ type: 'toast.expired', id: toast.id }, { delay: 'life', id: timerIdOf(toast) });
      enqueue.assign({
        toasts: context.toasts.map((toast) => (ready.includes(toast) ? { ...toast, living: true } : toast)),
      });
    }),
    /** Said again: its time starts anew. */
    renew: enqueueActions(({ context, event, enqueue }) => {
      const again = duplicateOf(context, event);
      if (!again) return;
      enqueue.cancel(timerIdOf(again));
      enqueue.assign({
        toasts: context.toasts.map((toast) => (toast === again ? { ...toast, living: false } : toast)),
      });
    }),
    pause: enqueueActions(({ context, enqueue }) => {
      for (const toast of context.toasts) enqueue.cancel(timerIdOf(toast));
      enqueue.assign({ toasts: context.toasts.map((toast) => ({ ...toast, living: false })) });
    }),
  },
});

/**
 * What the app tells people in passing: successes for two seconds, failures until dismissed, three at a time.
 * Nobody loses a message by looking away: time stands still while one is hovered or focused, or the page hidden.
 */
export const toasts = charts.createMachine({
  id: 'toasts',
  context: { toasts: [], made: 0 },
  initial: 'running',
  on: { 'page.hidden': '.away' },
  states: {
    running: {
      entry: 'tend',
      exit: 'pause',
      on: {
        'toast.show': [{ guard: 'isRepeat', actions: ['renew', 'tend'] }, { actions: ['add', 'tend'] }],
        'toast.dismiss': { guard: 'isThere', actions: ['remove', 'tend'] },
        'toast.act': { guard: 'hasAction', actions: ['tell', 'remove', 'tend'] },
        'toast.expired': { actions: ['remove', 'tend'] },
        'attention.held': 'held',
      },
    },
    held: {
      // The hovered one may be the one that was dismissed: then nothing will ever say it was released.
      always: { guard: 'isEmpty', target: 'running' },
      on: {
        'toast.show': { guard: 'isNew', actions: 'add' },
        'toast.dismiss': { guard: 'isThere', actions: 'remove' },
        'toast.act': { guard: 'hasAction', actions: ['tell', 'remove'] },
        'attention.released': 'running',
      },
    },
    away: {
      on: {
        'toast.show': { guard: 'isNew', actions: 'add' },
        'page.shown': 'running',
      },
    },
  },
});
