import { expect, test } from 'vitest';
import { getInitialSnapshot, type AnyEventObject, type AnyMachineSnapshot, type ContextFrom } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type { AppUser } from '#contract/models.ts';
import { betRegistry } from '#machines/bet-registry.ts';
import { answerIn, CachedAnswer } from '#domain/cached-answer.ts';
import { outbox } from '#machines/outbox.ts';
import { app, type AppData } from '#machines/app.ts';
import { buildAppUser } from '#tests/support/builders.ts';
import { holdPorts } from '#tests/support/statecharts/replay.ts';
import { causeOf, done, error, testMachine, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof app>;

const dana = buildAppUser(1);
const danasSession = { token: 'dana-1', user: dana };
const dataOf = (appuser: AppUser | null): AppData => ({
  appuser,
  sections: [],
  clans: [],
  activeParams: {
    firebase: null,
    storeLinks: { google: '', apple: '' },
    contact: '',
    inviteUrl: 'https://hevre.example/?joinclan=',
    minVersion: '3.1.0',
    votesForPoint: 100,
    dateMax: '2027-12-31',
    notifications: 0,
    pushKey: '',
  },
});
const [guests, danas, news, nameless] = [
  dataOf(null),
  dataOf(dana),
  dataOf({ ...dana, new_member: true }),
  dataOf({ ...dana, new_member: true, fname: '' }),
];

const invitation = { code: '7QK2MX4T9P', by: 4 };
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
const reports = (type: LiveEvent['type']) => ({ type: 'live.event', event: live(type) });
const shows = (screen: 'join' | 'welcome') => ({ type: 'screen.show', screen });
const retry = { type: 'connection.restored' };
/** To the bets and to the outbox, once they are loaded. */
const retries = (before: Before) => (before.outbox ? [retry, retry] : []);

const settled =
  (also: (before: Before, snapshot: AnyMachineSnapshot) => boolean = () => true) =>
  (snapshot: AnyMachineSnapshot) =>
    also(snapshot.context as Before, snapshot);
/** A new member differs by the welcome alone: from there on only a refresh is walked. */
const calm = settled(({ data }) => data !== news);
const asMember = settled(({ session }) => session !== null);
const asGuest = settled(({ session }) => session === null);
/** What the other kinds of live events do is seen once. */
const atHome = settled(
  ({ data }, snapshot) => data === danas && snapshot.matches({ data: { ready: 'idle' } }),
);
/** A child that was spawned, and is no port of the machine. */
const breaks = (id: 'bets' | 'outbox') => ({
  type: `xstate.error.actor.${id}`,
  actorId: id,
  error: new Error('broken'),
});
const withScreens = settled(
  (before, snapshot) =>
    before.data === danas && before.outbox !== null && snapshot.matches({ data: { ready: 'idle' } }),
);
const wereInvited = (snapshot: AnyMachineSnapshot) => (snapshot.context as Before).invitation !== null;
/** Invitations come while nothing else is on its way, or while the first data is; and go from home. */
const mayCome = (snapshot: AnyMachineSnapshot) =>
  !snapshot.matches({ data: { ready: 'refreshing' } }) &&
  (snapshot.context as Before).data !== news &&
  (!wereInvited(snapshot) || snapshot.matches({ data: { ready: 'idle' } }));
const mayGo = (snapshot: AnyMachineSnapshot) =>
  wereInvited(snapshot) && snapshot.matches({ data: { ready: 'idle' } });

const loads = ({ session }: Before) => ({ loadAppData: { token: session?.token ?? null } });
const refreshes =
  (sends: (before: Before) => AnyEventObject[] = () => []) =>
  (before: Before) => ({
    to: 'data.ready.refreshing',
    context: { data: before.data },
    calls: loads(before),
    sends: sends(before),
  });
const arrives = (data: AppData, screen?: 'join' | 'welcome') => ({
  to: 'data.ready.idle',
  context: { data, failure: null },
  sends: screen ? [shows(screen)] : [],
});
/** The connection and, once they are loaded, the bets and the outbox are told the same. */
const forwards = (session: typeof danasSession | null) => (before: Before) => ({
  to: 'data.loading',
  context: { session, data: null, failure: null },
  calls: { loadAppData: { token: session?.token ?? null } },
  sends: Array<AnyEventObject>(before.outbox ? 3 : 1).fill(
    session ? { type: 'auth.signedIn', ...session } : { type: 'auth.signedOut' },
  ),
});
const keeps = (kept: typeof invitation | null, ...sends: AnyEventObject[]) => ({
  to: 'same',
  context: { invitation: kept },
  sends: [...sends, { type: 'value.keep', value: kept }],
});
const whoSees = ({ data }: Before) =>
  data === null
    ? ''
    : data === nameless
      ? 'nameless'
      : data === news
        ? 'new member'
        : data.appuser
          ? 'member'
          : 'guest';

testMachine(app, {
  inputs: { app: { invitation: null } },
  fold: (context) =>
    [
      context.session?.token,
      whoSees(context),
      context.invitation && 'invited',
      context.outbox && 'screens loaded',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    began: when(calm, { type: 'auth.signedIn', ...danasSession }),
    over: when(calm, { type: 'auth.signedOut' }),
    "guest's data": when(asGuest, done('loadAppData', guests)),
    "member's data": when(asMember, done('loadAppData', danas)),
    "member's kept data": when(
      settled(({ session }, snapshot) => session !== null && snapshot.matches({ data: 'loading' })),
      done('loadAppData', new CachedAnswer(danas, 0)),
    ),
    "new member's data": when(asMember, done('loadAppData', news)),
    "nameless member's data": when(
      settled(
        ({ session, data }, snapshot) =>
          session !== null &&
          (snapshot.matches({ data: 'loading' }) ||
            (data === danas && snapshot.matches({ data: { ready: 'refreshing' } }))),
      ),
      done('loadAppData', nameless),
    ),
    "nameless member's kept data": when(
      settled(
        ({ session, data }, snapshot) =>
          session !== null && data === null && snapshot.matches({ data: 'loading' }),
      ),
      done('loadAppData', new CachedAnswer(nameless, 0)),
    ),
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
      settled((_, snapshot) => snapshot.matches({ data: 'awaitingSession' })),
      error('session', new Error('broken')),
    ),
    'toasts break': when(atHome, error('toasts', new Error('broken'))),
    'bets break': when(withScreens, breaks('bets')),
    'outbox breaks': when(withScreens, breaks('outbox')),
    'connection breaks': when(atHome, error('connection', new Error('broken'))),
    invited: when(mayCome, { type: 'invitation.received', ...invitation }),
    'invitation settled': when(mayGo, { type: 'invitation.resolved' }),
    'invitation store breaks': when(atHome, error('invitationStore', new Error('broken'))),
    'screens are loaded': when(
      settled((before) => before.outbox === null && before.data !== news),
      {
        type: 'screens.loaded',
        logic: {
          outbox: holdPorts(outbox) as typeof outbox,
          bets: holdPorts(betRegistry) as typeof betRegistry,
        },
      },
    ),
  },
  becomes: {
    // Nothing is loaded before the session said who is here.
    'start: app': {
      to: 'data.awaitingSession & relay',
      context: {
        session: null,
        data: null,
        failure: null,
        clockOffset: null,
        invitation: null,
        outbox: null,
        bets: null,
      },
      calls: {
        toasts: undefined,
        connection: expect.anything(),
        invitationStore: undefined,
        session: expect.anything(),
      },
    },

    'data + began': forwards(danasSession),
    'data + over': forwards(null),
    'data.awaitingSession + session breaks': {
      to: 'data.failed',
      context: { failure: { kind: 'unreadable' } },
    },

    // The welcome and the invitation open with the first data, and never with a later one.
    "data.loading + guest's data": arrives(guests),
    "data.loading + member's data": (before) =>
      arrives(danas, before.invitation === null ? undefined : 'join'),
    // Shown as if it had come, and asked for again.
    "data.loading + member's kept data": (before) => ({
      to: 'data.ready.refreshing',
      context: { data: danas, failure: null },
      calls: loads(before),
      sends: before.invitation === null ? [] : [shows('join')],
    }),
    "data.loading + new member's data": (before) =>
      arrives(news, before.invitation === null ? 'welcome' : 'join'),
    // Before the welcome and the invitation, and before any screen.
    "data.loading + nameless member's data": {
      to: 'data.naming',
      context: { data: nameless, failure: null },
    },
    // What was kept is no reason to ask: they may have a name by now.
    "data.loading + nameless member's kept data": (before) => ({
      to: 'data.loading',
      context: { data: nameless, failure: null },
      calls: loads(before),
    }),
    // What was kept had a name: it was another's doing, or has been taken away.
    "data.ready.refreshing + nameless member's data": {
      to: 'data.naming',
      context: { data: nameless, failure: null },
    },
    'data.naming + refresh': (before) => ({ to: 'data.loading', calls: loads(before) }),
    'data.loading + no line': { to: 'data.failed', context: { failure: offline } },
    'data.loading + too old': 'data.outdated',
    // The session ends itself; without a token there is none that could.
    'data.loading + 401': (before) =>
      before.session === null
        ? { to: 'data.failed', context: { failure: signedOut } }
        : 'data.awaitingSession',

    'data.ready + refresh': refreshes(),
    'data.ready + a league changed': refreshes(() => [reports('league')]),
    'data.ready + a member changed': refreshes(() => [reports('member')]),
    'data.ready + a notification came': refreshes(() => [reports('notification')]),
    'data.ready + too much was missed': refreshes(() => [reports('reset')]),
    'data.ready + stream is live': refreshes(retries),
    'data.ready + clock is known': { to: 'data.ready.idle', context: { clockOffset: -86_400_000 } },
    "data.ready.refreshing + guest's data": arrives(guests),
    "data.ready.refreshing + member's data": arrives(danas),
    "data.ready.refreshing + new member's data": arrives(news),
    // What is shown stays.
    'data.ready.refreshing + no line': (before) => ({
      to: 'data.ready.idle',
      context: { data: before.data, failure: null },
    }),
    'data.ready.refreshing + 401': (before) => ({
      to: 'data.ready.idle',
      context: { data: before.data, failure: null },
    }),
    'data.ready.refreshing + too old': 'data.outdated',

    'data.failed + refresh': (before) => ({ to: 'data.loading', calls: loads(before) }),
    'data.failed + stream is live': (before) => ({
      to: 'data.loading',
      calls: loads(before),
      sends: retries(before),
    }),

    // Whatever the data is at, screens hear of live events, and bets of the connection.
    '* + a league changed': { to: 'same', sends: [reports('league')] },
    '* + an item changed': { to: 'same', sends: [reports('item')] },
    '* + stream is live': (before) => ({ to: 'same', sends: retries(before) }),

    '* + invited': keeps(invitation),
    'data.ready + invited': (before) =>
      before.session === null ? keeps(invitation) : keeps(invitation, shows('join')),
    // Whoever is new and came by it is welcomed now, not at the next load.
    '* + invitation settled': (before) =>
      before.data === news ? keeps(null, shows('welcome')) : keeps(null),
    // Whoever is signed in by then is its member at once.
    '* + screens are loaded': ({ session }) => ({
      to: 'same',
      context: { outbox: expect.anything(), bets: expect.anything() },
      sends: session
        ? [
            { type: 'auth.signedIn', ...session },
            { type: 'auth.signedIn', ...session },
          ]
        : [],
    }),
  },
  claims: {
    'data.awaitingSession': (snapshot) => expect([...snapshot.tags]).toEqual(['busy']),
    'data.loading': (snapshot) => expect([...snapshot.tags]).toEqual(['busy']),
    'data.ready': (snapshot) => {
      expect([...snapshot.tags]).toEqual(['ready']);
      expect(snapshot.context.data).not.toBeNull();
    },
    'data.naming': (snapshot) => expect([...snapshot.tags]).toEqual([]),
    'data.failed': (snapshot) => {
      expect([...snapshot.tags]).toEqual(['failed']);
      expect(snapshot.context.failure).not.toBeNull();
    },
    'data.outdated': (snapshot) => expect([...snapshot.tags]).toEqual([]),
    '*': ({ context }) => {
      // Nobody sees what was another's.
      if (context.session === null) expect(context.data?.appuser ?? null).toBeNull();
    },
  },
  laws: {
    'signing out leaves nothing of the user: what is shown was asked for since': () => {
      let session: unknown = null;
      let data: unknown = null;
      let told: readonly string[] = [];
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'auth.signedIn') [session, data] = [danasSession, null];
        if (cause.type === 'auth.signedOut') [session, data] = [null, null];
        if (cause.type === 'xstate.done.actor.loadAppData') data = answerIn(cause.output);
        expect([step.after.context.session, step.after.context.data]).toEqual([session, data]);
        // The stream, the bets and the outbox are the user's too.
        const said = step.sends.map(({ type }) => type).filter((type) => type.startsWith('auth.'));
        told = said.length > 0 ? said : told;
        if (cause.type.startsWith('auth.'))
          expect(told).toEqual(
            Array(step.after.context.outbox ? 3 : 1).fill(
              session === null ? 'auth.signedOut' : 'auth.signedIn',
            ),
          );
      };
    },
    'an invitation waits until it was used or let go, and opens for members alone': () => {
      let waits: typeof invitation | null = null;
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'invitation.received')
          waits = { code: cause.code as string, by: cause.by as number };
        if (cause.type === 'invitation.resolved') waits = null;
        const { context } = step.after;
        expect(context.invitation).toEqual(waits);
        for (const { type, screen } of step.sends)
          if (type === 'screen.show')
            expect([screen, context.data?.appuser != null]).toEqual([waits ? 'join' : 'welcome', true]);
      };
    },
    'only the new are welcomed': () => (step) => {
      if (step.sends.some(({ screen }) => screen === 'welcome'))
        expect(step.after.context.data.appuser.new_member).toBe(true);
    },
  },
  unpaired: 301,
});

test('an invitation that the device kept waits from the start', () => {
  expect(getInitialSnapshot(app, { invitation }).context.invitation).toBe(invitation);
});
