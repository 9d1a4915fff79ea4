import type { FieldProblem } from '#contract/failures.ts';
import type { Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import { numberRule, type Rules } from '#contract/scoring.ts';

/** A requested value for one option; null removes the bet. `index`: position in the request. */
export type BetRequest = { readonly option: number; readonly value: number | null; readonly index: number };

/** Changes of one member's bets on one item: values to store and options to clear. */
export type BetChanges = { values: Map<number, number>; cleared: Set<number> };
type BetRefusal = { index: number; problem: FieldProblem };

const tooBig = (index: number, limit: number): BetRefusal => ({ index, problem: { code: 'too_big', limit } });

/** Votes and balances share a budget, so validating one bet needs the member's others. */
export const sharesBudget = (layout: Layout): boolean => layout === 'vote' || layout === 'balance';

function validateDigits(latestByOption: ReadonlyMap<number, BetRequest>): BetChanges | BetRefusal {
  const change: BetChanges = { values: new Map(), cleared: new Set() };
  for (const { option, value, index } of latestByOption.values()) {
    if (value === null) change.cleared.add(option);
    else if (value > limits.digit.max) return tooBig(index, limits.digit.max);
    else change.values.set(option, value);
  }
  return change;
}

/**
 * Validates the resulting bets against the item's rules. Later requests for an option win; 0 is no bet in vote and
 * balance; with one vote allowed a new one replaces the old.
 */
export function validateBets(
  item: { readonly layout: Layout; readonly rules: Rules },
  current: ReadonlyMap<number, number>,
  requests: readonly BetRequest[],
): BetChanges | BetRefusal {
  const latestByOption = new Map(requests.map((request) => [request.option, request]));
  const { layout, rules } = item;
  if (!sharesBudget(layout)) return validateDigits(latestByOption);

  const betsAllowed = numberRule(layout, rules, 'bets_allow');
  const maxValue = layout === 'vote' ? 1 : betsAllowed * numberRule(layout, rules, 'votesForPoint');
  const values = new Map<number, number>();
  const cleared = new Set<number>();
  let latestIndex = 0;
  for (const { option, value, index } of latestByOption.values()) {
    if (value !== null && value > maxValue) return tooBig(index, maxValue);
    if (value === null || value === 0) cleared.add(option);
    else {
      values.set(option, value);
      latestIndex = Math.max(latestIndex, index);
    }
  }
  const kept = [...current].filter(([option]) => !values.has(option) && !cleared.has(option));
  if (layout === 'vote' && betsAllowed === 1 && values.size === 1) {
    for (const [option] of kept) cleared.add(option);
    return { values, cleared };
  }
  const all = [...values.values(), ...kept.map(([, value]) => value)];
  const budget = layout === 'vote' ? betsAllowed : maxValue;
  const used = all.reduce((sum, value) => sum + value, 0);
  // Removing is always allowed, even above the budget.
  if (values.size > 0 && used > budget) return tooBig(latestIndex, budget);
  return { values, cleared };
}
