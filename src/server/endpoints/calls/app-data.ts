import { sql } from 'kysely';
import { activeParams } from '#server/app-params.ts';
import type { Context, Caller } from '#server/http/context.ts';
import { groupPage, isInGroup } from '#server/queries/groups.ts';
import { readAppUser } from '#server/queries/app-user.ts';
import { leaguePage, isOwnOrOfficial, presentLeague } from '#server/queries/leagues.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { registerPushId } from './notifications.ts';

// Nobody's menu is this long; the lists themselves are paged.
const wholeList = { limit: 500, offset: 0 };

async function countNewNotifications({ db }: Context, me: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from notifications where member_id = ${me.id} and is_new`.execute(db);
  return rows[0]?.count ?? 0;
}

export const appData = defineCall('appData', {
  async handler(ctx, { query: { pushId } }) {
    const { db, me, platform } = ctx;
    if (me && pushId) await registerPushId(db, me, pushId);
    const leagues = await leaguePage(ctx, isOwnOrOfficial, wholeList);
    return {
      appuser: me ? await readAppUser(db, me.id) : null,
      sections: leagues.rows.map(presentLeague),
      clans: me ? (await groupPage(ctx, isInGroup, wholeList)).results : [],
      activeParams: activeParams(platform.settings, me ? await countNewNotifications(ctx, me) : 0),
    };
  },
});
