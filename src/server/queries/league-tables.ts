import { callerId, type Context } from '#server/http/context.ts';
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

/** A table whose rows' numbers are packed into one array, row after row in rank order. */
export type LeagueTable = Omit<TableNumbers, 'rows'> & { readonly numbers: Int32Array };

/** The packed value for null. */
const none = -(2 ** 31);
const width = rowNumbers.length;
/** Maximum member tags of a table. In a larger league, a change of any member's name invalidates it. */
const mostTags = 1000;

function pack({ rows, ...table }: TableNumbers): LeagueTable {
  const numbers = new Int32Array(rows.length * width);
  rows.forEach((row, at) =>
    numbers.set(
      row.map((value) => value ?? none),
      at * width,
    ),
  );
  return { ...table, numbers };
}

function rowAt({ numbers }: LeagueTable, at: number): RowNumbers {
  // As in `rowNumbers`.
  const [
    member = 0,
    rank = 0,
    move = none,
    points = 0,
    exact = 0,
    difference = 0,
    outcome = 0,
    bets = 0,
    late = 0,
  ] = numbers.subarray(at * width, (at + 1) * width);
  return { member, rank, move: move === none ? null : move, points, exact, difference, outcome, bets, late };
}

const readTable = ({ db, platform }: Context, { section, post }: StandingsQuery): Promise<LeagueTable> =>
  platform.caches.tables.getOrLoad(
    `${section} ${post ?? ''}`,
    async () => pack(await readTableNumbers(db, { section, post })),
    (table) => {
      const count = rowsOf(table);
      // Names determine the order of equal points.
      const members = Array.from({ length: count }, (_, at) => `member:${memberAt(table, at)}`);
      const tags = [`league:${section}`, `table:${section}`, ...(count > mostTags ? ['member:'] : members)];
      return { tags, bytes: table.numbers.byteLength + 200 * tags.length };
    },
  );

const rowsOf = ({ numbers }: LeagueTable) => numbers.length / width;
const memberAt = ({ numbers }: LeagueTable, at: number) => numbers[at * width];
const rankAt = ({ numbers }: LeagueTable, at: number) => numbers[at * width + 1];

/** Row indexes of a member and of the first member with the next better rank; -1 for none. */
function placesOf(table: LeagueTable, member: number | null): { mine: number; above: number } {
  let mine = rowsOf(table) - 1;
  while (mine >= 0 && memberAt(table, mine) !== member) mine -= 1;
  let above = mine;
  while (above >= 0 && rankAt(table, above) === rankAt(table, mine)) above -= 1;
  while (above > 0 && rankAt(table, above - 1) === rankAt(table, above)) above -= 1;
  return { mine, above };
}

/**
 * A page of a league's table, like `readStandings`: from the cache if there is neither a group nor a search and the caches
 * are current; names, pictures and form are read for the rows shown.
 */
export async function readLeagueStandings(ctx: Context, query: StandingsQuery): Promise<Standings> {
  const { clan, search, limit, offset } = query;
  const me = callerId(ctx);
  if (clan !== undefined || search || !ctx.platform.caches.isCurrent())
    return readStandings(ctx.db, me, query);
  const table = await readTable(ctx, query);
  const count = rowsOf(table);
  const places = placesOf(table, me);
  const onPage = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) =>
    rowAt(table, offset + at),
  );
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
