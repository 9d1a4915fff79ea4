import * as v from 'valibot';

/** What a member may be told of (decisions §9), in the order of the profile's switches, and whether they want to be. */
export const NotificationSwitches = v.object({
  new_game: v.boolean(),
  closing: v.boolean(),
  results: v.boolean(),
  correction: v.boolean(),
  comment: v.boolean(),
  invited: v.boolean(),
  joined: v.boolean(),
  pinned: v.boolean(),
});
export type NotificationSwitches = v.InferOutput<typeof NotificationSwitches>;
export type NotificationKind = keyof NotificationSwitches;
export const notificationKinds = Object.keys(NotificationSwitches.entries) as NotificationKind[];

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
  notifications: v.optional(v.partial(NotificationSwitches), {}),
  language: v.optional(v.nullable(v.string()), null),
});

/** The whole of what was chosen, from whatever was kept: who chose nothing is told everything. */
export function preferencesOf(kept: unknown): Preferences {
  const { notifications, language } = v.parse(
    v.fallback(StoredPreferences, { notifications: {}, language: null }),
    kept,
  );
  const told = notificationKinds.map((kind) => [kind, notifications[kind] ?? true]);
  return { notifications: Object.fromEntries(told) as NotificationSwitches, language };
}
