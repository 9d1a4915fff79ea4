import type { BrowserContext, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import {
  button,
  matchCard,
  tapScores,
  textbox,
  waitForScore,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { startPushService, type PushServiceStandIn } from '#tests/support/server/push-service.ts';
import { expectWithin, fullTest } from '#tests/support/run-size.ts';
import { t } from '#tests/support/translations.ts';

/**
 * A push from the server to the device. Browsers' push services cannot be reached here: the page's subscription is a
 * stand-in's, and what the stand-in has received is delivered to Chromium's service worker by the DevTools protocol. The
 * headless shell shows no notifications either: the calls that show them are recorded.
 */

const fixture = fixtureOfFile({ env: { ALLOW_LOOPBACK_PUSH: '1' } });
let service: PushServiceStandIn;
beforeAll(async () => (service = await startPushService()));
afterAll(() => service.close());

/** Runs in the page: Chromium's push manager, with permission granted on request and a push service that is reached. */
function fakePushManager({ endpoint, p256dh, auth }: ReturnType<PushServiceStandIn['subscribe']>): string {
  return `{
    // The headless shell calls what was granted denied.
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => ((window.asked += 1), (permission = 'granted'));
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0)).buffer;
    const keys = { p256dh: bytes('${p256dh}'), auth: bytes('${auth}') };
    let current = null;
    let endpoint = '${endpoint}';
    window.asked = 0;
    // As when a browser replaces its subscription.
    window.moveTo = (next) => ((endpoint = next), (current = null));
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => (current = {
      endpoint,
      options: { applicationServerKey: bytes(applicationServerKey) },
      getKey: (name) => keys[name],
      unsubscribe: async () => ((current = null), true),
    });
  }`;
}

/** Delivers a push to the service worker, as Chromium does with what its push service sent. */
async function openPushes(context: BrowserContext, page: Page): Promise<(text: string) => Promise<void>> {
  const devTools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registration;
  const origin = fixture.server.url;
  return async (data) =>
    void (await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }));
}

const derby = ['הפועל', 'מכבי'] as const;
/** A subscription needs the service worker, which a busy machine may take long to install. */
const workerActivated = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
const deviceSwitch = (page: Page) => page.getByRole('switch', { name: t('push.device') });

/**
 * Runs in the service worker: the notifications of a device, which the headless shell does not have; the windows that it
 * opens, which need a tap otherwise; and its own subscriptions.
 */
const fakeDevice = `
  self.onDevice = [];
  self.opened = [];
  self.keys = [];
  Clients.prototype.openWindow = async (address) => (self.opened.push(address), null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => self.keys.push(applicationServerKey);
  ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    const close = () => (self.onDevice = self.onDevice.filter((other) => other !== notification));
    const notification = { title, ...options, close };
    self.onDevice.push(notification);
  };`;
const shown = (worker: Worker) =>
  worker.evaluate<object[]>('self.onDevice.map(({ close, ...notification }) => notification)');
const tapFirst = (worker: Worker) =>
  worker.evaluate(
    `void dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification: self.onDevice[0] }))`,
  );

