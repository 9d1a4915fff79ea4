import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  matchCard,
  chooseMatches,
  dialog,
  heading,
  closeCreated,
  resumeDraft,
  matchName,
  waitForScore,
  tapScores,
  textbox,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import {
  fixtureOfFile,
  requestPin,
  enterPin,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** What is typed, picked or half created survives a reload, a lost connection and an ended session. */

const fixture = fixtureOfFile();

const matches: readonly Match[] = [
  ['הפועל', 'מכבי'],
  ['בית״ר', 'בני יהודה'],
];
const [first, second] = matches as [Match, Match];

/** A league with two open matches, and its owner. */
async function leagueWithTwoMatches(name = 'נועה'): Promise<{ owner: SignedInVisitor; league: number }> {
  const owner = await fixture.signedInVisitor(name);
  const { id } = await makeLeague(owner.call, [], 'השכונה');
  const options = await makeOptions(owner.call, id, matches.flat());
  await makeGame(owner.call, id, 'home/away', [options.slice(0, 2), options.slice(2)]);
  return { owner, league: id };
}

const cell = (page: Page, match: Match, team: string) =>
  button(matchCard(page, match), t('cellEmpty', { name: team }));
const key = (page: Page, digit: number) =>
  button(page.getByRole('region', { name: /^הניחוש על / }), String(digit));

describe('a reload', () => {
  test('while signing in keeps the number, the name and the step', async () => {
    const person = await fixture.newVisitor('דנה');
    const { page } = person;
    await fixture.open(page, '/profile');
    await textbox(page, t('cellphone')).fill('054');
    await page.reload();
    await expect.poll(() => textbox(page, t('cellphone')).inputValue()).toBe('054');

    await requestPin(person);
    await textbox(page, t('name')).fill('דנה כ');
    await page.reload();
    await textbox(page, t('pincode')).waitFor();
    await expect.poll(() => textbox(page, t('name')).inputValue()).toBe('דנה כ');
    await page.getByText(/שלחנו 6 ספרות אל 054-100-/).waitFor();
    await enterPin(person, fixture.pinOf(person));
    await heading(page, t('welcomeName', { name: 'דנה' })).waitFor();
  });

  test('keeps half a score, and completing the score saves the bet', async () => {
    const { page } = (await leagueWithTwoMatches()).owner;
    await fixture.open(page, '/main');
    await cell(page, first, first[0]).click();
    await key(page, 3).click();
    await button(matchCard(page, first), t('cellMine', { name: first[0], digit: 3 })).waitFor();

    await page.reload();
    await button(matchCard(page, first), t('cellMine', { name: first[0], digit: 3 })).waitFor();
    await cell(page, first, first[1]).click();
    await key(page, 1).click();
    await waitForScore(matchCard(page, first), first, [3, 1], 'cellSaved');
    await page.reload();
    await waitForScore(matchCard(page, first), first, [3, 1], 'cellSaved');
  });

  fullTest('keeps a form’s values, and the screen below the form', async () => {
    const { owner, league } = await leagueWithTwoMatches();
    const { page } = owner;
    await fixture.open(page, `/section/${league}?tab=members`);
    await button(page, t('menu')).click();
    await button(dialog(page, t('menu')), t('createNewLeague')).click();
    await textbox(dialog(page, t('createNewLeague')), t('leagueName')).fill('ליגה שניה');
    await page.reload();
    const form = dialog(page, t('createNewLeague'));
    await expect.poll(() => textbox(form, t('leagueName')).inputValue()).toBe('ליגה שניה');
    await button(form, t('save')).click();
    await heading(page, 'ליגה שניה').waitFor();
  });

  fullTest('drops the form of the member who was signed in before in the same tab', async () => {
    const { page } = await fixture.signedInVisitor('נועה');
    const next = await fixture.signedInVisitor('דנה');
    await Promise.all([page, next.page].map((one) => fixture.open(one, '/main')));
    await button(page, t('menu')).click();
    await button(dialog(page, t('menu')), t('createNewLeague')).click();
    const name = textbox(dialog(page, t('createNewLeague')), t('leagueName'));
    await name.fill('ליגה שניה');

    const session = await next.page.evaluate(() => localStorage.getItem('hevre:session') ?? '');
    await page.evaluate((stored) => localStorage.setItem('hevre:session', stored), session);
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('');
  });

  fullTest('keeps an open sheet, and Back closes it', async () => {
    const { owner, league } = await leagueWithTwoMatches();
    const { page } = owner;
    await fixture.open(page, `/section/${league}`);
    await button(page, 'נועה').click();
    await dialog(page, 'נועה').waitFor();
    await page.reload();
    await dialog(page, 'נועה').getByText(t('noPointsYet')).waitFor();
    await page.goBack();
    await dialog(page, 'נועה').waitFor({ state: 'hidden' });
    await heading(page, 'השכונה').waitFor();
  });

  fullTest('keeps the wizard’s draft on every slide', async () => {
    const owner = await fixture.signedInVisitor('נועה');
    const { page } = owner;
    for (const name of ['ליגה א', 'ליגה ב']) await makeLeague(owner.call, [], name);
    await fixture.open(page, '/main?wizard=1');

    const leagues = dialog(page, t('wizardLeague'));
    await leagues.getByText('ליגה ב', { exact: true }).click();
    await page.reload();
    await leagues.waitFor();
    await expect.poll(() => leagues.getByRole('radio', { name: 'ליגה ב' }).isChecked()).toBe(true);
    await button(leagues, t('proceed')).click();

    await dialog(page, t('wizardType'))
      .getByRole('button', { name: /^כדורגל/ })
      .click();
    await dialog(page, t('wizardSubtype')).waitFor();
    await page.reload();
    await dialog(page, t('wizardSubtype'))
      .getByRole('button', { name: /^מחזור משחקים/ })
      .click();

    const rules = dialog(page, t('wizardRules'));
    await textbox(rules, 'על מה הניחוש?').fill('חצי הגמר');
    await page.reload();
    await resumeDraft(page);
    await expect.poll(() => textbox(rules, 'על מה הניחוש?').inputValue()).toBe('חצי הגמר');
    await button(rules, t('proceed')).click();

    const pair: Match = ['ארגנטינה', 'אוסטריה'];
    await chooseMatches(page, [pair]);
    const options = dialog(page, t('wizardMatches'));
    await options.getByRole('searchbox', { name: t('searchOrGuest') }).fill('אנגליה');
    await button(options, 'אנגליה').click();
    await page.reload();
    await resumeDraft(page);
    // The match is kept, and so is the team that waits for an opponent.
    await options.getByRole('button', { name: t('matchRemove', { name: matchName(pair) }) }).waitFor();
    await options.getByRole('button', { name: 'אקוודור', exact: true }).click();
    await options.getByText(t('matchesCount', { count: 2 }), { exact: true }).waitFor();
    await button(options, t('proceed')).click();

    const ready = dialog(page, t('wizardReady'));
    await ready.getByText(t('wizardReadyText')).waitFor();
    await page.reload();
    // The contents of the draft are shown before the wizard goes on with it.
    const resumeDialog = dialog(page, t('wizardResume'));
    await resumeDialog.getByText('חצי הגמר', { exact: true }).waitFor();
    await resumeDialog.getByText(`ליגה ב · מחזור משחקים · ${t('matchesCount', { count: 2 })}`).waitFor();
    for (const team of [...pair, 'אנגליה', 'אקוודור'])
      await resumeDialog.getByText(team, { exact: true }).waitFor();
    await resumeDraft(page);
    await button(ready, t('wizardCreate')).click();
    await closeCreated(page);
    await matchCard(page, pair).waitFor();
    await matchCard(page, ['אנגליה', 'אקוודור']).waitFor();
    await page.getByText('חצי הגמר').waitFor();
    await page.getByText('ליגה ב', { exact: true }).first().waitFor();
  });
});

describe('offline', () => {
  fullTest(
    'an empty response is no error, the last app data stay, and a failed creation says that nothing was sent',
    async () => {
      const { owner } = await leagueWithTwoMatches();
      const { page, context } = owner;
      await fixture.open(page, '/main');
      await cell(page, first, first[0]).waitFor();
      // A proxy in between answers with an empty body.
      await page.route(/\/api\/(?!events|ping)/, (route) => route.fulfill({ status: 200, body: '' }));
      await page.reload();
      // The last feed is shown, with its age.
      await page.getByText(t('stale.minutes', { count: 0 })).waitFor();
      await cell(page, first, first[0]).waitFor();
      await expect.poll(() => page.getByText(t('failureTitle')).count()).toBe(0);
      await button(page, t('menu')).click();
      const menu = dialog(page, t('menu'));
      await menu.getByText(t('welcomeName', { name: owner.name })).waitFor();
      await menu.getByText(t('myLeagues')).click();
      await menu.getByRole('link', { name: 'השכונה' }).waitFor();

      await fixture.open(page, '/main?sheet=newLeague');
      const form = dialog(page, t('createNewLeague'));
      await textbox(form, t('leagueName')).fill('ליגה שניה');
      await page.unroute(/\/api\/(?!events|ping)/);
      await context.setOffline(true);
      await button(form, t('save')).click();
      await page
        .getByRole('log', { name: t('messages') })
        .getByText(t('noConnection'))
        .waitFor();
      await form.getByText(t('typedStays')).waitFor();
      await expect.poll(() => page.getByText(/יישלח/).count()).toBe(0);
      await expect.poll(() => textbox(form, t('leagueName')).inputValue()).toBe('ליגה שניה');

      await context.setOffline(false);
      await button(form, t('save')).click();
      await heading(page, 'ליגה שניה').waitFor();
      await fixture.open(page, '/main');
      await cell(page, first, first[0]).waitFor();
      fixture.allowErrors(owner, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
    },
  );

  test('picks are marked and counted as waiting, with a connection or without, until they are sent', async () => {
    const { owner } = await leagueWithTwoMatches();
    const { page, context } = owner;
    const notice = (text: string) => page.getByRole('status').filter({ hasText: text });
    const isBet = /\/api\/bet\//;
    await fixture.open(page, '/main');
    await cell(page, first, first[0]).waitFor();
    await page.route(isBet, (route) => route.abort('connectionrefused'));
    await tapScores(page, first, [[2, 0]]);
    await waitForScore(matchCard(page, first), first, [2, 0], 'cellWaiting');
    await notice(t('picksHeld', { count: 1 })).waitFor();
    await page.unroute(isBet);

    await context.setOffline(true);
    await tapScores(page, second, [[1, 1]]);
    await waitForScore(matchCard(page, first), first, [2, 0], 'cellWaiting');
    await waitForScore(matchCard(page, second), second, [1, 1], 'cellWaiting');
    await notice(t('offlineWaiting', { count: 2 })).waitFor();

    await context.setOffline(false);
    await waitForScore(matchCard(page, first), first, [2, 0], 'cellSaved');
    await waitForScore(matchCard(page, second), second, [1, 1], 'cellSaved');
    for (const text of ['offlineWaiting', 'picksHeld'] as const)
      for (const count of [1, 2]) await expect.poll(() => page.getByText(t(text, { count })).count()).toBe(0);
    await expect.poll(() => page.getByText(t('offlineQuiet')).count()).toBe(0);
    fixture.allowErrors(owner, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_CONNECTION_REFUSED/);
  });

  test('picks of a page that was closed are sent by the next page', async () => {
    const { owner } = await leagueWithTwoMatches();
    const { page, context } = owner;
    await fixture.open(page, '/main');
    await cell(page, first, first[0]).waitFor();
    await context.setOffline(true);
    await tapScores(page, first, [[2, 0]]);
    await waitForScore(matchCard(page, first), first, [2, 0], 'cellWaiting');
    await page.close();

    await context.setOffline(false);
    const next = await context.newPage();
    await fixture.open(next, '/main');
    await waitForScore(matchCard(next, first), first, [2, 0], 'cellSaved');
    const { body } = await owner.call.get<{ count: number }>('bet/');
    expect(body.count).toBe(2);
    fixture.allowErrors(owner, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  });
});

fullTest('an ended session leads to signing in and back, and keeps picks, forms and results', async () => {
  const { owner, league } = await leagueWithTwoMatches();
  const { page } = owner;
  await fixture.open(page, `/section/${league}?tab=games`);
  await cell(page, first, first[0]).click();
  await key(page, 4).click();
  await button(matchCard(page, first), t('cellMine', { name: first[0], digit: 4 })).waitFor();

  // The session is ended elsewhere: the next tap's call is answered 401.
  expect((await owner.call.post('logout/')).status).toBe(200);
  await key(page, 2).click();
  await textbox(page, t('cellphone')).waitFor();
  await page.getByRole('status').getByText(t('sessionExpired')).waitFor();
  await fixture.signIn(owner);
  await waitForScore(matchCard(page, first), first, [4, 2], 'cellSaved');
  expect(new URL(page.url()).hash).toBe(`#/section/${league}?tab=games`);

  // A form whose own call was answered 401 keeps its values too.
  await fixture.open(page, '/main?sheet=newLeague');
  await textbox(dialog(page, t('createNewLeague')), t('leagueName')).fill('ליגה שניה');
  const again = await fixture.apiOf(owner);
  expect((await again.post('logout/')).status).toBe(200);
  await button(dialog(page, t('createNewLeague')), t('save')).click();
  await textbox(page, t('cellphone')).waitFor();
  await fixture.signIn(owner);
  const form = dialog(page, t('createNewLeague'));
  await expect.poll(() => textbox(form, t('leagueName')).inputValue()).toBe('ליגה שניה');

  // So does a round whose results are being entered.
  const device = await fixture.apiOf(owner);
  const { body } = await device.get<{ results: { id: number }[] }>('post/', { section: league });
  await fixture.open(page, `/main?sheet=results&of=${body.results[0]?.id}`);
  const round = dialog(page, t('roundResults'));
  const goals = (team: string, typed: number) => button(round, t('goalsOf', { name: team, goals: typed }));
  await round.getByRole('region', { name: t('goalsTitle', { name: first[0] }) }).waitFor();
  await page.keyboard.type('31');
  await goals(first[1], 1).waitFor();
  expect((await device.post('logout/')).status).toBe(200);
  await button(round, t('publishRound')).click();
  await textbox(page, t('cellphone')).waitFor();
  await fixture.signIn(owner);
  await goals(first[0], 3).waitFor();
  await goals(first[1], 1).waitFor();
  fixture.allowErrors(owner, /status of 40[14]/);
});

fullTest('storage cleared by another tab leads to signing in and back, and keeps the picks', async () => {
  const { owner, league } = await leagueWithTwoMatches();
  const { page, context } = owner;
  await fixture.open(page, `/section/${league}?tab=games`);
  await cell(page, first, first[0]).click();
  await key(page, 4).click();
  await button(matchCard(page, first), t('cellMine', { name: first[0], digit: 4 })).waitFor();

  const other = await context.newPage();
  await fixture.open(other, '/terms');
  await heading(other, t('terms')).waitFor();
  await other.evaluate(() => localStorage.clear());
  await textbox(page, t('cellphone')).waitFor();
  await other.close();
  await page.bringToFront();
  await fixture.signIn(owner);
  await button(matchCard(page, first), t('cellMine', { name: first[0], digit: 4 })).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/section/${league}?tab=games`);
});

fullTest('a device that was signed out from another one returns to its page after signing in', async () => {
  const { owner, league } = await leagueWithTwoMatches();
  const { page } = owner;
  // Held open without an answer, so that the 401 comes from a call and not from the live stream.
  await page.route('**/api/events/*', () => undefined);
  await fixture.open(page, `/section/${league}?tab=members`);
  await page.getByText(t('owner'), { exact: true }).waitFor();
  const phone = await fixture.signedInVisitor(owner.name, { phone: owner.phone });
  const { body } = await phone.call.get<{ results: { id: number; current: boolean }[] }>('session/');
  const ids = body.results.filter(({ current }) => !current).map(({ id }) => id);
  expect((await phone.call.del('session/', { ids: ids.join(',') })).status).toBe(200);
  // The sign-in page's code is delayed until a guest's app data have arrived.
  const guestData = page.waitForResponse(
    (response) => response.url().includes('getAppData') && !('authorization' in response.request().headers()),
  );
  await page.route('**/assets/*.js', async (route) => {
    await (await guestData).finished();
    // React has drawn what a guest sees.
    for (let frame = 0; frame < 3; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    await route.continue();
  });
  // The next call gets 401 and leads to the sign-in page once, whatever other calls are under way.
  await button(page, t('menu')).click();
  await fixture.open(page, `/section/${league}?tab=games`);
  await textbox(page, t('cellphone')).waitFor();
  await fixture.signIn(owner);
  await cell(page, first, first[0]).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/section/${league}?tab=games`);
  fixture.allowErrors(owner, /status of 401/);
});
