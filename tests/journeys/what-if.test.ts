import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { emit } from '#server/live/emit.ts';
import { makeGame, makeLeague, makeOptions, postBets } from '#tests/support/server/leagues-and-games.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** Hypothetical tables: by a live score, and by other rules. */

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let dana: SignedInVisitor;
let gal: SignedInVisitor;
let league: number;
let over: Item;
let live: Item;

const end = ({ id: item }: Item, home: number, away: number) =>
  noa.call.post('setItemResults/', { item, value: { home, away } });

/** Stores and emits the match's present score, as the job that follows its source does. */
async function plays({ id, post }: Item, home: number, away: number): Promise<void> {
  const { db } = fixture.server.platform;
  const liveSource = { name: 'מקור', state: 'live', held: false, extraTime: null, penalties: null };
  await sql`
    update items set status = 'started', started_at = coalesce(started_at, clock_timestamp()),
      details = details || jsonb_build_object('source', ${JSON.stringify({ ...liveSource, score: { home, away } })}::jsonb)
    where id = ${id}::integer`.execute(db);
  await emit(db, { type: 'item', league, post, item: id, version: 2 });
}

beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, dana, gal] = await Promise.all([
    fixture.signedInVisitor('נועה'),
    fixture.signedInVisitor('דנה'),
    fixture.signedInVisitor('גל'),
  ]);
  league = (await makeLeague(noa.call, [dana.call, gal.call], 'השכונה')).id;
  const options = await makeOptions(noa.call, league, ['הפועל', 'מכבי']);
  const game = async (description: string) => {
    const [item] = (await makeGame(noa.call, league, 'home/away', [options], { description, joker: true }))
      .items_data;
    if (!item) throw new Error('no item');
    return item;
  };
  over = await game('מחזור א');
  live = await game('מחזור ב');
  await postBets(noa.call, over, 1, 0);
  await postBets(dana.call, over, 2, 0);
  await postBets(gal.call, over, 3, 0);
  await gal.call.post('joker/', { item: over.id });
  await postBets(dana.call, live, 1, 1);
  await postBets(gal.call, live, 0, 1);
  await end(over, 2, 0);
});
afterAll(() => fixture?.close());

/** Rank, direction, name, points and note of each row. */
const rowsOf = async (table: Locator): Promise<string[]> =>
  table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [rank, who, points] = [...row.children];
      return [
        rank?.firstElementChild?.textContent,
        rank?.lastElementChild?.getAttribute('data-direction') ?? '-',
        who?.querySelector('bdi')?.textContent,
        points?.querySelector('bdi')?.textContent,
        points?.children[2]?.textContent,
      ].join(' ');
    }),
  );
const tables = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const ifItEnds = (page: Page) => page.getByRole('switch', { name: t('ifItEnds'), exact: true });
const gain = (count: number) => t('gainLive', { count });

test('a match that is live with a score shows the switch, and the switch’s table follows the score', async () => {
  const { page } = dana;
  await fixture.openLive(page, `/section/${league}`);
  await tables(page, t('standings')).waitFor();
  await expect.poll(() => ifItEnds(page).count()).toBe(0);
  await plays(live, 1, 1);
  await ifItEnds(page).click();
  const projected = tables(page, t('ifItEnds'));
  await expect
    .poll(() => rowsOf(projected))
    .toEqual([`1 - דנה 8 ${gain(4)}`, `2 - גל 4 ${gain(0)}`, `3 - נועה 2 ${gain(0)}`]);
  await page.getByText(t('ifItEndsText', { count: 1 }), { exact: true }).waitFor();
  const scores = page.getByRole('list', { name: t('ifItEndsScores'), exact: true });
  await scores
    .getByRole('img', {
      name: t('scoreSpoken', { home: 'הפועל', homeScore: 1, away: 'מכבי', awayScore: 1 }),
      exact: true,
    })
    .waitFor();
  // The real table is hidden, from screen readers too.
  await expect.poll(() => tables(page, t('standings')).count()).toBe(0);
  await plays(live, 1, 2);
  await expect
    .poll(() => rowsOf(projected))
    .toEqual([`1 up גל 7 ${gain(3)}`, `2 down דנה 4 ${gain(0)}`, `3 - נועה 2 ${gain(0)}`]);
});

fullTest(
  'the table is shown with the switch’s place reserved above it, and does not move when its code is loaded',
  async () => {
    const { page } = await fixture.signedInVisitor('נועה', { phone: noa.phone });
    const holdRequests = async (url: (address: URL) => boolean) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(url, async (route) => {
        await released;
        await route.continue();
      });
      return release;
    };
    const isPlace = ({ pathname, searchParams }: URL) =>
      pathname === '/api/standings/' && searchParams.get('limit') === '1';
    const releasePlace = await holdRequests(isPlace);
    const releaseCode = await holdRequests(({ pathname }) => pathname.startsWith('/assets/what-if-'));
    const rows = page.waitForResponse((answer) => {
      const url = new URL(answer.url());
      return url.pathname === '/api/standings/' && !isPlace(url);
    });
    await fixture.open(page, `/section/${league}`);
    await (await rows).finished();
    const table = tables(page, t('standings'));
    await page.locator('[data-skeleton=tableRow]').first().waitFor();
    await expect.poll(() => table.count()).toBe(0);
    releasePlace();
    await table.waitFor();
    const before = await table.boundingBox();
    await expect.poll(() => ifItEnds(page).count()).toBe(0);
    releaseCode();
    await ifItEnds(page).waitFor();
    expect(await table.boundingBox()).toEqual(before);
  },
);

