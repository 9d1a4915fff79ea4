import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { session, type StoredSession } from '#machines/session.ts';
import { buildAppUser } from '#tests/support/builders.ts';
import {
  causeOf,
  done,
  error,
  testMachine,
  childSends,
  refStub,
  hasExactTags,
  when,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof session>;

const dana: StoredSession = { token: 'dana-1', user: buildAppUser(1) };
const avi: StoredSession = { token: 'avi-1', user: buildAppUser(2) };
/** What the device stores after a 401, or when another tab cleared it. */
const expired = { expired: true };

const parent = refStub('app');
const signedIn = (as: StoredSession) => ({ type: 'auth.signedIn', ...as });
const signedOut = { type: 'auth.signedOut' };
const showsLogin = (returnHere: boolean) => ({ type: 'login.show', returnHere });
const stores = (value: StoredSession | typeof expired | null) => ({ type: 'value.keep', value });
const nobody = { session: null, tokenToRevoke: null };
const signedInAs = (as: StoredSession) => ({ session: as, tokenToRevoke: null });

/** From any state in which nobody is signed in. */
const signsIn = { to: 'signedIn.active', context: signedInAs(avi), sends: [stores(avi), signedIn(avi)] };
const followsOtherTab = { to: 'signedIn.active', context: signedInAs(avi), sends: [signedIn(avi)] };
const expires = (token: string, kept: typeof expired | null) => (before: Before) =>
  before.session?.token === token
    ? {
        to: 'signingOut',
        context: nobody,
        sends: [signedOut, stores(kept), showsLogin(kept !== null)],
        calls: { endSession: { token: null } },
      }
    : 'ignored';

testMachine(session, {
  inputs: { app: { parent } },
  fold: ({ session: now, tokenToRevoke }) =>
    [now?.token, tokenToRevoke && `revokes ${tokenToRevoke}`].filter(Boolean).join(', '),
  events: {
    'loads dana': done('loadSession', dana),
    'loads nobody': done('loadSession', null),
    'loads an expired one': done('loadSession', expired),
    'cannot load': error('loadSession', { kind: 'offline' }),
    'avi signs in': { type: 'auth.signedIn', ...avi },
    '401 of dana': { type: 'auth.expired', token: 'dana-1' },
    '401 of avi': { type: 'auth.expired', token: 'avi-1' },
    'signs out': { type: 'auth.signOut' },
    'deletes the account': { type: 'account.deleting' },
    'is not deleted': { type: 'account.kept' },
    'other tab: out': childSends('sessionStore', { type: 'value.changed', value: null }),
    'other tab: expired': childSends('sessionStore', { type: 'value.changed', value: expired }),
    'other tab: avi': childSends('sessionStore', { type: 'value.changed', value: avi }),
    'store fails': when((s) => s.matches('loading'), error('sessionStore', new Error('denied'))),
    ended: done('endSession', undefined),
    'cannot end': error('endSession', { kind: 'offline' }),
  },
  becomes: {
    'start: app': {
      to: 'loading',
      context: { ...nobody, parent },
      calls: { loadSession: undefined, sessionStore: undefined },
    },

    'loading + loads dana': { to: 'signedIn.active', context: signedInAs(dana), sends: [signedIn(dana)] },
    'loading + loads nobody': { to: 'signedOut', context: nobody, sends: [signedOut] },
    'loading + loads an expired one': { to: 'signedOut', context: nobody, sends: [signedOut] },
    'loading + cannot load': { to: 'signedOut', context: nobody, sends: [signedOut] },
    'loading + avi signs in': signsIn,
    'loading + other tab: out': { to: 'loading', calls: { loadSession: undefined } },
    'loading + other tab: expired': { to: 'loading', calls: { loadSession: undefined } },
    'loading + other tab: avi': { to: 'loading', calls: { loadSession: undefined } },

    'signedOut + avi signs in': signsIn,
    'signedOut + other tab: avi': followsOtherTab,

    // An account that became one with another: its screens begin anew.
    'signedIn + avi signs in': { ...signsIn, sends: [signedOut, stores(avi), signedIn(avi)] },
    'signedIn.active + 401 of dana': expires('dana-1', expired),
    'signedIn.active + 401 of avi': expires('avi-1', expired),
    'signedIn.active + deletes the account': 'signedIn.deletingAccount',
    // As after a sign-out: nobody comes back to a deleted account's place.
    'signedIn.deletingAccount + 401 of dana': expires('dana-1', null),
    'signedIn.deletingAccount + 401 of avi': expires('avi-1', null),
    'signedIn.deletingAccount + is not deleted': 'signedIn.active',
    'signedIn + signs out': (before) => ({
      to: 'signingOut',
      context: { session: null, tokenToRevoke: before.session?.token },
      sends: [signedOut, stores(null), showsLogin(false)],
      calls: { endSession: { token: before.session?.token } },
    }),
    'signedIn + other tab: out': { to: 'signedOut', context: nobody, sends: [signedOut, showsLogin(false)] },
    // Nobody asked to leave: whoever signs in again finds their place.
    'signedIn + other tab: expired': {
      to: 'signedOut',
      context: nobody,
      sends: [signedOut, showsLogin(true)],
    },
    'signedIn + other tab: avi': (before) =>
      before.session?.token === 'avi-1'
        ? 'ignored'
        : { ...followsOtherTab, sends: [signedOut, signedIn(avi)] },

    'signingOut + ended': { to: 'signedOut', context: nobody },
    'signingOut + cannot end': { to: 'signedOut', context: nobody },
    'signingOut + avi signs in': signsIn,
    'signingOut + other tab: avi': followsOtherTab,
  },
  claims: {
    signedIn: (snapshot) => {
      expect(snapshot.hasTag('signedIn')).toBe(true);
      expect(snapshot.context.session).not.toBeNull();
    },
    loading: hasExactTags('busy'),
    '*': ({ context, tags }) => {
      // Signing out leaves nothing of the user.
      if (tags.has('signedOut')) expect(context.session).toBeNull();
    },
    signedOut: hasExactTags('signedOut'),
    signingOut: hasExactTags('busy', 'signedOut'),
  },
  laws: {
    'whoever is told of a sign-in is told of its end before the next': () => {
      let open = false;
      return ({ sends }) => {
        for (const { type } of sends) {
          if (type === 'auth.signedIn') expect(open).toBe(false);
          if (type === 'auth.signedIn' || type === 'auth.signedOut') open = type === 'auth.signedIn';
        }
      };
    },
    'the device stores just who is signed in here': () => {
      let stored: unknown;
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'xstate.done.actor.loadSession') stored = cause.output;
        // Nothing that could be read.
        if (cause.type === 'xstate.error.actor.loadSession') stored = null;
        if (cause.type === 'value.changed') stored = cause.value;
        for (const { type, value } of step.sends) if (type === 'value.keep') stored = value;
        const { context, tags } = step.after;
        if (tags.has('signedIn')) expect(stored).toEqual(context.session);
        if (tags.has('signedOut')) expect([null, expired]).toContainEqual(stored ?? null);
      };
    },
    'the token that was left is revoked, and no other': () => (step) => {
      const { session: ended } = (step.before?.context ?? { session: null }) as Before;
      if (step.calls.endSession)
        expect(step.calls.endSession).toEqual({
          token: causeOf(step).type === 'auth.signOut' ? ended?.token : null,
        });
    },
  },
  unpaired: 32,
});
