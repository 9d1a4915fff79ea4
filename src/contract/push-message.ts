import * as v from 'valibot';

/** What a push tells a browser's service worker. */
export const PushMessage = v.object({
  /** The notification. */
  id: v.number(),
  title: v.string(),
  body: v.string(),
  /** A hash route without the hash. */
  link: v.string(),
  /** A newer notification with this tag replaces the older. */
  tag: v.string(),
  lang: v.picklist(['he', 'en']),
  dir: v.picklist(['rtl', 'ltr']),
});
export type PushMessage = v.InferOutput<typeof PushMessage>;

/** What the service worker hands to the page in front, in place of a notification; the page answers on the message's port. */
export const Pushed = v.object({ pushed: v.object({ title: v.string(), body: v.string() }) });
export type Pushed = v.InferOutput<typeof Pushed>;

/** What it tells every page when the browser has replaced the subscription. */
export const subscriptionChanged = 'push-subscription-changed';

/** A push as it came; null for one that cannot be read. */
export function parsePush(text: string): PushMessage | null {
  try {
    const { success, output } = v.safeParse(PushMessage, JSON.parse(text));
    return success ? output : null;
  } catch {
    return null;
  }
}

/** The place of a notification's data; the list of all where it has none. */
export const linkOf = (data: unknown): string =>
  v.parse(v.fallback(v.object({ link: v.string() }), { link: 'notifications' }), data).link;
