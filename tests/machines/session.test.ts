import { expect } from 'vitest';
import { session, type StoredSession } from '#machines/session.ts';
import {
  after,
  causeOf,
  done,
  error,
  testMachine,
  childSends,
  refStub,
  hasExactTags,
} from '#tests/support/statecharts/test-machine.ts';

const person = (puserId: number, fname: string) => ({
  id: puserId,
  fname,
  lname: '',
  phone: '+972501234567',
  email: null,
  username: '+972501234567',
  is_superuser: false,
  is_staff: false,
  firebaseAuth: false,
  puserId,
  image: null,
  new_member: false,
});
const dana: StoredSession = { token: 'dana-1', user: person(1, 'דנה') };
const avi: StoredSession = { token: 'avi-1', user: person(2, 'אבי') };
const renamed = person(1, 'דנה לוי');

const parent = refStub('app');
const began = ({ token, user }: StoredSession) => ({ type: 'session.began', token, user });
const over = { type: 'session.over' };
const go = (keepPlace: boolean) => ({ type: 'go', to: 'login', keepPlace });
const nobody = { token: null, user: null, ended: null };
const isIn = (stored: StoredSession) => ({ ...stored, ended: null });

/** From any place where nobody is signed in. */
const signsIn = {
  to: 'signedIn.writing',
  context: isIn(avi),
  sends: [began(avi)],
  calls: { writeSession: avi },
};
const followsIn = { to: 'signedIn.kept', context: isIn(avi), sends: [began(avi)], calls: {} };
const toProvider = { to: 'ending.leaving', context: nobody, calls: { leaveProvider: undefined } };
const afterClearing = (before: { ended: string | null }) =>
  before.ended === null
    ? toProvider
    : {
        to: 'ending.revoking',
        context: { ended: before.ended },
        calls: { revokeToken: { token: before.ended } },
      };
const startsClearing = { clearSession: undefined };

