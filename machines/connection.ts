import { assign, emit, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type { Failure } from '#contract/failures.ts';
import { eventOf, nonNull, outputOf } from './params.ts';
import { port, streamPort, setupTypes } from './port.ts';
import type { SignedIn, SignedOut } from './session.ts';

export type ConnectionReport =
  | { type: 'live.event'; event: LiveEvent }
  /** The stream is open. After a reconnect the events missed meanwhile were delivered first. */
  | { type: 'connection.live' }
  /** The server's clock minus this device's, in milliseconds. */
  | { type: 'clock.synced'; offset: number };
type ParentRef = ActorRef<Snapshot<unknown>, ConnectionReport>;

type Context = {
  readonly parent: ParentRef;
  readonly token: string | null;
  readonly lastEventId: number | null;
  /** Attempts to open the stream that have failed since it was last live. */
  readonly attempts: number;
  /** Random number from 0 to 1, sent with the last close. */
  readonly jitter: number;
};
/** The missed events have been delivered; `lastEventId` is the newest event's id, null if there is none. */
type StreamOpened = { type: 'stream.opened'; lastEventId: number | null };
type StreamEvent = { type: 'stream.event'; event: LiveEvent };
type StreamClosed = { type: 'stream.closed'; failure: Failure; jitter: number };
export type StreamEvents = StreamOpened | StreamEvent | StreamClosed;
type Events =
  | StreamEvents
  | { type: 'device.online' }
  | { type: 'device.offline' }
  | { type: 'page.shown' }
  | SignedIn
  | SignedOut;

/** Reconnect delay in ms: doubles from 1 s to 30 s, minus up to half by `jitter`, so that clients do not reconnect together. */
export const backoff = (attempts: number, jitter: number): number =>
  Math.round(Math.min(30_000, 1000 * 2 ** (attempts - 1)) * (1 - jitter / 2));

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef };
    /** Calls are likely to succeed again: the device came online or the stream opened. */
    emitted: { type: 'connection.restored' };
    tags: 'online' | 'offline' | 'opening' | 'live';
  }>(),
  actors: {
    stream: streamPort<StreamEvents, { token: string; lastEventId: number | null }>('stream'),
    ping: port<{ offset: number }, undefined>('ping'),
  },
  delays: {
    backoff: ({ context }) => backoff(context.attempts, context.jitter),
    openTimeout: 15_000,
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isUnauthenticated: (_, { failure }: StreamClosed) => failure.kind === 'unauthenticated',
  },
  actions: {
    // Event ids of an earlier session do not apply to this member.
    storeToken: assign((_, { token }: SignedIn) => ({ token, lastEventId: null, attempts: 0 })),
    clearToken: assign({ token: null, lastEventId: null, attempts: 0 }),
    countAttempt: assign(({ context }, jitter: number) => ({
      attempts: context.attempts + 1,
      jitter,
      // Without an id the next stream would begin at its opening, and what happened since the page loaded would be lost.
      lastEventId: context.lastEventId ?? 0,
    })),
    resetAttempts: assign({ attempts: 0 }),
    storeLastEventId: assign((_, lastEventId: number | null) => ({ lastEventId })),
    notifyLiveEvent: sendTo(
      ({ context }) => context.parent,
      (_, { event }: StreamEvent) => ({ type: 'live.event', event }),
    ),
    reportRestored: emit({ type: 'connection.restored' }),
    notifyLive: sendTo(({ context }) => context.parent, { type: 'connection.live' }),
    notifyClockSynced: sendTo(
      ({ context }) => context.parent,
      (_, { offset }: { offset: number }) => ({ type: 'clock.synced', offset }),
    ),
  },
});

const storeToken = { type: 'storeToken', params: eventOf } as const;
/** Counts an open timeout or a loss of the line; only `stream.closed` carries a jitter. */
const countAttempt = { type: 'countAttempt', params: 0 } as const;

/**
 * Whether the device is online, the stream of live events, and the offset of the server's clock.
 * The stream runs only while somebody is signed in, and a reconnect resumes after the last event received.
 */
export const connection = charts.createMachine({
  id: 'connection',
  context: ({ input }) => ({
    parent: input.parent,
    token: null,
    lastEventId: null,
    attempts: 0,
    jitter: 0,
  }),
  type: 'parallel',
  states: {
    link: {
      initial: 'online',
      on: { 'device.offline': '.offline' },
      states: {
        offline: {
          tags: 'offline',
          on: {
            'device.online': [
              { guard: 'hasToken', target: 'online.streaming', actions: 'reportRestored' },
              { target: 'online', actions: 'reportRestored' },
            ],
            'auth.signedIn': { actions: storeToken },
            'auth.signedOut': { actions: 'clearToken' },
          },
        },
        online: {
          tags: 'online',
          initial: 'idle',
          on: {
            'auth.signedIn': { target: '.streaming', reenter: true, actions: storeToken },
            'auth.signedOut': { target: '.idle', actions: 'clearToken' },
          },
          states: {
            idle: {},
            streaming: {
              invoke: {
                id: 'stream',
                src: 'stream',
                input: ({ context: { token, lastEventId } }) => ({ token: nonNull(token), lastEventId }),
                onError: { target: 'backingOff', actions: countAttempt },
              },
              initial: 'opening',
              on: {
                // Handled in `opening` too: missed events arrive before `stream.opened`.
                'stream.event': {
                  actions: [
                    { type: 'storeLastEventId', params: ({ event }) => event.event.id },
                    { type: 'notifyLiveEvent', params: eventOf },
                  ],
                },
                'stream.closed': [
                  // The HTTP client reports the 401 to the session; reconnecting would fail again.
                  {
                    guard: { type: 'isUnauthenticated', params: eventOf },
                    target: 'idle',
                    actions: 'clearToken',
                  },
                  {
                    target: 'backingOff',
                    actions: { type: 'countAttempt', params: ({ event }) => event.jitter },
                  },
                ],
              },
              states: {
                opening: {
                  tags: 'opening',
                  on: {
                    'stream.opened': {
                      target: 'live',
                      actions: { type: 'storeLastEventId', params: ({ event }) => event.lastEventId },
                    },
                    'device.offline': { target: '#connection.link.offline', actions: countAttempt },
                  },
                  after: {
                    openTimeout: { target: '#connection.link.online.backingOff', actions: countAttempt },
                  },
                },
                live: {
                  tags: 'live',
                  entry: ['resetAttempts', 'notifyLive', 'reportRestored'],
                },
              },
            },
            backingOff: {
              after: { backoff: 'streaming' },
              on: { 'page.shown': 'streaming' },
            },
          },
        },
      },
    },
    clock: {
      initial: 'syncing',
      states: {
        syncing: {
          invoke: {
            id: 'ping',
            src: 'ping',
            onDone: { target: 'idle', actions: { type: 'notifyClockSynced', params: outputOf } },
            onError: 'idle',
          },
        },
        idle: { on: { 'page.shown': 'syncing', 'device.online': 'syncing' } },
      },
    },
  },
});
