import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAnnouncements, untilTold } from '#tests/support/browser/live-regions.ts';
import {
  button,
  chooseAction,
  matchCard,
  chooseMatches,
  chooseRound,
  closeCreated,
  dayFromNow,
  dialog,
  enterResult,
  heading,
  matchName,
  openItem,
  waitForScore,
  scoreText,
  waitForStanding,
  tapScores,
  textbox,
  type Match,
  type Score,
} from '#tests/support/browser/page-actions.ts';
import { expectWithin } from '#tests/support/run-size.ts';
import {
  openBrowserFixture,
  type Visitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';

/** Two members play one round of the World Cup: from the first sign-in to the corrected result. */

const round: readonly Match[] = [
  ['ארגנטינה', 'אוסטריה'],
  ['אנגליה', 'אקוודור'],
  ['אוסטרליה', 'איראן'],
  ['אורוגוואי', 'אוזבקיסטן'],
  ['אוסטריה', 'אנגליה'],
  ['אקוודור', 'ארגנטינה'],
  ['איראן', 'אורוגוואי'],
  // Further down in the catalogue, so it is searched by name.
  ['ברזיל', 'מרוקו'],
];
const [first, second] = round as [Match, Match];
const owners: readonly Score[] = [[1, 0], [2, 0], [1, 1], [0, 0], [2, 1], [3, 1], [4, 0], [2, 2]]; // oxfmt-ignore
const friends: readonly Score[] = [[2, 1], [1, 0], [3, 0], [1, 2], [0, 1], [2, 2], [5, 0], [1, 0]]; // oxfmt-ignore

let fixture: BrowserFixture;
let noa: Visitor;
let yossi: Visitor;
let invitation = '';
let league = '';

beforeAll(async () => {
  fixture = await openBrowserFixture({ database: 'pglite' });
  [noa, yossi] = await Promise.all([
    fixture.newVisitor('נועה'),
    fixture.newVisitor('יוסי', { script: recordAnnouncements }),
  ]);
});
afterAll(() => fixture?.close());

test('the owner signs in by phone and PIN, creates a league and gets its invitation link', async () => {
  const { page } = noa;
  await page.goto(fixture.server.url);
  await fixture.signIn(noa);
  await button(page, t('skip')).click();
  await page.getByText(t('noLeaguesTitle')).waitFor();

  await button(page, t('menu')).click();
  await button(dialog(page, t('menu')), t('createNewLeague')).click();
  const form = dialog(page, t('createNewLeague'));
  await textbox(form, t('leagueName')).fill('המונדיאל שלנו');
  await button(form, t('save')).click();
  await heading(page, 'המונדיאל שלנו').waitFor();
  league = new URL(page.url()).hash.slice(1);

  const link = page.getByRole('link', { name: t('inviteToLeague') });
  const message = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  const code = await page.locator('bdi', { hasText: /^\w{5}-\w{5}$/ }).innerText();
  invitation = /http\S+/.exec(message)?.[0] ?? '';
  expect(invitation).toMatch(/&by=\d+$/);
  expect(invitation.replace(/&by=\d+$/, '')).toBe(`${fixture.server.url}/?joinclan=${code.replace('-', '')}`);
  expect(message).toContain(code);
});

test('an invitation link does not join by itself, is kept through sign-in, and joins by a tap', async () => {
  const { page } = yossi;
  await page.goto(invitation);
  await textbox(page, t('cellphone')).waitFor();
  expect(page.url()).not.toContain('joinclan');
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  await fixture.signIn(yossi);
  await heading(page, 'המונדיאל שלנו').waitFor();
  await page.getByText(t('joinLeagueAsk', { name: 'המונדיאל שלנו' })).waitFor();
  await expect
    .poll(() => noa.page.getByText(t('members', { count: 1 }), { exact: true }).isVisible())
    .toBe(true);

  await button(page, t('joinConfirm')).click();
  await untilTold(page, t('joined', { name: 'המונדיאל שלנו' }));
  // A new member sees the welcome before the league.
  await heading(page, t('welcomeName', { name: 'יוסי' })).waitFor();
  await button(page, t('skip')).click();
  await heading(page, 'המונדיאל שלנו').waitFor();
  expect(new URL(page.url()).hash.slice(1)).toBe(league);
  // The owner's open page counts the new member.
  await noa.page.getByText(t('members', { count: 2 }), { exact: true }).waitFor();
});

test('the owner creates a round with the wizard, and the friend sees it within a second', async () => {
  const friend = yossi.page;
  await friend.getByRole('tab', { name: t('games') }).click();
  await friend.getByText(t('noGamesYet')).waitFor();

  const { page } = noa;
  await page.getByRole('link', { name: t('newGame') }).click();
  // The page gives the league, so the game type is asked first.
  await chooseRound(page);
  const rules = dialog(page, t('wizardRules'));
  await textbox(rules, 'על מה הניחוש?').fill('המחזור הראשון');
  await rules.getByLabel('סגירת הניחושים').fill(dayFromNow(3));
  await button(rules, t('proceed')).click();
  await chooseMatches(page, round);
  const matches = dialog(page, t('wizardMatches'));
  await matches.getByLabel(t('matchDate', { name: matchName(second) })).fill(dayFromNow(2));
  await button(matches, t('proceed')).click();

  const ready = dialog(page, t('wizardReady'));
  await ready.getByText(t('wizardReadyText')).waitFor();
  const createAnswered = page.waitForResponse((answer) => answer.url().includes('/createPostV3'));
  // An empty feed shows a new game at once.
  const shownAt = matchCard(friend, first).waitFor().then(Date.now);
  await button(ready, t('wizardCreate')).click();
  const [answer, at] = await Promise.all([createAnswered.then(Date.now), shownAt]);
  expectWithin('a game reaches the friend', at - answer, 1000);
  // Four of its matches, and how many more there are.
  const created = dialog(page, t('gameCreated'));
  await created.getByText('ועוד 4 משחקים', { exact: true }).waitFor();
  await expect.poll(() => created.locator('li bdi').allInnerTexts()).toEqual(round.slice(0, 4).flat());
  await closeCreated(page);

  for (const match of round) {
    await matchCard(friend, match).waitFor();
    await matchCard(page, match).waitFor();
  }
});

test('both fill the round with sixteen taps on the pad and without a dialog', async () => {
  for (const [{ page }, scores] of [
    [yossi, friends],
    [noa, owners],
  ] as const) {
    let dialogs = 0;
    await page.exposeFunction('sawDialog', () => (dialogs += 1));
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('dialog, [role=dialog], [role=alertdialog]'))
          (window as unknown as { sawDialog: () => void }).sawDialog();
      }).observe(document.body, { childList: true, subtree: true });
    });
    // One tap opens the pad.
    expect(await tapScores(page, first, scores)).toBe(1 + 16);
    for (const [at, match] of round.entries())
      await waitForScore(matchCard(page, match), match, scores[at] as Score, 'cellSaved');
    expect(dialogs).toBe(0);
    await expect.poll(() => page.getByRole('region', { name: /^הניחוש על / }).count()).toBe(0);
  }
});

