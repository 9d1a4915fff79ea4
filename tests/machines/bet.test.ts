import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { Wanted } from '#contract/picks.ts';
import { bet } from '#machines/bet.ts';
import { itemOf } from '#tests/support/items.ts';
import { after, done, error, everyEdge, from, neighbour, when } from '#tests/support/walks.ts';

type Before = ContextFrom<typeof bet>;
type Digits = readonly [number | null, number | null];

const hour = 3_600_000;
const date = '2026-06-11T20:00:00.000Z';
const kickOff = Date.parse(date);
const serverNow = kickOff - hour;
const book = neighbour('book');

const match = itemOf(5, 'home/away', { 11: null, 12: null }, { date });
const elsewhere = itemOf(5, 'home/away', { 11: 0, 12: 0 }, { date });
const started: Item = { ...match, status: 'started', started: true, readonly: true };
const startedSaved: Item = { ...elsewhere, status: 'started', started: true, readonly: true };
const balance = itemOf(6, 'balance', { 11: null, 12: null }, { ptsDetails: { bets_allow: 1, votesForPoint: 100, reason: null } });

const offline = { kind: 'offline' as const };
const conflict = { kind: 'conflict' as const };
const signedOut = { kind: 'unauthenticated' as const };
const closedNow = { kind: 'item_closed' as const, current: startedSaved };
const closedUnsaid = { kind: 'item_closed' as const };
const invalid = { kind: 'validation' as const };
const missed = { kind: 'item_closed' };

const savedOf = ({ item }: Before): Digits => [item.options[11]?.value ?? null, item.options[12]?.value ?? null];
const shownOf = (context: Before): Digits => {
  const [home, away] = savedOf(context);
  const { wanted } = context;
  return [11 in wanted ? (wanted[11] ?? null) : home, 12 in wanted ? (wanted[12] ?? null) : away];
};
const words = ([home, away]: Digits) => `${home ?? '_'}:${away ?? '_'}`;
const same = (one: Digits, other: Digits) => words(one) === words(other);
const isWhole = ([home, away]: Digits) => home !== null && away !== null;
const isNone = ([home, away]: Digits) => home === null && away === null;
const ahead = ({ left }: { left: number | null }) => left === null || left > 0;
const ids = { 11: 911, 12: 912 };

/** What is wanted, so that these digits are shown over the saved ones. */
const wantedOf = ([home, away]: Digits, saved: Digits): Wanted => ({
  ...(home === saved[0] ? {} : { 11: home }),
  ...(away === saved[1] ? {} : { 12: away }),
});
const keeps = (item: number, wanted: Wanted) => ({ type: 'draft.changed', item, wanted });
const aims = (left: number | null) => ({ type: 'moment.set', left });

/** Where an open item stands, by what is shown and what is saved: the whole rule of saving. */
function settles(item: Item, shown: Digits, saved: Digits): { to: string; calls: Record<string, unknown> } {
  if (item.type === 'balance') {
    const set = [11, 12].flatMap((itemOption, at) =>
      shown[at] === saved[at] ? [] : [{ itemOption, value: shown[at] ?? 0 }],
    );
    return set.length === 0
      ? { to: 'resting', calls: {} }
      : { to: 'saving', calls: { saveBets: { set, clear: [], post: 2 } } };
  }
  if (same(shown, saved)) return { to: 'resting', calls: {} };
  if (isWhole(shown)) {
    const set = [11, 12].map((itemOption, at) => ({ itemOption, value: shown[at] }));
    return { to: 'saving', calls: { saveBets: { set, clear: [], post: 2 } } };
  }
  // Half a score is no bet: what was saved of it is taken back, both sides.
  if (isWhole(saved)) return { to: 'saving', calls: { saveBets: { set: [], clear: [ids[11], ids[12]], post: 2 } } };
  return { to: 'drafting', calls: {} };
}

