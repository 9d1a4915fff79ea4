import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { encodeText } from '#server/live/encode-event.ts';
import { liveHubOf } from '#server/live/hub.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

// Streams a member may have open in this process.
export const maxStreamsPerMember = 10;
const heartbeatInterval = 20_000;
/** Nobody waits for a stream that took longer to open: its request was refused by then. */
const openTimeout = 15_000;
/** A stream ends after this long and its client reconnects, so that roles and session are checked again hourly. */
const maxStreamAge = 60 * 60_000;
/** Bytes buffered for a slow client; past it the stream is dropped and the client reconnects. */
const maxBufferedBytes = 64 * 1024;

const beat = encodeText(': here\n\n');

function lastEventId(request: Request): number | null {
  const header = request.headers.get('Last-Event-ID');
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** SSE stream of one session: missed events, then live ones, with a heartbeat comment every 20 s. */
async function openStream({ platform, request, me }: MemberContext): Promise<Response> {
  const hub = liveHubOf(platform);
  const { stopping } = platform;
  const { id: member, sessionId: session } = me;
  const after = lastEventId(request);
  let unsubscribe = () => {};
  let endStream = () => {};
  let subscribed = Promise.resolve();
  // What these functions hold of the request is held as long as the stream is.
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let ended = false;
        const end = (mode: 'close' | 'drop') => {
          if (ended) return;
          ended = true;
          clearInterval(heartbeat);
          clearTimeout(late);
          unsubscribe();
          if (mode === 'close') controller.close();
          else controller.error(new Error('the reader was too slow'));
        };
        endStream = () => end('close');
        const send = (message: Uint8Array) => {
          if (ended) return;
          controller.enqueue(message);
          if ((controller.desiredSize ?? 0) <= 0) end('drop');
        };
        let beatsLeft = maxStreamAge / heartbeatInterval;
        const heartbeat = setInterval(() => {
          beatsLeft -= 1;
          if (beatsLeft > 0) send(beat);
          else endStream();
        }, heartbeatInterval);
        const late = setTimeout(endStream, openTimeout);
        const subscribe = async () => {
          const subscription = await hub.subscribe({ member, session, send, end: endStream }, after);
          clearTimeout(late);
          unsubscribe = subscription.unsubscribe;
          // Ended while it was opened.
          if (ended) unsubscribe();
          if (stopping.aborted) endStream();
          // First id, so that a reconnect can resume.
          send(encodeText(`id: ${subscription.from}\n: hello\n\n`));
        };
        subscribed = subscribe();
      },
      cancel: () => endStream(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  );
  try {
    await subscribed;
  } catch (error) {
    endStream();
    throw error;
  }
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

export const events = defineCall('events', {
  async handler(ctx) {
    if (liveHubOf(ctx.platform).count(ctx.me.id) >= maxStreamsPerMember) throw problem.tooMany(30);
    return openStream(ctx);
  },
});
