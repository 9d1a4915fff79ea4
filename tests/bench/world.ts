import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** A league of friends in a database of its own, filled by statements. */

export type WorldSize = {
  readonly members: number;
  /** Games of four matches each, on which everybody has bet. */
  readonly games: number;
  /** Messages in the chat of the newest game. */
  readonly messages: number;
};

export type World = {
  readonly league: number;
  /** The newest game, with the chat. */
  readonly game: number;
  /** A token of each member. */
  readonly tokens: readonly string[];
  /** Options of items that take bets. */
  readonly openOptions: readonly number[];
};

const matchesOfGame = 4;
/** The number of newest games that take bets; all others are settled. */
const openGames = 10;

const tokenOf = (at: number) => `bench${String(at).padStart(38, '0')}`;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Adds games to a league, the newest of them open: members have bet on each, and the settled ones have given points. */
export async function addGames(
  db: Db,
  { league, games, open, bettors }: { league: number; games: number; open: number; bettors: number },
): Promise<void> {
  await sql`
    with crowd as (
      select member_id as id from league_members where league_id = ${league}::integer order by member_id limit ${bettors}::integer
    ),
    made as (
      insert into posts (league_id, author_id, layout, description, created)
      select ${league}::integer, (select min(id) from crowd), 'home/away', 'מחזור ' || n,
        now() - (${games}::integer - n) * interval '1 hour' - interval '10 days'
      from generate_series(1, ${games}::integer) n
      returning id, created
    ),
    game as (select *, row_number() over (order by id) > ${games - open}::integer as is_open from made),
    item as (
      insert into items (post_id, position, name, layout, status, date, started_at, ended_at, rules)
      select id, n, 'הפועל ' || n || ' - מכבי ' || n, 'home/away', case when is_open then 'open' else 'ended' end,
        case when is_open then now() + n * interval '1 day' else created end,
        case when not is_open then created end, case when not is_open then created + interval '2 hours' end, '{}'
      from game cross join generate_series(1, ${matchesOfGame}::integer) n
      returning id, post_id, status
    ),
    side as (
      insert into item_options (item_id, position, name, data, result)
      select id, n, case n when 0 then 'הפועל' else 'מכבי' end, '["קבוצה"]',
        case status when 'ended' then (id + n) % 4 end
      from item cross join generate_series(0, 1) n
      returning id, item_id
    ),
    bet as (
      insert into bets (item_id, item_option_id, member_id, value)
      select side.item_id, side.id, crowd.id, (crowd.id * 7 + side.id * 3) % 4 from side cross join crowd
    )
    insert into ledger (league_id, post_id, item_id, item_version, member_id, points, exact, outcome, played, total, reason)
    select ${league}::integer, item.post_id, item.id, 1, crowd.id, (crowd.id + item.id) % 3, 0, 1, 1, (crowd.id + item.id) % 3, '{"code": "outcome", "bet": [], "result": []}'
    from item cross join crowd where item.status = 'ended'`.execute(db);
}

/** Adds members to a league; returns a token of each of the first `signedIn`. */
async function addMembers(db: Db, league: number, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_, at) => tokenOf(at));
  await sql`
    with person as (
      insert into members (name, new_member) select 'חבר ' || n, false from generate_series(1, ${count}::integer) n
      returning id
    ),
    joined as (insert into league_members (league_id, member_id) select ${league}::integer, id from person)
    insert into sessions (member_id, token_hash, agent, expires_at)
    select person.id, hash, 'bench', now() + interval '1 day'
    from (select id, row_number() over (order by id) as n from person) person
    join unnest(${tokens.map(hashOf)}::text[]) with ordinality as token (hash, n) using (n)`.execute(db);
  return tokens;
}

export async function makeWorld(db: Db, { members, games, messages }: WorldSize): Promise<World> {
  const { rows } = await sql<{ id: number }>`
      insert into leagues (name, code) values ('חבר׳ה', 'BENCH00000') returning id`.execute(db);
  const league = rows[0]?.id ?? 0;
  const tokens = await addMembers(db, league, members);
  await addGames(db, { league, games, open: openGames, bettors: members });
  const found = await sql<{ game: number; options: number[] }>`
      select max(i.post_id) as game, array_agg(o.id order by o.id) as options
      from items i join item_options o on o.item_id = i.id where i.status = 'open'`.execute(db);
  const { game = 0, options = [] } = found.rows[0] ?? {};
  await sql`
      insert into comments (post_id, member_id, description)
      select ${game}::integer, (select min(id) from members) + n % ${members}::integer, 'הודעה ' || n
      from generate_series(1, ${messages}::integer) n`.execute(db);
  await sql`analyze`.execute(db);
  return { league, game, tokens, openOptions: options };
}
