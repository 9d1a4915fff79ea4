import { expect, test } from 'vitest';
import { fixtureOfFile, type Visitor } from '#tests/support/browser/browser-fixture.ts';
import {
  button,
  countTaps,
  heading,
  matchCard,
  reportTaps,
  tapScores,
  textbox,
  waitForScore,
  type Match,
  type Score,
} from '#tests/support/browser/page-actions.ts';
import { makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { t } from '#tests/support/translations.ts';

/** How many taps lead from a friend's link to a bet, and fill a round; typing is not counted. */

const fixture = fixtureOfFile();
const round: readonly Match[] = [
  ['הפועל', 'מכבי'],
  ['בית״ר', 'עירוני'],
  ['בני יהודה', 'הכח'],
  ['אריות', 'נמרים'],
];
const [match] = round as [Match];

/** A league with a round of four matches, and the codes of its links. */
async function leagueWithRound() {
  const noa = await fixture.signedInVisitor('נועה');
  const { id, code } = await makeLeague(noa.call, [], 'השכונה');
  const teams = await makeOptions(noa.call, id, round.flat());
  const pairs = round.map((_, at) => teams.slice(2 * at, 2 * at + 2));
  const game = await makeGame(noa.call, id, 'home/away', pairs);
  return { game: game.id, code };
}

/** A newcomer on a phone, whose taps are counted. */
const newcomer = async (name: string, flow: string) => ({
  ...(await fixture.newVisitor(name)),
  ...countTaps(flow),
});
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

/** Types at sign-in: the phone, sent by the keyboard's own key; the name, and the PIN, which sends itself. */
async function typeIn(person: Visitor): Promise<void> {
  const { page, name } = person;
  const phone = textbox(page, t('cellphone'));
  await phone.fill(person.phone);
  await phone.press('Enter');
  await textbox(page, t('name')).fill(name);
  await textbox(page, t('pincode')).fill(fixture.pinOf(person));
}

async function joinAndPassTheWelcome({ page, tap, name }: Newcomer): Promise<void> {
  await tap(button(page, t('joinConfirm')));
  await heading(page, t('welcomeName', { name })).waitFor();
  await tap(button(page, t('skip')));
}

async function betOn({ page, tap }: Newcomer, [home, away]: Score): Promise<void> {
  await tap(button(matchCard(page, match), t('cellEmpty', { name: match[0] })));
  const pad = page.getByRole('region', { name: /^הניחוש על / });
  await tap(button(pad, String(home)));
  await tap(button(pad, String(away)));
  await waitForScore(matchCard(page, match), match, [home, away], 'cellSaved');
}

test('a link to a game leads a newcomer to a saved bet on it in six taps, and nine taps fill its round of four', async () => {
  const { game, code } = await leagueWithRound();
  const dana = await newcomer('דנה', 'from a link to a game to a saved bet');
  const { page } = dana;
  await fixture.open(page, `/post/${game}?code=${code}`);
  await dana.tap(page.getByRole('link', { name: t('joinLeague'), exact: true }));
  await typeIn(dana);
  await joinAndPassTheWelcome(dana);
  await betOn(dana, [2, 1]);
  expect(page.url()).toMatch(new RegExp(`#/post/${game}$`));
  expect(dana.total()).toBe(6);

  const yossi = await fixture.signedInVisitor('יוסי');
  await yossi.call.get('joinAClan/', { code: code ?? '' });
  await fixture.open(yossi.page, '/main');
  const scores: readonly Score[] = [[2, 1], [0, 0], [1, 3], [4, 2]]; // oxfmt-ignore
  const began = performance.now();
  const taps = await tapScores(yossi.page, match, scores);
  expect(taps).toBe(9);
  for (const [at, teams] of round.entries())
    await waitForScore(matchCard(yossi.page, teams), teams, scores[at] ?? [0, 0], 'cellSaved');
  reportTaps('a round of four matches', taps, began);
});

test('an invitation to a league leads a newcomer to a saved bet in six taps', async () => {
  const { code } = await leagueWithRound();
  const dana = await newcomer('דנה', 'from an invitation to a saved bet');
  const { page } = dana;
  await page.goto(`${fixture.server.url}/?joinclan=${code}`);
  await typeIn(dana);
  await joinAndPassTheWelcome(dana);
  await dana.tap(page.getByRole('tab', { name: t('games') }));
  await betOn(dana, [2, 1]);
  expect(dana.total()).toBe(6);
});
