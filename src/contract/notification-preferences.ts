import * as v from 'valibot';

/** Notification kinds (decisions §9), in the order of the profile's switches. */
export const notificationKinds = [
  'new_game',
  'closing',
  'results',
  'correction',
  'comment',
  'invited',
  'joined',
  'pinned',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const NotificationSwitches = v.object(v.entriesFromList(notificationKinds, v.boolean()));
export type NotificationSwitches = v.InferOutput<typeof NotificationSwitches>;

/** Quiet times without pushes (decisions §15): nights; Shabbat and holidays. */
export const quietTimes = ['night', 'holidays'] as const;
export type QuietKind = (typeof quietTimes)[number];
/** The hours of the night, by Israel's clock: until a time of the same day, or of the next. */
export const quietHours = ['from', 'until'] as const;
export type QuietHour = (typeof quietHours)[number];
/** A time of day on the hour or half past, as `HH:MM`. */
const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[03]0$/));
export const defaultNight = { from: '23:00', until: '07:30' } as const;
export const QuietPreferences = v.object({
  ...v.entriesFromList(quietTimes, v.boolean()),
  ...v.entriesFromList(quietHours, TimeOfDay),
});
export type QuietPreferences = v.InferOutput<typeof QuietPreferences>;

/** A member's preferences, the same on all devices. */
export const Preferences = v.object({
  notifications: NotificationSwitches,
  quiet: QuietPreferences,
  /** Ids of muted leagues, in ascending order. */
  mutedLeagues: v.array(v.number()),
  /** The language of notifications, by its file's name; null until chosen. */
  language: v.nullable(v.string()),
});
export type Preferences = v.InferOutput<typeof Preferences>;

/** Changed preferences; those left out stay. */
export const PreferencesInput = v.strictObject({
  notifications: v.optional(v.partial(v.strictObject(NotificationSwitches.entries))),
  quiet: v.optional(v.partial(v.strictObject(QuietPreferences.entries))),
  /** Whether to mute each league, by id; only leagues of the member. */
  muteLeagues: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/)), v.boolean()),
      v.check((leagues) => Object.keys(leagues).length <= 100),
    ),
  ),
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/))),
});
export type PreferencesInput = v.InferOutput<typeof PreferencesInput>;

const StoredPreferences = v.object({
  notifications: v.optional(
    v.object(v.entriesFromList(notificationKinds, v.optional(v.boolean(), true))),
    {},
  ),
  quiet: v.optional(
    v.object({
      night: v.optional(v.boolean(), true),
      holidays: v.optional(v.boolean(), false),
      from: v.optional(TimeOfDay, defaultNight.from),
      until: v.optional(TimeOfDay, defaultNight.until),
    }),
    {},
  ),
  language: v.optional(v.nullable(v.string()), null),
});
type StoredPreferences = v.InferOutput<typeof StoredPreferences>;

/**
 * The complete preferences from stored ones. By default every kind is on, and nights are quiet.
 */
export function preferencesOf(stored: unknown): StoredPreferences {
  const { success, output } = v.safeParse(StoredPreferences, stored);
  return success ? output : v.parse(StoredPreferences, {});
}
