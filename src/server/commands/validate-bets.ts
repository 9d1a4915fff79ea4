import type { FieldProblem } from '#contract/failures.ts';
import type { Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import { numberRule, type Rules } from '#contract/scoring.ts';

/** A requested value for one option; null removes the bet. `index`: position in the request. */
export type BetRequest = { readonly option: number; readonly value: number | null; readonly at: number };

/** Changes of one member's bets on one item: values to store and options to clear. */
export type BetChanges = { put: Map<number, number>; clear: Set<number> };
export type BetRefusal = { at: number; problem: FieldProblem };

const tooBig = (at: number, limit: number): BetRefusal => ({ at, problem: { code: 'too_big', limit } });

/** Votes and balances share a budget, so validating one bet needs the member's others. */
export const sharesBudget = (layout: Layout): boolean => layout === 'vote' || layout === 'balance';

function validateDigits(last: ReadonlyMap<number, BetRequest>): BetChanges | BetRefusal {
  const change: BetChanges = { put: new Map(), clear: new Set() };
  for (const { option, value, at } of last.values()) {
    if (value === null) change.clear.add(option);
    else if (value > limits.digit.max) return tooBig(at, limits.digit.max);
    else change.put.set(option, value);
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
  wishes: readonly BetRequest[],
): BetChanges | BetRefusal {
  const last = new Map(wishes.map((wish) => [wish.option, wish]));
  const { layout, rules } = item;
  if (!sharesBudget(layout)) return validateDigits(last);

  const allowed = numberRule(layout, rules, 'bets_allow');
  const most = layout === 'vote' ? 1 : allowed * numberRule(layout, rules, 'votesForPoint');
  const put = new Map<number, number>();
  const clear = new Set<number>();
  let latest = 0;
  for (const { option, value, at } of last.values()) {
    if (value !== null && value > most) return tooBig(at, most);
    if (value === null || value === 0) clear.add(option);
    else {
      put.set(option, value);
      latest = Math.max(latest, at);
    }
  }
  const kept = [...current].filter(([option]) => !put.has(option) && !clear.has(option));
  if (layout === 'vote' && allowed === 1 && put.size === 1) {
    for (const [option] of kept) clear.add(option);
    return { put, clear };
  }
  const all = [...put.values(), ...kept.map(([, value]) => value)];
  const budget = layout === 'vote' ? allowed : most;
  const used = all.reduce((sum, value) => sum + value, 0);
  // Removing is always allowed, even above the budget.
  if (put.size > 0 && used > budget) return tooBig(latest, budget);
  return { put, clear };
}
