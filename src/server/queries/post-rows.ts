import { sql, type RawBuilder } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import type { FiltersOf } from '#contract/model-registry.ts';
import type { GameState } from '#contract/models.ts';
import type { RuleValue } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';
import { callerId, isStaff, type Context } from '#server/http/context.ts';
import type { NamedPicture } from '#server/presenters/picture.ts';
import { isInLeague, isPassedItem, matchesItem, namedPictureJson, tableOrder } from './conditions.ts';
import { memberName, type Reader } from '#server/db/content-names.ts';
import { itemRows, type ItemRow } from './item-rows.ts';
import { matches, matchesSearch, type PageWindow } from './paged.ts';

export type PostRow = {
  id: number;
  slug: string | null;
  created: string;
  updated: string;
  active: boolean;
  due_date: string | null;
  layout: Layout | null;
  description: string;
  rounds: number;
  group_size: number;
  even_breakpoint: number;
  hide_options: boolean;
  pinned: boolean;
  rules: Record<string, RuleValue>;
  league: (NamedPicture & { custom: boolean }) | null;
  author: NamedPicture | null;
  runs: boolean;
  is_member: boolean;
  items: ItemRow[];
  votes: number;
  voters: NamedPicture[];
  winner: { member: NamedPicture; ties: number } | null;
  comments: number;
  clans: number[];
};

/** The reader of a query. Staff see and run everything; id null is a guest. */
type Viewer = Reader & { readonly isStaff: boolean };
export const viewerOf = (ctx: Context): Viewer => ({
  id: callerId(ctx),
  language: ctx.language,
  isStaff: isStaff(ctx),
});

const isMember = (viewer: Viewer) => isInLeague(sql`p.league_id`, viewer.id);
const isRunByViewer = (viewer: Viewer) => sql<boolean>`(${viewer.isStaff}::boolean
  or coalesce(l.custom and l.owner_id = ${viewer.id}::integer and ${isMember(viewer)}, false))`;

/**
 * SQL condition on `p` (posts) and `l` (leagues): posts visible to the viewer, by the rules of auth/access.ts. A
 * removed post is visible to those who run it; a removed league hides its posts.
 */
export const visiblePosts = (viewer: Viewer): RawBuilder<boolean> => sql`
  ((p.active or ${isRunByViewer(viewer)})
    and (p.league_id is null or (l.removed_at is null
      and ((not l.custom and l.active) or ${viewer.isStaff}::boolean or ${isMember(viewer)}))))`;

/**
 * First place in the table of post `p` alone, as queries/standings.ts ranks it: the viewer's where it is theirs, and how
 * many share it. Null until all of its items are over, and where nobody has points.
 */
const winnerJson = (viewer: Viewer) => sql`
  case when ${stateFilters.ended} then (
    select jsonb_build_object('member', ${namedPictureJson('m', 'g')}, 'ties', first.ties)
    from (
      select member_id, count(*) over () - 1 as ties
      from (
        select line.member_id, rank() over (order by ${tableOrder(sql`l.tie_break`, {
          points: sql`sum(line.points)`,
          exact: sql`sum(line.exact)`,
          difference: sql`sum(line.difference)`,
          outcome: sql`sum(line.outcome)`,
        })}) as rank
        from ledger line
        join league_members lm on lm.league_id = line.league_id and lm.member_id = line.member_id and lm.active
        where line.post_id = p.id group by line.member_id having sum(line.points) > 0
      ) ranked
      where rank = 1
    ) first
    join members m on m.id = first.member_id
    left join images g on g.id = m.image_id
    order by m.id is not distinct from ${viewer.id}::integer desc, m.name, m.id limit 1
  ) end`;

