import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openEventStream } from '#actors/event-stream.ts';
import { createHttpClient } from '#actors/http-client.ts';
import { FailureError } from '#contract/failures.ts';
import type { LiveEvent } from '#contract/live-events.ts';

const liveEvent = (id: number): LiveEvent => ({
  id,
  type: 'item',
  section: 4,
  post: 7,
  item: 50 + id,
  version: 2,
});
const blockOf = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
/** The greeting of an open stream, with the id of its last event. */
const hello = (id: number) => `id: ${id}\n: hello\n\n`;
const opened = (lastEventId: number | null) => ({ lastEventId });
const reset = (id: number): LiveEvent => ({
  id,
  type: 'reset',
  section: null,
  post: null,
  item: null,
  version: null,
});
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A body that arrives in these pieces, and then ends. */
function bodyOf(...pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

/** An answer whose body the test writes step by step. */
function openAnswer() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return {
    answer: new Response(readable),
    write: (text: string) => writer.write(bytesOf(text)),
    end: () => writer.close(),
    breakOff: () => writer.abort(new TypeError('terminated')),
  };
}

/** A server with these answers, one after the other; returns the requests it gets. */
function serverOf(...answers: Response[]) {
  const requests: { url: string; lastEventId: string | null; authorization: string | null }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    requests.push({
      url,
      lastEventId: headers.get('Last-Event-ID'),
      authorization: headers.get('Authorization'),
    });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('fetch failed'));
  });
  return requests;
}

const client = createHttpClient({
  origin: 'http://server',
  version: '1',
  token: () => 'dana-1',
  onExpired: () => undefined,
  onServerTime: () => undefined,
});

/** Opens the stream as a tab does. */
function opens(since: number | null = null) {
  const reports: (LiveEvent | ReturnType<typeof opened>)[] = [];
  const controller = new AbortController();
  const ended = openEventStream(
    client,
    { token: 'dana-1', since, signal: controller.signal },
    { opened: (id) => reports.push(opened(id)), event: (event) => reports.push(event) },
  );
  return { reports, ended, leave: () => controller.abort() };
}

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', {});
});
afterEach(() => vi.unstubAllGlobals());

