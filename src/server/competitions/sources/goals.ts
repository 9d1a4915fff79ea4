import * as v from 'valibot';
import { limits } from '#contract/limits.ts';

/** Goals of one side, within the limits of a result. */
export const Goals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.resultGoals));

/** A source's timestamp as ISO 8601 UTC; null if it is none. */
export function instantOf(text: string | null | undefined): string | null {
  const at = text === null || text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
