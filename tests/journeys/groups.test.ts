import { decodeQR } from 'qr/decode.js';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { postBets, makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { recordAnnouncements, untilTold } from '#tests/support/browser/live-regions.ts';
import { button, dialog, heading, textbox, waitForLayers } from '#tests/support/browser/page-actions.ts';
import { fullTest, expectWithin } from '#tests/support/run-size.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type Visitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';

/** A group: created, joined by a link, invited to a league as a whole, and left. */

const groupName = 'החבר׳ה מהמילואים';
const leagueName = 'המונדיאל שלנו';

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let dana: SignedInVisitor;
let yossi: Visitor;
let league = 0;
let group = 0;

beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, dana, yossi] = await Promise.all([
    // A device in dark mode with a share sheet.
    fixture.signedInVisitor('נועה', {
      colorScheme: 'dark',
      script: 'navigator.share = async (what) => { window.shared = what; }',
    }),
    fixture.signedInVisitor('דנה'),
    fixture.newVisitor('יוסי', { script: recordAnnouncements }),
  ]);
  ({ id: league } = await makeLeague(noa.call, [dana.call], leagueName));
});
afterAll(() => fixture?.close());

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const inTable = (page: Page, name: string) => page.getByRole('rowheader', { name: new RegExp(`^${name}`) });
const person = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

/** The text that the WhatsApp button sends, and the link in it. */
async function invitation(page: Page, key: 'inviteToClan' | 'inviteToLeague') {
  const href = await page.getByRole('link', { name: t(key) }).getAttribute('href');
  const message = new URL(href ?? '').searchParams.get('text') ?? '';
  return { message, link: /http\S+/.exec(message)?.[0] ?? '' };
}

/** Milliseconds from the first promise to the second. */
async function latencyBetween(first: Promise<unknown>, then: Promise<unknown>): Promise<number> {
  const [start, end] = await Promise.all([first.then(Date.now), then.then(Date.now)]);
  return end - start;
}

let link = '';

test('a group is created from a name, and its page has the code and an invitation', async () => {
  const { page } = noa;
  await fixture.open(page, '/clans-page');
  await page.getByText(t('noGroupsTitle')).waitFor();
  await button(page, t('addNewClan')).click();
  const form = dialog(page, t('newClan'));
  await textbox(form, t('clanName')).fill(groupName);
  await button(form, t('save')).click();
  await row(page, groupName)
    .getByText(t('members', { count: 1 }))
    .waitFor();
  await person(page, groupName).click();
  await heading(page, groupName).waitFor();
  group = Number(/id=(\d+)/.exec(page.url())?.[1]);

  const { message, link: found } = await invitation(page, 'inviteToClan');
  link = found;
  expect(message).toContain(groupName);
  expect(link).toMatch(
    new RegExp(`^${fixture.server.url}/\\?joinclan=[0-9A-HJKMNP-TV-Z]{10}&by=${noa.call.id}$`),
  );
});

