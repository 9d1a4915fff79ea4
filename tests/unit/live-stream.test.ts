import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemberContext } from '#server/http/context.ts';
import { StreamedResponse } from '#server/http/streamed-response.ts';
import { liveHubOf } from '#server/live/hub.ts';
import { events } from '#server/endpoints/calls/events.ts';
import { standInDatabase } from '#tests/support/database/stand-in.ts';

/** The times of an SSE stream. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const seconds = 1_000;
const member = 7;

/**
 * Opens a stream on a database that listens once `listening` has resolved, and then gets these messages; `text` is what was
 * read from it.
 */
function openStream(listening: Promise<void> = Promise.resolve(), messages: readonly object[] = []) {
  const backlog = { head: 40, first: 1, signedIn: true, leagues: [], isStaff: false, missed: [] };
  const database = {
    db: standInDatabase(() => [backlog]),
    listen: async (_: string, receive: (payload: string) => void) => {
      await listening;
      for (const message of messages) receive(JSON.stringify(message));
      return async () => {};
    },
  };
  const platform = { database, stopping: new AbortController().signal };
  const request = new Request('http://localhost/api/events/');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a stream has of its context
  const ctx = { platform, request, me: { id: member, sessionId: 3 } } as unknown as MemberContext;
  const connection = new PassThrough({ encoding: 'utf8' });
  const read = { text: '', isOver: false };
  const readAll = async () => {
    const answer = await events.handler(ctx, { query: {}, body: undefined });
    if (!(answer instanceof StreamedResponse)) throw new Error('no stream');
    answer.attachTo(connection);
    for await (const chunk of connection) read.text += String(chunk);
    read.isOver = true;
  };
  const opened = readAll();
  return { read, opened, count: () => liveHubOf(ctx.platform).count(member) };
}

test('a stream sends a comment every 20 seconds to stay open, and ends after an hour', async () => {
  const { read, opened, count } = openStream();
  await vi.advanceTimersByTimeAsync(19 * seconds);
  expect(read).toEqual({ text: 'id: 40\n: hello\n\n', isOver: false });
  await vi.advanceTimersByTimeAsync(21 * seconds);
  expect(read).toEqual({ text: 'id: 40\n: hello\n\n: here\n\n: here\n\n', isOver: false });
  await vi.advanceTimersByTimeAsync(3_559 * seconds);
  expect([read.isOver, count()]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(1 * seconds);
  await opened;
  expect([read.isOver, count(), vi.getTimerCount()]).toEqual([true, 0, 0]);
});

test('a stream that opens within 15 seconds is kept; one that takes longer ends when it opens', async () => {
  const openAfter = (wait: number) =>
    openStream(new Promise((resolve) => void setTimeout(resolve, wait * seconds)));
  const [inTime, tooLate] = [openAfter(14), openAfter(16)];
  await vi.advanceTimersByTimeAsync(17 * seconds);
  expect([inTime.read, inTime.count()]).toEqual([{ text: 'id: 40\n: hello\n\n', isOver: false }, 1]);
  expect([tooLate.read, tooLate.count()]).toEqual([{ text: '', isOver: true }, 0]);
});

test('an event that is older than the stream is not sent, although its message comes while the stream opens', async () => {
  const event = (id: number) => {
    const nothing = { league: null, post: null, item: null, version: null };
    return { event: { id, type: 'notification', official: false, member, ...nothing } };
  };
  const { read } = openStream(Promise.resolve(), [event(40), event(41)]);
  await vi.advanceTimersByTimeAsync(1 * seconds);
  const sent = '{"id":41,"type":"notification","section":null,"post":null,"item":null,"version":null}';
  expect(read.text).toBe(`id: 41\ndata: ${sent}\n\nid: 40\n: hello\n\n`);
});
