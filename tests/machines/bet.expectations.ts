import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
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
const savedElsewhere = buildItem(5, 'home/away', { 11: 2, 12: 1 }, { date });
const under = { status: 'started', started: true, readonly: true } as const;
const started: Item = { ...match, ...under };
const startedSaved: Item = { ...savedElsewhere, ...under };
/** Only for where it begins: the walks go on with the first one. */
const another: Item = { ...match, id: 7 };
const anotherSaved: Item = { ...savedElsewhere, id: 7 };
const anotherStarted: Item = { ...startedSaved, id: 7 };
const balance = buildItem(6, 'balance', { 11: null, 12: null });
const votedElsewhere = buildItem(6, 'balance', { 11: 70, 12: null });

const offline = { kind: 'offline' as const };
const missed = { kind: 'item_closed' };
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
 * What is pendingValues, so that these are shown over the saved ones; what may be saved already is pendingValues all the same.
 * A score is pendingValues with both its sides, and half a score without the side that never was.
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
/** The device is told what changed, and nothing else. */
const keepsAfter = (before: Before, pendingValues: PendingValues) =>
  JSON.stringify(pendingValues) === JSON.stringify(before.pendingValues)
    ? []
    : [keeps(before.item, pendingValues)];
const aims = (remaining: number | null) => ({ type: 'deadline.set', remaining });
const timer = (name: string, state: string, ms: number) => [
  { event: { type: `xstate.after.${name}.bet.${state}` }, ms },
];
const sending = (set: readonly object[], clear: readonly number[]) => ({
  to: 'saving',
  calls: { saveBets: { set, clear, post: 2 } },
});

const tellsWaits = (item: Item, waits: boolean) => ({ type: 'pick.waiting', item: item.id, waiting: waits });
type Expected = { readonly to: string; readonly sends: readonly object[] };
/** Whatever leads out of waiting, the registry hears first that the pick waits no more. */
const leaving =
  <Led extends Expected>(leads: (before: Before) => Led) =>
  (before: Before) => {
    const led = leads(before);
    return { ...led, sends: [tellsWaits(before.item, false), ...led.sends] };
  };

/** Where an open item stands by what is shown and what is saved; the whole rule of saving. */
function stands({ item, pendingValues, unconfirmed, needsRefetch }: Before) {
  const shown = shownOf({ item, pendingValues } as Before);
  const saved = savedOf(item);
  const atRest = needsRefetch
    ? { to: 'refetching', calls: { fetchItem: { id: item.id } } }
    : { to: isNothing(pendingValues) ? 'idle' : 'drafting', calls: {} };
  if (isNothing(pendingValues)) return atRest;
  const differing = [11, 12].flatMap((itemOption, at) =>
    itemOption in pendingValues && (shown[at] !== saved[at] || unconfirmed.includes(itemOption))
      ? [{ itemOption, value: shown[at] ?? 0 }]
      : [],
  );
  if (item.type === 'balance') return sending(differing, []);
  const [home, away] = shown;
  if (isWhole(shown))
    return sending(
      [
        { itemOption: 11, value: home },
        { itemOption: 12, value: away },
      ],
      [],
    );
  // Half a score is no bet: what was saved is taken back, both sides, and the half stays a draft.
  return isWhole(saved) ? sending([], [911, 912]) : atRest;
}

const isClosed = ({ item, deadlinePassed }: Before) => item.readonly || deadlinePassed;
const late = (item: Item) => ({
  to: 'missedDeadline',
  calls: {},
  context: { item, pendingValues: {}, inFlight: null, unconfirmed: [], failure: missed },
  sends: [keeps(item, {})],
});
/** Where it all comes to: what is unsaved when the item closes did not get in. */
const decides = (next: Before) => {
  if (!isClosed(next)) return { ...stands(next), sends: [] };
  return isNothing(next.pendingValues) ? { to: 'closed', calls: {}, sends: [] } : late(next.item);
};

