import {
  assign,
  emit,
  enqueueActions,
  raise,
  sendTo,
  setup,
  type ActorRefFrom,
  type ErrorActorEvent,
} from 'xstate';
import type { ResponseOf } from '#contract/calls.ts';
import type { LiveEvent } from '#contract/live-events.ts';
import type { Failure } from '#contract/failures.ts';
import { answerIn, CachedAnswer } from '#domain/cached-answer.ts';
import { keepUnchanged } from '#domain/keep-unchanged.ts';
import type { betRegistry, BetRegistryActor } from './bet-registry.ts';
import { connection, type ConnectionReport } from './connection.ts';
import type { Invitation } from './join.ts';
import type { outbox, OutboxActor } from './outbox.ts';
import { eventOf, failureOf, nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes, storedValue } from './port.ts';
import { session, type SignedIn, type SignedOut, type StoredSession } from './session.ts';
import { toasts } from './toasts.ts';

export type AppData = ResponseOf<'appData'>;

type Context = {
  readonly session: StoredSession | null;
  readonly data: AppData | null;
  readonly failure: Failure | null;
  /** The server's clock minus this device's, in milliseconds; null until the server first answered. */
  readonly clockOffset: number | null;
  /** The invitation from a link; null once it is used or dismissed. */
  readonly invitation: Invitation | null;
  /** `outbox` and `bets` are null until `screens.loaded`. */
  readonly outbox: OutboxActor | null;
  readonly bets: BetRegistryActor | null;
};
type ScreensLoaded = {
  type: 'screens.loaded';
  logic: { readonly outbox: typeof outbox; readonly bets: typeof betRegistry };
};
type Events =
  | SignedIn
  | SignedOut
  | ConnectionReport
  | { type: 'data.refresh' }
  | ({ type: 'invitation.received' } & Invitation)
  | { type: 'invitation.resolved' }
  /** Sent once, with the machines that are loaded after the first route to keep its bundle small. */
  | ScreensLoaded
  | ErrorActorEvent<unknown, 'bets' | 'outbox'>;

/** Spawn options with an id, for logic that arrived in an event: the types accept an id only for logic known to `setup`. */
const withId = (id: string): object => ({ id });

/** Live events after which the leagues, the groups or the counters of the app data may have changed. */
const appDataEvents = new Set<LiveEvent['type']>(['league', 'member', 'notification', 'reset']);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { invitation: Invitation | null };
    emitted: { type: 'live.event'; event: LiveEvent } | { type: 'screen.show'; screen: 'join' | 'welcome' };
    tags: 'busy' | 'failed' | 'ready';
    children: {
      session: 'session';
      connection: 'connection';
      toasts: 'toasts';
      invitationStore: 'invitationStore';
    };
  }>(),
  actors: {
    session,
    connection,
    toasts,
    invitationStore: storedValue<Invitation, undefined>('invitation').keep,
    loadAppData: port<AppData | CachedAnswer<AppData>, { token: string | null }>('loadAppData'),
  },
  guards: {
    isCached: (_, answer: AppData | CachedAnswer<AppData>) => answer instanceof CachedAnswer,
    isClientOutdated: (_, failure: Failure) => failure.kind === 'update_required',
    // With a token, the HTTP client reports the 401 to the session, which signs out. Without one nothing else handles it.
    isSessionExpired: ({ context }, failure: Failure) =>
      context.session !== null && failure.kind === 'unauthenticated',
    isSignedIn: ({ context }) => context.data?.appuser != null,
    hasInvitation: ({ context }) => context.invitation !== null && context.data?.appuser != null,
    isNameless: ({ context }) => context.data?.appuser?.fname === '',
    isNewMember: ({ context }) => context.data?.appuser?.new_member === true,
    affectsAppData: (_, { event }: { event: LiveEvent }) => appDataEvents.has(event.type),
  },
  actions: {
    setSession: assign((_, stored: StoredSession | null) => ({
      session: stored,
      data: null,
      failure: null,
    })),
    storeAppData: assign(({ context }, data: AppData) => ({
      data: keepUnchanged(context.data, data),
      failure: null,
    })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    refreshData: raise({ type: 'data.refresh' }),
    setClockOffset: assign((_, { offset }: { offset: number }) => ({ clockOffset: offset })),
    setInvitation: assign((_, invitation: Invitation | null) => ({ invitation })),
    persistInvitation: sendTo('invitationStore', ({ context }) => ({
      type: 'value.keep',
      value: context.invitation,
    })),
    startUnsent: enqueueActions(({ context, enqueue }, { logic }: ScreensLoaded) => {
      enqueue.assign({
        outbox: ({ spawn }) => spawn(logic.outbox, withId('outbox')),
        bets: ({ spawn }) => spawn(logic.bets, withId('bets')),
      });
      if (!context.session) return;
      const signedIn: SignedIn = { type: 'auth.signedIn', ...context.session };
      enqueue.sendTo(({ context: { bets } }) => nonNull(bets), signedIn);
      enqueue.sendTo(({ context: { outbox } }) => nonNull(outbox), signedIn);
    }),
    /** Forwards a sign-in or sign-out to the actors that work for the signed-in member. */
    forwardAuth: enqueueActions(({ context: { bets, outbox }, enqueue }, event: SignedIn | SignedOut) => {
      enqueue.sendTo('connection', event);
      if (bets) enqueue.sendTo(bets, event);
      if (outbox) enqueue.sendTo(outbox, event);
    }),
    retryUnsent: enqueueActions(({ context: { bets, outbox }, enqueue }) => {
      if (bets) enqueue.sendTo(bets, { type: 'connection.restored' });
      if (outbox) enqueue.sendTo(outbox, { type: 'connection.restored' });
    }),
    reportLiveEvent: emit((_, { event }: { event: LiveEvent }) => ({ type: 'live.event', event })),
    showJoin: emit({ type: 'screen.show', screen: 'join' }),
    showWelcome: emit({ type: 'screen.show', screen: 'welcome' }),
  },
});

