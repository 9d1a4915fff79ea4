import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  dialog,
  heading,
  matchCard,
  openItem,
  waitForScore,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** Motion, and ticks of the phone: what closes is animated as a copy; none of it under reduced motion. */

const match: Match = ['הפועל', 'מכבי'];

/**
 * Recorded by the page: the copies that left, the ticks, placeholders, transitions, how far the layout shifted, and the order
 * in which a tab was marked, frames were drawn, and screens, backdrops and sheets appeared.
 */
type Watched = {
  readonly left: readonly string[];
  readonly ticks: readonly number[];
  readonly skeletons: readonly string[];
  readonly transitions: readonly boolean[];
  readonly shift: number;
  readonly order: readonly string[];
};
const watching = `
  window.watched = { left: [], ticks: [], skeletons: [], transitions: [], shift: 0, order: [] };
  // Shifts after a tap are counted too; not the picture of the row on its way to the scoreboard, which is no element.
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (sources.some(({ node }) => node !== null)) window.watched.shift += value;
  }).observe({ type: 'layout-shift' });
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    void transition.ready.then(() => window.watched.transitions.push(
      document.getAnimations().some(({ effect }) => effect.pseudoElement === '::view-transition-group(match)'),
    ));
    return transition;
  };
  Object.defineProperty(navigator, 'vibrate', { value: (ms) => window.watched.ticks.push(ms) });
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const it of addedNodes) {
        for (const part of it.querySelectorAll?.('[data-skeleton]:not([data-skeleton=faces])') ?? [])
          window.watched.skeletons.push(part.dataset.skeleton);
        if (it.dataset?.leaving === '')
          window.watched.left.push([
            it.getAttribute('aria-label') ?? it.getAttribute('role') ?? 'backdrop',
            it.inert ? 'inert' : 'active',
            getComputedStyle(it).position + ', ' + (it.childElementCount > 0 ? 'whole' : 'empty'),
            it.getAnimations().length + ' animation',
          ].join(', '));
      }
  }).observe(document, { childList: true, subtree: true });
  new MutationObserver((records) => {
    const rendered = new Set();
    for (const { addedNodes, target, type } of records) {
      if (type === 'attributes' && target.ariaCurrent) rendered.add('tab');
      for (const it of addedNodes) {
        if (it.nodeType !== Node.ELEMENT_NODE || it.closest('[data-leaving]')) continue;
        if (it.parentElement === document.body && it.dataset.state === 'open')
          rendered.add(it.role === 'dialog' ? 'sheet' : 'backdrop');
        if (it.closest('main') && (it.matches('h1') || it.querySelector('h1'))) rendered.add('screen');
      }
    }
    if (rendered.size === 0) return;
    window.watched.order.push([...rendered].join(' and '));
    if (rendered.has('tab')) requestAnimationFrame(() => window.watched.order.push('frame'));
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['aria-current'] });`;
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

/** Picks these digits, and opens and closes the menu. Returns the pad's title at its last digit. */
async function pickAndLookAtTheMenu(
  page: Page,
  digits: readonly number[],
  score: readonly [number, number],
): Promise<string | null> {
  await matchCard(page, match).locator('button[aria-expanded]').first().click();
  const pad = page.getByRole('region', { name: /^הניחוש על / });
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

fullTest(
  'a closing pad and sheet are animated as inert copies, and a saved pick ticks; under reduced motion neither',
  async () => {
    const { page } = noa;
    await fixture.open(page, '/main');
    await matchCard(page, match).waitFor();
    expect((await watched(page)).shift).toBeLessThanOrEqual(0.02);
    const title = await pickAndLookAtTheMenu(page, [2, 1], [2, 1]);
    const { left: leavingLayers, ticks } = await watched(page);
    expect(leavingLayers).toEqual([
      `${title}, inert, fixed, whole, 1 animation`,
      'backdrop, inert, fixed, whole, 1 animation',
      'dialog, inert, fixed, whole, 1 animation',
    ]);
    expect(ticks).toEqual([12]);
    await expect.poll(() => page.locator('[data-leaving]').count()).toBe(0);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await pickAndLookAtTheMenu(page, [3], [3, 1]);
    expect((await watched(page)).left).toHaveLength(3);
    expect((await watched(page)).ticks).toEqual([12]);
    // A change of the theme is not animated on any element.
    const moving = await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
      return document.getAnimations().length;
    });
    expect(moving).toBe(0);
  },
);

