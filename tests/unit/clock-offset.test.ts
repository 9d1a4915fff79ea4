import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureClockOffset } from '#app/connection-ports.ts';

const start = Date.parse('2026-07-01T12:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

/**
 * A server whose clock is ten minutes ahead. It answers each ping after `ms` milliseconds, and writes its time at the
 * fraction `writtenAt` of them.
 */
function serverAnsweringAfter(answers: readonly { readonly ms: number; readonly writtenAt: number }[]) {
  const ahead = 600_000;
  let pings = 0;
  const call = vi.fn<() => Promise<unknown>>(() => {
    const { ms, writtenAt } = answers[pings] ?? { ms: Number.NaN, writtenAt: 0 };
    pings += 1;
    const time = new Date(Date.now() + ahead + ms * writtenAt).toISOString();
    vi.setSystemTime(Date.now() + ms);
    return Promise.resolve({ ok: true, version: '3.1.0', time });
  });
  return { ahead, httpClient: { call } as unknown as Parameters<typeof measureClockOffset>[0], call };
}

test('one quick answer is enough, taken as written half way through the round trip', async () => {
  const { ahead, httpClient, call } = serverAnsweringAfter([{ ms: 80, writtenAt: 0.5 }]);
  expect(await measureClockOffset(httpClient)).toEqual({ offset: ahead });
  expect(call).toHaveBeenCalledTimes(1);
});

test('after a slow answer two more pings are sent, and the quickest of the three counts', async () => {
  // A time written at the end of the round trip makes the offset too large by half of the trip.
  const slow = { ms: 9000, writtenAt: 1 };
  const { ahead, httpClient, call } = serverAnsweringAfter([slow, { ms: 1400, writtenAt: 1 }, slow]);
  expect(await measureClockOffset(httpClient)).toEqual({ offset: ahead + 700 });
  expect(call).toHaveBeenCalledTimes(3);
});

test('a quick answer after a slow one ends the measurement', async () => {
  const { ahead, httpClient, call } = serverAnsweringAfter([
    { ms: 4000, writtenAt: 0 },
    { ms: 1000, writtenAt: 0.5 },
  ]);
  expect(await measureClockOffset(httpClient)).toEqual({ offset: ahead });
  expect(call).toHaveBeenCalledTimes(2);
});

test('an answer after more than a second is a slow one', async () => {
  const { ahead, httpClient, call } = serverAnsweringAfter([
    { ms: 1002, writtenAt: 1 },
    { ms: 900, writtenAt: 0.5 },
  ]);
  expect(await measureClockOffset(httpClient)).toEqual({ offset: ahead });
  expect(call).toHaveBeenCalledTimes(2);
});
