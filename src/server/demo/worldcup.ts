import { fileURLToPath } from 'node:url';
import { readCompetition } from '#server/competitions/catalogue.ts';
import type { Competition } from '#server/competitions/competition-format.ts';

/** The 2026 World Cup of the catalogue, as the demo plays it: the group stage in rounds by day. */

export type Match = {
  round: string;
  group: string | null;
  /** UTC. */
  kickoff: Date;
  home: string;
  away: string;
  homeGoals: number;
  awayGoals: number;
};

const competition = () =>
  readCompetition(fileURLToPath(new URL('../competitions/worldcup-2026.json', import.meta.url)));

const day = 24 * 60 * 60_000;
/** Days of the tournament start at midnight in Mexico City, where its first match was. */
const firstMidnight = Date.parse('2026-06-11T06:00:00Z');

/** Hebrew name of a round: that of a knockout round, or the day of the group stage. */
function roundName({ rounds }: Competition, round: string, group: string | undefined, kickoff: Date): string {
  if (group === undefined) return rounds.find(({ id }) => id === round)?.name.heb ?? '';
  return `יום משחקים ${Math.floor((kickoff.getTime() - firstMidnight) / day) + 1}`;
}

/** All 104 matches by kick-off; team names are the catalogue options' `value`. */
export function worldCup(): Match[] {
  const cup = competition();
  const names = new Map(cup.teams.map(({ id, name }) => [id, name.en]));
  return cup.matches
    .map(({ round, group, date, home, away, result }) => {
      if (date === null || !result) throw new Error('a match of the World Cup was not played');
      const kickoff = new Date(date);
      return {
        round: roundName(cup, round, group, kickoff),
        group: group ?? null,
        kickoff,
        home: names.get(home.team ?? '') ?? '',
        away: names.get(away.team ?? '') ?? '',
        homeGoals: result.home,
        awayGoals: result.away,
      };
    })
    .toSorted((one, other) => one.kickoff.getTime() - other.kickoff.getTime());
}
