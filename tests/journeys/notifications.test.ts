import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fromIsraelInput } from '#contract/israel-time.ts';
import type { Group, Item, Post } from '#contract/models.ts';
import { sendReminders } from '#server/notifications/reminders.ts';
import {
  postBets,
  isoInDays,
  makeGame,
  makeLeague,
  makeOptions,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  dayFromNow,
  matchCard,
  heading,
  tapScores,
  textbox,
  waitForScore,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** Notifications and reminders, their preferences, and the list of members who have not bet yet. */

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let yossi: SignedInVisitor;
let avi: SignedInVisitor;
let section: number;
let teams: number[];
const derby: Match = ['אריות', 'נמרים'];
const final: Match = ['זאבים', 'דובים'];

beforeAll(async () => {
  fixture = await openBrowserFixture();
  await stopReminders(fixture.server);
});
afterAll(() => fixture?.close());
afterEach(() => fixture.closeVisitors());

const createThreeMembers = async () => {
  [noa, yossi, avi] = await Promise.all([
    fixture.signedInVisitor('נועה'),
    fixture.signedInVisitor('יוסי'),
    fixture.signedInVisitor('אבי'),
  ]);
  section = (await makeLeague(noa.call, [yossi.call, avi.call], 'הליגה')).id;
  teams = await makeOptions(noa.call, section, [...derby, ...final]);
  // The set-up's own notifications are marked as read.
  for (const { call } of [noa, yossi, avi]) await call.put('notification/', { new: false });
};
const inMinutes = (minutes: number) => isoInDays(minutes / (24 * 60));
const game = (description: string, which: 'derby' | 'final', minutes: number): Promise<Post> =>
  makeGame(noa.call, section, 'home/away', [which === 'derby' ? teams.slice(0, 2) : teams.slice(2)], {
    description,
    due_date: inMinutes(minutes),
  });
const onlyItem = ({ items_data }: Post) => items_data[0] as Item;
const remind = () => sendReminders(fixture.server.platform.db);
const tab = (page: Page, count: number) =>
  page.getByRole('link', {
    name: count === 0 ? t('tabNotifications') : new RegExp(t('newCount', { count })),
    exact: true,
  });

const newTags = (page: Page) => page.getByRole('img', { name: t('newTag') });

test('a reminder arrives live in every tab, opens its item, and is read once the list is opened', async () => {
  await createThreeMembers();
  const post = await game('הדרבי', 'derby', 40);
  await yossi.call.put('notification/', { new: false });
  await postBets(avi.call, onlyItem(post), 2, 0);
  const { page } = yossi;
  const other = await yossi.context.newPage();
  await fixture.open(page, '/profile');
  await fixture.open(other, '/main');
  await tab(page, 0).waitFor();
  await tab(other, 0).waitFor();
  await fixture.open(avi.page, '/notifications');
  await avi.page.getByText('משחק חדש מחכה לניחוש').waitFor();

  const before = Date.now();
  await remind();
  await tab(page, 1).waitFor();
  await tab(other, 1).waitFor();
  process.stdout.write(
    `journeys: a reminder was on both screens ${Date.now() - before} ms after the job began\n`,
  );
  // A member who has bet gets no reminder, and nobody gets it twice.
  await remind();
  await expect.poll(() => avi.page.getByText(/פחות משעה/).count()).toBe(0);
  await tab(page, 1).click();
  const entry = page.getByRole('link', { name: /פחות משעה לסגירה, ועוד אין ניחוש/ });
  await entry.waitFor();
  await expect.poll(() => heading(page, t('today')).count()).toBe(1);
  await expect.poll(() => entry.count()).toBe(1);
  await tab(page, 0).waitFor();
  await tab(other, 0).waitFor();

  await entry.click();
  await heading(page, `${derby[0]} · ${derby[1]}`).waitFor();
});

test('a message whose game was deleted before it was sent is kept among the notifications, and can be deleted', async () => {
  await createThreeMembers();
  const { id } = await game('הדרבי', 'derby', 600);
  const { page, context } = yossi;
  await fixture.open(page, '/main');
  await button(page, t('commentsCount', { count: 0 })).click();
  await page.getByText(t('chatEmptyTitle')).waitFor();
  await context.setOffline(true);
  await textbox(page, t('writeMessage')).fill('מי לוקח?');
  await button(page, t('send')).click();
  await page.getByText(t('messageWaiting')).waitFor();
  expect((await noa.call.del('post/', { ids: id })).status).toBe(200);
  await page.goBack();
  await context.setOffline(false);
  await page
    .getByRole('alert')
    .filter({ hasText: t('messageNotSent') })
    .waitFor();

  await page.getByRole('link', { name: new RegExp(t('tabNotifications')) }).click();
  const kept = page.getByRole('region', { name: t('messagesNotSent') });
  await kept.getByText('מי לוקח?').waitFor();
  await kept.getByText(t('messageRefused')).waitFor();
  const retried = page.waitForResponse((answer) => /postcomment/i.test(answer.url()));
  await button(kept, t('retry')).click();
  expect((await retried).status()).toBe(404);
  await kept.getByText('מי לוקח?').waitFor();
  await page.reload();
  await kept.getByText('מי לוקח?').waitFor();
  await button(kept, t('delete')).click();
  await kept.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('unsent:'))))
    .toEqual([]);
  fixture.allowErrors(yossi, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|status of 404/);
});

