import { limits } from '#contract/limits.ts';
import type { Layout } from '#contract/layouts.ts';
import type { GameState, ItemStatus } from '#contract/models.ts';

/**
 * The feed order of `placedPosts` and the states of games (post-rows.ts), computed from cached leagues. Times are in milliseconds
 * since 1970.
 */

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
/** `isGame`: it has items. */
type FeedPost = { readonly id: number; readonly pinned: boolean; readonly isGame: boolean };

/** The data of a league for the feed order. Posts without a league form one of their own. */
export type FeedLeague = {
  /** False for an archived league. */
  readonly takesBets: boolean;
  readonly items: readonly FeedItem[];
  /** The posts of these items, in any order. */
  readonly posts: readonly FeedPost[];
  /** The first of all its posts: pinned ones, then newest first. */
  readonly first: readonly FeedPost[];
  /** The number of all its posts, and of those with items. */
  readonly count: number;
  readonly games: number;
};

/** What a feed shows: all posts, those to bet on, or games in one state. */
export type FeedFilter = { readonly toBet: boolean; readonly state?: GameState | undefined };

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

const isInPlay = ({ status }: FeedItem) => status === 'open' || status === 'started';
const postsOf = (items: readonly FeedItem[]) => new Set(items.map(({ post }) => post));
const gamesInPlay = ({ items }: FeedLeague) => postsOf(items.filter(isInPlay));
const liveGames = ({ items }: FeedLeague, now: number) =>
  postsOf(items.filter((item) => isInPlay(item) && (item.status === 'started' || hasPassed(item, now))));

/** Whether a game is in this state. */
function isInState(
  state: GameState,
  leagues: readonly FeedLeague[],
  now: number,
): (post: FeedPost) => boolean {
  const inPlay = new Set(leagues.flatMap((league) => [...gamesInPlay(league)]));
  if (state === 'ended') return ({ id }) => !inPlay.has(id);
  const live = new Set(leagues.flatMap((league) => [...liveGames(league, now)]));
  return ({ id }) => inPlay.has(id) && live.has(id) === (state === 'live');
}

/** How many of a league's posts are shown. */
function countOf(league: FeedLeague, { state }: FeedFilter, now: number): number {
  if (state === undefined) return league.count;
  const inPlay = gamesInPlay(league).size;
  if (state === 'ended') return league.games - inPlay;
  const live = liveGames(league, now).size;
  return state === 'live' ? live : inPlay - live;
}

/**
 * The posts of a league that may follow the front among the first `size` that are shown; null if the cache has too few. Posts
 * that move to the front come before all others, so that only so many of `first` can.
 */
export function restOf(league: FeedLeague, filter: FeedFilter, size: number): readonly FeedPost[] | null {
  const { toBet, state } = filter;
  if (toBet) return [];
  if (state === 'live' || state === 'open') return league.posts;
  const { first } = league;
  const inPlay = state === 'ended' ? gamesInPlay(league) : null;
  const shown = inPlay ? first.filter(({ id, isGame }) => isGame && !inPlay.has(id)) : first;
  const rest = shown.slice(0, size);
  // Whether a game is over does not depend on the time.
  return rest.length < Math.min(size, countOf(league, filter, 0)) ? null : rest;
}

/** A page's post ids, and the number of all posts that are shown. `betCounts`: how many bets of the viewer's an item has. */
export function feedPage(
  leagues: readonly FeedLeague[],
  betCounts: ReadonlyMap<number, number>,
  now: number,
  { offset, limit, ...filter }: FeedFilter & { readonly offset: number; readonly limit: number },
): { ids: number[]; count: number } {
  const front = leagues.flatMap((league) => frontOf(league, betCounts, now));
  const page = (posts: readonly FeedPost[]) => posts.slice(offset, offset + limit).map(({ id }) => id);
  if (filter.toBet) {
    const open = front.filter(({ closes }) => closes !== null).toSorted(byClosing);
    return { ids: page(open), count: open.length };
  }
  const inFront = new Set(front.map(({ id }) => id));
  const rest = leagues
    .flatMap((league) => restOf(league, filter, offset + limit) ?? [])
    .filter(({ id }) => !inFront.has(id));
  const posts = [...front.toSorted(byPart), ...rest.toSorted(byPinAndAge)];
  const { state } = filter;
  return {
    ids: page(state === undefined ? posts : posts.filter(isInState(state, leagues, now))),
    count: leagues.reduce((sum, league) => sum + countOf(league, filter, now), 0),
  };
}
