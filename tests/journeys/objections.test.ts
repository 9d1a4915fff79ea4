import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { endVotes } from '#server/commands/end-votes.ts';
import { makeGame, makeLeague, makeOptions, postBets } from '#tests/support/server/leagues-and-games.ts';
import { button, dialog } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** A league's results are provisional: a member objects, the others vote, and the owner decides. */

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let yossi: SignedInVisitor;
let dana: SignedInVisitor;
let item: Item;
let league: number;
beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, yossi, dana] = await Promise.all([
    fixture.signedInVisitor('נועה'),
    fixture.signedInVisitor('יוסי'),
    fixture.signedInVisitor('דנה'),
  ]);
  const maya = await fixture.signedInVisitor('מאיה');
  ({ id: league } = await makeLeague(noa.call, [yossi.call, dana.call, maya.call], 'השכונה', {
    description: 'מהגן',
  }));
  const options = await makeOptions(noa.call, league, ['הפועל', 'מכבי']);
  const [created] = (await makeGame(noa.call, league, 'home/away', [options])).items_data;
  if (!created) throw new Error('no item');
  item = created;
  await postBets(yossi.call, item, 2, 1);
});
afterAll(() => fixture?.close());

const block = (page: Page) => page.getByRole('region', { name: t('objection.title'), exact: true });
const becomes = (page: Page, standing: string) => page.locator(`[data-standing=${standing}]`).waitFor();
const choice = (page: Page, key: 'objection.yes' | 'objection.no', count: number) =>
  block(page).getByRole('button', { name: `${t(key)} ${count}`, exact: true });
/** Opens a member's points; returns how to read the reason of each line, newest first, without its date. */
const openPoints = async ({ page, name, call }: SignedInVisitor) => {
  await fixture.openLive(page, `/section/${league}?sheet=points&of=${call.id}`);
  const lines = dialog(page, name).getByRole('listitem');
  return async () => (await lines.allInnerTexts()).map((line) => line.split('\n')[1]?.split(' · ').slice(1));
};
const endDay = async () => {
  const { db } = fixture.server.platform;
  await sql`update items set final_at = clock_timestamp() where id = ${item.id}`.execute(db);
  await endVotes(db);
};

test('a league’s owner turns provisional results on in its form', async () => {
  const { page } = noa;
  await fixture.open(page, `/section/${league}?sheet=settings`);
  await button(page, t('editLeague')).click();
  await page.getByRole('switch', { name: t('provisionalResults'), exact: true }).click();
  await button(page, t('save')).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { body } = await noa.call.get<{ provisional_results: boolean }>(`section/${league}/`);
  expect(body.provisional_results).toBe(true);
});

test('a result is shown as provisional on its card, in its member’s points, and on its page with the time until when', async () => {
  await noa.call.post('setItemResults/', { item: item.id, value: { home: 3, away: 1 } });
  const { page } = yossi;
  await fixture.openLive(page, `/post/${item.post}`);
  await page.locator(`[data-item="${item.id}"]`).getByText(t('provisional'), { exact: true }).waitFor();
  await expect.poll(await openPoints(yossi)).toEqual([['כיוון נכון', 'זמני']]);
  await fixture.openLive(page, `/item?id=${item.id}`);
  await becomes(page, 'provisional');
  const until = await block(page).locator('p').first().innerText();
  expect(until).toMatch(/^תוצאה זמנית עד מחר · \d\d:\d\d$/);
  await expect.poll(() => block(page).getByRole('group').count()).toBe(0);
});

test('a member objects with words, which others read and vote on', async () => {
  const { page } = yossi;
  await button(block(page), t('objection.object')).click();
  const sheet = page.getByRole('dialog', { name: t('objection.title'), exact: true });
  await expect.poll(() => button(sheet, t('save')).isDisabled()).toBe(true);
  const reasonField = sheet.getByRole('textbox', { name: t('objection.words') });
  await reasonField.fill('היה 2:2, ראיתי');
  // Meanwhile the result is corrected: the objection is to the present one.
  const { version } = (await noa.call.get<Item>(`item/${item.id}/`)).body;
  const value = { home: 2, away: 1 };
  expect((await noa.call.post('setItemResults/', { item: item.id, value, version })).status).toBe(200);
  await page.getByText(t('life.corrected')).first().waitFor();
  await expect.poll(() => reasonField.inputValue()).toBe('היה 2:2, ראיתי');
  await button(sheet, t('save')).click();
  await sheet.waitFor({ state: 'hidden' });
  await block(page).getByText('היה 2:2, ראיתי').waitFor();
  await block(page).getByText(t('objection.counts')).waitFor();
  await expect.poll(() => button(block(page), t('objection.object')).count()).toBe(0);
  await page.getByText(t('life.objected')).waitFor();

  await fixture.openLive(dana.page, `/item?id=${item.id}`);
  await choice(dana.page, 'objection.no', 0).click();
  await choice(dana.page, 'objection.no', 1).waitFor();
  await expect.poll(() => choice(dana.page, 'objection.no', 1).getAttribute('aria-pressed')).toBe('true');
  // The same vote on another member's page, by its live event.
  await block(page)
    .getByText(`${t('objection.no')} 1`)
    .waitFor();
  await choice(dana.page, 'objection.yes', 1).click();
  await choice(dana.page, 'objection.yes', 2).waitFor();
  await expect.poll(() => choice(dana.page, 'objection.no', 0).getAttribute('aria-pressed')).toBe('false');
});

fullTest(
  'a vote for the objection leaves the decision to the owner, whose confirmation is final',
  async () => {
    const yossisPoints = await openPoints(yossi);
    const correction = 'התוצאה תוקנה, והנקודות חושבו מחדש: היו 2, עכשיו 4';
    await expect.poll(yossisPoints).toEqual([
      ['בול! בדיוק התוצאה', 'זמני', correction],
      ['כיוון נכון', 'זמני'],
    ]);
    await endDay();
    await becomes(dana.page, 'contested');
    await block(dana.page).getByText(t('objection.contested')).waitFor();
    await expect.poll(() => block(dana.page).getByRole('button').count()).toBe(0);

    const { page } = noa;
    await fixture.openLive(page, `/item?id=${item.id}`);
    await button(block(page), t('objection.confirm')).click();
    const sheet = page.getByRole('dialog', { name: t('objection.confirm'), exact: true });
    await sheet.getByText(t('objection.confirmText')).waitFor();
    await button(sheet, t('objection.confirm')).click();
    await becomes(page, 'final');
    await becomes(dana.page, 'final');
    // Live, in the open sheet.
    await expect.poll(yossisPoints).toEqual([['בול! בדיוק התוצאה', correction], ['כיוון נכון']]);
    await page.getByText(t('life.final')).waitFor();
    // The menu does not offer to change the result.
    await button(page, t('manageItem')).click();
    await page.getByRole('menuitem', { name: t('editItem'), exact: true }).waitFor();
    for (const key of ['updateResults', 'voidItem'] as const)
      await expect.poll(() => page.getByRole('menuitem', { name: t(key), exact: true }).count()).toBe(0);
    await fixture.open(yossi.page, `/post/${item.post}`);
    const card = yossi.page.locator(`[data-item="${item.id}"]`);
    await card.getByText(t('exact'), { exact: true }).waitFor();
    await expect.poll(() => card.getByText(t('provisional'), { exact: true }).count()).toBe(0);
  },
);
