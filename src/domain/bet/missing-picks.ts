import { limits } from '#contract/limits.ts';
import type { GameState, Item, Post } from '#contract/models.ts';

/** Layouts whose bets count only with a value for every option. */
const completeOnlyLayouts = new Set<Item['type']>(['home/away', 'bets']);

/** Whether the caller's bet on an item is missing or incomplete. */
function itemNeedsPick({ type, options }: Item): boolean {
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

/** The caller's missing picks in these games: how many items, and the one that closes first; null if there are none. */
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

/** The live items at `now`, in ms: not ended, and started or closed within the last `limits.feed.liveHours`. */
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
 * Whether a game may be in this state. Exact only for started and ended games: whether an open item's date has passed is
 * decided by the server's clock.
 */
export function mayBeInState(state: GameState, { items_data: items }: Pick<Post, 'items_data'>): boolean {
  if (items.some(({ status }) => status === 'started')) return state === 'live';
  return items.some(({ status }) => status === 'open') ? state !== 'ended' : state === 'ended';
}
