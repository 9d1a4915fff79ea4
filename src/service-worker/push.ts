import {
  linkOf,
  parsePush,
  subscriptionChanged,
  type Pushed,
  type PushMessage,
} from '#contract/push-message.ts';

/** Pushes: what happened, as a notification of the device, or as a toast of the page that is in front. */

declare const self: ServiceWorkerGlobalScope;

/** One that cannot be read is shown all the same: a browser takes the subscription away for silent ones. */
const unread: PushMessage = {
  id: 0,
  title: 'חבר׳ה',
  body: '',
  link: 'notifications',
  tag: 'unread',
  lang: 'he',
  dir: 'rtl',
};

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** How long a page may take to answer, in milliseconds: one that is being loaded or left, or hangs, does not. */
const answerTime = 1_000;

/** A page's answer; null where it fails or does not come in time. */
const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([
    answer.catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, answerTime, null)),
  ]);

/** Hands a push to a page; true once it has answered that it has shown it. */
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

/** Shows a place of the app: in a window that is open, or in a new one. */
async function open(link: string): Promise<void> {
  const address = new URL(`/#/${link}`, self.location.origin).href;
  const [client] = await windows();
  // A window that this worker does not control cannot be navigated.
  const shown = client && (await inTime(client.navigate(address)));
  if (!shown) return void (await self.clients.openWindow(address));
  // A browser may refuse that; the window shows the place all the same.
  await shown.focus().catch(() => {});
}

/** Subscribes anew where the browser has not. An open page tells the server, or else the app's next start does. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey)
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  for (const client of await windows()) client.postMessage(subscriptionChanged);
}

/** Who has left is not pushed to here any more, though the server may not have heard that they have. */
async function unsubscribe(): Promise<void> {
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

self.addEventListener('push', (event) =>
  event.waitUntil(show(parsePush(event.data?.text() ?? '') ?? unread)),
);
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
self.addEventListener('message', (event) => {
  // An iPhone's browser has no pushes before the app is installed.
  if (event.data === 'signedOut' && 'PushManager' in self) event.waitUntil(unsubscribe());
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(linkOf(event.notification.data)));
});