fullTest(
  'a list in view is read in every tab, and what was new stays marked until the list is left',
  async () => {
    await createThreeMembers();
    const item = onlyItem(await game('הדרבי', 'derby', 600));
    const { page } = yossi;
    const other = await yossi.context.newPage();
    await fixture.openLive(other, '/main');
    await tab(other, 1).waitFor();
    // A list in a hidden tab is not read.
    const setVisibility = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await fixture.openLive(page, '/main');
    await setVisibility('hidden');
    await tab(page, 1).click();
    await newTags(page).first().waitFor();
    await game('הגמר', 'final', 700);
    await tab(other, 2).waitFor();
    await newTags(page).nth(1).waitFor();
    await tab(page, 2).waitFor();

    await setVisibility('visible');
    await tab(page, 0).waitFor();
    await tab(other, 0).waitFor();
    // What arrives while the list is in view is marked as new too, and is read at once.
    await noa.call.post('post/', { section, description: 'נפגשים אצלי' });
    await newTags(page).nth(2).waitFor();
    await expect
      .poll(async () => (await yossi.call.get<{ count: number }>('notification/', { new: true })).body.count)
      .toBe(0);
    await tab(other, 0).waitFor();
    await expect.poll(() => newTags(page).count()).toBe(3);

    await page.getByRole('link', { name: t('tabSearch'), exact: true }).click();
    await newTags(page).first().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: t('tabNotifications'), exact: true }).click();
    await page.getByRole('link', { name: /הודעה חדשה לכולם/ }).waitFor();
    await expect.poll(() => newTags(page).count()).toBe(0);

    // A match has one entry, with its earlier notifications.
    await postBets(yossi.call, item, 2, 1);
    await noa.call.post('result/', { item: item.id, home: 2, away: 1 });
    const result = page.getByRole('link', { name: /יש תוצאה: 4 נקודות/ });
    await result.getByText(t('exact'), { exact: true }).waitFor();
    await page.getByRole('link', { name: t('tabSearch'), exact: true }).click();
    await newTags(page).first().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: t('tabNotifications'), exact: true }).click();
    await result.waitFor();
    await expect.poll(() => newTags(page).count()).toBe(0);
    await noa.call.post('result/', { item: item.id, home: 0, away: 0, version: 2 });
    await result.getByText('תוצאה תוקנה: 0 נקודות במקום 4', { exact: true }).waitFor();
    const [home, away] = derby;
    // The latest notification is new, the earlier one is not.
    await result.getByRole('img', { name: t('newTag') }).waitFor();
    for (const [homeScore, awayScore] of [
      [0, 0],
      [2, 1],
    ] as const)
      await result
        .getByRole('img', { name: t('scoreSpoken', { home, homeScore, away, awayScore }), exact: true })
        .waitFor();
    await result.getByText(t('missed'), { exact: true }).waitFor();
  },
);

fullTest(
  'with text of 200 % a result is no wider than the window, and its words are not broken',
  async () => {
    const script = `document.addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })`;
    noa = await fixture.signedInVisitor('נועה');
    avi = await fixture.signedInVisitor('אבי', { script });
    section = (await makeLeague(noa.call, [avi.call], 'הליגה')).id;
    teams = await makeOptions(noa.call, section, ['קיפודי ירושלים', 'דולפיני אילת']);
    const item = onlyItem(await game('הדרבי', 'derby', 40));
    await postBets(avi.call, item, 2, 1);
    await noa.call.post('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
    await fixture.open(avi.page, '/notifications');
    const name = avi.page.getByText('ירושלים');
    await name.waitFor();
    const layoutOfName = () =>
      name.evaluate((it) => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const range = document.createRange();
        const text = it.firstChild;
        if (!text) return null;
        range.setStart(text, 'קיפודי '.length);
        range.setEnd(text, 'קיפודי ירושלים'.length);
        return { tooWide: scrollWidth - clientWidth, lines: range.getClientRects().length };
      });
    await expect.poll(layoutOfName).toEqual({ tooWide: 0, lines: 1 });
  },
);

