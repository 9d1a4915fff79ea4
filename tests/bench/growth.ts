import { sql } from 'kysely';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import { path } from './calls.ts';
import { median, type Figure } from './figures.ts';
import type { Program } from './programs.ts';
import { addGames, type World } from './world.ts';

/** Lists must not grow with their tables: the time of a page with large tables beside that with small ones, for one caller. */

export type Growth = {
  /** Games in other leagues. */
  readonly games: number;
  /** Games in the league that is read, without bets. */
  readonly ownGames: number;
  readonly members: number;
  readonly notifications: number;
  readonly messages: number;
};

const rounds = 101;
/** The maximum ratio of a page's time with large tables to that with small ones. */
const most = 1.2;
/** The maximum ratio of the time for games without a pick to that of a plain feed page. */
const mostToBet = 1.5;

const toBet = 'games that are not picked yet';
const feed = 'the feed';

/** Ids that lists are asked with: an item of the game, one of the league's members, and a message in the middle of the chat. */
type Ids = { readonly item: number; readonly member: number; readonly middle: number };

/** Part of the names of a few members. */
const partOfNames = encodeURIComponent('חבר 7');

/** Each list's first page, and one in its middle. */
const listsOf = (
  { league, game }: World,
  { item, member, middle }: Ids,
): Readonly<Record<string, string>> => ({
  [feed]: path('post/?as_of=now&limit=10'),
  'the feed, page 10': path('post/?as_of=now&limit=10&page=10'),
  [toBet]: path('post/?as_of=now&limit=10&to_bet=true'),
  'games that take bets': path('post/?as_of=now&limit=10&state=open'),
  'ended games': path('post/?as_of=now&limit=10&state=ended'),
  chats: path('post/?order=chat&limit=10'),
  'chats, page 3': path('post/?order=chat&limit=10&page=3'),
  'what the app asks first': path('getAppData/?'),
  'who has bet': path(`bettors/?item=${item}&limit=20`),
  'who has not bet yet': path(`missing/?post=${game}&limit=20`),
  'a member’s profile': path(`profile/?member=${member}`),
  'a league’s games': path(`post/?as_of=now&limit=10&section=${league}`),
  'a game': path(`post/${game}/?`),
  'printed games, page 10': path(`printedGames/?section=${league}&limit=10&page=10`),
  notifications: path('notification/?limit=10'),
  'notifications, page 50': path('notification/?limit=10&page=50'),
  'the chat': path(`postcomment/?comment_post=${game}&limit=20`),
  'the chat, page 25': path(`postcomment/?comment_post=${game}&limit=20&page=25`),
  'the chat, before a message in its middle': path(
    `postcomment/?comment_post=${game}&limit=4&before=${middle}`,
  ),
  'members of a league': path(`member/?section=${league}&limit=20`),
  'members of a league by name': path(`member/?section=${league}&limit=20&search=${partOfNames}`),
  'the standings': path(`standings/?section=${league}&limit=10`),
  'the standings by name': path(`standings/?section=${league}&limit=10&search=${partOfNames}`),
  'the projected standings': path(`projectedStandings/?section=${league}&limit=10`),
  'a league’s statistics': path(`statistics/?section=${league}`),
  'a member’s statistics': path(`memberStatistics/?section=${league}&member=${member}`),
});

/** A server, its database and what is in it. */
type Tables = { readonly server: Program; readonly db: Db; readonly world: World };

type Timer = {
  readonly names: readonly string[];
  /** Requests a list, and resolves with the milliseconds that takes. */
  readonly time: (list: string) => Promise<number>;
};

