import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEventStream } from '#actors/event-stream.ts';
import { createHttpClient } from '#actors/http-client.ts';
import { authCalls } from '#contract/auth.ts';
import { FailureError, type FailureCode } from '#contract/failures.ts';

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

beforeEach(() => vi.stubGlobal('navigator', {}));
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

  test('that is logged out is not reported', async () => {
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
