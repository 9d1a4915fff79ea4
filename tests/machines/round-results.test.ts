import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor, type ContextFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import {
  adjacentSide,
  cellsOf,
  completeItems,
  matchesDueFirst,
  emptySideAfter,
  withoutEqual,
  withValue,
} from '#domain/round-results.ts';
import { isDueAt } from '#domain/awaiting-result.ts';
import { roundResults } from '#machines/round-results.ts';
import { buildItemOption } from '#tests/support/builders.ts';
import {
  causeOf,
  done,
  error,
  hasExactTags,
  oneCallAtATime,
  testMachine,
  when,
} from '#tests/support/statecharts/test-machine.ts';
import { match as anyMatch } from './result-entry.expectations.ts';

/** Two matches of one game, 5 with the options 11 and 12 above 6 with 21 and 22; 7 is over. */
const match = (id: number, first: number): Item => {
  const option = (at: number) => buildItemOption(id, first + at, { name: `${id}` });
  return { ...anyMatch, id, options: { [first]: option(0), [first + 1]: option(1) } };
};
const over = (item: Item, ...results: readonly number[]): Item => ({
  ...item,
  status: 'ended',
  ended: true,
  version: 2,
  options: Object.fromEntries(
    Object.entries(item.options).map(([id, option], at) => [id, { ...option, result: results[at] ?? null }]),
  ),
});
const five = match(5, 11);
const six = match(6, 21);
const startedFive: Item = { ...five, status: 'started', started: true, version: 2 };
const theirs = over(five, 0, 3);
const mine = over(five, 2, 1);
const draft = (typed: Record<number, number>, version = 1) => ({ version, typed });
const twoOne = { 5: draft({ 11: 2, 12: 1 }) };
const both = { ...twoOne, 6: draft({ 21: 0, 22: 0 }) };

const offline = { kind: 'offline' as const };
const taken = { kind: 'conflict' as const, detail: 'another was first', current: theirs };
const same = { kind: 'conflict' as const, detail: 'another was first', current: mine };

type Before = ContextFrom<typeof roundResults>;
const keeps = (drafts: Before['drafts']) => ({
  type: 'value.keep',
  value: Object.keys(drafts).length > 0 ? drafts : null,
});
const isFresh = ({ context }: { context: Before }) =>
  Object.keys(context.drafts).length === 0 && context.items[0]?.status === 'open';
/** How many sides of 5 and of 6 are typed. */
const shapeOf = ({ context: { drafts } }: { context: Before }) =>
  [5, 6].map((id) => Object.keys(drafts[id]?.typed ?? {}).length).join('');
/** Only 5 is typed, and it could not be sent. */
const isRefused = (snapshot: { context: Before }) =>
  snapshot.context.items[0]?.status === 'open' &&
  snapshot.context.failures[5] === offline &&
  shapeOf(snapshot) === '20';
const mayType = (snapshot: { context: Before }) =>
  isRefused(snapshot) ||
  (snapshot.context.items.every(({ status }) => status === 'open') &&
    Object.keys(snapshot.context.failures).length === 0);
/** Half a score, one or both whole. */
const mayEnd = (snapshot: { context: Before }) =>
  ['open', 'started'].includes(snapshot.context.items[0]?.status ?? '') &&
  ['00', '10', '20', '22'].includes(shapeOf(snapshot)) &&
  (snapshot.context.drafts[5]?.typed[11] ?? 2) === 2;
const isFirst = (id: number) => (snapshot: { context: Before }) => snapshot.context.queue[0] === id;
const typedOf = ({ drafts }: Before, option: number) => drafts[option < 20 ? 5 : 6]?.typed[option];
const isEmpty = (context: Before, option: number) =>
  context.items[option < 20 ? 0 : 1]?.status !== 'ended' && typedOf(context, option) === undefined;
const dropped = <Value>(values: Readonly<Record<number, Value>>, id: number) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => Number(key) !== id));

