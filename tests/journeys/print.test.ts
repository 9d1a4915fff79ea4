import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StandingsRow } from '#contract/models.ts';
import type { PrintedGame } from '#contract/printing.ts';
import { buildPage } from '#tests/support/builders.ts';
import {
  makeGame,
  makeLeague,
  makeOptions,
  optionIdsOf,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { createTranslator, t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** A printed league: opened from its settings, printed by the device, without anything else of the page. */

let fixture: BrowserFixture;
let noa: SignedInVisitor, dana: SignedInVisitor;
let league: number;

/** Counts the calls of print, since a headless browser has no dialog. */
const counted = `window.printed = 0; window.print = () => { window.printed += 1; };`;
const printed = (page: Page) => page.evaluate(() => (window as unknown as { printed: number }).printed);

beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, dana] = await Promise.all([
    fixture.signedInVisitor('נועה', { script: counted }),
    fixture.signedInVisitor('דנה', { language: 'en', script: counted, colorScheme: 'dark' }),
  ]);
  league = (await makeLeague(noa.call, [dana.call], 'השכונה')).id;
  const options = await makeOptions(noa.call, league, ['הפועל', 'Maccabi']);
  for (const description of ['מחזור א', 'מחזור ב', 'מחזור ג']) {
    const [item] = (await makeGame(noa.call, league, 'home/away', [options], { description })).items_data;
    if (!item) throw new Error('no item');
    await postBets(noa.call, item, 2, 0);
    if (description === 'מחזור א') await postBets(dana.call, item, 1, 1);
    if (description === 'מחזור ג') continue;
    await noa.call.post('setItemResults/', { item: item.id, value: { home: 2, away: 0 } });
  }
  const choices = await makeOptions(noa.call, league, ['פיצה', 'Sushi']);
  for (const layout of ['vote', 'bets'] as const) {
    const game = await makeGame(noa.call, league, layout, [choices], { description: 'מה אוכלים?' });
    const [item] = game.items_data;
    if (!item) throw new Error('no item');
    const ids = optionIdsOf(item);
    if (layout === 'vote') {
      await postBets(noa.call, item, undefined, 1);
      await noa.call.post('setItemResults/', { item: item.id, value: { options: ids.slice(1) } });
    } else {
      await postBets(dana.call, item, 5, 0);
      const values = { [ids[0] ?? 0]: 5, [ids[1] ?? 0]: 3 };
      await noa.call.post('setItemResults/', { item: item.id, value: { values } });
    }
  }
});
afterAll(() => fixture?.close());

async function openPrint({ page }: SignedInVisitor, translate: typeof t = t) {
  await fixture.openLive(page, `/section/${league}`);
  await button(page, translate('leagueSettings')).click();
  await button(page, translate('print')).click();
  return dialog(page, translate('print'));
}
const paperOf = (page: Page) =>
  page.locator('body > div[aria-hidden]').filter({ has: page.locator('table') });
const pageCount = async (page: Page) => {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
};
const cells = (page: Page) =>
  paperOf(page)
    .locator('table')
    .evaluateAll((tables) =>
      tables.map((table) =>
        [...table.querySelectorAll('tbody tr')].map((row) =>
          [...row.children].map(
            (cell) =>
              [...cell.querySelectorAll('bdi, span:not(:has(*))')].map((it) => it.textContent).join(' ') ||
              cell.textContent,
          ),
        ),
      ),
    );

