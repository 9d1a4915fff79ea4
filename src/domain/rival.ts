import type { StandingsRow } from '#contract/models.ts';

/** The member's nearest rival: the row above theirs, for the first row the one below. Null if there is none. */
export function rivalOf(rows: readonly StandingsRow[], member: number): StandingsRow | null {
  const at = rows.findIndex((row) => row.member.id === member);
  return at < 0 ? null : (rows[at === 0 ? 1 : at - 1] ?? null);
}

/** Who of two is ahead in the table, by rank, which includes tie-breaks. */
export function leadOf(mine: StandingsRow, theirs: StandingsRow): 'me' | 'them' | 'nobody' {
  if (mine.rank === theirs.rank) return 'nobody';
  return mine.rank < theirs.rank ? 'me' : 'them';
}
