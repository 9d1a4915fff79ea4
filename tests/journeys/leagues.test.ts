import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeText } from '#contract/decode-text.ts';
import type { GameState, League, Post } from '#contract/models.ts';
import { readCsv } from '#server/competitions/files/read-csv.ts';
import { windows1255 } from '#tests/support/server/competitions.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { recordAnnouncements, untilTold } from '#tests/support/browser/live-regions.ts';
import {
  button,
  matchCard,
  dialog,
  heading,
  matchName,
  textbox,
  type Match,
  pauseClock,
  countTaps,
  tapScores,
  waitForScore,
} from '#tests/support/browser/page-actions.ts';
import { expectWithin, fullTest } from '#tests/support/run-size.ts';
import {
  openBrowserFixture,
  type SignedInVisitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';

/** A league around its games: created, searched, joined, edited, handed over, archived and reopened. */

const leagueName = 'ליגת הרחוב';
const derby: Match = ['הפועל', 'מכבי'];
const final: Match = ['בית״ר', 'בני יהודה'];

let fixture: BrowserFixture;
let noa: SignedInVisitor;
let yossi: SignedInVisitor;
let gal: SignedInVisitor;
let league: League;

beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, yossi, gal] = await Promise.all([
    fixture.signedInVisitor('נועה', { script: recordAnnouncements }),
    fixture.signedInVisitor('יוסי'),
    fixture.signedInVisitor('גל'),
  ]);
});
afterAll(() => fixture?.close());

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const place = (page: Page) => new URL(page.url()).hash.slice(1);
const settings = async (page: Page) => {
  await button(page, t('leagueSettings')).click();
  return dialog(page, t('leagueSettings'));
};
const fetchLeague = async () => (await noa.call.get<League>(`section/${league.id}/`)).body;
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

/** Filters the league's games by state. */
const showGames = (page: Page, state: GameState) =>
  page
    .getByRole('radiogroup', { name: t('gameStates') })
    .getByText(t(`gameState.${state}`), { exact: true })
    .click();

/** Milliseconds from the server's answer to a call until another member sees its effect. */
async function latencyOf(
  page: Page,
  call: RegExp,
  act: () => Promise<void>,
  shown: Promise<void>,
): Promise<number> {
  const answered = page.waitForResponse((it) => it.request().method() !== 'GET' && call.test(it.url()));
  const [at, then] = await Promise.all([answered.then(Date.now), shown.then(Date.now), act()]);
  return then - at;
}

fullTest('a sheet opens without waiting for a timer', async () => {
  const { page } = await fixture.signedInVisitor('דנה');
  await page.clock.install();
  await fixture.open(page, '/main');
  await button(page, t('menu')).waitFor();
  await pauseClock(page);
  await button(page, t('menu')).click();
  await button(dialog(page, t('menu')), t('createNewLeague')).click();
  await dialog(page, t('createNewLeague')).getByRole('textbox').waitFor();
  await page.context().close();
});

fullTest('a closing sheet leaves the focus where it was moved meanwhile', async () => {
  const { page, call } = await fixture.signedInVisitor('אביב');
  const { id } = await makeLeague(call, [], 'ליגת אביב');
  await page.clock.install();
  await fixture.open(page, `/section/${id}`);
  await settings(page);
  const below = dialog(page, t('leagueSettings'));
  await button(below, t('renewCode')).click();
  const question = dialog(page, t('renewCode'));
  await question.waitFor();
  // A sheet restores the focus after a timer.
  await pauseClock(page);
  for (const isMoved of [true, false]) {
    if (!isMoved) await button(below, t('renewCode')).press('Enter');
    await button(question, t('cancel')).press('Enter');
    await question.waitFor({ state: 'hidden' });
    const control = button(below, t(isMoved ? 'close' : 'renewCode'));
    if (isMoved) await control.focus();
    await page.clock.runFor(100);
    await expect.poll(() => control.evaluate((it) => it === document.activeElement)).toBe(true);
  }
});

