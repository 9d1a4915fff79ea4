import { limits } from '#contract/limits.ts';
import type { Competition } from './competition-format.ts';

/** Questions about a whole competition, as votes: its winner, and the winner of each group. */

/** A question which of `teams` is first. Picks close at `date`, the earliest kick-off that gives information about it. */
export type TournamentQuestion = {
  readonly kind: 'champion' | 'group';
  /** Null for the champion. */
  readonly group: string | null;
  readonly teams: readonly string[];
  readonly date: string;
};

/** With fewer teams there is no question. */
const fewestTeams = 3;

/**
 * The questions that can still be asked at `now`, groups in order of name and teams in the competition's order: none after
 * the first kick-off, or if no kick-off is known.
 */
export function questionsToAsk({ teams, matches }: Competition, now: Date): TournamentQuestion[] {
  const groups = [...new Set(matches.flatMap(({ group }) => group ?? []))].toSorted();
  // A single group is the whole competition.
  const asked = [null, ...(groups.length > 1 ? groups : [])];
  return asked.flatMap((group) => {
    const own = matches.filter((match) => group === null || match.group === group);
    const [date] = own
      .flatMap((match) => match.date ?? [])
      .toSorted((one, other) => Date.parse(one) - Date.parse(other));
    if (date === undefined || Date.parse(date) <= now.getTime()) return [];
    const playing = new Set(own.flatMap(({ home, away }) => [home.team, away.team]));
    const among = teams.map(({ id }) => id).filter((id) => group === null || playing.has(id));
    if (among.length < fewestTeams || among.length > limits.gameOptions) return [];
    return [{ kind: group === null ? 'champion' : 'group', group, teams: among, date }];
  });
}
