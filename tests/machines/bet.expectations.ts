import { expect } from 'vitest';
import type { AnyEventObject, ContextFrom } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import type { BetOutcome } from '#domain/bet/bet-outcomes.ts';
import type { BetChanges, PendingValues } from '#domain/bet/pending-values.ts';
import type { bet } from '#machines/bet.ts';
import { buildItem } from '#tests/support/builders.ts';
import {
  after,
  causeOf,
  done,
  error,
  childSends,
  refStub,
  oneCallAtATime,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof bet>;
type Digits = readonly [home: number | null, away: number | null];

const hour = 3_600_000;
const date = '2026-06-11T20:00:00.000Z';
const kickOff = Date.parse(date);
const serverNow = kickOff - hour;
const registry = refStub('registry');

const match = buildItem(5, 'home/away', { 11: null, 12: null }, { date });
const savedElsewhere = buildItem(5, 'home/away', { 11: 2, 12: 1 }, { date, bet_version: 3 });
/** The version of the picks after a save from here. */
const savedVersion = 4;
const under = { status: 'started', started: true, readonly: true } as const;
const started: Item = { ...match, ...under };
const settled: Item = { ...started, status: 'ended', ended: true, pts: 0 };
const startedSaved: Item = { ...savedElsewhere, ...under };
/** An item of its own for other inputs, so that walks go on only from the first one. */
const another = buildItem(7, 'home/away', { 11: null, 12: null }, { date });
const anotherSaved = buildItem(7, 'home/away', { 11: 2, 12: 1 }, { date });
const anotherStarted: Item = { ...anotherSaved, ...under };
const balance = buildItem(6, 'balance', { 11: null, 12: null });
const balanceSettled: Item = { ...balance, ...under, status: 'ended', ended: true, pts: 0 };
const votedElsewhere = buildItem(6, 'balance', { 11: 70, 12: null });

const offline = { kind: 'offline' as const };
const missed = { kind: 'item_closed' as const };
const invalid = { kind: 'validation' as const };

const savedOf = (item: Item): Digits => [item.options[11]?.value ?? null, item.options[12]?.value ?? null];
const shownOf = ({ item, pendingValues }: Before): Digits => {
  const [home, away] = savedOf(item);
  return [
    11 in pendingValues ? (pendingValues[11] ?? null) : home,
    12 in pendingValues ? (pendingValues[12] ?? null) : away,
  ];
};
const words = ([home, away]: Digits) => `${home ?? '_'}:${away ?? '_'}`;
const isWhole = ([home, away]: Digits) => home !== null && away !== null;
/**
 * The pending values with which these are shown: those that differ from the saved ones, and those whose save is
 * unconfirmed. A score is pending with both sides, half a score without the side that never had a value.
 */
const over = (shown: Digits, item: Item, unconfirmed: readonly number[] = []): PendingValues => {
  const saved = savedOf(item);
  const sides = ([11, 12] as const).map((id, at) => ({
    id,
    value: shown[at] ?? null,
    was: saved[at] ?? null,
  }));
  const differing = sides.filter(({ id, value, was }) => value !== was || unconfirmed.includes(id));
  const asOne = item.type === 'home/away' && differing.length > 0;
  const pendingValues = asOne
    ? sides.filter((side) => side.value !== null || differing.includes(side))
    : differing;
  return Object.fromEntries(pendingValues.map(({ id, value }) => [id, value]));
};
const isNothing = (pendingValues: PendingValues) => Object.keys(pendingValues).length === 0;

const keeps = ({ id }: Item, pendingValues: PendingValues) => ({
  type: 'draft.changed',
  item: id,
  pendingValues,
});
/** Reports the draft only when it has changed. */
const keepsAfter = (before: Before, pendingValues: PendingValues) =>
  JSON.stringify(pendingValues) === JSON.stringify(before.pendingValues)
    ? []
    : [keeps(before.item, pendingValues)];
const aims = (remaining: number | null) => ({ type: 'deadline.set', remaining });
const timer = (name: string, state: string, ms: number) => [
  { event: { type: `xstate.after.${name}.bet.${state}` }, ms },
];
/** The registry stores whatever is pending. */
const remembers = (next: Before): Before => ({ ...next, persisted: next.pendingValues });
const sending = ({ item, pendingValues }: Before, changes: BetChanges) => ({
  to: 'saving',
  calls: { saveBets: { ...changes, item: item.id, post: 2, version: item.bet_version ?? 0 } },
  context: { inFlight: changes, unconfirmed: Object.keys(pendingValues).map(Number), failure: null },
});

const tellsWaits = (item: Item, waits: boolean) => ({ type: 'pick.waiting', item: item.id, waiting: waits });
const tells = (outcome: BetOutcome) => ({ type: 'bet.reported', outcome });
const tellsSaved = (item: Item) => tells({ type: 'bet.saved', item });
const tellsRefused = (item: Item, failure: Failure) => tells({ type: 'bet.refused', item, failure });
type Expected = { readonly to: string; readonly sends: readonly AnyEventObject[] };

/** The state of an open item by its shown and its saved values: the whole rule of saving. */
function stands(next: Before) {
  const { item, pendingValues, unconfirmed, needsRefetch } = next;
  const shown = shownOf(next);
  const saved = savedOf(item);
  const atRest = needsRefetch
    ? { to: 'refetching', calls: { fetchItem: { id: item.id } }, context: {} }
    : { to: 'drafting', calls: {}, context: {} };
  if (isNothing(pendingValues))
    return needsRefetch ? atRest : { to: 'idle', calls: {}, context: { failure: null } };
  const differing = [11, 12].flatMap((itemOption, at) =>
    itemOption in pendingValues && (shown[at] !== saved[at] || unconfirmed.includes(itemOption))
      ? [{ itemOption, value: shown[at] ?? 0 }]
      : [],
  );
  if (item.type === 'balance') return sending(next, { set: differing, clear: [] });
  const [home, away] = shown;
  if (home !== null && away !== null)
    return sending(next, {
      set: [
        { itemOption: 11, value: home },
        { itemOption: 12, value: away },
      ],
      clear: [],
    });
  // Half a score is no bet: both saved sides are cleared, and the half stays a draft.
  return isWhole(saved) ? sending(next, { set: [], clear: [911, 912] }) : atRest;
}

const isClosed = ({ item, deadlinePassed }: Before) => item.readonly || deadlinePassed;
const late = (next: Before) => ({
  to: 'missedDeadline',
  calls: {},
  context: remembers({ ...next, pendingValues: {}, unconfirmed: [], failure: missed }),
  sends: [keeps(next.item, {}), tellsRefused(next.item, missed)],
});
/** The next state: what is unsaved when the item closes has missed the deadline. */
const decides = (next: Before) => {
  if (!isClosed(next)) {
    const led = stands(next);
    // Half a score is complete before it can be sent: it waits for no connection.
    const sends = led.to === 'drafting' ? [tellsWaits(next.item, false)] : [];
    return { ...led, context: remembers({ ...next, ...led.context }), sends };
  }
  if (!isNothing(next.pendingValues)) return late(next);
  return { to: 'closed', calls: {}, context: remembers({ ...next, failure: null }), sends: [] };
};
/** The next state, after what was sent on the way there. */
const leadsTo = (next: Before, sends: readonly AnyEventObject[] = []) => {
  const led = decides(next);
  return { ...led, sends: [...sends, ...led.sends] };
};
/** Nothing is decided yet. */
const stays = (next: Before, sends: readonly AnyEventObject[] = []) => ({
  to: 'same',
  calls: {},
  context: remembers(next),
  sends,
});

const tapped = (before: Before, at: 'home' | 'away', value: number | null) => {
  const [home, away] = shownOf(before);
  const pendingValues = over(at === 'home' ? [value, away] : [home, value], before.item, before.unconfirmed);
  return { next: { ...before, pendingValues, failure: null }, sends: keepsAfter(before, pendingValues) };
};
/** Shown and stored at once, and sent by the rule of saving. */
const puts = (at: 'home' | 'away', value: number | null) => (before: Before) => {
  const { next, sends } = tapped(before, at, value);
  return leadsTo(next, sends);
};
/** Shown and stored at once, and sent after the slider's debounce. */
const slides = (value: number | null) => (before: Before) => {
  const { next, sends } = tapped(before, 'home', value);
  return { ...stays(next, sends), to: 'debouncing', waits: timer('sliderDebounce', 'debouncing', 400) };
};
/** Shown and stored at once; the save under way is not changed. */
const queues = (at: 'home' | 'away', value: number | null) => (before: Before) => {
  const { next, sends } = tapped(before, at, value);
  return stays(next, sends);
};

/** The item with the saved values and their version of another reading of it. */
const withPicksOf = ({ id, type, options: _, ...rest }: Item, other: Item) => {
  const [home, away] = savedOf(other);
  return buildItem(id, type, { 11: home, 12: away }, { ...rest, bet_version: other.bet_version });
};

/**
 * A synced item: values that it has saved are no longer pending. Values that differ from what was saved here may be older
 * than that save: they are ignored and fetched again, unless the item is closed.
 */
const hears = (heard: Item, remaining: number | null, before: Before) => {
  const isOld = before.savedHere && !heard.readonly && words(savedOf(heard)) !== words(savedOf(before.item));
  const item = isOld ? withPicksOf(heard, before.item) : heard;
  const unconfirmed = heard.readonly && !before.inFlight ? [] : before.unconfirmed;
  // Half a score is replaced by a whole one that was saved elsewhere.
  const isMoot = !(11 in before.pendingValues && 12 in before.pendingValues) && isWhole(savedOf(item));
  const isScore = item.type === 'home/away';
  const isGone = isNothing(before.pendingValues) || (isScore && isMoot);
  const pendingValues = isGone ? {} : over(shownOf({ ...before, item }), item, unconfirmed);
  const deadlinePassed = remaining !== null && remaining <= 0;
  const needsRefetch = isOld || (before.needsRefetch && !heard.readonly);
  const next = { ...before, item, remaining, deadlinePassed, pendingValues, unconfirmed, needsRefetch };
  return { next, sends: [...keepsAfter({ ...before, item }, pendingValues), aims(remaining)] };
};
/** The failure of a missed deadline goes once the item is open again. */
const syncs = (item: Item, remaining: number | null) => (before: Before) => {
  const { next, sends } = hears(item, remaining, before);
  return leadsTo(next, sends);
};
/** After a refusal, which stays to be read. */
const closedAnyhow = (item: Item, remaining: number | null) => (before: Before) => ({
  ...notes(item, remaining)(before),
  to: 'missedDeadline',
});
/** While saving, debouncing or refused, a sync only updates the context. */
const notes = (item: Item, remaining: number | null) => (before: Before) => {
  const { next, sends } = hears(item, remaining, before);
  return stays(next, sends);
};
/** A result is told first, once. */
const tellsResult =
  <Led extends Expected>(item: Item, leads: (before: Before) => Led) =>
  (before: Before) => {
    const led = leads(before);
    return before.item.ended ? led : { ...led, sends: [tells({ type: 'bet.settled', item }), ...led.sends] };
  };
/** The answer of a fetch after the last save is accepted. */
const answers = (item: Item) => (before: Before) => {
  const isMoot = !(11 in before.pendingValues && 12 in before.pendingValues) && isWhole(savedOf(item));
  const pendingValues =
    isNothing(before.pendingValues) || isMoot ? {} : over(shownOf({ ...before, item }), item);
  const next = { ...before, item, pendingValues, needsRefetch: false, unconfirmed: [] };
  return leadsTo(next, keepsAfter(before, pendingValues));
};
/** The fetch failed: what was saved here stays, until the next sync. */
const believes = (before: Before) => decides({ ...before, needsRefetch: false });
const closes = (before: Before) => decides({ ...before, deadlinePassed: true });

/**
 * The sent values are saved; the shown values stay, and what was changed meanwhile is saved next. Where the version that
 * they have then is not known the item is fetched.
 */
const saves = (version: number | undefined) => (before: Before) => {
  const { set, clear } = before.inFlight ?? { set: [], clear: [] };
  const savedNow = (id: number) => {
    const value = set.find(({ itemOption }) => itemOption === id)?.value ?? before.item.options[id]?.value;
    const gone = clear.includes(900 + id) || (before.item.type === 'balance' && value === 0);
    return gone ? null : (value ?? null);
  };
  const { id, type, options: _, ...rest } = before.item;
  const item = buildItem(id, type, { 11: savedNow(11), 12: savedNow(12) }, { ...rest, bet_version: version });
  const pendingValues = over(shownOf(before), item);
  const needsRefetch = before.needsRefetch || version === undefined;
  const known = { inFlight: null, unconfirmed: [], savedHere: true, needsRefetch };
  const next = { ...before, item, pendingValues, ...known };
  const { to } = decides(next);
  // Of a save that another one follows, or whose rest came too late, nothing is told.
  const told = to === 'saving' || to === 'missedDeadline' ? [] : [tellsSaved(item)];
  return leadsTo(next, [...keepsAfter(before, pendingValues), ...told]);
};
/** The server answered that the item is closed: pending values that differ from its own have missed the deadline. */
const refusedAt = (before: Before, item: Item) => {
  const shown = shownOf({ ...before, item });
  const pendingValues = isNothing(before.pendingValues) ? {} : over(shown, item);
  const next = { ...before, item, pendingValues, inFlight: null, unconfirmed: [], deadlinePassed: true };
  return leadsTo(next, keepsAfter({ ...before, item }, pendingValues));
};
/** The picks were changed elsewhere: those that are still pending replace what stands now, of its version. */
const overtaken = (item: Item) => (before: Before) => {
  const isMoot = !(11 in before.pendingValues && 12 in before.pendingValues) && isWhole(savedOf(item));
  const pendingValues =
    isNothing(before.pendingValues) || isMoot ? {} : over(shownOf({ ...before, item }), item);
  const known = { inFlight: null, unconfirmed: [], savedHere: true, needsRefetch: false };
  return leadsTo({ ...before, item, pendingValues, ...known }, keepsAfter(before, pendingValues));
};
const tries = (before: Before) => decides(before);
/** Another tab has newer picks, or has had all of them saved: what is in flight here counts no more. */
const adopts = (stored: PendingValues) => (before: Before) => {
  const isSaved = isNothing(stored);
  const unconfirmed = isSaved ? [] : before.unconfirmed;
  const pendingValues = isSaved
    ? {}
    : over([stored[11] ?? null, stored[12] ?? null], before.item, unconfirmed);
  const needsRefetch = isSaved || before.needsRefetch;
  const next = { ...before, pendingValues, unconfirmed, needsRefetch, inFlight: null };
  // The device has them already.
  return leadsTo(next);
};
/** A failed save waits for a retry while the item is open. */
const waits = (failure: Failure) => (before: Before) => {
  // What was sent stays unconfirmed: the save may have succeeded.
  const next = { ...before, failure, inFlight: null };
  if (isClosed(before)) return leadsTo(next, [tellsWaits(before.item, true)]);
  return {
    ...stays(next, [tellsWaits(before.item, true)]),
    to: 'awaitingRetry',
    waits: timer('retryDelay', 'awaitingRetry', 15_000),
  };
};
const pickedElsewhere = { 11: 2, 12: 1 };
/** What is known at first. */
const first = (item: Item, known: Partial<Before> = {}): Before => ({
  registry,
  item,
  remaining: hour,
  deadlinePassed: false,
  pendingValues: {},
  persisted: {},
  inFlight: null,
  unconfirmed: [],
  savedHere: false,
  needsRefetch: false,
  failure: null,
  ...known,
});

type Here = { context: Before; matches: (state: 'refetching' | 'debouncing' | 'awaitingRetry') => boolean };
const ofMatch = ({ context }: Here) => context.item.id === match.id;
const ofBalance = ({ context }: Here) => context.item.id === balance.id;
const inTime = (here: Here) => ofMatch(here) && !isClosed(here.context);
/** After a first save here only syncs and what happens during a refetch can differ. */
const isNew = (here: Here) => !here.context.savedHere || here.matches('refetching');
const lacks = (at: 0 | 1) => (here: Here) => inTime(here) && shownOf(here.context)[at] === null;
const hasHome = (here: Here) => inTime(here) && !lacks(0)(here);
const isNone = ([home, away]: Digits) => home === null && away === null;
const isClearing = ({ context }: Here) => (context.inFlight?.clear.length ?? 0) > 0;
/** While an unchanged score is being saved: the other cases of saving close alike. */
const closesHere = (here: Here) =>
  isNew(here) &&
  isPlain(here) &&
  (here.context.inFlight === null || (usual(here) && isNone(savedOf(here.context.item))));
const isSliding = (here: Here) => isNew(here) && ofBalance(here) && here.context.inFlight === null;
/** For events of which one case is enough: an open match with a whole score. */
const usual = (here: Here) => inTime(here) && isWhole(shownOf(here.context));
/** Leaves out an away score alone, which only repeats transitions. */
const isPlain = (here: Here) => ofMatch(here) && words(shownOf(here.context)) !== '_:1';
/** Where a sync of the unchanged item can change something. */
const isChanged = (here: Here) =>
  ofMatch(here) &&
  here.context.inFlight === null &&
  (here.context.unconfirmed.length > 0 ||
    (isPlain(here) && (isClosed(here.context) || isWhole(savedOf(here.context.item)))));

const hasUnsaved = (here: Here) =>
  isNew(here) && inTime(here) && (!isNothing(here.context.pendingValues) || here.matches('refetching'));

/** Expectations of bet, for its test and for its screen's walk. */
export const betExpectations: MachineExpectations<typeof bet> = {
  inputs: {
    'a match': { registry, item: match, serverNow, pendingValues: {} },
    'a stored pick': { registry, item: another, serverNow, pendingValues: { 11: 2, 12: 1 } },
    'half a stored pick': { registry, item: another, serverNow, pendingValues: { 11: 2 } },
    'a stored pick, saved since': {
      registry,
      item: anotherSaved,
      serverNow,
      pendingValues: { 11: 2, 12: 1 },
    },
    'half a stored pick, after the deadline': {
      registry,
      item: another,
      serverNow: kickOff,
      pendingValues: { 11: 2 },
    },
    'a started match': { registry, item: anotherStarted, serverNow, pendingValues: {} },
    'a balance': { registry, item: balance, serverNow, pendingValues: {} },
  },
  fold: (context) =>
    [
      context.item.type,
      `${words(shownOf(context))} over ${words(savedOf(context.item))}`,
      ...(isClosed(context) ? ['closed'] : []),
      ...(context.savedHere ? ['saved here'] : []),
      ...(context.needsRefetch ? ['needsRefetch'] : []),
      ...(context.unconfirmed.length > 0 && !context.inFlight ? ['unconfirmed'] : []),
      ...(context.inFlight
        ? [`${context.inFlight.set.length} set, ${context.inFlight.clear.length} cleared`]
        : []),
    ].join(', '),
  events: {
    'home 2': when((here) => isNew(here) && lacks(0)(here) && !isClearing(here), {
      type: 'pick.set',
      option: 11,
      value: 2,
    }),
    'home cleared': when((here) => isNew(here) && hasHome(here), {
      type: 'pick.set',
      option: 11,
      value: null,
    }),
    'away 1': when((here) => isNew(here) && hasHome(here) && lacks(1)(here), {
      type: 'pick.set',
      option: 12,
      value: 1,
    }),
    '70 votes': when((here) => isSliding(here), {
      type: 'pick.set',
      option: 11,
      value: 70,
    }),
    'no votes': when((here) => isNew(here) && ofBalance(here) && isNone(savedOf(here.context.item)), {
      type: 'pick.set',
      option: 11,
      value: 0,
    }),
    'another item’s option': when((here) => isNew(here) && !isClosed(here.context), {
      type: 'pick.set',
      option: 99,
      value: 1,
    }),
    'synced, unchanged': when(isChanged, { type: 'item.synced', item: match, serverNow }),
    'saved elsewhere': when(isPlain, {
      type: 'item.synced',
      item: savedElsewhere,
      serverNow,
    }),
    'synced, started': when(closesHere, { type: 'item.synced', item: started, serverNow }),
    'synced, settled': when((here) => closesHere(here) || (ofMatch(here) && here.matches('closed')), {
      type: 'item.synced',
      item: settled,
      serverNow,
    }),
    'saved, and started': when(
      (here) => ofMatch(here) && (here.matches('awaitingRetry') || here.matches('refetching')),
      {
        type: 'item.synced',
        item: startedSaved,
        serverNow,
      },
    ),
    'synced, date passed': when(closesHere, { type: 'item.synced', item: match, serverNow: kickOff }),
    'balance synced': when(ofBalance, { type: 'item.synced', item: balance, serverNow }),
    'balance settled': when((here) => here.matches('debouncing'), {
      type: 'item.synced',
      item: balanceSettled,
      serverNow,
    }),
    'votes elsewhere': when((here) => here.matches('debouncing'), {
      type: 'item.synced',
      item: votedElsewhere,
      serverNow,
    }),
    'deadline reached': when(
      (here) => closesHere(here) || isSliding(here),
      childSends('deadline', { type: 'deadline.reached' }),
    ),
    'deadline fails': when(({ context }) => context.item.readonly, error('deadline', new Error('broken'))),
    saved: done('saveBets', {
      bets: [
        { id: 911, itemOption: 11, value: 2 },
        { id: 912, itemOption: 12, value: 1 },
      ],
      version: savedVersion,
    }),
    'taken back before': when(isClearing, done('saveBets', { bets: [], version: undefined })),
    overtaken: when(isPlain, error('saveBets', { kind: 'conflict', current: savedElsewhere })),
    'no response': error('saveBets', offline),
    'idempotency conflict': when(usual, error('saveBets', { kind: 'conflict' })),
    'signed out': when(usual, error('saveBets', { kind: 'unauthenticated' })),
    'closed, with the item': when(isPlain, error('saveBets', { kind: 'item_closed', current: startedSaved })),
    'closed, with the result': when(isPlain, error('saveBets', { kind: 'item_closed', current: settled })),
    closed: error('saveBets', { kind: 'item_closed' }),
    'not allowed': error('saveBets', invalid),
    'picked in another tab': when((here) => hasUnsaved(here) && words(shownOf(here.context)) !== '2:1', {
      type: 'draft.stored',
      pendingValues: pickedElsewhere,
    }),
    'saved by another tab': when(hasUnsaved, { type: 'draft.stored', pendingValues: {} }),
    'votes in another tab': when((here) => here.matches('debouncing'), {
      type: 'draft.stored',
      pendingValues: { 11: 70 },
    }),
    'connection back': when(usual, { type: 'connection.restored' }),
    'retry delay ends': after('retryDelay', 15_000),
    'refetched: unchanged': when(ofMatch, done('fetchItem', match)),
    'refetched: another pick': when(ofMatch, done('fetchItem', savedElsewhere)),
    'refetched: no votes': when(ofBalance, done('fetchItem', balance)),
    'refetched: settled': when(ofMatch, done('fetchItem', settled)),
    'refetch fails': error('fetchItem', offline),
    'debounce ends': after('sliderDebounce', 400),
  },
  becomes: {
    'start: a match': {
      to: 'idle',
      context: first(match),
      calls: { deadline: { parent: expect.anything() as unknown, remaining: hour } },
    },
    'start: a stored pick': {
      to: 'saving',
      context: first(another, {
        pendingValues: { 11: 2, 12: 1 },
        persisted: { 11: 2, 12: 1 },
        inFlight: {
          set: [
            { itemOption: 11, value: 2 },
            { itemOption: 12, value: 1 },
          ],
          clear: [],
        },
        unconfirmed: [11, 12],
      }),
      calls: {
        deadline: { parent: expect.anything() as unknown, remaining: hour },
        saveBets: {
          set: [
            { itemOption: 11, value: 2 },
            { itemOption: 12, value: 1 },
          ],
          clear: [],
          item: 7,
          post: 2,
          version: 0,
        },
      },
    },
    'start: half a stored pick': {
      to: 'drafting',
      context: first(another, { pendingValues: { 11: 2 }, persisted: { 11: 2 } }),
      sends: [tellsWaits(another, false)],
    },
    'start: a stored pick, saved since': {
      to: 'idle',
      context: first(anotherSaved),
      sends: [keeps(another, {})],
    },
    'start: half a stored pick, after the deadline': {
      to: 'missedDeadline',
      context: first(another, { failure: missed, remaining: 0, deadlinePassed: true }),
      sends: [keeps(another, {}), tellsRefused(another, missed)],
    },
    'start: a started match': { to: 'closed', context: first(anotherStarted) },
    'start: a balance': { to: 'idle', context: first(balance, { remaining: null }) },

    'idle + home 2': puts('home', 2),
    'idle + home cleared': puts('home', null),
    'drafting + home 2': puts('home', 2),
    'drafting + home cleared': puts('home', null),
    'drafting + away 1': puts('away', 1),
    'awaitingRetry + home 2': puts('home', 2),
    'awaitingRetry + home cleared': puts('home', null),
    'refused + home 2': puts('home', 2),
    'refused + home cleared': puts('home', null),
    'saving + home 2': queues('home', 2),
    'saving + home cleared': queues('home', null),

    'idle + 70 votes': slides(70),
    'idle + no votes': slides(null),
    'debouncing + 70 votes': slides(70),
    'debouncing + no votes': slides(null),
    'awaitingRetry + 70 votes': slides(70),
    'awaitingRetry + no votes': slides(null),
    'refused + 70 votes': slides(70),
    'refused + no votes': slides(null),
    'saving + no votes': queues('home', null),
    'debouncing + debounce ends': tries,
    'refetching + home 2': puts('home', 2),
    'refetching + home cleared': puts('home', null),
    'refetching + away 1': puts('away', 1),
    'refetching + 70 votes': slides(70),
    'refetching + no votes': slides(null),
    'refetching + saved, and started': syncs(startedSaved, hour),
    'refetching + synced, unchanged': syncs(match, hour),
    'refetching + saved elsewhere': syncs(savedElsewhere, hour),
    'refetching + synced, started': syncs(started, hour),
    'refetching + synced, date passed': syncs(match, 0),
    'refetching + balance synced': syncs(balance, null),
    'refetching + deadline reached': closes,
    'refetching + refetched: unchanged': answers(match),
    'refetching + refetched: another pick': answers(savedElsewhere),
    'refetching + refetched: no votes': answers(balance),
    'refetching + refetch fails': believes,

    'idle + synced, unchanged': syncs(match, hour),
    'idle + saved elsewhere': syncs(savedElsewhere, hour),
    'idle + synced, started': syncs(started, hour),
    'idle + synced, date passed': syncs(match, 0),
    'idle + balance synced': syncs(balance, null),
    'drafting + saved elsewhere': syncs(savedElsewhere, hour),
    'drafting + synced, started': syncs(started, hour),
    'drafting + synced, date passed': syncs(match, 0),
    'awaitingRetry + saved, and started': syncs(startedSaved, hour),
    'drafting + synced, unchanged': syncs(match, hour),
    'awaitingRetry + synced, unchanged': syncs(match, hour),
    'awaitingRetry + saved elsewhere': syncs(savedElsewhere, hour),
    'awaitingRetry + synced, started': syncs(started, hour),
    'awaitingRetry + synced, date passed': syncs(match, 0),
    'awaitingRetry + balance synced': syncs(balance, null),
    'saving + saved elsewhere': notes(savedElsewhere, hour),
    'saving + synced, started': notes(started, hour),
    'saving + synced, date passed': notes(match, 0),
    'saving + balance synced': notes(balance, null),
    'debouncing + balance synced': notes(balance, null),
    'debouncing + votes elsewhere': notes(votedElsewhere, null),
    'debouncing + deadline reached': closes,
    'refused + synced, unchanged': notes(match, hour),
    'refused + saved elsewhere': notes(savedElsewhere, hour),
    'refused + balance synced': notes(balance, null),
    'refused + synced, started': closedAnyhow(started, hour),
    'refused + synced, date passed': closedAnyhow(match, 0),
    'missedDeadline + synced, unchanged': syncs(match, hour),
    'missedDeadline + saved elsewhere': syncs(savedElsewhere, hour),
    'missedDeadline + synced, started': notes(started, hour),
    'missedDeadline + synced, date passed': notes(match, 0),
    'missedDeadline + balance synced': syncs(balance, null),
    'closed + balance synced': syncs(balance, null),
    'closed + synced, unchanged': syncs(match, hour),
    'closed + saved elsewhere': syncs(savedElsewhere, hour),
    'closed + synced, started': notes(started, hour),
    'closed + synced, date passed': notes(match, 0),
    'idle + synced, settled': tellsResult(settled, syncs(settled, hour)),
    'drafting + synced, settled': tellsResult(settled, syncs(settled, hour)),
    'refetching + synced, settled': tellsResult(settled, syncs(settled, hour)),
    'refetching + refetched: settled': tellsResult(settled, answers(settled)),
    'awaitingRetry + synced, settled': tellsResult(settled, syncs(settled, hour)),
    'saving + synced, settled': tellsResult(settled, notes(settled, hour)),
    'saving + closed, with the result': tellsResult(settled, (before) => refusedAt(before, settled)),
    'debouncing + balance settled': tellsResult(balanceSettled, notes(balanceSettled, null)),
    'refused + synced, settled': tellsResult(settled, closedAnyhow(settled, hour)),
    'missedDeadline + synced, settled': tellsResult(settled, notes(settled, hour)),
    'closed + synced, settled': tellsResult(settled, notes(settled, hour)),

    'idle + deadline reached': closes,
    'drafting + deadline reached': closes,
    'awaitingRetry + deadline reached': closes,
    'refused + deadline reached': {
      to: 'missedDeadline',
      context: { failure: invalid, deadlinePassed: true },
    },
    'saving + deadline reached': { to: 'same', calls: {}, context: { deadlinePassed: true } },

    'saving + saved': saves(savedVersion),
    'saving + taken back before': saves(undefined),
    'saving + overtaken': overtaken(savedElsewhere),
    'saving + no response': waits(offline),
    'saving + idempotency conflict': waits({ kind: 'conflict' }),
    'saving + signed out': waits({ kind: 'unauthenticated' }),
    'saving + not allowed': (before) => ({
      to: isClosed(before) ? 'missedDeadline' : 'refused',
      context: { pendingValues: {}, persisted: {}, unconfirmed: [], inFlight: null, failure: invalid },
      sends: [keeps(before.item, {}), tellsRefused(before.item, invalid)],
    }),
    'saving + closed': (before) => refusedAt(before, before.item),
    // A save whose response was lost has succeeded: nothing was missed.
    'saving + closed, with the item': (before) => refusedAt(before, startedSaved),

    'drafting + picked in another tab': adopts(pickedElsewhere),
    'drafting + saved by another tab': adopts({}),
    'refetching + picked in another tab': adopts(pickedElsewhere),
    'refetching + saved by another tab': adopts({}),
    'saving + picked in another tab': adopts(pickedElsewhere),
    'saving + saved by another tab': adopts({}),
    'awaitingRetry + picked in another tab': adopts(pickedElsewhere),
    'awaitingRetry + saved by another tab': adopts({}),
    'debouncing + votes in another tab': adopts({ 11: 70 }),

    'awaitingRetry + connection back': tries,
    'awaitingRetry + retry delay ends': tries,
  },
  claims: {
    '*': (snapshot) =>
      expect(snapshot.hasTag('open')).toBe(
        !snapshot.matches('closed') && !snapshot.matches('missedDeadline'),
      ),
    idle: ({ context }) => {
      expect(context.pendingValues).toEqual({});
      expect(context.failure).toBeNull();
    },
    drafting: (snapshot) => expect(snapshot.hasTag('draft')).toBe(true),
    saving: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    awaitingRetry: (snapshot) => expect(snapshot.hasTag('waiting')).toBe(true),
    // The server's values are shown, with the failure.
    refused: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.pendingValues).toEqual({});
    },
    missedDeadline: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.pendingValues).toEqual({});
    },
    closed: ({ context }) => {
      expect(context.pendingValues).toEqual({});
      expect(context.failure).toBeNull();
    },
  },
  laws: {
    'at most one save is under way': oneCallAtATime('saveBets', /^(xstate\.after\.|draft\.stored$)/),
    'a pick is shown, and stored on the device, until the server has saved or refused it': () => {
      let kept: PendingValues = {};
      return (step) => {
        const { before, after: now, sends } = step;
        const tap = causeOf(step) as { type: string; option: number; value: number | null };
        kept = before ? kept : now.context.pendingValues;
        if (tap.type === 'draft.stored') kept = now.context.pendingValues;
        for (const said of sends)
          if (said.type === 'draft.changed') kept = said.pendingValues as PendingValues;
        expect(kept).toEqual(now.context.pendingValues);
        const isTap = tap.type === 'pick.set' && before?.hasTag('open') && tap.option !== 99;
        const quiet = /^(pick\.set|connection|xstate\.after|xstate\.done\.actor\.saveBets)/.test(tap.type);
        const refused = [invalid.kind, missed.kind].some((kind) => kind === now.context.failure?.kind);
        if (!before || refused || !(quiet || now.matches('awaitingRetry'))) return;
        const shown: Digits = shownOf(before.context as Before);
        const value = tap.value === 0 && before.context.item.type === 'balance' ? null : tap.value;
        expect(shownOf(now.context as Before)).toEqual(
          isTap ? (tap.option === 11 ? [value, shown[1]] : [shown[0], value]) : shown,
        );
      };
    },
    'nothing is sent of an item that is closed, by the server’s answers and clock': () => {
      let closed = false;
      return (step) => {
        const { before, after: now, calls } = step;
        const { type, ...told } = causeOf(step) as { type: string; item?: Item; serverNow?: number };
        const item = before ? told.item : (now.context as Before).item;
        const clock = told.serverNow ?? (now.context.remaining === 0 ? kickOff : serverNow);
        if (item) closed = item.readonly || (item.date !== null && clock >= kickOff);
        if (type === 'deadline.reached') closed = true;
        // The server refused the save.
        if (type === 'xstate.error.actor.saveBets' && !now.hasTag('open')) closed = true;
        if (calls.saveBets) expect(closed).toBe(false);
      };
    },
    'a score is sent whole or not at all':
      () =>
      ({ after: now, calls }) => {
        if (!calls.saveBets || now.context.item.type !== 'home/away') return;
        const { set } = calls.saveBets as BetChanges;
        const shown = shownOf(now.context as Before);
        expect(set.map(({ value }) => value)).toEqual(isWhole(shown) ? shown : []);
      },
    // From the failure of its first save until it is saved, refused or taken back: not only between two tries.
    'the registry knows whether a pick waits': () => {
      let waiting = false;
      return (step) => {
        const { after: now, sends } = step;
        const { type, pendingValues } = causeOf(step) as { type: string; pendingValues?: PendingValues };
        // The registry has heard of it first.
        if (type === 'draft.stored' && isNothing(pendingValues ?? {})) waiting = false;
        for (const said of sends) {
          if (said.type === 'pick.waiting') waiting = said.waiting as boolean;
          if (said.type === 'draft.changed' && isNothing(said.pendingValues as PendingValues))
            waiting = false;
        }
        if (now.matches('awaitingRetry')) expect(waiting).toBe(true);
        if (isNothing(now.context.pendingValues) || now.matches('drafting')) expect(waiting).toBe(false);
      };
    },
  },
  unpaired: 41,
  harmless: {
    'closed + item.synced [isReopened]: without notifyOutcomes': 'an item that is open again has no result',
    'missedDeadline + item.synced [isReopened]: without notifyOutcomes':
      'an item that is open again has no result',
  },
};
