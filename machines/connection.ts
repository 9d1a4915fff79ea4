import { assign, emit, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type { Failure } from '#contract/failures.ts';
import { eventOf, nonNull, outputOf } from './params.ts';
import { port, streamPort, setupTypes } from './port.ts';
import type { SignedIn, SignedOut } from './session.ts';

export type ConnectionReport =
  | { type: 'live.event'; event: LiveEvent }
  /** Events arrive (again), and none was missed: the stream resumed after the last one received. */
  | { type: 'connection.live' }
  /** The server's clock minus this device's, in milliseconds. */
  | { type: 'clock.synced'; offset: number };
type ParentRef = ActorRef<Snapshot<unknown>, ConnectionReport>;

type Context = {
  readonly parent: ParentRef;
  readonly token: string | null;
  readonly lastEventId: number | null;
  /** Streams in a row that closed without having opened. */
  readonly attempts: number;
  /** 0 to 1, drawn by whoever reported the last close. */
  readonly jitter: number;
};
/** The events since the last one received have come; `lastEventId` is the newest there was. */
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

/** Doubles from one second to half a minute; the jitter takes up to half of it off, so that clients do not return at once. */
export const backoff = (attempts: number, jitter: number): number =>
  Math.round(Math.min(30_000, 1000 * 2 ** (attempts - 1)) * (1 - jitter / 2));

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef };
    /** Calls get through again, as far as is known. */
    emitted: { type: 'connection.restored' };
    tags: 'online' | 'offline' | 'live';
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
    // Another member's stream starts from its own beginning.
    storeToken: assign((_, { token }: SignedIn) => ({ token, lastEventId: null, attempts: 0 })),
    clearToken: assign({ token: null, lastEventId: null, attempts: 0 }),
    countAttempt: assign(({ context }, jitter: number) => ({ attempts: context.attempts + 1, jitter })),
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
/** Closed without a report, which would have brought a jitter. */
const countAttempt = { type: 'countAttempt', params: 0 } as const;

/**
 * Whether the device is online, the stream of live events, and the offset of the server's clock.
 * The stream runs only while somebody is signed in, and resumes after the last event received.
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
                // While it opens too: what was missed comes first.
                'stream.event': {
                  actions: [
                    { type: 'storeLastEventId', params: ({ event }) => event.event.id },
                    { type: 'notifyLiveEvent', params: eventOf },
                  ],
                },
                'stream.closed': [
                  // The session is told by the HTTP client's side; another attempt would not help.
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
                  on: {
                    'stream.opened': {
                      target: 'live',
                      actions: { type: 'storeLastEventId', params: ({ event }) => event.lastEventId },
                    },
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
