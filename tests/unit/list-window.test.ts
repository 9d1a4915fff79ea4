import { describe, expect, test } from 'vitest';
import {
  placeholdersNear,
  feedPlaceholder as placeholder,
  hasMore,
  withPlaceholders,
  withRefetched,
  withoutRow,
  withPage,
  withUnchanged,
  type FeedRow,
  type LoadedRows,
} from '#domain/list-window.ts';

type Row = { readonly id: number; readonly pinned: boolean };
const row = (id: number, pinned = false): Row => ({ id, pinned });
/** A pinned row and four more, of seven. */
const list: LoadedRows<Row> = {
  rows: [row(2, true), row(7), row(6), row(5), row(4)],
  offset: 5,
  count: 7,
};
const ids = ({ rows }: LoadedRows<Row>) => rows.map(({ id }) => id);

describe('pages that shift', () => {
  test('have a row that moved to the next page only once', () => {
    const next = withPage(list, { results: [row(4), row(3)], count: 8 });
    expect([ids(next), next.offset, next.count]).toEqual([[2, 7, 6, 5, 4, 3], 7, 8]);
    expect(hasMore(next)).toBe(true);
  });

  test('end with an empty page, whatever its count', () => {
    expect(hasMore(withPage(list, { results: [], count: 7 }))).toBe(false);
  });

  test('have another page only below both the count and the rows that were read', () => {
    const more = (count: number | null, offset = 5) => hasMore({ ...list, count, offset });
    expect([more(6), more(5), more(null), more(6, 6), more(4), more(6, 7)]).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('have no count before the first page, whatever is removed', () => {
    expect(withoutRow({ ...list, count: null }, 6)).toEqual({
      rows: [row(2, true), row(7), row(5), row(4)],
      offset: 4,
      count: null,
    });
  });

  test('have an offset that is one less after a row was deleted', () => {
    const fewer = withRefetched(list, [7, 5], [row(5, true)]);
    expect([ids(fewer), fewer.offset, fewer.count]).toEqual([[2, 6, 5, 4], 4, 6]);
    // The row keeps its place although its order has changed, since rows do not move while they are read.
    expect(fewer.rows[2]).toEqual(row(5, true));
    const less = withoutRow(list, 6);
    expect([ids(less), less.offset, less.count]).toEqual([[2, 7, 5, 4], 4, 6]);
  });
});

describe('far from the screen', () => {
  const games = Array.from({ length: 200 }, (_, at) => row(200 - at) as unknown as FeedRow);
  const view = { top: 100, bottom: 103 };

  test('rows become placeholders, and nearer ones keep their identity', () => {
    const windowRows = withPlaceholders(games, view, placeholder);
    expect(windowRows.map(({ id }) => id)).toEqual(games.map(({ id }) => id));
    expect(windowRows.findIndex((it) => !placeholder.is(it))).toBe(70);
    expect(windowRows.findLastIndex((it) => !placeholder.is(it))).toBe(133);
    expect(windowRows[0]).toEqual({ id: 200, placeholder: true });
    expect(windowRows[100]).toBe(games[100]);
    expect(withPlaceholders(windowRows, view, placeholder)).toBe(windowRows);
  });

  test('rows become placeholders three at a time', () => {
    const replaced = (top: number) =>
      withPlaceholders(games, { top, bottom: 199 }, placeholder).filter((one) => placeholder.is(one)).length;
    expect([32, 33].map(replaced)).toEqual([0, 3]);
  });

  test('placeholders are fetched again before they are in view', () => {
    const windowRows = withPlaceholders(games, view, placeholder);
    expect(placeholdersNear(windowRows, view, placeholder)).toEqual([]);
    expect(placeholdersNear(windowRows, { top: 84, bottom: 87 }, placeholder)).toEqual([131]);
    expect(placeholdersNear(windowRows, { top: 0, bottom: 3 }, placeholder)).toEqual(
      games.slice(0, 19).map(({ id }) => id),
    );
  });
});

describe('rows that are answered again', () => {
  const shown = [row(7), row(6, true), row(5)];

  test('are the shown objects where they are equal, so that their views draw nothing', () => {
    const rows = withUnchanged(shown, [row(5), row(6), row(7), row(8)]);
    expect(rows).toEqual([row(5), row(6), row(7), row(8)]);
    expect(rows.map((one) => shown.indexOf(one))).toEqual([2, -1, 0, -1]);
  });

  test.each([
    ['the same rows', [row(7), row(6, true), row(5)], true],
    ['in another order', [row(6, true), row(7), row(5)], false],
    ['of which one has changed', [row(7), row(6), row(5)], false],
    ['with one more', [row(7), row(6, true), row(5), row(4)], false],
    ['with one less', [row(7), row(6, true)], false],
  ])('are the shown list or not: %s', (_, rows, isSame) => {
    expect(withUnchanged(shown, rows) === shown).toBe(isSame);
    expect(withUnchanged(shown, rows)).toEqual(rows);
  });

  test('are kept by their equal objects where only some are fetched again', () => {
    const { rows } = withRefetched({ rows: shown, offset: 3, count: 3 }, [7, 6], [row(6), row(7)]);
    expect(rows).toEqual([row(7), row(6), row(5)]);
    expect(rows.map((one) => shown.indexOf(one))).toEqual([0, -1, 2]);
  });
});
