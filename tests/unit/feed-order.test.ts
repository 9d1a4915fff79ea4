import { describe, expect, test } from 'vitest';
import type { GameState } from '#contract/models.ts';
import { feedPage, restOf, type FeedItem, type FeedLeague } from '#server/queries/feed-order.ts';

/**
 * The order of a feed against expectations written by hand; remembered-feeds.test.ts of the server compares it with the
 * database’s.
 */

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 26, 18);
const at = (hours: number) => now + hours * hour;

const item = (id: number, post: number, of: Partial<FeedItem> = {}): FeedItem => ({
  id,
  post,
  layout: 'vote',
  status: 'open',
  date: null,
  started_at: null,
  ended_at: null,
  closed_at: null,
  ...of,
});
/** A league of posts 1 to `count`, of which these are pinned; all are games, but for `texts`. */
function league(
  items: readonly FeedItem[],
  count: number,
  pinned: readonly number[] = [],
  texts: readonly number[] = [],
): FeedLeague {
  const post = (id: number) => ({ id, pinned: pinned.includes(id), isGame: !texts.includes(id) });
  const first = Array.from({ length: count }, (_, index) => post(index + 1)).toSorted(
    (one, other) => Number(other.pinned) - Number(one.pinned) || other.id - one.id,
  );
  return {
    takesBets: true,
    items,
    // As in the cache: not in the order of their ids.
    posts: [...new Set(items.map((one) => one.post))].map(post),
    first,
    count,
    games: count - texts.length,
  };
}
const ended = (hours: number) =>
  ({ status: 'ended', started_at: at(hours - 2), ended_at: at(hours) }) as const;
const ids = (
  of: FeedLeague | FeedLeague[],
  {
    picks = [],
    when = now,
    toBet = false,
    state,
    offset = 0,
    limit = 10,
  }: {
    picks?: [item: number, bets: number][];
    when?: number;
    toBet?: boolean;
    state?: GameState;
    offset?: number;
    limit?: number;
  } = {},
) => feedPage([of].flat(), new Map(picks), when, { toBet, state, offset, limit });

test('a feed has live games, open ones by deadline, recently settled ones, then the rest', () => {
  const items = [
    item(10, 1, ended(-1)),
    item(20, 2, { date: at(5) }),
    item(30, 3, { status: 'started', date: at(-1), started_at: at(-1) }),
    item(40, 4, { date: at(2) }),
    item(60, 6, ended(-3)),
    item(70, 7, { date: null }),
  ];
  expect(ids(league(items, 8))).toEqual({ ids: [3, 4, 2, 7, 1, 6, 8, 5], count: 8 });
});

test('a live game is before all that close, also where another of its items is still open', () => {
  const items = [
    item(10, 1, { status: 'started', started_at: at(-1) }),
    item(11, 1, { date: at(9) }),
    item(20, 2, { date: at(2) }),
  ];
  expect(ids(league(items, 2)).ids).toEqual([1, 2]);
});

test('equal games are ordered by pin, then newest first; a pin moves no game to another part', () => {
  const items = [
    item(10, 1, { date: at(2) }),
    item(20, 2, { date: at(2) }),
    item(30, 3, { status: 'started', started_at: at(-1) }),
    item(40, 4, { status: 'started', started_at: at(-2) }),
    item(50, 5, ended(-1)),
    item(60, 6, ended(-1)),
  ];
  expect(ids(league(items, 8, [1, 3, 5, 7])).ids).toEqual([3, 4, 1, 2, 5, 6, 7, 8]);
  expect(ids(league(items, 8)).ids).toEqual([4, 3, 2, 1, 6, 5, 8, 7]);
  expect(ids(league(items.toReversed(), 8)).ids).toEqual([4, 3, 2, 1, 6, 5, 8, 7]);
  const undated = [item(20, 2), item(30, 3), item(10, 1, { date: at(9) }), item(40, 4)];
  expect(ids(league(undated, 4, [3])).ids).toEqual([1, 3, 4, 2]);
});

