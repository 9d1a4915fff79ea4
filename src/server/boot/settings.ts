import { createPrivateKey } from 'node:crypto';
import * as v from 'valibot';
import { parseSources, sourceHosts, type SourceAddress } from '#server/competitions/sources/addresses.ts';
import { StartError } from './start-error.ts';

/** Settings from the environment (decisions §1), read once at start. Every bad value is named in one error. */

const loopbackNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether a host name is a loopback address. */
function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || /^127(\.\d{1,3}){3}$/.test(host) || host.endsWith('.localhost');
}

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));

/** A host to listen on; an IPv6 address may be in brackets. */
const host = v.pipe(
  text,
  v.regex(/^[\w.:-]+$|^\[[\w.:]+\]$/, 'must be a host name or an address'),
  v.transform((raw) => raw.replace(/^\[|\]$/g, '')),
);

const checked = (isValid: (raw: string) => boolean, message: string) =>
  v.pipe(v.string(), v.check(isValid, message));

const integer = (min: number, max: number) =>
  v.pipe(
    checked(
      (raw) => /^\d{1,9}$/.test(raw) && Number(raw) >= min && Number(raw) <= max,
      `must be a whole number from ${min} to ${max}`,
    ),
    v.transform(Number),
  );

const flag = v.pipe(
  v.picklist(['0', '1', 'true', 'false'], 'must be 1 or 0'),
  v.transform((raw) => raw === '1' || raw === 'true'),
);

function parseOrigin(raw: string): string | null {
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  // URL has no origin for a native shell's scheme (capacitor://localhost): compared as written.
  return url.origin === 'null' ? raw.replace(/\/+$/, '') : url.origin;
}

const siteOrigin = v.pipe(
  checked((raw) => {
    if (!URL.canParse(raw)) return false;
    const url = new URL(raw);
    return (
      /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
    );
  }, 'must be an address such as https://hevre.example, without a path'),
  v.transform((raw) => new URL(raw).origin),
);

const origins = v.pipe(
  v.string(),
  v.transform((raw) => raw.split(/[\s,]+/).filter(Boolean)),
  v.check(
    (list) =>
      list.every(
        (origin) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+\/?$/i.test(origin) && parseOrigin(origin) !== null,
      ),
    'must be a comma list of origins such as https://localhost',
  ),
  v.transform((list) => list.map((origin) => parseOrigin(origin) ?? origin)),
);

const urlOf = (protocol: RegExp, message: string) =>
  checked((raw) => URL.canParse(raw) && protocol.test(new URL(raw).protocol), message);
const databaseUrl = urlOf(
  /^postgres(ql)?:$/,
  'must be an address such as postgres://user:password@host:5432/hevre',
);
const httpUrl = urlOf(/^https?:$/, 'must be an http(s) address');
/** Contact of the operator: an e-mail address or a URL. */
const contact = checked(
  (raw) => v.is(v.union([v.pipe(v.string(), v.email()), httpUrl]), raw),
  'must be an e-mail address or an http(s) address',
);

const fingerprint = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/;
const androidApp = v.pipe(
  v.string(),
  v.transform((raw) => {
    const [id = '', ...fingerprints] = raw.split(/[\s,]+/).filter(Boolean);
    return { id, fingerprints };
  }),
  v.check(
    ({ id, fingerprints }) =>
      /^\w+(\.\w+)+$/.test(id) && fingerprints.length > 0 && fingerprints.every((it) => fingerprint.test(it)),
    'must be an app’s id and the SHA-256 fingerprints of its certificates: org.example.hevre AB:CD:…',
  ),
);

const FirebaseConfig = v.looseObject({ apiKey: text, authDomain: text, projectId: text });

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

const jsonOf = <Schema extends v.GenericSchema>(schema: Schema, message: string) =>
  v.pipe(
    v.string(),
    v.transform(parseJson),
    v.check((value) => v.is(schema, value), message),
    v.transform((value) => v.parse(schema, value)),
  );

