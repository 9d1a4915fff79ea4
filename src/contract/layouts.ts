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
