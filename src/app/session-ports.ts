import * as v from 'valibot';
import type { HttpClient } from '#actors/http-client.ts';
import { reportSessionEnd } from '#actors/report-session-end.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { authCalls } from '#contract/auth.ts';
import { AppUser } from '#contract/core-models.ts';
import { session } from '#machines/session.ts';
import { clearAnswerCache } from './clear-answer-cache.ts';
import { storedValue } from './stored-value.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

/** The session with its ports provided. Drafts are stored under other keys, so they survive the session's end. */
export function provideSession(
  storage: KeyValueStore,
  httpClient: HttpClient,
  signOutProvider: () => Promise<void>,
) {
  const { ports } = storedValue(storage, {
    key: (_: undefined) => 'session',
    schema: v.union([v.object({ token: v.string(), user: AppUser }), v.object({ expired: v.literal(true) })]),
    cleared: { expired: true },
    // The session ended: cached answers of its member are deleted.
    written: (stored) => {
      if (stored !== null && !('expired' in stored)) return;
      clearAnswerCache(storage);
      reportSessionEnd(stored ? 'sessionExpired' : 'signedOut');
    },
  });
  return session.provide({
    actors: {
      loadSession: ports.load,
      sessionStore: ports.keep,
      endSession: withTimeout(
        ({ input: { token } }): Promise<unknown> =>
          Promise.allSettled([
            token !== null && httpClient.call(authCalls.logOut, { as: token }),
            signOutProvider(),
          ]),
        timeouts.courtesy,
      ),
    },
  });
}
