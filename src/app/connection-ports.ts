import { fromCallback } from 'xstate';
import type { HttpClient } from '#actors/http-client.ts';
import { authCalls } from '#contract/auth.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { connection, type StreamEvents } from '#machines/connection.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

/** The connection with its ports made real: the shared stream of live events, and the server's clock. */
export function provideConnection(
  origin: string,
  sender: HttpClient,
  unauthenticated: (token: string) => void,
) {
  return connection.provide({
    actors: {
      stream: fromCallback(({ sendBack, input }) => {
        const stop = new AbortController();
        const say = (event: StreamEvents) => {
          if (!stop.signal.aborted) sendBack(event);
        };
        const closed = (failure: Failure) => say({ type: 'stream.closed', failure, jitter: Math.random() });
        const stream = { origin, token: input.token, since: input.since, signal: stop.signal };
        import('#actors/event-stream.ts')
          .then(({ openEventStream }) =>
            openEventStream(stream, {
              opened: () => say({ type: 'stream.opened' }),
              event: (event) => say({ type: 'stream.event', event }),
            }),
          )
          .then(
            () => closed({ kind: 'unavailable' }),
            (thrown: unknown) => {
              // A broken line throws the browser's own error, which is no Failure: the line is what broke.
              const failure = asFailure(thrown);
              closed(failure.kind === 'unreadable' ? { kind: 'offline' } : failure);
              if (failure.kind === 'unauthenticated') unauthenticated(input.token);
            },
          );
        return () => stop.abort();
      }),
      ping: withTimeout(async () => {
        const asked = Date.now();
        const { time } = await sender.call(authCalls.ping, {});
        // The answer was written about half way between asking and hearing.
        return { offset: Math.round(Date.parse(time) - (asked + Date.now()) / 2) };
      }, timeouts.ping),
    },
  });
}