test('the games to pick alone are ordered by deadline, then by pin and age', () => {
  const items = [
    item(10, 1, { date: at(9) }),
    item(20, 2, { date: at(3) }),
    item(30, 3),
    item(40, 4, { date: at(9) }),
    item(50, 5, { date: at(1) }),
    item(60, 6, { status: 'started', started_at: at(-1) }),
  ];
  expect(ids(league(items, 8, [1]), { toBet: true })).toEqual({ ids: [5, 2, 1, 4, 3], count: 5 });
  expect(ids(league(items, 8, [1]), { toBet: true, offset: 1, limit: 2 })).toEqual({ ids: [2, 1], count: 5 });
});

test('a start and an end count from their exact millisecond on', () => {
  const played = league([item(10, 1, { ...ended(2), date: at(4) })], 2);
  const [start, end] = [at(0), at(2)];
  expect(ids(played, { toBet: true, when: start - 1 }).ids).toEqual([1]);
  expect(ids(played, { toBet: true, when: start }).ids).toEqual([]);
  const live = league([item(10, 1, { ...ended(2) }), item(20, 2, { date: at(9) })], 2);
  expect(ids(live, { when: end - 1 }).ids).toEqual([1, 2]);
  expect(ids(live, { when: end }).ids).toEqual([2, 1]);
});

test('a match that waits for a new date is live for twelve hours from its closing', () => {
  const waiting = league([item(10, 1, { closed_at: at(-1) })], 2);
  expect(ids(waiting).ids).toEqual([1, 2]);
  expect(ids(waiting, { when: at(10.9) }).ids).toEqual([1, 2]);
  expect(ids(waiting, { when: at(11) }).ids).toEqual([2, 1]);
});

test('a match that is called off days before its date is live for twelve hours from its closing', () => {
  const off = league([item(10, 1, { date: at(72), closed_at: at(-1) })], 2);
  expect(ids(off, { when: at(10.9) }).ids).toEqual([1, 2]);
  expect(ids(off, { when: at(11) }).ids).toEqual([2, 1]);
});

test('a game’s deadline is that of its first item without a pick', () => {
  const items = [item(10, 1, { date: at(9) }), item(11, 1, { date: at(3) }), item(20, 2, { date: at(5) })];
  expect(ids(league(items, 2)).ids).toEqual([1, 2]);
  expect(ids(league(items, 2), { picks: [[11, 1]] }).ids).toEqual([2, 1]);
  expect(
    ids(league(items, 2), {
      picks: [
        [11, 1],
        [10, 1],
      ],
      toBet: true,
    }),
  ).toEqual({ ids: [2], count: 1 });
});

test('a score with one side missing is no pick', () => {
  const items = [
    item(10, 1, { layout: 'home/away', date: at(1) }),
    item(20, 2, { layout: 'bets', date: at(2) }),
  ];
  expect(
    ids(league(items, 2), {
      picks: [
        [10, 1],
        [20, 1],
      ],
      toBet: true,
    }).ids,
  ).toEqual([1]);
  expect(ids(league(items, 2), { picks: [[10, 2]], toBet: true }).ids).toEqual([2]);
});

test('an archived league takes no picks', () => {
  const items = [item(10, 1, { date: at(1) })];
  expect(ids({ ...league(items, 2), takesBets: false }).ids).toEqual([2, 1]);
});

test('a game is live for 12 hours from its deadline, and recently settled for 24 hours from its end', () => {
  const closing = league([item(10, 1, { date: at(1) })], 2);
  expect(ids(closing, { toBet: true }).ids).toEqual([1]);
  expect(ids(closing, { toBet: true, when: at(1) }).ids).toEqual([]);
  expect(ids(closing, { when: at(12.9) }).ids).toEqual([1, 2]);
  expect(ids(closing, { when: at(13) }).ids).toEqual([2, 1]);
  const settled = league([item(10, 1, ended(-1))], 2);
  expect(ids(settled, { when: at(22.9) }).ids).toEqual([1, 2]);
  expect(ids(settled, { when: at(23) }).ids).toEqual([2, 1]);
  // A clock that is set back reopens nothing.
  const closed = league([item(10, 1, { date: at(1), closed_at: at(-1) })], 2);
  expect(ids(closed, { toBet: true }).ids).toEqual([]);
  expect(ids(closed).ids).toEqual([1, 2]);
  // A void item is over, but not settled.
  const isVoid = league([item(10, 1, { status: 'void', date: at(-1) })], 2);
  expect(ids(isVoid).ids).toEqual([2, 1]);
});

