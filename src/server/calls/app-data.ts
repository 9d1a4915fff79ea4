import { sql } from 'kysely';
import { activeParams } from '#server/app-params.ts';
import type { Context, Identity } from '#server/context.ts';
import { groupPage, myGroups } from '#server/queries/groups.ts';
import { readAppUser } from '#server/queries/app-user.ts';
import { leaguePage, ownAndOfficial, presentLeague } from '#server/queries/leagues.ts';
import { defineCall } from '#server/routes/call.ts';
import { ownPushId } from './push.ts';

// Nobody's menu is this long; the lists themselves are paged.
const all = { limit: 500, offset: 0 };

async function newsOf({ db }: Context, me: Identity): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from notifications where member_id = ${me.id} and is_new`.execute(db);
  return rows[0]?.count ?? 0;
}

export const getAppData = defineCall('appData', {
  async handler(ctx, { query: { pushId } }) {
    const { db, me, platform } = ctx;
    if (me && pushId) await ownPushId(db, me, pushId);
    const leagues = await leaguePage(ctx, ownAndOfficial, all);
    return {
      appuser: me ? await readAppUser(db, me.id) : null,
      sections: leagues.rows.map(presentLeague),
      clans: me ? (await groupPage(ctx, myGroups, all)).results : [],
      activeParams: activeParams(platform.settings, me ? await newsOf(ctx, me) : 0),
    };
  },
});