/** The digit is in the active cell, and this one is active next. */
const types = (digit: number, next: (now: Before) => number | null) => (before: Before) => {
  const option = before.active ?? 0;
  const id = option < 20 ? 5 : 6;
  const old = before.drafts[id] ?? draft({}, before.items.find((item) => item.id === id)?.version);
  const drafts = {
    ...before.drafts,
    [id]: { ...old, typed: { ...old.typed, [option]: before.tens + digit } },
  };
  return {
    to: 'entering',
    context: { drafts, tens: 0, failures: dropped(before.failures, id), active: next({ ...before, drafts }) },
    sends: [keeps(drafts)],
  };
};
const goesTo = (active: number) => ({ to: 'entering', context: { active, tens: 0 } });
const sends = (drafts: Before['drafts'], queue: readonly number[]) => ({
  to: 'publishing',
  context: { queue, drafts, active: null, tens: 0 },
  calls: {
    setResults: {
      item: queue[0],
      value:
        queue[0] === 5 ? { home: drafts[5]?.typed[11], away: drafts[5]?.typed[12] } : { home: 0, away: 0 },
      version: drafts[queue[0] ?? 0]?.version,
    },
  },
  sends: [],
});
/** The next one of the queue; after the last the digits that are left, or the end. */
const goesOn = (before: Before, context: Partial<Before>) => {
  const drafts = context.drafts ?? before.drafts;
  const publishable = complete({ ...before, ...context });
  const queue = before.queue.slice(1).filter((id) => publishable.includes(id));
  const kept = [keeps(drafts)];
  if (queue.length > 0) return { ...sends(drafts, queue), context: { ...context, queue }, sends: kept };
  const isEnd = Object.keys(drafts).length === 0;
  return { to: isEnd ? 'published' : 'entering', context: { ...context, queue }, sends: kept };
};
const publishes = (item: Item) => (before: Before) =>
  goesOn(before, {
    items: before.items.map((one) => (one.id === item.id ? item : one)),
    drafts: dropped(before.drafts, item.id),
  });
const syncs = (item: Item) => (before: Before) => {
  const isTyped = typedOf(before, 11) === 2 && typedOf(before, 12) === 1;
  const isGone = item.status === 'ended' && (before.active ?? 99) < 20;
  return {
    to: 'same',
    context: {
      items: before.items.map((one) => (one.id === item.id ? item : one)),
      drafts: item === mine && isTyped ? dropped(before.drafts, 5) : before.drafts,
      active: isGone ? null : before.active,
    },
  };
};
const complete = ({ drafts, items }: Before) =>
  items
    .filter(({ status }) => status !== 'ended')
    .map(({ id }) => id)
    .filter((id) => Object.keys(drafts[id]?.typed ?? {}).length === 2);