fullTest(
  'a group’s code opens its link as a QR code that can be scanned, in dark mode too, and the device’s share sheet',
  async () => {
    const { page } = noa;
    const { message } = await invitation(page, 'inviteToClan');
    await page.getByRole('button', { name: t('qrShow') }).click();
    const code = dialog(page, groupName).getByRole('img', { name: t('qrOf', { name: groupName }) });
    await code.waitFor();
    const { data, info } = await sharp(await code.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(link);
    // Dark on light in both themes, which every camera can read: the frame is light.
    expect(data[4 * (4 * info.width + Math.round(info.width / 2))]).toBeGreaterThan(200);
    // The device's share sheet gets the text of the invitation.
    await button(dialog(page, groupName), t('share')).click();
    expect(await page.evaluate(() => (window as unknown as { shared: unknown }).shared)).toEqual({
      text: message,
    });
    await page.goBack();
    await dialog(page, groupName).waitFor({ state: 'hidden' });
  },
);

test('an invitation link is kept through sign-in, asks for consent, and joins by a tap', async () => {
  const { page } = yossi;
  await page.goto(link);
  await textbox(page, t('cellphone')).waitFor();
  await heading(page, groupName).waitFor();
  await page.getByText(t('invitedBy', { name: 'נועה' }), { exact: true }).waitFor();
  await fixture.signIn(yossi);
  await page.getByText(t('joinGroupAsk', { name: groupName })).waitFor();
  await page.getByText(t('members', { count: 1 })).waitFor();
  await expect.poll(() => person(noa.page, 'יוסי').count()).toBe(0);

  const joined = page.waitForResponse(
    (it) => it.url().includes('/joinAClan') && !/preview=true/i.test(it.url()),
  );
  const ms = latencyBetween(joined, person(noa.page, 'יוסי').waitFor());
  await button(page, t('joinConfirm')).click();
  await untilTold(page, t('joined', { name: groupName }));
  expectWithin('a member who joined a group is shown to the other', await ms, 1000);
  // A new member sees the welcome before the group.
  await button(page, t('skip')).click();
  await heading(page, groupName).waitFor();
  await person(page, 'נועה').getByText(t('owner')).waitFor();
  // A member who does not own the group cannot remove others.
  await expect
    .poll(() => page.getByRole('button', { name: new RegExp(`^${t('removeFromClan')}`) }).count())
    .toBe(0);

  // The same link leads a member of the group to its page.
  await page.goto(link);
  await page.getByText(t('joinedAlready', { name: groupName })).waitFor();
  await button(page, t('goIn')).click();
  await heading(page, groupName).waitFor();
});

test('an unknown join code is refused beside its field, and a known one joins in lower case too', async () => {
  const { page } = dana;
  await fixture.open(page, '/clans-page');
  await page.getByRole('link', { name: t('joinAClan') }).click();
  await expect.poll(() => button(page, t('proceed')).isDisabled()).toBe(true);
  const field = textbox(page, t('joinCode'));
  await field.fill('  ');
  await expect.poll(() => button(page, t('proceed')).isDisabled()).toBe(true);
  for (const typed of ['אבגדה', '00000-00000']) {
    await field.fill(typed);
    await button(page, t('proceed')).click();
    await page
      .getByRole('alert')
      .filter({ hasText: t('joinCodeUnknown') })
      .waitFor();
    await expect.poll(() => field.inputValue()).toBe(typed);
    // The pressed button is disabled now: the focus is on the field.
    await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  }
  const code = new URL(link).searchParams.get('joinclan') ?? '';
  await field.fill(code.toLowerCase());
  await button(page, t('proceed')).click();
  await button(page, t('joinConfirm')).click();
  await heading(page, groupName).waitFor();
  await noa.page.getByText(t('members', { count: 3 }), { exact: true }).waitFor();
});

test('an invited group leaves the suggestions of every member who could invite it', async () => {
  for (const { page } of [noa, dana]) {
    const requests = new Set<string>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/clan/'))
        requests.add(`${searchParams.get('invited')} ${searchParams.get('limit')}`);
    });
    await fixture.open(page, `/clans-page?section=${league}`);
    await row(page, groupName)
      .getByText(t('inSection', { count: 2, of: 3 }))
      .waitFor();
    await heading(page, t('inviteSuggestions')).waitFor();
    expect([...requests].toSorted()).toEqual(['False 50', 'True 50']);
  }
  const invited = noa.page.waitForResponse((it) => it.url().includes('/inviteClanToSection'));
  const ms = latencyBetween(invited, dana.page.getByText(t('allGroupsInvited')).waitFor());
  await button(noa.page, `${t('invite')}: ${groupName}`).click();
  expectWithin('the invitation is shown to the other member', await ms, 1000);
  for (const { page } of [noa, dana]) {
    await page.getByText(t('allGroupsInvited')).waitFor();
    await heading(page, t('invitedGroups')).waitFor();
    await row(page, groupName)
      .getByText(t('inSection', { count: 2, of: 3 }))
      .waitFor();
    await expect.poll(() => button(page, `${t('invite')}: ${groupName}`).count()).toBe(0);
  }
  await noa.page.getByText(t('groupsInvited', { count: 1 })).waitFor();
});

