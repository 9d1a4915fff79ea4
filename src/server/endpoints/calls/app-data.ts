import { sql } from 'kysely';
import type { ResponseOf } from '#contract/calls.ts';
import { dateMax, limits } from '#contract/limits.ts';
import type { Settings } from '#server/boot/settings.ts';
import { asLockedCaller } from '#server/auth/access.ts';
import type { Caller } from '#server/auth/sessions.ts';
import { writeIfPossible } from '#server/db/transaction.ts';
import type { Context } from '#server/http/context.ts';
import { presentGroup } from '#server/presenters/group.ts';
import { groupPage, isMine } from '#server/queries/groups.ts';
import { readAppUser } from '#server/queries/app-user.ts';
import { presentLeague } from '#server/presenters/league.ts';
import { leaguePage, isOwnOrOfficial } from '#server/queries/leagues.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { minVersion } from '#server/http/version.ts';
import { registerPushId } from '#server/notifications/push-ids.ts';

type ActiveParams = ResponseOf<'appData'>['activeParams'];

/** Firebase's configuration for the client, with the emulator if the server uses one. */
function firebaseOf({ firebase: { config, emulatorHost } }: Settings): ActiveParams['firebase'] {
  if (config === null || emulatorHost === null) return config;
  return { ...config, emulator: `http://${emulatorHost}` };
}

/** appData's activeParams: settings of the server that every client needs at its start (decisions §2). */
function activeParams(settings: Settings, notifications: number): ActiveParams {
  return {
    firebase: firebaseOf(settings),
    storeLinks: settings.storeLinks,
    contact: settings.contact,
    inviteUrl: `${settings.siteUrl}/?joinclan=`,
    minVersion,
    votesForPoint: limits.votesForPoint,
    dateMax: dateMax(new Date()),
    notifications,
  };
}

// Upper bound for the menu; lists are paged.
const wholeList = { limit: 500, offset: 0 };

async function countNewNotifications({ db }: Context, me: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from notifications where member_id = ${me.id} and is_new`.execute(db);
  return rows[0]?.count ?? 0;
}

export const appData = defineCall('appData', {
  async handler(ctx, { query: { pushId } }) {
    const { db, me, platform } = ctx;
    if (me && pushId)
      await writeIfPossible(
        asLockedCaller({ ...ctx, me }, 'share', (txContext) =>
          registerPushId(txContext.db, txContext.me, pushId),
        ),
      );
    const leagues = await leaguePage(ctx, isOwnOrOfficial, presentLeague, wholeList);
    const groups = me ? await groupPage(ctx, isMine, presentGroup, wholeList) : null;
    return {
      appuser: me ? await readAppUser(db, me.id) : null,
      sections: leagues.results,
      clans: groups?.results ?? [],
      activeParams: activeParams(platform.settings, me ? await countNewNotifications(ctx, me) : 0),
    };
  },
});
