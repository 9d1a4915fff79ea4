import { assign, emit, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { ResponseOf } from '#contract/calls.ts';
import type { LiveEvent } from '#contract/live-events.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { affects } from '#domain/affects.ts';
import { betRegistry } from './bet-registry.ts';
import { connection, type ConnectionReport } from './connection.ts';
import { port, setupTypes } from './port.ts';
import { session, type SessionReport } from './session.ts';
import { toasts } from './toasts.ts';

export type AppData = ResponseOf<'appData'>;

type Context = {
  readonly token: string | null;
  readonly data: AppData | null;
  readonly failure: Failure | null;
  /** The server's clock minus this device's, in milliseconds; null until the server first answered. */
  readonly clock: number | null;
  /** A code from an invitation, until it was used or let go. */
  readonly code: string | null;
};
type Events =
  | SessionReport
  | ConnectionReport
  | { type: 'data.refresh' }
  | { type: 'invitation.came'; code: string }
  | { type: 'invitation.settled' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { code: string | null };
    emitted: { type: 'live'; event: LiveEvent } | { type: 'go'; to: 'join' | 'welcome' };
    tags: 'busy' | 'failed' | 'ready';
    children: { session: 'session'; connection: 'connection'; toasts: 'toasts'; bets: 'betBook' };
  }>(),
  actors: {
    session,
    connection,
    toasts,
    betBook: betRegistry,
    loadAppData: port<AppData, { token: string | null }>('loadAppData'),
    keepCode: port<void, { code: string | null }>('keepCode'),
  },
  guards: {
    isOutdated: (_, params: { error: unknown }) => asFailure(params.error).kind === 'update_required',
    // The session hears of it from the adapter and will say that it is over; of no token it would not.
    isSignedOut: ({ context }, params: { error: unknown }) =>
      context.token !== null && asFailure(params.error).kind === 'unauthenticated',
    isSignedIn: ({ context }) => context.data?.appuser != null,
    isInvited: ({ context }) => context.code !== null && context.data?.appuser != null,
    isNew: ({ context }) => context.data?.appuser?.new_member === true,
    changesData: ({ event }) => event.type === 'live.event' && affects(event.event, { kind: 'appData' }),
  },
  actions: {
    enter: assign((_, params: { token: string | null }) => ({
      token: params.token,
      data: null,
      failure: null,
    })),
    take: assign((_, params: { data: AppData }) => ({ data: params.data, failure: null })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    setClock: assign((_, params: { offset: number }) => ({ clock: params.offset })),
    takeCode: assign((_, params: { code: string | null }) => ({ code: params.code })),
    openStream: sendTo('connection', ({ context }) => ({
      type: 'session.started',
      token: context.token ?? '',
    })),
    closeStream: sendTo('connection', { type: 'session.ended' }),
    openBook: sendTo('bets', (_, params: { member: number }) => ({
      type: 'session.started',
      member: params.member,
    })),
    closeBook: sendTo('bets', { type: 'session.ended' }),
    retryBets: sendTo('bets', { type: 'connection.restored' }),
    tellLive: emit((_, params: { event: LiveEvent }) => ({ type: 'live', event: params.event })),
    goJoin: emit({ type: 'go', to: 'join' }),
    goWelcome: emit({ type: 'go', to: 'welcome' }),
  },
});

const loadInvoke = {
  id: 'loadAppData',
  src: 'loadAppData',
  input: ({ context }: { context: Context }) => ({ token: context.token }),
} as const;
const storeAppData = {
  type: 'take',
  params: ({ event }: { event: { output: AppData } }) => ({ data: event.output }),
} as const;
const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/**
 * The root: who is here, what they belong to, and the actors that outlive every screen.
 * A code from an invitation waits through signing in, and joins nothing by itself.
 */
