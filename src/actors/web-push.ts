import * as v from 'valibot';
import type { PushSubscription as Subscription } from '#contract/push-calls.ts';
import { Pushed, subscriptionChanged } from '#contract/push-message.ts';
import type { PushDevice } from './push-device.ts';

/** Whether the browser supports pushes; on iOS only in the installed app. */
const hasPushes = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const pushManager = async () => (await navigator.serviceWorker.ready).pushManager;
const base64url = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Resolves with the browser's subscription for `serverKey`, after ending one for another key. */
async function subscribe(serverKey: string): Promise<Subscription> {
  const manager = await pushManager();
  const current = await manager.getSubscription();
  const ofThisKey = current && base64url(current.options.applicationServerKey) === serverKey ? current : null;
  if (current && !ofThisKey) await current.unsubscribe();
  const subscription =
    ofThisKey ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }));
  return {
    endpoint: subscription.endpoint,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
  };
}

/** Ends the browser's subscription, if it has one. */
async function unsubscribe(): Promise<void> {
  if (!hasPushes()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Listens to the service worker's messages about pushes. */
const listen: PushDevice['listen'] = ({ show, renew }) => {
  if (!hasPushes()) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [worker] }) => {
    if (data === subscriptionChanged) return renew();
    const { success, output } = v.safeParse(Pushed, data);
    if (!success) return;
    show(output.pushed);
    worker?.postMessage(true);
  });
};

/** This browser as a push device. Its messages arrive in the service worker. */
export const webPush: PushDevice = {
  canBePushedTo: (serverKey) => hasPushes() && serverKey !== '',
  permission: () => Promise.resolve(Notification.permission),
  askPermission: () => Notification.requestPermission(),
  subscribe,
  unsubscribe,
  listen,
};
