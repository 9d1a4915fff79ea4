/** The points of late joiners for missed rounds, which the server's SQL is compared with. */

/** The median; the lower one of an even number of values; null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}

/** A game in view of a member who joined its league late. */
export type MissedRound = {
  readonly items: readonly {
    readonly status: 'open' | 'started' | 'ended' | 'void';
    /** Whether it took no more bets when the member first joined. */
    readonly wasClosed: boolean;
  }[];
  /** Whether the member has a bet in it, for example on an item that is void now. */
  readonly hasBet: boolean;
  /** Points in the game of every member with a bet on an ended item. */
  readonly points: readonly number[];
};

/**
 * The points of a late joiner for a missed round, in games with the rule: the median once all items are over, if the member
 * could bet on none that counts; else 0.
 */
export function pointsOfMissed({ items, hasBet, points }: MissedRound): number {
  const isOver = items.every(({ status }) => status === 'ended' || status === 'void');
  const couldBet = items.some(({ status, wasClosed }) => status !== 'void' && !wasClosed);
  return isOver && !couldBet && !hasBet ? (median(points) ?? 0) : 0;
}
