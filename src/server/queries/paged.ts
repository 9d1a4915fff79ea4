import { sql, type RawBuilder } from 'kysely';
import { comparableText } from '#contract/comparable-text.ts';
import type { Page } from '#contract/model-registry.ts';
import { comparable } from '#server/db/comparable.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';

/** The requested window of a list. */
export type PageWindow = { readonly limit: number; readonly offset: number };

/** The limits that the client uses. */
const usualLimits: ReadonlyMap<number, RawBuilder<unknown>> = new Map([
  [1, sql`limit 1`],
  [4, sql`limit 4`],
  [10, sql`limit 10`],
  [20, sql`limit 20`],
  [50, sql`limit 50`],
  [100, sql`limit 100`],
]);

/**
 * SQL: the window of an ordered list. The limit of usual first pages is a literal: for a parameter the planner assumes a
 * tenth of the list, and plans every execution anew instead of once per connection.
 */
export const limited = ({ limit, offset }: PageWindow): RawBuilder<unknown> =>
  (offset === 0 && usualLimits.get(limit)) || sql`limit ${limit}::int offset ${offset}::int`;

/** The `like` pattern that finds `search` anywhere in comparable text; `%`, `_` and `\` are escaped. */
export const likePattern = (search: string): string =>
  `%${comparableText(search).replace(/[\\%_]/g, '\\$&')}%`;

/** SQL: the column contains `search`, ignoring case and the form of a geresh; true without a search. */
export function matchesSearch(column: RawBuilder<unknown>, search: string | undefined): RawBuilder<boolean> {
  return search ? sql`${comparable(column)} like ${likePattern(search)}` : sql`true`;
}

/** SQL: the column equals the value; true if it is undefined. */
export function matches(
  column: RawBuilder<unknown>,
  value: number | boolean | undefined,
): RawBuilder<boolean> {
  return value === undefined ? sql`true` : sql`${column} = ${value}`;
}

/**
 * Reads one page of a query, and the number of all rows. `from` starts with `from` and contains the conditions; `present`
 * converts a row. `counted`: `from` without joins that do not change the number of rows. `isPage`: `from` has already
 * selected the page's rows. `count`: replaces the count query if the page has rows; gets the first of them.
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
    count?: ((row: Row) => number | Promise<number>) | undefined;
  },
  window: PageWindow,
): Promise<Page<Result>> {
  const { limit, offset } = window;
  const { columns, from, counted = from, isPage = false, order, present, count } = query;
  const rest = isPage ? sql`` : limited(window);
  const { rows } = await sql<Row>`select ${columns} ${from} order by ${order} ${rest}`.execute(db);
  const results = rows.map(present);
  // A page that is not full needs no count query.
  if (rows.length > 0 && rows.length < limit) return { results, count: offset + rows.length };
  if (rows[0] && count) return { results, count: await count(rows[0]) };
  const total = await sql<{ count: number }>`select count(*) as count ${counted}`.execute(db);
  return { results, count: onlyRow(total.rows).count };
}