test('before the start members see only the number of others’ bets', async () => {
  for (const { page } of [noa, yossi]) {
    await openItem(page, first);
    await page.getByText(t('betsHidden')).waitFor();
    await page.getByText(t('betsCount', { count: 2 }), { exact: true }).waitFor();
    for (const score of [owners[0], friends[0]] as Score[])
      await expect.poll(() => page.getByRole('img', { name: scoreText(first, score) }).count()).toBe(0);
  }
  const item = new URL(yossi.page.url()).hash.split('id=')[1] ?? '';
  const post = await (await fixture.apiOf(yossi)).get<{ post: number }>(`item/${item}/`);
  const bets = await (
    await fixture.apiOf(yossi)
  ).get<{ membersOptions: { name: string }[] }>('getItemBets/', {
    item,
    post: post.body.post,
  });
  expect(bets.body.membersOptions.map(({ name }) => name)).toEqual(['יוסי']);
});

test('a start locks the cells on the friend’s open page, and shows everybody’s bets to everybody', async () => {
  await yossi.page.goBack();
  await waitForScore(matchCard(yossi.page, first), first, friends[0] as Score, 'cellSaved');
  const { page } = noa;
  await button(page, t('start')).click();
  await button(dialog(page, t('startAsk')), t('start')).click();
  await waitForScore(matchCard(yossi.page, first), first, friends[0] as Score, 'cellLocked');
  await waitForScore(matchCard(yossi.page, second), second, friends[1] as Score, 'cellSaved');
  await button(page, t('start')).waitFor({ state: 'hidden' });

  await openItem(yossi.page, first);
  for (const { page: mine } of [noa, yossi]) {
    await heading(mine, t('memberBets')).waitFor();
    for (const score of [owners[0], friends[0]] as Score[])
      await mine.getByRole('img', { name: scoreText(first, score) }).waitFor();
    await mine.getByText(t('life.started')).waitFor();
  }
});

