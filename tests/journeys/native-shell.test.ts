import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import { button, dialog, heading, matchCard, waitForLayers } from '#tests/support/browser/page-actions.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** The app in a phone's native shell: a stand-in for Capacitor's bridge is on the page before the app, as in the shell. */

const store = 'https://play.google.com/store/apps/details?id=org.example.hevre';
const fixture = fixtureOfFile({ env: { STORE_GOOGLE: store } });

/** Runs in the page: a phone whose plugins answer with what `window.phone` holds, record their calls, and emit events. */
const phone = (launchUrl?: string) => `{
  const listeners = {};
  window.asked = [];
  window.openedAddresses = [];
  window.open = (address) => void window.openedAddresses.push(address);
  window.phone = {
    'FirebaseMessaging.checkPermissions': { receive: 'prompt' },
    'FirebaseMessaging.getToken': { token: 'token-1' },
    'App.getLaunchUrl': ${JSON.stringify(launchUrl ? { url: launchUrl } : null)},
    'AppUpdate.getAppUpdateInfo': { updateAvailability: 1 },
  };
  const plugin = (name) => new Proxy({}, { get: (_, method) => method === 'then' ? undefined
    : method === 'addListener'
      ? (event, listener) => {
          (listeners[name + '.' + event] ??= []).push(listener);
          return { remove: () => {} };
        }
      : async (options) => {
          window.asked.push({ call: name + '.' + method, at: Math.round(performance.now()), ...(options && { options }) });
          if (name + '.' + method === 'FirebaseMessaging.requestPermissions')
            return (window.phone['FirebaseMessaging.checkPermissions'] = { receive: 'granted' });
          return window.phone[name + '.' + method] ?? undefined;
        } });
  const names = ['App', 'AppUpdate', 'FirebaseMessaging', 'Haptics', 'Share', 'SplashScreen', 'StatusBar'];
  window.Capacitor = {
    isNativePlatform: () => true,
    getPlatform: () => 'android',
    Plugins: Object.fromEntries(names.map((name) => [name, plugin(name)])),
  };
  window.report = (event, data) => { for (const listener of listeners[event] ?? []) listener(data); };
  window.hears = (event) => event in listeners;
}`;

const report = (page: Page, event: string, data: object) =>
  page.evaluate(`window.report(${JSON.stringify(event)}, ${JSON.stringify(data)})`);
type Asked = { call: string; at: number; options?: object };
const callsOf = async (page: Page, call: string) =>
  (await page.evaluate<Asked[]>('window.asked')).filter((it) => it.call === call);
/** Waits until the shell has started, which it does once the page is drawn. */
async function shellStarted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(`window.hears('App.backButton')`)).toBe(true);
}
const back = (page: Page) => report(page, 'App.backButton', { canGoBack: true });
const deviceSwitch = (page: Page) => page.getByRole('switch', { name: t('push.device') });

