import type { FieldProblem } from '#contract/failures.ts';
import type { Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import { numberRule, type Rules } from '#contract/scoring.ts';

/** One value somebody wants on one option; null takes back what is there. `at` is its place in the request. */
export type BetRequest = { readonly option: number; readonly value: number | null; readonly at: number };

/** What one member's bets on one item become: the values to keep and the options to clear. */
export type BetChanges = { put: Map<number, number>; clear: Set<number> };
export type BetRefusal = { at: number; problem: FieldProblem };

const tooBig = (at: number, limit: number): BetRefusal => ({ at, problem: { code: 'too_big', limit } });

/** Whether a layout's bets bound one another, so that a judgement needs what the member has already. */
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
 * Judges the state that the wishes lead to, by the item's own rules (decisions §6). Of two wishes for one option the
 * later one counts. In votes and balances a zero is no bet; with one pick allowed a new pick takes the old one's place.
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
  // Taking back is never refused, whatever else stands.
  if (put.size > 0 && used > budget) return tooBig(latest, budget);
  return { put, clear };
}
