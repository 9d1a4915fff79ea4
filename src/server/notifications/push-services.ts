import { importPKCS8, SignJWT } from 'jose';
import * as v from 'valibot';
import { errorCode, errorName } from '#server/db/errors.ts';
import type { Platform } from '#server/boot/platform.ts';
import type { PushSettings } from '#server/boot/settings.ts';
import type { PushMessage as BrowserMessage } from '#contract/push-message.ts';
import { isLoopbackEndpoint } from '#contract/push-endpoint.ts';
import { formRequest, postRequest, webhookRequest, type OutgoingRequest } from '#server/http/outgoing.ts';

import {
  encrypt,
  maxPayload,
  openVapid,
  readVapidKeys,
  topicOf,
  type DeviceKeys,
  type VapidKeys,
} from './web-push.ts';

/** One message to a push service. */

export type PushMessage = {
  /** Id of the notification. */
  readonly id: number;
  /** The device's push id. */
  readonly to: string;
  readonly title: string;
  readonly body: string;
  /** Hash route, without the hash. */
  readonly link: string;
  /** Collapse key: a newer push with this tag replaces the older one on the device. */
  readonly tag: string;
  /** Time to live in seconds. */
  readonly lasts: number;
};

/** What only a message to a browser has. */
export type BrowserPush = {
  readonly keys: DeviceKeys;
  readonly language: 'he' | 'en';
  readonly urgency: 'high' | 'normal';
};

/**
 * `refused`: not accepted, can be retried; `refusedFor`: after these seconds. `dead`: the push id is unregistered. `failed`:
 * possibly accepted, or a permanent error; no retry.
 */
export type PushResult = 'sent' | 'refused' | { readonly refusedFor: number } | 'dead' | 'failed';
/** `browser`: the push id is a browser's subscription. */
export type SendPush = (message: PushMessage, browser?: BrowserPush | null) => Promise<PushResult>;
type SendToService = (message: PushMessage) => Promise<PushResult>;

type SenderIo = Pick<Platform, 'io' | 'log'>;

// Connection errors: safe to retry.
const connectErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function resultOfError(error: unknown): PushResult {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return connectErrors.has(errorCode(cause) ?? '') ? 'refused' : 'failed';
}

/** Sends a push and classifies the response; logs its status, without token or text. */
async function sendRequest(
  { io, log }: SenderIo,
  request: OutgoingRequest,
  classify: (response: Response) => PushResult | Promise<PushResult>,
): Promise<PushResult> {
  try {
    const response = await postRequest(io, request);
    const result = response.ok ? 'sent' : await classify(response);
    await response.body?.cancel().catch(() => {});
    if (result !== 'sent' && result !== 'dead') log.warn({ status: response.status }, 'push refused');
    return result;
  } catch (error) {
    log.warn({ failure: errorName(error) }, 'push failed');
    return resultOfError(error);
  }
}

const isBusy = ({ status }: Pick<Response, 'status'>) => status === 429 || status >= 500;

const webhook =
  (platform: SenderIo, settings: Extract<PushSettings, { provider: 'webhook' }>): SendToService =>
  (message) =>
    sendRequest(platform, webhookRequest(settings, message), (response) =>
      response.status === 410 ? 'dead' : isBusy(response) ? 'refused' : 'failed',
    );

const tokenUrl = 'https://oauth2.googleapis.com/token';
const oauthScope = 'https://www.googleapis.com/auth/firebase.messaging';
const TokenResponse = v.object({ access_token: v.string(), expires_in: v.number() });
const FcmErrorBody = v.object({
  error: v.object({ details: v.optional(v.array(v.looseObject({ errorCode: v.optional(v.string()) })), []) }),
});
const unregisteredCodes = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH']);

type Fcm = Extract<PushSettings, { provider: 'fcm' }>;