export const app = charts.createMachine({
  id: 'app',
  context: ({ input }) => ({ token: null, data: null, failure: null, clock: null, code: input.code }),
  // Without any of these the rest of the app still serves.
  invoke: [
    { id: 'toasts', src: 'toasts', onError: {} },
    { id: 'bets', src: 'betBook', onError: {} },
    { id: 'connection', src: 'connection', input: ({ self }) => ({ parent: self }), onError: {} },
  ],
  type: 'parallel',
  states: {
    data: {
      // After the others: its first word sets them going.
      invoke: {
        id: 'session',
        src: 'session',
        input: ({ self }) => ({ parent: self }),
        onError: { target: '.failed', actions: { type: 'fail', params: errorOf } },
      },
      initial: 'waiting',
      on: {
        'session.began': {
          target: '.loading',
          actions: [
            { type: 'enter', params: ({ event }) => ({ token: event.token }) },
            'openStream',
            { type: 'openBook', params: ({ event }) => ({ member: event.user.id }) },
          ],
        },
        'session.over': {
          target: '.loading',
          actions: [{ type: 'enter', params: { token: null } }, 'closeStream', 'closeBook'],
        },
        'clock.synced': { actions: { type: 'setClock', params: ({ event }) => ({ offset: event.offset }) } },
      },
      states: {
        /** For the session's first word. */
        waiting: { tags: 'busy' },
        loading: {
          tags: 'busy',
          invoke: {
            ...loadInvoke,
            onDone: { target: 'arrived', actions: storeAppData },
            onError: [
              { guard: { type: 'isOutdated', params: errorOf }, target: 'outdated' },
              { guard: { type: 'isSignedOut', params: errorOf }, target: 'waiting' },
              { target: 'failed', actions: { type: 'fail', params: errorOf } },
            ],
          },
        },
        arrived: {
          always: [
            { guard: 'isInvited', target: 'ready', actions: 'goJoin' },
            { guard: 'isNew', target: 'ready', actions: 'goWelcome' },
            { target: 'ready' },
          ],
        },
        ready: {
          tags: 'ready',
          initial: 'resting',
          on: {
            'data.refresh': '.refreshing',
            'live.event': { guard: 'changesData', target: '.refreshing' },
            'connection.live': '.refreshing',
            'invitation.came': { guard: 'isSignedIn', actions: 'goJoin' },
            // Who came by an invitation is welcomed once they are in, or have let it go.
            'invitation.settled': { guard: 'isNew', actions: 'goWelcome' },
          },
          states: {
            resting: {},
            refreshing: {
              invoke: {
                ...loadInvoke,
                onDone: { target: 'resting', actions: storeAppData },
                // What is shown is still true enough; the next event or tap asks again.
                onError: [
                  { guard: { type: 'isOutdated', params: errorOf }, target: '#app.data.outdated' },
                  { target: 'resting' },
                ],
              },
            },
          },
        },
        failed: {
          tags: 'failed',
          on: { 'data.refresh': 'loading', 'connection.live': 'loading' },
        },
        /** This client is older than the server speaks with. */
        outdated: {},
      },
    },
    news: {
      on: {
        'live.event': { actions: { type: 'tellLive', params: ({ event }) => ({ event: event.event }) } },
        'connection.live': { actions: 'retryBets' },
      },
    },
    invitation: {
      initial: 'none',
      on: {
        'invitation.came': {
          target: '.keeping',
          actions: { type: 'takeCode', params: ({ event }) => ({ code: event.code }) },
        },
        'invitation.settled': {
          target: '.keeping',
          actions: { type: 'takeCode', params: { code: null } },
        },
      },
      states: {
        none: {},
        keeping: {
          invoke: {
            id: 'keepCode',
            src: 'keepCode',
            input: ({ context }) => ({ code: context.code }),
            onDone: 'none',
            // Then it lasts only as long as this page.
            onError: 'none',
          },
        },
      },
    },
  },
});

export type AppActor = ActorRefFrom<typeof app>;
