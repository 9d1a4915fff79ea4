import * as v from 'valibot';
import { Ok, PushId, type CallSpec } from './auth.ts';
import { isPushEndpoint } from './push-endpoint.ts';

/** A browser's push subscription (RFC 8030, 8291): its endpoint and encryption keys. */
export const PushSubscription = v.strictObject({
  endpoint: v.pipe(v.string(), v.maxLength(1024), v.check(isPushEndpoint)),
  // 65 and 16 bytes in base64url.
  p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
});
export type PushSubscription = v.InferOutput<typeof PushSubscription>;

/** Calls of pushes to devices. */
export const pushCalls = {
  setPushId: {
    method: 'POST',
    path: 'setPushId/',
    /** A push service's token or a browser's subscription; null to unsubscribe this device. */
    body: v.strictObject({ pId: v.nullable(v.union([PushId, PushSubscription])) }),
    answer: Ok,
  },
} as const satisfies Record<string, CallSpec>;