test('the print has the table and each round that has started, on a page each, with everybody’s picks and points', async () => {
  const { page } = noa;
  const sheet = await openPrint(noa);
  await sheet.getByText(t('printReady', { count: 2 }), { exact: true }).waitFor();
  await sheet.getByText(t('printItems', { count: 4 }), { exact: true }).waitFor();
  await expect.poll(() => paperOf(page).isVisible()).toBe(false);
  await button(sheet, t('printStart')).click();
  await expect.poll(() => printed(page)).toBe(1);
  await expect
    .poll(() => cells(page))
    .toEqual([
      [
        ['1', 'נועה', '11', '2', '3.67'],
        ['2', 'דנה', '3', '0', '1.5'],
      ],
      [
        ['נועה', '2 0 +4', '4'],
        ['דנה', '1 1 +0', '0'],
      ],
      [['נועה', '2 0 +4', '4']],
      [['נועה', 'Sushi +3', '3']],
      [['דנה', 'פיצה 5 Sushi 0 +3', '3']],
    ]);
  // Each grid has the result in its head; the first line of a head is as wide as the table.
  await expect
    .poll(() =>
      paperOf(page)
        .locator('table')
        .evaluateAll((tables) =>
          tables.map((table) => [
            table.querySelector<HTMLTableCellElement>('thead th')?.colSpan,
            [...table.querySelectorAll('thead tr:last-child th')].map((head) =>
              [...head.querySelectorAll('bdi')].map((it) => it.textContent).join(' '),
            ),
          ]),
        ),
    )
    .toEqual([
      [5, ['', '', '', '', '']],
      [3, ['', 'הפועל Maccabi 2 0', '']],
      [3, ['', 'הפועל Maccabi 2 0', '']],
      [3, ['', 'פיצה · Sushi Sushi', '']],
      [3, ['', 'פיצה · Sushi פיצה 5 Sushi 3', '']],
    ]);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => paperOf(page).isVisible()).toBe(true);
  await expect.poll(() => sheet.isVisible()).toBe(false);
  await expect.poll(() => page.locator('#root').isVisible()).toBe(false);
  expect(await pageCount(page)).toBe(5);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => paperOf(page).count()).toBe(0);
});

test('a printed score is two boxes on one line, home first, and the points are apart from them', async () => {
  const { page } = noa;
  const game: PrintedGame = {
    id: 1,
    name: 'מחזור 1',
    items: Array.from({ length: 8 }, (_, at) => ({
      id: at + 1,
      name: '',
      layout: 'home/away',
      date: null,
      options: [
        { id: 1, name: 'הפועל', result: 15 },
        { id: 2, name: 'מכבי', result: 12 },
      ],
      picks: [[0, 2, 4] as const, [15, 12, 120] as const].map(([home, away, points], member) => ({
        member: member + 1,
        name: `חברה ${member}`,
        picks: [
          { id: 1, value: home },
          { id: 2, value: away },
        ],
        points,
      })),
    })),
  };
  await page.route('**/api/printedGames/**', (route) => route.fulfill({ json: buildPage(game) }));
  const sheet = await openPrint(noa);
  await sheet.getByText(t('printItems', { count: 8 }), { exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  // The width of A4 within its margins.
  const usual = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ width: 703, height: 1000 });
  await expect.poll(() => paperOf(page).isVisible()).toBe(true);
  const scores = await paperOf(page)
    .locator('table')
    .last()
    .locator('thead tr:last-child th, td')
    .evaluateAll((all) =>
      all.flatMap((cell) => {
        const parts = [...cell.querySelectorAll('bdi')].filter((it) => /^[+\d]/.test(it.textContent ?? ''));
        if (parts.length < 2) return [];
        const [home, away, points] = parts.map((it) => it.getBoundingClientRect());
        if (!home || !away) return [];
        const lineHeight = Number.parseFloat(getComputedStyle(cell).lineHeight);
        const frame = cell.getBoundingClientRect();
        return [
          {
            text: parts.map((it) => it.textContent).join(' '),
            isOneLine: home.top === away.top && Math.max(home.height, away.height) < 1.5 * lineHeight,
            isHomeFirst: home.left >= away.right,
            isApart: !points || points.top >= away.bottom || away.left - points.right > 4,
            isInside: parts.every((it) => it.getBoundingClientRect().left >= frame.left),
          },
        ];
      }),
    );
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(usual);
  await page.unroute('**/api/printedGames/**');
  await page.keyboard.press('Escape');
  const layout = { isOneLine: true, isHomeFirst: true, isApart: true, isInside: true };
  const row = (text: string) => Array.from({ length: 8 }, () => ({ text, ...layout }));
  expect(scores).toEqual([...row('15 12'), ...row('15 12 +120'), ...row('0 2 +4')]);
});

