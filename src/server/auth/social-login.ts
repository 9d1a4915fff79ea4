import { createRemoteJWKSet, customFetch, errors, jwtVerify, UnsecuredJWT, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { singleLine } from '#contract/primitives.ts';
import { problem } from '#server/http/problems.ts';
import { errorName } from '#server/db/errors.ts';
import type { Platform } from '#server/boot/platform.ts';

/** Verification of Firebase ID tokens: signature, issuer, audience, times and sign-in provider (decisions §2). */

const keysUrl = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);
const providers = ['google.com', 'facebook.com', 'apple.com'];

export type SocialIdentity = {
  issuer: string;
  subject: string;
  provider: string;
  name: string;
  email: string | null;
};

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new WeakMap<Platform, KeySet>();

/** Google's keys, fetched on first use and cached. */
function keySetOf(platform: Platform): KeySet {
  const cached = keySets.get(platform);
  if (cached) return cached;
  const keys = createRemoteJWKSet(keysUrl, {
    [customFetch]: (url, options) => platform.io.fetch(url, options),
  });
  keySets.set(platform, keys);
  return keys;
}

const Claims = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  auth_time: v.number(),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  firebase: v.object({ sign_in_provider: v.picklist(providers) }),
});

// A provider's name that is not valid for a member is dropped; the app then asks for one.
const Name = singleLine(limits.name.member);

function nameOf(given: string | undefined): string {
  const letters = Array.from(given ?? '').slice(0, limits.name.member);
  const result = v.safeParse(Name, letters.join(''));
  return result.success ? result.output : '';
}

async function verifyToken(platform: Platform, token: string): Promise<JWTPayload> {
  const { projectId, emulatorHost } = platform.settings.firebase;
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId ?? '' };
  // The emulator's tokens are unsigned; the settings allow it only on this machine and for a demo project.
  if (emulatorHost !== null) return UnsecuredJWT.decode(token, expected).payload;
  const options = { ...expected, algorithms: ['RS256'], requiredClaims: ['exp', 'iat', 'sub'] };
  return (await jwtVerify(token, keySetOf(platform), options)).payload;
}

/** Verifies an ID token. 401 for an invalid one; 404 without a Firebase project. */
export async function verifySocialToken(platform: Platform, token: string): Promise<SocialIdentity> {
  if (platform.settings.firebase.projectId === null) throw problem.notFound();
  let payload: JWTPayload;
  try {
    payload = await verifyToken(platform, token);
  } catch (error) {
    // Errors other than JOSE verification errors: the key set could not be fetched (503).
    const isRefusal = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
    if (isRefusal && error.code !== 'ERR_JOSE_GENERIC') throw problem.unauthenticated();
    platform.log.error({ failure: errorName(error) }, "the provider's keys could not be had");
    throw problem.unavailable();
  }
  const claims = v.safeParse(Claims, payload);
  if (!claims.success || typeof payload.exp !== 'number') throw problem.unauthenticated();
  const { iss, sub, auth_time, name, email, firebase } = claims.output;
  if (auth_time > Date.now() / 1000 + 60) throw problem.unauthenticated();
  return {
    issuer: iss,
    subject: sub,
    provider: firebase.sign_in_provider,
    name: nameOf(name),
    email: email ?? null,
  };
}
