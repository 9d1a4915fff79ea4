import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { postBets, makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { button, dialog, heading, textbox } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** Profiles: a friend's, and the member's own name, devices, export and deletion. */

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let yossi: SignedInVisitor;
let section: number;
let teams: number[];

beforeAll(async () => {
  fixture = await openBrowserFixture();
});
afterAll(() => fixture?.close());
afterEach(() => fixture.closeVisitors());

const createTwoMembers = async () => {
  [noa, yossi] = await Promise.all([fixture.signedInVisitor('נועה'), fixture.signedInVisitor('יוסי')]);
  section = (await makeLeague(noa.call, [yossi.call], 'הליגה')).id;
  teams = await makeOptions(noa.call, section, ['אריות', 'נמרים']);
};
/** A match with a result, on which both have bet. */
const playMatch = async (
  ownScore: [number, number],
  otherScore: [number, number],
  result: [number, number],
) => {
  const item = (await makeGame(noa.call, section, 'home/away', [teams])).items_data[0] as Item;
  await postBets(noa.call, item, ...ownScore);
  await postBets(yossi.call, item, ...otherScore);
  const [home, away] = result;
  await noa.call.post('setItemResults/', { item: item.id, value: { home, away } });
  return item;
};

test('a friend’s profile shows rank, form and points over time, and updates live', async () => {
  await createTwoMembers();
  await playMatch([0, 0], [2, 1], [2, 1]);
  const { page } = noa;
  await fixture.open(page, `/profile/${yossi.call.id}`);
  await heading(page, 'יוסי').waitFor();
  const league = page.getByRole('region', { name: 'הליגה' });
  await league.getByText(t('points', { count: 4 }), { exact: true }).waitFor();
  await league.getByText(t('rankOf', { rank: 1, players: 2 })).waitFor();
  const form = league.getByRole('list', { name: t('formText') });
  await expect
    .poll(() => form.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining(t('exact'))]);

  await playMatch([1, 0], [0, 3], [1, 0]);
  await league.getByText(t('winsOf', { wins: 1, bets: 2 })).waitFor();
  const marks = await form.getByRole('listitem').allInnerTexts();
  expect(marks.map((mark) => mark.split('\n').at(-1))).toEqual([t('missed'), t('exact')]);
  await league.getByRole('img', { name: t('pointsChart', { count: 2, total: 4 }) }).waitFor();
  await league.getByText(t('asTable')).click();
  const rows = league.getByRole('table', { name: t('pointsOverTime') }).getByRole('row');
  expect((await rows.allInnerTexts()).map((row) => row.split('\t').slice(1))).toEqual([
    [t('pointsShort'), t('inAll')],
    ['4', '4'],
    ['0', '4'],
  ]);
  // A friend's profile has no notification preferences.
  await expect.poll(() => page.getByRole('switch').count()).toBe(0);
  await league.getByRole('link', { name: t('allPoints') }).click();
  await dialog(page, 'יוסי').getByText(t('reason.exact')).waitFor();
});

fullTest(
  'a stranger’s profile is not found; a member without a league is offered to create one',
  async () => {
    await createTwoMembers();
    const stranger = await fixture.signedInVisitor('זר');
    await fixture.open(noa.page, `/profile/${stranger.call.id}`);
    await noa.page.getByText(t('failure.not_found')).waitFor();
    await fixture.open(stranger.page, '/profile');
    await stranger.page.getByText(t('noLeaguesTitle')).waitFor();
    await button(stranger.page, t('createNewLeague')).click();
    await dialog(stranger.page, t('createNewLeague')).waitFor();
    fixture.allowErrors(noa, /404/);
  },
);

fullTest('a new name is shown to friends', async () => {
  await createTwoMembers();
  await fixture.open(noa.page, `/profile/${yossi.call.id}`);
  await heading(noa.page, 'יוסי').waitFor();
  await fixture.open(yossi.page, '/profile');
  await button(yossi.page, t('edit')).click();
  const form = dialog(yossi.page, t('name'));
  await textbox(form, t('name')).fill('יוסי המלך');
  await button(form, t('save')).click();
  await heading(yossi.page, 'יוסי המלך').waitFor();
  await noa.page.reload();
  await heading(noa.page, 'יוסי המלך').waitFor();
});