test('pages over several leagues continue one another', () => {
  const items = [item(10, 1, { date: at(2) }), item(40, 4, { date: at(1) })];
  const other: FeedLeague = {
    takesBets: true,
    items: [item(1000, 100, { status: 'started', started_at: at(-1) })],
    posts: [{ id: 100, pinned: false, isGame: true }],
    first: [
      { id: 101, pinned: true, isGame: false },
      { id: 100, pinned: false, isGame: true },
    ],
    count: 2,
    games: 1,
  };
  const pages = [0, 3, 6].map((offset) => ids([league(items, 6), other], { offset, limit: 3 }));
  expect(pages).toEqual([
    { ids: [100, 4, 1], count: 8 },
    { ids: [101, 6, 5], count: 8 },
    { ids: [3, 2], count: 8 },
  ]);
});

describe('games in one state', () => {
  const items = [
    item(10, 1, { date: at(5) }),
    item(20, 2, ended(-1)),
    // Started long ago.
    item(30, 3, { status: 'started', started_at: at(-40) }),
    item(40, 4, { date: at(2) }),
    item(50, 5, { date: at(9) }),
    item(51, 5, { date: at(-1) }),
    item(60, 6, ended(-3)),
    item(61, 6, { date: at(7) }),
    item(70, 7, { status: 'void' }),
    item(80, 8, { date: at(3), closed_at: at(-20) }),
    item(90, 9, ended(-2)),
  ];
  // 10 to 12 were over long ago, of which 11 is a text without a match.
  const games = league(items, 12, [3, 10], [11]);

  test('a live one has an item that has started, or whose date has passed or was closed', () =>
    expect(ids(games, { state: 'live' })).toEqual({ ids: [5, 3, 8], count: 3 }));

  test('an open one has an item in play and none that is live', () =>
    expect(ids(games, { state: 'open' })).toEqual({ ids: [4, 1, 6], count: 3 }));

  test('an ended one has items, of which none is in play', () =>
    expect(ids(games, { state: 'ended' })).toEqual({ ids: [2, 9, 10, 12, 7], count: 5 }));

  test('a date that passes makes an open game live', () => {
    expect(ids(games, { state: 'open', when: at(2) })).toEqual({ ids: [1, 6], count: 2 });
    expect(ids(games, { state: 'live', when: at(2) }).count).toBe(4);
  });

  test('pages of several leagues continue one another', () => {
    const other = league([item(1000, 100, ended(-1.5)), item(1010, 101, { date: at(6) })], 0);
    const first = [100, 101].map((id) => ({ id, pinned: false, isGame: true }));
    const both = [games, { ...other, first, count: 2, games: 2 }];
    const pages = (state: GameState) =>
      [0, 2, 4, 6].map((offset) => ids(both, { state, offset, limit: 2 }).ids);
    expect(pages('ended')).toEqual([[2, 100], [9, 10], [12, 7], []]);
    expect(pages('open')).toEqual([[4, 1], [101, 6], [], []]);
    expect(ids(both, { state: 'ended' }).count).toBe(6);
  });

  test('are not known where too few of the first posts are in the state', () => {
    const many = { ...games, count: 40, games: 39 };
    const sizes = (state: GameState | undefined, size: number) =>
      restOf(many, { toBet: false, state }, size)?.length ?? null;
    expect([sizes(undefined, 12), sizes(undefined, 13)]).toEqual([12, null]);
    expect([sizes('ended', 5), sizes('ended', 6)]).toEqual([5, null]);
    expect([sizes('live', 30), sizes('open', 30)]).toEqual([9, 9]);
    expect(restOf(games, { toBet: false, state: 'ended' }, 30)?.length).toBe(5);
    expect(restOf(many, { toBet: true }, 40)).toEqual([]);
  });
});
