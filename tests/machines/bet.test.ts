import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { Wanted } from '#contract/picks.ts';
import { bet } from '#machines/bet.ts';
import { itemOf } from '#tests/support/items.ts';
import { after, done, error, everyEdge, from, neighbour, when } from '#tests/support/walks.ts';

type Before = ContextFrom<typeof bet>;
type Digits = readonly [home: number | null, away: number | null];

const hour = 3_600_000;
const date = '2026-06-11T20:00:00.000Z';
const kickOff = Date.parse(date);
const serverNow = kickOff - hour;
const book = neighbour('book');

const match = itemOf(5, 'home/away', { 11: null, 12: null }, { date });
const savedElsewhere = itemOf(5, 'home/away', { 11: 2, 12: 1 }, { date });
const under = { status: 'started', started: true, readonly: true } as const;
const started: Item = { ...match, ...under };
const startedSaved: Item = { ...savedElsewhere, ...under };
/** Only for where it begins: the walks go on with the first one. */
const another: Item = { ...match, id: 7 };
const anotherSaved: Item = { ...savedElsewhere, id: 7 };
const anotherStarted: Item = { ...startedSaved, id: 7 };
const balance = itemOf(6, 'balance', { 11: null, 12: null });

const offline = { kind: 'offline' as const };
const missed = { kind: 'item_closed' };
const invalid = { kind: 'validation' as const };

const savedOf = (item: Item): Digits => [item.options[11]?.value ?? null, item.options[12]?.value ?? null];
const shownOf = ({ item, wanted }: Before): Digits => {
  const [home, away] = savedOf(item);
  return [11 in wanted ? (wanted[11] ?? null) : home, 12 in wanted ? (wanted[12] ?? null) : away];
};
const words = ([home, away]: Digits) => `${home ?? '_'}:${away ?? '_'}`;
const isWhole = ([home, away]: Digits) => home !== null && away !== null;
/** What is wanted, so that these are shown over the saved ones. */
const over = ([home, away]: Digits, saved: Digits): Wanted => ({
  ...(home === saved[0] ? {} : { 11: home }),
  ...(away === saved[1] ? {} : { 12: away }),
});
const isNothing = (wanted: Wanted) => Object.keys(wanted).length === 0;

const keeps = ({ id }: Item, wanted: Wanted) => ({ type: 'draft.changed', item: id, wanted });
const aims = (left: number | null) => ({ type: 'moment.set', left });
const timer = (name: string, state: string, ms: number) => [
  { event: { type: `xstate.after.${name}.bet.${state}` }, ms },
];
const sending = (set: readonly object[], clear: readonly number[]) => ({
  to: 'saving',
  calls: { saveBets: { set, clear, post: 2 } },
  waits: timer('patience', 'saving', 20_000),
});

/** Where an open match stands by what is shown and what is saved; the whole rule of saving a score. */
function stands(shown: Digits, saved: Digits) {
  if (words(shown) === words(saved)) return { to: 'resting', calls: {} };
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
  return isWhole(saved) ? sending([], [911, 912]) : { to: 'drafting', calls: {} };
}
/** The same of a balance, where only the home slider is ever touched. */
const standsOf = (item: Item, shown: Digits) => {
  if (item.type === 'home/away') return stands(shown, savedOf(item));
  const [home] = shown;
  return home === savedOf(item)[0]
    ? { to: 'resting', calls: {} }
    : sending([{ itemOption: 11, value: home ?? 0 }], []);
};

const isClosed = ({ item, timeIsUp }: Before) => item.readonly || timeIsUp;
const late = (item: Item) => ({
  to: 'late',
  calls: {},
  context: { item, wanted: {}, sent: null, failure: missed },
  sends: [keeps(item, {})],
});
/** Where it all comes to: what is unsaved when the item closes did not get in. */
const decides = (next: Before) => {
  if (!isClosed(next)) return { ...standsOf(next.item, shownOf(next)), sends: [] };
  return isNothing(next.wanted) ? { to: 'closed', calls: {}, sends: [] } : late(next.item);
};

