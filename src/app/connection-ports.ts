import { fromCallback } from 'xstate';
import type { HttpClient } from '#actors/http-client.ts';
import { authCalls } from '#contract/auth.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { connection, type StreamEvents } from '#machines/connection.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

/** Round-trip time in ms that is accurate enough: the offset's error is at most half of it. */
const exactRoundTrip = 1000;
const mostPings = 3;

/** Measures the server's clock minus this device's, in milliseconds, by the fastest of up to three pings. */
export async function measureClockOffset(httpClient: Pick<HttpClient, 'call'>): Promise<{ offset: number }> {
  let best = { offset: 0, took: Infinity };
  for (let pings = 0; pings < mostPings && best.took > exactRoundTrip; pings += 1) {
    const sentAt = Date.now();
    const { time } = await httpClient.call(authCalls.ping, {});
    const took = Date.now() - sentAt;
    // The server's time is assumed halfway between sending and receiving.
    if (took < best.took) best = { offset: Math.round(Date.parse(time) - sentAt - took / 2), took };
  }
  return { offset: best.offset };
}

/** The connection with its ports provided. */
export function provideConnection(httpClient: HttpClient) {
  return connection.provide({
    actors: {
      stream: fromCallback(({ sendBack, input }) => {
        const controller = new AbortController();
        const send = (event: StreamEvents) => {
          if (!controller.signal.aborted) sendBack(event);
        };
        const reportClosed = (failure: Failure) =>
          send({ type: 'stream.closed', failure, jitter: Math.random() });
        const options = { token: input.token, since: input.lastEventId, signal: controller.signal };
        import('#actors/event-stream.ts')
          .then(({ openEventStream }) =>
            openEventStream(httpClient, options, {
              opened: (lastEventId) => send({ type: 'stream.opened', lastEventId }),
              event: (event) => send({ type: 'stream.event', event }),
            }),
          )
          .then(
            () => reportClosed({ kind: 'unavailable' }),
            (thrown: unknown) => {
              // A broken connection throws the browser's error, which reads as `unreadable`.
              const failure = asFailure(thrown);
              reportClosed(failure.kind === 'unreadable' ? { kind: 'offline' } : failure);
            },
          );
        return () => controller.abort();
      }),
      ping: withTimeout(() => measureClockOffset(httpClient), timeouts.ping),
    },
  });
}
