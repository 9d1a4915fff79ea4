import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/boot/settings.ts';

/** The settings in the environment, and those that keep a server from starting. */

const refused = (env: Record<string, string>) => {
  try {
    readSettings(env);
  } catch (error) {
    return (error as Error).message;
  }
  return 'started';
};

/** SHA-256 fingerprints. */
const certificates = [`${'AB:'.repeat(31)}CD`, `${'01:'.repeat(31)}EF`];
const firebase = { apiKey: 'k', authDomain: 'demo-hevre.firebaseapp.com', projectId: 'demo-hevre' };

it('has a default for every setting', () => {
  expect(readSettings({})).toEqual({
    port: 8787,
    host: '127.0.0.1',
    dataDir: '.data',
    competitionsDir: null,
    sources: { addresses: [], footballDataToken: null, requestsPerDay: 1000 },
    databaseUrl: null,
    siteUrl: 'http://127.0.0.1:8787',
    allowedOrigins: [],
    trustProxy: 0,
    requestsPerMinute: 600,
    logLevel: 'info',
    sms: { provider: 'console' },
    dailySmsCap: 1000,
    push: { provider: 'none' },
    loopbackPush: false,
    storeLinks: { google: '', apple: '' },
    apps: { android: null, apple: '' },
    contact: '',
    firebase: { config: null, projectId: null, emulatorHost: null },
  });
});

it('treats an empty value as absent', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toEqual(readSettings({}));
});

it('trims values', () => {
  expect(readSettings({ DATA_DIR: ' /srv/hevre ', APPLE_APP: ' ABCDE12345.org.example.hevre' })).toEqual({
    ...readSettings({}),
    dataDir: '/srv/hevre',
    apps: { android: null, apple: 'ABCDE12345.org.example.hevre' },
  });
});

it('ignores commas and white space around the values of a list', () => {
  expect(
    readSettings({
      ALLOWED_ORIGINS: '\n  https://localhost,\n  capacitor://localhost,\n',
      ANDROID_APP: ` org.example.hevre ${certificates.join(' , ')},`,
      COMPETITION_SOURCES: '\n bundesliga=openligadb:bl1/2026\n',
    }),
  ).toEqual({
    ...readSettings({}),
    allowedOrigins: ['https://localhost', 'capacitor://localhost'],
    apps: { android: { id: 'org.example.hevre', fingerprints: certificates }, apple: '' },
    sources: {
      addresses: [
        {
          competition: 'bundesliga',
          kind: 'openligadb',
          url: 'https://api.openligadb.de/getmatchdata/bl1/2026',
        },
      ],
      footballDataToken: null,
      requestsPerDay: 1000,
    },
  });
});

it.each([
  ['localhost', 'localhost', 'http://localhost:80'],
  ['::1', '::1', 'http://[::1]:80'],
  ['[::1]', '::1', 'http://[::1]:80'],
])('with HOST %s listens on %s, and its address is %s', (HOST, host, siteUrl) => {
  expect(readSettings({ HOST, PORT: '80' })).toMatchObject({ host, siteUrl });
});

it.each([
  ['PORT', 0, 65_535],
  ['SOURCE_REQUESTS_PER_DAY', 1, 100_000],
  ['TRUST_PROXY', 0, 10],
  ['REQUESTS_PER_MINUTE', 0, 1_000_000],
  ['DAILY_SMS_CAP', 0, 10_000_000],
])('%s may be from %i to %i', (name, min, max) => {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  expect([min - 1, min, max, max + 1].map((value) => refused({ [name]: String(value) }))).toEqual([
    expect.stringContaining(message),
    'started',
    'started',
    expect.stringContaining(message),
  ]);
});

