import { expect, test } from 'vitest';
import { planQuestions, planRounds } from '#server/commands/tournament-plan.ts';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import type { PlayableMatch } from '#server/competitions/schedule.ts';

/** The games that a competition becomes: their names, items and order. */

const match = (
  id: string,
  round: string,
  date: string | null,
  more: Partial<CompetitionMatch> = {},
): PlayableMatch => ({ id, round, date, home: { team: 'a' }, away: { team: 'b' }, ...more }) as PlayableMatch;
const cup: Competition = {
  version: 1,
  id: 'cup',
  name: { heb: 'גביע', en: 'Cup' },
  teams: [
    { id: 'b', name: { heb: 'ב', en: 'B' } },
    { id: 'a', name: { heb: 'א', en: 'A' } },
  ],
  rounds: ['groups', 'semi', 'final'].map((id) => ({ id, name: { heb: `שלב ${id}`, en: `Stage ${id}` } })),
  matches: [],
};
const optionOf = new Map([
  ['a', 31],
  ['b', 12],
]);

test('the matches of a round are ordered by kick-off, those without one last, and equal ones as listed', () => {
  const matches = [
    match('9', 'groups', null),
    match('4', 'groups', '2027-05-02T18:00:00Z'),
    match('8', 'groups', null),
    // Earlier than its digits, because of the offset.
    match('7', 'groups', '2027-05-02T19:00:00+03:00'),
    match('2', 'groups', '2027-05-02T18:00:00.000Z'),
  ];
  const orderOf = (listed: readonly PlayableMatch[]) =>
    planRounds(cup, listed, { optionOf, shiftDays: 0, language: null }).map((round) => round.matches);
  expect(orderOf(matches)).toEqual([['7', '4', '2', '9', '8']]);
  expect(orderOf(matches.toReversed())).toEqual([['7', '2', '4', '8', '9']]);
});

test('the rounds become games from the last to the first, each with its own matches moved by the shift', () => {
  const matches = [
    match('1', 'groups', '2027-05-01T18:00:00Z', { group: 'B' }),
    match('3', 'final', null, { home: { team: 'b' }, away: { team: 'a' } }),
  ];
  const opening = { name: '', entries: [[31], [12]], dates: ['2027-05-08T18:00:00.000Z'] };
  const final = { name: '', entries: [[12], [31]], dates: [null] };
  const plan = (language: 'he' | 'en') => planRounds(cup, matches, { optionOf, shiftDays: 7, language });
  expect(plan('he')).toEqual([
    {
      round: 'final',
      name: 'שלב final',
      matches: ['3'],
      groups: [final],
      items: [
        {
          group: 0,
          leg: 1,
          entries: final.entries,
          date: null,
          words: { groupName: '', roundName: 'שלב final' },
        },
      ],
    },
    {
      round: 'groups',
      name: 'שלב groups',
      matches: ['1'],
      groups: [opening],
      items: [
        {
          group: 0,
          leg: 1,
          entries: opening.entries,
          date: '2027-05-08T18:00:00.000Z',
          words: { groupName: 'בית ב׳', roundName: 'שלב groups' },
        },
      ],
    },
  ]);
  expect(plan('en').map(({ name, items }) => [name, items[0]?.words])).toEqual([
    ['Stage final', { groupName: '', roundName: 'Stage final' }],
    ['Stage groups', { groupName: 'Group B', roundName: 'Stage groups' }],
  ]);
});

test.each([
  ['he', 'בית א׳', 'בית י״ב', 'בית ט׳', 'בית North', 'בית M'],
  ['en', 'Group A', 'Group L', 'Group ט', 'Group North', 'Group M'],
] as const)(
  'questions become a game about the groups, then one about the champion (%s)',
  (language, ...names) => {
    const date = '2027-05-01T18:00:00.000Z';
    const groups = ['A', 'L', 'ט', 'North', 'M'].map((group) => ({
      kind: 'group' as const,
      group,
      teams: ['b', 'a'],
      date,
    }));
    const champion = { kind: 'champion' as const, group: null, teams: ['a', 'b'], date };
    const plan = planQuestions([champion, ...groups], { optionOf, language });
    const hebrew = language === 'he';
    expect(plan).toEqual([
      {
        kind: 'group',
        description: hebrew ? 'מי מסיימת ראשונה בכל בית?' : 'Who finishes first in each group?',
        points: 3,
        groups: names.map((name) => ({ name, entries: [[12], [31]], dates: [date] })),
        items: names.map((_, group) => ({ group, leg: 1, entries: [[12], [31]], date })),
      },
      {
        kind: 'champion',
        description: hebrew ? 'מי לוקחת את הטורניר?' : 'Who wins it all?',
        points: 10,
        groups: [{ name: '', entries: [[31], [12]], dates: [date] }],
        items: [{ group: 0, leg: 1, entries: [[31], [12]], date }],
      },
    ]);
    expect(planQuestions([champion], { optionOf, language }).map(({ kind }) => kind)).toEqual(['champion']);
  },
);