test('a member turns pushes on; a new game comes as a notification, which opens it, and in the foreground as a toast', async () => {
  const script = fakePushManager(service.subscribe('phone'));
  const noa = await fixture.signedInVisitor('נועה', { script, hasWorker: true });
  const yossi = await fixture.signedInVisitor('יוסי');
  await noa.context.grantPermissions(['notifications']);
  await noa.call.put(`member/${noa.call.id}/`, { preferences: { quiet: { night: false } } });
  const { id } = await makeLeague(yossi.call, [noa.call], 'השכונה');
  const { page } = noa;
  await fixture.openLive(page, '/profile');
  await workerActivated(page);
  await deviceSwitch(page).check();
  await page.locator('[data-state=on]').getByText(t('push.device')).waitFor();

  const teams = await makeOptions(yossi.call, id, [...derby]);
  let began = performance.now();
  const { id: post } = await makeGame(yossi.call, id, 'home/away', [teams]);
  await expect.poll(() => service.received.length).toBe(1);
  const untilService = performance.now() - began;
  const text = service.received[0]?.text ?? '';
  const push = await openPushes(noa.context, page);
  const [worker] = noa.context.serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await worker.evaluate(fakeDevice);

  // No page of the app is open.
  await page.goto('about:blank');
  const link = `post/${post}`;
  began = performance.now();
  await push(text);
  await expect
    .poll(() => shown(worker))
    .toEqual([
      {
        title: 'משחק חדש מחכה לניחוש',
        body: 'הפועל · מכבי · השכונה',
        dir: 'rtl',
        lang: 'he',
        tag: `new_game-${link}`,
        icon: '/icon-192.png',
        badge: '/icon-192.png',
        data: { link },
      },
    ]);
  expectWithin('from a game to its notification', untilService + performance.now() - began, 2_000);

  // A tap on it opens the game.
  await tapFirst(worker);
  await expect
    .poll(() => worker.evaluate('[self.opened, self.onDevice]'))
    .toEqual([[`${fixture.server.url}/#/${link}`], []]);
  await page.goto(`${fixture.server.url}/#/${link}`);
  await matchCard(page, derby).waitFor();

  // A tap while the app is open.
  await page.goto('about:blank');
  await push(text);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  await fixture.openLive(page, '/profile');
  await tapFirst(worker);
  await page.waitForURL((url) => url.hash.includes(link));
  await expect.poll(() => shown(worker)).toEqual([]);

  // A tap while the page is being left, which is still a window and never answers.
  await worker.evaluate(`
    self.opened = [];
    self.navigate = WindowClient.prototype.navigate;
    WindowClient.prototype.navigate = () => new Promise(() => {});
    void self.registration.showNotification('', { data: { link: '${link}' } });`);
  await tapFirst(worker);
  await expect
    .poll(() => worker.evaluate('[self.opened, self.onDevice]'))
    .toEqual([[`${fixture.server.url}/#/${link}`], []]);
  await worker.evaluate('WindowClient.prototype.navigate = self.navigate');

  // With the page in the foreground.
  await matchCard(page, derby).waitFor();
  await page.locator('[data-connection=live]').waitFor();
  await push(text);
  const toast = page.getByText('משחק חדש מחכה לניחוש · הפועל · מכבי · השכונה');
  await expect
    .poll(async () => ({ toasts: await toast.count(), onDevice: await shown(worker) }))
    .toEqual({ toasts: 1, onDevice: [] });

  // In the foreground is a document that does not run the app, as while it is being loaded: it shows no toast.
  await page.goto(`${fixture.server.url}/icon-192.png`);
  await push(text);
  await expect.poll(() => shown(worker)).toHaveLength(1);
});

/** The ids by which the server pushes to a member. */
async function pushIds({ id }: ApiMember): Promise<string[]> {
  const { db } = fixture.server.platform;
  const rows = await db.selectFrom('push_ids').select('push_id').where('member_id', '=', id).execute();
  return rows.map(({ push_id }) => push_id).toSorted();
}

/** The browser reports a changed subscription to its worker. */
const changeSubscription = (worker: Worker, change: string) =>
  worker.evaluate(
    `void dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), { oldSubscription: null, newSubscription: null, ...${change} }))`,
  );

fullTest('a subscription that the browser replaces or ends is registered anew with the server', async () => {
  const script = fakePushManager(service.subscribe('before'));
  const { page, call, context } = await fixture.signedInVisitor('נועה', { script, hasWorker: true });
  await fixture.openLive(page, '/profile');
  await workerActivated(page);
  await deviceSwitch(page).check();
  await page.locator('[data-state=on]').getByText(t('push.device')).waitFor();
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await worker.evaluate(fakeDevice);
  const { endpoint } = service.subscribe('before');
  const ids = () => pushIds(call);
  await expect.poll(() => ids()).toEqual([endpoint]);

  await page.evaluate(`window.moveTo('${endpoint}-2')`);
  await changeSubscription(worker, `{ newSubscription: {} }`);
  await expect.poll(ids).toEqual([endpoint, `${endpoint}-2`]);
  await expect.poll(() => worker.evaluate('self.keys')).toEqual([]);

  // Ended instead of replaced: the worker subscribes anew, with the same key.
  await page.evaluate(`window.moveTo('${endpoint}-3')`);
  await changeSubscription(worker, `{ oldSubscription: { options: { applicationServerKey: 'key' } } }`);
  await expect.poll(ids).toEqual([endpoint, `${endpoint}-2`, `${endpoint}-3`]);
  await expect.poll(() => worker.evaluate('self.keys')).toEqual(['key']);
});