test('each member of an invited group is notified, sees the league’s name but no content, and joins by one tap', async () => {
  const { page } = yossi;
  await page.getByRole('link', { name: t('tabSearch') }).click();
  await row(page, leagueName).getByText(t('invitedTag')).waitFor();
  await page.getByRole('link', { name: new RegExp(`^${t('tabNotifications')}`) }).click();
  await page.getByText(`הזמנה לליגה · ${leagueName}`).click();
  await page.getByText(t('leagueAsked', { name: leagueName })).waitFor();
  await page.getByText(t('members', { count: 2 })).waitFor();
  await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  expect((await (await fixture.apiOf(yossi)).get('post/', { section: league })).status).toBe(404);

  // The live event may come before the response, and the league's page be drawn over the button.
  const standings = page.getByRole('tab', { name: t('standings') });
  await page.route('**/api/membership/**', async (route) => {
    const response = await route.fetch();
    await standings.waitFor();
    await route.fulfill({ response });
  });
  await button(page, t('joinLeague')).click();
  await untilTold(page, t('joined', { name: leagueName }));
  await row(noa.page, groupName).getByText(t('allInSection')).waitFor();
});

let match: Item;

fullTest(
  'the group that filters the standings filters an item’s bets too, and survives a reload',
  async () => {
    const stranger = await fixture.signedInVisitor('זר');
    await stranger.call.get('joinAClan/', {
      code: (await noa.call.get<{ code: string }>(`section/${league}/`)).body.code,
    });
    const options = await makeOptions(noa.call, league, ['הפועל', 'מכבי']);
    const { items_data } = await makeGame(noa.call, league, 'home/away', [options]);
    const [item] = items_data;
    if (!item) throw new Error('no item');
    match = item;
    for (const { call } of [noa, stranger]) await postBets(call, item, 1, 0);
    await noa.call.post('setItemResults/', { item: item.id, value: 'start' });

    const { page } = noa;
    const picker = page.getByRole('combobox', { name: t('chooseClan') });
    await fixture.open(page, `/section/${league}`);
    await inTable(page, 'זר').waitFor();
    await picker.selectOption({ label: groupName });
    await inTable(page, 'זר').waitFor({ state: 'hidden' });
    await inTable(page, 'דנה').waitFor();

    await fixture.open(page, `/item?id=${item.id}`);
    const bets = page.getByRole('region', { name: t('memberBets') });
    const noasBet = bets.getByText('נועה', { exact: true });
    const strangersBet = bets.getByText('זר', { exact: true });
    await noasBet.waitFor();
    await expect.poll(() => picker.inputValue()).toBe(String(group));
    await expect.poll(() => strangersBet.count()).toBe(0);
    await page.reload();
    await noasBet.waitFor();
    await expect.poll(() => picker.inputValue()).toBe(String(group));
    await picker.selectOption({ label: t('wholeLeague') });
    await strangersBet.waitFor();
  },
);