const firebaseConfig = jsonOf(
  FirebaseConfig,
  "must be Firebase's web configuration as JSON, with apiKey, authDomain and projectId",
);

const ServiceAccount = v.looseObject({
  project_id: v.pipe(v.string(), v.regex(/^[a-z0-9:.-]+$/)),
  client_email: v.pipe(v.string(), v.email()),
  private_key: v.pipe(v.string(), v.check(isRsaKey)),
});

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const serviceAccount = jsonOf(
  ServiceAccount,
  "must be a Google service account's key as JSON, with project_id, client_email and private_key",
);

const Environment = v.object({
  PORT: v.optional(integer(0, 65535), '8787'),
  HOST: v.optional(host, '127.0.0.1'),
  DATA_DIR: v.optional(text, '.data'),
  COMPETITIONS_DIR: v.optional(text),
  COMPETITION_SOURCES: v.optional(v.string(), ''),
  FOOTBALL_DATA_TOKEN: v.optional(v.pipe(text, v.regex(/^[\w-]{1,100}$/, 'must be the token of an account'))),
  FOOTBALL_DATA_URL: v.optional(httpUrl, sourceHosts['football-data']),
  OPENLIGADB_URL: v.optional(httpUrl, sourceHosts.openligadb),
  SOURCE_REQUESTS_PER_DAY: v.optional(integer(1, 100_000), '1000'),
  DATABASE_URL: v.optional(databaseUrl),
  SITE_URL: v.optional(siteOrigin),
  ALLOWED_ORIGINS: v.optional(origins, ''),
  TRUST_PROXY: v.optional(integer(0, 10), '0'),
  REQUESTS_PER_MINUTE: v.optional(integer(0, 1_000_000), '600'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    ),
    'info',
  ),
  SMS_PROVIDER: v.optional(
    v.picklist(['console', 'twilio', 'webhook'], 'must be one of console, twilio, webhook'),
    'console',
  ),
  ALLOW_CONSOLE_SMS: v.optional(flag, '0'),
  DAILY_SMS_CAP: v.optional(integer(0, 10_000_000), '1000'),
  TWILIO_ACCOUNT_SID: v.optional(text),
  TWILIO_AUTH_TOKEN: v.optional(text),
  TWILIO_FROM: v.optional(text),
  SMS_WEBHOOK_URL: v.optional(httpUrl),
  SMS_WEBHOOK_SECRET: v.optional(text),
  PUSH_PROVIDER: v.optional(
    v.picklist(['none', 'fcm', 'webhook'], 'must be one of none, fcm, webhook'),
    'none',
  ),
  PUSH_FCM_CREDENTIALS: v.optional(serviceAccount),
  PUSH_WEBHOOK_URL: v.optional(httpUrl),
  PUSH_WEBHOOK_SECRET: v.optional(text),
  ALLOW_LOOPBACK_PUSH: v.optional(flag, '0'),
  STORE_GOOGLE: v.optional(httpUrl),
  STORE_APPLE: v.optional(httpUrl),
  ANDROID_APP: v.optional(androidApp),
  APPLE_APP: v.optional(
    v.pipe(
      text,
      v.regex(
        /^[A-Z0-9]{10}(\.[\w-]+){2,}$/,
        'must be a team and an app’s id such as ABCDE12345.org.example.hevre',
      ),
    ),
  ),
  CONTACT: v.optional(contact),
  FIREBASE_CONFIG: v.optional(firebaseConfig),
  FIREBASE_PROJECT_ID: v.optional(
    v.pipe(text, v.regex(/^[a-z0-9-]+$/, 'must be a project id such as hevre-1a2b3')),
  ),
  FIREBASE_AUTH_EMULATOR_HOST: v.optional(
    v.pipe(text, v.regex(/^[\w.[\]:-]+:\d{1,5}$/, 'must be a host and port such as 127.0.0.1:9099')),
  ),
});

