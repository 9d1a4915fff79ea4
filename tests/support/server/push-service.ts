import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for browsers' push services, which also decrypts the messages as a browser does. */

type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Length of the encrypted message in bytes. */
  readonly size: number;
  readonly text: string;
};
type Answer = { status: number; headers?: Record<string, string> };

type Browser = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

/** Decrypts a message (RFC 8291) with the receiver's keys. */
function decrypt({ privateKey, publicKey, auth }: Browser, message: Buffer): string {
  const salt = message.subarray(0, 16);
  const keyLength = message.readUInt8(20);
  const senderKey = message.subarray(21, 21 + keyLength);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const shared = hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32);
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(message.subarray(-16));
  const padded = Buffer.concat([decipher.update(message.subarray(21 + keyLength, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

export type PushServiceStandIn = {
  readonly origin: string;
  /** The received messages, in order. */
  readonly received: readonly Received[];
  /** The next answers; afterwards 201. */
  readonly answers: Answer[];
  /** Creates the subscription of a new device, in the format of its browser. */
  subscribe(name: string): { endpoint: string; p256dh: string; auth: string };
  close(): Promise<void>;
};

export async function startPushService(): Promise<PushServiceStandIn> {
  const browsers = new Map<string, Browser>();
  const received: Received[] = [];
  const answers: Answer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      const message = Buffer.concat(parts);
      const text = browser ? decrypt(browser, message) : '';
      received.push({ path, headers: request.headers, size: message.length, text });
      const { status, headers } = browser ? (answers.shift() ?? { status: 201 }) : { status: 404 };
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answers,
    subscribe(name) {
      const ecdh = createECDH('prime256v1');
      const publicKey = ecdh.generateKeys();
      const auth = randomBytes(16);
      browsers.set(`/${name}`, { privateKey: ecdh.getPrivateKey(), publicKey, auth });
      return {
        endpoint: `${origin}/${name}`,
        p256dh: publicKey.toString('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
