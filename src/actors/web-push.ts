import * as v from 'valibot';
import type { PushSubscription as Subscription } from '#contract/push-calls.ts';
import { Pushed, subscriptionChanged } from '#contract/push-message.ts';
import type { PushPermission } from '#machines/push-subscription.ts';

/** This browser's subscription to pushes. Its messages come to the service worker. */

/** Whether the browser can be pushed to at all; on an iPhone only once the app is on the home screen. */
export const canBePushedTo = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const pushPermission = (): PushPermission => Notification.permission;

/** Opens the browser's own dialog, right after a tap. */
export const askPermission = (): Promise<PushPermission> => Notification.requestPermission();

const pushManager = async () => (await navigator.serviceWorker.ready).pushManager;
const base64url = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The browser's subscription to messages of one server's key; one of another key is ended. */
export async function subscribe(serverKey: string): Promise<Subscription> {
  const manager = await pushManager();
  const current = await manager.getSubscription();
  const isCurrent = current && base64url(current.options.applicationServerKey) === serverKey;
  if (current && !isCurrent) await current.unsubscribe();
  const subscription =
    current && isCurrent
      ? current
      : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  return {
    endpoint: subscription.endpoint,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
  };
}

/** Ends the browser's subscription, if it has one. */
export async function unsubscribe(): Promise<void> {
  if (!canBePushedTo()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

type PushHandlers = {
  /** A push came while this page is in front. */
  readonly show: (push: Pushed['pushed']) => void;
  /** The browser has replaced its subscription. */
  readonly renew: () => void;
};

/** Listens to what the service worker hears of pushes. */
export function onPush({ show, renew }: PushHandlers): void {
  if (!canBePushedTo()) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [worker] }) => {
    if (data === subscriptionChanged) return renew();
    const { success, output } = v.safeParse(Pushed, data);
    if (!success) return;
    show(output.pushed);
    worker?.postMessage(true);
  });
}
