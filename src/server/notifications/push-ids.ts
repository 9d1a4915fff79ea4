import { sql } from 'kysely';
import type { Caller } from '#server/auth/sessions.ts';
import type { Db } from '#server/db/tables.ts';

/** Push ids a member may have. */
const maxDevices = 20;

/** Registers a push id to the caller's session; a previous owner loses it. */
export async function registerPushId(db: Db, me: Caller, pushId: string): Promise<void> {
  await sql`
    insert into push_ids (push_id, member_id, session_id) values (${pushId}, ${me.id}, ${me.sessionId})
    on conflict (push_id) do update set member_id = excluded.member_id, session_id = excluded.session_id
    where (push_ids.member_id, push_ids.session_id)
      is distinct from (excluded.member_id, excluded.session_id)`.execute(db);
  // At most 20 push ids a member; the oldest are deleted.
  await sql`
    delete from push_ids where member_id = ${me.id} and push_id in (
      select push_id from push_ids where member_id = ${me.id}
      order by push_id = ${pushId} desc, created desc, push_id offset ${maxDevices}::integer)`.execute(db);
}