testMachine(session, {
  inputs: { app: { parent } },
  fold: ({ token, user, ended }) =>
    [token, user && user.fname === renamed.fname ? 'renamed' : '', ended && `ended ${ended}`]
      .filter(Boolean)
      .join(', '),
  events: {
    'finds dana': done('readSession', dana),
    'finds nobody': done('readSession', null),
    'cannot read': error('readSession', new Error('denied')),
    'avi signs in': { type: 'session.started', ...avi },
    'wrote it': done('writeSession', undefined),
    'cannot write': error('writeSession', new Error('full')),
    'new name': { type: 'user.changed', user: renamed },
    '401 of dana': { type: 'session.expired', token: 'dana-1' },
    '401 of avi': { type: 'session.expired', token: 'avi-1' },
    'log out': { type: 'session.end' },
    'other tab: out': childSends('watchStored', { type: 'stored.changed', stored: null, cleared: false }),
    'other tab: wipes': childSends('watchStored', { type: 'stored.changed', stored: null, cleared: true }),
    'other tab: avi': childSends('watchStored', { type: 'stored.changed', stored: avi, cleared: false }),
    'watching fails': error('watchStored', new Error('denied')),
    cleared: done('clearSession', undefined),
    'cannot clear': error('clearSession', new Error('denied')),
    revoked: done('revokeToken', undefined),
    'cannot revoke': error('revokeToken', { kind: 'offline' }),
    left: done('leaveProvider', undefined),
    'cannot leave': error('leaveProvider', { kind: 'offline' }),
    'too long': after('patience', 5000),
  },
  becomes: {
    'start: app': {
      to: 'reading',
      context: { ...nobody, parent },
      calls: { readSession: undefined, watchStored: undefined },
    },

    'reading + finds dana': { to: 'signedIn.kept', context: isIn(dana), sends: [began(dana)] },
    'reading + finds nobody': { to: 'signedOut', context: nobody, sends: [over] },
    'reading + cannot read': { to: 'signedOut', context: nobody, sends: [over] },
    'reading + too long': { to: 'signedOut', context: nobody, sends: [over] },
    'reading + avi signs in': signsIn,
    'reading + other tab: out': { to: 'reading', calls: { readSession: undefined } },
    'reading + other tab: wipes': { to: 'reading', calls: { readSession: undefined } },
    'reading + other tab: avi': { to: 'reading', calls: { readSession: undefined } },

    'signedOut + avi signs in': signsIn,
    'signedOut + other tab: avi': followsIn,

    // An account that became one with another: its screens begin anew.
    'signedIn + avi signs in': { ...signsIn, sends: [over, began(avi)] },
    'signedIn + new name': (before) => ({
      to: 'signedIn.writing',
      context: { token: before.token, user: renamed, ended: null },
      calls: { writeSession: { token: before.token, user: renamed } },
    }),
    'signedIn.writing + wrote it': 'signedIn.kept',
    'signedIn.writing + cannot write': 'signedIn.kept',
    'signedIn + 401 of dana': (before) =>
      before.token === 'dana-1'
        ? { to: 'ending.clearing', context: nobody, sends: [over, go(true)], calls: startsClearing }
        : 'ignored',
    'signedIn + 401 of avi': (before) =>
      before.token === 'avi-1'
        ? { to: 'ending.clearing', context: nobody, sends: [over, go(true)], calls: startsClearing }
        : 'ignored',
    'signedIn + log out': (before) => ({
      to: 'ending.clearing',
      context: { token: null, user: null, ended: before.token },
      sends: [over, go(false)],
      calls: startsClearing,
    }),
    'signedIn + other tab: out': { to: 'signedOut', context: nobody, sends: [over, go(false)] },
    // Nobody meant to leave: it is like a 401.
    'signedIn + other tab: wipes': { to: 'signedOut', context: nobody, sends: [over, go(true)] },
    'signedIn + other tab: avi': (before) =>
      before.token === 'avi-1'
        ? 'ignored'
        : { to: 'signedIn.kept', context: isIn(avi), sends: [over, began(avi)], calls: {} },

    'ending.clearing + cleared': afterClearing,
    'ending.clearing + cannot clear': afterClearing,
    'ending.clearing + too long': afterClearing,
    'ending.revoking + revoked': toProvider,
    'ending.revoking + cannot revoke': toProvider,
    'ending.revoking + too long': toProvider,
    'ending.leaving + left': 'signedOut',
    'ending.leaving + cannot leave': 'signedOut',
    'ending.leaving + too long': 'signedOut',
    'ending + avi signs in': signsIn,
    'ending + other tab: avi': followsIn,
  },
  claims: {
    signedIn: (snapshot) => {
      expect(snapshot.hasTag('signedIn')).toBe(true);
      expect(snapshot.context.token).not.toBeNull();
    },
    reading: hasExactTags('busy'),
    '*': ({ context, tags }) => {
      // Signing out leaves nothing of the user, whatever is still being cleared.
      if (tags.has('signedOut')) expect([context.token, context.user]).toEqual([null, null]);
    },
    signedOut: hasExactTags('signedOut'),
    ending: hasExactTags('busy', 'signedOut'),
  },
  laws: {
    'whoever is told that a session began is told that it is over before the next begins': () => {
      let open = false;
      return ({ sends }) => {
        for (const { type } of sends) {
          if (type === 'session.began') expect(open).toBe(false);
          if (type === 'session.began' || type === 'session.over') open = type === 'session.began';
        }
      };
    },
    'signing out leaves nothing of the user, here or on the device': () => {
      let stored = false;
      return (step) => {
        const told = causeOf(step);
        const { context, tags } = step.after;
        if (tags.has('signedIn')) stored = true;
        if ('clearSession' in step.calls || told.stored === null) stored = false;
        if (!tags.has('signedOut')) return;
        expect([context.token, context.user, stored]).toEqual([null, null, false]);
        expect(step.after.children).not.toHaveProperty('writeSession');
      };
    },
    'a token that was left is told to the server as ended, and no other': () => {
      let left: string | null = null;
      return ({ before, after: { context }, calls }) => {
        if (calls.revokeToken) expect(calls.revokeToken).toEqual({ token: left });
        if (context.ended !== null) left = (before?.context.token as string | null) ?? left;
      };
    },
  },
  unpaired: 53,
});
