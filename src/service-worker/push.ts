import {
  linkOf,
  parsePush,
  subscriptionChanged,
  type Pushed,
  type PushMessage,
} from '#contract/push-message.ts';

/** Pushes: shown as a notification of the device, or as a toast in a page that is in front. */

declare const self: ServiceWorkerGlobalScope;

/** Shown for a push that cannot be parsed: a browser revokes subscriptions whose pushes show nothing. */
const fallbackPush: PushMessage = {
  id: 0,
  title: 'חבר׳ה',
  body: '',
  link: 'notifications',
  tag: 'unread',
  lang: 'he',
  dir: 'rtl',
};

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Time in ms for a page to answer: one that is loading, closing or blocked never does. */
const answerTime = 1_000;

/** A page's answer; null if it fails or takes longer than `answerTime`. */
const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([
    answer.catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, answerTime, null)),
  ]);

/** Sends a push to a page; resolves to true once the page has shown it, else to null. */
const showInPage = (client: Client, push: Pushed): Promise<true | null> =>
  inTime(
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(true), { once: true });
      port1.start();
      client.postMessage(push, [port2]);
    }),
  );

async function show({ title, body, link, tag, lang, dir }: PushMessage): Promise<void> {
  const front = (await windows()).find((client) => client.focused && client.visibilityState === 'visible');
  if (front && (await showInPage(front, { pushed: { title, body } }))) return;
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    dir,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { link },
  });
}

/** Opens an address of the app, in an open window or a new one. */
async function open(link: string): Promise<void> {
  const address = new URL(`/#/${link}`, self.location.origin).href;
  const [client] = await windows();
  // A window that this worker does not control cannot be navigated.
  const shown = client && (await inTime(client.navigate(address)));
  if (!shown) return void (await self.clients.openWindow(address));
  // A browser may refuse to focus; the window is navigated anyway.
  await shown.focus().catch(() => {});
}

/** Subscribes again if the browser has not. Open pages tell the server; without one the app does at its next start. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey)
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  for (const client of await windows()) client.postMessage(subscriptionChanged);
}

/** Ends this device's subscription after signing out, since the server may not have got the request. */
async function unsubscribe(): Promise<void> {
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

self.addEventListener('push', (event) =>
  event.waitUntil(show(parsePush(event.data?.text() ?? '') ?? fallbackPush)),
);
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
self.addEventListener('message', (event) => {
  // On an iPhone there is no PushManager until the app is installed.
  if (event.data === 'signedOut' && 'PushManager' in self) event.waitUntil(unsubscribe());
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(linkOf(event.notification.data)));
});
