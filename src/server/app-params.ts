import type { ResponseOf } from '#contract/calls.ts';
import { dateMax, limits } from '#contract/limits.ts';
import type { Settings } from './boot/settings.ts';
import { minVersion } from './http/version.ts';

type ActiveParams = ResponseOf<'appData'>['activeParams'];

/** Where the native apps are; the badges on the login screen and the update alert lead there. */
const storeLinks = {
  google: 'https://play.google.com/store/apps/details?id=app.hevre',
  apple: 'https://apps.apple.com/il/search?term=hevre',
};

/** Firebase's configuration for the client, which talks to the emulator where the server does. */
function firebaseOf({ firebase: { config, emulatorHost } }: Settings): ActiveParams['firebase'] {
  if (config === null || emulatorHost === null) return config;
  return { ...config, emulator: `http://${emulatorHost}` };
}

/** What the server tells every client before it does anything (decisions §2). */
export function activeParams(settings: Settings, notifications: number): ActiveParams {
  return {
    firebase: firebaseOf(settings),
    storeLinks,
    inviteUrl: `${settings.siteUrl}/?joinclan=`,
    minVersion,
    votesForPoint: limits.votesForPoint,
    dateMax: dateMax(new Date()),
    notifications,
  };
}
