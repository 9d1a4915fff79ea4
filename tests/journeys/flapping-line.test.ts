import type { Page, Request, Route } from 'playwright-core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import {
  button,
  matchCard,
  textbox,
  waitForScore,
  type Match,
  type Score,
} from '#tests/support/browser/page-actions.ts';
import { seededRandom } from '#tests/support/fuzz/schema.ts';
import { fullTest, runSize } from '#tests/support/run-size.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { t } from '#tests/support/translations.ts';

/** Picks and messages over a flapping line, from tabs that are closed without warning. */

const fixture = fixtureOfFile();

const round: readonly Match[] = [
  ['הפועל', 'מכבי'],
  ['בית״ר', 'עירוני'],
  ['בני יהודה', 'הכח'],
  ['אריות', 'נמרים'],
];

const setScore = async (page: Page, match: Match, score: Score) => {
  for (const [side, digit] of score.entries()) {
    const cell = matchCard(page, match).getByRole('button', { name: new RegExp(`^${match[side]}:`) });
    await cell.focus();
    await page.keyboard.press(String(digit));
    // Only a pick that is shown must be kept.
    await expect.poll(() => cell.getAttribute('aria-label')).toContain(` ${digit}`);
  }
};

fullTest(
  'a waiting pick in two tabs follows the tab that changes it, and is sent with its last value',
  async () => {
    const visitor = await fixture.signedInVisitor('יוסי');
    const { context, call, page } = visitor;
    const { id: league } = await makeLeague(call, [], 'השכונה');
    const [match] = round as [Match];
    await makeGame(call, league, 'home/away', [await makeOptions(call, league, [...match])]);
    const isBet = (url: URL) => url.pathname === '/api/bet/';
    const sent: unknown[] = [];
    await context.route(isBet, (route) => route.abort('internetdisconnected'));
    await fixture.open(page, '/main');
    await setScore(page, match, [1, 0]);
    await waitForScore(matchCard(page, match), match, [1, 0], 'cellWaiting');
    const other = await context.newPage();
    await fixture.open(other, '/main');
    await waitForScore(matchCard(other, match), match, [1, 0], 'cellWaiting');

    await setScore(page, match, [4, 9]);
    await waitForScore(matchCard(other, match), match, [4, 9], 'cellWaiting');
    context.on('request', (request) => {
      if (isBet(new URL(request.url()))) sent.push(request.postDataJSON());
    });
    await context.unroute(isBet);
    await context.setOffline(true);
    await context.setOffline(false);
    for (const tab of [page, other]) await waitForScore(matchCard(tab, match), match, [4, 9], 'cellSaved');
    for (const bets of sent) expect(bets).toMatchObject([{ value: 4 }, { value: 9 }]);
    fixture.allowErrors(visitor, /ERR_INTERNET_DISCONNECTED/);
  },
);

test('a delayed save of a closed tab that reaches the server after a newer one changes nothing', async () => {
  const visitor = await fixture.signedInVisitor('יוסי');
  const { context, call, page } = visitor;
  const { id: league } = await makeLeague(call, [], 'השכונה');
  const [match] = round as [Match];
  await makeGame(call, league, 'home/away', [await makeOptions(call, league, [...match])]);
  const sent: Request[] = [];
  await context.route(
    (url) => url.pathname === '/api/bet/',
    (route) => {
      // The first request is held, and sent below.
      if (sent.push(route.request()) > 1) return route.continue();
    },
  );
  await fixture.open(page, '/main');
  await setScore(page, match, [6, 9]);
  await expect.poll(() => sent.length).toBe(1);
  await page.close();

  const other = await context.newPage();
  await fixture.open(other, '/main');
  await waitForScore(matchCard(other, match), match, [6, 9], 'cellSaved');
  await setScore(other, match, [5, 9]);
  await waitForScore(matchCard(other, match), match, [5, 9], 'cellSaved');

  const [repeatedRequest] = sent as [Request];
  const answer = await context.request.post(repeatedRequest.url(), {
    headers: repeatedRequest.headers(),
    data: repeatedRequest.postData() ?? '',
  });
  expect(answer.status()).toBe(409);
  await other.reload();
  await waitForScore(matchCard(other, match), match, [5, 9], 'cellSaved');
});

