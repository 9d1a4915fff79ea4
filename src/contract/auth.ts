import * as v from 'valibot';
import { limits } from './limits.ts';
import { AppUser, Group, League } from './core-models.ts';
import { singleLine, QueryText, freeText, Timestamp } from './primitives.ts';

/**
 * Specifications of calls, and those that the first page needs: signing in and the app data.
 * `open` calls need no token. A GET with `changes` modifies data, and requires the JSON content type.
 */
export type CallSpec = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly open?: true;
  readonly changes?: true;
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  /** Whether the body is a file, sent as the form field `file`. */
  readonly takesFile?: true;
  readonly answer: v.GenericSchema;
};

/** A random id stored on the device, by which the server recognizes it at sign-in. */
export const DeviceId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/));

/** A device's token in a push service; never a URL. */
export const PushId = v.pipe(v.string(), v.regex(/^[\w:.-]{1,512}$/));

export const LoginUser = v.object({ ...AppUser.entries, token: v.string() });
export type LoginUser = v.InferOutput<typeof LoginUser>;

/** Splits a login answer into the token and the user. */
export const sessionOf = ({ token, ...user }: LoginUser): { token: string; user: AppUser } => ({
  token,
  user,
});

const LoginRefusal = v.object({
  success: v.literal(false),
  reason: v.picklist(['wrong_pin', 'expired', 'no_pin', 'too_many']),
  attemptsLeft: v.number(),
});
export type LoginRefusal = v.InferOutput<typeof LoginRefusal>;

export const Ok = v.object({ res: v.literal(1) });

export const authCalls = {
  sendPin: {
    method: 'GET',
    path: 'sendPinCode/',
    open: true,
    changes: true,
    query: v.strictObject({
      cellphone: QueryText(30),
      name: v.optional(QueryText(limits.name.member)),
      pincode: v.optional(QueryText(20)),
      device: v.optional(DeviceId),
    }),
    answer: v.object({ name: v.string() }),
  },
  logIn: {
    method: 'POST',
    path: 'api-token-auth/',
    open: true,
    body: v.strictObject({
      username: freeText(30),
      password: freeText(20),
      name: v.optional(v.union([singleLine(limits.name.member), v.literal('')])),
      device: v.optional(DeviceId),
    }),
    answer: v.union([
      v.object({ success: v.literal(true), token: v.string(), user: LoginUser }),
      LoginRefusal,
    ]),
  },
  socialLogIn: {
    method: 'POST',
    path: 'socialAuth',
    open: true,
    body: v.strictObject({ token: v.pipe(v.string(), v.maxLength(8192)), device: v.optional(DeviceId) }),
    answer: v.object({ data: LoginUser }),
  },
  appData: {
    method: 'GET',
    path: 'getAppData/',
    open: true,
    query: v.strictObject({ pushId: v.optional(PushId) }),
    answer: v.object({
      appuser: v.nullable(AppUser),
      sections: v.array(League),
      clans: v.array(Group),
      activeParams: v.object({
        firebase: v.nullable(v.record(v.string(), v.unknown())),
        storeLinks: v.object({ google: v.string(), apple: v.string() }),
        /** Contact for accessibility: an e-mail address or a URL; '' if the server has none. */
        contact: v.string(),
        inviteUrl: v.string(),
        minVersion: v.string(),
        votesForPoint: v.number(),
        dateMax: v.string(),
        /** The number of the caller's new notifications. */
        notifications: v.number(),
        /** The server's public key for push subscriptions (VAPID), in base64url; '' for a guest. */
        pushKey: v.string(),
      }),
    }),
  },
  logOut: { method: 'POST', path: 'logout/', answer: Ok },
  ping: {
    method: 'GET',
    path: 'ping/',
    open: true,
    answer: v.object({ ok: v.literal(true), version: v.string(), time: Timestamp }),
  },
} as const satisfies Record<string, CallSpec>;
