import * as v from 'valibot';
import { limits } from '#contract/limits.ts';

/** Goals of one side, as a result may have them. */
export const Goals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.resultGoals));

/** An instant that a source writes, as this app does; null where it is none. */
export function instantOf(text: string | null | undefined): string | null {
  const at = text === null || text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
