import { sql } from 'kysely';
import type { Db, Identity } from '#server/context.ts';
import { defineCall } from '#server/routes/call.ts';

/** The device is the caller's now, whoever had it before. */
export async function ownPushId(db: Db, me: Identity, pushId: string): Promise<void> {
  await sql`
    insert into push_ids (push_id, member_id, session_id) values (${pushId}, ${me.id}, ${me.sessionId})
    on conflict (push_id) do update set member_id = excluded.member_id, session_id = excluded.session_id
    where (push_ids.member_id, push_ids.session_id) is distinct from (excluded.member_id, excluded.session_id)`.execute(
    db,
  );
}

export const setPushId = defineCall('setPushId', {
  async handler({ db, me }, { body: { pId } }) {
    await ownPushId(db, me, pId);
    return { res: 1 as const };
  },
});
