import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { StreamedResponse } from '#server/http/streamed-response.ts';
import { encodeText } from '#server/live/encode-event.ts';
import { liveHubOf } from '#server/live/hub.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

// Maximum open streams of a member in this process.
export const maxStreamsPerMember = 10;
const heartbeatInterval = 20_000;
/** Maximum time in ms to open a stream: after that the request has timed out. */
const openTimeout = 15_000;
/** Maximum age of a stream in ms. Its client reconnects, so that roles and session are checked every hour. */
const maxStreamAge = 60 * 60_000;
const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};
const beat = encodeText(': here\n\n');

function lastEventId(request: Request): number | null {
  const header = request.headers.get('Last-Event-ID');
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** SSE stream of one session: missed events, then live ones, with a heartbeat comment every 20 s. */
async function openStream({ platform, request, me }: MemberContext): Promise<StreamedResponse> {
  const { stopping } = platform;
  let unsubscribe = () => {};
  // These callbacks live as long as the stream: they must not keep the request alive.
  const stream = new StreamedResponse(headers, () => {
    clearInterval(heartbeat);
    clearTimeout(late);
    unsubscribe();
  });
  const send = (message: Uint8Array) => stream.write(message);
  const end = () => stream.end();
  let beatsLeft = maxStreamAge / heartbeatInterval;
  const heartbeat = setInterval(() => {
    beatsLeft -= 1;
    if (beatsLeft > 0) send(beat);
    else end();
  }, heartbeatInterval);
  const late = setTimeout(end, openTimeout);
  try {
    const subscriber = { member: me.id, session: me.sessionId, send, end };
    const subscription = await liveHubOf(platform).subscribe(subscriber, lastEventId(request));
    clearTimeout(late);
    unsubscribe = subscription.unsubscribe;
    // The stream may have ended while it was being opened.
    if (stream.isOver) unsubscribe();
    if (stopping.aborted) end();
    // The first id, from which a reconnect resumes.
    send(encodeText(`id: ${subscription.from}\n: hello\n\n`));
    return stream;
  } catch (error) {
    end();
    throw error;
  }
}

export const events = defineCall('events', {
  async handler(ctx) {
    if (liveHubOf(ctx.platform).count(ctx.me.id) >= maxStreamsPerMember) throw problem.tooMany(30);
    return openStream(ctx);
  },
});
