import { fromCallback } from 'xstate';
import * as v from 'valibot';
import type { HttpClient } from '#actors/http-client.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { authCalls } from '#contract/auth.ts';
import { AppUser } from '#contract/core-models.ts';
import { session, type StoredSession } from '#machines/session.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

const StoredSessionSchema = v.object({ token: v.string(), user: AppUser });

/** What the device remembers of who is signed in; anything it cannot read is nobody. */
function parseSession(kept: unknown): StoredSession | null {
  const parsed = v.safeParse(StoredSessionSchema, kept);
  return parsed.success ? parsed.output : null;
}

/** The session with its ports made real. Drafts have keys of their own, so ending a session keeps them. */
export function provideSession(
  storage: KeyValueStore,
  sender: HttpClient,
  leaveProvider: () => Promise<void>,
) {
  return session.provide({
    actors: {
      readSession: withTimeout(() => Promise.resolve(parseSession(storage.read('session')))),
      writeSession: withTimeout(({ input }) => {
        storage.write('session', input);
        return Promise.resolve();
      }),
      clearSession: withTimeout(() => {
        storage.write('session', null);
        return Promise.resolve();
      }),
      revokeToken: withTimeout(async ({ input }) => {
        await sender.call(authCalls.logOut, { as: input.token });
      }, timeouts.courtesy),
      leaveProvider: withTimeout(leaveProvider, timeouts.courtesy),
      watchStored: fromCallback(({ sendBack }) =>
        storage.watch((key) => {
          const stored = parseSession(storage.read('session'));
          if (key === null || key === 'session')
            sendBack({ type: 'stored.changed', stored, cleared: key === null });
        }),
      ),
    },
  });
}
