import type { Item, Post } from '#contract/models.ts';

type Game = Pick<Post, 'items_data'>;

const isOver = ({ status }: Item) => status === 'ended' || status === 'void';

/** Whether a game of several items has nothing more to come: each has its result, or was voided. */
export const isSettledRound = ({ items_data: items }: Game): boolean =>
  items.length > 1 && items.every(isOver);

/** The caller's points in a game; null where none of their bets has been settled. */
export function myPointsIn({ items_data: items }: Game): number | null {
  const points = items.flatMap(({ pts }) => (pts === null ? [] : [pts]));
  return points.length === 0 ? null : points.reduce((sum, one) => sum + one);
}
