import type { GameState, Item, Post } from '#contract/models.ts';

/** Layouts whose bet counts only with a value for every option. */
const completeOnlyLayouts = new Set<Item['type']>(['home/away', 'bets']);

/** Whether an item is open and the caller's bet on it is missing or incomplete. */
export function itemNeedsPick({ readonly, type, options }: Item): boolean {
  if (readonly) return false;
  const values = Object.values(options).map(({ value }) => value);
  const has = (value: number | null) => value !== null;
  return !(completeOnlyLayouts.has(type) ? values.every(has) : values.some(has));
}

/** The items of a game that need the caller's pick. */
export const itemsToBet = (post: Post): readonly Item[] => post.items_data.filter(itemNeedsPick);

/** Whether a game has an item that needs a pick and is open at `now`, the server's time in milliseconds. */
export const gameNeedsPickAt = (post: Post, now: number): boolean =>
  itemsToBet(post).some(({ date }) => date === null || Date.parse(date) > now);

/**
 * Whether a game can be in this state. Only the server's clock tells whether the date of an open item has
 * passed.
 */
export function mayBeInState(state: GameState, { items_data: items }: Pick<Post, 'items_data'>): boolean {
  if (items.some(({ status }) => status === 'started')) return state === 'live';
  return items.some(({ status }) => status === 'open') ? state !== 'ended' : state === 'ended';
}