describe('the stream of live events', () => {
  const [first, second] = [liveEvent(1), liveEvent(2)];
  // Data over several lines, lines of other kinds, and letters of several bytes.
  const many = JSON.stringify(second, null, 1)
    .split('\n')
    .map((line) => `data:${line}`)
    .join('\n');
  const text = `${hello(40)}id: 41\nevent: item\n${blockOf(first)}: שלום 👋\n\n${many}\n\n`;

  test.each([
    ['lines that end in \\n', text],
    ['lines that end in \\r\\n', text.replaceAll('\n', '\r\n')],
  ])('is parsed the same wherever a chunk ends: %s', async (_, body) => {
    const bytes = bytesOf(body);
    for (let cut = 0; cut <= bytes.length; cut++) {
      serverOf(new Response(bodyOf(bytes.slice(0, cut), bytes.slice(cut))));
      const { reports, ended } = opens();
      await ended;
      expect([cut, reports]).toEqual([cut, [opened(40), first, second]]);
    }
  });

  test('is parsed the same byte by byte', async () => {
    serverOf(new Response(bodyOf(...[...bytesOf(text)].map((byte) => Uint8Array.of(byte)))));
    const { reports, ended } = opens();
    await ended;
    expect(reports).toEqual([opened(40), first, second]);
  });

  test('is not open without the server’s greeting, and an incomplete event is dropped', async () => {
    serverOf(new Response(bodyOf(bytesOf(`${blockOf(first)}${blockOf(second).slice(0, -1)}`))));
    const { reports, ended } = opens();
    await ended;
    expect(reports).toEqual([first]);
  });

  test('ignores events of unknown types and data that are not JSON', async () => {
    const unreadable = `id: 41\ndata: {"id": 41\n\n`;
    serverOf(
      new Response(bodyOf(bytesOf(blockOf({ ...first, type: 'weather' }) + unreadable + blockOf(second)))),
    );
    const { reports, ended } = opens();
    await ended;
    expect(reports).toEqual([second]);
  });

  test('resumes after the last event that was seen', async () => {
    const requests = serverOf(new Response(bodyOf()), new Response(bodyOf()));
    await opens().ended;
    await opens(41).ended;
    const request = { url: 'http://server/api/events/?ver=1', authorization: 'Token dana-1' };
    expect(requests).toEqual([
      { ...request, lastEventId: null },
      { ...request, lastEventId: '41' },
    ]);
  });

  test('is requested past every cache, until its tab leaves', async () => {
    const fetchStub = vi.fn<typeof fetch>(() => Promise.resolve(new Response(bodyOf())));
    vi.stubGlobal('fetch', fetchStub);
    const { signal } = new AbortController();
    const reports = { opened: () => undefined, event: () => undefined };
    await openEventStream(client, { token: 'dana-1', since: 41, signal }, reports);
    const headers = {
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      Authorization: 'Token dana-1',
      'Last-Event-ID': '41',
    };
    expect(fetchStub.mock.calls).toEqual([
      ['http://server/api/events/?ver=1', { headers, signal, cache: 'no-store' }],
    ]);
    expect(fetchStub.mock.calls[0]?.[1]?.signal).toBe(signal);
  });

  test('rejects when the connection is lost, after the events before that', async () => {
    const stream = openAnswer();
    serverOf(stream.answer);
    const { reports, ended } = opens();
    await stream.write(text);
    await expect.poll(() => reports).toEqual([opened(40), first, second]);
    await Promise.all([stream.breakOff(), expect(ended).rejects.toThrow('terminated')]);
  });

  test('ends when nothing has come for a minute, not even the server’s heartbeat', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stream = openAnswer();
      serverOf(stream.answer);
      const { reports, ended } = opens();
      let isOver = false;
      void ended.then(() => (isOver = true));
      await stream.write(hello(40));
      await vi.advanceTimersByTimeAsync(50_000);
      await stream.write(': here\n\n');
      await vi.advanceTimersByTimeAsync(59_000);
      expect([reports, isOver]).toEqual([[opened(40)], false]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([isOver, vi.getTimerCount()]).toEqual([true, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  const problem = { type: 'about:blank', title: '', status: 429, code: 'too_many', detail: 'later' };
  test.each([
    [
      'a refusal, with its wait',
      () => Response.json(problem, { status: 429, headers: { 'Retry-After': '30' } }),
      { kind: 'too_many', detail: 'later', retryAfter: 30 },
    ],
    [
      'a proxy’s own error page',
      () => new Response('<h1>502</h1>', { status: 502 }),
      { kind: 'unavailable' },
    ],
    ['an answer without a body', () => new Response(null), { kind: 'unavailable' }],
  ] as const)('rejects at %s', async (_, answer, failure) => {
    serverOf(answer());
    const { reports, ended } = opens();
    await expect(ended).rejects.toEqual(new FailureError(failure));
    expect(reports).toEqual([]);
  });
});

/** The stream that the page's head has opened with a token, with this answer; returns how often it was closed. */
function openedEarly(answer: Response | null, token = 'dana-1') {
  const close = vi.fn<() => void>();
  vi.stubGlobal('window', {
    earlyAnswers: { token, events: { response: Promise.resolve(answer), close } },
  });
  return close;
}

describe('the stream that the page’s head has opened', () => {
  test('is read once, with all that has come on it, in place of a request, and closed with its tab', async () => {
    const early = openAnswer();
    const requests = serverOf(new Response(bodyOf(bytesOf(hello(42)))));
    const close = openedEarly(early.answer);
    const { reports, ended, leave } = opens();
    await early.write(hello(40) + blockOf(liveEvent(41)));
    await expect.poll(() => reports).toEqual([opened(40), liveEvent(41)]);
    expect([requests, close.mock.calls.length]).toEqual([[], 0]);
    leave();
    expect(close.mock.calls).toHaveLength(1);
    await early.end();
    await ended;
    const next = opens();
    await next.ended;
    expect([next.reports, requests.length]).toEqual([[opened(42)], 1]);
  });

  test.each<[string, Response | null, string, number | null]>([
    ['failed or was refused', null, 'dana-1', null],
    ['is another member’s', new Response(bodyOf(bytesOf(hello(40)))), 'noa-2', null],
    ['would miss events', new Response(bodyOf(bytesOf(hello(40)))), 'dana-1', 39],
  ])('is not read where it %s', async (_, answer, token, since) => {
    const requests = serverOf(new Response(bodyOf(bytesOf(hello(41)))));
    openedEarly(answer, token);
    const { reports, ended } = opens(since);
    await ended;
    expect([reports, requests.length]).toEqual([[opened(41)], 1]);
  });
});

test('a stream that is left before it opens is not requested', async () => {
  const requests = serverOf(new Response(bodyOf(bytesOf(hello(40)))));
  const close = openedEarly(new Response(bodyOf(bytesOf(hello(40)))));
  const reports = { opened: () => undefined, event: () => undefined };
  const options = { token: 'dana-1', since: null, signal: AbortSignal.abort() };
  await expect(openEventStream(client, options, reports)).rejects.toThrow('aborted');
  expect([requests, close.mock.calls]).toEqual([[], []]);
});

describe('the tabs of one browser', () => {
  /** The browser's locks: one holder a name, the others are queued. Returns how many were requested. */
  function stubLocks(): () => number {
    let requests = 0;
    const queues = new Map<string, Promise<unknown>>();
    vi.stubGlobal('navigator', {
      locks: {
        request: (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) => {
          requests += 1;
          const holding = (queues.get(name) ?? Promise.resolve()).then(() => {
            signal.throwIfAborted();
            return work();
          });
          queues.set(
            name,
            holding.catch(() => undefined),
          );
          return holding;
        },
      },
    });
    return () => requests;
  }

  test('share one stream, which the next tab resumes after the last event that it received', async () => {
    stubLocks();
    const [mine, next] = [openAnswer(), openAnswer()];
    const requests = serverOf(mine.answer, next.answer);
    // None of the events between 4 and 5 concerned this member.
    const one = opens(4);
    await mine.write(hello(5));
    await expect.poll(() => one.reports).toEqual([opened(5)]);
    // Tabs that open later are notified that the stream is open.
    const other = opens();
    await expect.poll(() => other.reports).toEqual([opened(5)]);
    const behind = opens(3);
    await expect.poll(() => behind.reports).toEqual([reset(5), opened(5)]);
    await mine.write(blockOf(liveEvent(6)) + blockOf(liveEvent(7)));
    const expectedEvents = [liveEvent(6), liveEvent(7)];
    for (const { reports } of [one, other, behind])
      await expect.poll(() => reports.slice(-2)).toEqual(expectedEvents);
    const lateStream = opens(6);
    await expect.poll(() => lateStream.reports).toEqual([reset(7), opened(7)]);
    expect(requests).toHaveLength(1);

    await mine.end();
    await one.ended;
    await next.write(hello(7) + blockOf(liveEvent(8)));
    await expect.poll(() => other.reports.slice(-2)).toEqual([opened(7), liveEvent(8)]);
    expect(requests.map(({ lastEventId }) => lastEventId)).toEqual(['4', '7']);
    expect(one.reports.at(-1)).toEqual(liveEvent(7));
    for (const { leave } of [behind, lateStream]) leave();
    await Promise.all([
      next.end(),
      other.ended,
      ...[behind, lateStream].map(({ ended }) => expect(ended).rejects.toThrow('aborted')),
    ]);
  });

  test('get a reset where another tab has received events that they missed', async () => {
    const tabs = stubLocks();
    const [stream, next] = [openAnswer(), openAnswer()];
    const requests = serverOf(stream.answer, next.answer);
    const first = opens(100);
    await stream.write(hello(100));
    await expect.poll(() => first.reports).toEqual([opened(100)]);
    const second = opens(100);
    await expect.poll(() => second.reports).toEqual([opened(100)]);
    await Promise.all([stream.breakOff(), expect(first.ended).rejects.toThrow('terminated')]);
    // The other tab resumes the stream while the first one waits, or returns during the replay.
    await next.write(blockOf(liveEvent(101)) + blockOf(liveEvent(102)));
    await expect.poll(() => second.reports.at(-1)).toEqual(liveEvent(102));
    const asked = vi.fn<() => void>();
    const ear = new BroadcastChannel('hevre-events-dana-1');
    onTestFinished(() => ear.close());
    ear.addEventListener('message', asked);
    const early = opens(100);
    // Nobody answers it before the stream is open.
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    expect(tabs()).toBe(3);
    await next.write(blockOf(liveEvent(103)) + hello(103));
    await expect.poll(() => early.reports).toEqual([liveEvent(103), reset(103), opened(103)]);
    const lateStream = opens(100);
    await expect.poll(() => lateStream.reports).toEqual([reset(103), opened(103)]);
    // A tab that is up to date, or new, gets no reset, and no tab gets two.
    const level = opens(103);
    await expect.poll(() => level.reports).toEqual([opened(103)]);
    const newcomer = opens();
    await expect.poll(() => newcomer.reports).toEqual([opened(103)]);
    await next.write(blockOf(liveEvent(104)));
    await expect.poll(() => newcomer.reports.at(-1)).toEqual(liveEvent(104));
    const resets = [second, early, lateStream, level, newcomer].map(
      ({ reports }) => reports.filter((report) => 'type' in report && report.type === 'reset').length,
    );
    expect(resets).toEqual([0, 1, 1, 0, 0]);
    expect(requests.map(({ lastEventId }) => lastEventId)).toEqual(['100', '100']);

    const followers = [early, lateStream, level, newcomer];
    for (const { leave } of followers) leave();
    await Promise.all([
      next.end(),
      second.ended,
      ...followers.map(({ ended }) => expect(ended).rejects.toThrow('aborted')),
    ]);
  });

  test('close the stream that their page’s head has opened where another tab has one', async () => {
    stubLocks();
    const stream = openAnswer();
    serverOf(stream.answer);
    const one = opens();
    await stream.write(hello(5));
    await expect.poll(() => one.reports).toEqual([opened(5)]);
    const close = openedEarly(new Response(bodyOf(bytesOf(hello(6)))));
    const other = opens();
    await expect.poll(() => other.reports).toEqual([opened(5)]);
    expect(close.mock.calls).toHaveLength(1);
    other.leave();
    await Promise.all([stream.end(), one.ended, expect(other.ended).rejects.toThrow('aborted')]);
  });

  test('of another member receive none of this member’s events', async () => {
    stubLocks();
    const [ownAnswer, otherAnswer] = [openAnswer(), openAnswer()];
    serverOf(ownAnswer.answer, otherAnswer.answer);
    const one = opens();
    // The first answer goes to the first request.
    await ownAnswer.write(hello(0));
    await expect.poll(() => one.reports).toEqual([opened(0)]);
    const reports: unknown[] = [];
    const other = openEventStream(
      client,
      { token: 'avi-1', since: null, signal: new AbortController().signal },
      { opened: () => reports.push('opened'), event: (event) => reports.push(event) },
    );
    await ownAnswer.write(blockOf(liveEvent(1)));
    await expect.poll(() => one.reports).toHaveLength(2);
    await otherAnswer.write(blockOf(liveEvent(2)));
    await expect.poll(() => reports).toEqual([liveEvent(2)]);
    await Promise.all([ownAnswer.end(), otherAnswer.end(), one.ended, other]);
  });
});
