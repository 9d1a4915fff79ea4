import { sql, type RawBuilder } from 'kysely';
import { comparableText } from '#contract/comparable-text.ts';
import type { Page } from '#contract/model-registry.ts';
import { comparable } from '#server/db/comparable.ts';
import type { Db } from '#server/db/tables.ts';

/** The rows of a list that are asked for. */
export type PageWindow = { readonly limit: number; readonly offset: number };

/** The limits that the app asks for. */
const usualLimits: ReadonlyMap<number, RawBuilder<unknown>> = new Map([
  [1, sql`limit 1`],
  [4, sql`limit 4`],
  [10, sql`limit 10`],
  [20, sql`limit 20`],
  [50, sql`limit 50`],
  [100, sql`limit 100`],
]);

/**
 * SQL: the window of an ordered list. The limit of a usual first page stands in the text: of a parameter the planner
 * assumes a tenth of the list, finds that too much, and plans every page anew instead of once a connection.
 */
export const limited = ({ limit, offset }: PageWindow): RawBuilder<unknown> =>
  (offset === 0 && usualLimits.get(limit)) || sql`limit ${limit}::int offset ${offset}::int`;

/** The `like` pattern of a search in comparable text: anywhere in it; `%`, `_` and `\` are literal. */
export const likePattern = (search: string): string =>
  `%${comparableText(search).replace(/[\\%_]/g, '\\$&')}%`;

/** SQL condition: `search` anywhere in the column, in any case and by any geresh. True without a search. */
export function matchesSearch(column: RawBuilder<unknown>, search: string | undefined): RawBuilder<boolean> {
  return search ? sql`${comparable(column)} like ${likePattern(search)}` : sql`true`;
}

/** SQL condition: the column has the value. True where none is given. */
export function matches(
  column: RawBuilder<unknown>,
  value: number | boolean | undefined,
): RawBuilder<boolean> {
  return value === undefined ? sql`true` : sql`${column} = ${value}`;
}

/**
 * One page of a query, and how many rows it has in all. `from` begins with `from` and holds the conditions; `present`
 * makes a result of a row. `counted` is `from` without the joins that neither add nor leave out a row; with `isPage`, `from`
 * has chosen the page's rows of these itself, so that nothing is read of those before. `count` is asked instead where the page
 * has rows.
 */
export async function readPage<Row, Result>(
  db: Db,
  query: {
    columns: RawBuilder<unknown>;
    from: RawBuilder<unknown>;
    counted?: RawBuilder<unknown>;
    isPage?: boolean;
    order: RawBuilder<unknown>;
    present: (row: Row) => Result;
    count?: (() => Promise<number>) | undefined;
  },
  window: PageWindow,
): Promise<Page<Result>> {
  const { limit, offset } = window;
  const { columns, from, counted = from, isPage = false, order, present, count } = query;
  const rest = isPage ? sql`` : limited(window);
  const { rows } = await sql<Row>`select ${columns} ${from} order by ${order} ${rest}`.execute(db);
  const results = rows.map(present);
  // A page that is not full gives the count without a second query.
  if (rows.length > 0 && rows.length < limit) return { results, count: offset + rows.length };
  if (rows.length > 0 && count) return { results, count: await count() };
  const total = await sql<{ count: number }>`select count(*) as count ${counted}`.execute(db);
  return { results, count: total.rows[0]?.count ?? 0 };
}
