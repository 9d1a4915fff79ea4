import type { StandingsRow } from '#contract/models.ts';
import type { StandingRow } from '#server/queries/standings.ts';
import { pictureUrl } from './picture.ts';

/** One row of the table; the average is per item played, to two decimals. */
export function presentStanding(row: StandingRow): StandingsRow {
  return {
    rank: row.rank,
    move: row.move,
    member: { id: row.member, name: row.name, image: pictureUrl({ file: row.file, picture: null }) },
    points: row.points,
    exact: row.exact,
    difference: row.difference,
    outcome: row.outcome,
    bets: row.bets,
    average: row.bets === 0 ? 0 : Math.round((row.points * 100) / row.bets) / 100,
  };
}
