import type { GameState, Item, Post } from '#contract/models.ts';

/** Layouts whose bet counts only with a value for every option. */
const completeOnlyLayouts = new Set<Item['type']>(['home/away', 'bets']);

/** Whether an item is open and the caller's bet on it is missing or incomplete. */
function itemNeedsPick({ readonly, type, options }: Item): boolean {
  if (readonly) return false;
  const values = Object.values(options).map(({ value }) => value);
  const has = (value: number | null) => value !== null;
  return !(completeOnlyLayouts.has(type) ? values.every(has) : values.some(has));
}

/** Whether an item takes bets at `now`, the server's time in milliseconds. */
export const isOpenAt = ({ readonly, date }: Pick<Item, 'readonly' | 'date'>, now: number): boolean =>
  !readonly && (date === null || Date.parse(date) > now);

/** The items of a game that need the caller's pick and are open at `now`. */
export const itemsToBetAt = (post: Post, now: number): readonly Item[] =>
  post.items_data.filter((item) => itemNeedsPick(item) && isOpenAt(item, now));

/**
 * Whether a game can be in this state. Only the server's clock tells whether the date of an open item has
 * passed.
 */
export function mayBeInState(state: GameState, { items_data: items }: Pick<Post, 'items_data'>): boolean {
  if (items.some(({ status }) => status === 'started')) return state === 'live';
  return items.some(({ status }) => status === 'open') ? state !== 'ended' : state === 'ended';
}
