import { importPKCS8, SignJWT } from 'jose';
import * as v from 'valibot';
import { errorCode, errorName } from '#server/db/errors.ts';
import type { Platform } from '#server/boot/platform.ts';
import type { PushSettings } from '#server/boot/settings.ts';

/** Handing one message to a push service. The URL is a setting, never input (no SSRF). */

export type PushMessage = {
  /** The notification. */
  readonly id: number;
  /** The device's push id. */
  readonly to: string;
  readonly title: string;
  readonly body: string;
  /** A hash route without the hash. */
  readonly link: string;
  /** Collapse key: a newer push with this tag replaces the older on the device. */
  readonly tag: string;
  /** Time to live in seconds. */
  readonly lasts: number;
};

/**
 * `refused`: not accepted, retry. `dead`: the push id is unregistered. `failed`: perhaps accepted, or a permanent
 * error; no retry.
 */
export type PushResult = 'sent' | 'refused' | 'dead' | 'failed';
export type SendPush = (message: PushMessage) => Promise<PushResult>;

type SenderIo = Pick<Platform, 'log'> & { readonly fetch: typeof fetch };
type OutgoingRequest = { url: string; headers: Record<string, string>; body: string };

const requestTimeout = 10_000;

// Connection errors: safe to retry.
const connectErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function resultOfError(error: unknown): PushResult {
  const cause = error instanceof Error ? error.cause : null;
  return connectErrors.has(errorCode(cause) ?? '') ? 'refused' : 'failed';
}

async function postRequest({ fetch }: SenderIo, { url, headers, body }: OutgoingRequest): Promise<Response> {
  const signal = AbortSignal.timeout(requestTimeout);
  return fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
}

/** Sends a push and classifies the response; logs status without token or text. */
async function sendRequest(
  io: SenderIo,
  request: OutgoingRequest,
  classify: (response: Response) => PushResult | Promise<PushResult>,
): Promise<PushResult> {
  try {
    const response = await postRequest(io, request);
    const result = response.ok ? 'sent' : await classify(response);
    await response.body?.cancel().catch(() => {});
    if (result !== 'sent' && result !== 'dead') io.log.warn({ status: response.status }, 'push refused');
    return result;
  } catch (error) {
    io.log.warn({ failure: errorName(error) }, 'push failed');
    return resultOfError(error);
  }
}

const isBusy = ({ status }: Response) => status === 429 || status >= 500;

function webhook(io: SenderIo, { url, secret }: Extract<PushSettings, { provider: 'webhook' }>): SendPush {
  const headers = {
    'Content-Type': 'application/json',
    ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
  };
  return (message) =>
    sendRequest(io, { url, headers, body: JSON.stringify(message) }, (response) =>
      response.status === 410 ? 'dead' : isBusy(response) ? 'refused' : 'failed',
    );
}

const tokenUrl = 'https://oauth2.googleapis.com/token';
const oauthScope = 'https://www.googleapis.com/auth/firebase.messaging';
const TokenResponse = v.object({ access_token: v.string(), expires_in: v.number() });
const FcmErrorBody = v.object({
  error: v.object({ details: v.optional(v.array(v.looseObject({ errorCode: v.optional(v.string()) })), []) }),
});
const unregisteredCodes = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH']);

type Fcm = Extract<PushSettings, { provider: 'fcm' }>;

/** OAuth token request with a JWT signed by the service account. */
async function requestAccessToken(
  io: SenderIo,
  { clientEmail, privateKey }: Fcm,
): Promise<{ token: string; expiresAt: number }> {
  const assertion = await new SignJWT({ scope: oauthScope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(privateKey, 'RS256'));
  const response = await postRequest(io, {
    url: tokenUrl,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }).toString(),
  });
  if (!response.ok) throw new Error(`no token: ${response.status}`);
  const { access_token, expires_in } = v.parse(TokenResponse, await response.json());
  // A minute early, so that no token expires in flight.
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

function fcm(io: SenderIo, settings: Fcm): SendPush {
  const url = `https://fcm.googleapis.com/v1/projects/${settings.projectId}/messages:send`;
  let tokenRequest: ReturnType<typeof requestAccessToken> | null = null;
  let expiresAt = 0;
  const token = async () => {
    if (tokenRequest === null || Date.now() >= expiresAt) {
      tokenRequest = requestAccessToken(io, settings);
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
      io.log.error({ failure: error instanceof Error ? error.message : '' }, 'no token for push');
      return 'refused';
    }
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` };
    return sendRequest(io, { url, headers, body: fcmMessage(message) }, async (response) => {
      // 401: drop the cached token; the retry requests a new one.
      if (response.status === 401) tokenRequest = null;
      if (response.status === 401 || isBusy(response)) return 'refused';
      return (await isUnregistered(response)) ? 'dead' : 'failed';
    });
  };
}

/** The push service of the settings; null for none. */
export function openPushService({ settings: { push }, io: { fetch }, log }: Platform): SendPush | null {
  const io = { log, fetch };
  if (push.provider === 'none') return null;
  return push.provider === 'fcm' ? fcm(io, push) : webhook(io, push);
}
