import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#tests/support/api.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const project = 'hevre-test';
const now = () => Math.floor(Date.now() / 1000);

const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: `https://securetoken.google.com/${project}`,
  aud: project,
  sub: 'uid-1',
  iat: now() - 10,
  exp: now() + 3600,
  auth_time: now() - 10,
  name: 'דנה כהן',
  email: 'dana@example.com',
  firebase: { sign_in_provider: 'google.com' },
  ...more,
});

type Answer = { data: { id: number; fname: string; token: string } };

describe('social login', async () => {
  const ours = await generateKeyPair('RS256');
  const theirs = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] };
  let reachable = true;
  let server: TestServer;
  beforeAll(async () => {
    const fetch = (async (url: string | URL) => {
      if (!reachable) throw new TypeError('fetch failed');
      expect(String(url)).toBe(
        'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      );
      return Response.json(keys);
    }) as typeof globalThis.fetch;
    server = await startServer({ env: { FIREBASE_PROJECT_ID: project }, outside: { fetch } });
  });
  afterAll(() => server.close());

  const sign = (payload: JWTPayload, key = ours.privateKey, kid = 'k1') =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
  const enter = async (token: string) => {
    const { status, body } = await api(server.url).post<Answer>('socialAuth', { token });
    return { status, body };
  };

  test("keys that cannot be had are our failure, not the token's", async () => {
    reachable = false;
    expect((await enter(await sign(claims()))).status).toBe(503);
    reachable = true;
  });

  test('a verified token makes a member, and the same identity finds them again', async () => {
    const first = await enter(await sign(claims()));
    expect(first).toEqual({
      status: 200,
      body: {
        data: {
          id: expect.any(Number),
          fname: 'דנה כהן',
          lname: '',
          phone: null,
          email: 'dana@example.com',
          username: 'dana@example.com',
          is_superuser: false,
          is_staff: false,
          firebaseAuth: true,
          puserId: first.body.data.id,
          image: null,
          new_member: true,
          token: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
    });
    const again = await enter(await sign(claims({ name: 'שם אחר', email: 'other@example.com' })));
    expect(again.body.data).toMatchObject({ id: first.body.data.id, fname: 'דנה כהן' });
    // One e-mail proves nothing: another subject is another member.
    const other = await enter(await sign(claims({ sub: 'uid-2' })));
    expect(other.body.data.id).not.toBe(first.body.data.id);
    expect((await api(server.url, first.body.data.token).get('getAppData/')).status).toBe(200);
  });

  test('who gives no name, or one that members may not have, still gets one', async () => {
    const { name: _, ...nameless } = claims({ sub: 'uid-3' });
    expect((await enter(await sign(nameless))).body.data.fname).toBe('פנים חדשות');
    const bidi = await enter(await sign(claims({ sub: 'uid-4', name: '\u202eevil' })));
    expect(bidi.body.data.fname).toBe('פנים חדשות');
    const long = await enter(await sign(claims({ sub: 'uid-5', name: 'א'.repeat(60) })));
    expect(long.body.data.fname).toBe('א'.repeat(40));
  });

  test('of ten first logins at once there is one member', async () => {
    const token = await sign(claims({ sub: 'uid-6' }));
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await enter(token)).body.data.id));
    expect(new Set(ids).size).toBe(1);
  });

  const { exp: _exp, ...endless } = claims();
  const { sub: _sub, ...nobody } = claims();
  test.each<[string, () => Promise<string> | string]>([
    ['signed by another', () => sign(claims(), theirs.privateKey)],
    ['with a key that is not theirs', () => sign(claims(), ours.privateKey, 'k2')],
    ['not signed', () => new UnsecuredJWT(claims()).encode()],
    [
      'signed with a shared secret',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(Buffer.from('k'.repeat(32))),
    ],
    ['of another issuer', () => sign(claims({ iss: 'https://securetoken.google.com/other' }))],
    ['for another audience', () => sign(claims({ aud: 'other' }))],
    ['expired', () => sign(claims({ exp: now() - 10 }))],
    ['that never expires', () => sign(endless)],
    ['of nobody', () => sign(nobody)],
    ['with an empty subject', () => sign(claims({ sub: '' }))],
    ['from the future', () => sign(claims({ auth_time: now() + 3600 }))],
    ['of an anonymous user', () => sign(claims({ firebase: { sign_in_provider: 'anonymous' } }))],
    ['that is none', () => 'not.a.token'],
  ])('a token %s is 401', async (_, make) => {
    expect(await enter(await make())).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

test('without a Firebase project there is no social login', async () => {
  const server = await startServer();
  const { status } = await api(server.url).post('socialAuth', { token: new UnsecuredJWT(claims()).encode() });
  await server.close();
  expect(status).toBe(404);
});

test("the emulator's unsigned tokens open only with the emulator, and are judged otherwise", async () => {
  const demo = 'demo-hevre';
  const server = await startServer({
    env: { FIREBASE_PROJECT_ID: demo, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
  });
  const of = (more: JWTPayload) =>
    new UnsecuredJWT(claims({ iss: `https://securetoken.google.com/${demo}`, aud: demo, ...more })).encode();
  const status = async (token: string) => (await api(server.url).post('socialAuth', { token })).status;
  const seen = [
    await status(of({})),
    await status(of({ aud: 'demo-other' })),
    await status(of({ exp: now() - 5 })),
  ];
  await server.close();
  expect(seen).toEqual([200, 401, 401]);
});
