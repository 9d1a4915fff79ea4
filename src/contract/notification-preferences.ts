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

/** What a member chose for every device at once. */
export const Preferences = v.object({
  notifications: NotificationSwitches,
  /** The language they are told in, by its file's name; null until they chose one. */
  language: v.nullable(v.string()),
});
export type Preferences = v.InferOutput<typeof Preferences>;

/** A part of them; what is left out stays. */
export const PreferencesInput = v.strictObject({
  notifications: v.optional(v.partial(v.strictObject(NotificationSwitches.entries))),
  language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/))),
});
export type PreferencesInput = v.InferOutput<typeof PreferencesInput>;

const StoredPreferences = v.object({
  notifications: v.optional(
    v.object(v.entriesFromList(notificationKinds, v.optional(v.boolean(), true))),
    {},
  ),
  language: v.optional(v.nullable(v.string()), null),
});

/** The whole of what was chosen, from what is stored: who chose nothing is told everything. */
export function preferencesOf(stored: unknown): Preferences {
  const { success, output } = v.safeParse(StoredPreferences, stored);
  return success ? output : v.parse(StoredPreferences, {});
}
