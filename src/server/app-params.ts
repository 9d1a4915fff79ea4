import type { AnswerOf } from '#contract/calls.ts';
import { dateMax, limits } from '#contract/limits.ts';
import type { Settings } from './settings.ts';
import { minVersion } from './version-check.ts';

type ActiveParams = AnswerOf<'appData'>['activeParams'];

/** Where the native apps are; the badges on the login screen and the update alert lead there. */
const storeLinks = {
  google: 'https://play.google.com/store/apps/details?id=app.hevre',
  apple: 'https://apps.apple.com/il/search?term=hevre',
};

/** What the server tells every client before it does anything (decisions §2). */
export function activeParams(settings: Settings, notifications: number): ActiveParams {
  return {
    firebase: settings.firebase.config,
    storeLinks,
    inviteUrl: `${settings.siteUrl}/?joinclan=`,
    minVersion,
    votesForPoint: limits.votesForPoint,
    dateMax: dateMax(new Date()),
    notifications,
  };
}
