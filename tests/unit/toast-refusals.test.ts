import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { toastRefusals } from '#app/bet-ports.ts';
import { provideOfflineToast } from '#app/offline-toast.ts';
import { toastRefusedMessages } from '#app/outbox-ports.ts';
import { FailureError } from '#contract/failures.ts';
import type { AppActor } from '#machines/app.ts';
import { shownToasts, toasts as toastsMachine, type ToastRequest } from '#machines/toasts.ts';

/** An app whose views show these items, and a way for its registry to refuse a bet; `toasts` are the requested ones. */
function openApp(...views: number[][]) {
  const toasts: unknown[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const visible = views.map((ids) => ({ items: ids.map((id) => ({ id })), serverNow: 0 }));
  const bets = {
    on: (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
    getSnapshot: () => ({ context: { visible } }),
  };
  const children = { toasts: { send: (event: unknown) => void toasts.push(event) } };
  const app = { getSnapshot: () => ({ context: { bets }, children }) };
  toastRefusals(app as unknown as AppActor);
  const refuse = (id: number) =>
    listeners.get('bet.refused')?.({ item: { id, name: 'הפועל · מכבי' }, failure: { kind: 'item_closed' } });
  return { toasts, refuse };
}

test('a bet that is refused while no view shows its item has a toast with its name and the reason', () => {
  const { toasts, refuse } = openApp([7, 5], [9]);
  refuse(3);
  expect(toasts).toEqual([
    {
      type: 'toast.show',
      toast: {
        kind: 'failure',
        message: 'spoken.said',
        values: { who: 'הפועל · מכבי' },
        reason: 'item_closed',
      },
    },
  ]);
});

test('a bet that is refused while a view shows its item has no toast', () => {
  const { toasts, refuse } = openApp([7, 5], [9]);
  refuse(5);
  refuse(9);
  expect(toasts).toEqual([]);
});

test('toasts of different reasons are separate, and repeated ones of one reason are one', () => {
  const actor = createActor(toastsMachine).start();
  const show = (reason: 'item_closed' | 'forbidden') => {
    const toast: ToastRequest = { kind: 'failure', message: 'spoken.said', values: { who: 'הפועל' }, reason };
    actor.send({ type: 'toast.show', toast });
  };
  show('item_closed');
  show('forbidden');
  show('item_closed');
  expect(shownToasts(actor.getSnapshot().context).map(({ id, reason }) => [id, reason])).toEqual([
    [1, 'item_closed'],
    [2, 'forbidden'],
  ]);
  actor.stop();
});

/** An app whose outbox refuses messages, and the toasts that it was sent. */
function openOutbox() {
  const toasts: unknown[] = [];
  const listeners = new Map<string, () => void>();
  const outbox = { on: (type: string, listener: () => void) => void listeners.set(type, listener) };
  const children = { toasts: { send: (event: unknown) => void toasts.push(event) } };
  const app = { getSnapshot: () => ({ context: { outbox }, children }) } as unknown as AppActor;
  return { app, toasts, refuse: () => listeners.get('message.refused')?.() };
}
const failureToast = (message: string) => ({ type: 'toast.show', toast: { kind: 'failure', message } });

test('each refused message has a toast, since its chat may be closed', () => {
  const { app, toasts, refuse } = openOutbox();
  toastRefusedMessages(app);
  expect(toasts).toEqual([]);
  refuse();
  refuse();
  expect(toasts).toEqual([failureToast('messageNotSent'), failureToast('messageNotSent')]);
});

test('what cannot be created offline has a toast, and what is refused has none; both are rejected', async () => {
  const { app, toasts } = openOutbox();
  const toastWhenOffline = provideOfflineToast(() => app);
  const [offline, refused] = [
    new FailureError({ kind: 'offline' }),
    new FailureError({ kind: 'forbidden', detail: '' }),
  ];
  expect(await toastWhenOffline(Promise.resolve(7))).toBe(7);
  await expect(toastWhenOffline(Promise.reject(refused))).rejects.toBe(refused);
  expect(toasts).toEqual([]);
  await expect(toastWhenOffline(Promise.reject(offline))).rejects.toBe(offline);
  expect(toasts).toEqual([failureToast('noConnection')]);
});
