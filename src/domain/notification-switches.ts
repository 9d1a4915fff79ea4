import {
  notificationKinds,
  quietTimes,
  type NotificationKind,
  type Preferences,
  type PreferencesInput,
  type QuietKind,
} from '#contract/notification-preferences.ts';

/** The name of a switch: a notification kind, a quiet time, or a league. */
export type SwitchName = NotificationKind | `quiet.${QuietKind}` | `league.${number}`;
/** Switches by name; a league without one is on. */
export type Switches = Readonly<Record<string, boolean>>;

export const leagueSwitch = (league: number) => `league.${league}` as const;

/** The switches of the server's preferences. */
export function switchesOf({ notifications, quiet, mutedLeagues }: Preferences): Switches {
  return {
    ...notifications,
    ...Object.fromEntries(quietTimes.map((name) => [`quiet.${name}`, quiet[name]])),
    ...Object.fromEntries(mutedLeagues.map((league) => [leagueSwitch(league), false])),
  };
}

/** Changed switches as a request body. */
export function preferencesInput(changes: Switches): PreferencesInput {
  const notifications: Partial<Record<NotificationKind, boolean>> = {};
  const quiet: Partial<Record<QuietKind, boolean>> = {};
  const muteLeagues: Record<string, boolean> = {};
  for (const [name, on] of Object.entries(changes)) {
    const kind = notificationKinds.find((one) => one === name);
    const quietKind = quietTimes.find((one) => `quiet.${one}` === name);
    if (kind) notifications[kind] = on;
    else if (quietKind) quiet[quietKind] = on;
    else muteLeagues[name.slice(leagueSwitch(0).length - 1)] = !on;
  }
  const isGiven = (part: object) => Object.keys(part).length > 0;
  return {
    ...(isGiven(notifications) && { notifications }),
    ...(isGiven(quiet) && { quiet }),
    ...(isGiven(muteLeagues) && { muteLeagues }),
  };
}