test('the splash screen is hidden a second after the start; Back closes, goes back, and at last leaves the app', async () => {
  const { page } = await fixture.signedInVisitor('נועה', { script: phone() });
  await fixture.open(page, '/main');
  await shellStarted(page);
  const started = await page.evaluate<number>('performance.now()');
  await expect.poll(() => callsOf(page, 'SplashScreen.hide')).toHaveLength(1);
  const [hidden] = await callsOf(page, 'SplashScreen.hide');
  const [styled] = await callsOf(page, 'StatusBar.setStyle');
  expect(styled?.options).toEqual({ style: 'LIGHT' });
  // The status bar is set as the shell starts.
  expect((hidden?.at ?? 0) - (styled?.at ?? 0)).toBeGreaterThanOrEqual(995);
  expect(started).toBeLessThan(hidden?.at ?? 0);

  await page
    .getByRole('link', { name: t('tabProfile') })
    .first()
    .click();
  await page.waitForURL(/#\/profile/);
  await button(page, t('menu')).click();
  const menu = page.getByRole('dialog');
  await menu.waitFor();
  await back(page);
  await menu.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).hash).toMatch(/^#\/profile/);
  await back(page);
  await page.waitForURL(/#\/main/);
  await expect.poll(() => callsOf(page, 'App.minimizeApp')).toEqual([]);
  await back(page);
  await expect.poll(() => callsOf(page, 'App.minimizeApp')).toHaveLength(1);
  expect(new URL(page.url()).hash).toMatch(/^#\/main/);
});

fullTest(
  'the phone’s token is registered when pushes are turned on and when it changes, and removed with the session',
  async () => {
    const noa = await fixture.signedInVisitor('נועה', { script: phone() });
    const { page } = noa;
    const registered = async () =>
      (
        await fixture.server.platform.db
          .selectFrom('push_ids')
          .selectAll()
          .where('member_id', '=', noa.call.id)
          .execute()
      ).map(({ push_id: id, p256dh }) => ({ id, p256dh }));
    await fixture.openLive(page, '/profile');
    await deviceSwitch(page).check();
    await page.locator('[data-state=on]').getByText(t('push.device')).waitFor();
    await expect.poll(() => callsOf(page, 'FirebaseMessaging.requestPermissions')).toHaveLength(1);
    await expect.poll(() => registered()).toEqual([{ id: 'token-1', p256dh: null }]);

    await page.evaluate(`window.phone['FirebaseMessaging.getToken'] = { token: 'token-2' }`);
    await report(page, 'FirebaseMessaging.tokenReceived', { token: 'token-2' });
    await expect.poll(registered).toContainEqual({ id: 'token-2', p256dh: null });

    // In the foreground a notification is a toast.
    await report(page, 'FirebaseMessaging.notificationReceived', {
      notification: { title: 'בול!', body: 'הפועל · מכבי' },
    });
    await page.getByText('בול! · הפועל · מכבי').waitFor();

    await deviceSwitch(page).uncheck();
    await expect.poll(registered).toEqual([]);
    await expect.poll(() => callsOf(page, 'FirebaseMessaging.deleteToken')).toHaveLength(1);
    // While pushes are off, a new token is not registered.
    const before = await callsOf(page, 'FirebaseMessaging.getToken');
    await report(page, 'FirebaseMessaging.tokenReceived', { token: 'token-3' });
    expect(await callsOf(page, 'FirebaseMessaging.getToken')).toEqual(before);
    await deviceSwitch(page).check();
    await expect.poll(registered).toEqual([{ id: 'token-2', p256dh: null }]);

    await button(page, t('logout')).click();
    await page.waitForURL(/#\/login/);
    await expect.poll(() => callsOf(page, 'FirebaseMessaging.deleteToken')).toHaveLength(2);
    await expect.poll(registered).toEqual([]);
  },
);

fullTest('a member who has turned pushes on is registered again at each start', async () => {
  const script = `${phone()} window.phone['FirebaseMessaging.checkPermissions'] = { receive: 'granted' };`;
  const noa = await fixture.signedInVisitor('נועה', { script });
  await fixture.openLive(noa.page, '/profile');
  await deviceSwitch(noa.page).check();
  await noa.page.locator('[data-state=on]').getByText(t('push.device')).waitFor();
  await fixture.server.platform.db.deleteFrom('push_ids').where('member_id', '=', noa.call.id).execute();
  await noa.page.reload();
  await expect
    .poll(() =>
      fixture.server.platform.db
        .selectFrom('push_ids')
        .select('push_id')
        .where('member_id', '=', noa.call.id)
        .execute(),
    )
    .toEqual([{ push_id: 'token-1' }]);
});

fullTest(
  'a notification opens its match, and a link of the site its page; the link that started the app is opened once',
  async () => {
    const yossi = await fixture.signedInVisitor('יוסי');
    const group = await yossi.call.post<{ code: string }>('clan/', { name: 'החבורה' });
    const link = `https://hevre.example/?joinclan=${group.body.code}&by=${yossi.call.id}`;
    const noa = await fixture.signedInVisitor('נועה', { script: phone(link) });
    const { page } = noa;
    const { id } = await makeLeague(yossi.call, [noa.call], 'השכונה');
    const teams = ['הפועל', 'מכבי'] as const;
    const game = await makeGame(yossi.call, id, 'home/away', [await makeOptions(yossi.call, id, [...teams])]);

    await fixture.open(page, '/main');
    await page.waitForURL(/#\/join/);
    await page.getByText('החבורה').first().waitFor();
    await button(page, t('notNow')).click();
    await page.waitForURL(/#\/main/);
    await report(page, 'FirebaseMessaging.notificationActionPerformed', {
      actionId: 'tap',
      notification: { data: { link: `post/${game.id}` } },
    });
    await matchCard(page, teams).waitFor();
    expect(new URL(page.url()).hash).toMatch(new RegExp(`^#/post/${game.id}`));

    // A reloaded page gets the link of the start again, and ignores it.
    await page.reload();
    await matchCard(page, teams).waitFor();
    await expect.poll(() => callsOf(page, 'SplashScreen.hide')).toHaveLength(1);
    expect(new URL(page.url()).hash).toMatch(new RegExp(`^#/post/${game.id}`));
    await report(page, 'App.appUrlOpen', { url: `https://hevre.example/#/section/${id}` });
    await page.waitForURL(new RegExp(`#/section/${id}`));
    await heading(page, 'השכונה').first().waitFor();
    await expect.poll(() => callsOf(page, 'App.getLaunchUrl')).toHaveLength(1);

    await report(page, 'App.appUrlOpen', { url: `https://hevre.example/?joinclan=${group.body.code}` });
    await page.waitForURL(/#\/join/);
  },
);

fullTest(
  'an app older than the server’s minimum is offered the store’s once per start, in an alert that Back closes',
  async () => {
    const noa = await fixture.signedInVisitor('נועה', { script: phone() });
    const { page } = noa;
    await page.route(/\/api\/getAppData\//, async (route) => {
      const response = await route.fetch();
      const data = (await response.json()) as { activeParams: object };
      await route.fulfill({
        response,
        json: { ...data, activeParams: { ...data.activeParams, minVersion: '99.0.0' } },
      });
    });
    await page.clock.install();
    await fixture.open(page, '/main');
    const alert = dialog(page, t('versionUpdate'));
    await alert.getByText(t('newVersionAvailable')).waitFor();
    await button(alert, t('update')).click();
    await alert.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('window.openedAddresses')).toEqual([store]);
    await waitForLayers(page, 0);

    // It does not come back on another screen, nor when the app returns to the foreground.
    for (const tab of ['tabProfile', 'tabMain'] as const) {
      await page
        .getByRole('link', { name: t(tab) })
        .first()
        .click();
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.clock.runFor(5_000);
      await expect.poll(() => alert.count()).toBe(0);
    }
    await page.waitForURL(/#\/main/);

    // Back closes it like every sheet.
    await page.reload();
    await alert.waitFor();
    await waitForLayers(page, 1);
    await back(page);
    await alert.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).hash).toMatch(/^#\/main/);
  },
);

fullTest('an app that the server refuses opens the phone’s store by a tap', async () => {
  const noa = await fixture.signedInVisitor('נועה', { script: phone() });
  const { page } = noa;
  const problem = {
    type: 'about:blank',
    title: 'Upgrade Required',
    status: 426,
    code: 'update_required',
    detail: '',
  };
  await page.route(/\/api\/getAppData\//, (route) => route.fulfill({ status: 426, json: problem }));
  await fixture.open(page, '/main');
  await heading(page, t('versionUpdate')).waitFor();
  await expect.poll(() => callsOf(page, 'AppUpdate.openAppStore')).toEqual([]);
  await button(page, t('update')).click();
  await expect.poll(() => callsOf(page, 'AppUpdate.openAppStore')).toHaveLength(1);
  await expect.poll(() => page.evaluate('window.openedAddresses')).toEqual([]);
  fixture.allowErrors(noa, /status of 426/);
});

fullTest('a newer app in the phone’s store is offered, and the offer can be closed', async () => {
  const script = `${phone()} window.phone['AppUpdate.getAppUpdateInfo'] = { updateAvailability: 2 };`;
  const { page } = await fixture.newVisitor('נועה', { script });
  await fixture.open(page, '/login');
  const alert = dialog(page, t('versionUpdate'));
  await alert.waitFor();
  await button(alert, t('close')).click();
  await alert.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate('window.openedAddresses')).toEqual([]);
});