async function timerOf({ server, db, world }: Tables): Promise<Timer> {
  const { rows } = await sql<Ids>`
    select (select min(id) from items where post_id = ${world.game}::integer) as item,
      (select min(member_id) from league_members where league_id = ${world.league}::integer) as member, id as middle
    from comments where post_id = ${world.game}::integer
    order by id offset (select count(*) / 2 from comments where post_id = ${world.game}::integer) limit 1`.execute(
    db,
  );
  const lists = listsOf(world, onlyRow(rows));
  const headers = { 'Content-Type': 'application/json', Authorization: `Token ${world.tokens[0]}` };
  const time: Timer['time'] = async (list) => {
    const began = performance.now();
    const response = await fetch(server.url + lists[list], { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${list}: ${response.status}`);
    return performance.now() - began;
  };
  return { names: Object.keys(lists), time };
}

type Time = { readonly small: number; readonly large: number };

/** Milliseconds of each list with small tables and with large ones: medians of alternating calls. */
async function timesOf(small: Tables, large: Tables): Promise<Map<string, Time>> {
  const [ofSmall, ofLarge] = [await timerOf(small), await timerOf(large)];
  const times = new Map<string, Time>();
  for (const name of ofSmall.names) {
    const all = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      all.small.push(await ofSmall.time(name));
      all.large.push(await ofLarge.time(name));
    }
    times.set(name, { small: median(all.small), large: median(all.large) });
  }
  return times;
}

/** Adds rows to each table. The first growth is small, so that there are pages in the middle. */
async function grow(db: Db, { league, game }: World, by: Growth): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into leagues (name, code)
    select 'ליגה ' || n, 'G' || lpad(((select max(id) from leagues) + n)::text, 9, '0') from generate_series(1, 1000) n
    returning id`.execute(db);
  await sql`
    with post as (
      insert into posts (league_id, layout, created)
      select ${rows[0]?.id ?? 0}::integer + n % 1000, 'vote', now() - interval '30 days' from generate_series(1, ${by.games}::integer) n
      returning id
    ),
    item as (
      insert into items (post_id, layout, name, status, started_at, ended_at)
      select id, 'vote', 'שאלה', 'ended', now() - interval '29 days', now() - interval '29 days' from post returning id
    )
    insert into item_options (item_id, position, name) select id, n, 'תשובה' from item cross join generate_series(0, 1) n`.execute(
    db,
  );
  await addGames(db, { league, games: by.ownGames, open: 0, bettors: 0 });
  await sql`
    with person as (
      insert into members (name, new_member) select 'עוד ' || n, false from generate_series(1, ${by.members}::integer) n returning id
    )
    insert into league_members (league_id, member_id) select ${league}::integer, id from person`.execute(db);
  await sql`
    insert into notifications (member_id, kind, league_id, link, data, is_new)
    select member_id, 'new_game', ${league}::integer, 'post/' || ${game}::integer, '{"game": "מחזור"}', false
    from (select (array_agg(member_id order by member_id))[1:50] as ids from league_members where league_id = ${league}::integer) m
    cross join generate_series(1, ${by.notifications}::integer) n
    cross join lateral (select m.ids[n % 50 + 1] as member_id) reader`.execute(db);
  await sql`
    insert into live_events (type, member_id)
    select distinct 'notification', member_id from notifications`.execute(db);
  await sql`
    insert into comments (post_id, member_id, description)
    select ${game}::integer, (select min(member_id) from league_members where league_id = ${league}::integer), 'עוד'
    from generate_series(1, ${by.messages}::integer)`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Grows `large` by so many rows, and compares its lists with those of `small`, an equal world. */
export async function measureGrowth(
  small: Tables,
  large: Tables,
  by: Growth,
  report: (figure: Figure) => void,
): Promise<void> {
  for (const { db, world } of [small, large])
    await grow(db, world, {
      games: 1_000,
      ownGames: 100,
      members: 50,
      notifications: 50_000,
      messages: 1_000,
    });
  await grow(large.db, large.world, by);
  await timesOf(small, large);
  const times = await timesOf(small, large);
  for (const [name, time] of times)
    report({
      name,
      value: time.large,
      unit: 'ms',
      reference: { name: 'with small tables', value: time.small },
      bound: { of: 'ratio', atMost: most },
    });
  report({
    name: toBet,
    value: times.get(toBet)?.large ?? Number.NaN,
    unit: 'ms',
    reference: { name: feed, value: times.get(feed)?.large ?? Number.NaN },
    bound: { of: 'ratio', atMost: mostToBet },
  });
}
