import * as v from 'valibot';

/** The payload of a push to a browser's service worker. */
export const PushMessage = v.object({
  /** Id of the notification. */
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

/** Sent by the service worker to the foreground page instead of a notification; the page acknowledges on the message's port. */
export const Pushed = v.object({ pushed: v.object({ title: v.string(), body: v.string() }) });
export type Pushed = v.InferOutput<typeof Pushed>;

/** Sent to every page when the browser has replaced the subscription. */
export const subscriptionChanged = 'push-subscription-changed';

/** Parses a push's payload; null if it is malformed. */
export function parsePush(text: string): PushMessage | null {
  try {
    const { success, output } = v.safeParse(PushMessage, JSON.parse(text));
    return success ? output : null;
  } catch {
    return null;
  }
}

/** The link in a notification's data; `notifications` if there is none. */
export const linkOf = (data: unknown): string =>
  v.parse(v.fallback(v.object({ link: v.string() }), { link: 'notifications' }), data).link;
