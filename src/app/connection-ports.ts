import { fromCallback } from 'xstate';
import type { HttpClient } from '#actors/http-client.ts';
import { authCalls } from '#contract/auth.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { connection, type StreamEvents } from '#machines/connection.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

/** The connection with its ports provided: the shared stream of live events, and the server's clock. */
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
              // A broken line throws the browser's own error, which is no Failure: the line is what broke.
              const failure = asFailure(thrown);
              reportClosed(failure.kind === 'unreadable' ? { kind: 'offline' } : failure);
            },
          );
        return () => controller.abort();
      }),
      ping: withTimeout(async () => {
        const sentAt = Date.now();
        const { time } = await httpClient.call(authCalls.ping, {});
        // The answer was written about half way between sending and receiving.
        return { offset: Math.round(Date.parse(time) - (sentAt + Date.now()) / 2) };
      }, timeouts.ping),
    },
  });
}
