import { expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import { backoff, connection } from '#machines/connection.ts';
import { buildAppUser } from '#tests/support/builders.ts';
import {
  after,
  done,
  error,
  testMachine,
  childSends,
  refStub,
  when,
} from '#tests/support/statecharts/test-machine.ts';

const parent = refStub('app');
const liveEvent: LiveEvent = { id: 41, type: 'item', section: 1, post: 2, item: 3, version: 4 };
const hasFewAttempts = (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as { attempts: number }).attempts < 2;
const closedEvent = { type: 'stream.closed', failure: { kind: 'offline' }, jitter: 0.5 };

const forwardedEvent = { type: 'live.event', event: liveEvent };
const liveReport = { type: 'connection.live' };
const restoredReport = { type: 'connection.restored' };
/** The delay by the number of attempts: 1 and 2 seconds, less a quarter for a jitter of a half. */
const backoffMs: Record<number, { half: number; none: number }> = {
  1: { half: 750, none: 1000 },
  2: { half: 1500, none: 2000 },
};
const backoffOf = (attempts: number, jitter: number) =>
  backoffMs[attempts]?.[jitter === 0.5 ? 'half' : 'none'] ?? Number.NaN;
type Before = { token: string | null; lastEventId: number | null; attempts: number };
/** A stream that never opened resumes after no event: the next one gets all that happened since, or a reset. */
const resumesAnyway = ({ lastEventId }: Before) => ({ lastEventId: lastEventId ?? 0 });
const backsOff = (jitter: number) => (before: Before) => ({
  to: 'link.online.backingOff',
  context: { attempts: before.attempts + 1, jitter, ...resumesAnyway(before) },
  waits: [
    {
      event: { type: 'xstate.after.backoff.connection.link.online.backingOff' },
      ms: backoffOf(before.attempts + 1, jitter),
    },
  ],
});
const opensStream = ({ token, lastEventId }: Before) => ({
  to: 'link.online.streaming.opening',
  calls: { stream: { token, lastEventId } },
});
const signedInContext = (token: string) => ({ token, lastEventId: null, attempts: 0 });
const opensFirstStream = (token: string) => ({
  to: 'link.online.streaming.opening',
  context: signedInContext(token),
  calls: { stream: { token, lastEventId: null } },
});
const signedOutContext = { token: null, lastEventId: null, attempts: 0 };

testMachine(connection, {
  inputs: { app: { parent } },
  fold: ({ token, lastEventId, attempts, jitter }) =>
    [token, lastEventId && `after ${lastEventId}`, attempts && `${attempts} attempts`, jitter && 'jitter']
      .filter(Boolean)
      .join(', '),
  events: {
    'goes online': { type: 'device.online' },
    'goes offline': when(
      (snapshot) =>
        hasFewAttempts(snapshot) || !snapshot.matches({ link: { online: { streaming: 'opening' } } }),
      { type: 'device.offline' },
    ),
    'is shown': { type: 'page.shown' },
    'dana signs in': { type: 'auth.signedIn', token: 'dana', user: buildAppUser(1) },
    'signs out': { type: 'auth.signedOut' },
    'stream opens': childSends('stream', { type: 'stream.opened', lastEventId: 42 }),
    'live event': childSends('stream', { type: 'stream.event', event: liveEvent }),
    'stream closes': when(hasFewAttempts, childSends('stream', closedEvent)),
    'stream closes with 401': childSends('stream', { ...closedEvent, failure: { kind: 'unauthenticated' } }),
    'stream fails': when(hasFewAttempts, error('stream', new Error('broken'))),
    'stream opens too slowly': when(hasFewAttempts, after('openTimeout', 15_000)),
    'backoff ends': after('backoff', ({ context }) => backoffOf(context.attempts, context.jitter)),
    pong: done('ping', { offset: -1234 }),
    'ping fails': error('ping', { kind: 'offline' }),
  },
  becomes: {
    'start: app': {
      to: 'link.online.idle & clock.syncing',
      context: { parent, ...signedOutContext, jitter: 0 },
      calls: { ping: undefined },
    },

    'link.online.idle + goes offline': 'link.offline',
    'link.online.idle + dana signs in': opensFirstStream('dana'),
    'link.online.idle + signs out': 'link.online.idle',

    'link.offline + goes offline': 'link.offline',
    'link.offline + dana signs in': { to: 'link.offline', context: signedInContext('dana') },
    'link.offline + signs out': { to: 'link.offline', context: signedOutContext },
    'link.offline & clock.syncing + goes online': (before) => ({
      ...(before.token === null ? { to: 'link.online.idle', calls: {} } : opensStream(before)),
      sends: [restoredReport],
    }),
    'link.offline & clock.idle + goes online': (before) =>
      before.token === null
        ? { to: 'link.online.idle & clock.syncing', calls: { ping: undefined }, sends: [restoredReport] }
        : {
            to: 'link.online.streaming.opening & clock.syncing',
            calls: { ...opensStream(before).calls, ping: undefined },
            sends: [restoredReport],
          },

    'link.online.streaming.opening + stream opens': {
      to: 'link.online.streaming.live',
      context: { attempts: 0, lastEventId: 42 },
      sends: [liveReport, restoredReport],
    },
    'link.online.streaming.opening + goes offline': (before) => ({
      to: 'link.offline',
      context: { attempts: before.attempts + 1, jitter: 0, ...resumesAnyway(before) },
    }),
    // An event that was missed while there was no stream.
    'link.online.streaming.opening + live event': {
      to: 'link.online.streaming.opening',
      context: { lastEventId: 41 },
      sends: [forwardedEvent],
    },
    'link.online.streaming.opening + stream opens too slowly': backsOff(0),
    'link.online.streaming + stream closes': backsOff(0.5),
    'link.online.streaming + stream fails': backsOff(0),
    'link.online.streaming + stream closes with 401': { to: 'link.online.idle', context: signedOutContext },
    'link.online.streaming + goes offline': 'link.offline',
    'link.online.streaming + dana signs in': opensFirstStream('dana'),
    'link.online.streaming + signs out': { to: 'link.online.idle', context: signedOutContext },
    'link.online.streaming.live + live event': {
      to: 'link.online.streaming.live',
      context: { lastEventId: 41 },
      sends: [forwardedEvent],
    },

    'link.online.backingOff + backoff ends': opensStream,
    'link.online.backingOff & clock.syncing + is shown': opensStream,
    'link.online.backingOff & clock.idle + is shown': (before) => ({
      to: 'link.online.streaming.opening & clock.syncing',
      calls: { ...opensStream(before).calls, ping: undefined },
    }),
    'link.online.backingOff + goes offline': 'link.offline',
    'link.online.backingOff + dana signs in': opensFirstStream('dana'),
    'link.online.backingOff + signs out': { to: 'link.online.idle', context: signedOutContext },

    'clock.syncing + pong': { to: 'clock.idle', sends: [{ type: 'clock.synced', offset: -1234 }] },
    'clock.syncing + ping fails': 'clock.idle',
    'clock.idle + is shown': { to: 'clock.syncing', calls: { ping: undefined } },
    'clock.idle + goes online': { to: 'clock.syncing', calls: { ping: undefined } },
  },
  claims: {
    'link.offline': (snapshot) => expect([...snapshot.tags]).toEqual(['offline']),
    'link.online.idle': (snapshot) => expect([...snapshot.tags]).toEqual(['online']),
    'link.online.backingOff': (snapshot) => expect([...snapshot.tags]).toEqual(['online']),
    'link.online.streaming.opening': (snapshot) =>
      expect([...snapshot.tags].toSorted()).toEqual(['online', 'opening']),
    'link.online.streaming.live': (snapshot) =>
      expect([...snapshot.tags].toSorted()).toEqual(['live', 'online']),
    '*': ({ context, children }) => {
      // Only a signed-in member has a stream.
      if (context.token === null) expect(children).not.toHaveProperty('stream');
    },
  },
  unpaired: 7,
});

test('backoff doubles to half a minute, and the jitter takes at most half of it', () => {
  expect([1, 2, 3, 5, 6, 20].map((attempts) => backoff(attempts, 0))).toEqual([
    1000, 2000, 4000, 16_000, 30_000, 30_000,
  ]);
  expect(backoff(6, 1)).toBe(15_000);
});
