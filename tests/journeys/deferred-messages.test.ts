import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Translate } from '#i18n/i18n.ts';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import { dialog } from '#tests/support/browser/page-actions.ts';
import { makeLeague } from '#tests/support/server/leagues-and-games.ts';
import { fullTest, runSize } from '#tests/support/run-size.ts';
import { createTranslator, readMessages, t } from '#tests/support/translations.ts';

/** Screens with deferred messages are never drawn without them, in any language. */

const fixture = fixtureOfFile();

/** Records every key that ever appears as a text or a name on the page. */
const watchRawKeys = `
  const keys = new Set(${JSON.stringify(Object.keys(readMessages('heb')))});
  // English words of one part may be texts.
  const isRaw = (text) => /[a-z][A-Z.]/.test(text) && keys.has(text.trim());
  window.rawKeys = [];
  const look = () => {
    for (const it of document.querySelectorAll('body *')) {
      const texts = [...it.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data);
      const names = ['aria-label', 'placeholder', 'title'].map((name) => it.getAttribute(name) ?? '');
      window.rawKeys.push(...[...texts, ...names].filter(isRaw));
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });`;
const rawKeys = (page: Page) =>
  page.evaluate(() => (window as unknown as { rawKeys: string[] }).rawKeys.slice());

/** A control of the profile, whose name is a deferred message. */
const newGameSwitch = (page: Page, translate: Translate = t) =>
  page.getByRole('switch', { name: translate('telling.new_game'), exact: true });

/** Holds back the deferred messages of every language until they are released. */
async function holdDeferredMessages(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const requested = page.waitForRequest('**/assets/deferred-*.js');
  await page.route('**/assets/deferred-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return { requested, release: () => release() };
}

test.each((['heb', 'en'] as const).slice(0, runSize('languages of deferred screens', 1, 2)))(
  'a deferred screen waits for its messages (%s)',
  async (language) => {
    const translate = createTranslator(language).t;
    const noa = await fixture.signedInVisitor('נועה', { language, script: watchRawKeys });
    const { id } = await makeLeague(noa.call, [], 'הליגה');
    const { page } = noa;
    const deferred = await holdDeferredMessages(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await fixture.openLive(page, `/section/${id}`);
    expect(requested.filter((url) => url.includes('/deferred-'))).toEqual([]);

    const code = page.waitForResponse('**/assets/LeagueSettings-*.js');
    await page.getByRole('button', { name: translate('leagueSettings'), exact: true }).click();
    await Promise.all([deferred.requested, code.then((response) => response.finished())]);
    // Two frames, in which it would be drawn if it did not wait for the messages.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    deferred.release();
    await dialog(page, translate('leagueSettings')).waitFor();

    // Another deferred screen has them at once.
    await page.evaluate(() => location.replace('#/profile'));
    await newGameSwitch(page, translate).waitFor();
    await expect.poll(() => rawKeys(page)).toEqual([]);
  },
);

fullTest('changing the language loads the messages of the deferred screens that are open', async () => {
  const { page } = await fixture.signedInVisitor('נועה', { script: watchRawKeys });
  await fixture.openLive(page, '/profile');
  await newGameSwitch(page).waitFor();
  await page.getByRole('combobox', { name: t('language') }).selectOption('en');
  await newGameSwitch(page, createTranslator('en').t).waitFor();
  await expect.poll(() => rawKeys(page)).toEqual([]);
});

fullTest('a screen whose deferred messages cannot be loaded shows that, and loads by a retry', async () => {
  const noa = await fixture.signedInVisitor('נועה', { script: watchRawKeys });
  const { page } = noa;
  let isCut = true;
  await page.route('**/assets/deferred-*.js', (route) => (isCut ? route.abort() : route.continue()));
  await fixture.openLive(page, '/main');
  await page.evaluate(() => location.replace('#/profile'));
  await page.getByRole('button', { name: t('retry'), exact: true }).waitFor();
  isCut = false;
  await page.getByRole('button', { name: t('retry'), exact: true }).click();
  await newGameSwitch(page).waitFor();
  await expect.poll(() => rawKeys(page)).toEqual([]);
  fixture.allowErrors(noa, /deferred-|code not loaded/);
});
