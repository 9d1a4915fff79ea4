import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { button, dialog, heading, textbox } from '#tests/support/browser/page-actions.ts';
import { newPhone } from '#tests/support/server/members.ts';
import { t } from '#tests/support/translations.ts';

/** Staff create and archive what everyone sees, and a superuser appoints staff: on the screen. */

let fixture: BrowserFixture;
let dana: SignedInVisitor;
let yossi: SignedInVisitor;
beforeAll(async () => {
  fixture = await openBrowserFixture();
  [dana, yossi] = await Promise.all([fixture.signedInVisitor('דנה'), fixture.signedInVisitor('יוסי')]);
  const { db } = fixture.server.platform;
  await db.updateTable('members').set({ is_superuser: true }).where('id', '=', dana.call.id).execute();
});
afterAll(() => fixture?.close());

const tab = (page: Page, key: 'postsForEveryone' | 'gameTypes' | 'staffMembers') =>
  page.getByRole('tab', { name: t(key), exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const save = async (form: Locator) => {
  await button(form, t('save')).click();
  await form.waitFor({ state: 'hidden' });
};
/** Removes a row, after its question. */
const takeAway = async (page: Page, action: string, answer: string, name: string) => {
  await button(page, action).click();
  const question = page.getByRole('dialog');
  await button(question, answer).click();
  await question.waitFor({ state: 'hidden' });
  await row(page, name).waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toMatch(/li|ul/);
};
const archive = (page: Page, name: string) =>
  takeAway(page, t('archiveName', { name }), t('archiveIt'), name);
const namesIn = async (path: string, query = {}) =>
  (await dana.call.get<{ results: { name: string }[] }>(path, query)).body.results.map(({ name }) => name);

test('a superuser adds a friend to staff, who creates and archives what everyone sees, and is removed again', async () => {
  const { page } = dana;
  const staff = yossi.page;
  // Others cannot open it, not even by its address.
  await fixture.open(staff, '/staff');
  await heading(staff, t('staffOnly')).waitFor();
  await expect.poll(() => staff.getByRole('tab').count()).toBe(0);
  await fixture.open(staff, '/main?sheet=menu');
  await button(dialog(staff, t('menu')), t('createNewLeague')).waitFor();
  const menuLink = staff.getByRole('link', { name: t('staffPage'), exact: true });
  await expect.poll(() => menuLink.count()).toBe(0);

  await fixture.open(page, '/main?sheet=menu');
  await page.getByRole('link', { name: t('staffPage'), exact: true }).click();
  await tab(page, 'staffMembers').click();
  await row(page, 'דנה').getByText(t('you')).waitFor();
  await button(page, t('newStaff')).click();
  const newStaff = dialog(page, t('newStaff'));
  await textbox(newStaff, t('cellphone')).fill('12');
  await button(newStaff, t('save')).click();
  await newStaff.getByText(t('problem.phone')).waitFor();
  await textbox(newStaff, t('cellphone')).fill(yossi.phone);
  await save(newStaff);
  await row(page, 'יוסי').getByText(t('role.staff')).waitFor();
  // Whoever has not signed in yet has no name.
  await button(page, t('newStaff')).click();
  await textbox(newStaff, t('cellphone')).fill(newPhone());
  await save(newStaff);
  await row(page, t('notSignedInYet')).getByText(t('role.staff')).waitFor();
  await takeAway(page, t('dismissName', { name: t('notSignedInYet') }), t('dismissIt'), t('notSignedInYet'));

  // The open menu on his phone has it at once.
  await menuLink.click();
  await heading(staff, t('staffPage')).waitFor();
  await expect.poll(() => tab(staff, 'staffMembers').count()).toBe(0);

  await button(staff, t('newOfficialLeague')).click();
  const newLeague = dialog(staff, t('createNewLeague'));
  await textbox(newLeague, t('leagueName')).fill('ליגת העל');
  await expect
    .poll(() => newLeague.getByRole('switch', { name: t('leagueOfficial') }).isChecked())
    .toBe(true);
  // The response is lost: saved again, it is the same league.
  await staff.route(
    '**/api/section/**',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const lost = staff.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await button(newLeague, t('save')).click();
  await lost;
  // The toast stays until it is dismissed.
  const failure = staff.locator('[data-toast]').filter({ hasText: t('noConnection') });
  await button(failure, t('close')).click();
  await button(newLeague, t('save')).click();
  await heading(staff, 'ליגת העל').waitFor();
  fixture.allowErrors(yossi, /ERR_FAILED/);
  expect(await namesIn('section/', { custom: 'False' })).toEqual(['ליגת העל']);
  await fixture.open(staff, '/staff');
  await button(staff, `${t('archive')}: ליגת העל`).click();
  await button(staff.getByRole('dialog'), t('archive')).click();
  await button(staff, `${t('reopen')}: ליגת העל`).click();
  await button(staff, `${t('archive')}: ליגת העל`).waitFor();

  await tab(staff, 'postsForEveryone').click();
  await button(staff, t('newPostForEveryone')).click();
  const newPost = dialog(staff, t('newPostForEveryone'));
  await textbox(newPost, t('description')).fill('ברוכים הבאים');
  await save(newPost);
  await fixture.open(page, '/main');
  await page.getByText('ברוכים הבאים').waitFor();
  await archive(staff, 'ברוכים הבאים');
  expect((await dana.call.get<{ count: number }>('post/', { everyone: 'True' })).body.count).toBe(0);

  await tab(staff, 'gameTypes').click();
  await button(staff, t('newItemType')).click();
  const newType = dialog(staff, t('newItemType'));
  await textbox(newType, t('itemTypeName')).fill('כדורעף');
  await newType.getByLabel(t('itemTypeLayout')).selectOption('bets');
  await save(newType);
  await staff.getByRole('link', { name: 'כדורעף', exact: true }).click();
  await button(staff, t('newItemRule')).click();
  const newRule = dialog(staff, t('newItemRule'));
  await textbox(newRule, t('itemRuleName')).fill('איפה משחקים?');
  await textbox(newRule, t('itemRuleKey')).fill('place');
  await newRule.getByLabel(t('itemRuleType')).selectOption('text');
  await save(newRule);
  // A rule of the layout is inherited, and cannot be archived here.
  await row(staff, 'איפה משחקים?').getByRole('button').waitFor();
  const ofLayout = row(staff, 'נקודות על ספרה מדויקת');
  await ofLayout.waitFor();
  await expect.poll(() => ofLayout.getByRole('button').count()).toBe(0);
  await archive(staff, 'איפה משחקים?');
  await staff.getByRole('link', { name: t('back'), exact: true }).click();
  await archive(staff, 'כדורעף');
  expect(await namesIn('itemtype/', { limit: 100 })).not.toContain('כדורעף');

  await fixture.open(page, '/staff?tab=staff');
  await takeAway(page, t('dismissName', { name: 'יוסי' }), t('dismissIt'), 'יוסי');
  await heading(staff, t('staffOnly')).waitFor();
});
