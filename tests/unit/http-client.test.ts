import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEventStream } from '#actors/event-stream.ts';
import { createHttpClient } from '#actors/http-client.ts';
import { authCalls } from '#contract/auth.ts';
import { FailureError, type Failure, type FailureCode } from '#contract/failures.ts';

/** A client with this token, the tokens it reported as expired, and a server that answers every request by this refusal. */
function refusedClient(token: string | null, status: number, code: FailureCode) {
  const problem = { type: 'about:blank', title: '', status, code, detail: '' };
  const fetchStub = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(problem, { status })));
  vi.stubGlobal('fetch', fetchStub);
  const expired: string[] = [];
  const client = createHttpClient({
    origin: 'http://server',
    version: '1',
    token: () => token,
    onExpired: (refused) => expired.push(refused),
    onServerTime: () => undefined,
  });
  const sentTokens = () =>
    fetchStub.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization'));
  return { client, expired, sentTokens };
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});
afterEach(() => vi.unstubAllGlobals());

describe('a refused token', () => {
  test('of a call is reported, and the call rejects', async () => {
    const { client, expired, sentTokens } = refusedClient('dana-1', 401, 'unauthenticated');
    await expect(client.call(authCalls.appData, {})).rejects.toEqual(
      new FailureError({ kind: 'unauthenticated', detail: '' }),
    );
    expect([expired, sentTokens()]).toEqual([['dana-1'], ['Token dana-1']]);
  });

  test('of the live events is reported, and the stream rejects', async () => {
    const { client, expired } = refusedClient('dana-1', 401, 'unauthenticated');
    const options = { token: 'dana-1', since: null, signal: new AbortController().signal };
    const silent = { opened: () => undefined, event: () => undefined };
    await expect(openEventStream(client, options, silent)).rejects.toEqual(
      new FailureError({ kind: 'unauthenticated', detail: '' }),
    );
    expect(expired).toEqual(['dana-1']);
  });

  test('of a log-out is not reported', async () => {
    const { client, expired, sentTokens } = refusedClient('avi-1', 401, 'unauthenticated');
    await expect(client.call(authCalls.logOut, { as: 'dana-1' })).rejects.toBeInstanceOf(FailureError);
    expect([expired, sentTokens()]).toEqual([[], ['Token dana-1']]);
  });

  test('is not reported without a token, or after another refusal', async () => {
    const guest = refusedClient(null, 401, 'unauthenticated');
    await expect(guest.client.call(authCalls.appData, {})).rejects.toBeInstanceOf(FailureError);
    const outsider = refusedClient('dana-1', 403, 'forbidden');
    await expect(outsider.client.call(authCalls.appData, {})).rejects.toBeInstanceOf(FailureError);
    expect([guest.expired, outsider.expired]).toEqual([[], []]);
  });
});

/** A client of a server with this answer, the requests it got, and the server's times the client reported. */
function clientOf(answer: typeof fetch) {
  const fetchStub = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetchStub);
  const times: number[] = [];
  const client = createHttpClient({
    origin: 'http://server',
    version: '3',
    token: () => null,
    onExpired: () => undefined,
    onServerTime: (time) => times.push(time),
  });
  return { client, times, fetchStub };
}
const answers = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }));
const time = '2026-06-11T19:00:00.000Z';
const pong = { ok: true, version: '3', time };