const loadInvoke = {
  id: 'loadAppData',
  src: 'loadAppData',
  input: ({ context }: { context: Context }) => ({ token: context.session?.token ?? null }),
} as const;
const storeAppData = {
  type: 'storeAppData',
  params: ({ event }: { event: { output: AppData | CachedAnswer<AppData> } }) => answerIn(event.output),
} as const;
const isClientOutdated = { type: 'isClientOutdated', params: failureOf } as const;
const forwardAuth = { type: 'forwardAuth', params: eventOf } as const;

/**
 * The root actor: the session, the app data of the caller, and the actors that outlive every screen.
 * An invitation is kept through sign-in and joins nothing without confirmation. Cached app data is shown while it is
 * refetched.
 */
export const app = charts.createMachine({
  id: 'app',
  context: ({ input }) => ({
    session: null,
    data: null,
    failure: null,
    clockOffset: null,
    invitation: input.invitation,
    outbox: null,
    bets: null,
  }),
  // The rest of the app works if any of these fails.
  invoke: [
    { id: 'toasts', src: 'toasts', onError: {} },
    { id: 'connection', src: 'connection', input: ({ self }) => ({ parent: self }), onError: {} },
    { id: 'invitationStore', src: 'invitationStore', onError: {} },
  ],
  // The same holds for the children spawned after `screens.loaded`.
  on: { 'xstate.error.actor.bets': {}, 'xstate.error.actor.outbox': {} },
  type: 'parallel',
  states: {
    data: {
      // Must start last: its first event is forwarded to the other children.
      invoke: {
        id: 'session',
        src: 'session',
        input: ({ self }) => ({ parent: self }),
        onError: { target: '.failed', actions: storeFailure },
      },
      initial: 'awaitingSession',
      on: {
        'auth.signedIn': {
          target: '.loading',
          actions: [
            { type: 'setSession', params: ({ event: { token, user } }) => ({ token, user }) },
            forwardAuth,
          ],
        },
        'auth.signedOut': {
          target: '.loading',
          actions: [{ type: 'setSession', params: null }, forwardAuth],
        },
        'clock.synced': { actions: { type: 'setClockOffset', params: eventOf } },
      },
      states: {
        /** Waits for the session to report whether somebody is signed in. */
        awaitingSession: { tags: 'busy' },
        loading: {
          tags: 'busy',
          invoke: {
            ...loadInvoke,
            onDone: [
              {
                guard: { type: 'isCached', params: outputOf },
                target: 'deciding',
                actions: [storeAppData, 'refreshData'],
              },
              { target: 'deciding', actions: storeAppData },
            ],
            onError: [
              { guard: isClientOutdated, target: 'outdated' },
              { guard: { type: 'isSessionExpired', params: failureOf }, target: 'awaitingSession' },
              { target: 'failed', actions: storeFailure },
            ],
          },
        },
        deciding: {
          always: [
            { guard: 'isNameless', target: 'naming' },
            { guard: 'hasInvitation', target: 'ready', actions: 'showJoin' },
            { guard: 'isNewMember', target: 'ready', actions: 'showWelcome' },
            { target: 'ready' },
          ],
        },
        /** A new account has no name yet: its member gives one before anything else. */
        naming: { on: { 'data.refresh': 'loading' } },
        ready: {
          tags: 'ready',
          initial: 'idle',
          // Data that replaces cached data may have an empty name.
          always: { guard: 'isNameless', target: 'naming' },
          on: {
            'data.refresh': '.refreshing',
            'live.event': { guard: { type: 'affectsAppData', params: eventOf }, target: '.refreshing' },
            'connection.live': '.refreshing',
            'invitation.received': { guard: 'isSignedIn', actions: 'showJoin' },
            // A new member who was invited is welcomed once they have joined, or dismissed the invitation.
            'invitation.resolved': { guard: 'isNewMember', actions: 'showWelcome' },
          },
          states: {
            idle: {},
            refreshing: {
              invoke: {
                ...loadInvoke,
                onDone: { target: 'idle', actions: storeAppData },
                // The data shown stays; the next event or tap loads again.
                onError: [{ guard: isClientOutdated, target: '#app.data.outdated' }, { target: 'idle' }],
              },
            },
          },
        },
        failed: {
          tags: 'failed',
          on: { 'data.refresh': 'loading', 'connection.live': 'loading' },
        },
        /** The server no longer supports this client version. */
        outdated: {},
      },
    },
    relay: {
      on: {
        'live.event': { actions: { type: 'reportLiveEvent', params: eventOf } },
        'connection.live': { actions: 'retryUnsent' },
        'screens.loaded': { actions: { type: 'startUnsent', params: eventOf } },
        'invitation.received': {
          actions: [
            { type: 'setInvitation', params: ({ event: { code, by } }) => ({ code, by }) },
            'persistInvitation',
          ],
        },
        'invitation.resolved': {
          actions: [{ type: 'setInvitation', params: null }, 'persistInvitation'],
        },
      },
    },
  },
});

export type AppActor = ActorRefFrom<typeof app>;
