/** The four ways to bet on an item (spec §3, decisions §6). */
export const layouts = ['home/away', 'vote', 'balance', 'bets'] as const;
export type Layout = (typeof layouts)[number];

/** Rules that scoring and game creation use, with their defaults; rules with other keys are only displayed. */
export const ruleDefaults = {
  'home/away': { pts_exact: 4, pts_difference: 3, pts_outcome: 2 },
  vote: { bets_allow: 1, pts_correct: 3 },
  balance: { bets_allow: 1, votesForPoint: 100, pts_correct: 3, decided_by: 'result', even_breakpoint: 0 },
  bets: { pts_exact: 3, pts_close: 1 },
} as const satisfies Record<Layout, Record<string, number | string>>;

/** Optional scoring rules, with the values that apply to games without them. */
export const optionalRuleDefaults = { multiplier: 1, underdog: 0, joker: false } as const;

/** Whether a layout has underdog points: members choose a match's outcome or the options of a vote. */
export const hasUnderdogs = (layout: Layout): boolean => layout === 'home/away' || layout === 'vote';