const tapped = (before: Before, at: 'home' | 'away', value: number | null) => {
  const [home, away] = shownOf(before);
  const pendingValues = over(at === 'home' ? [value, away] : [home, value], before.item, before.unconfirmed);
  return { context: { pendingValues, failure: null }, sends: keepsAfter(before, pendingValues) };
};
/** Shown and kept at once, and sent as the rule says. */
const puts = (at: 'home' | 'away', value: number | null) => (before: Before) => {
  const tap = tapped(before, at, value);
  const next = decides({ ...before, ...tap.context });
  return { context: tap.context, ...next, sends: [...tap.sends, ...next.sends] };
};
/** Shown and kept at once, and sent when the slider has rested. */
const slides = (value: number | null) => (before: Before) => ({
  ...tapped(before, 'home', value),
  to: 'debouncing',
  calls: {},
  waits: timer('sliderDebounce', 'debouncing', 400),
});
/** Shown and kept at once; what is on its way stays as it was sent. */
const queues = (at: 'home' | 'away', value: number | null) => (before: Before) => {
  const { context, sends } = tapped(before, at, value);
  return { to: 'same', calls: {}, context: { ...context, inFlight: before.inFlight }, sends };
};

/** Another reading of an item with other picks on it. */
const withPicks = ({ id, type, options: _, ...rest }: Item, [home, away]: Digits) =>
  buildItem(id, type, { 11: home, 12: away }, rest);

/**
 * The item as the server has it now: what it has already is pendingValues, and kept, no more. Picks that differ from what was
 * saved here may have been read before that: they are not believed, unless the item is closed and nothing can change.
 */
const hears = (heard: Item, remaining: number | null, before: Before) => {
  const isOld = before.savedHere && !heard.readonly && words(savedOf(heard)) !== words(savedOf(before.item));
  const item = isOld ? withPicks(heard, savedOf(before.item)) : heard;
  const unconfirmed = heard.readonly && !before.inFlight ? [] : before.unconfirmed;
  // Half a score gives way to a whole one that was saved elsewhere.
  const isMoot = !(11 in before.pendingValues && 12 in before.pendingValues) && isWhole(savedOf(item));
  const isScore = item.type === 'home/away';
  const isGone = isNothing(before.pendingValues) || (isScore && isMoot);
  const pendingValues = isGone ? {} : over(shownOf({ ...before, item }), item, unconfirmed);
  const deadlinePassed = remaining !== null && remaining <= 0;
  const needsRefetch = isOld || (before.needsRefetch && !heard.readonly);
  const context = {
    item,
    remaining,
    deadlinePassed,
    pendingValues,
    inFlight: before.inFlight,
    unconfirmed,
    needsRefetch,
  };
  return { context, sends: [...keepsAfter({ ...before, item }, pendingValues), aims(remaining)] };
};
const syncs = (item: Item, remaining: number | null) => (before: Before) => {
  const { context, sends } = hears(item, remaining, before);
  const next = decides({ ...before, ...context });
  const { inFlight: _, unconfirmed: __, ...heard } = context;
  return { context: heard, ...next, sends: [...sends, ...next.sends] };
};
/** Refused already: it closes with that to read. */
const closedAnyhow = (item: Item, remaining: number | null) => (before: Before) => ({
  ...notes(item, remaining)(before),
  to: 'missedDeadline',
});
/** What was missed is told no more once picks are taken again. */
const reopens = (item: Item, remaining: number | null) => (before: Before) => {
  const led = syncs(item, remaining)(before);
  return { ...led, context: { ...led.context, failure: led.to === 'idle' ? null : before.failure } };
};
/** While a save is on its way, a slider moves or a refusal is read, nothing else comes of it. */
const notes = (item: Item, remaining: number | null) => (before: Before) => ({
  to: 'same',
  calls: {},
  ...hears(item, remaining, before),
});
/** Asked after the last save, the server is believed. */
const answers = (item: Item) => (before: Before) => {
  const isMoot = !(11 in before.pendingValues && 12 in before.pendingValues) && isWhole(savedOf(item));
  const pendingValues =
    isNothing(before.pendingValues) || isMoot ? {} : over(shownOf({ ...before, item }), item);
  const context = { item, pendingValues, needsRefetch: false };
  const next = decides({ ...before, ...context, unconfirmed: [] });
  const unconfirmed = next.to === 'saving' ? Object.keys(pendingValues).map(Number) : [];
  return {
    ...next,
    context: { ...context, unconfirmed },
    sends: [...keepsAfter(before, pendingValues), ...next.sends],
  };
};
/** It could not be asked: what was saved here stays, until something else is heard. */
const believes = (before: Before) => {
  const context = { needsRefetch: false };
  return { context, ...decides({ ...before, ...context }) };
};
const closes = (before: Before) => {
  const context = { deadlinePassed: true, pendingValues: before.pendingValues, item: before.item };
  return { context, ...decides({ ...before, ...context }) };
};

