import { limits } from '#contract/limits.ts';
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

const closingOf = ({ date }: Pick<Item, 'date'>) => (date === null ? Infinity : Date.parse(date));

/** The caller's missing picks among these games: how many, and the one that closes first; null where there is none. */
export function missingPicksAt(
  posts: readonly Post[],
  now: number,
): { readonly count: number; readonly next: Item } | null {
  const items = posts.flatMap((post) => itemsToBetAt(post, now));
  // Infinity minus Infinity is NaN, which sorts as equal.
  const [next] = items.toSorted((one, other) => closingOf(one) - closingOf(other));
  return next ? { count: items.length, next } : null;
}

const liveTime = limits.feed.liveHours * 60 * 60 * 1000;

/** The items of these games that are under way at `now`: started or closed within the last hours, and not ended. */
export const liveItemsAt = (posts: readonly Post[], now: number): readonly Item[] =>
  posts
    .flatMap((post) => post.items_data)
    .filter(({ status, started_at, date }) => {
      const since = started_at ?? date;
      if (status === 'started') return since === null || now - Date.parse(since) < liveTime;
      return (
        status === 'open' && date !== null && Date.parse(date) <= now && now - Date.parse(date) < liveTime
      );
    });

/**
 * Whether a game can be in this state. Only the server's clock tells whether the date of an open item has
 * passed.
 */
export function mayBeInState(state: GameState, { items_data: items }: Pick<Post, 'items_data'>): boolean {
  if (items.some(({ status }) => status === 'started')) return state === 'live';
  return items.some(({ status }) => status === 'open') ? state !== 'ended' : state === 'ended';
}