// Everything a post card shows, from the page of ids alone.
const postJson = (viewer: Viewer) => sql`
  select jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'created', p.created, 'updated', p.updated, 'active', p.active, 'due_date', p.due_date,
    'layout', p.layout, 'description', p.description, 'rounds', p.rounds, 'group_size', p.group_size,
    'even_breakpoint', p.even_breakpoint, 'hide_options', p.hide_options, 'pinned', p.pinned, 'rules', p.rules,
    'league', case when l.id is not null then ${namedPictureJson('l', 'league_image')} || jsonb_build_object('custom', l.custom) end,
    'author', case when a.id is not null then ${namedPictureJson('a', 'author_image', memberName('a', viewer.language))} end,
    'runs', ${isRunByViewer(viewer)}, 'is_member', ${isMember(viewer)},
    'items', coalesce(game.items, '[]'), 'votes', crowd.votes, 'voters', crowd.voters,
    'winner', ${winnerJson(viewer)},
    'comments', (select count(*) from comments c where c.post_id = p.id and c.active),
    'clans', coalesce((
      select jsonb_agg(lg.group_id order by lg.group_id) from league_groups lg
      join group_members gm on gm.group_id = lg.group_id and gm.member_id = ${viewer.id}::integer and gm.active
      where lg.league_id = p.league_id), '[]')
  ) as post
  from posts p
  left join leagues l on l.id = p.league_id
  left join images league_image on league_image.id = l.image_id
  left join members a on a.id = p.author_id
  left join images author_image on author_image.id = a.image_id
  -- The items' own query has a p as well.
  cross join lateral (select p.id) outer_post
  cross join lateral (
    select jsonb_agg(to_jsonb(item) order by item.position, item.id) as items
    from (${itemRows(viewer, sql`i.post_id = outer_post.id`)}) item
  ) game
  cross join lateral (
    select count(*) as votes,
      coalesce(jsonb_agg(${namedPictureJson('m', 'g', memberName('m', viewer.language))} order by bettor.since, m.id)
        filter (where bettor.place <= 5), '[]') as voters
    from (
      select b.member_id, min(b.since) as since, row_number() over (order by min(b.since), b.member_id) as place
      from items i
      cross join lateral (
        -- As in item_bettors; the view, joined, would be computed of every bet there is.
        select b.member_id, min(b.created) as since from bets b where b.item_id = i.id
        group by b.member_id having i.layout <> 'home/away' or count(*) = 2
      ) b
      where i.post_id = p.id group by b.member_id
    ) bettor
    join members m on m.id = bettor.member_id
    left join images g on g.id = m.image_id
  ) crowd`;

type FeedQuery = FiltersOf<'post'> & PageWindow & { readonly search?: string };