const tapped = (before: Before, at: 'home' | 'away', value: number | null) => {
  const [home, away] = shownOf(before);
  const wanted = over(at === 'home' ? [value, away] : [home, value], savedOf(before.item));
  return { context: { wanted, failure: null }, sends: [keeps(before.item, wanted)] };
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
  to: 'sliding',
  calls: {},
  waits: timer('sliderRest', 'sliding', 400),
});
/** Shown and kept at once; what is on its way stays as it was sent. */
const queues = (at: 'home' | 'away', value: number | null) => (before: Before) => {
  const { context, sends } = tapped(before, at, value);
  return { to: 'same', calls: {}, context: { ...context, sent: before.sent }, sends };
};

/** The item as the server has it now: what it has already is wanted, and kept, no more. */
const taken = (before: Before, item: Item) => {
  const wanted = Object.fromEntries(
    Object.entries(before.wanted).filter(([id, value]) => (item.options[id]?.value ?? null) !== value),
  );
  const pruned = Object.keys(wanted).length < Object.keys(before.wanted).length;
  return { wanted, sends: pruned ? [keeps(item, wanted)] : [] };
};
const notes = (item: Item, left: number | null) => (before: Before) => {
  const { wanted, sends } = taken(before, item);
  const context = { item, left, timeIsUp: left !== null && left <= 0, wanted, sent: before.sent };
  return { to: 'same', calls: {}, context, sends: [...sends, aims(left)] };
};
const syncs = (item: Item, left: number | null) => (before: Before) => {
  const { context, sends } = notes(item, left)(before);
  const { sent: _, ...synced } = context;
  const next = decides({ ...before, ...synced });
  return { context: synced, ...next, sends: [...sends, ...next.sends] };
};
const closes = (before: Before) => {
  const context = { timeIsUp: true, wanted: before.wanted, item: before.item };
  return { context, ...decides({ ...before, ...context }) };
};

/** What was sent is the server's now; what is shown stays shown, and what was changed on the way goes next. */
const saves = (before: Before) => {
  const { set, clear } = before.sent ?? { set: [], clear: [] };
  const savedNow = (id: number) => {
    const value = set.find(({ itemOption }) => itemOption === id)?.value ?? before.item.options[id]?.value;
    const gone = clear.includes(900 + id) || (before.item.type === 'balance' && value === 0);
    return gone ? null : (value ?? null);
  };
  const saved: Digits = [savedNow(11), savedNow(12)];
  const { id, type, options: _, ...rest } = before.item;
  const item = itemOf(id, type, { 11: saved[0], 12: saved[1] }, rest);
  const wanted = over(shownOf(before), saved);
  const next = decides({ ...before, item, wanted });
  return { context: { wanted }, ...next, sends: [keeps(item, wanted), ...next.sends] };
};
const tries = (before: Before) => ({ context: { wanted: before.wanted }, ...decides(before) });
/** It waits for as long as there is time. */
const waits = (failure: object) => (before: Before) =>
  isClosed(before)
    ? decides(before)
    : {
        to: 'waiting',
        context: { wanted: before.wanted, failure, sent: null },
        waits: timer('retryDelay', 'waiting', 15_000),
      };

type Here = { context: Before };
const ofMatch = ({ context }: Here) => context.item.id === match.id;
const ofBalance = ({ context }: Here) => context.item.id === balance.id;
const inTime = (here: Here) => ofMatch(here) && !isClosed(here.context);
const lacks = (at: 0 | 1) => (here: Here) => inTime(here) && shownOf(here.context)[at] === null;
const hasHome = (here: Here) => inTime(here) && !lacks(0)(here);
const isSliding = (here: Here) => ofBalance(here) && here.context.sent === null;
/** Where one case is enough: an open match, picked whole. */
const usual = (here: Here) => inTime(here) && isWhole(shownOf(here.context));
/** The rest of a digit's being put back is as the whole one. */
const isPlain = (here: Here) => ofMatch(here) && words(shownOf(here.context)) !== '_:1';
/** Where the item as it was is news. */
const isChanged = (here: Here) =>
  isPlain(here) &&
  here.context.sent === null &&
  (isClosed(here.context) || isWhole(savedOf(here.context.item)));

