import type { StandingsRow, TieBreak } from '#contract/models.ts';

const counters = ['exact', 'difference', 'outcome'] as const;
type Counter = (typeof counters)[number];

/** The counters in the order in which they decide between equal points. */
export const countersInOrder = (order: TieBreak): readonly Counter[] =>
  counters.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));

/**
 * The tie-break that put a row below the one above it: the first counter that differs, in the league's order, `shared`
 * where none does. Null where their points differ, or nothing is above.
 */
export function tieBreakOf(
  above: Pick<StandingsRow, 'points' | Counter> | null,
  row: Pick<StandingsRow, 'points' | Counter>,
  order: TieBreak,
): Counter | 'shared' | null {
  if (!above || above.points !== row.points) return null;
  return countersInOrder(order).find((counter) => above[counter] !== row[counter]) ?? 'shared';
}