it('reads every setting', () => {
  const settings = readSettings({
    PORT: '80',
    HOST: '::',
    DATA_DIR: '/srv/hevre',
    COMPETITIONS_DIR: '/srv/competitions',
    COMPETITION_SOURCES:
      'premier=football-data:PL/2026 bundesliga=openligadb:bl1/2026\ncup=openfootball:https://files.example/cup.json',
    FOOTBALL_DATA_TOKEN: 'abc',
    OPENLIGADB_URL: 'http://127.0.0.1:9000',
    SOURCE_REQUESTS_PER_DAY: '50',
    DATABASE_URL: 'postgresql://hevre@db/hevre',
    SITE_URL: 'https://hevre.example/',
    ALLOWED_ORIGINS: 'https://localhost, capacitor://localhost',
    TRUST_PROXY: '1',
    REQUESTS_PER_MINUTE: '60',
    LOG_LEVEL: 'error',
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: 'sid',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+1',
    DAILY_SMS_CAP: '5',
    PUSH_PROVIDER: 'webhook',
    PUSH_WEBHOOK_URL: 'https://push.example/send',
    PUSH_WEBHOOK_SECRET: 'secret',
    STORE_GOOGLE: 'https://play.google.com/store/apps/details?id=app.hevre',
    STORE_APPLE: 'https://apps.apple.com/app/id1',
    ANDROID_APP: `org.example.hevre ${certificates.join(',')}`,
    APPLE_APP: 'ABCDE12345.org.example.hevre',
    CONTACT: 'help@hevre.example',
    FIREBASE_CONFIG: JSON.stringify(firebase),
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  });
  expect(settings).toEqual({
    port: 80,
    host: '::',
    dataDir: '/srv/hevre',
    competitionsDir: '/srv/competitions',
    sources: {
      addresses: [
        {
          competition: 'premier',
          kind: 'football-data',
          url: 'https://api.football-data.org/v4/competitions/PL/matches?season=2026',
        },
        { competition: 'bundesliga', kind: 'openligadb', url: 'http://127.0.0.1:9000/getmatchdata/bl1/2026' },
        { competition: 'cup', kind: 'openfootball', url: 'https://files.example/cup.json' },
      ],
      footballDataToken: 'abc',
      requestsPerDay: 50,
    },
    databaseUrl: 'postgresql://hevre@db/hevre',
    siteUrl: 'https://hevre.example',
    allowedOrigins: ['https://localhost', 'capacitor://localhost'],
    trustProxy: 1,
    requestsPerMinute: 60,
    logLevel: 'error',
    sms: { provider: 'twilio', accountSid: 'sid', authToken: 'token', from: '+1' },
    dailySmsCap: 5,
    push: { provider: 'webhook', url: 'https://push.example/send', secret: 'secret' },
    loopbackPush: false,
    storeLinks: {
      google: 'https://play.google.com/store/apps/details?id=app.hevre',
      apple: 'https://apps.apple.com/app/id1',
    },
    apps: {
      android: { id: 'org.example.hevre', fingerprints: certificates },
      apple: 'ABCDE12345.org.example.hevre',
    },
    contact: 'help@hevre.example',
    firebase: { config: firebase, projectId: 'demo-hevre', emulatorHost: '127.0.0.1:9099' },
  });
});

describe('SMS printed to the console', () => {
  it.each(['http://localhost:8787', 'http://127.0.0.1', 'http://[::1]:3000'])(
    'are allowed for %s',
    (SITE_URL) => {
      expect(refused({ SITE_URL })).toBe('started');
    },
  );

  it.each(['https://hevre.example', 'http://192.168.1.5:8787', 'http://127.0.0.1.example'])(
    'are refused for %s, unless explicitly allowed',
    (SITE_URL) => {
      expect(refused({ SITE_URL })).toContain('SMS_PROVIDER=console prints sign-in codes');
      expect(refused({ SITE_URL, ALLOW_CONSOLE_SMS: '1' })).toBe('started');
    },
  );

  it('are refused on a public host', () => {
    expect(refused({ HOST: '0.0.0.0' })).toContain('SMS_PROVIDER=console');
  });
});

it('allows a loopback push service only for a server of this machine alone', () => {
  expect(readSettings({ ALLOW_LOOPBACK_PUSH: '1' })).toMatchObject({ loopbackPush: true });
  const SITE_URL = 'https://hevre.example';
  expect(refused({ SITE_URL, ALLOW_CONSOLE_SMS: '1', ALLOW_LOOPBACK_PUSH: '1' })).toContain(
    'ALLOW_LOOPBACK_PUSH is for development',
  );
});

