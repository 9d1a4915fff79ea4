import type { StandingsRow } from '#contract/models.ts';

type Counters = Pick<StandingsRow, 'points' | 'exact' | 'difference' | 'outcome'>;

/**
 * What put a row under the one above it where their points are the same: the first counter in which they
 * differ, `shared` where none does. Null where points decided, or nobody is above.
 */
export function decidedBy(
  above: Counters | null,
  row: Counters,
): 'exact' | 'difference' | 'outcome' | 'shared' | null {
  if (!above || above.points !== row.points) return null;
  return (
    (['exact', 'difference', 'outcome'] as const).find((counter) => above[counter] !== row[counter]) ??
    'shared'
  );
}