/** A tap: shown and kept at once, and sent as the rule says. */
const puts = (option: 11 | 12, value: number | null) => (before: Before) => {
  const [home, away] = shownOf(before);
  const digit = before.item.type === 'balance' && value === 0 ? null : value;
  const shown: Digits = option === 11 ? [digit, away] : [home, digit];
  const wanted = wantedOf(shown, savedOf(before));
  const stands =
    before.item.type === 'balance'
      ? { to: 'sliding', calls: {}, waits: [{ event: { type: 'xstate.after.sliderRest.bet.sliding' }, ms: 400 }] }
      : settles(before.item, shown, savedOf(before));
  return { ...stands, context: { wanted, item: before.item, failure: null }, sends: [keeps(before.item.id, wanted)] };
};
/** While a save is on its way the newest is only shown and kept. */
const queues = (option: 11 | 12, value: number | null) => (before: Before) => {
  const { context, sends } = puts(option, value)(before);
  return { to: 'same', context: { ...context, sent: before.sent }, sends, calls: {} };
};

const lateFor = (item: Item, also: object = {}) => ({
  to: 'late',
  context: { wanted: {}, failure: missed, item, sent: null, ...also },
});

/** The item as the server has it now, with the clock set anew. */
const syncs = (item: Item, left: number | null) => (before: Before) => {
  const saved = savedOf({ ...before, item });
  const wanted = wantedOf(shownOf(before), saved);
  const stillWants = Object.fromEntries(
    Object.entries(before.wanted).filter(([id, value]) => (item.options[id]?.value ?? null) !== value),
  );
  void wanted;
  const shown = shownOf({ ...before, item, wanted: stillWants });
  const context = { item, left, timeIsUp: left !== null && left <= 0, wanted: stillWants };
  if (item.readonly || !ahead({ left })) {
    const late = Object.keys(stillWants).length > 0;
    return late
      ? { ...lateFor(item, { left }), sends: [aims(left), keeps(item.id, {})] }
      : { to: 'closed', context, sends: [aims(left)] };
  }
  return { ...settles(item, shown, saved), context, sends: [aims(left)] };
};
/** Only taken note of: a save is on its way. */
const notes = (item: Item, left: number | null) => (before: Before) => {
  const { context, sends } = { ...syncs(item, left)(before), sends: [aims(left)] };
  const wanted = Object.fromEntries(
    Object.entries(before.wanted).filter(([id, value]) => (item.options[id]?.value ?? null) !== value),
  );
  return { to: 'same', context: { ...context, wanted, timeIsUp: left !== null && left <= 0, sent: before.sent, failure: before.failure }, sends, calls: {} };
};
const closes = (before: Before) =>
  Object.keys(before.wanted).length > 0
    ? { ...lateFor(before.item), sends: [keeps(before.item.id, {})] }
    : { to: 'closed', context: { item: before.item, timeIsUp: true, wanted: {} } };

/** The save went through: its values are the server's now, and what was changed since goes next. */
const saves = (before: Before) => {
  const { set, clear } = before.sent ?? { set: [], clear: [] };
  const valueOf = (option: number, was: number | null) => {
    const value = set.find(({ itemOption }) => itemOption === option)?.value;
    if (clear.includes(900 + option) || (before.item.type === 'balance' && value === 0)) return null;
    return value ?? was;
  };
  const [home, away] = savedOf(before);
  const saved: Digits = [valueOf(11, home), valueOf(12, away)];
  const wanted = wantedOf(shownOf(before), saved);
  const news = keeps(before.item.id, wanted);
  const { item, timeIsUp } = before;
  if (item.readonly || timeIsUp)
    return Object.keys(wanted).length > 0
      ? { to: 'late', context: { wanted: {}, sent: null, failure: missed }, sends: [news, keeps(item.id, {})] }
      : { to: 'closed', context: { wanted: {}, sent: null }, sends: [news] };
  return { ...settles(item, shownOf(before), saved), context: { wanted, failure: null }, sends: [news] };
};
const tries = (before: Before) => ({ ...settles(before.item, shownOf(before), savedOf(before)), context: { wanted: before.wanted } });
const waits = (failure: object) => (before: Before) => ({
  to: 'waiting',
  context: { wanted: before.wanted, failure, sent: null },
  waits: [{ event: { type: 'xstate.after.retryDelay.bet.waiting' }, ms: 15_000 }],
});
const refuses = (before: Before) => ({
  to: 'refused',
  context: { wanted: {}, failure: invalid, sent: null, item: before.item },
  sends: [keeps(before.item.id, {})],
});
const opens = (item: Item, left: number | null) => (before: Before) => ({ ...syncs(item, left)(before), context: { item, left, timeIsUp: false } });