everyEdge(bet, {
  inputs: {
    'a match': { book, item: match, serverNow, wanted: {} },
    'a kept pick': { book, item: another, serverNow, wanted: { 11: 2, 12: 1 } },
    'half a kept pick': { book, item: another, serverNow, wanted: { 11: 2 } },
    'a kept pick, saved since': { book, item: anotherSaved, serverNow, wanted: { 11: 2, 12: 1 } },
    'half a kept pick, too late': { book, item: another, serverNow: kickOff, wanted: { 11: 2 } },
    'a match under way': { book, item: anotherStarted, serverNow, wanted: {} },
    'a balance': { book, item: balance, serverNow, wanted: {} },
  },
  fold: (context) =>
    [
      context.item.type,
      `${words(shownOf(context))} over ${words(savedOf(context.item))}`,
      ...(isClosed(context) ? ['closed'] : []),
      ...(context.sent ? [`${context.sent.set.length} set, ${context.sent.clear.length} cleared`] : []),
    ].join(', '),
  events: {
    'home 2': when(lacks(0), { type: 'pick.put', option: 11, value: 2 }),
    'home cleared': when(hasHome, { type: 'pick.put', option: 11, value: null }),
    'away 1': when((here) => hasHome(here) && lacks(1)(here), { type: 'pick.put', option: 12, value: 1 }),
    '70 votes': when(ofBalance, { type: 'pick.put', option: 11, value: 70 }),
    'no votes': when(ofBalance, { type: 'pick.put', option: 11, value: 0 }),
    'another item’s option': when((here) => !isClosed(here.context), {
      type: 'pick.put',
      option: 99,
      value: 1,
    }),
    'synced as it was': when(isChanged, { type: 'item.synced', item: match, serverNow }),
    'saved elsewhere': when(isPlain, { type: 'item.synced', item: savedElsewhere, serverNow }),
    'synced, started': when(isPlain, { type: 'item.synced', item: started, serverNow }),
    'synced, date passed': when(isPlain, { type: 'item.synced', item: match, serverNow: kickOff }),
    'balance synced': when(ofBalance, { type: 'item.synced', item: balance, serverNow }),
    'time is up': when((here) => isPlain(here) || isSliding(here), from('closing', { type: 'time.up' })),
    'clock breaks': when(({ context }) => context.item.readonly, error('closing', new Error('broken'))),
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
    'too long': when(usual, after('patience', 20_000)),
    'connection back': when(usual, { type: 'connection.restored' }),
    'time to try again': after('retryDelay', 15_000),
    'slider rests': after('sliderRest', 400),
  },
  becomes: {
    'start: a match': {
      to: 'resting',
      context: { book, item: match, wanted: {}, sent: null, left: hour, timeIsUp: false, failure: null },
      calls: { closing: { parent: expect.anything() as unknown, left: hour } },
    },
    'start: a kept pick': {
      to: 'saving',
      context: { wanted: { 11: 2, 12: 1 } },
      calls: {
        closing: { parent: expect.anything() as unknown, left: hour },
        ...stands([2, 1], [null, null]).calls,
      },
    },
    'start: half a kept pick': { to: 'drafting', context: { wanted: { 11: 2 } } },
    'start: a kept pick, saved since': {
      to: 'resting',
      context: { wanted: {} },
      sends: [keeps(another, {})],
    },
    'start: half a kept pick, too late': {
      to: 'late',
      context: { wanted: {}, failure: missed, left: 0, timeIsUp: true },
      sends: [keeps(another, {})],
    },
    'start: a match under way': { to: 'closed', context: { item: anotherStarted, failure: null } },
    'start: a balance': { to: 'resting', context: { item: balance, left: null, timeIsUp: false } },

    'resting + home 2': puts('home', 2),
    'resting + home cleared': puts('home', null),
    'drafting + home 2': puts('home', 2),
    'drafting + home cleared': puts('home', null),
    'drafting + away 1': puts('away', 1),
    'waiting + home 2': puts('home', 2),
    'waiting + home cleared': puts('home', null),
    'refused + home 2': puts('home', 2),
    'refused + home cleared': puts('home', null),
    'saving + home 2': queues('home', 2),
    'saving + home cleared': queues('home', null),

    'resting + 70 votes': slides(70),
    'resting + no votes': slides(null),
    'sliding + 70 votes': slides(70),
    'sliding + no votes': slides(null),
    'waiting + 70 votes': slides(70),
    'waiting + no votes': slides(null),
    'refused + 70 votes': slides(70),
    'refused + no votes': slides(null),
    'saving + 70 votes': queues('home', 70),
    'saving + no votes': queues('home', null),
    'sliding + slider rests': tries,

    'resting + synced as it was': syncs(match, hour),
    'resting + saved elsewhere': syncs(savedElsewhere, hour),
    'resting + synced, started': syncs(started, hour),
    'resting + synced, date passed': syncs(match, 0),
    'resting + balance synced': syncs(balance, null),
    'drafting + saved elsewhere': syncs(savedElsewhere, hour),
    'drafting + synced, started': syncs(started, hour),
    'drafting + synced, date passed': syncs(match, 0),
    'waiting + synced as it was': syncs(match, hour),
    'waiting + saved elsewhere': syncs(savedElsewhere, hour),
    'waiting + synced, started': syncs(started, hour),
    'waiting + synced, date passed': syncs(match, 0),
    'waiting + balance synced': syncs(balance, null),
    'saving + saved elsewhere': notes(savedElsewhere, hour),
    'saving + synced, started': notes(started, hour),
    'saving + synced, date passed': notes(match, 0),
    'saving + balance synced': notes(balance, null),
    'sliding + balance synced': notes(balance, null),
    'sliding + time is up': closes,
    'refused + synced as it was': notes(match, hour),
    'refused + saved elsewhere': notes(savedElsewhere, hour),
    'refused + balance synced': notes(balance, null),
    'refused + synced, started': {
      to: 'late',
      context: { item: started, failure: invalid },
      sends: [aims(hour)],
    },
    'refused + synced, date passed': {
      to: 'late',
      context: { item: match, failure: invalid },
      sends: [aims(0)],
    },
    'late + synced as it was': (before) => ({
      ...syncs(match, hour)(before),
      context: { item: match, failure: null },
    }),
    'late + saved elsewhere': (before) => ({
      ...syncs(savedElsewhere, hour)(before),
      context: { failure: null },
    }),
    'late + synced, started': notes(started, hour),
    'late + synced, date passed': notes(match, 0),
    'late + balance synced': (before) => ({
      ...syncs(balance, null)(before),
      context: { item: balance, failure: null },
    }),
    'closed + balance synced': syncs(balance, null),
    'closed + synced as it was': syncs(match, hour),
    'closed + saved elsewhere': syncs(savedElsewhere, hour),
    'closed + synced, started': notes(started, hour),
    'closed + synced, date passed': notes(match, 0),

    'resting + time is up': closes,
    'drafting + time is up': closes,
    'waiting + time is up': closes,
    'refused + time is up': { to: 'late', context: { failure: invalid, timeIsUp: true } },
    'saving + time is up': (before) => ({
      to: 'same',
      calls: {},
      context: { timeIsUp: true, wanted: before.wanted, sent: before.sent },
    }),

    'saving + saved': saves,
    'saving + no answer': waits(offline),
    'saving + too long': waits(offline),
    'saving + another request of mine': waits({ kind: 'conflict' }),
    'saving + signed out': waits({ kind: 'unauthenticated' }),
    'saving + not allowed': (before) => ({
      to: isClosed(before) ? 'late' : 'refused',
      context: { item: before.item, wanted: {}, failure: invalid, sent: null },
      sends: [keeps(before.item, {})],
    }),
    'saving + closed': (before) => decides({ ...before, timeIsUp: true }),
    // A save whose answer was lost got in all the same: then nothing was missed.
    'saving + closed, with what stands': (before) => {
      const { wanted, sends } = taken(before, startedSaved);
      const next = decides({ ...before, item: startedSaved, wanted });
      return { context: { item: startedSaved, sent: null }, ...next, sends: [...sends, ...next.sends] };
    },

    'waiting + connection back': tries,
    'waiting + time to try again': tries,
  },
  claims: {
    '*': (snapshot) => expect(snapshot.hasTag('open')).toBe(!snapshot.hasTag('readOnly')),
    resting: ({ context }) => {
      expect(context.wanted).toEqual({});
      expect(context.failure).toBeNull();
    },
    drafting: (snapshot) => expect(snapshot.hasTag('draft')).toBe(true),
    saving: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    waiting: (snapshot) => expect(snapshot.hasTag('waiting')).toBe(true),
    // Shown is what the server has, and why.
    refused: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.wanted).toEqual({});
    },
    late: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.wanted).toEqual({});
    },
    closed: ({ context }) => {
      expect(context.wanted).toEqual({});
      expect(context.failure).toBeNull();
    },
  },
  harmless: {
    'late + item.synced: to deciding instead of resting': 'nothing is wanted there: it decides to rest',
    'closed + item.synced: to deciding instead of resting': 'nothing is wanted there: it decides to rest',
  },
});
