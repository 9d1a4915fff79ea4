import * as v from 'valibot';
import { FailureError } from '#contract/failures.ts';
import { LiveEvent } from '#contract/live-events.ts';
import { resetEvent } from '#contract/reset-event.ts';
import type { HttpClient } from './http-client.ts';
import { parseJson } from './parse-json.ts';
import { requestEvents } from './request-events.ts';

type StreamOptions = { token: string; since: number | null; signal: AbortSignal };
export type StreamCallbacks = {
  /** `lastEventId`: id of the newest event, after which a later stream resumes. */
  opened: (lastEventId: number | null) => void;
  event: (event: LiveEvent) => void;
};

/** Silence in ms after which the connection counts as dead: the server writes every 20 s. */
const longestSilence = 60_000;

/**
 * Splits a byte stream of server-sent events into blocks of lines. Chunks may split lines anywhere. Resolves when the
 * stream ends or falls silent: a connection that was cut on the way reports nothing.
 */
async function readEventStream(
  body: ReadableStream<Uint8Array>,
  onBlock: (lines: readonly string[]) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), longestSilence);
    const { value, done } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true }).replaceAll('\r', '')).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) onBlock(block.split('\n'));
  }
}

/** The stream that the page's head has opened with this token (app/prerender/ask-early.ts), once; undefined if there is none. */
function takeEarlyStream(token: string) {
  const early = window.earlyAnswers;
  if (early?.token !== token) return undefined;
  const { events } = early;
  delete early.events;
  return events;
}

/**
 * Reads `GET events/` with `fetch`, since EventSource cannot send an Authorization header. Resolves when the server ends
 * the stream or is silent; rejects when the connection breaks or the response is not a stream.
 */
async function readLiveEvents(
  { origin, version, refusal }: HttpClient,
  { token, since, signal }: StreamOptions,
  reports: StreamCallbacks,
): Promise<void> {
  signal.throwIfAborted();
  const early = since === null ? takeEarlyStream(token) : undefined;
  if (early) signal.addEventListener('abort', early.close);
  const response =
    (await early?.response) ?? (await requestEvents({ origin, version, token }, since, signal));
  const { ok, status, headers, body } = response;
  if (!ok) throw refusal(token, status, parseJson(await response.text()), headers.get('Retry-After'));
  if (!body) throw new FailureError({ kind: 'unavailable' });
  const fieldsOf = (lines: readonly string[], name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  let lastEventId = since;
  await readEventStream(body, (lines) => {
    // A block without data is no event, but its id counts (HTML standard, §9.2.6).
    const id = fieldsOf(lines, 'id').at(-1);
    if (id !== undefined) lastEventId = Number(id);
    // The server sends this line once it has subscribed: events between the request and it may be missing.
    if (lines.includes(': hello')) reports.opened(lastEventId);
    const data = fieldsOf(lines, 'data');
    if (data.length === 0) return;
    const event = v.safeParse(LiveEvent, parseJson(data.join('\n')));
    if (event.success) reports.event(event.output);
  });
}

type TabMessage =
  | { kind: 'opened'; lastEventId: number | null }
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'leader?' };

/**
 * Opens one stream per browser, shared by its tabs: the tab that holds a Web Lock reads it and broadcasts to the others;
 * when it closes, another tab takes over. Without Web Locks each tab reads its own stream.
 */
export async function openEventStream(
  httpClient: HttpClient,
  options: StreamOptions,
  reports: StreamCallbacks,
): Promise<void> {
  if (!('locks' in navigator)) return readLiveEvents(httpClient, options, reports);
  // By token: tabs of different members do not share events. Only this origin's pages see the name, and they have the token.
  const name = `hevre-events-${options.token}`;
  const channel = new BroadcastChannel(name);
  const broadcast = (message: TabMessage) => channel.postMessage(message);
  let isLeader = false;
  let lastEventId = options.since;
  /** The id this tab resumes after, until a leader reports; then null. */
  let { since } = options;
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'leader?') {
      if (isLeader) broadcast({ kind: 'opened', lastEventId });
    } else if (data.kind === 'opened') {
      if (isLeader) return;
      takeEarlyStream(options.token)?.close();
      const newest = data.lastEventId;
      if (since !== null && newest !== null && newest > since) {
        // Events that the leader read before this tab listened are not sent again.
        lastEventId = newest;
        reports.event(resetEvent(newest));
      }
      since = null;
      lastEventId ??= newest;
      reports.opened(lastEventId);
    } else if (!isLeader) {
      lastEventId = data.event.id;
      reports.event(data.event);
    }
  });
  broadcast({ kind: 'leader?' });
  try {
    await navigator.locks.request(name, { signal: options.signal }, () =>
      readLiveEvents(
        httpClient,
        { ...options, since: lastEventId },
        {
          opened: (id) => {
            isLeader = true;
            lastEventId = id;
            reports.opened(id);
            broadcast({ kind: 'opened', lastEventId });
          },
          event: (event) => {
            lastEventId = event.id;
            reports.event(event);
            broadcast({ kind: 'event', event });
          },
        },
      ),
    );
  } finally {
    channel.close();
  }
}