fullTest('the match’s page shows the points and the rank that the caller would have', async () => {
  const { page } = gal;
  await fixture.openLive(page, `/item?id=${live.id}`);
  await page
    .getByText(t('ifItEndsMine', { points: t('points', { count: 3 }), rank: 1 }), { exact: true })
    .waitFor();
  await plays(live, 1, 1);
  await page
    .getByText(t('ifItEndsMine', { points: t('points', { count: 0 }), rank: 2 }), { exact: true })
    .waitFor();
  // A member who has not bet on it sees nothing of this.
  await fixture.openLive(noa.page, `/item?id=${live.id}`);
  await noa.page.getByRole('heading', { name: t('rulesHere'), exact: true }).waitFor();
  await expect.poll(() => noa.page.getByText(t('ifItEnds')).count()).toBe(0);
});

fullTest(
  'the switch leads back, a failed request can be retried, and once nothing is live the real table is shown',
  async () => {
    const { page } = dana;
    await ifItEnds(page).click();
    const average = (points: number) => t('perItem', { average: points });
    await expect
      .poll(() => rowsOf(tables(page, t('standings'))))
      .toEqual([`1 - דנה 4 ${average(4)}`, `2 - גל 4 ${average(4)}`, `3 - נועה 2 ${average(2)}`]);
    await page.route('**/api/projectedStandings/**', (route) => route.abort());
    await ifItEnds(page).click();
    await button(page, t('retry')).waitFor();
    await page.unroute('**/api/projectedStandings/**');
    await button(page, t('retry')).click();
    await expect.poll(() => rowsOf(tables(page, t('ifItEnds')))).toHaveLength(3);
    await end(live, 0, 1);
    await tables(page, t('standings')).waitFor();
    await ifItEnds(page).waitFor({ state: 'detached' });
    fixture.allowErrors(dana, /Failed to load resource/);
  },
);

const lab = (page: Page) => dialog(page, t('rulesLab'));
const really = (points: number) => t('lab.really', { points });

test('the table of a finished game has a rules lab: other rules make another table beside the real one', async () => {
  const { page } = noa;
  await fixture.openLive(page, `/section/${league}?post=${over.post}`);
  await button(page, t('rulesLab')).click();
  const table = lab(page).getByRole('table', { name: t('lab.table'), exact: true });
  await expect
    .poll(() => rowsOf(table))
    .toEqual([`1 - דנה 4 ${really(4)}`, `2 - גל 4 ${really(4)}`, `3 - נועה 2 ${really(2)}`]);
  const outcome = lab(page).getByRole('spinbutton', { name: t('lab.pts_outcome'), exact: true });
  await outcome.fill('5');
  await expect
    .poll(() => rowsOf(table))
    .toEqual([`1 up גל 10 ${really(4)}`, `2 down דנה 5 ${really(4)}`, `3 - נועה 5 ${really(2)}`]);
  await lab(page)
    .getByRole('switch', { name: t('lab.joker'), exact: true })
    .click();
  await expect
    .poll(() => rowsOf(table))
    .toEqual([`1 - דנה 5 ${really(4)}`, `2 - גל 5 ${really(4)}`, `2 up נועה 5 ${really(2)}`]);
});

test('an invalid rule is reported beside it, and leaves the table unchanged; a reset restores the real rules', async () => {
  const { page } = noa;
  const table = lab(page).getByRole('table', { name: t('lab.table'), exact: true });
  const times = lab(page).getByRole('spinbutton', { name: t('lab.multiplier'), exact: true });
  const before = await rowsOf(table);
  await times.fill('');
  await lab(page).getByText(t('problem.required'), { exact: true }).waitFor();
  await times.fill('11');
  await lab(page)
    .getByText(t('problem.too_big', { limit: 10 }), { exact: true })
    .waitFor();
  await expect.poll(() => rowsOf(table)).toEqual(before);
  await button(lab(page), t('lab.reset')).click();
  await expect
    .poll(() => rowsOf(table))
    .toEqual([`1 - דנה 4 ${really(4)}`, `2 - גל 4 ${really(4)}`, `3 - נועה 2 ${really(2)}`]);
  await expect.poll(() => times.inputValue()).toBe('1');
  await page.goBack();
  await lab(page).waitFor({ state: 'detached' });
});
