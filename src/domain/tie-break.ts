import type { StandingsRow, TieBreak } from '#contract/models.ts';

const counters = ['exact', 'difference', 'outcome'] as const;
type Counter = (typeof counters)[number];

/** The counters in the order in which they break ties. */
export const countersInOrder = (order: TieBreak): readonly Counter[] =>
  counters.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));

/**
 * The counter that ranks a row below the one above it, in the league's order; `shared` if all counters are equal. Null if
 * the points differ, or no row is above.
 */
export function tieBreakOf(
  above: Pick<StandingsRow, 'points' | Counter> | null,
  row: Pick<StandingsRow, 'points' | Counter>,
  order: TieBreak,
): Counter | 'shared' | null {
  if (!above || above.points !== row.points) return null;
  return countersInOrder(order).find((counter) => above[counter] !== row[counter]) ?? 'shared';
}