fullTest(
  'the list of who has not bet shows names without picks and a message to nudge them, and shrinks as they bet',
  async () => {
    await createThreeMembers();
    const { id, items_data } = await makeGame(
      noa.call,
      section,
      'home/away',
      [teams.slice(0, 2), teams.slice(2)],
      {
        description: 'הדרבי',
      },
    );
    const [first, second] = items_data as [Item, Item];
    // The second match closes before the first.
    const soon = fromIsraelInput(`${dayFromNow(1)}T20:30`);
    await noa.call.put(`item/${second.id}/`, { date: soon });
    const { page } = noa;
    await fixture.open(page, `/post/${id}`);
    const list = page.getByRole('list', { name: t('whoIsMissing') });
    const listedTexts = async () =>
      (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*\n\s*/));
    // Her own missing bet is on the card, not in the list.
    await expect.poll(listedTexts).toEqual([
      ['א', 'אבי', 'חסרים שני ניחושים'],
      ['י', 'יוסי', 'חסרים שני ניחושים'],
    ]);
    const message = async () =>
      new URL(
        (await page.getByRole('link', { name: t('nudge') }).getAttribute('href')) ?? '',
      ).searchParams.get('text') ?? '';
    const link = `${fixture.server.url}/#/post/${id}`;
    await expect
      .poll(message)
      .toBe(`אבי ויוסי, עוד אין ניחוש על הדרבי! נסגר מחר · 20:30. נכנסים מכאן: ${link}`);

    const friend = yossi.page;
    await fixture.open(friend, `/post/${id}`);
    await tapScores(friend, derby, [[2, 1]]);
    await expect.poll(listedTexts).toEqual([
      ['א', 'אבי', 'חסרים שני ניחושים'],
      ['י', 'יוסי', 'חסר ניחוש אחד'],
    ]);
    await tapScores(friend, final, [[0, 3]]);
    await friend.getByText(t('allPicked'), { exact: true }).waitFor();
    await expect.poll(listedTexts).toEqual([['א', 'אבי', 'חסרים שני ניחושים']]);
    await expect.poll(message).toContain('אבי, עוד אין ניחוש');
    for (const item of [first, second]) await postBets(avi.call, item, 0, 0);
    await page.getByText(t('onlyMeMissing')).waitFor();
    for (const item of [first, second]) await postBets(noa.call, item, 1, 0);
    await page.getByText(t('everyoneBet')).waitFor();
    // While one match is open, it still says that all picks are in.
    const start = (item: Item) => noa.call.post('setItemResults/', { item: item.id, value: 'start' });
    await start(second);
    await matchCard(friend, final).getByText(t('live'), { exact: true }).waitFor();
    await expect.poll(() => friend.getByText(t('allPicked'), { exact: true }).count()).toBe(1);
    await start(first);
    await friend.getByText(t('allPicked'), { exact: true }).waitFor({ state: 'hidden' });
    await page.getByText(t('everyoneBet')).waitFor({ state: 'hidden' });
  },
);

fullTest(
  'notifications of a deleted game and a group lead to league and group; a league of one lists no missing bets',
  async () => {
    await createThreeMembers();
    const post = await game('הדרבי', 'derby', 600);
    await noa.call.post('post/', { section, description: 'נפגשים אצלי' });
    const { page } = yossi;
    await fixture.open(page, '/main');
    const messageCard = page.getByRole('article').filter({ hasText: 'נפגשים אצלי' });
    await messageCard.waitFor();
    await expect.poll(() => messageCard.getByText(t('votersCount', { count: 0 })).count()).toBe(0);
    await matchCard(page, derby).waitFor();
    await expect.poll(() => page.getByText(t('votersCount', { count: 0 })).count()).toBe(1);

    await fixture.open(page, '/notifications');
    await page.getByRole('link', { name: /הודעה חדשה לכולם/ }).waitFor();
    await page.getByRole('link', { name: /משחק חדש מחכה לניחוש/ }).waitFor();
    await noa.call.put(`post/${post.id}/`, { active: false });
    const deleted = page.getByRole('link', { name: /המשחק הזה נמחק.*הדרבי/ });
    await deleted.click();
    await heading(page, 'הליגה').waitFor();

    const { body: group } = await yossi.call.post<Group>('clan/', { name: 'השכנים' });
    await noa.call.get('joinAClan/', { code: group.code ?? '' });
    await fixture.open(page, '/notifications');
    await page.getByRole('link', { name: /יש הצטרפות חדשה לחבורה/ }).click();
    await heading(page, 'השכנים').waitFor();

    const alone = await makeLeague(yossi.call, [], 'לבד');
    const pair = await makeOptions(yossi.call, alone.id, final);
    const own = await makeGame(yossi.call, alone.id, 'home/away', [pair]);
    await fixture.open(page, `/post/${own.id}`);
    await matchCard(page, final).waitFor();
    for (const score of [[], [[2, 1]]] as const) {
      if (score.length > 0) await tapScores(page, final, [[2, 1]]);
      for (const everyone of ['onlyMeMissing', 'everyoneBet', 'whoIsMissing'] as const)
        expect({ everyone, shown: await page.getByText(t(everyone)).count() }).toEqual({
          everyone,
          shown: 0,
        });
    }
  },
);

