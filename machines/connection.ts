import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type { Failure } from '#contract/failures.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** What the connection tells the app. */
export type ConnectionReport =
  | { type: 'live.event'; event: LiveEvent }
  /** Events flow (again), and nothing was missed: the stream resumed after the last one seen. */
  | { type: 'connection.live' }
  /** The server's clock minus this device's, in milliseconds. */
  | { type: 'clock.synced'; offset: number };
type ParentRef = ActorRef<Snapshot<unknown>, ConnectionReport>;

type Context = {
  readonly parent: ParentRef;
  readonly token: string | null;
  /** The last live event seen. */
  readonly since: number | null;
  /** Streams in a row that closed without having opened. */
  readonly tries: number;
  /** 0 to 1, drawn by whoever reported the last close. */
  readonly jitter: number;
};
export type StreamEvents =
  | { type: 'stream.opened' }
  | { type: 'stream.event'; event: LiveEvent }
  | { type: 'stream.closed'; failure: Failure; jitter: number };
type Events =
  | StreamEvents
  | { type: 'device.online' }
  | { type: 'device.offline' }
  | { type: 'tab.shown' }
  | { type: 'session.started'; token: string }
  | { type: 'session.ended' };

/** Doubles from one second to half a minute; the jitter takes up to half of it off, so that friends do not return at once. */
export const backoff = (tries: number, jitter: number): number =>
  Math.round(Math.min(30_000, 1000 * 2 ** (tries - 1)) * (1 - jitter / 2));

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef };
    tags: 'online' | 'offline' | 'live';
  }>(),
  actors: {
    stream: streamPort<StreamEvents, { token: string; since: number | null }>('stream'),
    ping: port<{ offset: number }, undefined>('ping'),
  },
  delays: {
    backoff: ({ context }) => backoff(context.tries, context.jitter),
    openingPatience: 15_000,
    pingPatience: 10_000,
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isRefused: ({ event }) => event.type === 'stream.closed' && event.failure.kind === 'unauthenticated',
  },
  actions: {
    // Another person's stream is another stream.
    takeToken: assign(({ event }) =>
      event.type === 'session.started' ? { token: event.token, since: null, tries: 0 } : {},
    ),
    dropToken: assign({ token: null, since: null, tries: 0 }),
    countTry: assign(({ context, event }) => ({
      tries: context.tries + 1,
      jitter: event.type === 'stream.closed' ? event.jitter : 0,
    })),
    resetTries: assign({ tries: 0 }),
    takeEvent: assign(({ event }) => (event.type === 'stream.event' ? { since: event.event.id } : {})),
    passOn: sendTo(
      ({ context }) => context.parent,
      ({ event }) => ({ type: 'live.event', event: (event as { event: LiveEvent }).event }),
    ),
    tellLive: sendTo(({ context }) => context.parent, { type: 'connection.live' }),
    tellClock: sendTo(
      ({ context }) => context.parent,
      (_, params: { offset: number }) => ({ type: 'clock.synced', offset: params.offset }),
    ),
  },
});

/**
 * Whether the device is online, the stream of live events, and the server's clock.
 * The stream runs only for someone signed in, and resumes after the last event it saw, however often it breaks.
 */
export const connection = charts.createMachine({
  id: 'connection',
  context: ({ input }) => ({ parent: input.parent, token: null, since: null, tries: 0, jitter: 0 }),
  type: 'parallel',
  states: {
    link: {
      initial: 'online',
      on: { 'device.offline': '.offline' },
      states: {
        offline: {
          tags: 'offline',
          on: {
            'device.online': [{ guard: 'hasToken', target: 'online.streaming' }, { target: 'online' }],
            'session.started': { actions: 'takeToken' },
            'session.ended': { actions: 'dropToken' },
          },
        },
        online: {
          tags: 'online',
          initial: 'idle',
          on: {
            'session.started': { target: '.streaming', reenter: true, actions: 'takeToken' },
            'session.ended': { target: '.idle', actions: 'dropToken' },
          },
          states: {
            idle: {},
            streaming: {
              invoke: {
                id: 'stream',
                src: 'stream',
                input: ({ context }) => ({ token: context.token ?? '', since: context.since }),
                onError: { target: 'waiting', actions: 'countTry' },
              },
              initial: 'opening',
              on: {
                'stream.closed': [
                  // The session hears of it from the adapter; trying again would not help.
                  { guard: 'isRefused', target: 'idle', actions: 'dropToken' },
                  { target: 'waiting', actions: 'countTry' },
                ],
              },
              states: {
                opening: {
                  on: { 'stream.opened': 'live' },
                  after: {
                    openingPatience: { target: '#connection.link.online.waiting', actions: 'countTry' },
                  },
                },
                live: {
                  tags: 'live',
                  entry: ['resetTries', 'tellLive'],
                  on: { 'stream.event': { actions: ['takeEvent', 'passOn'] } },
                },
              },
            },
            waiting: {
              after: { backoff: 'streaming' },
              on: { 'tab.shown': 'streaming' },
            },
          },
        },
      },
    },
    clock: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'ping',
            src: 'ping',
            onDone: {
              target: 'resting',
              actions: { type: 'tellClock', params: ({ event }) => ({ offset: event.output.offset }) },
            },
            onError: 'resting',
          },
          after: { pingPatience: 'resting' },
        },
        resting: { on: { 'tab.shown': 'asking', 'device.online': 'asking' } },
      },
    },
  },
});
