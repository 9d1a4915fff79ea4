import { expect, test } from 'vitest';
import { getInitialSnapshot, type AnyEventObject, type AnyMachineSnapshot, type ContextFrom } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type { AppUser } from '#contract/models.ts';
import { app, type AppData } from '#machines/app.ts';
import { causeOf, done, error, testMachine, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof app>;

const dana: AppUser = {
  id: 1,
  fname: 'דנה',
  lname: '',
  phone: '+972501234567',
  email: null,
  username: '+972501234567',
  is_superuser: false,
  is_staff: false,
  firebaseAuth: false,
  puserId: 1,
  image: null,
  new_member: false,
};
const dataOf = (appuser: AppUser | null): AppData => ({
  appuser,
  sections: [],
  clans: [],
  activeParams: {
    firebase: null,
    storeLinks: { google: '', apple: '' },
    inviteUrl: 'https://hevre.example/?joinclan=',
    minVersion: '3.1.0',
    votesForPoint: 100,
    dateMax: '2027-12-31',
    notifications: 0,
  },
});
const [guests, danas, news] = [dataOf(null), dataOf(dana), dataOf({ ...dana, new_member: true })];

const code = '7QK2MX4T9P';
const offline = { kind: 'offline' };
const outdated = { kind: 'update_required' };
const signedOut = { kind: 'unauthenticated' };
const live = (type: LiveEvent['type']): LiveEvent => ({
  id: 9,
  type,
  section: 1,
  post: 2,
  item: 3,
  version: 4,
});
const tells = (type: LiveEvent['type']) => ({ type: 'live', event: live(type) });
const go = (to: 'join' | 'welcome') => ({ type: 'go', to });
const retry = { type: 'connection.restored' };

/** What waits for the code to be kept is walked apart: it changes nothing for the rest. */
const settled =
  (also: (before: Before, snapshot: AnyMachineSnapshot) => boolean = () => true) =>
  (snapshot: AnyMachineSnapshot) =>
    snapshot.matches({ invitation: 'none' }) && also(snapshot.context as Before, snapshot);
/** A new member differs by the welcome alone: from there on only a refresh is walked. */
const calm = settled(({ data }) => data !== news);
const asMember = settled(({ token }) => token !== null);
const asGuest = settled(({ token }) => token === null);
/** What the other kinds of live events do is seen once. */
const atHome = settled(
  ({ data }, snapshot) => data === danas && snapshot.matches({ data: { ready: 'resting' } }),
);
const wereInvited = (snapshot: AnyMachineSnapshot) => (snapshot.context as Before).code !== null;
/** Invitations come while nothing else is on its way, or while the first data is; and go from home. */
const mayCome = (snapshot: AnyMachineSnapshot) =>
  !snapshot.matches({ data: { ready: 'refreshing' } }) &&
  (snapshot.context as Before).data !== news &&
  (!wereInvited(snapshot) || snapshot.matches({ data: { ready: 'resting' } }));
const mayGo = (snapshot: AnyMachineSnapshot) =>
  wereInvited(snapshot) && snapshot.matches({ data: { ready: 'resting' } });

const loads = ({ token }: Before) => ({ loadAppData: { token } });
const refreshes =
  (...sends: AnyEventObject[]) =>
  (before: Before) => ({
    to: 'data.ready.refreshing',
    context: { data: before.data },
    calls: loads(before),
    sends,
  });
const shows = (data: AppData, to?: 'join' | 'welcome') => ({
  to: 'data.ready.resting',
  context: { data, failure: null },
  sends: to ? [go(to)] : [],
});
const begins = {
  to: 'data.loading',
  context: { token: 'dana-1', data: null, failure: null },
  calls: { loadAppData: { token: 'dana-1' } },
  sends: [
    { type: 'session.started', token: 'dana-1' },
    { type: 'session.started', member: 1 },
  ],
};
const ends = {
  to: 'data.loading',
  context: { token: null, data: null, failure: null },
  calls: { loadAppData: { token: null } },
  sends: [{ type: 'session.ended' }, { type: 'session.ended' }],
};
const keeps = (given: string | null, ...sends: AnyEventObject[]) => ({
  to: 'invitation.keeping',
  context: { code: given },
  calls: { keepCode: { code: given } },
  sends,
});
const whoSees = ({ data }: Before) =>
  data === null ? '' : data === news ? 'new member' : data.appuser ? 'member' : 'guest';

testMachine(app, {
  inputs: { app: { code: null } },
  fold: (context) => [context.token, whoSees(context), context.code && 'invited'].filter(Boolean).join(', '),
  events: {
    began: when(calm, { type: 'session.began', token: 'dana-1', user: dana }),
    over: when(calm, { type: 'session.over' }),
    "guest's data": when(asGuest, done('loadAppData', guests)),
    "member's data": when(asMember, done('loadAppData', danas)),
    "new member's data": when(asMember, done('loadAppData', news)),
    'no line': when(calm, error('loadAppData', offline)),
    'too old': when(calm, error('loadAppData', outdated)),
    '401': when(calm, error('loadAppData', signedOut)),
    refresh: when(settled(), { type: 'data.refresh' }),
    'a league changed': when(calm, { type: 'live.event', event: live('league') }),
    'an item changed': when(
      settled(({ data }) => data === danas),
      { type: 'live.event', event: live('item') },
    ),
    'a member changed': when(atHome, { type: 'live.event', event: live('member') }),
    'a notification came': when(atHome, { type: 'live.event', event: live('notification') }),
    'too much was missed': when(atHome, { type: 'live.event', event: live('reset') }),
    'stream is live': when(calm, { type: 'connection.live' }),
    'clock is known': when(atHome, { type: 'clock.synced', offset: -86_400_000 }),
    'session breaks': when(
      settled((_, snapshot) => snapshot.matches({ data: 'waiting' })),
      error('session', new Error('broken')),
    ),
    'toasts break': when(atHome, error('toasts', new Error('broken'))),
    'bets break': when(atHome, error('bets', new Error('broken'))),
    'connection breaks': when(atHome, error('connection', new Error('broken'))),
    invited: when(mayCome, { type: 'invitation.came', code }),
    'invitation settled': when(mayGo, { type: 'invitation.settled' }),
    'code kept': done('keepCode', undefined),
    'code not kept': error('keepCode', new Error('full')),
  },
  becomes: {
    // Nothing is loaded before the session said who is here.
    'start: app': {
      to: 'data.waiting & news & invitation.none',
      context: { token: null, data: null, failure: null, clock: null, code: null },
      calls: {
        toasts: undefined,
        bets: undefined,
        connection: expect.anything(),
        session: expect.anything(),
      },
    },

    'data + began': begins,
    'data + over': ends,
    'data.waiting + session breaks': { to: 'data.failed', context: { failure: { kind: 'unreadable' } } },

    // The welcome and the invitation open with the first data, and never with a later one.
    "data.loading + guest's data": shows(guests),
    "data.loading + member's data": (before) => shows(danas, before.code === null ? undefined : 'join'),
    "data.loading + new member's data": (before) => shows(news, before.code === null ? 'welcome' : 'join'),
    'data.loading + no line': { to: 'data.failed', context: { failure: offline } },
    'data.loading + too old': 'data.outdated',
    // The session ends itself; without a token there is none that could.
    'data.loading + 401': (before) =>
      before.token === null ? { to: 'data.failed', context: { failure: signedOut } } : 'data.waiting',

    'data.ready + refresh': refreshes(),
    'data.ready + a league changed': refreshes(tells('league')),
    'data.ready + a member changed': refreshes(tells('member')),
    'data.ready + a notification came': refreshes(tells('notification')),
    'data.ready + too much was missed': refreshes(tells('reset')),
    'data.ready + stream is live': refreshes(retry),
    'data.ready + clock is known': { to: 'data.ready.resting', context: { clock: -86_400_000 } },
    "data.ready.refreshing + guest's data": shows(guests),
    "data.ready.refreshing + member's data": shows(danas),
    "data.ready.refreshing + new member's data": shows(news),
    // What is shown stays.
    'data.ready.refreshing + no line': (before) => ({
      to: 'data.ready.resting',
      context: { data: before.data, failure: null },
    }),
    'data.ready.refreshing + 401': (before) => ({
      to: 'data.ready.resting',
      context: { data: before.data, failure: null },
    }),
    'data.ready.refreshing + too old': 'data.outdated',

    'data.failed + refresh': (before) => ({ to: 'data.loading', calls: loads(before) }),
    'data.failed + stream is live': (before) => ({
      to: 'data.loading',
      calls: loads(before),
      sends: [retry],
    }),

    // Whatever the data is at, screens hear of live events, and bets of the connection.
    '* + a league changed': { to: 'same', sends: [tells('league')] },
    '* + an item changed': { to: 'same', sends: [tells('item')] },
    '* + stream is live': { to: 'same', sends: [retry] },

    'invitation + invited': keeps(code),
    'data.ready & invitation + invited': (before) =>
      before.token === null ? keeps(code) : keeps(code, go('join')),
    // Whoever is new and came by it is welcomed now, not at the next load.
    'invitation + invitation settled': (before) =>
      before.data === news ? keeps(null, go('welcome')) : keeps(null),
    'invitation.keeping + code kept': 'invitation.none',
    'invitation.keeping + code not kept': 'invitation.none',
  },
  claims: {
    'data.waiting': (snapshot) => expect([...snapshot.tags]).toEqual(['busy']),
    'data.loading': (snapshot) => expect([...snapshot.tags]).toEqual(['busy']),
    'data.ready': (snapshot) => {
      expect([...snapshot.tags]).toEqual(['ready']);
      expect(snapshot.context.data).not.toBeNull();
    },
    'data.failed': (snapshot) => {
      expect([...snapshot.tags]).toEqual(['failed']);
      expect(snapshot.context.failure).not.toBeNull();
    },
    'data.outdated': (snapshot) => expect([...snapshot.tags]).toEqual([]),
    '*': ({ context }) => {
      // Nobody sees what was another's.
      if (context.token === null) expect(context.data?.appuser ?? null).toBeNull();
    },
  },
  laws: {
    'signing out leaves nothing of the user: what is shown was asked for since': () => {
      let token: string | null = null;
      let data: unknown = null;
      let told: readonly string[] = [];
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'session.began') [token, data] = [cause.token as string, null];
        if (cause.type === 'session.over') [token, data] = [null, null];
        if (cause.type === 'xstate.done.actor.loadAppData') data = cause.output;
        expect([step.after.context.token, step.after.context.data]).toEqual([token, data]);
        // The stream and the bets are the user's too.
        const said = step.sends.map(({ type }) => type).filter((type) => type.startsWith('session.'));
        told = said.length > 0 ? said : told;
        if (cause.type.startsWith('session.'))
          expect(told).toEqual(Array(2).fill(token === null ? 'session.ended' : 'session.started'));
      };
    },
    'an invitation waits until it was used or let go, and opens for members alone': () => {
      let waits: string | null = null;
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'invitation.came') waits = cause.code as string;
        if (cause.type === 'invitation.settled') waits = null;
        const { context } = step.after;
        expect(context.code).toBe(waits);
        for (const { type, to } of step.sends)
          if (type === 'go')
            expect([to, context.data?.appuser != null]).toEqual([waits ? 'join' : 'welcome', true]);
      };
    },
    'only the new are welcomed': () => (step) => {
      if (step.sends.some(({ to }) => to === 'welcome'))
        expect(step.after.context.data.appuser.new_member).toBe(true);
    },
  },
  unpaired: 211,
});

test('a code that the device kept waits from the start', () => {
  expect(getInitialSnapshot(app, { code }).context.code).toBe(code);
});
