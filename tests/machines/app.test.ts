import { expect, test } from 'vitest';
import {
  createActor,
  fromPromise,
  getInitialSnapshot,
  waitFor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type ContextFrom,
  type SnapshotFrom,
} from 'xstate';
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
const [guestData, memberData, newMemberData, namelessData] = [
  dataOf(null),
  dataOf(dana),
  dataOf({ ...dana, new_member: true }),
  dataOf({ ...dana, new_member: true, fname: '' }),
];

const invitation = { code: '7QK2MX4T9P', by: 4 };
const offline = { kind: 'offline' };
const updateRequired = { kind: 'update_required' };
const unauthenticated = { kind: 'unauthenticated' };
const liveEvent = (type: LiveEvent['type']): LiveEvent => ({
  id: 9,
  type,
  section: 1,
  post: 2,
  item: 3,
  version: 4,
});
const reportsLiveEvent = (type: LiveEvent['type']) => ({ type: 'live.event', event: liveEvent(type) });
const showsScreen = (screen: 'join' | 'welcome') => ({ type: 'screen.show', screen });
const restoredEvent = { type: 'connection.restored' };
/** Sent to the bets and to the outbox, once they are loaded. */
const reportsRestored = (before: Before) => (before.outbox ? [restoredEvent, restoredEvent] : []);

const contextWhere =
  (predicate: (before: Before, snapshot: AnyMachineSnapshot) => boolean = () => true) =>
  (snapshot: AnyMachineSnapshot) =>
    predicate(snapshot.context as Before, snapshot);
/** A new member differs only by the welcome: with one, only a refresh is walked. */
const isNotNewMember = contextWhere(({ data }) => data !== newMemberData);
const hasSession = contextWhere(({ session }) => session !== null);
const hasNoSession = contextWhere(({ session }) => session === null);
/** The one state in which the other kinds of live events are walked. */
const isMemberIdle = contextWhere(
  ({ data }, snapshot) => data === memberData && snapshot.matches({ data: { ready: 'idle' } }),
);
/** The error of a spawned child, which is no port of the machine. */
const childFails = (id: 'bets' | 'outbox') => ({
  type: `xstate.error.actor.${id}`,
  actorId: id,
  error: new Error('broken'),
});
const hasScreensLoaded = contextWhere(
  (before, snapshot) =>
    before.data === memberData && before.outbox !== null && snapshot.matches({ data: { ready: 'idle' } }),
);
const hasInvitation = (snapshot: AnyMachineSnapshot) => (snapshot.context as Before).invitation !== null;
/** Invitations are received unless a refresh is under way, and replaced or resolved while idle. */
const mayReceiveInvitation = (snapshot: AnyMachineSnapshot) =>
  !snapshot.matches({ data: { ready: 'refreshing' } }) &&
  (snapshot.context as Before).data !== newMemberData &&
  (!hasInvitation(snapshot) || snapshot.matches({ data: { ready: 'idle' } }));
const mayResolveInvitation = (snapshot: AnyMachineSnapshot) =>
  hasInvitation(snapshot) && snapshot.matches({ data: { ready: 'idle' } });

const loadCalls = ({ session }: Before) => ({ loadAppData: { token: session?.token ?? null } });
const refreshesData =
  (sends: (before: Before) => AnyEventObject[] = () => []) =>
  (before: Before) => ({
    to: 'data.ready.refreshing',
    context: { data: before.data },
    calls: loadCalls(before),
    sends: sends(before),
  });
const showsData = (data: AppData, screen?: 'join' | 'welcome') => ({
  to: 'data.ready.idle',
  context: { data, failure: null },
  sends: screen ? [showsScreen(screen)] : [],
});
/** The session is sent to the connection and, once they are loaded, to the bets and the outbox. */
const forwardsSession = (session: typeof danasSession | null) => (before: Before) => ({
  to: 'data.loading',
  context: { session, data: null, failure: null },
  calls: { loadAppData: { token: session?.token ?? null } },
  sends: Array<AnyEventObject>(before.outbox ? 3 : 1).fill(
    session ? { type: 'auth.signedIn', ...session } : { type: 'auth.signedOut' },
  ),
});
const storesInvitation = (stored: typeof invitation | null, ...sends: AnyEventObject[]) => ({
  to: 'same',
  context: { invitation: stored },
  sends: [...sends, { type: 'value.keep', value: stored }],
});
const audienceName = ({ data }: Before) =>
  data === null
    ? ''
    : data === namelessData
      ? 'nameless'
      : data === newMemberData
        ? 'new member'
        : data.appuser
          ? 'member'
          : 'guest';