test('from the feed to a match its row becomes the scoreboard, without placeholders and layout shifts', async () => {
  const { page } = noa;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await fixture.open(page, '/main');
  await openItem(page, match);
  await heading(page, t('lifeLine')).waitFor();
  // The code of both screens is loaded now.
  await page.goBack();
  await matchCard(page, match).waitFor();
  const { shift: before, skeletons, transitions } = await watched(page);
  await openItem(page, match);
  await heading(page, t('lifeLine')).waitFor();
  const after = await watched(page);
  expect(after.skeletons.slice(skeletons.length)).toEqual([]);
  expect(after.transitions.slice(transitions.length)).toEqual([true]);
  expect(after.shift - before).toBeLessThanOrEqual(0.02);
});

test('a tap is answered before what it opens is rendered: by the marked tab, by the backdrop; Back is not delayed', async () => {
  const { page } = noa;
  await fixture.open(page, '/sections');
  const orderOf = async (act: () => Promise<unknown>, shown: Locator) => {
    const { length } = (await watched(page)).order;
    await act();
    await shown.waitFor();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    return (await watched(page)).order.slice(length);
  };
  const tab = (name: string) => page.getByRole('link', { name, exact: true });
  const leagues = heading(page, t('tabSearch'));
  const notifications = heading(page, t('tabNotifications'));
  await leagues.waitFor();
  await orderOf(() => tab(t('tabNotifications')).click(), notifications);
  // The code of both screens is loaded now.
  const toLeagues = await orderOf(() => tab(t('tabSearch')).click(), leagues);
  expect(toLeagues).toEqual(['tab', 'frame', 'screen']);
  const back = await orderOf(() => page.goBack(), notifications);
  expect(back).toEqual(['tab', 'screen', 'frame']);

  const menu = dialog(page, t('menu'));
  expect(await orderOf(() => button(page, t('menu')).click(), menu)).toEqual(['backdrop', 'sheet']);
});

fullTest(
  'beside the feed a row becomes the scoreboard, and a row again by Back; under reduced motion nothing moves',
  async () => {
    const desk = { viewport: { width: 1280, height: 800 } };
    const dana = await fixture.signedInVisitor('דנה', {
      ...desk,
      reducedMotion: 'no-preference',
      script: watching,
    });
    const { page, call } = dana;
    const other: Match = ['בית״ר', 'עירוני'];
    const { id } = await makeLeague(call, [], 'המשרד');
    const options = await makeOptions(call, id, [...match, ...other]);
    await makeGame(call, id, 'home/away', [options.slice(0, 2), options.slice(2)]);
    await fixture.open(page, '/main');
    const open = async (which: Match) => {
      await openItem(page, which);
      await heading(page, t('lifeLine')).waitFor();
    };
    const current = () =>
      page.locator('[data-item] [aria-current]').evaluateAll((all) => all.map((it) => it.ariaLabel));
    const label = (which: Match) => `${t('openItem')}: ${which.join(' · ')}`;
    await open(match);
    await expect.poll(current).toEqual([label(match)]);
    await page.goBack();
    await expect.poll(current).toEqual([]);
    await open(other);
    await open(match);
    await page.goBack();
    await expect.poll(current).toEqual([label(other)]);
    await heading(page, t('lifeLine')).waitFor();
    await page.goBack();
    await expect.poll(current).toEqual([]);
    // To a match and back, to one, to the other, and back from the first; none on the way back between two open matches.
    await expect.poll(async () => (await watched(page)).transitions).toEqual([true, true, true, true, true]);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(match);
    await page.goBack();
    await expect.poll(current).toEqual([]);
    expect((await watched(page)).transitions).toHaveLength(5);
  },
);
