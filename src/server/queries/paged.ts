import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** The `like` pattern of a search: anywhere in the text; `%`, `_` and `\` are literal. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** `text` anywhere in a column, whatever its case; what is special to `like` stands for itself. */
export function matchesSearch(column: RawBuilder<unknown>, text: string | undefined): RawBuilder<unknown> {
  if (text === undefined || text === '') return sql`true`;
  return sql`${column} ilike ${likePattern(text)}`;
}

/** One page of a query and how many rows it has in all. `from` begins with `from` and holds the conditions. */
export async function readPage<Row>(
  db: Db,
  query: { columns: RawBuilder<unknown>; from: RawBuilder<unknown>; order: RawBuilder<unknown> },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Row[]; count: number }> {
  const { columns, from, order } = query;
  const { rows } = await sql<Row>`
    select ${columns} ${from} order by ${order} limit ${limit}::int offset ${offset}::int`.execute(db);
  // A page that is not full gives the count without a second query.
  if (rows.length > 0 && rows.length < limit) return { rows, count: offset + rows.length };
  const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}
