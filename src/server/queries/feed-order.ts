import { limits } from '#contract/limits.ts';
import type { Layout } from '#contract/layouts.ts';
import type { ItemStatus } from '#contract/models.ts';

/** The feed order of `placedPosts` (post-rows.ts), computed from cached leagues. Times are in milliseconds since 1970. */

/** An item in play, or one that ended recently. */
export type FeedItem = {
  readonly id: number;
  readonly post: number;
  readonly layout: Layout;
  readonly status: ItemStatus;
  readonly date: number | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly closed_at: number | null;
};
type FeedPost = { readonly id: number; readonly pinned: boolean };

/** The data of a league for the feed order. Posts without a league form one of their own. */
export type FeedLeague = {
  /** False for an archived league. */
  readonly takesBets: boolean;
  readonly items: readonly FeedItem[];
  /** The posts of these items, in any order. */
  readonly posts: readonly FeedPost[];
  /** The first of all its posts: pinned ones, then newest first. */
  readonly first: readonly FeedPost[];
  readonly count: number;
};

type FrontPost = FeedPost & {
  readonly live: boolean;
  readonly closes: number | null;
  readonly settled: number | null;
};

const hour = 3_600_000;
/** The number of bets that make a pick: a score needs both sides (decisions §6). */
const betsOfPick = (layout: Layout) => (layout === 'home/away' ? 2 : 1);

const isEnded = ({ status, ended_at }: FeedItem, now: number) =>
  status === 'void' || (ended_at !== null && ended_at <= now);
const isUnderWay = ({ started_at, date, closed_at }: FeedItem, now: number) =>
  (started_at !== null && started_at <= now) || hasPassed({ date, closed_at }, now);

/** When an item started, or else its betting closed: at its date, or before that. */
const underWaySince = ({ started_at, date, closed_at }: FeedItem) =>
  started_at ?? Math.min(date ?? Infinity, closed_at ?? Infinity);

/** Whether an item's date has passed, at `now` or before the database's clock was set back. */
export const hasPassed = ({ date, closed_at }: Pick<FeedItem, 'date' | 'closed_at'>, now: number): boolean =>
  closed_at !== null || (date !== null && date <= now);

/** The posts of a league that are live, to be picked or just settled. `betCounts`: how many bets of the viewer's an item has. */
function frontOf(
  { items, posts, takesBets }: FeedLeague,
  betCounts: ReadonlyMap<number, number>,
  now: number,
): FrontPost[] {
  const settledSince = now - limits.feed.settledHours * hour;
  const liveSince = now - limits.feed.liveHours * hour;
  const itemsOf = new Map<number, FeedItem[]>(posts.map(({ id }) => [id, []]));
  for (const item of items) {
    if (item.ended_at === null || item.ended_at > settledSince) itemsOf.get(item.post)?.push(item);
  }
  return posts.flatMap((post) => {
    let live = false;
    let closes: number | null = null;
    let settled: number | null = null;
    for (const item of itemsOf.get(post.id) ?? []) {
      if (isEnded(item, now)) {
        if (item.ended_at !== null) settled = Math.max(settled ?? -Infinity, item.ended_at);
      } else if (isUnderWay(item, now)) {
        live ||= underWaySince(item) > liveSince;
      } else if (takesBets && (betCounts.get(item.id) ?? 0) < betsOfPick(item.layout)) {
        closes = Math.min(closes ?? Infinity, item.date ?? Infinity);
      }
    }
    return live || closes !== null || settled !== null ? [{ ...post, live, closes, settled }] : [];
  });
}

const byPinAndAge = (one: FeedPost, other: FeedPost) =>
  Number(other.pinned) - Number(one.pinned) || other.id - one.id;
/** Compares by closing date; Infinity (no date) is last. Infinity − Infinity is NaN, so the next criterion decides. */
const byClosing = (one: FrontPost, other: FrontPost) =>
  Number(one.closes) - Number(other.closes) || byPinAndAge(one, other);

const partOf = ({ live, closes }: FrontPost) => (live ? 0 : closes !== null ? 1 : 2);
function byPart(one: FrontPost, other: FrontPost): number {
  const part = partOf(one);
  if (part !== partOf(other)) return part - partOf(other);
  if (part === 1) return byClosing(one, other);
  if (part === 2) return Number(other.settled) - Number(one.settled) || byPinAndAge(one, other);
  return byPinAndAge(one, other);
}

/**
 * A page's post ids, and the number of all posts. Only the first `offset` + `limit` of each league's `first` can be on it,
 * since posts that move to the front come before all others.
 */
export function feedPage(
  leagues: readonly FeedLeague[],
  betCounts: ReadonlyMap<number, number>,
  now: number,
  { toBet, offset, limit }: { readonly toBet: boolean; readonly offset: number; readonly limit: number },
): { ids: number[]; count: number } {
  const front = leagues.flatMap((league) => frontOf(league, betCounts, now));
  const page = (posts: readonly FeedPost[]) => posts.slice(offset, offset + limit).map(({ id }) => id);
  if (toBet) {
    const open = front.filter(({ closes }) => closes !== null).toSorted(byClosing);
    return { ids: page(open), count: open.length };
  }
  const inFront = new Set(front.map(({ id }) => id));
  const rest = leagues
    .flatMap(({ first }) => first.slice(0, offset + limit))
    .filter(({ id }) => !inFront.has(id));
  return {
    ids: page([...front.toSorted(byPart), ...rest.toSorted(byPinAndAge)]),
    count: leagues.reduce((sum, { count }) => sum + count, 0),
  };
}