/** What was sent is the server's now; what is shown stays shown, and what was changed on the way goes next. */
const saves = (before: Before) => {
  const { set, clear } = before.inFlight ?? { set: [], clear: [] };
  const savedNow = (id: number) => {
    const value = set.find(({ itemOption }) => itemOption === id)?.value ?? before.item.options[id]?.value;
    const gone = clear.includes(900 + id) || (before.item.type === 'balance' && value === 0);
    return gone ? null : (value ?? null);
  };
  const { id, type, options: _, ...rest } = before.item;
  const item = buildItem(id, type, { 11: savedNow(11), 12: savedNow(12) }, rest);
  const pendingValues = over(shownOf(before), item);
  const next = decides({ ...before, item, pendingValues, unconfirmed: [] });
  const unconfirmed = next.to === 'saving' ? Object.keys(pendingValues).map(Number) : [];
  return {
    context: { pendingValues, unconfirmed, savedHere: true, needsRefetch: before.needsRefetch },
    ...next,
    sends: [...keepsAfter(before, pendingValues), ...next.sends],
  };
};
/** Closed, says the server: what it has stands, and what differs did not get in. */
const refusedAt = (before: Before, item: Item) => {
  const shown = shownOf({ ...before, item });
  const pendingValues = isNothing(before.pendingValues) ? {} : over(shown, item);
  const next = decides({ ...before, item, pendingValues, deadlinePassed: true });
  const sends = [...keepsAfter({ ...before, item }, pendingValues), ...next.sends];
  return { context: { item, inFlight: null, pendingValues }, ...next, sends };
};
const tries = (before: Before) => ({ context: { pendingValues: before.pendingValues }, ...decides(before) });
/** It waits for as long as there is time. */
const waits = (failure: object) => (before: Before) => {
  if (isClosed(before)) {
    const led = leaving(decides)(before);
    return { ...led, sends: [tellsWaits(before.item, true), ...led.sends] };
  }
  return {
    to: 'awaitingRetry',
    // It may have got in: nobody knows.
    context: {
      pendingValues: before.pendingValues,
      failure,
      inFlight: null,
      unconfirmed: before.unconfirmed,
    },
    waits: timer('retryDelay', 'awaitingRetry', 15_000),
    sends: [tellsWaits(before.item, true)],
  };
};

type Here = { context: Before; matches: (state: 'refetching' | 'debouncing' | 'awaitingRetry') => boolean };
const ofMatch = ({ context }: Here) => context.item.id === match.id;
const ofBalance = ({ context }: Here) => context.item.id === balance.id;
const inTime = (here: Here) => ofMatch(here) && !isClosed(here.context);
/** Once something was saved here, all is as before that but for the syncing, and for what comes while the server is asked. */
const isNew = (here: Here) => !here.context.savedHere || here.matches('refetching');
const lacks = (at: 0 | 1) => (here: Here) => inTime(here) && shownOf(here.context)[at] === null;
const hasHome = (here: Here) => inTime(here) && !lacks(0)(here);
const isNone = ([home, away]: Digits) => home === null && away === null;
const isClearing = ({ context }: Here) => (context.inFlight?.clear.length ?? 0) > 0;
/** While a score is on its way that nobody has changed yet: the rest of saving closes alike. */
const closesHere = (here: Here) =>
  isNew(here) &&
  isPlain(here) &&
  (here.context.inFlight === null || (usual(here) && isNone(savedOf(here.context.item))));
const isSliding = (here: Here) => isNew(here) && ofBalance(here) && here.context.inFlight === null;
/** Where one case is enough: an open match, picked whole. */
const usual = (here: Here) => inTime(here) && isWhole(shownOf(here.context));
/** The rest of a digit's being put back is as the whole one. */
const isPlain = (here: Here) => ofMatch(here) && words(shownOf(here.context)) !== '_:1';
/** Where the item as it was is news. */
const isChanged = (here: Here) =>
  ofMatch(here) &&
  here.context.inFlight === null &&
  (here.context.unconfirmed.length > 0 ||
    (isPlain(here) && (isClosed(here.context) || isWhole(savedOf(here.context.item)))));

