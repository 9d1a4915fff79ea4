import type { Post } from '#contract/models.ts';

/** The rows of a list that grows page by page while its pages shift, as pure steps. */

type Identified = { readonly id: number };
export type LoadedRows<Row extends Identified> = {
  readonly rows: readonly Row[];
  /** How far the pages have been read: more than there are rows when they shifted meanwhile. */
  readonly offset: number;
  /** How many there are in all; null until the first page. */
  readonly count: number | null;
};
type Page<Row> = { readonly results: readonly Row[]; readonly count: number };

/**
 * What a list knows of its rows: which comes first, and how one is kept that is `far` rows beyond the screen, until the
 * screen is as `near`.
 */
export type ListTraits<Row extends Identified> = {
  readonly order?: (one: Row, other: Row) => number;
  readonly away?: {
    readonly of: (row: Row) => Row;
    readonly is: (row: Row) => boolean;
    readonly far: number;
    readonly near: number;
  };
};
/** What is on the screen: the places of its first row and its last. */
export type VisibleRange = { readonly top: number; readonly bottom: number };

export const idsOf = (rows: readonly Identified[]): number[] => rows.map((row) => row.id);
export const idsWithout = (ids: readonly number[], others: readonly number[]): number[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

/** Is there another page to ask for? */
export const hasMore = ({ rows, offset, count }: LoadedRows<Identified>): boolean =>
  count !== null && rows.length < count && offset < count;

/** With `by` fewer rows, the pages after them have moved up by as many. */
const shrinkBy = ({ offset, count }: Omit<LoadedRows<Identified>, 'rows'>, by: number) => ({
  offset: offset - by,
  count: count === null ? null : count - by,
});

/** The next page below; no row is there twice. */
export function withPage<Row extends Identified>(list: LoadedRows<Row>, page: Page<Row>): LoadedRows<Row> {
  const known = new Set(idsOf(list.rows));
  const rows = [...list.rows, ...page.results.filter((row) => !known.has(row.id))];
  // An empty page ends the list, whatever its count says.
  const offset = page.results.length === 0 ? page.count : list.offset + page.results.length;
  return { rows, offset, count: page.count };
}

/** Those of `asked` anew, where they stand; one that was asked for and did not come is gone. */
export function withRefetched<Row extends Identified>(
  list: LoadedRows<Row>,
  asked: readonly number[],
  fresh: readonly Row[],
): LoadedRows<Row> {
  const came = new Map(fresh.map((row) => [row.id, row]));
  const gone = new Set(asked.filter((id) => !came.has(id)));
  const rows = list.rows.filter(({ id }) => !gone.has(id)).map((row) => came.get(row.id) ?? row);
  return { ...shrinkBy(list, list.rows.length - rows.length), rows };
}

export const withoutRow = <Row extends Identified>(list: LoadedRows<Row>, gone: number): LoadedRows<Row> => ({
  ...shrinkBy(list, 1),
  rows: list.rows.filter(({ id }) => id !== gone),
});

/** One as it is now, where it belongs; where that is further down than the list has come, it comes with its page. */
export function withUpserted<Row extends Identified>(
  list: LoadedRows<Row>,
  row: Row,
  order: NonNullable<ListTraits<Row>['order']>,
): LoadedRows<Row> {
  const known = list.rows.some(({ id }) => id === row.id);
  const rest = known ? withoutRow(list, row.id) : list;
  const at = rest.rows.findIndex((other) => order(row, other) < 0);
  if (at === -1 && hasMore(rest)) return { ...rest, count: shrinkBy(rest, -1).count };
  return { ...shrinkBy(rest, -1), rows: rest.rows.toSpliced(at === -1 ? rest.rows.length : at, 0, row) };
}

/** The same rows, those far from the screen as little more than their places; several at a time, not each by itself. */
export function withPlaceholders<Row extends Identified>(
  rows: readonly Row[],
  { top, bottom }: VisibleRange,
  { of, is, far }: NonNullable<ListTraits<Row>['away']>,
): readonly Row[] {
  const leaves = (row: Row, at: number) => (at < top - far || at > bottom + far) && !is(row);
  const few = rows.filter(leaves).length < far / 10;
  return few ? rows : rows.map((row, at) => (leaves(row, at) ? of(row) : row));
}

/** Which of those that were let go the screen is near to again. */
export const placeholdersNear = <Row extends Identified>(
  rows: readonly Row[],
  { top, bottom }: VisibleRange,
  { is, near }: NonNullable<ListTraits<Row>['away']>,
): number[] => idsOf(rows.slice(Math.max(0, top - near), bottom + near + 1).filter(is));

/** A game far from the screen: only its place in the feed is kept, until one comes back to it. */
type PostPlaceholder = Pick<Post, 'id' | 'pinned'> & { readonly away: true };
export type FeedRow = Post | PostPlaceholder;

export const isPlaceholder = (row: FeedRow): row is PostPlaceholder => 'away' in row;

/** Pinned first, then the newest. */
export const feedTraits: ListTraits<FeedRow> = {
  order: (one, other) => Number(other.pinned) - Number(one.pinned) || other.id - one.id,
  away: { of: ({ id, pinned }) => ({ id, pinned, away: true }), is: isPlaceholder, far: 30, near: 15 },
};
