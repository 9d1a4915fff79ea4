import { sql } from 'kysely';
import type { ResponseOf } from '#contract/calls.ts';
import { dateMax } from '#contract/israel-time.ts';
import { limits } from '#contract/limits.ts';
import type { Settings } from '#server/boot/settings.ts';
import { asLockedCaller } from '#server/auth/access.ts';
import type { Caller } from '#server/auth/sessions.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { writeIfPossible } from '#server/db/transaction.ts';
import type { Context } from '#server/http/context.ts';
import { presentGroup } from '#server/presenters/group.ts';
import { groupPage, isMine } from '#server/queries/groups.ts';
import { readAppUser } from '#server/queries/app-user.ts';
import { presentLeague } from '#server/presenters/league.ts';
import { leaguePage, isMineOrOfficial } from '#server/queries/leagues.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { minVersion } from '#server/http/version.ts';
import { registerPushId } from '#server/notifications/push-ids.ts';
import { parseVapidKeys } from '#server/notifications/web-push.ts';

type ActiveParams = ResponseOf<'appData'>['activeParams'];

/** Firebase's configuration for the client, with the emulator if the server uses one. */
function firebaseOf({ firebase: { config, emulatorHost } }: Settings): ActiveParams['firebase'] {
  if (config === null || emulatorHost === null) return config;
  return { ...config, emulator: `http://${emulatorHost}` };
}

/** activeParams of appData: settings of the server that every client needs at its start (decisions §2). */
function activeParams(settings: Settings, own: OwnParams): ActiveParams {
  return {
    firebase: firebaseOf(settings),
    storeLinks: settings.storeLinks,
    contact: settings.contact,
    inviteUrl: `${settings.siteUrl}/?joinclan=`,
    minVersion,
    votesForPoint: limits.votesForPoint,
    dateMax: dateMax(new Date()),
    ...own,
  };
}

// Upper bound for the menu; lists are paged.
const wholeList = { limit: 500, offset: 0 };

type OwnParams = Pick<ActiveParams, 'notifications' | 'pushKey'>;
const paramsOfGuest: OwnParams = { notifications: 0, pushKey: '' };

/** The part of activeParams that only members get. */
async function readOwnParams({ db }: Context, me: Caller): Promise<OwnParams> {
  const { rows } = await sql<{ count: number; vapid: string | null }>`
    select (select count(*) from notifications where member_id = ${me.id} and is_new) as count,
      (select value from secrets where name = 'vapid') as vapid`.execute(db);
  const { count, vapid } = onlyRow(rows);
  return { notifications: count, pushKey: vapid === null ? '' : parseVapidKeys(vapid).publicKey };
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
    const leagues = await leaguePage(ctx, isMineOrOfficial, presentLeague, wholeList);
    const groups = me ? await groupPage(ctx, isMine, presentGroup, wholeList) : null;
    return {
      appuser: me ? await readAppUser(db, me.id) : null,
      sections: leagues.results,
      clans: groups?.results ?? [],
      activeParams: activeParams(platform.settings, me ? await readOwnParams(ctx, me) : paramsOfGuest),
    };
  },
});
