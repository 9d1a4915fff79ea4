import { sql, type RawBuilder } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Reason } from '#contract/models.ts';
import { renamedReason } from '#server/db/content-names.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import type { NamedPicture } from '#server/presenters/picture.ts';
import { namedPictureJson } from './conditions.ts';
import { feedPage, hasPassed, restOf, type FeedLeague } from './feed-order.ts';
import type { FeedQuery } from './post-rows.ts';
import type { ViewedPosts } from './post-viewers.ts';
import type { Viewer } from './viewer.ts';

/**
 * A member's feed from memory: what its order needs to know of a league is the same for everyone. What is the member's
 * own, bets, points and jokers, is read each time.
 */

/** The cached data of a league for its members' feeds. */
export type RememberedLeague = FeedLeague & {
  /** Id of the owner, if they are a member. */
  readonly owner: number | null;
  /** Item ids by post id, of its posts in play and its first posts. */
  readonly itemsOf: ReadonlyMap<number, readonly number[]>;
};

/** The data of a removed league. */
const empty: RememberedLeague = {
  takesBets: false,
  owner: null,
  items: [],
  posts: [],
  first: [],
  count: 0,
  games: 0,
  itemsOf: new Map(),
};

/** A member, and their leagues with the ids of their groups; null if the member does not exist. */
export type RememberedViewer = {
  readonly me: NamedPicture;
  readonly leagues: readonly { readonly id: number; readonly clans: number[] }[];
} | null;

export type FeedMemory = Pick<Context['platform']['caches'], 'feedLeagues' | 'feedViewers'>;

/** Maximum posts of a league cached besides those in play. */
const mostFirst = 100;
/** Items whose bets are read for one page: all that are in play, and those of the posts that may be on it. */
const mostItems = 1000;
/** The id that stands for posts without a league. */
const noLeague = 0;

const postJson = sql`jsonb_build_object('id', p.id, 'pinned', p.pinned, 'items', (
  select coalesce(jsonb_agg(i.id), '[]') from items i where i.post_id = p.id))`;
