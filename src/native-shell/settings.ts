import { existsSync } from 'node:fs';
import * as v from 'valibot';

/** What the phones' projects are made by. */
export type ShellSettings = {
  /** Where the app finds its server. */
  readonly apiUrl: string;
  /** The host whose links open the app. */
  readonly linkHost: string;
  /** The app's id in both stores. */
  readonly appId: string;
  readonly appName: string;
  /** Firebase's files; without one that phone has neither pushes nor social login. */
  readonly firebase: { readonly android: string | null; readonly ios: string | null };
  readonly facebook: { readonly appId: string; readonly clientToken: string } | null;
  /** Who signs the iPhone's app. */
  readonly appleTeam: string | null;
};

const origin = v.pipe(
  v.string(),
  v.check(
    (raw) => URL.canParse(raw) && /^https:\/\/[^/?#@]+\/?$/.test(raw),
    'must be an address such as https://hevre.example, without a path',
  ),
  v.transform((raw) => new URL(raw).origin),
);
const file = v.pipe(
  v.string(),
  v.check((path) => existsSync(path), 'must be a file that is there'),
);
const word = (message: string, pattern: RegExp) => v.pipe(v.string(), v.regex(pattern, message));

const Environment = v.object({
  API_URL: v.pipe(v.optional(v.string(), ''), origin),
  SITE_URL: v.optional(origin),
  APP_ID: v.pipe(
    v.optional(v.string(), ''),
    v.regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/, 'must be a name such as org.example.hevre'),
  ),
  APP_NAME: v.optional(word('must be at most 30 letters', /^[^<>&"'\\\n]{1,30}$/u), 'חבר׳ה'),
  FIREBASE_ANDROID: v.optional(file),
  FIREBASE_IOS: v.optional(file),
  FACEBOOK_APP_ID: v.optional(word('must be a number', /^\d+$/)),
  FACEBOOK_CLIENT_TOKEN: v.optional(word('must be a token of letters and digits', /^\w+$/)),
  APPLE_TEAM: v.optional(word('must be ten letters and digits', /^[A-Z0-9]{10}$/)),
});

/** Reads the settings; throws one line that names every bad one. Empty values count as unset. */
export function readShellSettings(source: Record<string, string | undefined>): ShellSettings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const { success, output: env, issues } = v.safeParse(Environment, given);
  if (!success) {
    const problems = issues.map(({ path, message }) => `${String(path?.[0]?.key)} ${message}`);
    throw new Error(`bad settings: ${problems.join('; ')}`);
  }
  const { FACEBOOK_APP_ID: facebookId, FACEBOOK_CLIENT_TOKEN: clientToken } = env;
  if ((facebookId === undefined) !== (clientToken === undefined))
    throw new Error('bad settings: FACEBOOK_APP_ID and FACEBOOK_CLIENT_TOKEN are needed together');
  return {
    apiUrl: env.API_URL,
    linkHost: new URL(env.SITE_URL ?? env.API_URL).hostname,
    appId: env.APP_ID,
    appName: env.APP_NAME,
    firebase: { android: env.FIREBASE_ANDROID ?? null, ios: env.FIREBASE_IOS ?? null },
    facebook:
      facebookId !== undefined && clientToken !== undefined ? { appId: facebookId, clientToken } : null,
    appleTeam: env.APPLE_TEAM ?? null,
  };
}
