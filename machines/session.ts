import { assign, emit, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { AppUser } from '#contract/models.ts';
import { eventOf, nonNull, outputOf } from './params.ts';
import { port, setupTypes, storedValue, type ValueChanged } from './port.ts';

/** Who is signed in, as the device stores it. */
export type StoredSession = { readonly token: string; readonly user: AppUser };
/** Stored instead of the session when the server refused its token, so that other tabs can tell this from a sign-out. */
export type ExpiredSession = { readonly expired: true };
type Stored = StoredSession | ExpiredSession;

/** Sent by a screen to the session after a sign-in, and by the session to the app and its actors. */
export type SignedIn = { type: 'auth.signedIn' } & StoredSession;
/** Sent by the session when it ends, and at start if none is stored. */
export type SignedOut = { type: 'auth.signedOut' };
type ParentRef = ActorRef<Snapshot<unknown>, SignedIn | SignedOut>;

type Context = {
  readonly parent: ParentRef;
  readonly session: StoredSession | null;
  /** The token to revoke on the server after a sign-out. */
  readonly tokenToRevoke: string | null;
};
type Events =
  | SignedIn
  /** The server answered 401 to a call with this `token`. */
  | { type: 'auth.expired'; token: string }
  | { type: 'auth.signOut' }
  /** The account's deletion was sent, or failed. In between, a 401 counts as a sign-out, not as an expired session. */
  | { type: 'account.deleting' | 'account.kept' }
  /** Another tab signed in or out, had its session expire, or cleared the browser's storage. */
  | ValueChanged<Stored>;

const stored = storedValue<Stored, undefined>('session');
const expired: ExpiredSession = { expired: true };

/** The session in a stored value; null if that is empty or an expired session. */
const sessionIn = (value: Stored | null): StoredSession | null => (value && 'token' in value ? value : null);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef };
    /** `returnHere`: return to the current page after signing in. */
    emitted: { type: 'login.show'; returnHere: boolean };
    tags: 'signedIn' | 'signedOut' | 'busy';
    children: { sessionStore: 'sessionStore'; loadSession: 'loadSession' };
  }>(),
  actors: {
    loadSession: stored.load,
    sessionStore: stored.keep,
    /** Revokes the token on the server, if there is one, and signs out of the identity provider. */
    endSession: port<unknown, { token: string | null }>('endSession'),
  },
  guards: {
    isCurrentToken: ({ context }, { token }: { token: string }) => token === context.session?.token,
    isSession: (_, value: Stored | null) => sessionIn(value) !== null,
    isOtherSession: ({ context }, value: Stored | null) => {
      const session = sessionIn(value);
      return session !== null && session.token !== context.session?.token;
    },
    hasEnded: (_, value: Stored | null) => sessionIn(value) === null,
  },
  actions: {
    setSession: assign((_, { token, user }: StoredSession) => ({
      session: { token, user },
      tokenToRevoke: null,
    })),
    clearSession: assign({ session: null, tokenToRevoke: null }),
    clearKeepingToken: assign(({ context }) => ({
      session: null,
      tokenToRevoke: nonNull(context.session).token,
    })),
    persistSession: sendTo('sessionStore', ({ context }) => ({ type: 'value.keep', value: context.session })),
    persistExpired: sendTo('sessionStore', { type: 'value.keep', value: expired }),
    notifySignedIn: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'auth.signedIn', ...nonNull(context.session) }),
    ),
    notifySignedOut: sendTo(({ context }) => context.parent, { type: 'auth.signedOut' }),
    showLogin: emit((_, returnHere: boolean) => ({ type: 'login.show', returnHere })),
  },
});

const valueOf = ({ event }: { event: ValueChanged<Stored> }) => event.value;
const onSignedIn = {
  target: '#session.signedIn',
  reenter: true,
  actions: [{ type: 'setSession', params: eventOf }, 'persistSession'],
} as const;
const onExpired = {
  guard: { type: 'isCurrentToken', params: eventOf },
  target: '#session.signingOut',
} as const;
const onStoredElsewhere = {
  guard: { type: 'isOtherSession', params: valueOf },
  target: '#session.signedIn',
  reenter: true,
  actions: {
    type: 'setSession',
    params: ({ event }: { event: ValueChanged<Stored> }) => nonNull(sessionIn(event.value)),
  },
} as const;

/**
 * Who is signed in on this device, in all its tabs. A 401 ends the session once, however many calls were refused;
 * one for an older token ends nothing. Signing out never waits for the network.
 */
export const session = charts.createMachine({
  id: 'session',
  context: ({ input }) => ({ parent: input.parent, session: null, tokenToRevoke: null }),
  invoke: {
    id: 'sessionStore',
    src: 'sessionStore',
    // If storing fails, the session lasts until the page is closed, and a sign-out in another tab is noticed at the next 401.
    onError: {},
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadSession',
        src: 'loadSession',
        onDone: [
          {
            guard: { type: 'isSession', params: outputOf },
            target: 'signedIn',
            actions: { type: 'setSession', params: ({ event }) => nonNull(sessionIn(event.output)) },
          },
          { target: 'signedOut', actions: 'notifySignedOut' },
        ],
        onError: { target: 'signedOut', actions: 'notifySignedOut' },
      },
      on: {
        'auth.signedIn': onSignedIn,
        'value.changed': { target: 'loading', reenter: true },
      },
    },
    signedOut: {
      tags: 'signedOut',
      entry: 'clearSession',
      on: { 'auth.signedIn': onSignedIn, 'value.changed': onStoredElsewhere },
    },
    signedIn: {
      tags: 'signedIn',
      entry: 'notifySignedIn',
      exit: 'notifySignedOut',
      initial: 'active',
      states: {
        active: {
          on: {
            'auth.expired': {
              ...onExpired,
              actions: ['clearSession', 'persistExpired', { type: 'showLogin', params: true }],
            },
            'account.deleting': 'deletingAccount',
          },
        },
        // Other calls may get a 401 before the deletion's own answer arrives.
        deletingAccount: {
          on: {
            'auth.expired': {
              ...onExpired,
              actions: ['clearSession', 'persistSession', { type: 'showLogin', params: false }],
            },
            'account.kept': 'active',
          },
        },
      },
      on: {
        // Linking a phone merged this account with another.
        'auth.signedIn': onSignedIn,
        'auth.signOut': {
          target: 'signingOut',
          actions: ['clearKeepingToken', 'persistSession', { type: 'showLogin', params: false }],
        },
        'value.changed': [
          onStoredElsewhere,
          // Null is a sign-out in the other tab; after an expiry the member returns to this page.
          {
            guard: { type: 'hasEnded', params: valueOf },
            target: 'signedOut',
            actions: { type: 'showLogin', params: ({ event }) => event.value !== null },
          },
        ],
      },
    },
    signingOut: {
      tags: ['signedOut', 'busy'],
      on: { 'auth.signedIn': onSignedIn, 'value.changed': onStoredElsewhere },
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context }) => ({ token: context.tokenToRevoke }),
        onDone: 'signedOut',
        onError: 'signedOut',
      },
    },
  },
});
