import { connect } from 'node:net';

/** A request as it is sent: the whole of its bytes, so that the caller costs next to nothing. */
export function requestBytes(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Buffer {
  const sent = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...(token === undefined ? [] : [`Authorization: Token ${token}`]),
    ...(sent === '' ? [] : [`Content-Length: ${Buffer.byteLength(sent)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${sent}`);
}

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number };

/** Where a response ends in what has arrived; 0: not yet. */
function endOfResponse(arrived: Buffer): number {
  const head = arrived.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(arrived.toString('latin1', 0, head))?.[1];
  if (length === undefined) {
    const last = arrived.indexOf('0\r\n\r\n', head);
    return last < 0 ? 0 : last + 5;
  }
  const end = head + 4 + Number(length);
  return arrived.length < end ? 0 : end;
}

/** One keep-alive caller, who sends the next request once the last is answered. */
function call(port: number, until: number, next: () => Buffer, took: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let arrived = Buffer.alloc(0);
    let began = 0;
    const send = () => {
      began = performance.now();
      if (began < until) socket.write(next());
      else {
        socket.destroy();
        resolve();
      }
    };
    socket.once('connect', send);
    socket.once('error', reject);
    socket.on('data', (bytes) => {
      arrived = arrived.length === 0 ? bytes : Buffer.concat([arrived, bytes]);
      const end = endOfResponse(arrived);
      if (end === 0) return;
      const status = arrived.toString('latin1', 9, 12);
      if (!status.startsWith('2')) {
        socket.destroy();
        reject(new Error(`answered ${arrived.toString('utf8', 0, end)}`));
        return;
      }
      took.push(performance.now() - began);
      arrived = arrived.subarray(end);
      send();
    });
  });
}

/** What a server on this port does for so many callers at once. Any answer but 2xx fails it. */
export async function measureLoad(
  port: number,
  next: () => Buffer,
  { callers = 16, seconds = 3 }: { callers?: number; seconds?: number } = {},
): Promise<Load> {
  const took: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  await Promise.all(Array.from({ length: callers }, () => call(port, until, next, took)));
  const passed = performance.now() - began;
  took.sort((one, other) => one - other);
  const at = (part: number) => took[Math.floor(took.length * part)] ?? 0;
  return { perSecond: (took.length * 1_000) / passed, p50: at(0.5), p99: at(0.99) };
}
