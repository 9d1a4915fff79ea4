import {
  notificationKinds,
  quietHours,
  quietTimes,
  type NotificationKind,
  type Preferences,
  type PreferencesInput,
  type QuietHour,
  type QuietKind,
} from '#contract/notification-preferences.ts';

/** The name of a switch: a notification kind, a quiet time, or a league; or of when nights begin and end. */
export type SwitchName = NotificationKind | `quiet.${QuietKind | QuietHour}` | `league.${number}`;
/** Switches by name, and times; a league without one is on. */
export type Switches = Readonly<Record<string, boolean | string>>;

export const leagueSwitch = (league: number) => `league.${league}` as const;

/** The switches of the server's preferences. */
export function switchesOf({ notifications, quiet, mutedLeagues }: Preferences): Switches {
  return {
    ...notifications,
    ...Object.fromEntries([...quietTimes, ...quietHours].map((name) => [`quiet.${name}`, quiet[name]])),
    ...Object.fromEntries(mutedLeagues.map((league) => [leagueSwitch(league), false])),
  };
}

/** Changed switches as a request body. */
export function preferencesInput(changes: Switches): PreferencesInput {
  const notifications: Partial<Record<NotificationKind, boolean>> = {};
  const quiet: NonNullable<PreferencesInput['quiet']> = {};
  const muteLeagues: Record<string, boolean> = {};
  for (const [name, value] of Object.entries(changes)) {
    const kind = notificationKinds.find((one) => one === name);
    const quietKind = quietTimes.find((one) => `quiet.${one}` === name);
    const quietHour = quietHours.find((one) => `quiet.${one}` === name);
    if (typeof value === 'string') {
      if (quietHour) quiet[quietHour] = value;
    } else if (kind) notifications[kind] = value;
    else if (quietKind) quiet[quietKind] = value;
    else muteLeagues[name.slice(leagueSwitch(0).length - 1)] = !value;
  }
  const isGiven = (part: object) => Object.keys(part).length > 0;
  return {
    ...(isGiven(notifications) && { notifications }),
    ...(isGiven(quiet) && { quiet }),
    ...(isGiven(muteLeagues) && { muteLeagues }),
  };
}
