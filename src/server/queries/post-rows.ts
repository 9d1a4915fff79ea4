import { sql, type RawBuilder } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { FiltersOf } from '#contract/model-registry.ts';
import type { GameState } from '#contract/models.ts';
import { isAmong } from '#server/db/among.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import { isPassedItem, isUnfinished, matchesItem } from './conditions.ts';
import { matches, matchesSearch, type PageWindow } from './paged.ts';
import { readCards, type CardMemory } from './post-cards.ts';
import { readRememberedFeed, type FeedMemory, type FeedPage } from './remembered-feeds.ts';
import { rowsOf, viewedPosts, type PostRow, type ViewedPosts } from './post-viewers.ts';
import { isMember, isRunByViewer, isVisibleLeague, viewerOf, visiblePosts, type Viewer } from './viewer.ts';

export type FeedQuery = FiltersOf<'post'> & PageWindow & { readonly search?: string };

const hasItem = (which: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from items i where i.post_id = p.id and ${which})`;
const isLive = hasItem(sql`(i.status = 'started' or (i.status = 'open' and ${isPassedItem}))`);
/** SQL: a game of one of the leagues in `place` with an item that has neither ended nor was voided. Read from an index once, not per game. */
const isInPlay = sql<boolean>`(p.id = any(array(
  select i.post_id from place join items i on i.league_id = place.id where ${isUnfinished})))`;

/** SQL by state: each game is in exactly one, posts without a game in none. */
const stateFilters: Record<GameState, RawBuilder<boolean>> = {
  live: sql`(${isInPlay} and ${isLive})`,
  open: sql`(${isInPlay} and not ${isLive})`,
  ended: sql`(${hasItem(sql`true`)} and not ${isInPlay})`,
};

/** The moment of the first page, which this page continues; null for a first page. */
const momentOf = ({ as_of }: FeedQuery) => (as_of === undefined || as_of === 'now' ? null : as_of);

/** SQL on `l` (leagues): the query covers the league, and the viewer may see its posts. */
function isInScope(viewer: Viewer, { section, ids }: FeedQuery): RawBuilder<boolean> {
  if (section !== undefined) return sql`(l.id = ${section}::integer and ${isVisibleLeague(viewer)})`;
  if (ids !== undefined)
    return sql`(l.id = any(array(select league_id from posts where ${isAmong(sql`id`, ids)}))
      and ${isVisibleLeague(viewer)})`;
  if (viewer.id === null) return sql`(not l.custom and l.active and l.removed_at is null)`;
  return sql`(l.removed_at is null and l.id = any(array(
    select league_id from league_members where member_id = ${viewer.id}::integer and active)))`;
}

/** SQL on `p` (posts) and `place`: the query covers the post. */
function isAskedFor(viewer: Viewer, query: FeedQuery): RawBuilder<boolean> {
  const parts = [
    // Pages such as the terms are read by slug only.
    sql`p.slug is null`,
    query.active === false ? sql`(not p.active and place.runs)` : sql`p.active`,
    matches(sql`p.pinned`, query.pinned),
  ];
  if (query.ids !== undefined) parts.push(isAmong(sql`p.id`, query.ids));
  if (momentOf(query) !== null) parts.push(sql`p.created <= ${momentOf(query)}::timestamptz`);
  if (query.state !== undefined) parts.push(stateFilters[query.state]);
  if (query.search) {
    parts.push(sql`(${matchesSearch(sql`p.description`, query.search)}
      or ${hasItem(matchesItem(query.search, viewer.language))})`);
  }
  return sql`${sql.join(parts, sql` and `)}`;
}

/**
 * SQL conditions on `i` (items) at the moment `moment.at` of the first page: later changes are ignored, so that later pages
 * keep the order. Dates of items are the current ones.
 */
const isEndedThen = sql`(coalesce(i.ended_at <= moment.at, false) or (i.status = 'void' and i.updated <= moment.at))`;
const isUnderWayThen = sql`(coalesce(i.started_at <= moment.at, false) or coalesce(i.date <= moment.at, false)
  or coalesce(i.closed_at <= moment.known_until, false))`;

const momentOfReading = (query: FeedQuery): RawBuilder<unknown> => sql`
  moment as materialized (
    -- In whole milliseconds, as it is answered and sent again.
    select least(${momentOf(query)}::timestamptz, date_trunc('milliseconds', clock_timestamp()) + interval '1 ms') as at,
      -- What was closed once stays closed, even if the clock was set back since.
      coalesce(${momentOf(query)}::timestamptz, 'infinity') as known_until
  )`;

/**
 * SQL: `placed`, the first `offset` + `limit` games ordered by their newest message, and `total`, the number of all; posts
 * without a league have no chat.
 */
function talkedPosts(viewer: Viewer, query: FeedQuery): RawBuilder<unknown> {
  const size = query.offset + query.limit;
  const isOfPlace = sql`p.league_id = place.id and ${isAskedFor(viewer, query)}`;
  return sql`
  ${momentOfReading(query)},
  place as materialized (
    select l.id, ${isRunByViewer(viewer)} as runs from leagues l where ${isInScope(viewer, query)}
  ),
  placed as (
    select game.* from place cross join lateral (
      with talked as materialized (
        select p.id, c.newest as talked from chats c join posts p on p.id = c.post_id
        where c.league_id = place.id and ${isOfPlace} order by c.newest desc limit ${size}::integer
      )
      select * from talked
      union all (
        select p.id, null from posts p
        where ${isOfPlace} and not exists (select from chats c where c.post_id = p.id)
        order by p.id desc limit ${size}::integer - (select count(*) from talked)
      )
    ) game
  ),
  total as (select count(*) as count from place join posts p on ${isOfPlace})`;
}

/**
 * SQL: `placed`, the first `offset` + `limit` visible posts of the query with their part of the feed, and `total`, their
 * number. The parts:
 * 0. Live: an item has started, or its betting has closed, within the last `limits.feed.liveHours`, and it has not ended.
 * 1. To bet on: an item takes bets and has none of the viewer (a guest has none); the soonest to close first.
 * 2. Just settled: an item has ended within the last `limits.feed.settledHours`; the latest first.
 * 3. The rest.
 * A post is in the first part that fits. Within a part, equal posts are ordered by pinned first, then newest; a pinned post
 * never leaves its part.
 */
function placedPosts(viewer: Viewer, query: FeedQuery): RawBuilder<unknown> {
  const { to_bet, offset, limit } = query;
  const isAsked = isAskedFor(viewer, query);
  const isOfPlace = sql`${isAsked} and p.league_id = place.id`;
  const isOfNone = sql`${isAsked} and p.league_id is null`;
  const first = (of: RawBuilder<unknown>) => sql`
    select p.id, p.pinned from posts p
    where ${of} and p.id <> all(array(select id from front))
    order by p.pinned desc, p.id desc limit ${offset + limit}::integer`;
  // Posts without a league are in the feed, but not in a league's list.
  const hasOfNone = query.section === undefined && query.everyone !== false && to_bet !== true;
  const isShown = to_bet === undefined ? sql`true` : sql`(closes is not null) = ${to_bet}::boolean`;
  return sql`
  ${momentOfReading(query)},
  place as materialized (
    select l.id, l.active and ${query.active !== false}::boolean as takes_bets, ${isRunByViewer(viewer)} as runs
    from leagues l where ${isInScope(viewer, query)} and ${query.everyone !== true}::boolean
      and ${to_bet === true ? isMember(viewer) : sql`true`}
  ),
  nowhere as materialized (select ${viewer.isStaff}::boolean as runs where ${hasOfNone}::boolean),
  -- The posts with an item in play, or one that was over lately: the others' part does not depend on their items.
  recent as materialized (
    select i.post_id,
      bool_or(state.under_way and not state.ended
        and coalesce(i.started_at, least(i.date, i.closed_at)) > moment.at - ${limits.feed.liveHours}::integer * interval '1 hour') as live,
      min(coalesce(i.date, 'infinity')) filter (where place.takes_bets and not state.under_way and not state.ended
        -- A score with one side missing is no bet (decisions §6).
        and (select count(*) from bets b where b.item_id = i.id and b.member_id = ${viewer.id}::integer and b.created <= moment.at)
          < case i.layout when 'home/away' then 2 else 1 end) as closes,
      max(i.ended_at) filter (where state.ended) as settled
    from moment
    cross join place
    join items i on i.league_id = place.id
      and over_at(i.status, i.ended_at, i.updated) > moment.at - ${limits.feed.settledHours}::integer * interval '1 hour'
      and (i.ended_at is null or i.ended_at > moment.at - ${limits.feed.settledHours}::integer * interval '1 hour')
    cross join lateral (select ${isEndedThen} as ended, ${isUnderWayThen} as under_way) state
    group by i.post_id
  ),
  front as materialized (
    select p.id, p.pinned, s.closes, s.settled,
      case when s.live then 0 when s.closes is not null then 1 else 2 end as part
    from recent s join posts p on p.id = s.post_id join place on place.id = p.league_id
    where ${isAsked} and (s.live or s.closes is not null or s.settled is not null)
  ),
  placed as (
    select id, pinned, part, closes, settled from front where ${isShown}
    ${
      to_bet === true
        ? sql``
        : sql`
    union all
    select rest.id, rest.pinned, 3, null, null from place cross join lateral (${first(isOfPlace)}) rest
    union all
    select rest.id, rest.pinned, 3, null, null from nowhere place cross join lateral (${first(isOfNone)}) rest`
    }
  ),
  total as (
    select ${
      to_bet === true
        ? sql`(select count(*) from placed)`
        : sql`(select count(*) from place join posts p on ${isOfPlace})
        + (select count(*) from nowhere place join posts p on ${isOfNone})
        - (select count(*) from front where not (${isShown}))`
    } as count
  )`;
}

type PostMemory = FeedMemory & { readonly cards: CardMemory };
/**
 * Access for reading posts. `memory` is null in a transaction, which sees uncommitted changes, and while the caches are not
 * current: then one query costs less than filling them.
 */
export type PostReader = { readonly db: Db; readonly memory: PostMemory | null; readonly viewer: Viewer };
export const postReader = (ctx: Context): PostReader => ({
  db: ctx.db,
  memory: ctx.locks || !ctx.platform.caches.isCurrent() ? null : ctx.platform.caches,
  viewer: viewerOf(ctx),
});

/** The rows of these ids, in order; missing posts are left out. */
async function readRows(
  { db, memory, viewer }: PostReader,
  ids: readonly number[],
  viewed: ViewedPosts,
): Promise<PostRow[]> {
  const rows = rowsOf(await readCards(db, memory?.cards ?? null, viewer.language, ids), viewed);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/**
 * A page of the feed in the order of `placedPosts`; with `to_bet` by closing date, with `order` by the latest message. One
 * round trip, and one more for uncached cards. `asOf` is the moment of the order: sent as `as_of` with later pages, it
 * makes every post appear once, whatever happens meanwhile. Posts created after it are left out, and so are removed ones.
 */
export async function readFeed(
  reader: PostReader,
  query: FeedQuery,
): Promise<{ rows: PostRow[]; count: number; asOf: string }> {
  const { db, memory, viewer } = reader;
  const page =
    (memory && (await readRememberedFeed(db, memory, viewer, query))) ?? (await queryFeed(db, viewer, query));
  return { rows: await readRows(reader, page.ids, page.viewed), count: page.count, asOf: page.as_of };
}

/** A page of the feed, from the database. */
async function queryFeed(db: Db, viewer: Viewer, query: FeedQuery): Promise<FeedPage> {
  const byChat = query.order === 'chat';
  const order = byChat
    ? sql`talked desc nulls last, id desc`
    : query.to_bet === true
      ? sql`closes, pinned desc, id desc`
      : sql`part, case part when 1 then closes end, case part when 2 then settled end desc, pinned desc, id desc`;
  const { rows } = await sql<FeedPage>`
    with ${byChat ? talkedPosts(viewer, query) : placedPosts(viewer, query)},
    page as materialized (
      select array(
        select id from placed order by ${order} limit ${query.limit}::integer offset ${query.offset}::integer
      ) as ids
    )
    select total.count, moment.at as as_of, page.ids, ${viewedPosts(viewer, sql`page.ids`)} as viewed
    from page cross join moment cross join total`.execute(db);
  return onlyRow(rows);
}

/** One post; null if the viewer may not see it. */
export async function readPost(reader: PostReader, id: number): Promise<PostRow | null> {
  const { db, viewer } = reader;
  const { rows } = await sql<{ viewed: ViewedPosts }>`
    select ${viewedPosts(viewer, sql`array[${id}::integer]`)} as viewed
    from posts p left join leagues l on l.id = p.league_id
    where p.id = ${id}::integer and ${visiblePosts(viewer)}`.execute(db);
  const [row] = rows;
  return row ? ((await readRows(reader, [id], row.viewed))[0] ?? null) : null;
}
