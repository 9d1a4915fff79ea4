import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { button, dialog, matchCard, waitForScore, type Match } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';

/** What moves, and ticks: copies of what is closed already, and a tick of the phone; none of it under reduced motion. */

const match: Match = ['הפועל', 'מכבי'];

/** Kept by the page: the copies that left, and the ticks. */
type Watched = { readonly left: readonly string[]; readonly ticks: readonly number[] };
const watching = `
  window.watched = { left: [], ticks: [] };
  Object.defineProperty(navigator, 'vibrate', { value: (ms) => window.watched.ticks.push(ms) });
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const it of addedNodes)
        if (it.dataset?.leaving === '')
          window.watched.left.push([
            it.getAttribute('aria-label') ?? it.getAttribute('role') ?? 'backdrop',
            it.inert ? 'inert' : 'active',
            it.getAnimations().length + ' animation',
          ].join(', '));
  }).observe(document, { childList: true, subtree: true });`;
const watched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched);

let fixture: BrowserFixture;
let noa: SignedInVisitor;
beforeAll(async () => {
  fixture = await openBrowserFixture();
  noa = await fixture.signedInVisitor('נועה', { reducedMotion: 'no-preference', script: watching });
  const { id } = await makeLeague(noa.call, [], 'השכונה');
  await makeGame(noa.call, id, 'home/away', [await makeOptions(noa.call, id, match)]);
});
afterAll(async () => {
  await fixture?.closeVisitors();
  await fixture?.close();
});

/** Picks these digits, and opens and closes the menu. Answers the pad's title at its last digit. */
async function pickAndLookAtTheMenu(
  page: Page,
  digits: readonly number[],
  score: readonly [number, number],
): Promise<string | null> {
  await matchCard(page, match).locator('button[aria-expanded]').first().click();
  const pad = page.getByRole('region', { name: /^הניחוש ל/ });
  let title: string | null = null;
  for (const digit of digits) {
    title = await pad.getAttribute('aria-label');
    await button(pad, String(digit)).click();
  }
  await waitForScore(matchCard(page, match), match, score, 'cellSaved');
  // It closes by itself after the last cell.
  await pad.waitFor({ state: 'hidden' });
  await button(page, t('menu')).click();
  await button(dialog(page, t('menu')), t('close')).click();
  await dialog(page, t('menu')).waitFor({ state: 'hidden' });
  return title;
}

test('a pad and a sheet leave as copies that nothing waits for, and a saved pick ticks; under reduced motion neither', async () => {
  const { page } = noa;
  await fixture.open(page, '/main');
  const title = await pickAndLookAtTheMenu(page, [2, 1], [2, 1]);
  expect(await watched(page)).toEqual({
    left: [`${title}, inert, 1 animation`, 'backdrop, inert, 1 animation', 'dialog, inert, 1 animation'],
    ticks: [12],
  });
  await expect.poll(() => page.locator('[data-leaving]').count()).toBe(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await pickAndLookAtTheMenu(page, [3], [3, 1]);
  expect((await watched(page)).left).toHaveLength(3);
  expect((await watched(page)).ticks).toEqual([12]);
});
