/** The four ways to bet on an item (spec §3, decisions §6). */
export const layouts = ['home/away', 'vote', 'balance', 'bets'] as const;
export type Layout = (typeof layouts)[number];

/** Rules that scoring or the making of a game knows, with their defaults; any other key is shown, not scored. */
export const ruleDefaults = {
  'home/away': { pts_exact: 4, pts_difference: 3, pts_outcome: 2 },
  vote: { bets_allow: 1, pts_correct: 3 },
  balance: { bets_allow: 1, votesForPoint: 100, pts_correct: 3, decided_by: 'result', even_breakpoint: 0 },
  bets: { pts_exact: 3, pts_close: 1 },
} as const satisfies Record<Layout, Record<string, number | string>>;

/** Scoring rules that a game has only where it was made with them, and what holds without them. */
export const optionalRuleDefaults = { multiplier: 1, underdog: 0, joker: false } as const;

/** Whether few can be right where most are not: a match's outcome, and the options of a vote, are chosen by each. */
export const hasUnderdogs = (layout: Layout): boolean => layout === 'home/away' || layout === 'vote';
