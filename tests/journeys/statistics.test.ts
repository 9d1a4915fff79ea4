import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { makeGame, makeLeague, makeOptions, postBets } from '#tests/support/server/leagues-and-games.ts';
import { button, dialog, pauseClock } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { createTranslator, t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** The numbers of a league and a member: the race of the table is played, dragged and read, and follows what is settled. */

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let dana: SignedInVisitor;
let gal: SignedInVisitor;
let league: number;
let items: Item[];

const rounds = ['מחזור א', 'מחזור ב', 'מחזור ג'];
const end = ({ id: item }: Item, home: number, away: number) =>
  noa.call.post('setItemResults/', { item, value: { home, away } });

beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, dana, gal] = await Promise.all([
    fixture.signedInVisitor('נועה'),
    fixture.signedInVisitor('דנה'),
    fixture.signedInVisitor('גל'),
  ]);
  league = (await makeLeague(noa.call, [dana.call, gal.call], 'השכונה')).id;
  const options = await makeOptions(noa.call, league, ['הפועל', 'מכבי']);
  items = [];
  for (const description of rounds) {
    const [item] = (await makeGame(noa.call, league, 'home/away', [options], { description })).items_data;
    if (!item) throw new Error('no item');
    items.push(item);
    await postBets(noa.call, item, 1, 0);
    await postBets(dana.call, item, 2, 0);
  }
});
afterAll(() => fixture?.close());

const numbers = (page: Page, translate = t) => dialog(page, translate('numbers'));
const openNumbers = async ({ page }: SignedInVisitor, translate = t) => {
  await fixture.openLive(page, `/section/${league}`);
  await button(page, translate('numbers')).click();
  return numbers(page, translate);
};
/** Names and points at the lines' ends, from the top. */
const standing = async (sheet: Locator): Promise<string[]> => {
  const rows = await sheet
    .getByRole('list', { name: t('race.title'), exact: true })
    .locator('li:not([aria-hidden])')
    .all();
  const read = await Promise.all(
    rows.map(async (row) => ({
      // The target of its transform, not its place during the transition.
      top: Number(/\d+/.exec(await row.evaluate((it) => it.style.transform))?.[0]),
      text: `${await row.locator('bdi').innerText()} ${await row.locator('[aria-hidden]').innerText()}`,
    })),
  );
  return read.toSorted((one, other) => one.top - other.top).map(({ text }) => text);
};
const slider = (sheet: Locator) => sheet.getByRole('slider', { name: t('race.upTo'), exact: true });
const step = async (sheet: Locator) => Number(await slider(sheet).getAttribute('aria-valuenow'));
const winners = async (sheet: Locator) =>
  (
    await sheet
      .getByRole('list', { name: t('round.title'), exact: true })
      .locator(':scope > li')
      .allInnerTexts()
  ).map((text) => text.split('\n').filter(Boolean));

/** Where a chart's lines begin and end, in hundredths of its width from the left and of its height from the top. */
const ends = (sheet: Locator) =>
  sheet
    .locator('svg[role=img]')
    .locator('path, polyline')
    .evaluateAll((lines) =>
      lines.map((drawn) => {
        const line = drawn as SVGGeometryElement;
        const { x, y, width, height } = line.ownerSVGElement?.getBoundingClientRect() ?? new DOMRect();
        const at = (length: number) => {
          const point = line.getPointAtLength(length).matrixTransform(line.getScreenCTM() ?? undefined);
          return [((point.x - x) / width) * 100, ((point.y - y) / height) * 100].map(Math.round);
        };
        return [at(0), at(line.getTotalLength())];
      }),
    );

type Point = readonly [across: number, down: number];
/** A member's line from its start, the point where its leader begins, and the end of the leader at the name. */
const lineWithLeader = (start: Point, turn: Point, name: Point) => [
  [start, turn],
  [turn, name],
];

test('without a result the league has no numbers yet, and says what to do', async () => {
  const sheet = await openNumbers(noa);
  await sheet.getByText(t('numbersEmptyText'), { exact: true }).waitFor();
  await sheet.getByText(`${t('pointsLeft', { count: 12 })} ${t('itemsLeft', { count: 3 })}`).waitFor();
});

test('a settled result updates the open numbers', async () => {
  const [first, second] = items;
  if (!first || !second) throw new Error('no items');
  const sheet = numbers(noa.page);
  await end(second, 2, 0);
  await expect.poll(() => standing(sheet)).toEqual(['דנה 4', 'נועה 2', 'גל 0']);
  await end(first, 1, 0);
  await expect.poll(() => standing(sheet)).toEqual(['דנה 6', 'נועה 6', 'גל 0']);
  // The newest first, by when they ended.
  await expect
    .poll(() => winners(sheet))
    .toEqual([
      ['מחזור א', 'נועה', 'נ', t('points', { count: 4 })],
      ['מחזור ב', 'דנה', 'ד', t('points', { count: 4 })],
    ]);
});

test('the race plays from its start to its end, and pauses there', async () => {
  const { page } = noa;
  const sheet = numbers(page);
  await pauseClock(page);
  await expect.poll(() => step(sheet)).toBe(2);
  await button(sheet, t('race.play')).click();
  await sheet.locator('[data-race=playing]').waitFor();
  expect([await step(sheet), await standing(sheet)]).toEqual([0, ['דנה 0', 'נועה 0', 'גל 0']]);
  await page.clock.runFor(1000);
  await expect.poll(() => step(sheet)).toBe(1);
  await expect.poll(() => standing(sheet)).toEqual(['דנה 4', 'נועה 2', 'גל 0']);
  // Heights are shares of the most points, over the whole width; her own line is drawn last.
  await expect
    .poll(() => ends(sheet))
    .toEqual([
      ...lineWithLeader([100, 96], [12, 4], [0, 17]),
      ...lineWithLeader([100, 96], [12, 96], [0, 83]),
      ...lineWithLeader([100, 96], [12, 50], [0, 50]),
    ]);
  await button(sheet, t('race.pause')).click();
  await page.clock.runFor(5000);
  await expect.poll(() => step(sheet)).toBe(1);
  await button(sheet, t('race.play')).click();
  await page.clock.runFor(1000);
  await sheet.locator('[data-race=paused]').waitFor();
  expect([await step(sheet), await standing(sheet)]).toEqual([2, ['דנה 6', 'נועה 6', 'גל 0']]);
  await page.clock.resume();
});

