import { sql } from 'kysely';
import type { Db } from '#server/context.ts';
import { endSessions } from '#server/identity.ts';
import { leaveGroup, leaveLeague } from '#server/leaving.ts';
import { readExport } from '#server/queries/export.ts';
import { defineCall } from '#server/routes/call.ts';

/** One's account: taking everything along, and going. */

async function placesOf(db: Db, member: number): Promise<{ leagues: number[]; groups: number[] }> {
  const { rows } = await sql<{ leagues: number[]; groups: number[] }>`
    select
      array(select league_id from league_members where member_id = ${member} and active order by 1) as leagues,
      array(select group_id from group_members where member_id = ${member} and active order by 1) as groups`.execute(
    db,
  );
  return rows[0] ?? { leagues: [], groups: [] };
}

/** What stands where a name was: bets and words stay, and must be somebody's. */
const nameless = 'פנים מהעבר';

/** Everything that says who somebody was goes; bets, points and words stay, nameless. */
async function forget(db: Db, member: number): Promise<void> {
  await sql`
    delete from known_devices d using members m where m.id = ${member} and d.phone = m.phone`.execute(db);
  await sql`delete from pins p using members m where m.id = ${member} and p.phone = m.phone`.execute(db);
  await sql`delete from identities where member_id = ${member}`.execute(db);
  await sql`delete from notifications where member_id = ${member}`.execute(db);
  await sql`delete from league_grants where member_id = ${member}`.execute(db);
  await sql`delete from talk_reads where member_id = ${member}`.execute(db);
  await sql`delete from images where maker_id = ${member} and model = 'member'`.execute(db);
  await sql`update sessions set agent = '', device_hash = null where member_id = ${member}`.execute(db);
  await sql`
    update members set name = ${nameless}, phone = null, email = null, image_id = null, preferences = '{}',
      is_staff = false, is_superuser = false, deleted_at = now(), updated = now()
    where id = ${member}`.execute(db);
}

export const deleteMe = defineCall('deleteMe', {
  async handler({ db, me }) {
    const { leagues, groups } = await placesOf(db, me.id);
    for (const league of leagues) await leaveLeague(db, league, me.id);
    for (const group of groups) await leaveGroup(db, group, me.id);
    await endSessions(db, me.id, 'all');
    await forget(db, me.id);
    return { res: 1 as const };
  },
});

export const exportMe = defineCall('exportMe', {
  handler: ({ db, me }) => readExport(db, me.id),
});
