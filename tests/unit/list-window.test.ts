import { describe, expect, test } from 'vitest';
import {
  placeholdersNear,
  feedTraits,
  hasMore,
  withPlaceholders,
  withRefetched,
  withoutRow,
  withPage,
  withUpserted,
  type FeedRow,
  type LoadedRows,
} from '#domain/list-window.ts';

type Row = { readonly id: number; readonly pinned: boolean };
const row = (id: number, pinned = false): Row => ({ id, pinned });
const order = feedTraits.order as unknown as (one: Row, other: Row) => number;
/** A pinned row and four more, of seven. */
const list: LoadedRows<Row> = {
  rows: [row(2, true), row(7), row(6), row(5), row(4)],
  offset: 5,
  count: 7,
};
const ids = ({ rows }: LoadedRows<Row>) => rows.map(({ id }) => id);

describe('pages that shift', () => {
  test('have a row that moved to the next page once', () => {
    const next = withPage(list, { results: [row(4), row(3)], count: 8 });
    expect([ids(next), next.offset, next.count]).toEqual([[2, 7, 6, 5, 4, 3], 7, 8]);
    expect(hasMore(next)).toBe(true);
  });

  test('end with an empty page, whatever its count', () => {
    expect(hasMore(withPage(list, { results: [], count: 7 }))).toBe(false);
  });

  test('move up after a deleted row', () => {
    const fewer = withRefetched(list, [7, 5], [row(5, true)]);
    expect([ids(fewer), fewer.offset, fewer.count]).toEqual([[2, 6, 5, 4], 4, 6]);
    // In its place, although its order has changed: no row moves while somebody reads.
    expect(fewer.rows[2]).toEqual(row(5, true));
    const less = withoutRow(list, 6);
    expect([ids(less), less.offset, less.count]).toEqual([[2, 7, 5, 4], 4, 6]);
  });
});

describe('a row is inserted', () => {
  const placed = (it: Row, from = list) => {
    const { offset, count, ...rest } = withUpserted(from, it, order);
    return [ids({ offset, count, ...rest }), offset, count];
  };

  test('at the top when it is pinned, and in order when it no longer is', () => {
    expect(placed(row(5, true))).toEqual([[5, 2, 7, 6, 4], 5, 7]);
    expect(placed(row(7, true))).toEqual([[7, 2, 6, 5, 4], 5, 7]);
    expect(placed(row(1, true))).toEqual([[2, 1, 7, 6, 5, 4], 6, 8]);
  });

  test('where it was, when it is restored', () => {
    expect(placed(row(6), withoutRow(list, 6))).toEqual([[2, 7, 6, 5, 4], 5, 7]);
  });

  test('nowhere, while its page is not loaded', () => {
    expect(placed(row(2))).toEqual([[7, 6, 5, 4], 4, 7]);
    expect(placed(row(1))).toEqual([[2, 7, 6, 5, 4], 5, 8]);
  });

  test('last, when there is nothing after it', () => {
    expect(placed(row(2), { ...list, offset: 5, count: 5 })).toEqual([[7, 6, 5, 4, 2], 5, 5]);
  });
});

describe('far from the screen', () => {
  const { placeholder } = feedTraits;
  const games = Array.from({ length: 200 }, (_, at) => row(200 - at) as unknown as FeedRow);
  const view = { top: 100, bottom: 103 };

  test('rows are freed but for their places, and nearer ones keep their identity', () => {
    const kept = withPlaceholders(games, view, placeholder);
    expect(kept.map(({ id }) => id)).toEqual(games.map(({ id }) => id));
    expect(kept.findIndex((it) => !placeholder.is(it))).toBe(70);
    expect(kept.findLastIndex((it) => !placeholder.is(it))).toBe(133);
    expect(kept[0]).toEqual({ id: 200, pinned: false, placeholder: true });
    expect(kept[100]).toBe(games[100]);
    expect(withPlaceholders(kept, view, placeholder)).toBe(kept);
  });

  test('they are fetched again before they are in view', () => {
    const kept = withPlaceholders(games, view, placeholder);
    expect(placeholdersNear(kept, view, placeholder)).toEqual([]);
    expect(placeholdersNear(kept, { top: 84, bottom: 87 }, placeholder)).toEqual([131]);
    expect(placeholdersNear(kept, { top: 0, bottom: 3 }, placeholder)).toEqual(
      games.slice(0, 19).map(({ id }) => id),
    );
  });
});
