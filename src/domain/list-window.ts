import type { Post } from '#contract/models.ts';
import { keepUnchanged } from './keep-unchanged.ts';

/** Pure functions on the rows of a paged list, whose pages may shift while they are loaded. */

type Identified = { readonly id: number };
export type LoadedRows<Row extends Identified> = {
  readonly rows: readonly Row[];
  /** How many rows were read from the server; more than `rows` if pages shifted and repeated some. */
  readonly offset: number;
  /** The total number of rows; null until the first page. */
  readonly count: number | null;
};
type Page<Row> = { readonly results: readonly Row[]; readonly count: number };

/** Rows more than `far` rows beyond the screen become placeholders; they are fetched again within `near` rows. */
export type Placeholder<Row extends Identified> = {
  readonly of: (row: Row) => Row;
  readonly is: (row: Row) => boolean;
  readonly far: number;
  readonly near: number;
};
/** The indexes of the first and last row on screen. */
export type VisibleRange = { readonly top: number; readonly bottom: number };

export const idsOf = (rows: readonly Identified[]): number[] => rows.map((row) => row.id);
export const idsWithout = (ids: readonly number[], others: readonly number[]): number[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

/** Whether there is a next page. */
export const hasMore = ({ offset, count }: LoadedRows<Identified>): boolean =>
  count !== null && offset < count;

/** Appends the next page; rows already present are skipped. */
export function withPage<Row extends Identified>(list: LoadedRows<Row>, page: Page<Row>): LoadedRows<Row> {
  const known = new Set(idsOf(list.rows));
  const rows = [...list.rows, ...page.results.filter((row) => !known.has(row.id))];
  // An empty page ends the list, even if its count is higher.
  const offset = page.results.length === 0 ? page.count : list.offset + page.results.length;
  return { rows, offset, count: page.count };
}

/** The rows of a first page; those that are equal to the shown ones are the same objects, and so is a list of only these. */
export function withUnchanged<Row extends Identified>(
  shown: readonly Row[],
  rows: readonly Row[],
): readonly Row[] {
  const known = new Map(shown.map((row) => [row.id, row]));
  const kept = rows.map((row) => {
    const before = known.get(row.id);
    return before ? keepUnchanged(before, row) : row;
  });
  return kept.length === shown.length && kept.every((row, at) => row === shown[at]) ? shown : kept;
}

/** Replaces the requested rows in place by the fetched ones, and removes requested rows that were not returned. */
export function withRefetched<Row extends Identified>(
  list: LoadedRows<Row>,
  requested: readonly number[],
  fresh: readonly Row[],
): LoadedRows<Row> {
  const came = new Map(withUnchanged(list.rows, fresh).map((row) => [row.id, row]));
  const gone = new Set(requested.filter((id) => !came.has(id)));
  const rows = list.rows.filter(({ id }) => !gone.has(id)).map((row) => came.get(row.id) ?? row);
  // Removed rows move the following pages up by as many.
  const fewer = list.rows.length - rows.length;
  return { rows, offset: list.offset - fewer, count: list.count === null ? null : list.count - fewer };
}

export const withoutRow = <Row extends Identified>(list: LoadedRows<Row>, gone: number): LoadedRows<Row> =>
  withRefetched(list, [gone], []);

/** Replaces rows far from the screen by placeholders; in batches, so that scrolling does not change the list at every row. */
export function withPlaceholders<Row extends Identified>(
  rows: readonly Row[],
  { top, bottom }: VisibleRange,
  { of, is, far }: Placeholder<Row>,
): readonly Row[] {
  const leaves = (row: Row, at: number) => (at < top - far || at > bottom + far) && !is(row);
  const few = rows.filter(leaves).length < far / 10;
  return few ? rows : rows.map((row, at) => (leaves(row, at) ? of(row) : row));
}

/** Ids of the placeholders near the screen. */
export const placeholdersNear = <Row extends Identified>(
  rows: readonly Row[],
  { top, bottom }: VisibleRange,
  { is, near }: Placeholder<Row>,
): number[] => idsOf(rows.slice(Math.max(0, top - near), bottom + near + 1).filter(is));

/** A game far from the screen, of which only the id is kept. */
type PostPlaceholder = Pick<Post, 'id'> & { readonly placeholder: true };
export type FeedRow = Post | PostPlaceholder;

export const isPlaceholder = (row: FeedRow): row is PostPlaceholder => 'placeholder' in row;

/** The rows that are not placeholders. */
export const gamesOf = (rows: readonly FeedRow[]): readonly Post[] =>
  rows.flatMap((row) => (isPlaceholder(row) ? [] : [row]));

/** Placeholders of the feed. */
export const feedPlaceholder: Placeholder<FeedRow> = {
  of: ({ id }) => ({ id, placeholder: true }),
  is: isPlaceholder,
  far: 30,
  near: 15,
};
