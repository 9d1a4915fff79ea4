import { PassThrough, Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { StreamedResponse } from '#server/http/streamed-response.ts';

/** A response that is written in chunks. */

const bytes = (text: string) => new TextEncoder().encode(text);

function setUp() {
  const onEnd = vi.fn<() => void>();
  const connection = new PassThrough({ encoding: 'utf8' });
  return { streamed: new StreamedResponse({ 'X-One': '1' }, onEnd), onEnd, connection };
}
const textOf = async (connection: PassThrough) => (await connection.toArray()).join('');

test('chunks that are written before and after the connection is attached are sent in order', async () => {
  const { streamed, connection, onEnd } = setUp();
  streamed.write(bytes('one '));
  streamed.write(bytes('two '));
  streamed.attachTo(connection);
  streamed.write(bytes('three'));
  expect([streamed.isOver, onEnd.mock.calls]).toEqual([false, []]);
  streamed.end();
  streamed.end();
  streamed.write(bytes(' four'));
  expect([streamed.isOver, onEnd.mock.calls]).toEqual([true, [[]]]);
  expect(await textOf(connection)).toBe('one two three');
});

test('a response that ended before the connection was attached is sent complete', async () => {
  const { streamed, connection } = setUp();
  streamed.write(bytes('all'));
  streamed.end();
  streamed.attachTo(connection);
  expect(await textOf(connection)).toBe('all');
});

test('a response ends with its connection, even if that was closed before it was attached', async () => {
  const [open, closed] = [setUp(), setUp()];
  open.streamed.attachTo(open.connection);
  open.connection.destroy();
  closed.connection.destroy();
  await expect.poll(() => closed.connection.closed).toBe(true);
  closed.streamed.attachTo(closed.connection);
  expect(closed.onEnd).toHaveBeenCalledOnce();
  await expect.poll(() => open.onEnd.mock.calls).toEqual([[]]);
});

test('a reader with more than 64 KiB unread is disconnected', async () => {
  const onEnd = vi.fn<() => void>();
  const dropped = vi.fn<(message: string) => void>();
  const connection = new Writable({ write() {} }).on('error', ({ message }) => dropped(message));
  const streamed = new StreamedResponse({}, onEnd);
  streamed.attachTo(connection);
  streamed.write(new Uint8Array(64 * 1024));
  expect([streamed.isOver, connection.destroyed, onEnd.mock.calls]).toEqual([false, false, []]);
  streamed.write(new Uint8Array(1));
  expect([streamed.isOver, connection.destroyed, onEnd.mock.calls]).toEqual([true, true, [[]]]);
  await expect.poll(() => dropped.mock.calls).toEqual([['the reader was too slow']]);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a response ends when more than 64 KiB wait for a connection', () => {
  const { streamed, onEnd } = setUp();
  streamed.write(new Uint8Array(64 * 1024));
  expect(onEnd).not.toHaveBeenCalled();
  streamed.write(new Uint8Array(1));
  streamed.write(new Uint8Array(1));
  expect([streamed.isOver, onEnd.mock.calls]).toEqual([true, [[]]]);
});
