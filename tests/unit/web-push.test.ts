import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isPushEndpoint } from '#contract/push-endpoint.ts';
import { isPublicAddress, lookUpPublic } from '#server/http/public-addresses.ts';
import { openPublicPost } from '#server/http/public-post.ts';
import {
  encrypt,
  isDeviceKey,
  maxPayload,
  openVapid,
  parseVapidKeys,
  topicOf,
} from '#server/notifications/web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  ephemeral: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a message is encrypted as in the example of RFC 8291', () => {
  const { text, keys, salt, ephemeral, message } = example;
  const secrets = { salt: bytes(salt), ephemeral: bytes(ephemeral) };
  expect(encrypt(keys, Buffer.from(text), secrets).toString('base64url')).toBe(message);
});

test('two messages differ in salt and key, and the longest has 4096 bytes', () => {
  const longest = Buffer.alloc(maxPayload, 'x');
  const [one, other] = [encrypt(example.keys, longest), encrypt(example.keys, longest)];
  expect([one.length, other.length]).toEqual([4096, 4096]);
  expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16));
  expect(one.subarray(21, 86)).not.toEqual(other.subarray(21, 86));
});

test('a device’s key must be a point of the curve', () => {
  const { p256dh } = example.keys;
  expect(isDeviceKey(p256dh)).toBe(true);
  expect(isDeviceKey(bytes(p256dh).fill(3, 0, 1).toString('base64url'))).toBe(false);
  expect(isDeviceKey(bytes(p256dh).fill(7, 40, 60).toString('base64url'))).toBe(false);
  expect(isDeviceKey(Buffer.alloc(65).toString('base64url'))).toBe(false);
});

describe('VAPID', () => {
  const { privateKey, publicKey: ownPublic } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = parseVapidKeys(JSON.stringify(privateKey.export({ format: 'jwk' })));

  test('a message is signed for its push service for twelve hours, and the signature is reused', async () => {
    const authorize = openVapid(keys, 'mailto:dana@hevre.example');
    const header = await authorize('https://push.example/device/1');
    const [, token = '', publicKey] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
    // The uncompressed point ends the key's SPKI encoding.
    const point = ownPublic.export({ format: 'der', type: 'spki' }).subarray(-65);
    expect(publicKey).toBe(point.toString('base64url'));
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'JWT' });
    const { payload } = await jwtVerify(token, ownPublic);
    expect(payload).toEqual({
      aud: 'https://push.example',
      sub: 'mailto:dana@hevre.example',
      exp: expect.any(Number) as unknown,
    });
    const hours = ((payload.exp ?? 0) - Date.now() / 1000) / 3600;
    expect(Math.round(hours)).toBe(12);
    expect(await authorize('https://push.example/device/2')).toBe(header);
    expect(await authorize('https://other.example/device/2')).not.toBe(header);
  });
});

test('a topic has the characters and the length that push services accept', () => {
  expect(topicOf('closing-post/3')).toMatch(/^[\w-]{32}$/);
  expect(topicOf('closing-post/3')).toBe(topicOf('closing-post/3'));
  expect(topicOf('closing-post/3')).not.toBe(topicOf('closing-post/4'));
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/dQw4:APA91b', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
  ['https://web.push.apple.com/QGuQyavXutnMH', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d', true],
  ['http://127.0.0.1:4000/device', true],
  ['http://push.example/device', false],
  ['https://push.example:8443/device', false],
  ['https://user:word@push.example/device', false],
  ['https://user@push.example/device', false],
  ['https://:word@push.example/device', false],
  ['https://[push.example/device', false],
  ['https://push.example/device#there', false],
  ['https://10.0.0.1/device', false],
  ['https://169.254.169.254/latest', false],
  ['https://[fd00::1]/device', false],
  // URL parsers read numbers and their other spellings as addresses; the server refuses those of this machine.
  ['https://2130706433/device', true],
  ['https://0x7f.1/device', true],
  ['https://intranet/device', false],
  ['https://push.example/a b', false],
  ['ftp://push.example/device', false],
  ['//push.example/device', false],
  ['device', false],
])('%s may be a push service’s address: %s', (endpoint, could) => {
  expect(isPushEndpoint(endpoint)).toBe(could);
});

test.each([
  ['8.8.8.8', true],
  ['142.250.75.106', true],
  ['2a00:1450:4028:80a::200a', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2001::1', false],
  ['2001:1ff::1', false],
  ['2001:200::1', true],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['hevre.example', false],
])('%s is a public address: %s', (address, is) => {
  expect(isPublicAddress(address)).toBe(is);
});

describe('a host name', () => {
  const found = (addresses: readonly string[], options: { all?: boolean }) =>
    new Promise((resolve) => {
      lookUpPublic(
        'push.example',
        { family: 4, ...options },
        (error, address, family) => resolve(error ? [error.code, address] : [address, family]),
        (hostname, lookupOptions, answer) => {
          expect([hostname, lookupOptions]).toEqual(['push.example', { family: 4, all: true }]);
          if (addresses.length === 0)
            return answer(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
          answer(
            null,
            addresses.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
          );
        },
      );
    });

  test('is resolved to its public addresses alone', async () => {
    const mixed = ['10.0.0.1', '2a00:1450:4028:80a::200a', '127.0.0.1', '8.8.8.8'];
    expect(await found(mixed, { all: true })).toEqual([
      [
        { address: '2a00:1450:4028:80a::200a', family: 6 },
        { address: '8.8.8.8', family: 4 },
      ],
      undefined,
    ]);
    expect(await found(mixed, {})).toEqual(['2a00:1450:4028:80a::200a', 6]);
  });

  test.each([
    ['that does not exist', [], 'ENOTFOUND'],
    ['of this machine and its network', ['127.0.0.1', '10.0.0.1', 'fd00::1'], 'EADDRPRIVATE'],
  ])('%s has no address', async (_, addresses, code) => {
    expect(await found(addresses, { all: true })).toEqual([code, []]);
  });
});

test.each([
  ['7', 7],
  ['0', 0],
  ['Thu, 26 Nov 2026 18:00:04 GMT', 4],
  ['Thu, 26 Nov 2026 17:59:00 GMT', 0],
  ['soon', null],
  [undefined, null],
])('a push service that says Retry-After %s has to be left alone for %s seconds', async (said, seconds) => {
  const service = createServer((_, response) => {
    response.writeHead(429, said === undefined ? {} : { 'Retry-After': said }).end('later');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  // A quarter of a second past six: a part of a second is not cut off, which would be too early.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 26, 18, 0, 0, 250) });
  onTestFinished(() => void vi.useRealTimers());
  const { port } = service.address() as AddressInfo;
  const answer = await openPublicPost()(`http://127.0.0.1:${port}/device`, {}, Buffer.from('message'));
  expect(answer).toEqual({ status: 429, retryAfter: seconds });
});
