import type { LeagueStatistics, Racer } from '#contract/statistics.ts';

/** A member at one step of the race. */
export type RacePlace = {
  readonly id: number;
  readonly points: number;
  /** Position from 0, each used once: members with equal points are in the table's order. */
  readonly place: number;
};

/** A racer's points at each step: before the first round, and after each round. */
export const stepsOf = ({ before, points }: Racer): number[] => [before, ...points];

/** The racers in the table's order, each with their points and place at a step. */
export function placesAt(race: readonly Racer[], step: number): RacePlace[] {
  const points = race.map((racer) => stepsOf(racer)[step] ?? 0);
  return race.map(({ member }, at) => {
    const own = points[at] ?? 0;
    const ahead = points.filter((other, index) => other > own || (other === own && index < at)).length;
    return { id: member.id, points: own, place: ahead };
  });
}

/** A part of a whole in percent, rounded; null if the whole is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);

/** Average points per bet, to two decimals; 0 without bets. */
export const averageOf = ({ points, bets }: { points: number; bets: number }): number =>
  bets === 0 ? 0 : Math.round((100 * points) / bets) / 100;

/** The rounds to list, newest first: those with points or with open items. */
export const listedRounds = ({ rounds }: LeagueStatistics): LeagueStatistics['rounds'] =>
  rounds.filter(({ points, left }) => points > 0 || left > 0).toReversed();
