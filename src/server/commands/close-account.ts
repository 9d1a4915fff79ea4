import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { lockMemberships } from '#server/db/locks.ts';
import { forgetPhone } from '#server/auth/pins.ts';
import { endSessions } from '#server/auth/sessions.ts';
import { deletedMemberName } from '#server/texts/labels.heb.ts';
import { leaveGroup, leaveLeague } from './leave.ts';

/** Closing an account. */

/** Deletes personal data (phone, e-mail, identities, sessions' devices, picture); keeps bets, points and messages. */
async function anonymizeMember(db: Db, member: number): Promise<void> {
  await forgetPhone(db, member);
  await sql`delete from identities where member_id = ${member}`.execute(db);
  await sql`delete from notifications where member_id = ${member}`.execute(db);
  await sql`delete from league_grants where member_id = ${member}`.execute(db);
  await sql`delete from talk_reads where member_id = ${member}`.execute(db);
  await sql`delete from images where maker_id = ${member} and model = 'member'`.execute(db);
  await sql`update sessions set agent = '', device_hash = null where member_id = ${member}`.execute(db);
  await sql`
    update members set name = ${deletedMemberName}, phone = null, email = null, image_id = null, preferences = '{}',
      is_staff = false, is_superuser = false, deleted_at = now(), updated = now()
    where id = ${member}`.execute(db);
}

/** Closes an account, which the caller has locked: leaves all leagues and groups, ends sessions, deletes personal data. */
export async function closeAccount(db: Db, member: number): Promise<void> {
  const { leagues, groups } = await lockMemberships(db, member);
  for (const league of leagues) await leaveLeague(db, league, member);
  for (const group of groups) await leaveGroup(db, group, member);
  await endSessions(db, member, 'all');
  await anonymizeMember(db, member);
}
