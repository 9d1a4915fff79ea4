import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { fixtureOfFile } from '#tests/support/browser/browser-fixture.ts';
import { announcements, recordAnnouncements } from '#tests/support/browser/live-regions.ts';
import { button, matchCard, waitForScore, type Match } from '#tests/support/browser/page-actions.ts';
import { makeGame, makeLeague, makeOptions, postBets } from '#tests/support/server/leagues-and-games.ts';
import { t } from '#tests/support/translations.ts';

/** What an open page announces to screen readers: each event once, in words, and nothing that was there before. */

const fixture = fixtureOfFile();
const match: Match = ['הפועל', 'מכבי'];
const refused: Match = ['בית״ר', 'עירוני'];
const ended: Match = ['בני יהודה', 'הכח'];

test('a saved bet, a refused one, a result and messages are announced once each, politely; earlier ones are not', async () => {
  const noa = await fixture.signedInVisitor('נועה');
  const dana = await fixture.signedInVisitor('דנה', { script: recordAnnouncements });
  const { page } = dana;
  const { id: league } = await makeLeague(noa.call, [dana.call], 'השכונה');
  const teams = await makeOptions(noa.call, league, [...match, ...refused, ...ended]);
  const pairs = [0, 2, 4].map((at) => teams.slice(at, at + 2));
  const game = await makeGame(noa.call, league, 'home/away', pairs);
  const [first, , third] = game.items_data as [Item, Item, Item];
  const settle = (item: Item, home: number, away: number) =>
    noa.call.post('setItemResults/', { item: item.id, value: { home, away } });
  const say = (description: string) => noa.call.post('postComment/', { comment_post: game.id, description });
  const { db } = fixture.server.platform;
  /** Several messages of hers, of which only the last emits an event: its fetch brings the others as well. */
  const sayAtOnce = async (last: string, ...others: readonly string[]) => {
    const rows = others.map((description) => ({ post_id: game.id, member_id: noa.call.id, description }));
    await db.insertInto('comments').values(rows).execute();
    await sql`select tell_change('post', ${game.id}::integer)`.execute(db);
    await say(last);
    await page.getByText(last, { exact: true }).waitFor();
  };
  await postBets(dana.call, third, 1, 0);
  await settle(third, 1, 0);
  await say('היה כבר');

  await fixture.openLive(page, '/main');
  const pad = page.getByRole('region', { name: /^הניחוש על / });
  const press = async (...digits: readonly number[]) => {
    for (const digit of digits) await button(pad, String(digit)).click();
  };
  await button(page, t('cellEmpty', { name: match[0] })).click();
  await press(2, 1);
  await waitForScore(matchCard(page, match), match, [2, 1], 'cellSaved');

  await page.route(/\/api\/bet\//, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'x', title: 'x', status: 409, code: 'item_closed', detail: 'x' }),
    }),
  );
  // The pad has moved on to the next match.
  await press(3, 0);
  await matchCard(page, refused).getByText(t('failure.item_closed')).waitFor();
  fixture.allowErrors(dana, /status of 409/);

  await settle(first, 2, 1);
  await waitForScore(matchCard(page, match), match, [2, 1], 'cellExact');

  await button(page, t('commentsCount', { count: 1 })).click();
  await page.getByText('היה כבר', { exact: true }).waitFor();
  await say('מה נשמע?');
  await page.getByText('מה נשמע?', { exact: true }).waitFor();
  await sayAtOnce('שלוש', 'אחת', 'שתיים');
  // More than three at once are announced by their number.
  await sayAtOnce('רביעית', 'ראשונה', 'שנייה', 'שלישית');
  await expect
    .poll(() => announcements(page))
    .toEqual([
      ['polite', 'הניחוש נשמר: הפועל 2 ומכבי 1'],
      ['polite', 'בית״ר · עירוני: המשחק כבר התחיל, הניחוש לא נכנס'],
      ['polite', 'יש תוצאה: הפועל 2 ומכבי 1. 4 נקודות'],
      ['polite', 'נועה: מה נשמע?'],
      ['polite', 'נועה: אחת'],
      ['polite', 'נועה: שתיים'],
      ['polite', 'נועה: שלוש'],
      ['polite', '4 הודעות חדשות'],
    ]);
});
