import { importPKCS8, SignJWT } from 'jose';
import * as v from 'valibot';
import { errorCode, errorName } from '#server/db/errors.ts';
import type { Platform } from '#server/boot/platform.ts';
import type { PushSettings } from '#server/boot/settings.ts';
import { formRequest, postRequest, webhookRequest, type OutgoingRequest } from '#server/http/outgoing.ts';

/** Handing one message to a push service. */

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

type SenderIo = Pick<Platform, 'io' | 'log'>;

// Connection errors: safe to retry.
const connectErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function resultOfError(error: unknown): PushResult {
  const cause = error instanceof Error ? error.cause : null;
  return connectErrors.has(errorCode(cause) ?? '') ? 'refused' : 'failed';
}

/** Sends a push and classifies the response; logs status without token or text. */
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

const isBusy = ({ status }: Response) => status === 429 || status >= 500;

const webhook =
  (platform: SenderIo, settings: Extract<PushSettings, { provider: 'webhook' }>): SendPush =>
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

/** OAuth token request with a JWT signed by the service account. */
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

function fcm(platform: SenderIo, settings: Fcm): SendPush {
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
      // 401: drop the cached token; the retry requests a new one.
      if (response.status === 401) tokenRequest = null;
      if (response.status === 401 || isBusy(response)) return 'refused';
      return (await isUnregistered(response)) ? 'dead' : 'failed';
    });
  };
}

/** The push service of the settings; null for none. */
export function openPushService(platform: SenderIo & Pick<Platform, 'settings'>): SendPush | null {
  const { push } = platform.settings;
  if (push.provider === 'none') return null;
  return push.provider === 'fcm' ? fcm(platform, push) : webhook(platform, push);
}
