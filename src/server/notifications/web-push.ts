import {
  createCipheriv,
  createECDH,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Db } from '#server/db/tables.ts';
import { readSecret } from '#server/db/secrets.ts';

/** Standard Web Push: messages encrypted to one browser (RFC 8291) and signed by this server (RFC 8292, VAPID). */

/** The keys of a browser's subscription, in base64url. */
export type DeviceKeys = { readonly p256dh: string; readonly auth: string };

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url');

/** Maximum size of a record (RFC 8188), with its tag and its last byte; push services accept no longer message. */
const recordSize = 4096;
const headerSize = 16 + 4 + 1 + 65;
/** Maximum bytes of text in one message. */
export const maxPayload = recordSize - headerSize - 16 - 1;

/** A message encrypted for the browser: one record of `aes128gcm`. `salt` and `ephemeral` are set for test vectors. */
export function encrypt(
  { p256dh, auth }: DeviceKeys,
  payload: Buffer,
  { salt = randomBytes(16), ephemeral }: { salt?: Buffer; ephemeral?: Buffer } = {},
): Buffer {
  const own = createECDH('prime256v1');
  if (ephemeral) own.setPrivateKey(ephemeral);
  else own.generateKeys();
  const ownPublic = own.getPublicKey();
  const devicePublic = bytes(p256dh);
  const derive = (key: Buffer, from: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), devicePublic, ownPublic]);
  const key = derive(own.computeSecret(devicePublic), bytes(auth), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize, 0);
  header.writeUInt8(ownPublic.length, 4);
  // Byte 2 marks the last record.
  const text = Buffer.concat([cipher.update(payload), cipher.update(Buffer.of(2)), cipher.final()]);
  return Buffer.concat([salt, header, ownPublic, text, cipher.getAuthTag()]);
}

/** Whether a subscription's key is a point of the curve; otherwise encryption fails. */
export function isDeviceKey(p256dh: string): boolean {
  try {
    const [x, y] = [bytes(p256dh).subarray(1, 33), bytes(p256dh).subarray(33)];
    const key = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
    createPublicKey({ key, format: 'jwk' });
    return bytes(p256dh)[0] === 4;
  } catch {
    return false;
  }
}

const VapidKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
});
export type VapidKeys = { readonly key: v.InferOutput<typeof VapidKey>; readonly publicKey: string };

const newVapidKey = () =>
  JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));

/** Parses the stored keys. */
export function parseVapidKeys(stored: string): VapidKeys {
  const key = v.parse(VapidKey, JSON.parse(stored));
  const point = Buffer.concat([Buffer.of(4), bytes(key.x), bytes(key.y)]);
  return { key, publicKey: point.toString('base64url') };
}

/** The server's keys: created once, and stored in the database with the subscriptions that depend on them. */
export const readVapidKeys = async (db: Db): Promise<VapidKeys> =>
  parseVapidKeys(await readSecret(db, 'vapid', newVapidKey));

const hour = 3_600_000;

/** Gives the `Authorization` header of messages to a push service, signed once an hour. `contact`: address of the operator. */
export function openVapid(
  { key, publicKey }: VapidKeys,
  contact: string,
): (endpoint: string) => Promise<string> {
  const signed = new Map<string, { header: Promise<string>; until: number }>();
  const sign = async (audience: string) => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(audience)
      .setSubject(contact)
      .setExpirationTime('12h')
      .sign(await importJWK(key, 'ES256'));
    return `vapid t=${token}, k=${publicKey}`;
  };
  return (endpoint) => {
    const { origin } = new URL(endpoint);
    const known = signed.get(origin);
    if (known && Date.now() < known.until) return known.header;
    // There are only a few real push services: more are made up.
    if (signed.size >= 100) signed.clear();
    const header = sign(origin);
    signed.set(origin, { header, until: Date.now() + hour });
    return header;
  };
}

/** `Topic` of a message: a newer one with the same topic replaces one that was not delivered yet. */
export const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32);
