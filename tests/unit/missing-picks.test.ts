import { describe, expect, test } from 'vitest';
import type { GameState, Item } from '#contract/models.ts';
import { liveItemsAt, mayBeInState, missingPicksAt } from '#domain/bet/missing-picks.ts';
import { buildItem, buildPost } from '#tests/support/builders.ts';

const now = Date.parse('2026-06-11T18:00:00.000Z');
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const match = (id: number, values: (number | null)[], also: Partial<Item> = {}): Item =>
  buildItem(id, 'home/away', Object.fromEntries(values.map((value, at) => [10 * id + at, value])), also);
const game = (id: number, ...items: Item[]) => buildPost(id, { items_data: items });

describe('the picks that are missing', () => {
  test('are counted over all games, and the item that closes first is the next', () => {
    const games = [
      game(1, match(1, [null, null], { date: null }), match(2, [2, 1], { date: inHours(1) })),
      game(2, match(3, [1, null], { date: inHours(5) }), match(4, [null, null], { date: inHours(3) })),
    ];
    const missing = missingPicksAt(games, now);
    expect([missing?.count, missing?.next.id]).toEqual([3, 4]);
    // An item without a date closes last; of equal ones the first is the next.
    expect(
      missingPicksAt([game(1, match(1, [null, null], { date: null })), games[1] ?? game(2)], now)?.next.id,
    ).toBe(4);
    expect(
      missingPicksAt([game(1, ...[1, 2].map((id) => match(id, [null, null], { date: null })))], now)?.next.id,
    ).toBe(1);
  });

  test('exclude an item from the moment it closes', () => {
    const closing = (at: number) => game(1, match(1, [null, null], { date: new Date(at).toISOString() }));
    expect([now, now + 1].map((at) => missingPicksAt([closing(at)], now)?.count ?? 0)).toEqual([0, 1]);
  });

  test('exclude items that are picked, closed or read-only', () => {
    const games = [
      game(1, match(1, [2, 1]), match(2, [null, null], { date: inHours(-1) })),
      game(2, match(3, [null, null], { readonly: true }), buildItem(4, 'vote', { 41: 1, 42: null })),
      game(3),
    ];
    expect(missingPicksAt(games, now)).toBeNull();
  });
});

test('live items have started or closed in the last twelve hours and have not ended', () => {
  const items = [
    match(1, [null, null], { status: 'started', started: true, started_at: inHours(-1), date: inHours(2) }),
    match(2, [null, null], {
      status: 'started',
      started: true,
      started_at: inHours(-13),
      date: inHours(-13),
    }),
    match(3, [null, null], { status: 'started', started: true, started_at: null, date: null }),
    match(4, [null, null], { date: inHours(-2), readonly: true }),
    match(5, [null, null], { date: inHours(-12), readonly: true }),
    match(6, [null, null], { date: inHours(1) }),
    match(7, [null, null], { date: null }),
    match(8, [null, null], { status: 'ended', started: true, ended: true, started_at: inHours(-2) }),
    match(9, [null, null], { status: 'void', date: inHours(-1) }),
    // Without the time of its start it counts from its date.
    match(10, [null, null], { status: 'started', started: true, started_at: null, date: inHours(-13) }),
    match(11, [null, null], { status: 'started', started: true, started_at: null, date: inHours(-11) }),
    match(12, [null, null], {
      status: 'started',
      started: true,
      started_at: inHours(-12),
      date: inHours(-13),
    }),
    match(13, [null, null], { date: inHours(0) }),
  ];
  const live = liveItemsAt([game(1, ...items.slice(0, 4)), game(2, ...items.slice(4))], now);
  expect(live.map(({ id }) => id)).toEqual([1, 3, 4, 11, 13]);
});

test.each<[Item['status'][], object]>([
  [['open'], { open: true, live: true, ended: false }],
  [['ended', 'open'], { open: true, live: true, ended: false }],
  [['started'], { open: false, live: true, ended: false }],
  [['open', 'started', 'ended'], { open: false, live: true, ended: false }],
  [['ended', 'void'], { open: false, live: false, ended: true }],
  [['void'], { open: false, live: false, ended: true }],
])('a game whose items are %j may be in these states: %j', (statuses, states) => {
  const played = game(5, ...statuses.map((status, at) => match(at + 1, [null, null], { status })));
  const may = (state: GameState) => mayBeInState(state, played);
  expect({ open: may('open'), live: may('live'), ended: may('ended') }).toEqual(states);
});