describe('an invalid value', () => {
  it.each([
    [{ PORT: '65536' }, 'PORT must be'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '80.5' }, 'PORT must be'],
    [{ HOST: 'a b' }, 'HOST must be'],
    [{ DATABASE_URL: 'hevre' }, 'DATABASE_URL must be'],
    [{ SITE_URL: 'hevre.example' }, 'SITE_URL must be'],
    [{ SITE_URL: 'http://localhost/app' }, 'SITE_URL must be'],
    [{ ALLOWED_ORIGINS: 'https://a.example/path' }, 'ALLOWED_ORIGINS must be'],
    [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS must be'],
    [{ ALLOWED_ORIGINS: 'https://a.example, b.example' }, 'ALLOWED_ORIGINS must be'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be'],
    [{ REQUESTS_PER_MINUTE: '-1' }, 'REQUESTS_PER_MINUTE must be'],
    [{ COMPETITION_SOURCES: 'bl1/2026' }, 'COMPETITION_SOURCES must be'],
    [{ COMPETITION_SOURCES: 'a=openligadb:bl1/2026 a=openligadb:bl2/2026' }, 'COMPETITION_SOURCES must be'],
    [{ COMPETITION_SOURCES: 'a=openfootball:file:///etc/passwd' }, 'COMPETITION_SOURCES must be'],
    [{ COMPETITION_SOURCES: 'a=football-data:PL/2026' }, 'FOOTBALL_DATA_TOKEN is needed'],
    [
      { COMPETITION_SOURCES: 'a=openligadb:bl1/2026 b=football-data:PL/2026' },
      'FOOTBALL_DATA_TOKEN is needed',
    ],
    [{ OPENLIGADB_URL: 'openligadb.de' }, 'OPENLIGADB_URL must be'],
    [{ SOURCE_REQUESTS_PER_DAY: '0' }, 'SOURCE_REQUESTS_PER_DAY must be'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER must be'],
    [{ SMS_PROVIDER: 'webhook' }, 'SMS_WEBHOOK_URL is needed with SMS_PROVIDER=webhook'],
    [{ SMS_PROVIDER: 'twilio', TWILIO_FROM: '+1' }, 'TWILIO_ACCOUNT_SID is needed'],
    [{ DAILY_SMS_CAP: 'many' }, 'DAILY_SMS_CAP must be'],
    [{ STORE_GOOGLE: 'play.google.com' }, 'STORE_GOOGLE must be'],
    [{ STORE_APPLE: 'javascript:alert(1)' }, 'STORE_APPLE must be'],
    [{ ANDROID_APP: 'org.example.hevre' }, 'ANDROID_APP must be'],
    [{ ANDROID_APP: 'org.example.hevre 01:23' }, 'ANDROID_APP must be'],
    [{ ANDROID_APP: `org.example.hevre ${certificates[0]},01:23` }, 'ANDROID_APP must be'],
    [{ ANDROID_APP: `hevre ${'AB:'.repeat(31)}AB` }, 'ANDROID_APP must be'],
    [{ APPLE_APP: 'org.example.hevre' }, 'APPLE_APP must be'],
    [{ CONTACT: 'javascript:alert(1)' }, 'CONTACT must be'],
    [{ CONTACT: 'נועה' }, 'CONTACT must be'],
    [{ FIREBASE_CONFIG: '{' }, 'FIREBASE_CONFIG must be'],
    [{ FIREBASE_CONFIG: '{"apiKey":"k"}' }, 'FIREBASE_CONFIG must be'],
    [
      { FIREBASE_CONFIG: JSON.stringify(firebase), FIREBASE_PROJECT_ID: 'other' },
      'FIREBASE_PROJECT_ID must be',
    ],
  ] as [Record<string, string>, string][])('%j is refused', (env, message) => {
    expect(refused(env)).toContain(message);
  });
});

describe('unsigned tokens', () => {
  it('are accepted from an emulator on this machine, for a demo- project', () => {
    expect(refused({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099', FIREBASE_PROJECT_ID: 'demo-x' })).toBe(
      'started',
    );
  });

  it('are never accepted otherwise', () => {
    expect(
      refused({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099', FIREBASE_PROJECT_ID: 'hevre-prod' }),
    ).toContain('begins with demo-');
    expect(refused({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' })).toContain('begins with demo-');
    expect(
      refused({ FIREBASE_AUTH_EMULATOR_HOST: '10.0.0.1:9099', FIREBASE_PROJECT_ID: 'demo-x' }),
    ).toContain('must be a loopback address');
  });
});

describe('push', () => {
  const key = (type: 'rsa' | 'ed25519') => {
    const pair =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
    return pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
  };
  const account = {
    type: 'service_account',
    project_id: 'hevre-1a2b3',
    client_email: 'push@hevre-1a2b3.iam.gserviceaccount.com',
    private_key: key('rsa'),
  };
  const fcm = { PUSH_PROVIDER: 'fcm', PUSH_FCM_CREDENTIALS: JSON.stringify(account) };

  it('by FCM reads its settings from the service account’s key', () => {
    expect(readSettings(fcm).push).toEqual({
      provider: 'fcm',
      projectId: account.project_id,
      clientEmail: account.client_email,
      privateKey: account.private_key,
    });
  });

  it.each<[string, Record<string, string>]>([
    ['PUSH_PROVIDER must be one of none, fcm, webhook', { PUSH_PROVIDER: 'apns' }],
    ['PUSH_FCM_CREDENTIALS is needed with PUSH_PROVIDER=fcm', { PUSH_PROVIDER: 'fcm' }],
    ['PUSH_WEBHOOK_URL is needed with PUSH_PROVIDER=webhook', { PUSH_PROVIDER: 'webhook' }],
    ['PUSH_WEBHOOK_URL must be an http(s) address', { PUSH_WEBHOOK_URL: 'file:///etc/passwd' }],
    ['PUSH_FCM_CREDENTIALS must be', { ...fcm, PUSH_FCM_CREDENTIALS: 'key.json' }],
    [
      'PUSH_FCM_CREDENTIALS must be',
      { ...fcm, PUSH_FCM_CREDENTIALS: JSON.stringify({ ...account, private_key: 'secret' }) },
    ],
    [
      'PUSH_FCM_CREDENTIALS must be',
      { ...fcm, PUSH_FCM_CREDENTIALS: JSON.stringify({ ...account, private_key: key('ed25519') }) },
    ],
    [
      'PUSH_FCM_CREDENTIALS must be',
      { ...fcm, PUSH_FCM_CREDENTIALS: JSON.stringify({ ...account, project_id: 'x/../y' }) },
    ],
  ])('%s', (message, env) => {
    expect(refused(env)).toContain(message);
  });
});
