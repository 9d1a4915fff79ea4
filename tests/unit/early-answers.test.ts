import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEarly } from '#app/early-answers.ts';
import { askEarly } from '#app/prerender/ask-early.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';

/** The requests that the page sends before the app's code has come, and how the app reads their answers. */

const schema = v.object({ count: v.number() });
const server = { origin: 'https://api.example', version: '3.1.0' };
type Sent = { readonly address: string; readonly headers: unknown };
let sent: Sent[];
let answer: () => Promise<Response>;

const serverTime = Date.parse('2026-11-25T10:00:05Z');
const dated = (body: unknown, init: ResponseInit = {}) =>
  Response.json(body, { ...init, headers: { Date: new Date(serverTime).toUTCString() } });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  sent = [];
  answer = () => Promise.resolve(dated({ count: 3, more: 'is dropped' }));
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    sent.push({ address, headers });
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('requests of the page’s head', () => {
  test('are those of the app, in the page’s language and with the member’s token', () => {
    askEarly(server, 'dana-1', ['appData', 'feed'], false);
    const headers = {
      'Content-Type': 'application/json',
      'Accept-Language': 'en',
      Authorization: 'Token dana-1',
    };
    expect(sent).toEqual([
      { address: 'https://api.example/api/getAppData/?ver=3.1.0', headers },
      { address: 'https://api.example/api/post/?offset=0&limit=10&as_of=now&ver=3.1.0', headers },
    ]);
  });

  test('are sent only for what is asked', async () => {
    askEarly(server, 'dana-1', ['feed'], false);
    expect(sent.map(({ address }) => address)).toEqual([
      'https://api.example/api/post/?offset=0&limit=10&as_of=now&ver=3.1.0',
    ]);
    expect(await readEarly('appData', 'dana-1', schema)).toBeNull();
    expect(await readEarly('feed', 'dana-1', schema)).toEqual(new CachedAnswer({ count: 3 }, 1_000));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are answered with when they were, which corrects the device’s clock however late they are read', async () => {
    askEarly(server, 'dana-1', ['appData', 'feed'], false);
    await vi.advanceTimersByTimeAsync(700);
    const onServerTime = vi.fn<(time: number) => void>();
    expect(await readEarly('appData', 'dana-1', schema, onServerTime)).toEqual(
      new CachedAnswer({ count: 3 }, 1_000),
    );
    expect(onServerTime.mock.calls).toEqual([[serverTime + 700]]);
  });

  test('do not correct the clock where the answer names no time', async () => {
    answer = () => Promise.resolve(Response.json({ count: 3 }));
    askEarly(server, 'dana-1', ['feed'], false);
    const onServerTime = vi.fn<(time: number) => void>();
    expect(await readEarly('feed', 'dana-1', schema, onServerTime)).toEqual(
      new CachedAnswer({ count: 3 }, 1_000),
    );
    expect(onServerTime.mock.calls).toEqual([]);
  });

  test('are given up after eight seconds, so that the app asks itself', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((__, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    askEarly(server, 'dana-1', ['feed'], false);
    let read: unknown = 'nothing yet';
    void readEarly('feed', 'dana-1', schema).then((it) => (read = it));
    await vi.advanceTimersByTimeAsync(7_999);
    expect(read).toBe('nothing yet');
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toBeNull();
  });

  test.each([
    ['is refused', () => Promise.resolve(dated({ count: 3 }, { status: 401 }))],
    ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is cut', () => Promise.resolve(new Response(new ReadableStream({ start: (it) => it.error('cut') })))],
    ['is empty', () => Promise.resolve(new Response(''))],
    ['is another’s page', () => Promise.resolve(new Response('<html>'))],
    ['has another shape', () => Promise.resolve(dated({ count: '3' }))],
  ])('count as not sent where the answer %s', async (_, given) => {
    answer = given;
    askEarly(server, 'dana-1', ['feed'], false);
    expect(await readEarly('feed', 'dana-1', schema)).toBeNull();
  });

  test.each(['noa-2', null])('are not answered to the bearer of another token: %s', async (token) => {
    askEarly(server, 'dana-1', ['feed'], false);
    expect(await readEarly('feed', token, schema)).toBeNull();
  });

  test('are none on a guest’s page', async () => {
    expect(await readEarly('feed', null, schema)).toBeNull();
    expect(await readEarly('appData', 'dana-1', schema)).toBeNull();
  });

  test('open the stream of live events where that is asked, which is closed on request', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    vi.stubGlobal('fetch', (address: string, { headers, signal }: RequestInit) => {
      sent.push({ address, headers });
      signals.push(signal);
      return answer();
    });
    const stream = new Response('id: 40\n: hello\n\n');
    answer = () => Promise.resolve(stream);
    askEarly(server, 'dana-1', ['feed'], true);
    const headers = {
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      Authorization: 'Token dana-1',
    };
    // Before the feed, which then includes all that comes before the stream.
    expect(sent.map(({ address }) => address)).toEqual([
      'https://api.example/api/events/?ver=3.1.0',
      'https://api.example/api/post/?offset=0&limit=10&as_of=now&ver=3.1.0',
    ]);
    expect(sent[0]?.headers).toEqual(headers);
    const { events } = window.earlyAnswers ?? {};
    expect(await events?.response).toBe(stream);
    events?.close();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  });

  test.each([
    ['is refused', () => Promise.resolve(new Response('', { status: 429 }))],
    ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('have no stream where it %s', async (_, given) => {
    answer = given;
    askEarly(server, 'dana-1', [], true);
    expect(await window.earlyAnswers?.events?.response).toBeNull();
  });
});