/** What is written of bet: its test walks it headless, its screen's in a browser. */
export const betExpectations: MachineExpectations<typeof bet> = {
  inputs: {
    'a match': { registry, item: match, serverNow, pendingValues: {} },
    'a kept pick': { registry, item: another, serverNow, pendingValues: { 11: 2, 12: 1 } },
    'half a kept pick': { registry, item: another, serverNow, pendingValues: { 11: 2 } },
    'a kept pick, saved since': { registry, item: anotherSaved, serverNow, pendingValues: { 11: 2, 12: 1 } },
    'half a kept pick, too late': { registry, item: another, serverNow: kickOff, pendingValues: { 11: 2 } },
    'a match under way': { registry, item: anotherStarted, serverNow, pendingValues: {} },
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
    'synced as it was': when(isChanged, { type: 'item.synced', item: match, serverNow }),
    'saved elsewhere': when(isPlain, {
      type: 'item.synced',
      item: savedElsewhere,
      serverNow,
    }),
    'synced, started': when(closesHere, { type: 'item.synced', item: started, serverNow }),
    'got in, and started': when(
      (here) => ofMatch(here) && (here.matches('awaitingRetry') || here.matches('refetching')),
      {
        type: 'item.synced',
        item: startedSaved,
        serverNow,
      },
    ),
    'synced, date passed': when(closesHere, { type: 'item.synced', item: match, serverNow: kickOff }),
    'balance synced': when(ofBalance, { type: 'item.synced', item: balance, serverNow }),
    'votes elsewhere': when((here) => here.matches('debouncing'), {
      type: 'item.synced',
      item: votedElsewhere,
      serverNow,
    }),
    'time is up': when(
      (here) => closesHere(here) || isSliding(here),
      childSends('deadline', { type: 'deadline.reached' }),
    ),
    'clock breaks': when(({ context }) => context.item.readonly, error('deadline', new Error('broken'))),
    saved: done('saveBets', [
      { id: 911, itemOption: 11, value: 2 },
      { id: 912, itemOption: 12, value: 1 },
    ]),
    'no answer': error('saveBets', offline),
    'another request of mine': when(usual, error('saveBets', { kind: 'conflict' })),
    'signed out': when(usual, error('saveBets', { kind: 'unauthenticated' })),
    'closed, with what stands': when(
      isPlain,
      error('saveBets', { kind: 'item_closed', current: startedSaved }),
    ),
    closed: error('saveBets', { kind: 'item_closed' }),
    'not allowed': error('saveBets', invalid),
    'connection back': when(usual, { type: 'connection.restored' }),
    'time to try again': after('retryDelay', 15_000),
    'asked: as it was': when(ofMatch, done('fetchItem', match)),
    'asked: another pick': when(ofMatch, done('fetchItem', savedElsewhere)),
    'asked: no votes': when(ofBalance, done('fetchItem', balance)),
    'cannot ask': error('fetchItem', offline),
    'slider rests': after('sliderDebounce', 400),
  },
  becomes: {
    'start: a match': {
      to: 'idle',
      context: {
        registry,
        item: match,
        pendingValues: {},
        inFlight: null,
        remaining: hour,
        deadlinePassed: false,
        failure: null,
      },
      calls: { deadline: { parent: expect.anything() as unknown, remaining: hour } },
    },
    'start: a kept pick': {
      to: 'saving',
      context: { pendingValues: { 11: 2, 12: 1 } },
      calls: {
        deadline: { parent: expect.anything() as unknown, remaining: hour },
        saveBets: {
          set: [
            { itemOption: 11, value: 2 },
            { itemOption: 12, value: 1 },
          ],
          clear: [],
          post: 2,
        },
      },
    },
    'start: half a kept pick': { to: 'drafting', context: { pendingValues: { 11: 2 } } },
    'start: a kept pick, saved since': {
      to: 'idle',
      context: { pendingValues: {} },
      sends: [keeps(another, {})],
    },
    'start: half a kept pick, too late': {
      to: 'missedDeadline',
      context: { pendingValues: {}, failure: missed, remaining: 0, deadlinePassed: true },
      sends: [keeps(another, {})],
    },
    'start: a match under way': { to: 'closed', context: { item: anotherStarted, failure: null } },
    'start: a balance': { to: 'idle', context: { item: balance, remaining: null, deadlinePassed: false } },

    'idle + home 2': puts('home', 2),
    'idle + home cleared': puts('home', null),
    'drafting + home 2': puts('home', 2),
    'drafting + home cleared': puts('home', null),
    'drafting + away 1': puts('away', 1),
    'awaitingRetry + home 2': leaving(puts('home', 2)),
    'awaitingRetry + home cleared': leaving(puts('home', null)),
    'refused + home 2': puts('home', 2),
    'refused + home cleared': puts('home', null),
    'saving + home 2': queues('home', 2),
    'saving + home cleared': queues('home', null),

    'idle + 70 votes': slides(70),
    'idle + no votes': slides(null),
    'debouncing + 70 votes': slides(70),
    'debouncing + no votes': slides(null),
    'awaitingRetry + 70 votes': leaving(slides(70)),
    'awaitingRetry + no votes': leaving(slides(null)),
    'refused + 70 votes': slides(70),
    'refused + no votes': slides(null),
    'saving + no votes': queues('home', null),
    'debouncing + slider rests': tries,
    'refetching + home 2': puts('home', 2),
    'refetching + home cleared': puts('home', null),
    'refetching + away 1': puts('away', 1),
    'refetching + 70 votes': slides(70),
    'refetching + no votes': slides(null),
    'refetching + got in, and started': syncs(startedSaved, hour),
    'refetching + synced as it was': syncs(match, hour),
    'refetching + saved elsewhere': syncs(savedElsewhere, hour),
    'refetching + synced, started': syncs(started, hour),
    'refetching + synced, date passed': syncs(match, 0),
    'refetching + balance synced': syncs(balance, null),
    'refetching + time is up': closes,
    'refetching + asked: as it was': answers(match),
    'refetching + asked: another pick': answers(savedElsewhere),
    'refetching + asked: no votes': answers(balance),
    'refetching + cannot ask': believes,

    'idle + synced as it was': syncs(match, hour),
    'idle + saved elsewhere': syncs(savedElsewhere, hour),
    'idle + synced, started': syncs(started, hour),
    'idle + synced, date passed': syncs(match, 0),
    'idle + balance synced': syncs(balance, null),
    'drafting + saved elsewhere': syncs(savedElsewhere, hour),
    'drafting + synced, started': syncs(started, hour),
    'drafting + synced, date passed': syncs(match, 0),
    'awaitingRetry + got in, and started': leaving(syncs(startedSaved, hour)),
    'drafting + synced as it was': syncs(match, hour),
    'awaitingRetry + synced as it was': leaving(syncs(match, hour)),
    'awaitingRetry + saved elsewhere': leaving(syncs(savedElsewhere, hour)),
    'awaitingRetry + synced, started': leaving(syncs(started, hour)),
    'awaitingRetry + synced, date passed': leaving(syncs(match, 0)),
    'awaitingRetry + balance synced': leaving(syncs(balance, null)),
    'saving + saved elsewhere': notes(savedElsewhere, hour),
    'saving + synced, started': notes(started, hour),
    'saving + synced, date passed': notes(match, 0),
    'saving + balance synced': notes(balance, null),
    'debouncing + balance synced': notes(balance, null),
    'debouncing + votes elsewhere': notes(votedElsewhere, null),
    'debouncing + time is up': closes,
    'refused + synced as it was': notes(match, hour),
    'refused + saved elsewhere': notes(savedElsewhere, hour),
    'refused + balance synced': notes(balance, null),
    'refused + synced, started': closedAnyhow(started, hour),
    'refused + synced, date passed': closedAnyhow(match, 0),
    'missedDeadline + synced as it was': reopens(match, hour),
    'missedDeadline + saved elsewhere': reopens(savedElsewhere, hour),
    'missedDeadline + synced, started': notes(started, hour),
    'missedDeadline + synced, date passed': notes(match, 0),
    'missedDeadline + balance synced': reopens(balance, null),
    'closed + balance synced': syncs(balance, null),
    'closed + synced as it was': syncs(match, hour),
    'closed + saved elsewhere': syncs(savedElsewhere, hour),
    'closed + synced, started': notes(started, hour),
    'closed + synced, date passed': notes(match, 0),

    'idle + time is up': closes,
    'drafting + time is up': closes,
    'awaitingRetry + time is up': leaving(closes),
    'refused + time is up': { to: 'missedDeadline', context: { failure: invalid, deadlinePassed: true } },
    'saving + time is up': (before) => ({
      to: 'same',
      calls: {},
      context: { deadlinePassed: true, pendingValues: before.pendingValues, inFlight: before.inFlight },
    }),

    'saving + saved': saves,
    'saving + no answer': waits(offline),
    'saving + another request of mine': waits({ kind: 'conflict' }),
    'saving + signed out': waits({ kind: 'unauthenticated' }),
    'saving + not allowed': (before) => ({
      to: isClosed(before) ? 'missedDeadline' : 'refused',
      context: { item: before.item, pendingValues: {}, failure: invalid, inFlight: null },
      sends: [keeps(before.item, {})],
    }),
    'saving + closed': (before) => refusedAt(before, before.item),
    // A save whose answer was lost got in all the same: then nothing was missed.
    'saving + closed, with what stands': (before) => refusedAt(before, startedSaved),

    'awaitingRetry + connection back': leaving(tries),
    'awaitingRetry + time to try again': leaving(tries),
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
    // Shown is what the server has, and why.
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
    'at most one save is on its way': oneCallAtATime('saveBets'),
    'what was tapped is shown, and kept on the device, until the server has it or says otherwise': () => {
      let kept: PendingValues = {};
      return (step) => {
        const { before, after: now, sends } = step;
        const tap = causeOf(step) as { type: string; option: number; value: number | null };
        kept = before ? kept : now.context.pendingValues;
        for (const said of sends)
          if (said.type === 'draft.changed') kept = said.pendingValues as PendingValues;
        expect(kept).toEqual(now.context.pendingValues);
        const isTap = tap.type === 'pick.set' && before?.hasTag('open') && tap.option !== 99;
        const quiet = /^(pick\.set|connection|xstate\.after|xstate\.done\.actor\.saveBets)/.test(tap.type);
        const refused = [invalid.kind, missed.kind].includes(now.context.failure?.kind as string);
        if (!before || refused || !(quiet || now.matches('awaitingRetry'))) return;
        const shown: Digits = shownOf(before.context as Before);
        const value = tap.value === 0 && before.context.item.type === 'balance' ? null : tap.value;
        expect(shownOf(now.context as Before)).toEqual(
          isTap ? (tap.option === 11 ? [value, shown[1]] : [shown[0], value]) : shown,
        );
      };
    },
    'nothing is sent of what is closed, by the server’s word and clock': () => {
      let closed = false;
      return (step) => {
        const { before, after: now, calls } = step;
        const { type, ...told } = causeOf(step) as { type: string; item?: Item; serverNow?: number };
        const item = before ? told.item : (now.context as Before).item;
        const clock = told.serverNow ?? (now.context.remaining === 0 ? kickOff : serverNow);
        if (item) closed = item.readonly || (item.date !== null && clock >= kickOff);
        if (type === 'deadline.reached') closed = true;
        // The server said so of what was sent.
        if (type === 'xstate.error.actor.saveBets' && !now.hasTag('open')) closed = true;
        if (calls.saveBets) expect(closed).toBe(false);
      };
    },
    'a score goes whole or not at all':
      () =>
      ({ after: now, calls }) => {
        if (!calls.saveBets || now.context.item.type !== 'home/away') return;
        const { set } = calls.saveBets as BetChanges;
        const shown = shownOf(now.context as Before);
        expect(set.map(({ value }) => value)).toEqual(isWhole(shown) ? shown : []);
      },
    'the registry knows whether it waits': () => {
      let told = false;
      return ({ after: now, sends }) => {
        for (const said of sends) if (said.type === 'pick.waiting') told = said.waiting as boolean;
        expect(told).toBe(now.matches('awaitingRetry'));
      };
    },
  },
  unpaired: 35,
};
