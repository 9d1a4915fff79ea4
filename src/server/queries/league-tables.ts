import type { LiveMatch } from '#contract/what-if.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { indexIds, positionOf } from './id-index.ts';
import { findMembers, readLeagueMembers } from './league-members.ts';
import {
  projectedNumbers,
  readLiveMatches,
  readPlayers,
  readProjectedNumbers,
  readProjectedStandings,
  readStandings,
  readTableNumbers,
  type LiveScore,
  type ProjectedStanding,
  type ProjectionQuery,
  type StandingRow,
  type StandingsPage,
  type StandingsQuery,
  type TableNumbers,
} from './standings.ts';

/** Cached tables of leagues: ranks and numbers are the same for all members. */

type RowNumbers = Omit<StandingRow, 'name' | 'file' | 'form'>;

/** A table whose columns are packed into one array, each in rank order. `byMember`: the index of its members. */
export type LeagueTable<Live = unknown> = Omit<TableNumbers<Live>, 'rows'> & {
  readonly count: number;
  readonly numbers: Int32Array;
  readonly byMember: Int32Array;
};
export type ProjectedTable = LeagueTable<LiveScore[]>;

/** The packed value for null. */
const none = -(2 ** 31);
/** Maximum member tags of a table. In a larger league, a change of any member's name invalidates it. */
const mostTags = 1000;

function pack<Live>({ rows, ...table }: TableNumbers<Live>): LeagueTable<Live> {
  const count = rows.length;
  const numbers = new Int32Array(count * (rows[0]?.length ?? 0));
  rows.forEach((row, at) =>
    row.forEach((value, column) => {
      numbers[column * count + at] = value ?? none;
    }),
  );
  return { ...table, count, numbers, byMember: indexIds(numbers.subarray(0, count)) };
}

function columnOf({ count, numbers }: LeagueTable, name: (typeof projectedNumbers)[number]): Int32Array {
  const start = projectedNumbers.indexOf(name) * count;
  return numbers.subarray(start, start + count);
}

function rowAt(table: LeagueTable, at: number): RowNumbers {
  const valueOf = (name: (typeof projectedNumbers)[number]) => columnOf(table, name)[at] ?? none;
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

/** Row index of a member; -1 for none. */
const rowOfMember = (table: LeagueTable, member: number): number =>
  positionOf(columnOf(table, 'member'), table.byMember, member);

/** The cache tags of a table, and its size. */
function describe(league: number, table: LeagueTable) {
  const members = columnOf(table, 'member');
  // Names determine the order of equal points.
  const ofMembers = members.length > mostTags ? ['member:'] : Array.from(members, (id) => `member:${id}`);
  const tags = [`league:${league}`, `table:${league}`, ...ofMembers];
  return { tags, bytes: table.numbers.byteLength + table.byMember.byteLength + 200 * tags.length };
}

const readTable = (
  { db, platform }: Context,
  { section, post }: Pick<StandingsQuery, 'section' | 'post'>,
): Promise<LeagueTable<number>> =>
  platform.caches.tables.getOrLoad(
    `${section} ${post ?? ''}`,
    async () => pack(await readTableNumbers(db, { section, post })),
    (table) => describe(section, table),
  );

const readProjection = (
  { db, platform }: Context,
  { section, post, item }: ProjectionQuery,
): Promise<ProjectedTable> =>
  platform.caches.projections.getOrLoad(
    `${section} ${post ?? ''} ${item ?? ''}`,
    async () => pack(await readProjectedNumbers(db, { section, post, item })),
    (table) => describe(section, table),
  );

/** Row indexes of a member and of the first member with the next better rank; -1 for none. */
function placesOf(table: LeagueTable, member: number | null): { mine: number; above: number } {
  const mine = member === null ? -1 : rowOfMember(table, member);
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
  return { rank, points, players: table.count };
}

/** Row indexes of the members whose name matches the search. */
async function findRows(
  ctx: Context,
  table: LeagueTable,
  { section, search }: Pick<StandingsQuery, 'section' | 'search'>,
): Promise<Int32Array> {
  const found = findMembers(await readLeagueMembers(ctx, section), search);
  return found
    .map((member) => rowOfMember(table, member))
    .filter((at) => at >= 0)
    .toSorted();
}

/**
 * The requested page of a table, the caller's row and one of the next better place. Names, pictures and form are read for
 * these rows only.
 */
async function readRows<Row extends RowNumbers>(
  ctx: Context,
  table: LeagueTable,
  { section, search, limit, offset }: StandingsQuery,
  rowOf: (at: number) => Row,
) {
  const listed = search ? await findRows(ctx, table, { section, search }) : null;
  const count = listed?.length ?? table.count;
  const page = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, nth) => {
    const at = offset + nth;
    return listed?.[at] ?? at;
  });
  const { mine, above } = placesOf(table, callerId(ctx));
  const members = [...page, mine, above].flatMap((at) => (at < 0 ? [] : rowOf(at).member));
  const players = await readPlayers(ctx.db, table.recent, [...new Set(members)]);
  const playerOf = new Map(players.map((player) => [player.member, player]));
  const named = (at: number) => {
    const row = rowOf(at);
    const { name = '', file = null, form = [] } = playerOf.get(row.member) ?? {};
    return { ...row, name, file, form };
  };
  const namedOrNull = (at: number) => (at < 0 ? null : named(at));
  return {
    count,
    rows: page.map(named),
    mine: namedOrNull(mine),
    above: namedOrNull(above),
  };
}

/** Whether the query's table is cached; tables of a group's members are not. */
const isCached = ({ platform }: Context, { clan }: StandingsQuery): boolean =>
  clan === undefined && platform.caches.isCurrent();

/** A page of a league's or game's table, like `readStandings`; cached if possible. */
export async function readLeagueStandings(
  ctx: Context,
  query: StandingsQuery,
): Promise<StandingsPage<StandingRow, number>> {
  if (!isCached(ctx, query)) return readStandings(ctx.db, callerId(ctx), query);
  const table = await readTable(ctx, query);
  const { tie_break, live } = table;
  return { ...(await readRows(ctx, table, query, (at) => rowAt(table, at))), tie_break, live };
}

/** A page of the projected table, like `readProjectedStandings`, and its live matches; cached if possible. */
export async function readLeagueProjection(
  ctx: Context,
  query: ProjectionQuery,
): Promise<StandingsPage<ProjectedStanding, LiveMatch[]>> {
  const read = async (): Promise<StandingsPage<ProjectedStanding, LiveScore[]>> => {
    if (!isCached(ctx, query)) return readProjectedStandings(ctx.db, callerId(ctx), query);
    const table = await readProjection(ctx, query);
    const { tie_break, live } = table;
    const gains = columnOf(table, 'gain');
    const rowOf = (at: number) => ({ ...rowAt(table, at), gain: gains[at] ?? 0 });
    return { ...(await readRows(ctx, table, query, rowOf)), tie_break, live };
  };
  const page = await read();
  return { ...page, live: await readLiveMatches(ctx, page.live) };
}
