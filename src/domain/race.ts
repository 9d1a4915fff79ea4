import type { LeagueStatistics, Racer } from '#contract/statistics.ts';

/** A member at one step of the race. */
export type RacePlace = {
  readonly id: number;
  readonly points: number;
  /** From 0, without gaps: equal ones stand as they do in the table. */
  readonly place: number;
};

/** Points of a racer at each step: before the rounds that are told, and after each. */
export const stepsOf = ({ before, points }: Racer): number[] => [before, ...points];

/** The racers at a step, in the table's order, each with their place there. */
export function placesAt(race: readonly Racer[], step: number): RacePlace[] {
  const points = race.map((racer) => stepsOf(racer)[step] ?? 0);
  return race.map(({ member }, at) => {
    const own = points[at] ?? 0;
    const ahead = points.filter((other, index) => other > own || (other === own && index < at)).length;
    return { id: member.id, points: own, place: ahead };
  });
}

/** Whole percents of a part; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);

/** Points a bet, to two decimals; 0 before the first. */
export const averageOf = ({ points, bets }: { points: number; bets: number }): number =>
  bets === 0 ? 0 : Math.round((100 * points) / bets) / 100;

/** Rounds with points or with items left, the newest first. */
export const toldRounds = ({ rounds }: LeagueStatistics): LeagueStatistics['rounds'] =>
  rounds.filter(({ points, left }) => points > 0 || left > 0).toReversed();