describe('a call', () => {
  test('resolves with the fields of the contract and reports the server’s time', async () => {
    const { client, times } = clientOf(() =>
      answers(200, { ...pong, unknown: 1 }, { Date: 'Thu, 11 Jun 2026 19:00:01 GMT' }),
    );
    expect(await client.call(authCalls.ping, {})).toEqual(pong);
    expect(times).toEqual([Date.parse(time) + 1000]);
  });

  const problem = (status: number, code: string, more = {}) => ({
    type: 'about:blank',
    title: '',
    status,
    code,
    detail: 'why',
    ...more,
  });
  const fields = { name: { code: 'too_long', limit: 20 } };
  test.each([
    [400, problem(400, 'validation', { fields }), {}, { kind: 'validation', detail: 'why', fields }],
    [
      409,
      problem(409, 'conflict', { current: { id: 5 } }),
      {},
      { kind: 'conflict', detail: 'why', current: { id: 5 } },
    ],
    [
      429,
      problem(429, 'too_many'),
      { 'Retry-After': '30' },
      { kind: 'too_many', detail: 'why', retryAfter: 30 },
    ],
    // A date, which the server never sends, is no number of seconds.
    [
      503,
      problem(503, 'unavailable'),
      { 'Retry-After': 'Thu, 11 Jun 2026 19:00:01 GMT' },
      { kind: 'unavailable', detail: 'why' },
    ],
    // A proxy's pages.
    [500, '<h1>Internal Server Error</h1>', {}, { kind: 'unavailable' }],
    [502, '<h1>Bad Gateway</h1>', {}, { kind: 'unavailable' }],
    [499, '<h1>Client Closed Request</h1>', {}, { kind: 'unreadable' }],
    [404, '<h1>Not Found</h1>', {}, { kind: 'unreadable' }],
    [200, '<h1>Welcome to this hotel</h1>', {}, { kind: 'unreadable' }],
    // Answers that the contract does not allow.
    [400, problem(400, 'gremlins'), {}, { kind: 'unreadable' }],
    [200, { ...pong, time: 7 }, {}, { kind: 'unreadable' }],
    // An empty answer, which a proxy gave.
    [200, '', {}, { kind: 'offline' }],
  ] as const)('rejects an answer of %d %j', async (status, body, headers, failure) => {
    const { client, times } = clientOf(() => answers(status, body, headers));
    await expect(client.call(authCalls.ping, {})).rejects.toEqual(new FailureError(failure as Failure));
    expect(times).toEqual([]);
  });

  test('that writes rejects an empty answer as unreadable, since it may have been done', async () => {
    const { client } = clientOf(() => answers(200, ''));
    await expect(client.call(authCalls.logOut, {})).rejects.toEqual(new FailureError({ kind: 'unreadable' }));
  });

  test('rejects as offline when the request fails, and is not repeated', async () => {
    const { client, fetchStub } = clientOf(() => Promise.reject(new TypeError('fetch failed')));
    await expect(client.call(authCalls.ping, {})).rejects.toEqual(new FailureError({ kind: 'offline' }));
    expect(fetchStub).toHaveBeenCalledOnce();
  });

  /** A request without an answer until it is aborted. */
  const silence = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });

  test('without an answer rejects as offline after 15 s', async () => {
    vi.useFakeTimers();
    try {
      const settled = vi.fn<(outcome: unknown) => void>();
      const { client } = clientOf(silence);
      client.call(authCalls.ping, {}).catch(settled);
      await vi.advanceTimersByTimeAsync(14_999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(settled).toHaveBeenCalledExactlyOnceWith(new FailureError({ kind: 'offline' }));
    } finally {
      vi.useRealTimers();
    }
  });

  test('that its caller aborts neither resolves nor rejects', async () => {
    const { client } = clientOf(silence);
    const controller = new AbortController();
    const settled = vi.fn<(outcome: unknown) => void>();
    client.call(authCalls.ping, { signal: controller.signal }).then(settled, settled);
    await new Promise(setImmediate);
    controller.abort();
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
  });

  test('is sent with its query, version and key in the format of the wire', async () => {
    const { client, fetchStub } = clientOf(() => answers(200, pong));
    const query = {
      mine: true,
      official: false,
      clan: -1,
      search: 'מכבי',
      page: 2,
      code: null,
      slug: undefined,
    };
    await client.send('POST', 'ping/', authCalls.ping.answer, { query, body: { a: [1] }, key: 'k-1' });
    const [url, init] = fetchStub.mock.calls[0] ?? [];
    expect(Object.fromEntries(new URL(url as string).searchParams)).toEqual({
      mine: 'True',
      official: 'False',
      search: 'מכבי',
      page: '2',
      ver: '3',
    });
    expect([init?.method, init?.body, Object.fromEntries(new Headers(init?.headers))]).toEqual([
      'POST',
      '{"a":[1]}',
      {
        accept: 'application/json',
        'accept-language': 'en',
        'content-type': 'application/json',
        'idempotency-key': 'k-1',
      },
    ]);
  });

  test('without a body names the type of one, which the server demands of every write', async () => {
    const { client, fetchStub } = clientOf(() => answers(200, {}));
    await client.send('DELETE', 'joker/', v.object({}), { query: { item: 7 } });
    const [url, init] = fetchStub.mock.calls[0] ?? [];
    expect([url, init?.body, Object.fromEntries(new Headers(init?.headers))]).toEqual([
      'http://server/api/joker/?item=7&ver=3',
      undefined,
      { 'accept-language': 'en', 'content-type': 'application/json' },
    ]);
  });
});