const ofMatch = ({ context }: { context: Before }) => context.item.type === 'home/away';
const ofBalance = ({ context }: { context: Before }) => context.item.type === 'balance';

everyEdge(bet, {
  inputs: {
    'a match': { book, item: match, serverNow, wanted: {} },
    'a kept pick': { book, item: match, serverNow, wanted: { 11: 2, 12: 1 } },
    'half a kept pick': { book, item: match, serverNow, wanted: { 11: 2 } },
    'a kept pick, saved since': { book, item: elsewhere, serverNow, wanted: { 11: 0, 12: 0 } },
    'a kept pick, too late': { book, item: match, serverNow: kickOff, wanted: { 11: 2 } },
    'a match under way': { book, item: startedSaved, serverNow, wanted: {} },
    'a match without a date': { book, item: { ...match, date: null }, serverNow, wanted: {} },
    'a balance': { book, item: balance, serverNow, wanted: {} },
  },
  fold: (context) =>
    [
      context.item.type,
      words(shownOf(context)),
      `saved ${words(savedOf(context))}`,
      ...(context.item.readonly ? ['started'] : []),
      ...(context.timeIsUp ? ['time up'] : []),
      ...(context.item.date === null ? ['no date'] : []),
      ...(context.sent ? [`sent ${JSON.stringify(context.sent)}`] : []),
    ].join(', '),
  events: {
    'home 2': { type: 'pick.put', option: 11, value: 2 },
    'away 1': { type: 'pick.put', option: 12, value: 1 },
    'home cleared': when(ofMatch, { type: 'pick.put', option: 11, value: null }),
    'home 0 votes': when(ofBalance, { type: 'pick.put', option: 11, value: 0 }),
    'another item’s option': { type: 'pick.put', option: 99, value: 1 },
    'synced as it was': when(ofMatch, { type: 'item.synced', item: match, serverNow }),
    'synced, saved elsewhere': when(ofMatch, { type: 'item.synced', item: elsewhere, serverNow }),
    'synced, started': when(ofMatch, { type: 'item.synced', item: started, serverNow }),
    'synced, date passed': when(ofMatch, { type: 'item.synced', item: match, serverNow: kickOff }),
    'balance synced': when(ofBalance, { type: 'item.synced', item: balance, serverNow }),
    'time is up': from('closing', { type: 'time.up' }),
    'clock breaks': error('closing', new Error('broken')),
    saved: done('saveBets', [
      { id: 911, itemOption: 11, value: 2 },
      { id: 912, itemOption: 12, value: 1 },
    ]),
    'no answer': error('saveBets', offline),
    'another request of mine': error('saveBets', conflict),
    'signed out': error('saveBets', signedOut),
    'closed, says what stands': error('saveBets', closedNow),
    'closed, says no more': error('saveBets', closedUnsaid),
    'not allowed': error('saveBets', invalid),
    'too long': after('patience', 20_000),
    'connection back': { type: 'connection.restored' },
    retry: { type: 'bet.retry' },
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
        saveBets: { set: [{ itemOption: 11, value: 2 }, { itemOption: 12, value: 1 }], clear: [], post: 2 },
      },
    },
    'start: half a kept pick': { to: 'drafting', context: { wanted: { 11: 2 } } },
    'start: a kept pick, saved since': { to: 'resting', context: { wanted: {} } },
    'start: a kept pick, too late': { ...lateFor(match, { left: 0, timeIsUp: true }), sends: [keeps(5, {})] },
    'start: a match under way': { to: 'closed', context: { item: startedSaved, wanted: {}, failure: null } },
    'start: a match without a date': { to: 'resting', context: { left: null, timeIsUp: false } },
    'start: a balance': { to: 'resting', context: { left: null } },

    'resting + home 2': puts(11, 2),
    'resting + away 1': puts(12, 1),
    'resting + home cleared': puts(11, null),
    'resting + home 0 votes': puts(11, 0),
    'drafting + home 2': puts(11, 2),
    'drafting + away 1': puts(12, 1),
    'drafting + home cleared': puts(11, null),
    'sliding + home 2': puts(11, 2),
    'sliding + away 1': puts(12, 1),
    'sliding + home 0 votes': puts(11, 0),
    'waiting + home 2': puts(11, 2),
    'waiting + away 1': puts(12, 1),
    'waiting + home cleared': puts(11, null),
    'waiting + home 0 votes': puts(11, 0),
    'refused + home 2': puts(11, 2),
    'refused + away 1': puts(12, 1),
    'refused + home cleared': puts(11, null),
    'refused + home 0 votes': puts(11, 0),
    'saving + home 2': queues(11, 2),
    'saving + away 1': queues(12, 1),
    'saving + home cleared': queues(11, null),
    'saving + home 0 votes': queues(11, 0),

    'resting + synced as it was': syncs(match, hour),
    'resting + synced, saved elsewhere': syncs(elsewhere, hour),
    'resting + synced, started': syncs(started, hour),
    'resting + synced, date passed': syncs(match, 0),
    'resting + balance synced': syncs(balance, null),
    'drafting + synced as it was': syncs(match, hour),
    'drafting + synced, saved elsewhere': syncs(elsewhere, hour),
    'drafting + synced, started': syncs(started, hour),
    'drafting + synced, date passed': syncs(match, 0),
    'waiting + synced as it was': syncs(match, hour),
    'waiting + synced, saved elsewhere': syncs(elsewhere, hour),
    'waiting + synced, started': syncs(started, hour),
    'waiting + synced, date passed': syncs(match, 0),
    'waiting + balance synced': syncs(balance, null),
    'saving + synced as it was': notes(match, hour),
    'saving + synced, saved elsewhere': notes(elsewhere, hour),
    'saving + synced, started': notes(started, hour),
    'saving + synced, date passed': notes(match, 0),
    'saving + balance synced': notes(balance, null),
    'sliding + balance synced': notes(balance, null),

    'resting + time is up': closes,
    'drafting + time is up': closes,
    'sliding + time is up': closes,
    'waiting + time is up': closes,
    'saving + time is up': (before) => ({
      to: 'same',
      context: { timeIsUp: true, wanted: before.wanted, sent: before.sent },
      calls: {},
    }),

    'saving + saved': saves,
    'saving + no answer': waits(offline),
    'saving + another request of mine': waits(conflict),
    'saving + signed out': waits(signedOut),
    'saving + too long': waits(offline),
    'saving + not allowed': refuses,
    'saving + closed, says what stands': { ...lateFor(startedSaved), sends: [keeps(5, {})] },
    'saving + closed, says no more': (before) => ({ ...lateFor(before.item), sends: [keeps(before.item.id, {})] }),

    'waiting + connection back': tries,
    'waiting + retry': tries,
    'waiting + time to try again': tries,
    'sliding + slider rests': tries,
  },
  claims: {
    '*': (snapshot) => expect(snapshot.hasTag('open')).toBe(!snapshot.hasTag('readOnly')),
    resting: (snapshot) => expect(Object.keys(snapshot.context.wanted)).toEqual([]),
    drafting: (snapshot) => {
      expect(snapshot.hasTag('draft')).toBe(true);
      expect(isWhole(shownOf(snapshot.context)) || isNone(shownOf(snapshot.context))).toBe(false);
    },
    saving: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    waiting: (snapshot) => expect(snapshot.hasTag('waiting')).toBe(true),
    // Shown is what the server has.
    refused: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.wanted).toEqual({});
    },
    late: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.wanted).toEqual({});
      expect(snapshot.context.failure).toEqual(missed);
    },
    closed: (snapshot) => expect(snapshot.context.wanted).toEqual({}),
  },
});
void opens;