testMachine(app, {
  inputs: { app: { invitation: null } },
  fold: (context) =>
    [
      context.session?.token,
      audienceName(context),
      context.invitation && 'invited',
      context.outbox && 'screens loaded',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'session begins': when(isNotNewMember, { type: 'auth.signedIn', ...danasSession }),
    'session ends': when(isNotNewMember, { type: 'auth.signedOut' }),
    "guest's data": when(hasNoSession, done('loadAppData', guestData)),
    "member's data": when(hasSession, done('loadAppData', memberData)),
    "member's cached data": when(
      contextWhere(({ session }, snapshot) => session !== null && snapshot.matches({ data: 'loading' })),
      done('loadAppData', new CachedAnswer(memberData, 0)),
    ),
    "new member's data": when(hasSession, done('loadAppData', newMemberData)),
    "nameless member's data": when(
      contextWhere(
        ({ session, data }, snapshot) =>
          session !== null &&
          (snapshot.matches({ data: 'loading' }) ||
            (data === memberData && snapshot.matches({ data: { ready: 'refreshing' } }))),
      ),
      done('loadAppData', namelessData),
    ),
    "nameless member's cached data": when(
      contextWhere(
        ({ session, data }, snapshot) =>
          session !== null && data === null && snapshot.matches({ data: 'loading' }),
      ),
      done('loadAppData', new CachedAnswer(namelessData, 0)),
    ),
    'no network': when(isNotNewMember, error('loadAppData', offline)),
    'update required': when(isNotNewMember, error('loadAppData', updateRequired)),
    '401': when(isNotNewMember, error('loadAppData', unauthenticated)),
    refresh: when(contextWhere(), { type: 'data.refresh' }),
    'a league changed': when(isNotNewMember, { type: 'live.event', event: liveEvent('league') }),
    'an item changed': when(
      contextWhere(({ data }) => data === memberData),
      { type: 'live.event', event: liveEvent('item') },
    ),
    'a member changed': when(isMemberIdle, { type: 'live.event', event: liveEvent('member') }),
    'a notification arrives': when(isMemberIdle, { type: 'live.event', event: liveEvent('notification') }),
    'too many events missed': when(isMemberIdle, { type: 'live.event', event: liveEvent('reset') }),
    'stream is live': when(isNotNewMember, { type: 'connection.live' }),
    'clock is synced': when(isMemberIdle, { type: 'clock.synced', offset: -86_400_000 }),
    'session fails': when(
      contextWhere((_, snapshot) => snapshot.matches({ data: 'awaitingSession' })),
      error('session', new Error('broken')),
    ),
    'toasts fail': when(isMemberIdle, error('toasts', new Error('broken'))),
    'bets fail': when(hasScreensLoaded, childFails('bets')),
    'outbox fails': when(hasScreensLoaded, childFails('outbox')),
    'connection fails': when(isMemberIdle, error('connection', new Error('broken'))),
    'invitation received': when(mayReceiveInvitation, { type: 'invitation.received', ...invitation }),
    'invitation resolved': when(mayResolveInvitation, { type: 'invitation.resolved' }),
    'invitation store fails': when(isMemberIdle, error('invitationStore', new Error('broken'))),
    'screens are loaded': when(
      contextWhere((before) => before.outbox === null && before.data !== newMemberData),
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
    // Nothing is loaded before the session reports who is signed in.
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

    'data + session begins': forwardsSession(danasSession),
    'data + session ends': forwardsSession(null),
    'data.awaitingSession + session fails': {
      to: 'data.failed',
      context: { failure: { kind: 'unreadable' } },
    },

    // The welcome and the invitation are shown with the first data only.
    "data.loading + guest's data": showsData(guestData),
    "data.loading + member's data": (before) =>
      showsData(memberData, before.invitation === null ? undefined : 'join'),
    // Cached data is shown, and refreshed at once.
    "data.loading + member's cached data": (before) => ({
      to: 'data.ready.refreshing',
      context: { data: memberData, failure: null },
      calls: loadCalls(before),
      sends: before.invitation === null ? [] : [showsScreen('join')],
    }),
    "data.loading + new member's data": (before) =>
      showsData(newMemberData, before.invitation === null ? 'welcome' : 'join'),
    // The name is asked for before the welcome, the invitation and any screen.
    "data.loading + nameless member's data": {
      to: 'data.naming',
      context: { data: namelessData, failure: null },
    },
    // Cached data without a name does not ask for it: the member may have one by now.
    "data.loading + nameless member's cached data": (before) => ({
      to: 'data.loading',
      context: { data: namelessData, failure: null },
      calls: loadCalls(before),
    }),
    // The cached data had a name, which has been removed since.
    "data.ready.refreshing + nameless member's data": {
      to: 'data.naming',
      context: { data: namelessData, failure: null },
    },
    'data.naming + refresh': (before) => ({ to: 'data.loading', calls: loadCalls(before) }),
    'data.loading + no network': { to: 'data.failed', context: { failure: offline } },
    'data.loading + update required': 'data.outdated',
    // The session reports its own end; a guest has no session.
    'data.loading + 401': (before) =>
      before.session === null
        ? { to: 'data.failed', context: { failure: unauthenticated } }
        : 'data.awaitingSession',

    'data.ready + refresh': refreshesData(),
    'data.ready + a league changed': refreshesData(() => [reportsLiveEvent('league')]),
    'data.ready + a member changed': refreshesData(() => [reportsLiveEvent('member')]),
    'data.ready + a notification arrives': refreshesData(() => [reportsLiveEvent('notification')]),
    'data.ready + too many events missed': refreshesData(() => [reportsLiveEvent('reset')]),
    'data.ready + stream is live': refreshesData(reportsRestored),
    'data.ready + clock is synced': { to: 'data.ready.idle', context: { clockOffset: -86_400_000 } },
    "data.ready.refreshing + guest's data": showsData(guestData),
    "data.ready.refreshing + member's data": showsData(memberData),
    "data.ready.refreshing + new member's data": showsData(newMemberData),
    // The shown data stays.
    'data.ready.refreshing + no network': (before) => ({
      to: 'data.ready.idle',
      context: { data: before.data, failure: null },
    }),
    'data.ready.refreshing + 401': (before) => ({
      to: 'data.ready.idle',
      context: { data: before.data, failure: null },
    }),
    'data.ready.refreshing + update required': 'data.outdated',

    'data.failed + refresh': (before) => ({ to: 'data.loading', calls: loadCalls(before) }),
    'data.failed + stream is live': (before) => ({
      to: 'data.loading',
      calls: loadCalls(before),
      sends: reportsRestored(before),
    }),

    // In every state, live events are reported to the screens, and the connection to the bets.
    '* + a league changed': { to: 'same', sends: [reportsLiveEvent('league')] },
    '* + an item changed': { to: 'same', sends: [reportsLiveEvent('item')] },
    '* + stream is live': (before) => ({ to: 'same', sends: reportsRestored(before) }),

    '* + invitation received': storesInvitation(invitation),
    'data.ready + invitation received': (before) =>
      before.session === null
        ? storesInvitation(invitation)
        : storesInvitation(invitation, showsScreen('join')),
    // A new member who came by the invitation is welcomed now, not at the next load.
    '* + invitation resolved': (before) =>
      before.data === newMemberData ? storesInvitation(null, showsScreen('welcome')) : storesInvitation(null),
    // The loaded children get the present session at once.
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
      // Without a session no member’s data is in the context.
      if (context.session === null) expect(context.data?.appuser ?? null).toBeNull();
    },
  },
  laws: {
    'signing out removes all data of the user: what is shown was loaded since': () => {
      let session: unknown = null;
      let data: unknown = null;
      let lastSent: readonly string[] = [];
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'auth.signedIn') [session, data] = [danasSession, null];
        if (cause.type === 'auth.signedOut') [session, data] = [null, null];
        if (cause.type === 'xstate.done.actor.loadAppData') data = answerIn(cause.output);
        expect([step.after.context.session, step.after.context.data]).toEqual([session, data]);
        // The connection, the bets and the outbox are told of the same session.
        const sent = step.sends.map(({ type }) => type).filter((type) => type.startsWith('auth.'));
        lastSent = sent.length > 0 ? sent : lastSent;
        if (cause.type.startsWith('auth.'))
          expect(lastSent).toEqual(
            Array(step.after.context.outbox ? 3 : 1).fill(
              session === null ? 'auth.signedOut' : 'auth.signedIn',
            ),
          );
      };
    },
    'an invitation is stored until it is resolved, and is shown to members only': () => {
      let stored: typeof invitation | null = null;
      return (step) => {
        const cause = causeOf(step);
        if (cause.type === 'invitation.received')
          stored = { code: cause.code as string, by: cause.by as number };
        if (cause.type === 'invitation.resolved') stored = null;
        const { context } = step.after;
        expect(context.invitation).toEqual(stored);
        for (const { type, screen } of step.sends)
          if (type === 'screen.show')
            expect([screen, context.data?.appuser != null]).toEqual([stored ? 'join' : 'welcome', true]);
      };
    },
    'only new members are welcomed': () => (step) => {
      if (step.sends.some(({ screen }) => screen === 'welcome'))
        expect(step.after.context.data.appuser.new_member).toBe(true);
    },
  },
  unpaired: 301,
});

test('an invitation that was stored on the device is in the context from the start', () => {
  expect(getInitialSnapshot(app, { invitation }).context.invitation).toBe(invitation);
});

test('app data that are answered again unchanged stay the same object, which draws nothing again', async () => {
  const answers = [memberData, structuredClone(memberData), newMemberData];
  const actor = createActor(
    holdPorts(app).provide({
      actors: { loadAppData: fromPromise(() => Promise.resolve(answers.shift())) },
    }),
    { input: { invitation: null } },
  ).start();
  const data = () => (actor.getSnapshot() as SnapshotFrom<typeof app>).context.data;
  actor.send({ type: 'auth.signedIn', ...danasSession });
  await expect.poll(data).toBe(memberData);
  actor.send({ type: 'data.refresh' });
  await waitFor(actor, (snapshot) => answers.length === 1 && snapshot.matches({ data: { ready: 'idle' } }));
  expect(data()).toBe(memberData);
  actor.send({ type: 'data.refresh' });
  await expect.poll(data).toBe(newMemberData);
  actor.stop();
});