const milliseconds = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8 * 1000`;

async function loadLeague(db: Db, id: number): Promise<RememberedLeague> {
  type PostRow = { id: number; pinned: boolean; items: number[] };
  type Row = Pick<FeedLeague, 'items' | 'count' | 'games'> & {
    active: boolean;
    owner: number | null;
    posts: PostRow[];
    first: PostRow[];
  };
  const isPost = sql`p.slug is null and p.active
    and ${id === noLeague ? sql`p.league_id is null` : sql`p.league_id = ${id}::integer`}`;
  const { rows } = await sql<Row>`
    with item as materialized (
      select i.* from items i join posts p on p.id = i.post_id and p.slug is null and p.active
      where i.league_id = ${id}::integer
        and over_at(i.status, i.ended_at, i.updated) > clock_timestamp() - ${limits.feed.settledHours}::integer * interval '1 hour'
      -- With one more no page is made of them.
      limit ${mostItems + 1}::integer
    )
    select coalesce(l.active, false) as active, case when l.custom then l.owner_id end as owner,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'post', i.post_id, 'layout', i.layout, 'status', i.status,
        'date', ${milliseconds('i.date')}, 'started_at', ${milliseconds('i.started_at')},
        'ended_at', ${milliseconds('i.ended_at')}, 'closed_at', ${milliseconds('i.closed_at')})) from item i), '[]') as items,
      coalesce((select jsonb_agg(${postJson}) from posts p where p.id in (select post_id from item)), '[]') as posts,
      coalesce((
        select jsonb_agg(${postJson} order by p.pinned desc, p.id desc) from (
          select p.id, p.pinned from posts p where ${isPost} order by p.pinned desc, p.id desc limit ${mostFirst}::integer
        ) p), '[]') as first,
      (select count(*) from posts p where ${isPost}) as count,
      (select count(*) from posts p where ${isPost} and exists (select from items i where i.post_id = p.id)) as games
    from (select ${id}::integer as id) asked
    left join leagues l on l.id = asked.id
    where asked.id = ${noLeague}::integer or l.removed_at is null`.execute(db);
  const [row] = rows;
  if (!row) return empty;
  const { active, posts, first, ...league } = row;
  const feedPostOf = ({ id: post, pinned, items }: PostRow) => ({
    id: post,
    pinned,
    isGame: items.length > 0,
  });
  return {
    ...league,
    takesBets: active,
    posts: posts.map(feedPostOf),
    first: first.map(feedPostOf),
    itemsOf: new Map([...posts, ...first].map(({ id: post, items }) => [post, items])),
  };
}

const readLeague = (db: Db, { feedLeagues }: FeedMemory, id: number): Promise<RememberedLeague> =>
  feedLeagues.getOrLoad(
    `${id}`,
    () => loadLeague(db, id),
    ({ items, itemsOf }) => ({
      tags: [`feed:${id}`, `league:${id}`],
      bytes: 200 * (items.length + 3 * itemsOf.size),
    }),
  );

async function loadViewer(db: Db, id: number): Promise<RememberedViewer> {
  const { rows } = await sql<NonNullable<RememberedViewer>>`
    select ${namedPictureJson('m', 'g')} as me, coalesce((
      select jsonb_agg(jsonb_build_object('id', lm.league_id, 'clans', coalesce((
        select jsonb_agg(lg.group_id order by lg.group_id) from league_groups lg
        join group_members gm on gm.group_id = lg.group_id and gm.member_id = m.id and gm.active
        where lg.league_id = lm.league_id), '[]')))
      from league_members lm where lm.member_id = m.id and lm.active), '[]') as leagues
    from members m left join images g on g.id = m.image_id where m.id = ${id}::integer`.execute(db);
  return rows[0] ?? null;
}

const readViewer = (db: Db, { feedViewers }: FeedMemory, id: number): Promise<RememberedViewer> =>
  feedViewers.getOrLoad(
    `${id}`,
    () => loadViewer(db, id),
    (viewer) => {
      const leagues = viewer?.leagues.map((league) => `league:${league.id}`) ?? [];
      const tags = [`viewer:${id}`, `member:${id}`, ...leagues];
      return { tags, bytes: 500 + 400 * tags.length };
    },
  );

type OwnBets = NonNullable<ViewedPosts['items'][number]['bets']>;
type Own = {
  /** The database's time: `as_of` as a timestamp in whole milliseconds, `now` in milliseconds since 1970. */
  as_of: string;
  now: number;
  bets: [item: number, option: number, bet: number, value: number][];
  versions: [item: number, version: number][];
  points: { item: number; total: number; reason: Reason }[];
  jokers: ViewedPosts['jokers'];
};

/** The viewer's own data on these items and posts, and the database's time. */
async function readOwn(
  db: Db,
  { id, language }: Viewer,
  items: readonly number[],
  posts: readonly number[],
): Promise<Own> {
  // Ids as text, since long array parameters make PostgreSQL plan the statement each time.
  const array = (ids: readonly number[]): RawBuilder<unknown> =>
    sql`string_to_array(${ids.join(',')}::text, ',')::integer[]`;
  const { rows } = await sql<Own>`
    select moment.at as as_of, extract(epoch from moment.at)::float8 * 1000 as now,
      coalesce((
        -- Item by item: a member's bets grow with every game.
        select jsonb_agg(jsonb_build_array(b.item_id, b.item_option_id, b.id, b.value))
        from unnest(${array(items)}) item (id)
        join bets b on b.item_id = item.id and b.member_id = ${id}::integer), '[]') as bets,
      coalesce((
        select jsonb_agg(jsonb_build_array(s.item_id, s.version))
        from unnest(${array(items)}) item (id)
        join seals s on s.item_id = item.id and s.member_id = ${id}::integer), '[]') as versions,
      coalesce((
        select jsonb_agg(jsonb_build_object('item', item.id, 'total', mine.total, 'reason', ${renamedReason(sql`mine.reason`, language)}))
        from unnest(${array(items)}) item (id)
        cross join lateral (
          select total, reason from ledger l
          where l.item_id = item.id and l.member_id = ${id}::integer order by l.id desc limit 1
        ) mine), '[]') as points,
      coalesce((
        select jsonb_agg(jsonb_build_object('post', j.post_id, 'item', j.item_id))
        from jokers j where j.post_id = any(${array(posts)}) and j.member_id = ${id}::integer), '[]') as jokers
    from (select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as at) moment`.execute(db);
  return onlyRow(rows);
}

/** Whether the cache can answer the query: first pages of the feed or of a league, also of games to bet on or in one state. */
const isRemembered = (query: FeedQuery): boolean =>
  (query.as_of === undefined || query.as_of === 'now') &&
  query.active !== false &&
  query.to_bet !== false &&
  query.everyone !== true &&
  query.order === undefined &&
  query.pinned === undefined &&
  query.ids === undefined &&
  (query.state === undefined || query.to_bet === undefined) &&
  !query.search;

/** A page of a feed: post ids in order, the total count, and the moment of the order. */
export type FeedPage = { ids: number[]; count: number; as_of: string; viewed: ViewedPosts };

type Place = { id: number; clans: number[]; is_member: boolean };

/** The viewer's leagues that the query covers, and the place of posts without a league if it covers them. */
function placesOf(viewer: NonNullable<RememberedViewer>, { section, everyone }: FeedQuery): Place[] {
  const leagues = viewer.leagues.filter(({ id }) => section === undefined || id === section);
  const hasOfNone = section === undefined && everyone !== false;
  return [
    ...leagues.map(({ id, clans }) => ({ id, clans, is_member: true })),
    ...(hasOfNone ? [{ id: noLeague, clans: [], is_member: false }] : []),
  ];
}

/** The viewer's own data on posts and items, in the shape of the database's query. */
function viewedOf(
  { me }: NonNullable<RememberedViewer>,
  posts: readonly { id: number; roles: Omit<ViewedPosts['posts'][number], 'id'>; items: readonly number[] }[],
  open: ReadonlySet<number>,
  {
    bets,
    versions,
    points,
    jokers,
  }: Omit<Own, 'as_of' | 'now' | 'bets'> & { bets: ReadonlyMap<number, OwnBets> },
): ViewedPosts {
  const pointsOf = new Map(points.map((line) => [line.item, line]));
  const versionOf = new Map(versions);
  return {
    me,
    posts: posts.map(({ id, roles }) => ({ id, ...roles })),
    items: posts.flatMap(({ items }) =>
      items.map((id) => {
        const { total = null, reason = null } = pointsOf.get(id) ?? {};
        const bet_version = versionOf.get(id) ?? null;
        return { id, open: open.has(id), bets: bets.get(id) ?? null, bet_version, total, reason };
      }),
    ),
    jokers,
  };
}

/**
 * A page of a member's feed in the order of `placedPosts`, with the member's own data, in one small query. Null if it has to
 * be read from the database.
 */
export async function readRememberedFeed(
  db: Db,
  memory: FeedMemory,
  viewer: Viewer,
  query: FeedQuery,
): Promise<FeedPage | null> {
  if (viewer.id === null || !isRemembered(query)) return null;
  const known = await readViewer(db, memory, viewer.id);
  const places = known ? placesOf(known, query) : [];
  // The viewer may not be in the league, which may be visible to everybody.
  if (!known || (query.section !== undefined && places.length === 0)) return null;
  const leagues = await Promise.all(places.map(({ id }) => readLeague(db, memory, id)));
  const filter = { toBet: query.to_bet === true, state: query.state };
  const rests = leagues.map((league) => restOf(league, filter, query.offset + query.limit));
  if (rests.includes(null)) return null;

  const mayBeOnPage = new Map(
    leagues.flatMap(({ posts, itemsOf, owner }, at) => {
      const { clans = [], is_member = false } = places[at] ?? {};
      const roles = { runs: viewer.isStaff || (is_member && owner === viewer.id), is_member, clans };
      return [...posts, ...(rests[at] ?? [])].map(
        ({ id }) => [id, { id, roles, items: itemsOf.get(id) ?? [] }] as const,
      );
    }),
  );
  const items = [...mayBeOnPage.values()].flatMap((post) => post.items);
  if (items.length > mostItems) return null;
  const { as_of, now, ...own } = await readOwn(db, viewer, items, [...mayBeOnPage.keys()]);

  const bets = new Map<number, OwnBets>();
  for (const [item, option, bet, value] of own.bets)
    bets.set(item, [...(bets.get(item) ?? []), { option, bet, value }]);
  const betCounts = new Map([...bets].map(([item, { length }]) => [item, length]));
  const { ids, count } = feedPage(leagues, betCounts, now, { ...query, ...filter });
  const inPlay = leagues.flatMap((league) => league.items);
  const open = inPlay.filter((item) => item.status === 'open' && !hasPassed(item, now)).map(({ id }) => id);
  const posts = ids.flatMap((id) => mayBeOnPage.get(id) ?? []);
  return { ids, count, as_of, viewed: viewedOf(known, posts, new Set(open), { ...own, bets }) };
}
