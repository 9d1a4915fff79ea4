import { expect, test } from 'vitest';
import type { League, StandingsRow } from '#contract/models.ts';
import { currentLeague } from '#domain/current-league.ts';
import { leadOf, rivalOf } from '#domain/rival.ts';
import { buildLeague } from '#tests/support/builders.ts';

const counters = { points: 0, exact: 0, difference: 0, outcome: 0, bets: 0, average: 0 };
const rowOf = (id: number, rank = id): StandingsRow => ({
  ...counters,
  rank,
  move: null,
  member: { id, name: '', image: null },
  form: [],
});

test('the rival is the row above, and for the first row the second', () => {
  const rows = [1, 2, 3].map((id) => rowOf(id));
  const rival = (of: readonly StandingsRow[], member: number) => rivalOf(of, member)?.member.id ?? null;
  expect([1, 2, 3, 4].map((member) => rival(rows, member))).toEqual([2, 1, 2, null]);
  expect(rival(rows.slice(0, 1), 1)).toBe(null);
  expect(rival([], 1)).toBe(null);
});

test('the leader is the one with the better rank; points do not decide', () => {
  expect(leadOf(rowOf(1), rowOf(2))).toBe('me');
  expect(leadOf(rowOf(2), rowOf(1))).toBe('them');
  expect(leadOf(rowOf(1, 2), { ...rowOf(2), points: 4 })).toBe('nobody');
});

test('the current league is the newest active one with news, then any active one, then an archived one', () => {
  const league = (id: number, active: boolean, isNew = false): League => ({
    ...buildLeague(id, `league ${id}`),
    active,
    new: isNew,
  });
  const idOf = (...leagues: League[]) => currentLeague(leagues)?.id;
  expect(idOf(league(1, true), league(2, true, true), league(3, false, true))).toBe(2);
  expect(idOf(league(1, false, true), league(2, true))).toBe(2);
  expect(idOf(league(1, false), league(2, false))).toBe(1);
  expect(idOf()).toBe(undefined);
});
