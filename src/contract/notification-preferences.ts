import * as v from 'valibot';

/** What a member may be told of (decisions §9), in the order of the profile's switches. */
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

/** When a member's devices are not to be pushed to (decisions §15): at night, and on Shabbat and holidays. */
export const quietTimes = ['night', 'holidays'] as const;
export type QuietKind = (typeof quietTimes)[number];
export const QuietPreferences = v.object(v.entriesFromList(quietTimes, v.boolean()));
export type QuietPreferences = v.InferOutput<typeof QuietPreferences>;

/** What a member chose for every device at once. */
export const Preferences = v.object({
  notifications: NotificationSwitches,
  quiet: QuietPreferences,
  /** Ids of the leagues that the member is told nothing of, in order. */
  mutedLeagues: v.array(v.number()),
  /** The language they are told in, by its file's name; null until they chose one. */
  language: v.nullable(v.string()),
});
export type Preferences = v.InferOutput<typeof Preferences>;

/** A part of them; what is left out stays. */
export const PreferencesInput = v.strictObject({
  notifications: v.optional(v.partial(v.strictObject(NotificationSwitches.entries))),
  quiet: v.optional(v.partial(v.strictObject(QuietPreferences.entries))),
  /** By id, for leagues of the member's own: whether they are told nothing of it. */
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
    v.object({ night: v.optional(v.boolean(), true), holidays: v.optional(v.boolean(), false) }),
    {},
  ),
  language: v.optional(v.nullable(v.string()), null),
});
type StoredPreferences = v.InferOutput<typeof StoredPreferences>;

/**
 * The whole of what was chosen, from what is stored of it: who chose nothing is told everything, but not at night.
 */
export function preferencesOf(stored: unknown): StoredPreferences {
  const { success, output } = v.safeParse(StoredPreferences, stored);
  return success ? output : v.parse(StoredPreferences, {});
}