fullTest('a device that is signed out from another one shows the sign-in page at once', async () => {
  await createTwoMembers();
  const laptop = await fixture.signedInVisitor('נועה', { phone: noa.phone });
  await fixture.open(laptop.page, `/section/${section}`);
  await heading(laptop.page, 'הליגה').waitFor();
  await fixture.open(noa.page, '/profile');
  const devices = noa.page.getByRole('region', { name: t('sessions') });
  await devices.getByText(t('thisDevice')).waitFor();
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(2);
  await button(devices, t('signOutDevice')).click();
  const before = Date.now();
  await textbox(laptop.page, t('cellphone')).waitFor();
  process.stdout.write(`journeys: the other device was out ${Date.now() - before} ms after\n`);
  expect(new URL(laptop.page.url()).hash).toContain('/login');
  await button(devices, t('signOutDevice')).waitFor({ state: 'hidden' });
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
  // This device stays signed in.
  await fixture.open(noa.page, '/main');
  await heading(noa.page, t('tabMain')).waitFor();
  // Its page may make calls that are refused by then.
  fixture.allowErrors(laptop, /40[14]/);
});

fullTest('a member downloads all their data as a file', async () => {
  await createTwoMembers();
  await playMatch([0, 0], [2, 1], [2, 1]);
  await fixture.open(yossi.page, '/profile');
  const download = yossi.page.waitForEvent('download');
  await button(yossi.page, t('exportMe')).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('hevre.json');
  const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<
    string,
    { name: string }[]
  >;
  expect(exported['member']).toMatchObject([{ name: 'יוסי' }]);
  expect(exported['leagues']).toMatchObject([{ name: 'הליגה' }]);
  expect(exported['bets']).toHaveLength(2);
  expect(exported['points']).toMatchObject([{ points: 4 }]);
});

fullTest('a member deletes their account after confirming; the bets stay without the name', async () => {
  await createTwoMembers();
  const item = await playMatch([0, 0], [2, 1], [2, 1]);
  await fixture.open(noa.page, `/item?id=${item.id}`);
  await noa.page.getByRole('listitem').filter({ hasText: 'יוסי' }).first().waitFor();
  const { page } = yossi;
  await fixture.open(page, '/profile');
  await button(page, t('deleteMe')).click();
  const question = dialog(page, t('deleteMe'));
  await question.getByText(t('deleteMeText')).waitFor();
  await button(question, t('cancel')).click();
  await question.waitFor({ state: 'hidden' });
  await button(page, t('deleteMe')).click();
  await button(question, t('deleteMe')).click();
  await textbox(page, t('cellphone')).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hevre:session'))).toBeNull();

  await noa.page.reload();
  const row = noa.page.getByRole('listitem').filter({ hasText: 'פנים מהעבר' });
  await row.getByText(t('exact')).first().waitFor();
  await expect.poll(() => noa.page.getByText('יוסי').count()).toBe(0);
  await fixture.open(noa.page, `/section/${section}`);
  await noa.page.getByRole('table').waitFor();
  await expect.poll(() => noa.page.getByText('יוסי').count()).toBe(0);
  fixture.allowErrors(yossi, /401/);
});

fullTest(
  'a deletion that is answered after another call was refused signs out without a notice of expiry',
  async () => {
    const dana = await fixture.signedInVisitor('דנה');
    const { page } = dana;
    await fixture.openLive(page, '/profile');
    await page.route(/\/api\/member\/\?.*ids=me/, async (route) => {
      const refused = page.waitForResponse((response) => response.status() === 401);
      const response = await route.fetch();
      await refused;
      // The page may have dropped the request by then.
      await route.fulfill({ response }).catch(() => {});
    });
    await button(page, t('deleteMe')).click();
    await button(dialog(page, t('deleteMe')), t('deleteMe')).click();
    await textbox(page, t('cellphone')).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hevre:session'))).toBeNull();
    await expect.poll(() => page.getByText(t('sessionExpired')).count()).toBe(0);
    fixture.allowErrors(dana, /401/);
  },
);