type Environment = v.InferOutput<typeof Environment>;

export type SmsSettings =
  | { provider: 'console' }
  | { provider: 'twilio'; accountSid: string; authToken: string; from: string }
  | { provider: 'webhook'; url: string; secret: string | null };

export type PushSettings =
  | { provider: 'none' }
  | { provider: 'fcm'; projectId: string; clientEmail: string; privateKey: string }
  | { provider: 'webhook'; url: string; secret: string | null };

export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  /** Folder of additional competitions; null for only those that ship with the app. */
  competitionsDir: string | null;
  /** Sources of results; none are polled without addresses. */
  sources: {
    addresses: readonly SourceAddress[];
    footballDataToken: string | null;
    /** Maximum requests per day and source. */
    requestsPerDay: number;
  };
  /** URL of the PostgreSQL database; null for the embedded one in `dataDir`. */
  databaseUrl: string | null;
  siteUrl: string;
  allowedOrigins: readonly string[];
  /** Number of trusted proxies, whose X-Forwarded-For entries count; 0 for none. */
  trustProxy: number;
  /** Requests a minute per member, and ten times as many per address; 0 for unlimited. */
  requestsPerMinute: number;
  logLevel: Environment['LOG_LEVEL'];
  sms: SmsSettings;
  dailySmsCap: number;
  push: PushSettings;
  /** Whether push subscriptions may have loopback endpoints, for a stand-in of a push service. */
  loopbackPush: boolean;
  /** URLs of the native app in the stores; '' for none. */
  storeLinks: { google: string; apple: string };
  /** The native apps that the site's links may open. */
  apps: { android: v.InferOutput<typeof androidApp> | null; apple: string };
  /** Contact of the operator: an e-mail address or a URL; '' for none. */
  contact: string;
  firebase: {
    config: v.InferOutput<typeof FirebaseConfig> | null;
    projectId: string | null;
    emulatorHost: string | null;
  };
};

