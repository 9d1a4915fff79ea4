import { sql } from 'kysely';
import { registerPushId } from '#server/notifications/push-ids.ts';
import { emit } from '#server/live/emit.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

export const setPushId = defineCall('setPushId', {
  async handler({ db, me }, { body: { pId } }) {
    await registerPushId(db, me, pId);
    return { res: 1 as const };
  },
});

export const readNotifications = defineCall('readNotifications', {
  async handler({ db, me }) {
    const { rows } = await sql<{ id: number }>`
      update notifications set is_new = false where member_id = ${me.id} and is_new returning id`.execute(db);
    // Updates the unread count on the member's other devices.
    if (rows.length > 0) await emit(db, { type: 'notification', member: me.id });
    return { ids: rows.map(({ id }) => id).toSorted((one, other) => one - other) };
  },
});
