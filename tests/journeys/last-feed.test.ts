import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import {
  heading,
  matchCard,
  tapScores,
  textbox,
  waitForScore,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { t } from '#tests/support/translations.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** A returning member's feed, league and table: drawn from the device, then updated, and removed with the session. */

const fixture = fixtureOfFile();
const first: Match = ['הפועל', 'מכבי'];
const second: Match = ['בית״ר', 'בני יהודה'];

/** Holds back such requests of a page, all calls by default, until they are released. */
async function holdCalls(page: Page, which = /\/api\//): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held: Promise<void>[] = [];
  const hold = (route: Route) => {
    held.push(released.then(() => route.continue()));
  };
  await page.route(which, hold);
  return async () => {
    release();
    await Promise.all(held);
    await page.unroute(which, hold);
  };
}

/** The calls of a page from now on, without the app's version. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    searchParams.delete('ver');
    if (pathname.startsWith('/api/')) calls.push(`${pathname.slice(5)}?${searchParams}`);
  });
  return calls;
}

/** Opens an address, the feed's by default, without the app's code, until that is released. */
async function openWithoutCode(page: Page, address = '/main'): Promise<() => Promise<void>> {
  const release = await holdCalls(page, /\/assets\/.*\.js/);
  await page.goto(`${fixture.server.url}/#${address}`, { waitUntil: 'commit' });
  return release;
}
const firstPage = 'post/?offset=0&limit=10&as_of=now';

const keptNames = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith('hevre:last:'))
      .toSorted(),
  );

async function twoInLeague(name: string) {
  const [noa, yossi] = [await fixture.signedInVisitor('נועה'), await fixture.signedInVisitor('יוסי')];
  const { id } = await makeLeague(noa.call, [yossi.call], name);
  const publish = async (match: Match) =>
    makeGame(noa.call, id, 'home/away', [await makeOptions(noa.call, id, [...match])]);
  const game = await publish(first);
  return { noa, yossi, league: id, game, publish };
}

test('the feed is shown before the server answers, and updated afterwards', async () => {
  const { yossi, publish } = await twoInLeague('השכונה');
  const { page } = yossi;
  await fixture.open(page, '/main');
  await matchCard(page, first).waitFor();
  await page.goto('about:blank');
  await publish(second);

  const release = await holdCalls(page);
  await fixture.open(page, '/main');
  await matchCard(page, first).waitFor();
  await expect.poll(() => matchCard(page, second).count()).toBe(0);
  // A pick is accepted at once, and sent when the server answers.
  await tapScores(page, first, [[2, 1]]);
  await release();
  await matchCard(page, second).waitFor();
  await waitForScore(matchCard(page, first), first, [2, 1], 'cellSaved');
});

test('a new device shows the feed that its page has asked for before the app’s code came', async () => {
  const { yossi } = await twoInLeague('השדרה');
  const { page } = yossi;
  const calls = callsOf(page);
  const releaseCode = await openWithoutCode(page);
  await expect.poll(() => calls).toEqual(['getAppData/?', firstPage]);
  const releaseCalls = await holdCalls(page);
  await releaseCode();
  await matchCard(page, first).waitFor();
  // It is kept, though the server has not answered the app yet.
  await page.reload();
  await matchCard(page, first).waitFor();
  await releaseCalls();
});

test('the page of another address does not ask for the feed', async () => {
  const { yossi, league } = await twoInLeague('הכיכר');
  const { page } = yossi;
  const calls = callsOf(page);
  const release = await openWithoutCode(page, `/section/${league}`);
  await expect.poll(() => calls).toEqual(['getAppData/?']);
  await release();
  await page.getByRole('row').filter({ hasText: 'נועה' }).waitFor();
  expect(calls.filter((call) => call === firstPage)).toEqual([]);
});

test('what happens after the page has asked for the feed is shown as soon as the app has started', async () => {
  const { noa, yossi, game } = await twoInLeague('הטיילת');
  const { page } = yossi;
  await fixture.openLive(page, '/main');
  await matchCard(page, first).waitFor();
  await page.goto('about:blank');
  const calls = callsOf(page);
  const release = await openWithoutCode(page);
  await expect.poll(() => calls).toEqual(['events/?', firstPage]);
  const answered = () =>
    page.evaluate(async () => {
      const { feed, events } = window.earlyAnswers ?? {};
      const answers = await Promise.all([feed, events?.response]);
      return answers.map((it) => it !== null && it !== undefined);
    });
  expect(await answered()).toEqual([true, true]);
  await noa.call.put(`post/${game.id}/`, { description: 'משחק העונה' });
  await release();
  await heading(page, 'משחק העונה').waitFor();
  expect(calls.filter((call) => call === 'events/?')).toEqual(['events/?']);
});

fullTest('a league and its table are shown before the server answers', async () => {
  const { yossi, league } = await twoInLeague('הרחוב');
  const { page } = yossi;
  await fixture.open(page, `/section/${league}`);
  const row = page.getByRole('row').filter({ hasText: 'נועה' });
  await row.waitFor();
  await page.goto('about:blank');
  const release = await holdCalls(page);
  await fixture.open(page, `/section/${league}`);
  await row.waitFor();
  await heading(page, 'הרחוב').waitFor();
  await release();
  await row.waitFor();
});

test('all that is stored of them is removed with the session', async () => {
  const { yossi, league } = await twoInLeague('הבניין');
  const { page } = yossi;
  await fixture.open(page, '/main');
  await matchCard(page, first).waitFor();
  await fixture.open(page, `/section/${league}`);
  await page.getByRole('row').filter({ hasText: 'נועה' }).waitFor();
  await expect
    .poll(() => keptNames(page))
    .toEqual(['feed', 'league', 'place', 'standings'].map((name) => `hevre:last:${name}`));
  expect((await yossi.call.post('logout/')).status).toBe(200);
  await fixture.open(page, '/main');
  await textbox(page, t('cellphone')).waitFor();
  await expect.poll(() => keptNames(page)).toEqual([]);
  fixture.allowErrors(yossi, /status of 40[14]/);
});
