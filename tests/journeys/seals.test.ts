import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bet, Item } from '#contract/models.ts';
import { shortSeal } from '#contract/seals.ts';
import { makeGame, makeLeague, makeOptions, postBets } from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  openItem,
  tapScores,
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

/** A pick shows its seal, and after the start everybody's picks are checked against their seals. */

const match: Match = ['הפועל', 'מכבי'];

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let yossi: SignedInVisitor;
let item: Item;
beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, yossi] = await Promise.all([fixture.signedInVisitor('נועה'), fixture.signedInVisitor('יוסי')]);
  const { id } = await makeLeague(noa.call, [yossi.call], 'השכונה');
  const options = await makeOptions(noa.call, id, [...match]);
  const [created] = (await makeGame(noa.call, id, 'home/away', [options])).items_data;
  if (!created) throw new Error('no item');
  item = created;
});
afterAll(() => fixture?.close());

const seals = (page: Page) => page.locator('[data-seals]');
const ownSeal = async () =>
  (await yossi.call.get<{ results: Bet[] }>('bet/', { item: item.id })).body.results[0]?.seal ?? '';
/** Taps the check, and waits until it ends in this state. */
async function check(page: Page, becomes: 'matching' | 'differing' | 'failed') {
  await button(seals(page), t('seal.check')).click();
  await page.locator(`[data-seals=${becomes}]`).waitFor();
  return (await seals(page).getByRole('status').innerText()).split('\n').filter(Boolean);
}
const changeBet = (of: SignedInVisitor, value: number) =>
  sql`update bets set value = ${value} where item_id = ${item.id} and member_id = ${of.call.id}
    and item_option_id = (select min(id) from item_options where item_id = ${item.id})`.execute(
    fixture.server.platform.db,
  );

test('a saved pick shows its short seal on the match’s page, and another one once it is changed on any device', async () => {
  const { page } = yossi;
  await fixture.openLive(page, `/post/${item.post}`);
  await tapScores(page, match, [[2, 1]]);
  await waitForScore(page, match, [2, 1], 'cellSaved');
  await page.keyboard.press('Escape');
  await openItem(page, match);
  const first = await ownSeal();
  await page.getByText(shortSeal(first), { exact: true }).waitFor();
  await page.getByText(t('seal.mine')).click();
  await page.getByText(t('seal.what')).waitFor();
  await page.getByText(first, { exact: true }).waitFor();
  // As from another device of the same member.
  await postBets(yossi.call, item, 2, 2);
  const second = await ownSeal();
  expect(second).not.toBe(first);
  await page.getByText(shortSeal(second), { exact: true }).waitFor();
});

test('after the start the check shows that all match, and that the caller’s seal is the one shown on this device', async () => {
  const { page } = yossi;
  await postBets(noa.call, item, 0, 3);
  await noa.call.post('setItemResults/', { item: item.id, value: 'start' });
  await button(seals(page), t('seal.check')).waitFor();
  await expect.poll(() => page.getByText(t('seal.mine')).count()).toBe(0);
  expect(await check(page, 'matching')).toEqual([t('seal.match', { count: 2 }), t('seal.shownSame')]);
  await page.getByText(t('seal.opened')).click();
  await seals(page)
    .getByText(await storedRandom(), { exact: true })
    .waitFor();
});

const storedRandom = async () => {
  const { rows } = await sql<{ random: string }>`
    select random from seals where item_id = ${item.id} and member_id = ${noa.call.id}`.execute(
    fixture.server.platform.db,
  );
  return rows[0]?.random ?? 'none';
};

test('a pick that was changed in the database is named, by the page and by the script that it offers', async () => {
  const { page } = yossi;
  await changeBet(noa, 1);
  expect(await check(page, 'differing')).toEqual([t('seal.differ', { count: 1 }), 'נועה']);

  await page.getByText(t('seal.byOneself')).click();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, t('seal.download')).click()]);
  const folder = mkdtempSync(join(tmpdir(), 'hevre-check-'));
  try {
    await file.saveAs(join(folder, 'picks.csv'));
    writeFileSync(join(folder, 'check.mjs'), await seals(page).locator('pre').innerText());
    const run = execFileSync('node', ['check.mjs', file.suggestedFilename()], {
      cwd: folder,
      encoding: 'utf8',
    });
    // Rows are in the order of the members' ids, which signed up concurrently.
    const line = noa.call.id < yossi.call.id ? 2 : 3;
    expect(run).toMatch(new RegExp(`^line ${line} does not match: .*"נועה".*\n1 of 2 match\n$`));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a seal that was replaced together with its pick is not the one that was shown on this device', async () => {
  const { page } = yossi;
  await changeBet(noa, 0);
  await changeBet(yossi, 0);
  await sql`
    update seals s set seal = seal_of(i.league_id, s.item_id, s.member_id, array(
      select item_option_id || ':' || value from bets b
      where b.item_id = s.item_id and b.member_id = s.member_id order by item_option_id), s.random)
    from items i where i.id = s.item_id and s.item_id = ${item.id} and s.member_id = ${yossi.call.id}`.execute(
    fixture.server.platform.db,
  );
  expect(await check(page, 'differing')).toEqual([t('seal.shownOther')]);
  // A reloaded page starts without a check, and compares as before.
  await page.reload();
  expect(await check(page, 'differing')).toEqual([t('seal.shownOther')]);
  await sql`delete from seals where item_id = ${item.id} and member_id = ${noa.call.id}`.execute(
    fixture.server.platform.db,
  );
  expect(await check(page, 'differing')).toEqual([
    t('seal.shownOther'),
    t('seal.none', { count: 1 }),
    'נועה',
  ]);
  // On a device that has shown no seal there is nothing to compare with.
  await fixture.open(noa.page, `/item?id=${item.id}`);
  expect(await check(noa.page, 'matching')).toEqual([
    t('seal.match', { count: 1 }),
    t('seal.none', { count: 1 }),
    'נועה',
  ]);
});

test('a check whose data cannot be loaded says so, and can be repeated', async () => {
  const { page, context } = noa;
  await context.setOffline(true);
  await button(seals(page), t('seal.check')).click();
  await page.locator('[data-seals=failed]').waitFor();
  await seals(page).getByText(t('failure.offline')).waitFor();
  await context.setOffline(false);
  expect((await check(page, 'matching'))[0]).toBe(t('seal.match', { count: 1 }));
});

fullTest('a check whose code could not be loaded is available once the connection is back', async () => {
  const visitor = await fixture.signedInVisitor('יוסי', { phone: yossi.phone });
  const { page, context } = visitor;
  let refused = 0;
  const isCode = ({ pathname }: URL) => /\/item-parts-.*\.js$/.test(pathname);
  await page.route(isCode, (route) => {
    refused += 1;
    return route.abort('internetdisconnected');
  });
  await fixture.open(page, `/item?id=${item.id}`);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await context.setOffline(true);
  await page.getByText(t('offlineQuiet'), { exact: true }).waitFor();
  await expect.poll(() => button(page, t('seal.check')).count()).toBe(0);
  await page.unroute(isCode);
  await context.setOffline(false);
  expect((await check(page, 'matching'))[0]).toBe(t('seal.match', { count: 1 }));
});
