import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { emit } from '#server/live/emit.ts';
import { emitToGroup } from './join.ts';

/**
 * Leaving a league or group, or being removed from it. Points stay. A leaving owner is replaced by the member who joined
 * first; a group or league without members is archived.
 */

/** Removes a member from a league; returns false if they were not in it. The caller has locked the league for update. */
export async function leaveLeague(
  db: Db,
  league: number,
  member: number,
  { putOut = false } = {},
): Promise<boolean> {
  const { rows } = await sql`
    update league_members set active = false, put_out = ${putOut}::boolean
    where league_id = ${league} and member_id = ${member} and active
    returning 1`.execute(db);
  await sql`delete from league_grants where league_id = ${league} and member_id = ${member}`.execute(db);
  if (rows.length === 0) return false;
  // A leaving owner is replaced by the member who joined first; a league without members is archived.
  await sql`
    update leagues l set updated = now(), owner_id = heir.id, active = l.active and heir.id is not null
    from (select (
      select m.member_id from league_members m
      where m.league_id = ${league} and m.active order by m.joined_at, m.member_id limit 1) as id) heir
    where l.id = ${league} and l.custom and l.owner_id = ${member}`.execute(db);
  await emit(db, { type: 'league', league }, { type: 'league', league, member });
  return true;
}

/**
 * Deletes the invitations to leagues that a member (null: every member) has from these groups. One that another of the
 * member's groups has too stays, as that group's.
 */
export async function withdrawInvitations(
  db: Db,
  groups: readonly number[],
  member: number | null,
): Promise<void> {
  const isWithdrawn = sql`g.group_id = any(${[...groups]}::int[]) and g.member_id = coalesce(${member}::int, g.member_id)`;
  await sql`
    update league_grants g set group_id = other.group_id
    from league_groups other join group_members gm on gm.group_id = other.group_id and gm.active
    where ${isWithdrawn} and other.league_id = g.league_id and gm.member_id = g.member_id
      and other.group_id <> all(${[...groups]}::int[])`.execute(db);
  await sql`delete from league_grants g where ${isWithdrawn}`.execute(db);
}

/** Removes a member from a group; returns false if they were not in it. The caller has locked the group for update. */
export async function leaveGroup(
  db: Db,
  group: number,
  member: number,
  { putOut = false } = {},
): Promise<boolean> {
  const { rows } = await sql`
    update group_members set active = false
    where group_id = ${group} and member_id = ${member} and active
    returning 1`.execute(db);
  if (rows.length === 0) return false;
  // A removed member loses the group's invitations to leagues.
  if (putOut) await withdrawInvitations(db, [group], member);
  await sql`
    update groups g set updated = now(), owner_id = heir.id, active = heir.id is not null
    from (select (
      select m.member_id from group_members m
      where m.group_id = ${group} and m.active order by m.joined_at, m.member_id limit 1) as id) heir
    where g.id = ${group} and g.owner_id = ${member}`.execute(db);
  await emitToGroup(db, group);
  await emit(db, { type: 'member', member });
  return true;
}