fullTest(
  'signing out offline ends the device’s subscription, and signing in again starts a new one',
  async () => {
    const script = fakePushManager(service.subscribe('leaving'));
    const noa = await fixture.signedInVisitor('נועה', { script, hasWorker: true });
    const { page, call, context } = noa;
    await fixture.openLive(page, '/profile');
    await workerActivated(page);
    await deviceSwitch(page).check();
    await page.locator('[data-state=on]').getByText(t('push.device')).waitFor();
    const { endpoint } = service.subscribe('leaving');
    await expect.poll(() => pushIds(call)).toEqual([endpoint]);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('no service worker');
    await worker.evaluate(`
    self.ended = 0;
    PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => ((self.ended += 1), true) });`);

    await context.setOffline(true);
    await button(page, t('menu')).click();
    await button(page.getByRole('dialog'), t('logout')).click();
    await textbox(page, t('cellphone')).waitFor();
    await expect.poll(() => worker.evaluate('self.ended')).toBe(1);

    await page.evaluate(`window.moveTo('${endpoint}-2')`);
    await context.setOffline(false);
    await button(page, t('retry')).click();
    await fixture.signIn(noa);
    await page.evaluate(() => location.replace('#/profile'));
    await page.locator('[data-state=on]').getByText(t('push.device')).waitFor();
    await expect.poll(() => pushIds(call)).toContain(`${endpoint}-2`);
    await expect.poll(() => worker.evaluate('self.ended')).toBe(1);
    fixture.allowErrors(noa, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/);
  },
);

const cup = ['אריות', 'נמרים'] as const;

/** A member with a game of two matches, on their feed. */
async function memberWithTwoMatches(name: string) {
  const script = fakePushManager(service.subscribe(name));
  const visitor = await fixture.signedInVisitor(name, { script, hasWorker: true });
  const { call, page } = visitor;
  await call.put(`member/${call.id}/`, { preferences: { quiet: { night: false } } });
  const { id } = await makeLeague(call, [], 'הבית');
  const teams = await makeOptions(call, id, [...derby, ...cup]);
  await makeGame(call, id, 'home/away', [teams.slice(0, 2), teams.slice(2)]);
  await fixture.openLive(page, '/main');
  await workerActivated(page);
  const offer = page.locator('[data-push-offer]');
  const bet = async (match: Match) => {
    await tapScores(page, match, [[2, 1]]);
    await waitForScore(page, match, [2, 1], 'cellSaved');
    // The pad covers the offer, which does not disturb whoever goes on betting.
    await page.keyboard.press('Escape');
  };
  const requestCount = () => page.evaluate<number>('window.asked');
  return { ...visitor, offer, bet, requestCount };
}

fullTest('after a first bet pushes are offered; a member who declines is not asked again', async () => {
  const { page, offer, bet, requestCount } = await memberWithTwoMatches('dismissing');
  await expect.poll(() => offer.count()).toBe(0);
  await bet(derby);
  await offer.getByText(t('push.offer')).waitFor();
  await button(offer, t('close')).click();
  await offer.getByText(t('push.offer')).waitFor({ state: 'hidden' });

  await page.reload();
  await page.locator('[data-connection=live]').waitFor();
  await bet(cup);
  await page.locator('[data-push-offer=closed]').waitFor({ state: 'attached' });
  await expect.poll(() => requestCount()).toBe(0);
});

fullTest('a member who accepts the offer is asked by the browser, and is pushed to', async () => {
  const { page, call, offer, bet, requestCount } = await memberWithTwoMatches('accepting');
  await bet(derby);
  await button(offer, t('push.accept')).click();
  await page.locator('[data-push-offer=closed]').waitFor({ state: 'attached' });
  await expect.poll(() => requestCount()).toBe(1);
  // Before the profile, which registers the device again.
  const yossi = await fixture.signedInVisitor('יוסי');
  const { id } = await makeLeague(yossi.call, [call], 'השכונה');
  const teams = await makeOptions(yossi.call, id, [...derby]);
  const { id: game } = await makeGame(yossi.call, id, 'home/away', [teams]);
  const pushes = () => service.received.filter(({ path }) => path === '/accepting');
  await expect
    .poll(() => pushes().map(({ text }) => (JSON.parse(text) as { link: string }).link))
    .toEqual([`post/${game}`]);
  await page.evaluate(() => location.replace('#/profile'));
  await page.locator('[data-state=on]').getByText(t('push.device')).waitFor();
  await expect.poll(() => deviceSwitch(page).isChecked()).toBe(true);
});
