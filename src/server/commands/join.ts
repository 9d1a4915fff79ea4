import { sql } from 'kysely';
import { parseJoinCode } from '#contract/join-code.ts';
import { lockClause } from '#server/db/locks.ts';
import { storableId } from '#server/db/values.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import { consume, refund } from '#server/db/rate-limits.ts';
import { consumeOrRefuse } from '#server/http/consume-or-refuse.ts';
import { orNotFound } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { networkOf } from '#server/http/network.ts';
import { notify } from '#server/notifications/notify.ts';
import { isInGroup, isInLeague } from '#server/queries/conditions.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { lockToJoin, settleMissedRounds } from './late-joiners.ts';

/** Joining by code (decisions §4). */

const hour = 3_600;

/** A league (`section`) or a group (`clan`). */
export type LeagueOrGroup = { kind: 'section' | 'clan'; id: number };

/** A rate limit of 20 attempts an hour per member, or per network for guests. */
const ownTries = ({ me, address }: Context, what: string) => ({
  bucket: me ? `${what}:member:${me.id}` : `${what}:guest:${networkOf(address)}`,
  max: 20,
  seconds: hour,
});

/**
 * Looks up a join code under rate limits: 20 failures an hour per member (per network for guests), 500 per network and
 * 5,000 in all. Only failures count, and failures of others never refuse a valid code.
 */
export async function limitCodeAttempts<T>(
  ctx: Context,
  typedCode: string,
  find: (code: string) => Promise<T | null>,
): Promise<T | null> {
  const network = networkOf(ctx.address);
  const own = ownTries(ctx, 'code');
  await consumeOrRefuse(ctx.db, own);
  const code = parseJoinCode(typedCode);
  const found = code === null ? null : await find(code);
  if (found !== null) await refund(ctx.db, own);
  else {
    await consumeOrRefuse(
      ctx.db,
      { bucket: `code:from:${network}`, max: 500, seconds: hour },
      { bucket: 'code:all', max: 5_000, seconds: hour },
    );
  }
  return found;
}

/** Locks the league or group of a join code, and the league of the request, for share. */
export async function lockByJoinCode(db: Db, code: string, league: number | undefined): Promise<void> {
  await sql`
    select from leagues where code = ${code} or id = ${league ?? null}::int
    order by id ${lockClause.share}`.execute(db);
  await sql`select from groups where code = ${code} ${lockClause.share}`.execute(db);
}

/** The league or group of a join code, archived leagues only for their members; null if there is none. */
export async function findByJoinCode(
  db: Db,
  code: string,
  memberId: number | null,
): Promise<LeagueOrGroup | null> {
  const { rows } = await sql<LeagueOrGroup>`
    select 'section' as kind, l.id from leagues l
    where l.code = ${code} and l.removed_at is null and (l.active or ${isInLeague(sql`l.id`, memberId)})
    union all
    select 'clan', g.id from groups g where g.code = ${code} and g.active`.execute(db);
  return rows[0] ?? null;
}

export type JoinPreview = LeagueOrGroup & {
  name: string;
  image: string | null;
  size: number;
  inviter?: string;
};

/** The preview on the confirm screen. */
export async function readJoinPreview(db: Db, { kind, id }: LeagueOrGroup): Promise<JoinPreview> {
  const { rows } = await sql<{ name: string; file: string | null; size: number }>`
    select p.name, picture.name as file, p.size
    from ${
      kind === 'section'
        ? sql`(select name, image_id,
                 (select count(*) from league_members m where m.league_id = l.id and m.active) as size
               from leagues l where id = ${id})`
        : sql`(select name, image_id,
                 (select count(*) from group_members m where m.group_id = g.id and m.active) as size
               from groups g where id = ${id})`
    } p left join images picture on picture.id = p.image_id`.execute(db);
  const { name, file, size } = orNotFound(rows[0]);
  return { kind, id, name, image: pictureUrl(file), size };
}

/**
 * The name of the inviting member, if they are in the league or group now; else null. Failed attempts are limited, so that
 * a code does not reveal all members' names; beyond the limit the answer is null.
 */
export async function readInviter(
  ctx: Context,
  { kind, id }: LeagueOrGroup,
  member: number,
): Promise<string | null> {
  const tries = ownTries(ctx, 'inviter');
  if ((await consume(ctx.db, tries)) > 0) return null;
  const isIn = kind === 'section' ? isInLeague : isInGroup;
  const { rows } = await sql<{ name: string }>`
    select m.name from members m
    where m.id = ${storableId(member)} and m.name <> '' and ${isIn(id, sql`m.id`)}`.execute(ctx.db);
  if (rows[0]) await refund(ctx.db, tries);
  return rows[0]?.name ?? null;
}

/**
 * Adds a member to a league, appends the points of rounds they missed before first joining, and deletes their invitation.
 * Changes nothing else if they are in it.
 */
export async function enterLeague(db: Db, league: number, member: number): Promise<void> {
  await sql`delete from league_grants where league_id = ${league} and member_id = ${member}`.execute(db);
  await lockToJoin(db, league);
  // clock_timestamp(): the joining time is after the wait for the lock, not the start of the transaction.
  const { rows } = await sql<{ owner: number | null }>`
    with entered as (
      insert into league_members (league_id, member_id, joined_at, first_joined_at)
      values (${league}, ${member}, clock_timestamp(), clock_timestamp())
      on conflict (league_id, member_id) do update
        set active = true, put_out = false, joined_at = clock_timestamp(), seen_at = now()
        where not league_members.active
      returning league_id
    )
    select l.owner_id as owner from entered join leagues l on l.id = entered.league_id`.execute(db);
  if (!rows[0]) return;
  const hasPoints = await settleMissedRounds(db, league, member);
  await emit(db, { type: 'member', league });
  if (hasPoints) await emit(db, { type: 'standings', league });
  await notifyOwner(db, rows[0].owner, member, { kind: 'section', id: league }, null);
}

/** Adds a member to a group; changes nothing if they are in it. */
export async function enterGroup(db: Db, group: number, member: number): Promise<void> {
  const { rows } = await sql<{ owner: number | null; name: string }>`
    with entered as (
      insert into group_members (group_id, member_id) values (${group}, ${member})
      on conflict (group_id, member_id) do update set active = true, joined_at = now()
        where not group_members.active
      returning group_id
    )
    select g.owner_id as owner, g.name from entered join groups g on g.id = entered.group_id`.execute(db);
  if (!rows[0]) return;
  await emitToGroup(db, group);
  await notifyOwner(db, rows[0].owner, member, { kind: 'clan', id: group }, rows[0].name);
}

async function notifyOwner(
  db: Db,
  owner: number | null,
  actor: number,
  target: LeagueOrGroup,
  group: string | null,
): Promise<void> {
  if (owner === null) return;
  const { kind, id } = target;
  await notify(db, [owner], {
    kind: 'joined',
    league: kind === 'section' ? id : null,
    actor,
    link: kind === 'section' ? `section/${id}` : `clans-page?id=${id}`,
    data: { group },
    // Rejoining does not notify again.
    dedupe: `joined:${kind}:${id}:${actor}`,
  });
}

/** Emits a `member` event to every member of a group. */
export async function emitToGroup(db: Db, group: number): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    select member_id as member from group_members
    where group_id = ${group} and active order by 1`.execute(db);
  await emit(db, ...rows.map(({ member }) => ({ type: 'member' as const, member })));
}
