import type { StandingsRow } from '#contract/models.ts';

type TieBreakCounters = Pick<StandingsRow, 'points' | 'exact' | 'difference' | 'outcome'>;

/**
 * The tie-break that put a row below the one above it: the first counter that differs, `shared` where none
 * does. Null where their points differ, or nothing is above.
 */
export function tieBreakOf(
  above: TieBreakCounters | null,
  row: TieBreakCounters,
): 'exact' | 'difference' | 'outcome' | 'shared' | null {
  if (!above || above.points !== row.points) return null;
  return (
    (['exact', 'difference', 'outcome'] as const).find((counter) => above[counter] !== row[counter]) ??
    'shared'
  );
}
