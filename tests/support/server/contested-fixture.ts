import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { newJoinCode } from '#server/commands/join-code.ts';
import { leagueWithMembers, type ServerWithDb } from './leagues-and-games.ts';
import { newPhone, type ApiMember } from './members.ts';

/**
 * Members and objects for concurrent calls. `dana` owns a league with `noa` and `gal`, a game in it, and a group with `noa`
 * and `sol`; `ron` is in neither; `sol` has no phone, and owns a league that `ron` is in; `staff` is in none of them.
 */
export type ContestedFixture = {
  readonly people: Record<'dana' | 'noa' | 'gal' | 'ron' | 'sol' | 'staff', ApiMember>;
  readonly league: number;
  readonly code: string;
  readonly solsLeague: number;
  readonly group: number;
  readonly groupCode: string;
  readonly type: number;
  readonly options: number[];
  readonly post: number;
  readonly item: number;
  readonly itemOptions: number[];
  /** Id of a comment by `noa`. */
  readonly comment: number;
  /** A number without a member, to which a PIN was sent, as to that of `noa`. */
  readonly freePhone: string;
};

/** The PIN sent to both numbers. */
export const contestedPin = '123456';

type Made = Omit<ContestedFixture, 'people' | 'options' | 'freePhone'>;

/** The hash of `contestedPin` for a phone, by the key that the server creates with its first PIN. */
async function pinHash(db: Db, phone: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from secrets where name = 'pin'`.execute(db);
  return createHmac('sha256', Buffer.from(rows[0]?.value ?? '', 'base64'))
    .update(`${phone} ${contestedPin}`)
    .digest('hex');
}

/** Creates the fixture by SQL, on a server that has sent a PIN before. */
export async function createContestedFixture(server: ServerWithDb): Promise<ContestedFixture> {
  const { db } = server.platform;
  const {
    section: league,
    members: [dana, noa, gal, ron, sol, staff],
    options,
  } = await leagueWithMembers(server, ['דנה', 'נועה', 'גל', 'רון', 'סול', 'צוות'], ['א', 'ב']);
  const freePhone = newPhone();
  const pins = [
    { phone: noa.phone, hash: await pinHash(db, noa.phone) },
    { phone: freePhone, hash: await pinHash(db, freePhone) },
  ];
  const [code, groupCode] = [await newJoinCode(db), await newJoinCode(db)];
  await sql`
    delete from league_members
    where league_id = ${league} and member_id in (${ron.id}, ${sol.id}, ${staff.id})`.execute(db);
  await sql`
    update members set phone = case when id = ${sol.id} then null else phone end, is_staff = id = ${staff.id}
    where id in (${sol.id}, ${staff.id})`.execute(db);
  const { rows } = await sql<Made>`
    with identity as (
      insert into identities (issuer, subject, member_id) values ('test', ${`sol-${sol.id}`}, ${sol.id})
    ),
    sent as (
      insert into pins (phone, pin_hash, expires_at)
      select phone, hash, now() + interval '5 minutes'
      from jsonb_to_recordset(${JSON.stringify(pins)}::jsonb) as pin (phone text, hash text)
    ),
    pushed as (
      insert into push_ids (push_id, member_id, session_id)
      select 'push-' || member_id, member_id, id from sessions where member_id in (${dana.id}, ${noa.id}, ${ron.id})
    ),
    other_league as (
      insert into leagues (name, code, owner_id) values ('של סול', ${code}, ${sol.id}) returning id
    ),
    other_members as (
      insert into league_members (league_id, member_id)
      select other_league.id, member from other_league, unnest(array[${sol.id}::int, ${ron.id}::int]) as member
    ),
    friends as (
      insert into groups (name, code, owner_id) values ('חברים', ${groupCode}, ${dana.id}) returning id, code
    ),
    friends_members as (
      insert into group_members (group_id, member_id)
      select friends.id, member from friends, unnest(array[${dana.id}::int, ${noa.id}::int, ${sol.id}::int]) as member
    ),
    type as (select min(id) as id from item_types where layout = 'vote'),
    game as (
      insert into posts (league_id, author_id, item_type_id, layout, description, due_date)
      select ${league}, ${dana.id}, type.id, 'vote', 'מי?', now() + interval '3 days' from type returning id
    ),
    played as (
      insert into items (post_id, layout, name, date) select id, 'vote', 'מי?', now() + interval '3 days' from game returning id
    ),
    made as (insert into item_steps (item_id, kind, member_id, version) select id, 'made', ${dana.id}, 1 from played),
    choices as (
      insert into item_options (item_id, option_id, position, name, data)
      select played.id, option, place - 1, place::text, '["א"]'
      from played, unnest(${options}::int[]) with ordinality as one (option, place) order by place
      returning id
    ),
    message as (
      insert into comments (post_id, member_id, description) select id, ${noa.id}, 'שלום' from game returning id
    )
    select ${league}::int as league, (select l.code from leagues l where l.id = ${league}) as code,
      (select id from other_league) as "solsLeague", friends.id as group, friends.code as "groupCode",
      (select id from type) as type, (select id from game) as post, (select id from played) as item,
      array(select id from choices order by id) as "itemOptions", (select id from message) as comment
    from friends`.execute(db);
  const [ids] = rows;
  if (!ids) throw new Error('nothing was made');
  return { ...ids, options, freePhone, people: { dana, noa, gal, ron, sol, staff } };
}

/** SQL: rows of `what` for each invariant that is violated. */
const violations = sql`
  select 'a deleted member in a league' as what from league_members lm join members m on m.id = lm.member_id
    where lm.active and m.deleted_at is not null
  union all select 'a deleted member in a group' from group_members gm join members m on m.id = gm.member_id
    where gm.active and m.deleted_at is not null
  union all select 'a deleted member owns a league' from leagues l join members m on m.id = l.owner_id
    where l.removed_at is null and m.deleted_at is not null
  union all select 'a deleted member owns a group' from groups g join members m on m.id = g.owner_id
    where g.active and m.deleted_at is not null
  union all select 'a deleted member with a number or a role' from members
    where deleted_at is not null and (phone is not null or email is not null or is_staff or is_superuser)
  union all select 'a deleted member with a session' from sessions s join members m on m.id = s.member_id
    where s.revoked_at is null and m.deleted_at is not null
  union all select 'a deleted member with a push id' from push_ids p join members m on m.id = p.member_id
    where m.deleted_at is not null
  union all select 'a deleted member with an identity' from identities i join members m on m.id = i.member_id
    where m.deleted_at is not null
  union all select 'a deleted member with an invitation' from league_grants g join members m on m.id = g.member_id
    where m.deleted_at is not null
  union all select 'a deleted member with a notification' from notifications n join members m on m.id = n.member_id
    where m.deleted_at is not null
  union all select 'a member without a way to sign in' from members m
    where deleted_at is null and phone is null and not exists (select from identities i where i.member_id = m.id)
  union all select 'a league whose owner is no member of it' from leagues l
    where l.removed_at is null and l.active and l.custom and not exists (
      select from league_members lm where lm.league_id = l.id and lm.member_id = l.owner_id and lm.active)
  union all select 'a group whose owner is no member of it' from groups g
    where g.active and not exists (
      select from group_members gm where gm.group_id = g.id and gm.member_id = g.owner_id and gm.active)
  union all select 'a member of a league that is gone' from league_members lm join leagues l on l.id = lm.league_id
    where lm.active and l.removed_at is not null
  union all select 'a member of a group that is gone' from group_members gm join groups g on g.id = gm.group_id
    where gm.active and not g.active
  union all select 'a ledger whose last line is not its sum' from (
      select sum(points) as points, sum(played) as played, (array_agg(total order by id desc))[1] as total
      from ledger group by item_id, member_id) line
    where points <> total or played not in (0, 1)
  union all select 'points for an item without a result' from ledger l join items i on i.id = l.item_id
    where i.status <> 'ended' group by l.item_id, l.member_id having sum(l.points) <> 0 or sum(l.played) <> 0
  union all select 'a bet that is not in the ledger' from bets b join items i on i.id = b.item_id
    where i.status = 'ended' and not exists (
      select from ledger l where l.item_id = b.item_id and l.member_id = b.member_id)
  union all select 'an item whose version is not its last step''s' from items i
    where i.version <> (select max(version) from item_steps s where s.item_id = i.id)`;

export async function readViolations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`${violations}`.execute(db);
  return rows.map(({ what }) => what);
}
