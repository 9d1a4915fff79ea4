import type { Item, Post } from '#contract/models.ts';

type Game = Pick<Post, 'items_data'>;

const isOver = ({ status }: Item) => status === 'ended' || status === 'void';

/** Whether a game has several items and all are ended or void. */
export const isSettledRound = ({ items_data: items }: Game): boolean =>
  items.length > 1 && items.every(isOver);

/** The caller's points in a game; null if no item has brought any yet. */
export function myPointsIn({ items_data: items }: Game): number | null {
  const points = items.flatMap(({ pts }) => (pts === null ? [] : [pts]));
  return points.length === 0 ? null : points.reduce((sum, one) => sum + one);
}