/** The site's URL if SITE_URL is not set. */
export function localUrl(hostname: string, port: number): string {
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

function smsOf(env: Environment, problems: string[]): SmsSettings {
  const provider = env.SMS_PROVIDER;
  const requireSetting = (
    name: 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'SMS_WEBHOOK_URL',
  ) => {
    const value = env[name];
    if (value === undefined) problems.push(`${name} is needed with SMS_PROVIDER=${provider}`);
    return value ?? '';
  };
  if (provider === 'console') return { provider };
  if (provider === 'webhook') {
    return { provider, url: requireSetting('SMS_WEBHOOK_URL'), secret: env.SMS_WEBHOOK_SECRET ?? null };
  }
  return {
    provider,
    accountSid: requireSetting('TWILIO_ACCOUNT_SID'),
    authToken: requireSetting('TWILIO_AUTH_TOKEN'),
    from: requireSetting('TWILIO_FROM'),
  };
}

function pushOf(env: Environment, problems: string[]): PushSettings {
  const { PUSH_PROVIDER: provider, PUSH_FCM_CREDENTIALS: account, PUSH_WEBHOOK_URL: url } = env;
  if (provider === 'none') return { provider };
  if (provider === 'webhook') {
    if (url === undefined) problems.push('PUSH_WEBHOOK_URL is needed with PUSH_PROVIDER=webhook');
    return { provider, url: url ?? '', secret: env.PUSH_WEBHOOK_SECRET ?? null };
  }
  if (account === undefined) problems.push('PUSH_FCM_CREDENTIALS is needed with PUSH_PROVIDER=fcm');
  return {
    provider,
    projectId: account?.project_id ?? '',
    clientEmail: account?.client_email ?? '',
    privateKey: account?.private_key ?? '',
  };
}

function sourcesOf(env: Environment, problems: string[]): Settings['sources'] {
  const hosts = { openligadb: env.OPENLIGADB_URL, 'football-data': env.FOOTBALL_DATA_URL };
  const addresses = parseSources(env.COMPETITION_SOURCES, hosts);
  if (!addresses)
    problems.push(
      'COMPETITION_SOURCES must be a list such as bundesliga=openligadb:bl1/2026 premier=football-data:PL/2026 ' +
        'cup=openfootball:https://example.com/cup.json, each competition once',
    );
  const footballDataToken = env.FOOTBALL_DATA_TOKEN ?? null;
  if (footballDataToken === null && addresses?.some(({ kind }) => kind === 'football-data'))
    problems.push('FOOTBALL_DATA_TOKEN is needed with a football-data source');
  return { addresses: addresses ?? [], footballDataToken, requestsPerDay: env.SOURCE_REQUESTS_PER_DAY };
}

function firebaseOf(env: Environment, problems: string[]): Settings['firebase'] {
  const config = env.FIREBASE_CONFIG ?? null;
  const projectId = env.FIREBASE_PROJECT_ID ?? config?.projectId ?? null;
  const emulatorHost = env.FIREBASE_AUTH_EMULATOR_HOST ?? null;
  if (config && config.projectId !== projectId) {
    problems.push('FIREBASE_PROJECT_ID must be the projectId of FIREBASE_CONFIG');
  }
  // The emulator's tokens are unsigned, so that anyone could forge one.
  if (emulatorHost && !isLoopback(emulatorHost.replace(/:\d+$/, ''))) {
    problems.push('FIREBASE_AUTH_EMULATOR_HOST must be a loopback address, since its tokens are not signed');
  }
  if (emulatorHost && !projectId?.startsWith('demo-')) {
    problems.push('FIREBASE_AUTH_EMULATOR_HOST needs a FIREBASE_PROJECT_ID that begins with demo-');
  }
  return { config, projectId, emulatorHost };
}

/** Reads and validates the settings; throws a StartError that names every invalid one. Empty values count as unset. */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = v.safeParse(Environment, given);
  if (!result.success) {
    const problems = result.issues.map((issue) => `${String(issue.path?.[0]?.key)} ${issue.message}`);
    throw new StartError(`bad settings: ${problems.join('; ')}`);
  }
  const env = result.output;
  const problems: string[] = [];
  const siteUrl = env.SITE_URL ?? localUrl(env.HOST, env.PORT);
  const sms = smsOf(env, problems);
  if (sms.provider === 'console' && !env.ALLOW_CONSOLE_SMS && !isLoopback(new URL(siteUrl).hostname)) {
    problems.push(
      `SMS_PROVIDER=console prints sign-in codes, and SITE_URL (${siteUrl}) is not a loopback address: ` +
        'set twilio or webhook, or ALLOW_CONSOLE_SMS=1',
    );
  }
  const push = pushOf(env, problems);
  if (env.ALLOW_LOOPBACK_PUSH && !isLoopback(new URL(siteUrl).hostname)) {
    problems.push(
      `ALLOW_LOOPBACK_PUSH is for development, and SITE_URL (${siteUrl}) is not a loopback address`,
    );
  }
  const firebase = firebaseOf(env, problems);
  const sources = sourcesOf(env, problems);
  if (problems.length > 0) throw new StartError(`bad settings: ${problems.join('; ')}`);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    competitionsDir: env.COMPETITIONS_DIR ?? null,
    sources,
    databaseUrl: env.DATABASE_URL ?? null,
    siteUrl,
    allowedOrigins: env.ALLOWED_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    logLevel: env.LOG_LEVEL,
    sms,
    dailySmsCap: env.DAILY_SMS_CAP,
    push,
    loopbackPush: env.ALLOW_LOOPBACK_PUSH,
    storeLinks: { google: env.STORE_GOOGLE ?? '', apple: env.STORE_APPLE ?? '' },
    apps: { android: env.ANDROID_APP ?? null, apple: env.APPLE_APP ?? '' },
    contact: env.CONTACT ?? '',
    firebase,
  };
}
