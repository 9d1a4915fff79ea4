import type { Api } from '#actors/api.ts';
import type { Member } from '#contract/models.ts';
import { preferencesInput, switchesOf } from '#domain/notification-switches.ts';
import { notificationPreferences } from '#machines/notification-preferences.ts';
import { withTimeout } from './with-timeout.ts';

const ownSwitches = ({ preferences }: Member) => {
  if (!preferences) throw new Error('the preferences of somebody else');
  return switchesOf(preferences);
};

/** The notification preferences with their ports provided. Loaded on demand: few visits open the profile. */
export function provideNotificationPreferences(
  api: Api,
  currentMemberId: () => number,
): typeof notificationPreferences {
  return notificationPreferences.provide({
    actors: {
      fetchPreferences: withTimeout(async ({ signal }) =>
        ownSwitches(await api.get('member', currentMemberId(), { signal })),
      ),
      savePreferences: withTimeout(async ({ input: { changes } }) =>
        ownSwitches(
          await api.update('member', currentMemberId(), { preferences: preferencesInput(changes) }),
        ),
      ),
    },
  });
}