fullTest(
  'nothing is lost or stored twice over a flapping line, in two tabs that are closed at random',
  async () => {
    const actions = runSize('picks and messages over a flapping line', 12, 500);
    const { roll: next } = seededRandom(actions);
    const visitor = await fixture.signedInVisitor('יוסי', { hasWorker: true });
    const { context, call } = visitor;
    const { id: league } = await makeLeague(call, [], 'השכונה');
    const teams = await makeOptions(call, league, round.flat());
    const pairs = round.map((_, at) => teams.slice(2 * at, 2 * at + 2));
    const { id: post } = await makeGame(call, league, 'home/away', pairs);

    const network = { isDown: false, losesAnswers: true, lost: 0 };
    await context.route('**/api/**', async (route: Route) => {
      if (network.isDown) return route.abort('internetdisconnected');
      const isWrite = route.request().method() !== 'GET';
      if (!isWrite || !network.losesAnswers || next(4) > 0) return route.continue();
      // The request arrives, but its response is lost.
      await route.fetch().catch(() => {});
      network.lost += 1;
      return route.abort('connectionreset').catch(() => {});
    });
    const setDown = async (isDown: boolean) => {
      network.isDown = isDown;
      await context.setOffline(isDown);
    };

    const cellsOf = async (page: Page) => {
      await fixture.open(page, `/post/${post}`);
      await matchCard(page, round[0] as Match).waitFor();
      return page;
    };
    const chatOf = async (page: Page) => {
      await fixture.open(page, `/post/${post}?sheet=chat&of=${post}`);
      await textbox(page, t('writeMessage')).waitFor();
      return page;
    };
    let cells = await cellsOf(visitor.page);
    await cells.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    let chat = await chatOf(await context.newPage());

    const picks = new Map<Match, Score>();
    const messages: string[] = [];
    let closed = 0;
    for (let at = 0; at < actions; at += 1) {
      if (next(3) === 0) await setDown(!network.isDown);
      if (next(3) > 0) {
        const match = round[next(round.length)] as Match;
        const score = [next(10), next(10)] as const;
        await setScore(cells, match, score);
        picks.set(match, score);
      } else {
        const message = `הודעה ${at}`;
        await textbox(chat, t('writeMessage')).fill(message);
        await button(chat, t('send')).click();
        messages.push(message);
      }
      if (next(8) > 0) continue;
      closed += 1;
      if (next(2) === 0) {
        await cells.close();
        cells = await cellsOf(await context.newPage());
      } else {
        await chat.close();
        chat = await chatOf(await context.newPage());
      }
    }
    network.losesAnswers = false;
    await setDown(false);

    const { db } = fixture.server.platform;
    const stored = async () => {
      const { rows: bets } = await sql<{ item: string; score: number[] }>`
      select i.name as item, array_agg(b.value order by o.position) as score
      from bets b join items i on i.id = b.item_id join item_options o on o.id = b.item_option_id
      where i.post_id = ${post}::integer group by i.name order by i.name`.execute(db);
      const { rows: comments } = await sql<{ description: string }>`
      select description from comments where post_id = ${post}::integer order by id`.execute(db);
      return { bets, messages: comments.map(({ description }) => description) };
    };
    const expected = {
      bets: [...picks]
        .map(([match, score]) => ({ item: match.join(' · '), score: [...score] }))
        .toSorted((one, other) => (one.item < other.item ? -1 : 1)),
      messages,
    };
    // The number of messages a minute is limited, so the last ones are sent later.
    await expect.poll(stored, { timeout: 600_000 }).toEqual(expected);
    for (const [match, score] of picks)
      await waitForScore(matchCard(cells, match), match, score, 'cellSaved');
    for (const message of messages.slice(-3)) await chat.getByText(message, { exact: true }).waitFor();
    console.log(
      `${actions} actions: ${network.lost} answers lost, ${closed} tabs closed; ${picks.size} picks and ${messages.length} messages arrived once`,
    );
    // The same message sent by both tabs at once, or more messages than are allowed in a minute.
    fixture.allowErrors(
      visitor,
      /status of 4(09|29) .*postcomment|status of 409 .*api.bet|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|Failed to fetch|code not loaded/,
    );
  },
  3_600_000,
);