testMachine(roundResults, {
  inputs: { round: { game: 2 } },
  fold: ({ items, drafts, active, tens, queue, failures }) =>
    [
      items[0]?.status === 'open' ? '' : `5 ${items[0]?.status} ${items[0] === theirs ? 'theirs' : ''}`,
      items[1]?.status === 'open' ? '' : '6 over',
      JSON.stringify(drafts),
      active ?? '',
      tens || '',
      queue.join(),
      Object.values(failures)
        .map(({ kind }) => kind)
        .join(),
    ]
      .filter(Boolean)
      .join(' | '),
  events: {
    'the round arrives': when((s) => s.matches('awaitingItems'), {
      type: 'items.synced',
      items: [five, six, over(match(7, 31), 1, 1)],
    }),
    'no drafts': done('loadDrafts', null),
    'both are typed': done('loadDrafts', both),
    'half of one is typed': done('loadDrafts', { 5: draft({ 11: 2 }) }),
    'load fails': error('loadDrafts', new Error('denied')),
    'store breaks': when((s) => s.matches('loading'), error('draftStore', new Error('denied'))),
    'live: it started': when((s) => isFresh(s) && s.matches('entering'), {
      type: 'items.synced',
      items: [startedFive],
    }),
    'live: theirs': when(mayEnd, { type: 'items.synced', items: [theirs] }),
    'live: the same as mine': when((s) => mayEnd(s) && !s.matches('publishing'), {
      type: 'items.synced',
      items: [mine],
    }),
    'live: six, the same as mine': when(
      (s) => s.matches('publishing') && s.context.items[1]?.status === 'open' && shapeOf(s).endsWith('2'),
      { type: 'items.synced', items: [over(six, 0, 0)] },
    ),
    'tap home': when((s) => s.context.active !== 11 && (isFresh(s) || isRefused(s)), {
      type: 'cell.tap',
      option: 11,
    }),
    'tap last': when((s) => s.context.active !== 22 && isFresh(s), { type: 'cell.tap', option: 22 }),
    'tap home of what is over': when((s) => s.context.items[0]?.status === 'ended', {
      type: 'cell.tap',
      option: 11,
    }),
    next: when(isFresh, { type: 'cell.move', direction: 'next' }),
    previous: when(isFresh, { type: 'cell.move', direction: 'previous' }),
    down: when(isFresh, { type: 'cell.move', direction: 'down' }),
    up: when(isFresh, { type: 'cell.move', direction: 'up' }),
    '2': when((s) => mayType(s) && [11, null].includes(s.context.active), { type: 'digit.press', digit: 2 }),
    '1': when((s) => mayType(s) && s.context.active === 12, { type: 'digit.press', digit: 1 }),
    '0': when((s) => mayType(s) && (s.context.active ?? 0) > 20, { type: 'digit.press', digit: 0 }),
    ten: when(
      (s) => (isFresh(s) || isRefused(s)) && [11, null].includes(s.context.active) && s.context.tens === 0,
      {
        type: 'tens.press',
      },
    ),
    clear: when((s) => mayType(s) && [11, null].includes(s.context.active), { type: 'digit.clear' }),
    publish: { type: 'round.publish' },
    'mine instead': { type: 'result.replace', item: 5 },
    'theirs is right': { type: 'result.keep', item: 5 },
    'five is published': when(isFirst(5), done('setResults', mine)),
    'six is published': when(isFirst(6), done('setResults', over(six, 0, 0))),
    'another was first': when(isFirst(5), error('setResults', taken)),
    'another was first with the same': when(
      (s) => isFirst(5)(s) && typedOf(s.context, 11) === 2,
      error('setResults', same),
    ),
    'no network': error('setResults', offline),
  },
  becomes: {
    'start: round': {
      to: 'awaitingItems',
      context: { game: 2, items: [], drafts: {}, active: null, tens: 0, queue: [], failures: {} },
      calls: { draftStore: { game: 2 } },
    },
    // What is over has no cells.
    'awaitingItems + the round arrives': {
      to: 'loading',
      context: { items: [five, six] },
      calls: { loadDrafts: { game: 2 } },
    },

    // The pad opens on the first empty cell.
    'loading + no drafts': ({ items }) => ({
      to: 'entering',
      context: { active: items[0]?.status === 'ended' ? 21 : 11 },
    }),
    'loading + load fails': ({ items }) => ({
      to: 'entering',
      context: { active: items[0]?.status === 'ended' ? 21 : 11 },
    }),
    'loading + both are typed': ({ items }) => ({
      to: 'entering',
      // What equals the result that stands by now is no draft any more.
      context: { drafts: items[0] === mine ? { 6: both[6] } : both },
    }),
    'loading + half of one is typed': ({ items }) => ({
      to: 'entering',
      context: { drafts: { 5: draft({ 11: 2 }) }, active: items[0]?.status === 'ended' ? 21 : 12 },
    }),
    'loading + live: theirs': syncs(theirs),
    'loading + live: the same as mine': syncs(mine),

    'entering + live: it started': syncs(startedFive),
    'entering + live: theirs': syncs(theirs),
    'entering + live: the same as mine': syncs(mine),
    'entering + tap home': goesTo(11),
    'entering + tap last': goesTo(22),
    'entering + next': ({ active }) =>
      active === null || active === 22 ? 'ignored' : goesTo({ 11: 12, 12: 21, 21: 22 }[active] ?? 0),
    'entering + previous': ({ active }) =>
      active === null || active === 11 ? 'ignored' : goesTo({ 12: 11, 21: 12, 22: 21 }[active] ?? 0),
    'entering + down': ({ active }) => (active === 11 || active === 12 ? goesTo(active + 10) : 'ignored'),
    'entering + up': ({ active }) => (active === 21 || active === 22 ? goesTo(active - 10) : 'ignored'),

    // The other side of the same match first, then the next empty cell down the round.
    'entering + 2': (before) =>
      before.active === null
        ? 'ignored'
        : types(2, (now) => (isEmpty(now, 12) ? 12 : isEmpty(now, 21) ? 21 : isEmpty(now, 22) ? 22 : null))(
            before,
          ),
    'entering + 1': types(1, (now) =>
      isEmpty(now, 11) ? 11 : isEmpty(now, 21) ? 21 : isEmpty(now, 22) ? 22 : null,
    ),
    'entering + 0': (before) =>
      types(0, (now) => {
        const other = before.active === 22 ? 21 : 22;
        return isEmpty(now, other) ? other : null;
      })(before),
    'entering + ten': ({ active, drafts, items, failures }) => {
      if (active === null) return 'ignored';
      const { version } = drafts[5] ?? items[0] ?? { version: 0 };
      const next = { ...drafts, 5: draft({ ...drafts[5]?.typed, 11: 10 }, version) };
      return {
        to: 'entering',
        context: { tens: 10, drafts: next, failures: dropped(failures, 5) },
        sends: [keeps(next)],
      };
    },
    'entering + clear': ({ active, drafts, failures }) => {
      if (active === null) return 'ignored';
      const { 11: _, ...typed } = drafts[5]?.typed ?? {};
      const rest = dropped(drafts, 5);
      const next = Object.keys(typed).length > 0 ? { ...rest, 5: draft(typed, drafts[5]?.version) } : rest;
      return {
        to: 'entering',
        context: { drafts: next, tens: 0, failures: dropped(failures, 5) },
        sends: [keeps(next)],
      };
    },

    'entering + publish': (before) => {
      const queue = complete(before);
      if (queue.length === 0) return 'ignored';
      const outcome = sends(before.drafts, queue);
      return { ...outcome, context: { ...outcome.context, failures: {} } };
    },
    'entering + mine instead': (before) => {
      const old = before.drafts[5];
      if (before.items[0]?.status !== 'ended' || Object.keys(old?.typed ?? {}).length < 2) return 'ignored';
      const drafts = { ...before.drafts, 5: draft(old?.typed ?? {}, 2) };
      const outcome = sends(drafts, [5]);
      return { ...outcome, context: { ...outcome.context, failures: dropped(before.failures, 5) } };
    },
    'entering + theirs is right': ({ items, drafts, failures }) =>
      5 in drafts && items[0]?.status === 'ended'
        ? {
            to: 'entering',
            context: { drafts: dropped(drafts, 5), failures: dropped(failures, 5) },
            sends: [keeps(dropped(drafts, 5))],
          }
        : 'ignored',

    'publishing + live: theirs': syncs(theirs),
    // Its event came before its answer, or it was published by somebody else: it is not published again.
    'publishing + live: six, the same as mine': ({ items, drafts }) => ({
      to: 'same',
      context: { items: [items[0], over(six, 0, 0)], drafts: dropped(drafts, 6) },
    }),
    'publishing + five is published': publishes(mine),
    'publishing + six is published': publishes(over(six, 0, 0)),
    'publishing + another was first': (before) =>
      goesOn(before, {
        items: before.items.map((one) => (one.id === 5 ? theirs : one)),
        failures: { ...before.failures, 5: taken },
      }),
    // Nothing is to be decided.
    'publishing + another was first with the same': (before) =>
      goesOn(before, {
        items: before.items.map((one) => (one.id === 5 ? mine : one)),
        drafts: dropped(before.drafts, 5),
      }),
    'publishing + no network': (before) => {
      const id = before.queue[0] ?? 0;
      // Of what stands by now nothing is left to send.
      return goesOn(before, id in before.drafts ? { failures: { ...before.failures, [id]: offline } } : {});
    },
  },
  claims: {
    entering: hasExactTags('entering'),
    publishing: hasExactTags('busy'),
    '*': ({ context: { active, items } }) => {
      if (active !== null && active < 20) expect(items[0]?.status).not.toBe('ended');
    },
  },
  laws: {
    'never two results in flight': oneCallAtATime('setResults'),
    'nothing is published without a tap, and nothing of mine replaces a result unasked': () => {
      let asked = false;
      return (step) => {
        const { type } = causeOf(step);
        if (type === 'round.publish' || type === 'result.replace') asked = type === 'result.replace';
        const call = step.calls.setResults as { item: number; version: number } | undefined;
        if (call && !asked)
          expect(call.version).toBe(call.item === 5 ? (step.after.context as Before).drafts[5]?.version : 1);
      };
    },
    'what was typed is lost to nothing but a tap, or by standing as a result': () => (step) => {
      const { type } = causeOf(step);
      const taps = /^(digit|tens|result\.keep|items\.synced|xstate\.)/.test(type);
      const [before, after] = [step.before?.context as Before | undefined, step.after.context as Before];
      if (before && !taps) expect(Object.keys(after.drafts)).toEqual(Object.keys(before.drafts));
    },
  },
  // Digits, arrows and live events are tried where little is typed.
  unpaired: 55,
});