fullTest(
  'a group’s page has its own table, the next member to beat, and the chat of the latest game',
  async () => {
    const { page } = noa;
    await fixture.open(page, `/clans-page?id=${group}`);
    // All have no points, so they are in the order of their names: she comes after him.
    await page.getByText(t('against.nobody', { name: 'יוסי' })).waitFor();
    await inTable(page, 'דנה').waitFor();
    await expect.poll(() => inTable(page, 'זר').count()).toBe(0);
    await noa.call.post('setItemResults/', { item: match.id, value: { home: 1, away: 0 } });
    await page.getByText(t('against.me', { name: 'דנה', count: 4 })).waitFor();

    await fixture.open(dana.page, `/clans-page?id=${group}`);
    await dana.page.getByText(t('against.them', { name: 'נועה', count: 4 })).waitFor();
    // A tap on another member's row compares with them.
    await button(dana.page, 'יוסי').click();
    await dialog(dana.page, 'יוסי')
      .getByText(t('against.nobody', { name: 'יוסי' }))
      .waitFor();
    await dana.page.goBack();
    await button(dana.page, t('latestChat')).click();
    await dana.page.locator('[data-step=result]').waitFor();
    await dana.page.goBack();
    await dana.page.getByRole('link', { name: leagueName }).click();
    await inTable(dana.page, 'זר').waitFor();
  },
);

fullTest('an owner renames the group and renews its code; the old link is refused', async () => {
  const { page } = noa;
  await fixture.open(page, `/clans-page?id=${group}`);
  await fixture.open(yossi.page, `/clans-page?id=${group}`);
  await heading(yossi.page, groupName).waitFor();
  await button(page, t('clanSettings')).click();
  await button(dialog(page, t('clanSettings')), t('editClan')).click();
  const form = dialog(page, t('editClan'));
  await textbox(form, t('clanName')).fill('הוותיקים');
  await button(form, t('save')).click();
  await heading(yossi.page, 'הוותיקים').waitFor();

  await button(page, t('clanSettings')).click();
  await button(dialog(page, t('clanSettings')), t('renewCode')).click();
  await button(dialog(page, t('renewCode')), t('renewCode')).click();
  await dialog(page, t('renewCode')).waitFor({ state: 'hidden' });
  await waitForLayers(page, 0);
  await page.goBack();
  await expect.poll(async () => (await invitation(page, 'inviteToClan')).link).not.toBe(link);

  const lateMember = await fixture.signedInVisitor('מאוחר');
  await lateMember.page.goto(link);
  await lateMember.page
    .getByRole('alert')
    .filter({ hasText: t('joinCodeUnknown') })
    .waitFor();
  await lateMember.page.goto((await invitation(page, 'inviteToClan')).link);
  await button(lateMember.page, t('joinConfirm')).click();
  await heading(lateMember.page, 'הוותיקים').waitFor();
});

fullTest('a removed member loses the screen they are on; a member can leave by themselves', async () => {
  const { page } = noa;
  await button(page, `${t('removeFromClan')}: יוסי`).click();
  const removed = page.waitForResponse((it) => it.request().method() === 'DELETE');
  const ms = latencyBetween(removed, heading(yossi.page, t('clanGone')).waitFor());
  await button(dialog(page, t('removeFromClan')), t('removeFromClan')).click();
  expectWithin('a removed member sees that the group is gone', await ms, 1000);
  await person(page, 'יוסי').waitFor({ state: 'hidden' });

  await fixture.open(dana.page, '/sections');
  await fixture.open(dana.page, `/clans-page?id=${group}`);
  await button(dana.page, t('clanSettings')).click();
  await button(dialog(dana.page, t('clanSettings')), t('leaveGroup')).click();
  const question = dialog(dana.page, t('leaveGroup'));
  await question.getByText(t('leaveGroupText', { name: 'הוותיקים' })).waitFor();
  await button(question, t('leaveGroup')).click();
  await dana.page.getByText(t('noGroupsTitle')).waitFor();
  // Back leads to the page before the group.
  await dana.page.goBack();
  await expect.poll(() => dana.page.url()).toMatch(/#\/sections$/);
  await person(page, 'דנה').waitFor({ state: 'hidden' });
  await page.getByText(t('members', { count: 2 }), { exact: true }).waitFor();
  // Their pages may fetch the group once more, which is a 404 by then.
  for (const out of [yossi, dana]) fixture.allowErrors(out, /status of 404/);
  await fixture.closeVisitors();
});
