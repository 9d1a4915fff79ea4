import { limits } from '#contract/limits.ts';
import type { Competition } from './competition-format.ts';

/** Questions about a whole competition, which are votes: who wins it, and who wins each of its groups. */

/** Who of `teams` is first. Picks close at `date`, the first kick-off that tells anything of it. */
export type TournamentQuestion = {
  readonly kind: 'champion' | 'group';
  /** Null for the champion. */
  readonly group: string | null;
  readonly teams: readonly string[];
  readonly date: string;
};

/** Of fewer teams there is nothing to ask. */
const fewestTeams = 3;

/**
 * The questions that can be asked of a competition at `now`, the groups' in the order of their names, with the teams in
 * the competition's: none once its first match has kicked off, and none where no kick-off is known.
 */
export function questionsToAsk({ teams, matches }: Competition, now: Date): TournamentQuestion[] {
  const groups = [...new Set(matches.flatMap(({ group }) => group ?? []))].toSorted();
  // One group alone is the competition itself.
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
