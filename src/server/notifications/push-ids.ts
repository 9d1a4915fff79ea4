import { sql } from 'kysely';
import type { Caller } from '#server/auth/sessions.ts';
import type { Db } from '#server/db/tables.ts';

/** Nobody has more devices than this. */
const maxDevices = 20;

/** The device is the caller's now, whoever had it before. */
export async function registerPushId(db: Db, me: Caller, pushId: string): Promise<void> {
  await sql`
    insert into push_ids (push_id, member_id, session_id) values (${pushId}, ${me.id}, ${me.sessionId})
    on conflict (push_id) do update set member_id = excluded.member_id, session_id = excluded.session_id
    where (push_ids.member_id, push_ids.session_id) is distinct from (excluded.member_id, excluded.session_id)`.execute(
    db,
  );
  // Each is one more message for each piece of news: who makes up ids keeps the newest of them.
  await sql`
    delete from push_ids where member_id = ${me.id} and push_id in (
      select push_id from push_ids where member_id = ${me.id}
      order by push_id = ${pushId} desc, created desc, push_id offset ${maxDevices}::integer)`.execute(db);
}
