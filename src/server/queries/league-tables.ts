import { sql } from 'kysely';
import { callerId, type Context } from '#server/http/context.ts';
import { matchesSearch } from './paged.ts';
import {
  readPlayers,
  readStandings,
  readTableNumbers,
  rowNumbers,
  type StandingRow,
  type StandingsPage,
  type StandingsQuery,
  type TableNumbers,
} from './standings.ts';

/** Cached tables of leagues: ranks and numbers are the same for all members. */

type Standings = StandingsPage<StandingRow, number>;
type RowNumbers = Omit<StandingRow, 'name' | 'file' | 'form'>;

/** A table whose columns (`rowNumbers`) are packed into one array, each in rank order. */
export type LeagueTable = Omit<TableNumbers, 'rows'> & { readonly numbers: Int32Array };

/** The packed value for null. */
const none = -(2 ** 31);
const width = rowNumbers.length;
/** Maximum member tags of a table. In a larger league, a change of any member's name invalidates it. */
const mostTags = 1000;

function pack({ rows, ...table }: TableNumbers): LeagueTable {
  const numbers = new Int32Array(rows.length * width);
  rows.forEach((row, at) =>
    row.forEach((value, column) => {
      numbers[column * rows.length + at] = value ?? none;
    }),
  );
  return { ...table, numbers };
}

const countOf = ({ numbers }: LeagueTable) => numbers.length / width;

function columnOf(table: LeagueTable, name: (typeof rowNumbers)[number]): Int32Array {
  const start = rowNumbers.indexOf(name) * countOf(table);
  return table.numbers.subarray(start, start + countOf(table));
}

function rowAt(table: LeagueTable, at: number): RowNumbers {
  const valueOf = (name: (typeof rowNumbers)[number]) => columnOf(table, name)[at] ?? none;
  const move = valueOf('move');
  return {
    member: valueOf('member'),
    rank: valueOf('rank'),
    move: move === none ? null : move,
    points: valueOf('points'),
    exact: valueOf('exact'),
    difference: valueOf('difference'),
    outcome: valueOf('outcome'),
    bets: valueOf('bets'),
    late: valueOf('late'),
  };
}

const readTable = (
  { db, platform }: Context,
  { section, post }: Pick<StandingsQuery, 'section' | 'post'>,
): Promise<LeagueTable> =>
  platform.caches.tables.getOrLoad(
    `${section} ${post ?? ''}`,
    async () => pack(await readTableNumbers(db, { section, post })),
    (table) => {
      const members = columnOf(table, 'member');
      // Names determine the order of equal points.
      const ofMembers = members.length > mostTags ? ['member:'] : Array.from(members, (id) => `member:${id}`);
      const tags = [`league:${section}`, `table:${section}`, ...ofMembers];
      return { tags, bytes: table.numbers.byteLength + 200 * tags.length };
    },
  );

/** Row indexes of a member and of the first member with the next better rank; -1 for none. */
function placesOf(table: LeagueTable, member: number | null): { mine: number; above: number } {
  const mine = member === null ? -1 : columnOf(table, 'member').indexOf(member);
  const ranks = columnOf(table, 'rank');
  const firstOf = (at: number) => ranks.indexOf(ranks[at] ?? none);
  return { mine, above: firstOf(firstOf(mine) - 1) };
}

/** A member's rank and points in a league, and the number of its members; null if they are not one of them. */
export async function readPlace(
  ctx: Context,
  league: number,
  member: number,
): Promise<{ rank: number; points: number; players: number } | null> {
  const table = await readTable(ctx, { section: league });
  const { mine } = placesOf(table, member);
  if (mine < 0) return null;
  const { rank, points } = rowAt(table, mine);
  return { rank, points, players: countOf(table) };
}

/** Row indexes of the members whose name matches the search. */
async function findRows(
  { db }: Context,
  table: LeagueTable,
  { section, search }: StandingsQuery,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from league_members lm join members m on m.id = lm.member_id
    where lm.league_id = ${section}::integer and lm.active and ${matchesSearch(sql`m.name`, search)}`.execute(
    db,
  );
  const found = new Set(rows.map(({ id }) => id));
  return [...columnOf(table, 'member').entries()].flatMap(([at, member]) => (found.has(member) ? at : []));
}

/**
 * A page of a league's table, like `readStandings`: from the cache if there is no group and the caches are current; names,
 * pictures and form are read for the rows shown.
 */
export async function readLeagueStandings(ctx: Context, query: StandingsQuery): Promise<Standings> {
  const { clan, search, limit, offset } = query;
  const me = callerId(ctx);
  if (clan !== undefined || !ctx.platform.caches.isCurrent()) return readStandings(ctx.db, me, query);
  const table = await readTable(ctx, query);
  const found = search ? await findRows(ctx, table, query) : null;
  const count = found?.length ?? countOf(table);
  const places = placesOf(table, me);
  const onPage = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, nth) => {
    const at = offset + nth;
    return rowAt(table, found?.[at] ?? at);
  });
  const mine = places.mine < 0 ? null : rowAt(table, places.mine);
  const above = places.above < 0 ? null : rowAt(table, places.above);
  const shown = [...onPage, mine, above].flatMap((row) => row?.member ?? []);
  const players = await readPlayers(ctx.db, table.recent, [...new Set(shown)]);
  const playerOf = new Map(players.map((player) => [player.member, player]));
  const named = (row: RowNumbers): StandingRow => {
    const { name = '', file = null, form = [] } = playerOf.get(row.member) ?? {};
    return { ...row, name, file, form };
  };
  const { tie_break, live } = table;
  return {
    count,
    rows: onPage.map(named),
    mine: mine && named(mine),
    above: above && named(above),
    tie_break,
    live,
  };
}