test('a result gives points with their reasons, and updates the standings', async () => {
  const table = await yossi.context.newPage();
  await fixture.open(table, league);
  await waitForStanding(table, 'יוסי', 0);
  await yossi.page.bringToFront();

  await chooseAction(noa.page, 'enterResults');
  await enterResult(noa.page, first, [2, 1]);
  for (const { page } of [noa, yossi]) {
    const yossisRow = page.getByRole('listitem').filter({ hasText: 'יוסי' });
    await yossisRow.getByText(t('exact')).waitFor();
    const noasRow = page.getByRole('listitem').filter({ hasText: 'נועה' });
    await noasRow.getByText(t('reason.difference')).waitFor();
    await page.getByText(t('life.result')).waitFor();
  }
  await waitForScore(yossi.page.getByRole('main'), first, [2, 1], 'cellExact');
  await waitForStanding(table, 'יוסי', 4);
  await waitForStanding(table, 'נועה', 3);
  await fixture.open(noa.page, league);
  await waitForStanding(noa.page, 'נועה', 3);
  await table.close();
});

test('a correction recounts the points, and a member who lost some is notified', async () => {
  const { page } = noa;
  await page.goBack();
  await chooseAction(page, 'updateResults');
  await enterResult(page, first, [1, 0]);
  await yossi.page.getByText(t('life.corrected'), { exact: true }).waitFor();
  await yossi.page.getByText(t('reasonWas', { was: 4, now: 3 })).waitFor();

  await yossi.page.getByRole('link', { name: new RegExp(`^${t('tabNotifications')}`) }).click();
  await yossi.page.getByText('תוצאה תוקנה: 3 נקודות במקום 4').waitFor();
  await fixture.open(yossi.page, league);
  await waitForStanding(yossi.page, 'נועה', 4);
  await waitForStanding(yossi.page, 'יוסי', 3);
  await button(yossi.page, 'יוסי').click();
  const why = dialog(yossi.page, 'יוסי');
  await why.getByText(t('reason.difference')).first().waitFor();
  await why.getByText(t('reasonWas', { was: 4, now: 3 })).waitFor();
});

test('a second start shows the conflict', async () => {
  // Her other device gets no live events: it still shows the match before its start.
  const other = await fixture.newVisitor('נועה', { phone: noa.phone });
  await other.context.route('**/api/events/**', (route) => route.abort());
  await fixture.open(other.page, '/main');
  await fixture.signIn(other);
  await chooseAction(matchCard(other.page, second), 'start');
  const question = dialog(other.page, t('startAsk'));
  await question.getByText(t('startWhat')).waitFor();

  const { page } = noa;
  await page.getByRole('link', { name: 'המחזור הראשון' }).click();
  await openItem(page, second);
  await button(page, t('start')).click();
  await button(dialog(page, t('startAsk')), t('start')).click();
  await page.getByText(t('life.started')).waitFor();

  await button(question, t('start')).click();
  await question.getByText(t('resultConflict')).waitFor();
  await question.getByText(t('life.started')).waitFor();
  await expect.poll(() => button(question, t('resultReplace')).count()).toBe(0);
  await button(question, t('resultKeep')).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByText(t('life.started')).count()).toBe(1);

  fixture.allowErrors(other, /status of 409|events\/.*ERR_FAILED|ERR_FAILED.*events/);
  await fixture.closeVisitors();
});