const hasItem = (which: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from items i where i.post_id = p.id and ${which})`;
const isLive = hasItem(sql`(i.status = 'started' or (i.status = 'open' and ${isPassedItem}))`);
const hasOpenItem = hasItem(sql`i.status = 'open'`);

/** Each game is in exactly one state; posts without a game are in none. */
const stateFilters: Record<GameState, RawBuilder<boolean>> = {
  live: isLive,
  open: sql`(${hasOpenItem} and not ${isLive})`,
  ended: sql`(${hasItem(sql`true`)} and not ${hasOpenItem} and not ${isLive})`,
};

/** The moment of an earlier page, which this one goes on from. */
const momentOf = ({ as_of }: FeedQuery) => (as_of === undefined || as_of === 'now' ? null : as_of);

function feedFilter(viewer: Viewer, query: FeedQuery): RawBuilder<boolean> {
  const scope =
    query.section !== undefined
      ? sql<boolean>`p.league_id = ${query.section}::integer`
      : query.ids !== undefined
        ? sql<boolean>`true`
        : viewer.id === null
          ? sql<boolean>`(p.league_id is null or not l.custom)`
          : sql<boolean>`(p.league_id is null or ${isMember(viewer)})`;
  const parts = [
    // The rules and the terms are read by slug only.
    sql`p.slug is null`,
    visiblePosts(viewer),
    scope,
    query.active === false ? sql`not p.active` : sql`p.active`,
    matches(sql`p.pinned`, query.pinned),
    matches(sql`(p.league_id is null)`, query.everyone),
  ];
  if (query.ids !== undefined) parts.push(sql`p.id = any(${[...query.ids]}::integer[])`);
  if (query.to_bet === true) parts.push(isMember(viewer));
  if (momentOf(query) !== null) parts.push(sql`p.created <= ${momentOf(query)}::timestamptz`);
  if (query.state !== undefined) parts.push(stateFilters[query.state]);
  if (query.search) {
    parts.push(sql`(${matchesSearch(sql`p.description`, query.search)}
      or ${hasItem(matchesItem(query.search, viewer.language))})`);
  }
  return sql`${sql.join(parts, sql` and `)}`;
}

/**
 * SQL conditions on `i` (items) at the moment `moment.at` of a reading: what happened after it is left out, so that a
 * later page of the reading has the order of the first. The dates of items are what they are now.
 */
const isEndedThen = sql`(coalesce(i.ended_at <= moment.at, false) or (i.status = 'void' and i.updated <= moment.at))`;
const isUnderWayThen = sql`(coalesce(i.started_at <= moment.at, false) or coalesce(i.date <= moment.at, false)
  or coalesce(i.closed_at <= moment.known_until, false))`;

/**
 * `placed`: the visible posts that the query asks for, each in its part of the feed.
 * 0. Live: an item has started, or its date has passed, within the last `limits.feed.liveHours`, and it has not ended.
 * 1. To be picked: an item takes bets and has none of the viewer (a guest has none); the soonest to close first.
 * 2. Just settled: an item has ended within the last `limits.feed.settledHours`; the latest first.
 * 3. The rest.
 * A post is in the first of the parts that fit. In each part, of those alike, pinned posts come first, then the newest:
 * a pinned post stands at the top of its own part, and above none of an earlier one.
 */
const placedPosts = (viewer: Viewer, query: FeedQuery) => sql`
  moment as materialized (
    -- In whole milliseconds, as it is answered and sent again.
    select least(${momentOf(query)}::timestamptz, date_trunc('milliseconds', clock_timestamp()) + interval '1 ms') as at,
      -- What was closed once stays closed, even if the clock was set back since.
      coalesce(${momentOf(query)}::timestamptz, 'infinity') as known_until
  ),
  visible as materialized (
    select p.id, p.pinned, p.active and coalesce(l.active, false) as takes_bets
    from posts p left join leagues l on l.id = p.league_id where ${feedFilter(viewer, query)}
  ),
  mine as materialized (
    select b.item_id, count(*) as options from bets b cross join moment
    where b.member_id = ${viewer.id}::integer and b.created <= moment.at group by b.item_id
  ),
  -- The items that a post's part depends on: of most posts there are none.
  recent as (
    select v.id, v.takes_bets, i.date, i.ended_at, ${isEndedThen} as ended, ${isUnderWayThen} as under_way,
      coalesce(i.started_at, i.date, i.closed_at) > moment.at - ${limits.feed.liveHours}::integer * interval '1 hour' as lately,
      -- A score with one side missing is no bet (decisions §6).
      coalesce(mine.options, 0) >= case i.layout when 'home/away' then 2 else 1 end as picked
    from visible v
    join items i on i.post_id = v.id
    cross join moment
    left join mine on mine.item_id = i.id
    where i.ended_at is null or i.ended_at > moment.at - ${limits.feed.settledHours}::integer * interval '1 hour'
  ),
  standing as (
    select id, bool_or(under_way and not ended and lately) as live,
      min(coalesce(date, 'infinity')) filter (where takes_bets and not under_way and not ended and not picked) as closes,
      max(ended_at) filter (where ended) as settled
    from recent group by id
  ),
  placed as materialized (
    select v.id, v.pinned, s.closes, s.settled,
      case when s.live then 0 when s.closes is not null then 1 when s.settled is not null then 2 else 3 end as part
    from visible v left join standing s on s.id = v.id
    where ${query.to_bet === undefined ? sql`true` : sql`(s.closes is not null) = ${query.to_bet}::boolean`}
  )`;

/**
 * A page of the feed in one round trip, in the order of `placedPosts`; with `to_bet` by closing date alone. `as_of` is
 * the moment the order is of: a reading sends it with every later page, and has every post once, whatever happened in
 * between. What is made after it is not in it; what is removed is not, as of now.
 */
export async function readFeed(
  db: Db,
  viewer: Viewer,
  query: FeedQuery,
): Promise<{ rows: PostRow[]; count: number; asOf: string }> {
  const order =
    query.to_bet === true
      ? sql`closes, pinned desc, id desc`
      : sql`part, case part when 1 then closes end, case part when 2 then settled end desc, pinned desc, id desc`;
  const { rows } = await sql<{ count: number; as_of: string; posts: PostRow[] }>`
    with ${placedPosts(viewer, query)},
    page as (
      select id, place from unnest(array(
        select id from placed order by ${order} limit ${query.limit}::integer offset ${query.offset}::integer
      )) with ordinality as chosen (id, place)
    )
    select (select count(*) from placed) as count, (select at from moment) as as_of,
      (select coalesce(jsonb_agg(one.post order by page.place), '[]')
       from page cross join lateral (${postJson(viewer)} where p.id = page.id) one) as posts`.execute(db);
  const [page] = rows;
  if (!page) throw new Error('a page of no row');
  return { rows: page.posts, count: page.count, asOf: page.as_of };
}

/** One post, or null if it is invisible to the viewer. */
export async function readPost(db: Db, viewer: Viewer, id: number): Promise<PostRow | null> {
  const { rows } = await sql<{ post: PostRow }>`
    ${postJson(viewer)} where p.id = ${id}::integer and ${visiblePosts(viewer)}`.execute(db);
  return rows[0]?.post ?? null;
}
