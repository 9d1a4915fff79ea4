import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { fixtureOfFile, type SignedInVisitor } from '#tests/support/browser/browser-fixture.ts';
import { button, heading, textbox } from '#tests/support/browser/page-actions.ts';
import { ownersPhone, seedDemoLeagues, type DemoLeagues } from '#tests/support/browser/scenes.ts';
import { t } from '#tests/support/translations.ts';
import { runSize } from '#tests/support/run-size.ts';

/** A member's feed as they left it: the first paint of the next visit, before any script has run. */

const fixture = fixtureOfFile();
let demo: DemoLeagues;
beforeAll(async () => {
  demo = await seedDemoLeagues(fixture);
});

/** Holds back the app and all calls, until they are released. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/(assets\/[^/]+\.(js|css)|api\/)/, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

const coverOf = (page: Page) => page.locator('[data-kept-page]');
const isKept = (page: Page) => page.evaluate(() => localStorage.getItem('hevre:last:page') !== null);

async function seeFeed(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  await coverOf(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
  // The code that keeps the page is loaded as well: it has removed what was kept.
  await expect.poll(() => isKept(page)).toBe(false);
}

async function opensFeed(more: object = {}): Promise<SignedInVisitor> {
  const owner = await fixture.signedInVisitor('נועה', { phone: ownersPhone, ...more });
  await fixture.open(owner.page, '/main');
  await seeFeed(owner.page);
  return owner;
}

/** A screenshot of the window, in raw pixels. */
async function pictureOf(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  return sharp(await page.screenshot({ animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer();
}
/** The share of values that differ by more than the smoothing of edges. */
const differing = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, at) => sum + Number(Math.abs(value - (other[at] ?? 0)) > 40), 0) / one.length;

const appearances = [
  { language: 'heb', colorScheme: 'light', viewport: { width: 360, height: 740 }, switches: 0 },
  { language: 'en', colorScheme: 'dark', viewport: { width: 1280, height: 900 }, switches: 1 },
] as const;

test.each(appearances.slice(0, runSize('looks of a kept page', 1, 2)))(
  'the kept page looks as it was left: $language, $colorScheme, $viewport.width px',
  async ({ switches, ...appearance }) => {
    const { page } = await opensFeed(appearance);
    // The switch of the table beside the feed comes last.
    await expect.poll(() => page.getByRole('switch').count()).toBe(switches);
    const before = await pictureOf(page);
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await coverOf(page).waitFor();
    await expect.poll(async () => differing(await pictureOf(page), before)).toBeLessThan(0.002);
    // It is inert: nothing in it is found or pressed.
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    const isPressed = () => document.elementFromPoint(180, 400)?.closest('[data-kept-page]') != null;
    expect(await page.evaluate(isPressed)).toBe(false);
    await release();
    await seeFeed(page);
    await expect.poll(async () => differing(await pictureOf(page), before)).toBeLessThan(0.002);
  },
);

test('the kept page is not shown to another member, nor in another language, build or window', async () => {
  const { page } = await opensFeed();
  /** Whether it is shown at the next visit, after this change of what it was kept for. */
  const isShown = async (...change: [place: number, value: string | number] | []) => {
    // Changed as the next page begins.
    await page.addInitScript(([place, value]) => {
      const name = 'hevre:last:page';
      const stored = JSON.parse(localStorage.getItem(name) ?? '{}') as { of: string };
      const of = JSON.parse(stored.of) as unknown[];
      if (place !== undefined) of[place] = value;
      localStorage.setItem(name, JSON.stringify({ ...stored, of: JSON.stringify(of) }));
    }, change);
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#root[data-prerendered=feed]').waitFor({ state: 'attached' });
    const count = await coverOf(page).count();
    await release();
    await seeFeed(page);
    return count === 1;
  };
  expect(await isShown()).toBe(true);
  expect(await isShown(0, 2)).toBe(false);
  expect(await isShown(1, 'en')).toBe(false);
  expect(await isShown(2, '/assets/index-older.js')).toBe(false);
  expect(await isShown(3, 361)).toBe(false);
});

test('no page is kept of another screen, of a feed that was scrolled, or under a sheet', async () => {
  const { page } = await opensFeed();
  const leaves = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    const kept = await isKept(page);
    await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
    return kept;
  };
  expect(await leaves()).toBe(true);
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await leaves()).toBe(false);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await leaves()).toBe(true);
  await button(page, t('menu')).click();
  await page.getByRole('dialog').waitFor();
  expect(await leaves()).toBe(false);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await leaves()).toBe(true);
  await fixture.open(page, `/post/${demo.waiting}`);
  await heading(page, t('whoIsMissing')).waitFor();
  expect(await leaves()).toBe(false);
});

test('the kept page gives way to the sign-in page where the session has ended', async () => {
  const owner = await opensFeed();
  const { page } = owner;
  await page.goto('about:blank');
  expect((await owner.call.post('logout/')).status).toBe(200);
  await page.goto(`${fixture.server.url}/#/main`);
  await textbox(page, t('cellphone')).waitFor();
  await coverOf(page).waitFor({ state: 'detached' });
  await expect.poll(() => isKept(page)).toBe(false);
  fixture.allowErrors(owner, /status of 40[14]/);
});