test('keys and a drag go to any round; in Hebrew the later ones are to the left', async () => {
  const { page } = noa;
  const sheet = numbers(page);
  await slider(sheet).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => slider(sheet).getAttribute('aria-valuetext')).toBe(t('race.start'));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => slider(sheet).getAttribute('aria-valuetext')).toBe('מחזור ב');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => slider(sheet).getAttribute('aria-valuetext')).toBe('מחזור א');
  const thumb = await slider(sheet).boundingBox();
  const play = await button(sheet, t('race.play')).boundingBox();
  if (!thumb || !play) throw new Error('not drawn');
  await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2);
  await page.mouse.down();
  await page.mouse.move(play.x, thumb.y + thumb.height / 2, { steps: 5 });
  await page.mouse.up();
  expect([await step(sheet), await standing(sheet)]).toEqual([0, ['דנה 0', 'נועה 0', 'גל 0']]);
});

fullTest(
  'the lines run from right to left in Hebrew and from left to right in English, each connected to its name',
  async () => {
    // At the start nobody has points.
    await expect
      .poll(() => ends(numbers(noa.page)))
      .toEqual([
        ...lineWithLeader([100, 96], [12, 96], [0, 17]),
        ...lineWithLeader([100, 96], [12, 96], [0, 83]),
        ...lineWithLeader([100, 96], [12, 96], [0, 50]),
      ]);
    const english = await fixture.signedInVisitor('גל', { phone: gal.phone, language: 'en' });
    const { t: translate } = createTranslator('en');
    const sheet = await openNumbers(english, translate);
    await sheet.getByRole('img').waitFor();
    await expect
      .poll(() => ends(sheet))
      .toEqual([
        ...lineWithLeader([0, 96], [88, 4], [100, 17]),
        ...lineWithLeader([0, 96], [88, 4], [100, 50]),
        ...lineWithLeader([0, 96], [88, 96], [100, 83]),
      ]);
  },
);

test('points over time run in the same direction, with the day of each end below', async () => {
  const { page, call } = noa;
  await fixture.open(page, `/profile/${call.id}`);
  const chart = page
    .getByRole('figure')
    .filter({ has: page.getByRole('img', { name: t('pointsChart', { count: 2, total: '6' }) }) });
  await chart.waitFor();
  await expect
    .poll(() => ends(chart))
    .toEqual([
      [
        [100, 100],
        [0, 0],
      ],
    ]);
  const days = await chart
    .locator('[aria-hidden] span')
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().x));
  expect(days.toSorted((one, other) => other - one)).toEqual(days);
  expect(new Set(days).size).toBe(2);
});

test('the whole race is shown as a table too', async () => {
  const sheet = await openNumbers(noa);
  await sheet.getByText(t('asTable'), { exact: true }).click();
  const cells = await sheet
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(cells).toEqual([
    [t('race.round'), 'דנה', 'נועה', 'גל'],
    ['מחזור ב', '4', '2', '0'],
    ['מחזור א', '6', '6', '0'],
  ]);
});

test('a member’s points have their statistics beside them', async () => {
  const { page } = noa;
  await fixture.openLive(page, `/section/${league}`);
  await page.getByRole('rowheader').getByRole('button', { name: 'דנה' }).click();
  const sheet = dialog(page, 'דנה');
  await sheet.getByRole('tab', { name: t('numbers'), exact: true }).click();
  const likeness = sheet.getByRole('list', { name: t('likeness'), exact: true });
  await likeness.waitFor();
  const read = (list: Locator) => list.getByRole('listitem').allInnerTexts();
  const linesOf = (texts: string[]) => texts.map((text) => text.split('\n').filter(Boolean));
  expect(linesOf(await read(likeness))).toEqual([
    ['נ', 'נועה', t('percent', { percent: 100 }), t('partOf', { part: 2, whole: 2 })],
  ]);
  const form = sheet.getByRole('list', { name: t('formText'), exact: true });
  expect(linesOf(await read(form)).map((line) => line[0])).toEqual(['2', '4']);
  const figures = await sheet.getByRole('tabpanel').locator('dl div').allInnerTexts();
  expect(linesOf(figures)).toEqual([
    [t('betsOfPlayed', { played: '2' }), '2'],
    [t('exactRate'), t('percent', { percent: 50 })],
    [t('streakNow'), '2'],
    [t('streakLongest'), '2'],
  ]);
});

fullTest('a member without bets sees what to do; a failed request can be retried', async () => {
  const { page } = gal;
  await fixture.openLive(page, `/section/${league}`);
  await page.route('**/api/memberStatistics/**', (route) => route.abort());
  await page.getByRole('rowheader').getByRole('button', { name: 'גל' }).click();
  const sheet = dialog(page, 'גל');
  await sheet.getByRole('tab', { name: t('numbers'), exact: true }).click();
  await button(sheet, t('retry')).waitFor();
  await page.unroute('**/api/memberStatistics/**');
  await button(sheet, t('retry')).click();
  await sheet.getByText(t('memberNumbersEmpty'), { exact: true }).waitFor();
  fixture.allowErrors(gal, /Failed to load resource/);
});
