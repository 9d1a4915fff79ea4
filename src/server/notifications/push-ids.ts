import { sql } from 'kysely';
import type { PushSubscription } from '#contract/push-calls.ts';
import type { Caller } from '#server/auth/sessions.ts';
import type { Db } from '#server/db/tables.ts';

/** Maximum push ids of a member. */
const maxDevices = 20;

type PushDevice = { pushId: string; keys: { p256dh: string; auth: string } | null };

/** Registers a device for the caller's session; a session that had it loses it, another member's with its queued pushes. */
async function register(db: Db, me: Caller, { pushId, keys }: PushDevice): Promise<void> {
  await sql`delete from push_ids where push_id = ${pushId} and member_id <> ${me.id}`.execute(db);
  await sql`
    insert into push_ids (push_id, member_id, session_id, p256dh, auth)
    values (${pushId}, ${me.id}, ${me.sessionId}, ${keys?.p256dh ?? null}, ${keys?.auth ?? null})
    on conflict (push_id) do update set
      member_id = excluded.member_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
    where (push_ids.member_id, push_ids.session_id, push_ids.p256dh, push_ids.auth)
      is distinct from (excluded.member_id, excluded.session_id, excluded.p256dh, excluded.auth)`.execute(db);
  // Deletes the oldest beyond the maximum.
  await sql`
    delete from push_ids where push_id in (
      select push_id from push_ids where member_id = ${me.id}
      order by push_id = ${pushId} desc, created desc, push_id offset ${maxDevices}::integer)`.execute(db);
}

/** Registers a token of a push service. */
export const registerPushId = (db: Db, me: Caller, pushId: string): Promise<void> =>
  register(db, me, { pushId, keys: null });

/** Registers a subscription of a browser. */
export const registerSubscription = (
  db: Db,
  me: Caller,
  { endpoint, p256dh, auth }: PushSubscription,
): Promise<void> => register(db, me, { pushId: endpoint, keys: { p256dh, auth } });

/** Deletes the push ids of the caller's session, with their queued pushes. */
export async function removePushIds(db: Db, me: Caller): Promise<void> {
  await sql`delete from push_ids where session_id = ${me.sessionId}`.execute(db);
}