test('a league is created from a name alone; the search finds it, separate from the official leagues', async () => {
  const { page } = noa;
  const { db } = fixture.server.platform;
  await db.updateTable('members').set({ is_staff: true }).where('id', '=', noa.call.id).execute();
  await makeLeague(noa.call, [], 'ליגת העל', { custom: false });
  await db.updateTable('members').set({ is_staff: false }).where('id', '=', noa.call.id).execute();

  await fixture.open(page, '/main?sheet=menu');
  await button(dialog(page, t('menu')), t('createNewLeague')).click();
  const form = dialog(page, t('createNewLeague'));
  await textbox(form, t('leagueName')).fill(leagueName);
  await expect.poll(() => form.getByRole('textbox').count()).toBe(1);
  await button(form, t('save')).click();
  await heading(page, leagueName).waitFor();
  const id = Number(/^\/section\/(\d+)/.exec(place(page))?.[1]);
  league = (await noa.call.get<League>(`section/${id}/`)).body;

  await page.getByRole('link', { name: t('tabSearch') }).click();
  const mine = page.getByRole('region', { name: t('myLeagues') });
  const official = page.getByRole('region', { name: t('officialLeagues') });
  await mine.getByText(leagueName).waitFor();
  await official.getByText('ליגת העל').waitFor();
  await page.getByRole('searchbox', { name: t('search') }).fill('רחוב');
  await official.waitFor({ state: 'hidden' });
  await mine.getByText(leagueName).click();
  await heading(page, leagueName).waitFor();
});

