/** Hard bounds of the rules that score; a game type may narrow them only. */
export const ruleBounds = {
  pts_exact: [0, 1000],
  pts_difference: [0, 1000],
  pts_outcome: [0, 1000],
  pts_correct: [0, 1000],
  pts_close: [0, 1000],
  even_breakpoint: [0, 100],
  multiplier: [1, 10],
  underdog: [0, 1000],
} as const;
