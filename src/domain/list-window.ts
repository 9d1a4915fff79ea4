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

/** The placeholder of a row that is more than `far` rows beyond the screen, until the screen is as `near`. */
export type Placeholder<Row extends Identified> = {
  readonly of: (row: Row) => Row;
  readonly is: (row: Row) => boolean;
  readonly far: number;
  readonly near: number;
};
/** The indexes of the first row on the screen and the last. */
export type VisibleRange = { readonly top: number; readonly bottom: number };

export const idsOf = (rows: readonly Identified[]): number[] => rows.map((row) => row.id);
export const idsWithout = (ids: readonly number[], others: readonly number[]): number[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

/** Whether there is another page. */
export const hasMore = ({ rows, offset, count }: LoadedRows<Identified>): boolean =>
  count !== null && rows.length < count && offset < count;

/** The next page below; no row is there twice. */
export function withPage<Row extends Identified>(list: LoadedRows<Row>, page: Page<Row>): LoadedRows<Row> {
  const known = new Set(idsOf(list.rows));
  const rows = [...list.rows, ...page.results.filter((row) => !known.has(row.id))];
  // An empty page ends the list, whatever its count says.
  const offset = page.results.length === 0 ? page.count : list.offset + page.results.length;
  return { rows, offset, count: page.count };
}

/** The requested rows as fetched, in their places; one that was requested and did not come is gone. */
export function withRefetched<Row extends Identified>(
  list: LoadedRows<Row>,
  requested: readonly number[],
  fresh: readonly Row[],
): LoadedRows<Row> {
  const came = new Map(fresh.map((row) => [row.id, row]));
  const gone = new Set(requested.filter((id) => !came.has(id)));
  const rows = list.rows.filter(({ id }) => !gone.has(id)).map((row) => came.get(row.id) ?? row);
  // With fewer rows, the pages after them have moved up by as many.
  const fewer = list.rows.length - rows.length;
  return { rows, offset: list.offset - fewer, count: list.count === null ? null : list.count - fewer };
}

export const withoutRow = <Row extends Identified>(list: LoadedRows<Row>, gone: number): LoadedRows<Row> =>
  withRefetched(list, [gone], []);

/** The rows, those far from the screen replaced by placeholders; several at a time, not each by itself. */
export function withPlaceholders<Row extends Identified>(
  rows: readonly Row[],
  { top, bottom }: VisibleRange,
  { of, is, far }: Placeholder<Row>,
): readonly Row[] {
  const leaves = (row: Row, at: number) => (at < top - far || at > bottom + far) && !is(row);
  const few = rows.filter(leaves).length < far / 10;
  return few ? rows : rows.map((row, at) => (leaves(row, at) ? of(row) : row));
}

/** The ids of the placeholders that the screen is near to again. */
export const placeholdersNear = <Row extends Identified>(
  rows: readonly Row[],
  { top, bottom }: VisibleRange,
  { is, near }: Placeholder<Row>,
): number[] => idsOf(rows.slice(Math.max(0, top - near), bottom + near + 1).filter(is));

/** A game far from the screen: its place in the feed. */
type PostPlaceholder = Pick<Post, 'id'> & { readonly placeholder: true };
export type FeedRow = Post | PostPlaceholder;

export const isPlaceholder = (row: FeedRow): row is PostPlaceholder => 'placeholder' in row;

/** The games of these rows that are here in full. */
export const gamesOf = (rows: readonly FeedRow[]): readonly Post[] =>
  rows.flatMap((row) => (isPlaceholder(row) ? [] : [row]));

/** The server decides the order of the games (`GET post/`). */
export const feedPlaceholder: Placeholder<FeedRow> = {
  of: ({ id }) => ({ id, placeholder: true }),
  is: isPlaceholder,
  far: 30,
  near: 15,
};
