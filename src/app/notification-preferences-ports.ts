import type { Api } from '#actors/api.ts';
import type { Member } from '#contract/models.ts';
import { preferencesOf } from '#contract/notification-preferences.ts';
import { notificationPreferences } from '#machines/notification-preferences.ts';
import { withTimeout } from './with-timeout.ts';

const notificationsOf = ({ preferences }: Member) => preferencesOf(preferences).notifications;

/** What a member is notified of, with its ports provided: few open their profile. */
export function provideNotificationPreferences(
  api: Api,
  currentMemberId: () => number,
): typeof notificationPreferences {
  return notificationPreferences.provide({
    actors: {
      fetchPreferences: withTimeout(async ({ signal }) =>
        notificationsOf(await api.get('member', currentMemberId(), { signal })),
      ),
      savePreferences: withTimeout(async ({ input: { changes: notifications } }) =>
        notificationsOf(await api.update('member', currentMemberId(), { preferences: { notifications } })),
      ),
    },
  });
}
