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
  if (putOut)
    await sql`delete from league_grants where group_id = ${group} and member_id = ${member}`.execute(db);
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