/** Requests an OAuth token with a JWT signed by the service account. */
async function requestAccessToken(
  { io }: SenderIo,
  { clientEmail, privateKey }: Fcm,
): Promise<{ token: string; expiresAt: number }> {
  const assertion = await new SignJWT({ scope: oauthScope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(privateKey, 'RS256'));
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const response = await postRequest(io, formRequest(tokenUrl, { grant_type, assertion }));
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  const { access_token, expires_in } = v.parse(TokenResponse, await response.json());
  // Expires a minute early, so that it is valid when it is used.
  return { token: access_token, expiresAt: Date.now() + (expires_in - 60) * 1000 };
}

function fcmMessage({ id, to, title, body, link, tag, lasts }: PushMessage): string {
  return JSON.stringify({
    message: {
      token: to,
      notification: { title, body },
      data: { id: String(id), link },
      android: { ttl: `${lasts}s`, notification: { tag } },
      apns: {
        headers: {
          'apns-collapse-id': tag,
          'apns-expiration': String(Math.floor(Date.now() / 1000) + lasts),
        },
      },
      webpush: { headers: { TTL: String(lasts) }, notification: { tag, dir: 'auto' } },
    },
  });
}

async function isUnregistered(response: Response): Promise<boolean> {
  const parsed = v.safeParse(FcmErrorBody, await response.json().catch(() => null));
  return (
    parsed.success &&
    parsed.output.error.details.some((detail) => unregisteredCodes.has(detail.errorCode ?? ''))
  );
}

function fcm(platform: SenderIo, settings: Fcm): SendToService {
  const url = `https://fcm.googleapis.com/v1/projects/${settings.projectId}/messages:send`;
  let tokenRequest: ReturnType<typeof requestAccessToken> | null = null;
  let expiresAt = 0;
  const token = async () => {
    if (tokenRequest === null || Date.now() >= expiresAt) {
      tokenRequest = requestAccessToken(platform, settings);
      expiresAt = Infinity;
      tokenRequest.then(
        (granted) => (expiresAt = granted.expiresAt),
        () => (tokenRequest = null),
      );
    }
    return (await tokenRequest).token;
  };
  return async (message) => {
    let bearer: string;
    try {
      bearer = await token();
    } catch (error) {
      platform.log.error({ failure: error instanceof Error ? error.message : '' }, 'no token for push');
      return 'refused';
    }
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` };
    return sendRequest(platform, { url, headers, body: fcmMessage(message) }, async (response) => {
      // 401: drops the cached token; the retry requests a new one.
      if (response.status === 401) tokenRequest = null;
      if (response.status === 401 || isBusy(response)) return 'refused';
      return (await isUnregistered(response)) ? 'dead' : 'failed';
    });
  };
}

const textDirections = { he: 'rtl', en: 'ltr' } as const;

/** Payload that the service worker shows. The text is cut to fit into one message. */
function browserPayload(message: PushMessage, language: BrowserPush['language']): Buffer {
  const { id, title, body, link, tag } = message;
  const payload = Buffer.from(
    JSON.stringify({
      id,
      title,
      body,
      link,
      tag,
      lang: language,
      dir: textDirections[language],
    } satisfies BrowserMessage),
  );
  if (payload.length <= maxPayload) return payload;
  const half = (text: string) =>
    text.length > 40 ? `${text.slice(0, text.length / 2).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return browserPayload({ ...message, title: half(title), body: half(body) }, language);
}

function webPush(
  { io, log, settings }: SenderIo & Pick<Platform, 'settings'>,
  keys: () => Promise<VapidKeys>,
) {
  const { contact, siteUrl, loopbackPush } = settings;
  let opened: Promise<ReturnType<typeof openVapid>> | null = null;
  const authorize = async (endpoint: string) => {
    const person = contact.includes('@') ? `mailto:${contact}` : contact || siteUrl;
    opened ??= keys().then((own) => openVapid(own, person));
    opened.catch(() => (opened = null));
    return (await opened)(endpoint);
  };
  return async (message: PushMessage, browser: BrowserPush): Promise<PushResult> => {
    const { to, tag, lasts } = message;
    if (isLoopbackEndpoint(to) && !loopbackPush) return 'dead';
    try {
      const { status, retryAfter } = await io.postPublic(
        to,
        {
          Authorization: await authorize(to),
          'Content-Type': 'application/octet-stream',
          'Content-Encoding': 'aes128gcm',
          TTL: String(lasts),
          Urgency: browser.urgency,
          Topic: topicOf(tag),
        },
        encrypt(browser.keys, browserPayload(message, browser.language)),
      );
      if (status >= 200 && status < 300) return 'sent';
      if (status === 404 || status === 410) return 'dead';
      log.warn({ status }, 'push refused');
      if (!isBusy({ status })) return 'failed';
      return retryAfter === null ? 'refused' : { refusedFor: retryAfter };
    } catch (error) {
      log.warn({ failure: errorName(error) }, 'push failed');
      return resultOfError(error);
    }
  };
}

function serviceOf(platform: SenderIo & Pick<Platform, 'settings'>): SendToService {
  const { push } = platform.settings;
  if (push.provider === 'none') return () => Promise.resolve('failed');
  return push.provider === 'fcm' ? fcm(platform, push) : webhook(platform, push);
}

/** Sends to browsers by their subscriptions, and to other push ids by the service in the settings, if there is one. */
export function openPushService(platform: SenderIo & Pick<Platform, 'settings' | 'db'>): SendPush {
  const toService = serviceOf(platform);
  const toBrowser = webPush(platform, () => readVapidKeys(platform.db));
  return (message, browser) => (browser ? toBrowser(message, browser) : toService(message));
}
