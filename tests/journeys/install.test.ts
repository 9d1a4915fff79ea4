import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import {
  button,
  tapScores,
  waitForLayers,
  waitForScore,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** The offer to install the app: when it is made, when it is withheld, and where the app can be installed at any time. */

const fixture = fixtureOfFile({ env: { ALLOW_LOOPBACK_PUSH: '1' } });

/** Runs in the page: a browser that could push, was never asked, and installs the app when the test tells it to. */
const browser = `
  Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  window.prompts = 0;
  /** The browser offers to install the app; answers whether the page has kept it from doing so by itself. */
  window.offerInstall = (outcome) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    event.prompt = async () => void (window.prompts += 1);
    event.userChoice = Promise.resolve({ outcome });
    return !dispatchEvent(event);
  };`;
const iPhone = `
  Object.defineProperty(navigator, 'userAgent', {
    get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });`;
const onHomeScreen = `Object.defineProperty(navigator, 'standalone', { value: true });`;

const offerInstall = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate<boolean>(`window.offerInstall('${outcome}')`);
const prompts = (page: Page) => page.evaluate<number>('window.prompts');

const matches: readonly Match[] = [
  ['הפועל', 'מכבי'],
  ['אריות', 'נמרים'],
  ['צפון', 'דרום'],
  ['מזרח', 'מערב'],
  ['קיץ', 'חורף'],
];

/** A member with a game of five matches on their feed. `bet` picks the next one, and waits until it is saved. */
async function memberWithMatches(name: string, script: string) {
  const visitor = await fixture.signedInVisitor(name, { script });
  const { call, page } = visitor;
  const { id } = await makeLeague(call, [], 'הבית');
  const teams = await makeOptions(call, id, matches.flat());
  await makeGame(
    call,
    id,
    'home/away',
    matches.map((_, at) => teams.slice(2 * at, 2 * at + 2)),
  );
  await fixture.openLive(page, '/main');
  const openMatches = [...matches];
  const bet = async () => {
    const match = openMatches.shift();
    if (!match) throw new Error('no match is left');
    await tapScores(page, match, [[2, 1]]);
    await waitForScore(page, match, [2, 1], 'cellSaved');
    // The pad covers the offer.
    await page.keyboard.press('Escape');
    // A page whose history is going back cannot be reloaded.
    await waitForLayers(page, 0);
  };
  const visitAnew = async () => {
    await page.reload();
    await page.locator('[data-connection=live]').waitFor();
  };
  const install = page.locator('[data-install-offer]');
  const untilInstall = (state: 'offered' | 'explaining' | 'closed' | 'installed') =>
    page.locator(`[data-install-offer=${state}]`).waitFor({ state: 'attached' });
  const pushes = page.locator('[data-push-offer]');
  return { ...visitor, bet, visitAnew, install, untilInstall, pushes };
}

/** Dates the stored answer back by so many days. */
const passDays = (page: Page, days: number) =>
  page.evaluate(
    (ms) => {
      const stored = JSON.parse(localStorage.getItem('hevre:install') ?? '') as { at: number };
      localStorage.setItem('hevre:install', JSON.stringify({ ...stored, at: stored.at - ms }));
    },
    days * 24 * 60 * 60 * 1000,
  );

fullTest(
  'the offer follows a saved bet, after the offer of pushes; the first "not now" holds 30 days, the second for good',
  async () => {
    const { page, bet, visitAnew, install, untilInstall, pushes } = await memberWithMatches('נועה', browser);
    expect(await offerInstall(page, 'dismissed')).toBe(true);
    await bet();
    await pushes.getByText(t('push.offer')).waitFor();
    await untilInstall('closed');
    await button(pushes, t('close')).click();
    await page.locator('[data-push-offer=closed]').waitFor({ state: 'attached' });
    await expect.poll(() => install.getAttribute('data-install-offer')).toBe('closed');

    await visitAnew();
    expect(await offerInstall(page, 'dismissed')).toBe(true);
    await expect.poll(() => install.count()).toBe(0);
    await bet();
    await install.getByText(t('install.offer')).waitFor();
    await expect.poll(() => pushes.getAttribute('data-push-offer')).toBe('closed');
    await button(install, t('close')).click();
    await untilInstall('closed');

    await visitAnew();
    await offerInstall(page, 'dismissed');
    await bet();
    await untilInstall('closed');
    await expect.poll(() => prompts(page)).toBe(0);

    // A refusal in the browser's own prompt counts too.
    await passDays(page, 30);
    await visitAnew();
    await offerInstall(page, 'dismissed');
    await bet();
    await button(install, t('install.accept')).click();
    await untilInstall('closed');
    await expect.poll(() => prompts(page)).toBe(1);

    await passDays(page, 300);
    await visitAnew();
    await offerInstall(page, 'dismissed');
    await bet();
    await untilInstall('closed');
  },
);

fullTest('a member who accepts the offer is asked by the browser, and never again', async () => {
  const { page, call, bet, visitAnew, install, untilInstall } = await memberWithMatches('יוסי', browser);
  await page.evaluate((key) => localStorage.setItem(key, 'true'), `hevre:push-asked:${call.id}`);
  // In a browser that cannot install the app there is no offer.
  await bet();
  await untilInstall('closed');

  await visitAnew();
  await offerInstall(page, 'accepted');
  await bet();
  await button(install, t('install.accept')).click();
  await untilInstall('installed');
  await expect.poll(() => prompts(page)).toBe(1);

  await visitAnew();
  await offerInstall(page, 'accepted');
  await bet();
  await untilInstall('closed');
});

fullTest(
  'on an iPhone the steps to install are offered first, and pushes once the app is on the home screen',
  async () => {
    const { page, bet, install, untilInstall, pushes } = await memberWithMatches('דנה', browser + iPhone);
    await bet();
    await install.getByText(t('install.share')).waitFor();
    await install.getByText(t('install.add')).waitFor();
    await expect.poll(() => pushes.getAttribute('data-push-offer')).toBe('closed');
    await button(install, t('close')).click();
    await untilInstall('closed');
    await page.evaluate(() => location.replace('#/profile'));
    await page
      .getByRole('region', { name: t('install.here') })
      .getByText(t('install.add'))
      .waitFor();

    const installed = await memberWithMatches('רון', browser + iPhone + onHomeScreen);
    await installed.bet();
    await installed.pushes.getByText(t('push.offer')).waitFor();
    await installed.untilInstall('closed');
    await installed.page.evaluate(() => location.replace('#/profile'));
    await button(installed.page, t('logout')).waitFor();
    await expect.poll(() => installed.page.getByText(t('install.add')).count()).toBe(0);
  },
);

test('the profile installs the app at any time, where the browser can', async () => {
  const { page } = await fixture.signedInVisitor('גל', { script: browser });
  await fixture.openLive(page, '/profile');
  const install = button(page, t('install.here'));
  await button(page, t('logout')).waitFor();
  await expect.poll(() => install.count()).toBe(0);

  await offerInstall(page, 'dismissed');
  await install.click();
  await install.waitFor({ state: 'detached' });
  await expect.poll(() => prompts(page)).toBe(1);
  // The browser allows it once more, whatever was answered.
  await offerInstall(page, 'dismissed');
  await install.waitFor();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await install.waitFor({ state: 'detached' });
});