test('a guest with the code sees the league’s name, its size and a link to join, but no content', async () => {
  const guest = await fixture.newVisitor('אורח');
  const { page } = guest;
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await fixture.open(page, `/section/${league.id}?code=${league.code}`);
  await heading(page, leagueName).waitFor();
  await page.getByText(t('members', { count: 1 })).waitFor();
  await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  expect(requestedPaths.filter((path) => /\/(post|member|standings|item|bet)\//.test(path))).toEqual([]);

  await page.getByRole('link', { name: t('joinLeague') }).click();
  await fixture.signIn(guest);
  await page.getByText(t('joinLeagueAsk', { name: leagueName })).waitFor();
  await button(page, t('joinConfirm')).click();
  await button(page, t('skip')).click();
  await tab(page, t('standings')).waitFor();
  expect(place(page)).toBe(`/section/${league.id}`);
  await noa.page.getByText(t('members', { count: 2 }), { exact: true }).waitFor();
});

test('a league’s games are filtered by state, and move between the filters when they start', async () => {
  for (const { call } of [yossi, gal]) await call.get('joinAClan/', { code: league.code ?? '' });
  const options = await makeOptions(noa.call, league.id, [...derby, ...final]);
  const make = (two: number[]) => makeGame(noa.call, league.id, 'home/away', [two]);
  const [first, last]: [Post, Post] = [await make(options.slice(0, 2)), await make(options.slice(2))];
  const item = (post: Post) => post.items_data[0]?.id ?? 0;
  await noa.call.post('setItemResults/', { item: item(last), value: { home: 1, away: 0 } });

  for (const { page } of [yossi, gal]) await fixture.open(page, `/section/${league.id}?tab=games`);
  await matchCard(yossi.page, derby).waitFor();
  await matchCard(yossi.page, final).waitFor();
  await showGames(yossi.page, 'ended');
  await matchCard(yossi.page, final).waitFor();
  await expect.poll(() => matchCard(yossi.page, derby).count()).toBe(0);
  await showGames(yossi.page, 'live');
  await yossi.page.getByText(t('noGames.live')).waitFor();
  await showGames(gal.page, 'open');
  await matchCard(gal.page, derby).waitFor();

  const startedAt = Date.now();
  await noa.call.post('setItemResults/', { item: item(first), value: 'start' });
  await matchCard(yossi.page, derby).waitFor();
  expectWithin('a start moves the game for the others', Date.now() - startedAt, 1000);
  await gal.page.getByText(t('noGames.open')).waitFor();
  await expect.poll(() => matchCard(gal.page, derby).count()).toBe(0);
});

test('a tap in the middle of a row without cells opens the match', async () => {
  const { page } = yossi;
  for (const [state, match] of [
    ['live', derby],
    ['ended', final],
  ] as const) {
    await fixture.open(page, `/section/${league.id}?tab=games`);
    await showGames(page, state);
    // Playwright clicks the middle, and waits until no other element would receive the click.
    await button(matchCard(page, match), `${t('openItem')}: ${matchName(match)}`).click();
    await heading(page, matchName(match)).waitFor();
  }
});

test('on a wide screen the standings are beside the games', async () => {
  const { page } = gal;
  await page.setViewportSize({ width: 1280, height: 800 });
  await fixture.open(page, `/section/${league.id}`);
  const table = page.getByRole('table');
  await matchCard(page, final).waitFor();
  await table.waitFor();
  const [games, standings] = await Promise.all([matchCard(page, final).boundingBox(), table.boundingBox()]);
  if (!games || !standings) throw new Error('the games or the standings are not shown');
  // Right to left: the games are first.
  expect(standings.x + standings.width).toBeLessThanOrEqual(games.x);
  await expect.poll(() => tab(page, t('standings')).count()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await tab(page, t('standings')).waitFor();
});

/** Whether the focused row, and the first one, are clear of the caller's own, and all three in view. */
const placesInTable = (page: Page) =>
  page.getByRole('table').evaluate((table, me) => {
    const rows = [...table.querySelectorAll('tbody tr')];
    const own = rows.find(({ textContent }) => textContent.includes(me));
    const focused = document.activeElement?.closest('tr');
    const bars = [...document.querySelectorAll('header, nav')].map((bar) => bar.getBoundingClientRect());
    const end = Math.min(innerHeight, ...bars.filter((bar) => bar.y > innerHeight / 2).map((bar) => bar.y));
    const box = (of: Element | null | undefined) => of?.getBoundingClientRect() ?? new DOMRect();
    const mine = box(own);
    const isClear = (of: Element | null | undefined) =>
      of === own || box(of).bottom <= mine.top + 1 || box(of).top >= mine.bottom - 1;
    const isInSight = (of: Element | null | undefined) =>
      box(of).height > 0 && box(of).top >= 60 && box(of).bottom <= end + 1;
    return {
      mine: isInSight(own),
      first: isInSight(rows[0]) && isClear(rows[0]),
      focused: isInSight(focused) && isClear(focused),
      inSight: rows.filter((it) => isInSight(it) && isClear(it)).length,
    };
  }, t('you'));

test('a phone shows a league’s bar and eight rows, including the caller’s own, which never covers a focused row', async () => {
  const { db } = fixture.server.platform;
  const { id } = await makeLeague(gal.call, [], 'הליגה הארוכה');
  // She is the last by name.
  const names = Array.from({ length: 12 }, (_, at) => ({ name: `אורח ${String(at + 1).padStart(2, '0')}` }));
  const guests = await db.insertInto('members').values(names).returning('id').execute();
  await db
    .insertInto('league_members')
    .values(guests.map((guest) => ({ league_id: id, member_id: guest.id })))
    .execute();
  const { page } = gal;
  await fixture.open(page, `/section/${id}`);
  const rows = page.getByRole('rowheader').getByRole('button');
  await rows.first().waitFor();
  expect((await page.getByRole('main').locator('header').boundingBox())?.height).toBe(56);
  await expect
    .poll(() => placesInTable(page))
    .toEqual({ mine: true, first: true, focused: false, inSight: 8 });

  await rows.first().focus();
  for (let at = 1; at < names.length; at += 1) {
    await page.keyboard.press('Tab');
    expect([at, await placesInTable(page)]).toMatchObject([at, { mine: true, focused: true }]);
  }
  await page.setViewportSize({ width: 1280, height: 600 });
  await fixture.open(page, `/section/${id}`);
  // The table follows the window in a frame of its own.
  await expect.poll(() => placesInTable(page)).toMatchObject({ mine: true, first: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await fixture.open(page, `/section/${league.id}`);
});

test('an owner edits the league, and other members see it at once', async () => {
  const { page } = noa;
  await fixture.open(page, `/section/${league.id}`);
  await button(await settings(page), t('editLeague')).click();
  const form = dialog(page, t('editLeague'));
  // The form also has a new game's default rules; the description is required.
  await expect.poll(() => button(form, t('save')).isDisabled()).toBe(true);
  // The reason why it cannot be saved is shown at once, at the empty field and at no other.
  const description = textbox(form, t('leagueDescription'));
  await form
    .getByRole('alert')
    .filter({ hasText: t('problem.required') })
    .waitFor();
  await expect.poll(() => description.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => textbox(form, t('leagueName')).getAttribute('aria-invalid')).toBe(null);
  await description.fill('מי שמפסיד מביא פיצה');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  const ms = await latencyOf(
    page,
    /\/section\//,
    () => button(form, t('save')).click(),
    gal.page.getByText('מי שמפסיד מביא פיצה').waitFor(),
  );
  expectWithin('a league’s new description is on the other’s screen', ms, 1000);
  // Fields that were not changed are not sent, so that another owner's changes to them stay.
  expect((await saved).postDataJSON()).toEqual({ description: 'מי שמפסיד מביא פיצה' });
  await form.waitFor({ state: 'hidden' });
});

test('an owner hands the league over before leaving it', async () => {
  const { page } = noa;
  await fixture.open(yossi.page, `/section/${league.id}`);
  await tab(yossi.page, t('standings')).waitFor();
  const his = await settings(yossi.page);
  await expect.poll(() => button(his, t('editLeague')).count()).toBe(0);
  await yossi.page.goBack();

  await button(await settings(page), t('leave')).click();
  const before = dialog(page, t('leaveOwner'));
  await before.getByText(t('leaveOwnerText', { name: leagueName })).waitFor();
  await button(before, t('handOver')).click();
  const form = dialog(page, t('handOver'));
  await form.getByLabel(t('newOwner')).click();
  const people = dialog(page, t('newOwner'));
  await people.getByText('יוסי', { exact: true }).click();
  // The present owner is not offered.
  await expect.poll(() => people.getByRole('radio', { name: 'נועה', exact: true }).count()).toBe(0);
  await button(people, t('proceed')).click();
  // The live event comes before the response: the page no longer has its member as an owner, and the form still closes.
  const reread = page.waitForResponse(
    (response) => response.request().method() === 'GET' && /\/section\/\d+\//.test(response.url()),
  );
  await page.route(/\/section\/\d+\//, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const response = await route.fetch();
    await (await reread).finished();
    for (let frame = 0; frame < 3; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    await route.fulfill({ response });
  });
  await button(form, t('save')).click();
  await form.waitFor({ state: 'hidden' });
  await untilTold(page, t('saved'));
  await page.unroute(/\/section\/\d+\//);
  await button(await settings(yossi.page), t('editLeague')).waitFor();
  await yossi.page.goBack();

  await button(await settings(page), t('leave')).click();
  const question = dialog(page, t('leave'));
  await question.getByText(t('leaveText', { name: leagueName })).waitFor();
  await button(question, t('leave')).click();
  await page.getByText(t('noLeaguesTitle')).waitFor();
  expect(place(page)).toBe('/main');
  await yossi.page.getByText(t('members', { count: 3 }), { exact: true }).waitFor();
  expect((await noa.call.get(`section/${league.id}/`)).status).toBe(404);
});

test('an archived league can be read, but accepts no picks and no members; reopened, it accepts both', async () => {
  const { page } = yossi;
  await makeGame(yossi.call, league.id, 'home/away', [
    await makeOptions(yossi.call, league.id, ['ירושלים', 'חיפה']),
  ]);
  const match: Match = ['ירושלים', 'חיפה'];
  await fixture.open(gal.page, `/section/${league.id}?tab=games`);
  const cell = button(matchCard(gal.page, match), t('cellEmpty', { name: match[0] }));
  await cell.waitFor();

  await button(await settings(page), t('archive')).click();
  const question = dialog(page, t('archive'));
  const ms = await latencyOf(
    page,
    /\/section\//,
    () => button(question, t('archive')).click(),
    heading(gal.page, t('archivedTitle')).waitFor(),
  );
  expectWithin('a league is archived on the other’s screen', ms, 1000);
  // Her open page loses the cells and the invitation.
  await cell.waitFor({ state: 'hidden' });
  await matchCard(gal.page, match).waitFor();
  await expect.poll(() => gal.page.getByRole('link', { name: t('inviteToLeague') }).count()).toBe(0);
  await expect.poll(() => button(gal.page, t('reopen')).count()).toBe(0);
  await gal.page.getByRole('link', { name: t('tabSearch') }).click();
  await row(gal.page, leagueName).getByText(t('archivedTag')).waitFor();

  await fixture.open(noa.page, `/join?code=${league.code}`);
  await noa.page
    .getByRole('alert')
    .filter({ hasText: t('joinCodeUnknown') })
    .waitFor();

  await button(page, t('reopen')).click();
  await heading(page, t('archivedTitle')).waitFor({ state: 'hidden' });
  await fixture.open(noa.page, `/section/${league.id}?code=${league.code}`);
  await noa.page.getByRole('link', { name: t('joinLeague') }).click();
  await button(noa.page, t('joinConfirm')).click();
  await tab(noa.page, t('standings')).waitFor();
  await fixture.open(noa.page, `/join?code=${league.code}`);
  await noa.page.getByText(t('joinedAlready', { name: leagueName })).waitFor();
  await fixture.open(gal.page, `/section/${league.id}?tab=games`);
  await tapScores(gal.page, match, [[2, 1]]);
  await waitForScore(gal.page, match, [2, 1], 'cellSaved');
  fixture.allowErrors(noa, /status of 404/);
});

test('a long name is shown whole, beside its picture', async () => {
  const name = 'Bartholomew Featherstonehaugh-Cholmondel';
  const guest = await fixture.signedInVisitor(name);
  const { id } = await makeLeague(guest.call, []);
  await fixture.open(guest.page, `/section/${id}?tab=members`);
  const person = guest.page.getByRole('main').getByRole('link').filter({ hasText: name });
  await person.waitFor();
  const nameLayout = () =>
    person.evaluate((link) => {
      const [picture] = link.children;
      const nameText = link.querySelector('bdi');
      if (!picture || !nameText) return null;
      const top = nameText.getBoundingClientRect().top;
      return {
        beside: top < picture.getBoundingClientRect().bottom,
        cut: nameText.scrollWidth > nameText.clientWidth,
      };
    });
  await expect.poll(nameLayout).toEqual({ beside: true, cut: false });
});

test('a removed member loses the screen they are on, and the old code does not let them back', async () => {
  const { page } = yossi;
  await fixture.open(gal.page, `/section/${league.id}`);
  await tab(gal.page, t('standings')).waitFor();
  await tab(page, t('membersTab')).click();
  await button(page, `${t('removeMember')}: גל`).click();
  const question = dialog(page, t('removeMember'));
  await question.getByText(t('removeMemberText', { name: 'גל' })).waitFor();
  const ms = await latencyOf(
    page,
    /\/membership\//,
    () => button(question, t('removeMember')).click(),
    heading(gal.page, t('leagueGone')).waitFor(),
  );
  expectWithin('a removed member sees it', ms, 1000);
  await expect.poll(() => gal.page.getByRole('tab').count()).toBe(0);
  // The focus moves from the removed row to one that is left.
  const focused = page.locator(':focus');
  await expect.poll(() => focused.getByRole('link').count()).toBe(1);

  await gal.page.goto(`${fixture.server.url}/?joinclan=${league.code}`);
  await gal.page
    .getByRole('alert')
    .filter({ hasText: t('joinCodeUnknown') })
    .waitFor();
  fixture.allowErrors(gal, /status of 404/);
});

test('a join code is renewed; a renewal that fails after its page was left is reported', async () => {
  const { page } = yossi;
  const renewals = /\/api\/code\//;
  const codes = () => page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).allTextContents();
  await fixture.open(page, `/section/${league.id}`);
  await expect.poll(codes).toHaveLength(1);
  const [before] = await codes();
  const menu = await settings(page);
  const renew = async () => {
    await button(menu, t('renewCode')).click();
    await button(dialog(page, t('renewCode')), t('renewCode')).click();
  };
  await renew();
  await dialog(page, t('renewCode')).waitFor({ state: 'hidden' });
  await expect.poll(codes).not.toContain(before);

  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(renewals, async (route) => {
    await released;
    await route.abort();
  });
  const requested = page.waitForRequest(renewals);
  await renew();
  await requested;
  await fixture.open(page, '/main');
  await menu.waitFor({ state: 'hidden' });
  release();
  const toast = page.getByRole('alert').filter({ hasText: t('commandUnconfirmed') });
  await button(toast, t('close')).press('Enter');
  await toast.waitFor({ state: 'hidden' });
  fixture.allowErrors(yossi, /ERR_FAILED/);
});

fullTest('the last member who leaves is warned that the league closes', async () => {
  const { page } = yossi;
  const { id } = await makeLeague(yossi.call, [], 'לבד');
  await fixture.open(page, '/sections');
  await fixture.open(page, `/section/${id}`);
  await button(await settings(page), t('leave')).click();
  const question = dialog(page, t('leave'));
  await question.getByText(t('leaveLastText', { name: 'לבד' })).waitFor();
  await button(question, t('leave')).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => place(page)).toBe('/main');
  // Back leads to the page before the league, which no longer exists.
  await page.goBack();
  await expect.poll(() => place(page)).toBe('/sections');
  expect((await yossi.call.get(`section/${id}/`)).status).toBe(404);
  expect((await fetchLeague()).owner).toBe(yossi.call.id);
  // The open page may fetch the league after its last live event, before he leaves it.
  fixture.allowErrors(yossi, new RegExp(`status of 404.*section(=|/)${id}\\b`));
  await fixture.closeVisitors();
});

fullTest(
  'a tournament is added by three taps; friends see its rounds at once, and it is taken back while nobody has bet',
  async () => {
    const [owner, member] = await Promise.all([
      fixture.signedInVisitor('דנה'),
      fixture.signedInVisitor('אבי'),
    ]);
    const cup = await makeLeague(owner.call, [member.call], 'מונדיאל של החבר׳ה');
    const friend = member.page;
    await fixture.open(friend, `/section/${cup.id}?tab=games`);
    await friend.getByText(t('noGamesYet')).waitFor();
    const { page } = owner;
    await fixture.open(page, `/section/${cup.id}?tab=games`);
    await page.getByText(t('emptyLeague')).waitFor();

    const { tap, total } = countTaps('a tournament');
    await tap(page.getByRole('link', { name: t('addTournament'), exact: true }).first());
    const sheet = dialog(page, t('addTournament'));
    await tap(sheet.getByText('מונדיאל 2026', { exact: true }));
    // The dates depend on today, since a tournament that was already played is moved ahead.
    const days = /104 משחקים · \d+\.\d+\.\d\d עד \d+\.\d+\.\d\d\n/;
    await expect.poll(() => sheet.innerText()).toMatch(days);
    await tap(button(sheet, t('tournamentConfirm')));
    await sheet.getByText(t('tournamentAdded', { count: 104 })).waitFor();
    expect(total()).toBe(3);
    await expect
      .poll(() => sheet.getByRole('listitem').allTextContents())
      .toEqual([
        'שלב הבתים · מחזור 124 משחקים',
        'שלב הבתים · מחזור 224 משחקים',
        'שלב הבתים · מחזור 324 משחקים',
        'שלב 32 האחרונות16 משחקים',
        'שמינית הגמר8 משחקים',
        'רבע הגמר4 משחקים',
        'חצי הגמרשני משחקים',
        'על המקום השלישימשחק אחד',
        'הגמרמשחק אחד',
      ]);
    // A friend's open page shows the next round first, without a reload.
    await friend.getByText('שלב הבתים · מחזור 1', { exact: true }).first().waitFor();
    await matchCard(friend, ['מקסיקו', 'דרום אפריקה']).waitFor();

    await button(sheet, t('tournamentUndo')).click();
    await page.getByText(t('tournamentUndone')).waitFor();
    await page.getByText(t('emptyLeague')).waitFor();
    await friend.getByText(t('noGamesYet')).waitFor();
    await fixture.closeVisitors();
  },
);

/** Opens the sheet that adds a tournament, at a file of matches. */
async function openFile(page: Page, of: League) {
  await fixture.open(page, `/section/${of.id}?tab=games&sheet=tournament`);
  const sheet = dialog(page, t('addTournament'));
  await button(sheet, t('fileOpen')).click();
  return sheet;
}
const titles = 'מחזור,תאריך,שעה,מארחת,אורחת';
const year = new Date().getUTCFullYear() + 1;

fullTest('a spreadsheet’s file becomes the league’s games, once its errors are corrected', async () => {
  const owner = await fixture.signedInVisitor('דנה');
  const own = await makeLeague(owner.call, [], 'ליגת הגינה');
  const { page } = owner;
  const sheet = await openFile(page, own);
  const chooser = sheet.locator('input[type=file]');
  /** Chooses a file as a spreadsheet in Hebrew writes it. */
  const choose = (name: string, ...rows: string[]) =>
    chooser.setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(windows1255([titles, ...rows, ''].join('\r\n'))),
    });

  await chooser.setInputFiles({ name: 'ליגה.xlsx', mimeType: '', buffer: Buffer.from('PK') });
  await sheet.getByRole('alert').getByText(t('fileRefused.unsupported')).waitFor();

  const validCsv = `מחזור א,1.3.${year},20:30,נמרי הרחוב,שועלי הגן`;
  await choose('ליגת הגינה.csv', validCsv, `מחזור ב,31.2.${year},18:00,נץ הגג,נמרי הרחוב`);
  await expect.poll(() => textbox(sheet, t('filePaste')).inputValue()).toContain('נמרי הרחוב');
  await expect.poll(() => textbox(sheet, t('fileTournamentName')).inputValue()).toBe('ליגת הגינה');
  await button(sheet, t('fileCheck')).click();
  await sheet
    .getByRole('alert')
    .getByText(t('fileFaulty', { count: 1 }))
    .waitFor();
  await expect
    .poll(() => sheet.getByRole('listitem').allInnerTexts())
    .toEqual([`${t('fileLine', { line: 3 })} · תאריך\n31.2.${year}\n${t('fileProblem.date')}`]);
  expect((await owner.call.get<{ count: number }>('post/', { section: own.id })).body.count).toBe(0);

  await choose('ליגת הגינה, מתוקן.csv', validCsv, `מחזור ב,8.3.${year},18:00,נץ הגג,נמרי הרחוב`);
  await expect.poll(() => textbox(sheet, t('filePaste')).inputValue()).toContain('8.3.');
  await textbox(sheet, t('fileTournamentName')).fill('גביע הגינה');
  // The line is cut for a moment: the text stays.
  const calls = '**/api/competitionFile/**';
  await page.route(calls, (route) => route.abort());
  await button(sheet, t('fileCheck')).click();
  await sheet.getByText(t('failure.offline')).waitFor();
  await page.unroute(calls);
  await button(sheet, t('fileCheck')).click();
  await sheet.getByText(t('fileSound')).waitFor();
  await sheet.getByText(t('fileRounds', { count: 2 })).waitFor();
  await sheet.getByText(t('fileNewTeams', { count: 3 })).waitFor();
  await expect
    .poll(() => sheet.getByRole('listitem').allInnerTexts())
    .toEqual(['נמרי הרחוב', 'שועלי הגן', 'נץ הגג']);

  await button(sheet, t('fileStore')).click();
  await sheet.getByText('גביע הגינה', { exact: true }).waitFor();
  // Two of the teams are new; the third is in the catalogue by another name.
  const teamOf = (name: string) => sheet.getByRole('combobox', { name, exact: true });
  await teamOf('נץ הגג').selectOption({ label: 'ארצות הברית' });
  await expect.poll(() => teamOf('שועלי הגן').locator('option', { hasText: 'ארצות הברית' }).count()).toBe(0);
  await button(sheet, t('tournamentConfirm')).click();
  await sheet.getByText(t('tournamentAdded', { count: 2 })).waitFor();
  await button(sheet, t('tournamentToGames')).click();
  await matchCard(page, ['נמרי הרחוב', 'שועלי הגן']).waitFor();
  await matchCard(page, ['ארצות הברית', 'נמרי הרחוב']).waitFor();
  fixture.allowErrors(owner, /net::ERR_FAILED/);
  await fixture.closeVisitors();
});

fullTest('a pasted table is read like a file, and the template is a valid file', async () => {
  const owner = await fixture.signedInVisitor('דנה');
  const own = await makeLeague(owner.call, [], 'ליגת הגג');
  const { page } = owner;
  const sheet = await openFile(page, own);
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('link', { name: t('fileTemplate') }).click(),
  ]);
  expect(template.suggestedFilename()).toBe(`${t('fileTemplateName')}.csv`);
  const bytes = readFileSync(await template.path());
  // The byte order mark, by which spreadsheets recognise UTF-8.
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(readCsv(decodeText(bytes), 'תבנית')).toMatchObject({
    competition: { rounds: [{}, {}], matches: [{}, {}] },
  });

  // Cells as a spreadsheet copies them.
  const cells = [titles.split(','), ['מחזור א', `1.3.${year}`, '20:30', 'נמרי הרחוב', 'שועלי הגן']];
  await textbox(sheet, t('filePaste')).evaluate(
    (area, text) => {
      (area as HTMLTextAreaElement).focus();
      document.execCommand('insertText', false, text);
    },
    cells.map((one) => one.join('\t')).join('\n'),
  );
  await textbox(sheet, t('fileTournamentName')).fill('גביע הגג');
  await button(sheet, t('fileCheck')).click();
  await sheet.getByText(t('fileSound')).waitFor();
  await button(sheet, t('fileStore')).click();
  await button(sheet, t('tournamentConfirm')).click();
  await sheet.getByText(t('tournamentAdded', { count: 1 })).waitFor();

  // The same file again has nothing to add.
  await button(sheet, t('close')).click();
  const again = await openFile(page, own);
  await again.evaluate(
    (zone, { name, text }) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: 'text/csv' }));
      zone
        .querySelector('textarea')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { name: 'גביע הגג.csv', text: cells.map((one) => one.join(',')).join('\n') },
  );
  await button(again, t('fileCheck')).click();
  await again.getByText(t('tournamentThere'), { exact: true }).waitFor();
  await expect.poll(() => button(again, t('fileStoreChanges')).isDisabled()).toBe(true);
  await fixture.closeVisitors();
});
