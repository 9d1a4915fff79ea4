import { assign, emit, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { AppUser } from '#contract/models.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** Who is signed in, as kept on the device. */
export type StoredSession = { readonly token: string; readonly user: AppUser };

/** What the session tells the app; the first word of the two comes once the device's memory is read. */
export type SessionReport =
  { type: 'session.began'; token: string; user: AppUser } | { type: 'session.over' };
type ParentRef = ActorRef<Snapshot<unknown>, SessionReport>;

type Context = {
  readonly parent: ParentRef;
  readonly token: string | null;
  readonly user: AppUser | null;
  /** A token that is still to be told to the server as ended. */
  readonly ended: string | null;
};
type Events =
  | { type: 'session.started'; token: string; user: AppUser }
  /** A 401 of a call that carried `token`. */
  | { type: 'session.expired'; token: string }
  | { type: 'session.end' }
  | { type: 'user.changed'; user: AppUser }
  /** Another tab signed in or out; `cleared`: it wiped all that the browser kept. */
  | { type: 'stored.changed'; stored: StoredSession | null; cleared: boolean };

const timeout = 5000;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef };
    /** `keepPlace`: come back to the same place after signing in. */
    emitted: { type: 'go'; to: 'login'; keepPlace: boolean };
    tags: 'signedIn' | 'signedOut' | 'busy';
  }>(),
  actors: {
    readSession: port<StoredSession | null, undefined>('readSession'),
    writeSession: port<void, StoredSession>('writeSession'),
    /** Clears what is stored of the user, and keeps their unsent drafts. */
    clearSession: port<void, undefined>('clearSession'),
    revokeToken: port<void, { token: string }>('revokeToken'),
    leaveProvider: port<void, undefined>('leaveProvider'),
    watchStored: streamPort<Events, undefined>('watchStored'),
  },
  delays: { patience: timeout },
  guards: {
    isCurrent: ({ context, event }) => event.type === 'session.expired' && event.token === context.token,
    wasCleared: ({ event }) => event.type === 'stored.changed' && event.cleared,
    isGone: ({ event }) => event.type === 'stored.changed' && event.stored === null,
    isAnother: ({ context, event }) =>
      event.type === 'stored.changed' && event.stored !== null && event.stored.token !== context.token,
    isThere: ({ event }) => event.type === 'stored.changed' && event.stored !== null,
    mustRevoke: ({ context }) => context.ended !== null,
    wasStored: (_, params: { stored: StoredSession | null }) => params.stored !== null,
  },
  actions: {
    take: assign((_, { token, user }: StoredSession) => ({ token, user, ended: null })),
    takeStored: assign(({ event }) =>
      event.type === 'stored.changed' && event.stored
        ? { token: event.stored.token, user: event.stored.user, ended: null }
        : {},
    ),
    takeUser: assign(({ event }) => (event.type === 'user.changed' ? { user: event.user } : {})),
    forget: assign({ token: null, user: null, ended: null }),
    /** Forgets, but for the token that the server is still to be told of. */
    leave: assign(({ context }) => ({ token: null, user: null, ended: context.token })),
    tellBegan: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.began', token: context.token ?? '', user: context.user as AppUser }),
    ),
    tellOver: sendTo(({ context }) => context.parent, { type: 'session.over' }),
    goLogin: emit({ type: 'go', to: 'login', keepPlace: false }),
    goLoginAndBack: emit({ type: 'go', to: 'login', keepPlace: true }),
  },
});

/**
 * Who is signed in on this device, in all its tabs. A 401 ends the session once, however many calls were refused,
 * and one of a session that is already over ends nothing; signing out never waits for the network.
 */
export const session = charts.createMachine({
  id: 'session',
  context: ({ input }) => ({ parent: input.parent, token: null, user: null, ended: null }),
  invoke: {
    id: 'watchStored',
    src: 'watchStored',
    // Without it this tab does not hear of the others, and a 401 will tell it in time.
    onError: {},
  },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: { type: 'wasStored', params: ({ event }) => ({ stored: event.output }) },
            target: 'signedIn',
            actions: { type: 'take', params: ({ event }) => event.output as StoredSession },
          },
          { target: 'signedOut', actions: 'tellOver' },
        ],
        onError: { target: 'signedOut', actions: 'tellOver' },
      },
      after: { patience: { target: 'signedOut', actions: 'tellOver' } },
      on: {
        'session.started': {
          target: 'signedIn.writing',
          actions: { type: 'take', params: ({ event }) => event },
        },
        'stored.changed': { target: 'reading', reenter: true },
      },
    },
    signedOut: {
      tags: 'signedOut',
      on: {
        'session.started': {
          target: 'signedIn.writing',
          actions: { type: 'take', params: ({ event }) => event },
        },
        'stored.changed': { guard: 'isThere', target: 'signedIn', actions: 'takeStored' },
      },
    },
    signedIn: {
      tags: 'signedIn',
      entry: 'tellBegan',
      exit: 'tellOver',
      initial: 'kept',
      on: {
        // The account became one with another.
        'session.started': {
          target: '.writing',
          reenter: true,
          actions: { type: 'take', params: ({ event }) => event },
        },
        'session.expired': { guard: 'isCurrent', target: 'ending', actions: ['forget', 'goLoginAndBack'] },
        'session.end': { target: 'ending', actions: ['leave', 'goLogin'] },
        'user.changed': { target: '.writing', actions: 'takeUser' },
        'stored.changed': [
          // Nobody asked to leave: whoever signs in again finds their place.
          { guard: 'wasCleared', target: 'signedOut', actions: ['forget', 'goLoginAndBack'] },
          { guard: 'isGone', target: 'signedOut', actions: ['forget', 'goLogin'] },
          { guard: 'isAnother', target: 'signedIn', reenter: true, actions: 'takeStored' },
        ],
      },
      states: {
        kept: {},
        writing: {
          invoke: {
            id: 'writeSession',
            src: 'writeSession',
            input: ({ context }) => ({ token: context.token ?? '', user: context.user as AppUser }),
            onDone: 'kept',
            // A full or forbidden storage only costs a new sign-in next time.
            onError: 'kept',
          },
        },
      },
    },
    ending: {
      tags: ['signedOut', 'busy'],
      initial: 'clearing',
      on: {
        'session.started': {
          target: 'signedIn.writing',
          actions: { type: 'take', params: ({ event }) => event },
        },
        'stored.changed': { guard: 'isThere', target: 'signedIn', actions: 'takeStored' },
      },
      states: {
        clearing: {
          invoke: { id: 'clearSession', src: 'clearSession', onDone: 'cleared', onError: 'cleared' },
          after: { patience: 'cleared' },
        },
        cleared: { always: [{ guard: 'mustRevoke', target: 'revoking' }, { target: 'leaving' }] },
        revoking: {
          invoke: {
            id: 'revokeToken',
            src: 'revokeToken',
            input: ({ context }) => ({ token: context.ended ?? '' }),
            onDone: 'leaving',
            onError: 'leaving',
          },
          after: { patience: 'leaving' },
        },
        leaving: {
          entry: 'forget',
          invoke: {
            id: 'leaveProvider',
            src: 'leaveProvider',
            onDone: '#session.signedOut',
            onError: '#session.signedOut',
          },
          after: { patience: '#session.signedOut' },
        },
      },
    },
  },
});
