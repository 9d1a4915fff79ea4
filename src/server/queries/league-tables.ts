import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { readStandings, type StandingRow, type StandingsPage, type StandingsQuery } from './standings.ts';

/** Tables of leagues in memory: what all members of a league see alike. */

type Standings = StandingsPage<StandingRow, number>;
/** All rows of a table by their places; null: it is too long to be remembered. */
export type LeagueTable = Pick<Standings, 'rows' | 'tie_break' | 'live'> | null;

/** The most members of a league whose table is remembered. */
export const maxRememberedRows = 1000;

async function isRemembered(db: Db, league: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from league_members where league_id = ${league}::integer and active limit ${maxRememberedRows + 1}::integer
    ) member`.execute(db);
  return (rows[0]?.count ?? 0) <= maxRememberedRows;
}

async function loadTable(db: Db, query: Pick<StandingsQuery, 'section' | 'post'>): Promise<LeagueTable> {
  if (!(await isRemembered(db, query.section))) return null;
  const { count, rows, tie_break, live } = await readStandings(db, null, {
    ...query,
    limit: maxRememberedRows,
    offset: 0,
  });
  // Others may have joined since they were counted.
  return count === rows.length ? { rows, tie_break, live } : null;
}

/** Bytes of an object beside its text, and of a tag's entry in the index. */
const bytesOf = (table: LeagueTable, tags: readonly string[]) =>
  5 * JSON.stringify(table).length + 200 * tags.length;

async function readTable({ db, platform }: Context, { section, post }: StandingsQuery): Promise<LeagueTable> {
  const { tables } = platform.caches;
  const key = `${section} ${post ?? ''}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  return tables.read(
    () => loadTable(db, { section, post }),
    (table) => {
      const tags = [
        `league:${section}`,
        `table:${section}`,
        ...(table?.rows.map(({ member }) => `member:${member}`) ?? []),
      ];
      return [[key, { value: table, tags, bytes: bytesOf(table, tags) }]];
    },
  );
}

/**
 * A page of a league's table as `readStandings` reads it: from memory where neither a group nor a name is asked for. A
 * transaction reads the database: it sees what nobody was told of yet.
 */
export async function readLeagueStandings(ctx: Context, query: StandingsQuery): Promise<Standings> {
  const { clan, search, limit, offset } = query;
  const me = callerId(ctx);
  const table = ctx.locks || clan !== undefined || search ? null : await readTable(ctx, query);
  if (!table) return readStandings(ctx.db, me, query);
  const { rows, tie_break, live } = table;
  const mine = rows.find(({ member }) => member === me) ?? null;
  const rankAbove = mine && rows.findLast(({ rank }) => rank < mine.rank)?.rank;
  const above = rows.find(({ rank }) => rank === rankAbove) ?? null;
  return { count: rows.length, rows: rows.slice(offset, offset + limit), mine, above, tie_break, live };
}
