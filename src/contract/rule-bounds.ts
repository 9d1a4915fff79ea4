/** Bounds [min, max] of scoring rules; a game type may only narrow them. */
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
