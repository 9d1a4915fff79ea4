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
const expiredMarker = { expired: true };

const parent = refStub('app');
const signedInEvent = (stored: StoredSession) => ({ type: 'auth.signedIn', ...stored });
const signedOutEvent = { type: 'auth.signedOut' };
const showsLogin = (returnHere: boolean) => ({ type: 'login.show', returnHere });
const storesSession = (value: StoredSession | typeof expiredMarker | null) => ({ type: 'value.keep', value });
const noSession = { session: null, tokenToRevoke: null };
const sessionContext = (stored: StoredSession) => ({ session: stored, tokenToRevoke: null });

/** A sign-in from any state without a session. */
const signsInAvi = {
  to: 'signedIn.active',
  context: sessionContext(avi),
  sends: [storesSession(avi), signedInEvent(avi)],
};
const followsOtherTab = { to: 'signedIn.active', context: sessionContext(avi), sends: [signedInEvent(avi)] };
const endsExpiredSession = (token: string, stored: typeof expiredMarker | null) => (before: Before) =>
  before.session?.token === token
    ? {
        to: 'signingOut',
        context: noSession,
        sends: [signedOutEvent, storesSession(stored), showsLogin(stored !== null)],
        calls: { endSession: { token: null } },
      }
    : 'ignored';

testMachine(session, {
  inputs: { app: { parent } },
  fold: ({ session: current, tokenToRevoke }) =>
    [current?.token, tokenToRevoke && `revokes ${tokenToRevoke}`].filter(Boolean).join(', '),
  events: {
    'loads dana': done('loadSession', dana),
    'loads no session': done('loadSession', null),
    'loads the expired marker': done('loadSession', expiredMarker),
    'cannot load': error('loadSession', { kind: 'offline' }),
    'avi signs in': { type: 'auth.signedIn', ...avi },
    '401 of dana': { type: 'auth.expired', token: 'dana-1' },
    '401 of avi': { type: 'auth.expired', token: 'avi-1' },
    'signs out': { type: 'auth.signOut' },
    'deletes the account': { type: 'account.deleting' },
    'the account is not deleted': { type: 'account.kept' },
    'other tab: signs out': childSends('sessionStore', { type: 'value.changed', value: null }),
    'other tab: session expires': childSends('sessionStore', { type: 'value.changed', value: expiredMarker }),
    'other tab: avi signs in': childSends('sessionStore', { type: 'value.changed', value: avi }),
    'store fails': when((s) => s.matches('loading'), error('sessionStore', new Error('denied'))),
    'session ended': done('endSession', undefined),
    'session cannot be ended': error('endSession', { kind: 'offline' }),
  },
  becomes: {
    'start: app': {
      to: 'loading',
      context: { ...noSession, parent },
      calls: { loadSession: undefined, sessionStore: undefined },
    },

    'loading + loads dana': {
      to: 'signedIn.active',
      context: sessionContext(dana),
      sends: [signedInEvent(dana)],
    },
    'loading + loads no session': { to: 'signedOut', context: noSession, sends: [signedOutEvent] },
    'loading + loads the expired marker': { to: 'signedOut', context: noSession, sends: [signedOutEvent] },
    'loading + cannot load': { to: 'signedOut', context: noSession, sends: [signedOutEvent] },
    'loading + avi signs in': signsInAvi,
    'loading + other tab: signs out': { to: 'loading', calls: { loadSession: undefined } },
    'loading + other tab: session expires': { to: 'loading', calls: { loadSession: undefined } },
    'loading + other tab: avi signs in': { to: 'loading', calls: { loadSession: undefined } },

    'signedOut + avi signs in': signsInAvi,
    'signedOut + other tab: avi signs in': followsOtherTab,

    // Two accounts were merged: the screens start again.
    'signedIn + avi signs in': {
      ...signsInAvi,
      sends: [signedOutEvent, storesSession(avi), signedInEvent(avi)],
    },
    'signedIn.active + 401 of dana': endsExpiredSession('dana-1', expiredMarker),
    'signedIn.active + 401 of avi': endsExpiredSession('avi-1', expiredMarker),
    'signedIn.active + deletes the account': 'signedIn.deletingAccount',
    // As after a sign-out: the login does not lead back to a screen of the deleted account.
    'signedIn.deletingAccount + 401 of dana': endsExpiredSession('dana-1', null),
    'signedIn.deletingAccount + 401 of avi': endsExpiredSession('avi-1', null),
    'signedIn.deletingAccount + the account is not deleted': 'signedIn.active',
    'signedIn + signs out': (before) => ({
      to: 'signingOut',
      context: { session: null, tokenToRevoke: before.session?.token },
      sends: [signedOutEvent, storesSession(null), showsLogin(false)],
      calls: { endSession: { token: before.session?.token } },
    }),
    'signedIn + other tab: signs out': {
      to: 'signedOut',
      context: noSession,
      sends: [signedOutEvent, showsLogin(false)],
    },
    // The member did not ask to sign out: the next login leads back to the same screen.
    'signedIn + other tab: session expires': {
      to: 'signedOut',
      context: noSession,
      sends: [signedOutEvent, showsLogin(true)],
    },
    'signedIn + other tab: avi signs in': (before) =>
      before.session?.token === 'avi-1'
        ? 'ignored'
        : { ...followsOtherTab, sends: [signedOutEvent, signedInEvent(avi)] },

    'signingOut + session ended': { to: 'signedOut', context: noSession },
    'signingOut + session cannot be ended': { to: 'signedOut', context: noSession },
    'signingOut + avi signs in': signsInAvi,
    'signingOut + other tab: avi signs in': followsOtherTab,
  },
  claims: {
    signedIn: (snapshot) => {
      expect(snapshot.hasTag('signedIn')).toBe(true);
      expect(snapshot.context.session).not.toBeNull();
    },
    loading: hasExactTags('busy'),
    '*': ({ context, tags }) => {
      // Signing out removes all data of the user.
      if (tags.has('signedOut')) expect(context.session).toBeNull();
    },
    signedOut: hasExactTags('signedOut'),
    signingOut: hasExactTags('busy', 'signedOut'),
  },
  laws: {
    'a sign-in is followed by a sign-out before the next sign-in': () => {
      let isSignedIn = false;
      return ({ sends }) => {
        for (const { type } of sends) {
          if (type === 'auth.signedIn') expect(isSignedIn).toBe(false);
          if (type === 'auth.signedIn' || type === 'auth.signedOut') isSignedIn = type === 'auth.signedIn';
        }
      };
    },
    'the stored session is that of this page': () => {
      let stored: unknown;
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'xstate.done.actor.loadSession') stored = cause.output;
        // What cannot be read counts as no session.
        if (cause.type === 'xstate.error.actor.loadSession') stored = null;
        if (cause.type === 'value.changed') stored = cause.value;
        for (const { type, value } of step.sends) if (type === 'value.keep') stored = value;
        const { context, tags } = step.after;
        if (tags.has('signedIn')) expect(stored).toEqual(context.session);
        if (tags.has('signedOut')) expect([null, expiredMarker]).toContainEqual(stored ?? null);
      };
    },
    'only the token of the ended session is revoked': () => (step) => {
      const { session: ended } = (step.before?.context ?? { session: null }) as Before;
      if (step.calls.endSession)
        expect(step.calls.endSession).toEqual({
          token: causeOf(step).type === 'auth.signOut' ? ended?.token : null,
        });
    },
  },
  unpaired: 32,
});
