import { sql } from 'kysely';
import { isLoopbackEndpoint } from '#contract/push-endpoint.ts';
import { problem } from '#server/http/problems.ts';
import { registerPushId, registerSubscription, removePushIds } from '#server/notifications/push-ids.ts';
import { isDeviceKey } from '#server/notifications/web-push.ts';
import { emit } from '#server/live/emit.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

export const setPushId = defineCall('setPushId', {
  async handler({ db, me, platform }, { body: { pId } }) {
    if (pId === null) await removePushIds(db, me);
    else if (typeof pId === 'string') await registerPushId(db, me, pId);
    else {
      const isReachable = platform.settings.loopbackPush || !isLoopbackEndpoint(pId.endpoint);
      if (!isReachable || !isDeviceKey(pId.p256dh)) throw problem.field('pId', 'invalid');
      await registerSubscription(db, me, pId);
    }
    return { res: 1 as const };
  },
});

export const readNotifications = defineCall('readNotifications', {
  async handler({ db, me }) {
    const { rows } = await sql<{ id: number }>`
      update notifications set is_new = false where member_id = ${me.id} and is_new returning id`.execute(db);
    // The member's other devices update their unread count.
    if (rows.length > 0) await emit(db, { type: 'notification', member: me.id });
    return { ids: rows.map(({ id }) => id).toSorted((one, other) => one - other) };
  },
});