test('goals may exceed 9: tens stand in the cell, and the next digit is added to them', async () => {
  const actor = createActor(
    roundResults.provide({
      actors: {
        loadDrafts: fromPromise<Before['drafts'] | null, { game: number }>(() => Promise.resolve(null)),
        draftStore: fromCallback(() => {}),
      },
    }),
    { input: { game: 2 } },
  ).start();
  actor.send({ type: 'items.synced', items: [five, six] });
  await waitFor(actor, (snapshot) => snapshot.matches('entering'));
  const home = () => actor.getSnapshot().context.drafts[5]?.typed[11];
  const tens = Array.from({ length: 10 }, () => {
    actor.send({ type: 'tens.press' });
    return home();
  });
  expect(tens).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 0]);
  actor.send({ type: 'tens.press' });
  actor.send({ type: 'digit.press', digit: 3 });
  expect([home(), actor.getSnapshot().context.active]).toEqual([13, 12]);
  // Of another cell nothing is left.
  actor.send({ type: 'tens.press' });
  actor.send({ type: 'cell.tap', option: 21 });
  actor.send({ type: 'digit.press', digit: 4 });
  expect(actor.getSnapshot().context.drafts[6]).toEqual(draft({ 21: 4 }));
  actor.stop();
});

describe('the cells of a round', () => {
  const items = [five, six];
  const typed = (values: Record<number, number>) =>
    Object.entries(values).reduce(
      (drafts, [option, value]) => withValue(items, drafts, Number(option), value),
      {},
    );
  test('are those of the matches without a result, in reading order', () => {
    const options = (...of: Item[]) => cellsOf(of).map(({ option }) => option);
    expect([options(five, six), options(startedFive, six), options(mine, six)]).toEqual([
      [11, 12, 21, 22],
      [11, 12, 21, 22],
      [21, 22],
    ]);
    expect(options({ ...five, status: 'void' })).toEqual([]);
  });
  test.each([
    ['the other side', 11, { 11: 1 }, 12],
    ['the other side, above', 12, { 12: 1 }, 11],
    ['the next match', 12, { 11: 1, 12: 1 }, 21],
    ['over a filled one', 11, { 11: 1, 12: 1, 21: 1 }, 22],
    ['never back up the round', 22, { 12: 1, 21: 1, 22: 1 }, null],
    ['none is empty', 12, { 11: 1, 12: 1, 21: 1, 22: 1 }, null],
    ['the first one', null, { 11: 1 }, 12],
  ])('a digit leads to %s', (_, active, values, next) =>
    expect(emptySideAfter(items, typed(values), active)).toBe(next),
  );
  test('arrows follow the order and the columns, and end at the edges', () => {
    const from = (active: number | null) =>
      (['next', 'previous', 'down', 'up'] as const).map((direction) =>
        adjacentSide(items, active, direction),
      );
    expect([from(11), from(21), from(22), from(null)]).toEqual([
      [12, null, 21, null],
      [22, 12, null, 11],
      [null, 21, null, 12],
      [null, null, null, null],
    ]);
  });
  test('keep the version that a match had when its first digit was typed', () => {
    const drafts = withValue([startedFive, six], typed({ 11: 1 }), 12, 4);
    expect(drafts).toEqual({ 5: { version: 1, typed: { 11: 1, 12: 4 } } });
    expect(withValue(items, drafts, 11, null)).toEqual({ 5: { version: 1, typed: { 12: 4 } } });
    expect(withValue(items, typed({ 11: 1 }), 11, null)).toEqual({});
    expect(withValue(items, {}, 99, 1)).toEqual({});
  });
  test('begin with one match, then those that wait for their result', () => {
    const now = Date.parse('2026-06-20T18:00:00Z');
    const at = (id: number, date: string | null): Item => ({ ...match(id, id * 10), date });
    const ahead = at(1, '2026-06-20T18:00:01Z');
    const closed = at(2, '2026-06-20T18:00:00Z');
    const undated = at(3, null);
    const ended = { ...over(closed, 1, 1), id: 4 };
    const all = [ahead, undated, closed, startedFive, ended];
    expect(all.map((item) => isDueAt(item, now))).toEqual([false, false, true, true, false]);
    const vote: Item = { ...closed, id: 6, type: 'vote' };
    const ids = (first?: number) => matchesDueFirst([vote, ...all], now, first).map(({ id }) => id);
    expect([ids(), ids(3)]).toEqual([
      [2, 5, 1, 3, 4],
      [3, 2, 5, 1, 4],
    ]);
  });
  test('make a result with both sides, of what has none', () => {
    expect(completeItems(items, typed({ 11: 1, 12: 0, 21: 3 }))).toEqual([5]);
    expect(completeItems([mine, six], both)).toEqual([6]);
  });
  test('are no draft of what stands already, nor of another round', () => {
    expect(withoutEqual([mine, six], both)).toEqual({ 6: both[6] });
    expect(withoutEqual([theirs, six], both)).toEqual(both);
    expect(withoutEqual([five], both)).toEqual(twoOne);
  });
});