fullTest('a kind of notification that is turned off is off in every tab and is not sent', async () => {
  await createThreeMembers();
  const { page } = avi;
  const other = await avi.context.newPage();
  await fixture.open(page, '/profile');
  await fixture.open(other, '/profile');
  const closing = (at: Page) => at.getByRole('switch', { name: t('telling.closing') });
  await closing(other).waitFor();
  await expect.poll(() => closing(page).isChecked()).toBe(true);
  await closing(page).uncheck();
  await expect.poll(() => closing(other).isChecked()).toBe(false);
  await page.reload();
  await closing(page).waitFor();
  await expect.poll(() => closing(page).isChecked()).toBe(false);

  await game('הדרבי', 'derby', 30);
  await remind();
  await fixture.open(yossi.page, '/notifications');
  await yossi.page.getByText(/פחות משעה/).waitFor();
  await fixture.open(page, '/notifications');
  await page.getByText('משחק חדש מחכה לניחוש').waitFor();
  await expect.poll(() => page.getByText(/פחות משעה/).count()).toBe(0);
});

test('a preference that cannot be saved is reverted, with the reason', async () => {
  await createThreeMembers();
  const { page } = avi;
  await fixture.open(page, '/profile');
  const pinned = page.getByRole('switch', { name: t('telling.pinned') });
  await pinned.waitFor();
  await page.route('**/api/member/**', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: '{"code":"unavailable"}',
        })
      : route.continue(),
  );
  await pinned.click();
  await page.getByText(t('failure.unavailable')).waitFor();
  await expect.poll(() => pinned.isChecked()).toBe(true);
  fixture.allowErrors(avi, /503/);
});

fullTest(
  'the games that a member has not bet on are in order of their deadlines, and stay once bet on until a refresh',
  async () => {
    await createThreeMembers();
    const laterGame = await game('הדרבי', 'derby', 900);
    await game('הגמר', 'final', 300);
    await noa.call.put(`post/${laterGame.id}/`, { pinned: true });
    const { page } = yossi;
    await fixture.openLive(page, '/games');
    const cards = page.getByRole('article');
    await cards.nth(1).waitFor();
    await expect.poll(() => cards.nth(0).innerText()).toContain('הגמר');
    await expect.poll(() => cards.nth(1).innerText()).toContain('הדרבי');

    await tapScores(page, final, [[1, 0]]);
    await waitForScore(matchCard(page, final), final, [1, 0], 'cellSaved');
    // The pad has moved on to the next match, which is above it.
    const pad = page.getByRole('region', { name: t('padTitle', { name: derby[0] }), exact: true });
    const cell = matchCard(page, derby).getByRole('button', { expanded: true });
    const [cellBox, padBox] = [await cell.boundingBox(), await pad.boundingBox()];
    expect(cellBox?.y).toBeGreaterThan(0);
    expect((cellBox?.y ?? 0) + (cellBox?.height ?? 0)).toBeLessThanOrEqual(padBox?.y ?? 0);
    for (const digit of [2, 1])
      await button(page.getByRole('region', { name: /^הניחוש על / }), String(digit)).click();
    await waitForScore(matchCard(page, derby), derby, [2, 1], 'cellSaved');
    await expect.poll(() => cards.count()).toBe(2);

    // A new game waits until it is shown; the others then leave.
    const newGame = await game('המחזור', 'final', 200);
    await button(page, t('newGames', { count: 1 })).click();
    await page.getByText('המחזור').waitFor();
    await expect.poll(() => cards.count()).toBe(1);
    await postBets(yossi.call, onlyItem(newGame), 3, 3);
    await waitForScore(matchCard(page, final), final, [3, 3], 'cellSaved');
    await fixture.open(page, '/main');
    await cards.nth(2).waitFor();
    await fixture.open(page, '/games');
    await page.getByText(t('nothingToBet')).waitFor();
  },
);
