import { expect, test } from 'vitest';
import type { LeagueStatistics, Racer } from '#contract/statistics.ts';
import { averageOf, percentOf, placesAt, listedRounds } from '#domain/race.ts';

const racer = (id: number, before: number, points: number[]): Racer => ({
  member: { id, name: `member ${id}`, image: null },
  rank: 1,
  before,
  points,
});

test('places at a step follow its points; equal ones are in the order of the table', () => {
  const race = [racer(9, 2, [8, 20]), racer(4, 5, [8, 12]), racer(7, 2, [11, 12])];
  expect([0, 1, 2].map((step) => placesAt(race, step))).toEqual([
    [
      { id: 9, points: 2, place: 1 },
      { id: 4, points: 5, place: 0 },
      { id: 7, points: 2, place: 2 },
    ],
    [
      { id: 9, points: 8, place: 1 },
      { id: 4, points: 8, place: 2 },
      { id: 7, points: 11, place: 0 },
    ],
    [
      { id: 9, points: 20, place: 0 },
      { id: 4, points: 12, place: 1 },
      { id: 7, points: 12, place: 2 },
    ],
  ]);
});

test.each([
  [1, 3, 33],
  [2, 3, 67],
  [0, 4, 0],
  [4, 4, 100],
  [0, 0, null],
])('%i of %i are %j percent', (part, total, percent) => expect(percentOf(part, total)).toBe(percent));

test.each([
  [7, 3, 2.33],
  [5, 3, 1.67],
  [8, 2, 4],
  [0, 5, 0],
  [0, 0, 0],
])('%i points of %i bets are %d each', (points, bets, average) =>
  expect(averageOf({ points, bets })).toBe(average),
);

test('the listed rounds have points or open items, the newest first', () => {
  const round = (post: number, points: number, openItems: number): LeagueStatistics['rounds'][number] => ({
    post,
    name: null,
    at: '2026-06-11T19:00:00.000Z',
    items: 2,
    winners: [],
    ahead: 0,
    points,
    left: openItems,
  });
  const rounds = [
    round(8, 4, 0),
    round(3, 0, 2),
    round(5, 0, 0),
    round(6, 2, 1),
    round(9, 1, 0),
    round(2, 0, 1),
  ];
  expect(listedRounds({ rounds, race: [], left: { points: 0, items: 0 } })).toEqual([
    round(2, 0, 1),
    round(9, 1, 0),
    round(6, 2, 1),
    round(3, 0, 2),
    round(8, 4, 0),
  ]);
});
