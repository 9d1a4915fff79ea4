import { expect, test } from 'vitest';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import { questionsToAsk } from '#server/competitions/questions.ts';

const now = new Date('2027-06-01T12:00:00.000Z');
const team = (id: string) => ({ id, name: { heb: `קבוצה ${id}`, en: `Team ${id}` } });
const match = (
  id: string,
  date: string | null,
  [home, away]: readonly [string, string],
  group?: string,
): CompetitionMatch => ({
  id,
  round: 'one',
  date,
  home: { team: home },
  away: { team: away },
  ...(group !== undefined && { group }),
});
const competition = (teams: readonly string[], matches: CompetitionMatch[]): Competition => ({
  version: 1,
  id: 'cup',
  name: { heb: 'גביע', en: 'Cup' },
  teams: teams.map(team),
  rounds: [{ id: 'one', name: { heb: 'מחזור 1', en: 'Round 1' } }],
  matches,
});
const questionsOf = (of: Competition) =>
  questionsToAsk(of, now).map(({ kind, group, teams, date }) => [kind, group, teams.join(' '), date]);

test('a question closes at the first kick-off, whatever its offset from UTC', () => {
  const cup = competition(
    ['c', 'a', 'b'],
    [
      match('2', '2027-06-02T19:30:00Z', ['a', 'b']),
      match('1', '2027-06-02T20:00:00+03:00', ['b', 'c']),
      match('3', null, ['c', 'a']),
    ],
  );
  expect(questionsOf(cup)).toEqual([['champion', null, 'c a b', '2027-06-02T20:00:00+03:00']]);
});

test('nothing is asked once a match has kicked off, where no kick-off is known, or of two teams', () => {
  const three = ['a', 'b', 'c'];
  expect(questionsOf(competition(three, [match('1', now.toISOString(), ['a', 'b'])]))).toEqual([]);
  expect(questionsOf(competition(three, [match('1', null, ['a', 'b'])]))).toEqual([]);
  expect(questionsOf(competition(['a', 'b'], [match('1', '2027-07-01T12:00:00Z', ['a', 'b'])]))).toEqual([]);
});

test('each group is asked about by its name, except one that has begun, has two teams or is the only one', () => {
  const ahead = '2027-06-05T12:00:00Z';
  const groups = [
    match('1', ahead, ['h', 'g'], 'C'),
    match('2', ahead, ['g', 'i'], 'C'),
    match('3', '2027-06-04T12:00:00Z', ['b', 'c'], 'A'),
    match('4', ahead, ['a', 'c'], 'A'),
    match('5', ahead, ['d', 'e'], 'B'),
  ];
  const teams = 'ihgfedcba'.split('');
  const champion = ['champion', null, 'i h g f e d c b a', '2027-06-04T12:00:00Z'];
  expect(questionsOf(competition(teams, groups))).toEqual([
    champion,
    ['group', 'A', 'c b a', '2027-06-04T12:00:00Z'],
    ['group', 'C', 'i h g', ahead],
  ]);
  expect(questionsOf(competition(teams, groups.slice(2, 4)))).toEqual([champion]);
  const begun = match('0', '2027-06-01T11:59:59Z', ['a', 'b'], 'A');
  expect(questionsOf(competition(teams, [...groups, begun]))).toEqual([['group', 'C', 'i h g', ahead]]);
});

test('the champion is asked about only if a vote may have as many teams', () => {
  const teams = Array.from({ length: 65 }, (_, at) => `t${at}`);
  const matches = [match('1', '2027-06-05T12:00:00Z', ['t0', 't1'])];
  expect(questionsOf(competition(teams, matches))).toEqual([]);
  expect(
    questionsOf(competition(teams.slice(1), [match('1', '2027-06-05T12:00:00Z', ['t1', 't2'])])),
  ).toHaveLength(1);
});
