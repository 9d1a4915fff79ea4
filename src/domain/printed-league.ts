import type { League, StandingsRow } from '#contract/models.ts';
import type { PrintedGame, PrintedItem, PrintedBets } from '#contract/printing.ts';

/** The data of a league's printout. */

export type PrintedLeague = {
  readonly league: Pick<League, 'id' | 'name'>;
  readonly table: readonly StandingsRow[];
  readonly games: readonly PrintedGame[];
  /** When the data was loaded, as ISO text. */
  readonly at: string;
};

/** The number of columns that fit a page. */
const widest = 8;

/** A member's line: what they bet on each item of the grid, null where nothing, and the points of these items. */
export type PrintedRow = {
  readonly member: number;
  readonly name: string;
  readonly cells: readonly (PrintedBets | null)[];
  readonly points: number;
};
export type PrintedGrid = { readonly items: readonly PrintedItem[]; readonly rows: readonly PrintedRow[] };

/** Splits a game into grids that fit a page: one column per item, one row per member, by points and then by name. */
export function gridsOf({ items }: PrintedGame): PrintedGrid[] {
  const grids: PrintedGrid[] = [];
  for (let at = 0; at < items.length; at += widest) {
    const own = items.slice(at, at + widest);
    grids.push({ items: own, rows: rowsOf(own) });
  }
  return grids;
}

function rowsOf(items: readonly PrintedItem[]): PrintedRow[] {
  const byItem = items.map(({ picks }) => new Map(picks.map((one) => [one.member, one])));
  const names = new Map(items.flatMap(({ picks }) => picks.map(({ member, name }) => [member, name])));
  const rows = [...names].map(([member, name]) => {
    const cells = byItem.map((picks) => picks.get(member) ?? null);
    return { member, name, cells, points: cells.reduce((sum, cell) => sum + (cell?.points ?? 0), 0) };
  });
  return rows.toSorted(
    (one, other) =>
      other.points - one.points || one.name.localeCompare(other.name) || one.member - other.member,
  );
}
