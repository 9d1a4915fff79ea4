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

/** Tables of leagues in memory: who stands where, and with what, is the same for all members. */

type Standings = StandingsPage<StandingRow, number>;
type RowNumbers = Omit<StandingRow, 'name' | 'file' | 'form'>;

/** The numbers of a table's rows by their places, one row after another, and what is said of it as a whole. */
export type LeagueTable = Omit<TableNumbers, 'rows'> & { readonly numbers: Int32Array };

/** In place of null. */
const none = -(2 ** 31);
const width = rowNumbers.length;
/** Of a league of more members any member's name that changes drops its table. */
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
      // Equal points stand by name.
      const members = Array.from({ length: count }, (_, at) => `member:${memberAt(table, at)}`);
      const tags = [`league:${section}`, `table:${section}`, ...(count > mostTags ? ['member:'] : members)];
      return { tags, bytes: table.numbers.byteLength + 200 * tags.length };
    },
  );

const rowsOf = ({ numbers }: LeagueTable) => numbers.length / width;
const memberAt = ({ numbers }: LeagueTable, at: number) => numbers[at * width];
const rankAt = ({ numbers }: LeagueTable, at: number) => numbers[at * width + 1];

/** The places of a member and of the first of those one place above, from 0; -1 where there is none. */
function placesOf(table: LeagueTable, member: number | null): { mine: number; above: number } {
  let mine = rowsOf(table) - 1;
  while (mine >= 0 && memberAt(table, mine) !== member) mine -= 1;
  let above = mine;
  while (above >= 0 && rankAt(table, above) === rankAt(table, mine)) above -= 1;
  while (above > 0 && rankAt(table, above - 1) === rankAt(table, above)) above -= 1;
  return { mine, above };
}

/**
 * A page of a league's table as `readStandings` reads it: from memory where neither a group nor a name is asked for and
 * every change is heard of, with the names, pictures and form of whom it shows.
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