fullTest('an English print reads from the left, dark on light in a dark theme too', async () => {
  const { page } = dana;
  const translate = createTranslator('en').t;
  const sheet = await openPrint(dana, translate);
  await sheet.getByText(translate('printItems', { count: 4 }), { exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const layout = await paperOf(page).evaluate((paper) => {
    const { direction, color, backgroundColor } = getComputedStyle(paper);
    const row = paper.querySelector('tbody tr');
    const [first, last] = [row?.firstElementChild, row?.lastElementChild].map(
      (cell) => cell?.getBoundingClientRect().left ?? 0,
    );
    const linesOf = (heading: Element) => {
      const content = document.createRange();
      content.selectNodeContents(heading);
      return new Set([...content.getClientRects()].map(({ top }) => top)).size;
    };
    const headings = [...(paper.querySelector('table')?.querySelectorAll('thead tr:last-child th') ?? [])];
    return {
      direction,
      color,
      backgroundColor,
      startsAtLeft: (first ?? 0) < (last ?? 0),
      brokenHeadings: headings
        .filter((heading) => linesOf(heading) > (heading.textContent ?? '').split(' ').length)
        .map(({ textContent }) => textContent),
    };
  });
  expect(layout).toEqual({
    direction: 'ltr',
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    startsAtLeft: true,
    brokenHeadings: [],
  });
  await page.emulateMedia({ media: 'screen' });
});

fullTest(
  'a league of 100 with 104 matches is prepared without a task over 5 s, and takes 30 to 80 pages',
  async () => {
    const { page } = noa;
    const names = Array.from({ length: 100 }, (_, at) => `חברה מספר ${at}`);
    const games: PrintedGame[] = [24, 24, 24, 16, 8, 4, 2, 1, 1].map((size, round) => ({
      id: round + 1,
      name: `מחזור ${round + 1}`,
      items: Array.from({ length: size }, (_one, at) => ({
        id: round * 100 + at + 1,
        name: '',
        layout: 'home/away',
        date: '2027-06-11T19:00:00.000Z',
        options: [
          { id: 1, name: 'דרום קוריאה', result: 2 },
          { id: 2, name: 'Bosnia and Herzegovina', result: 1 },
        ],
        picks: names.map((name, member) => ({
          member: member + 1,
          name,
          picks: [
            { id: 1, value: member % 4 },
            { id: 2, value: at % 3 },
          ],
          points: member % 5,
        })),
      })),
    }));
    const rows = names.map((name, at): StandingsRow => ({
      rank: at + 1,
      move: 0,
      member: { id: at + 1, name, image: null },
      points: 300 - at,
      exact: 7,
      difference: 3,
      outcome: 9,
      bets: 104,
      average: 2.5,
      form: [],
    }));
    await page.route('**/api/printedGames/**', (route) => route.fulfill({ json: buildPage(...games) }));
    await page.route('**/api/standings/**', (route) =>
      route.fulfill({ json: { ...buildPage(...rows), me: null, tie_break: 'exact,difference,outcome' } }),
    );
    await fixture.openLive(page, `/section/${league}`);
    await page.evaluate(() => {
      const longest = { ms: 0 };
      Object.assign(window, { longest });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
      }).observe({ entryTypes: ['longtask'] });
    });
    await button(page, t('leagueSettings')).click();
    const begun = Date.now();
    await button(page, t('print')).click();
    await dialog(page, t('print'))
      .getByText(t('printItems', { count: 104 }), { exact: true })
      .waitFor();
    await expect.poll(() => paperOf(page).locator('td').count()).toBe(100 * (104 + 16 + 4));
    const shown = Date.now() - begun;
    const longest = await page.evaluate(() => (window as unknown as { longest: { ms: number } }).longest.ms);
    await page.emulateMedia({ media: 'print' });
    const printing = Date.now();
    const pages = await pageCount(page);
    console.log(
      `print: ${shown} ms until it can be printed, the longest task ${Math.round(longest)} ms; ${pages} pages laid out in ${Date.now() - printing} ms`,
    );
    await page.emulateMedia({ media: 'screen' });
    // The table and each of 16 grids take two pages at least.
    expect(pages).toBeGreaterThan(30);
    expect(pages).toBeLessThan(80);
    expect(longest).toBeLessThan(5000);
  },
);
