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

/** A match of the game: 5 with the options 11 and 12, above 6 with 21 and 22; 7 has ended. */
const matchOf = (id: number, first: number): Item => {
  const option = (at: number) => buildItemOption(id, first + at, { name: `${id}` });
  return { ...anyMatch, id, options: { [first]: option(0), [first + 1]: option(1) } };
};
const endedWith = (item: Item, ...results: readonly number[]): Item => ({
  ...item,
  status: 'ended',
  ended: true,
  version: 2,
  options: Object.fromEntries(
    Object.entries(item.options).map(([id, option], at) => [id, { ...option, result: results[at] ?? null }]),
  ),
});
const match5 = matchOf(5, 11);
const match6 = matchOf(6, 21);
const startedMatch5: Item = { ...match5, status: 'started', started: true, version: 2 };
const endedByOther = endedWith(match5, 0, 3);
const endedAsTyped = endedWith(match5, 2, 1);
const draftOf = (typed: Record<number, number>, version = 1) => ({ version, typed });
const draftOf5 = { 5: draftOf({ 11: 2, 12: 1 }) };
const draftsOfBoth = { ...draftOf5, 6: draftOf({ 21: 0, 22: 0 }) };

const offline = { kind: 'offline' as const };
const conflictWithOther = { kind: 'conflict' as const, detail: 'another was first', current: endedByOther };
const conflictWithSame = { kind: 'conflict' as const, detail: 'another was first', current: endedAsTyped };

type Before = ContextFrom<typeof roundResults>;
const storesDrafts = (drafts: Before['drafts']) => ({
  type: 'value.keep',
  value: Object.keys(drafts).length > 0 ? drafts : null,
});
const isNothingTyped = ({ context }: { context: Before }) =>
  Object.keys(context.drafts).length === 0 && context.items[0]?.status === 'open';
/** The number of typed sides of 5 and of 6. */
const typedCounts = ({ context: { drafts } }: { context: Before }) =>
  [5, 6].map((id) => Object.keys(drafts[id]?.typed ?? {}).length).join('');
/** Only 5 is typed, and publishing it has failed. */
const hasFailedToPublish5 = (snapshot: { context: Before }) =>
  snapshot.context.items[0]?.status === 'open' &&
  snapshot.context.failures[5] === offline &&
  typedCounts(snapshot) === '20';
const mayType = (snapshot: { context: Before }) =>
  hasFailedToPublish5(snapshot) ||
  (snapshot.context.items.every(({ status }) => status === 'open') &&
    Object.keys(snapshot.context.failures).length === 0);
/** The drafts with which match 5 may end: none, half a score, one complete, both complete. */
const mayEndMatch5 = (snapshot: { context: Before }) =>
  ['open', 'started'].includes(snapshot.context.items[0]?.status ?? '') &&
  ['00', '10', '20', '22'].includes(typedCounts(snapshot)) &&
  (snapshot.context.drafts[5]?.typed[11] ?? 2) === 2;
const isNextInQueue = (id: number) => (snapshot: { context: Before }) => snapshot.context.queue[0] === id;
const typedValue = ({ drafts }: Before, option: number) => drafts[option < 20 ? 5 : 6]?.typed[option];
const isEmptyCell = (context: Before, option: number) =>
  context.items[option < 20 ? 0 : 1]?.status !== 'ended' && typedValue(context, option) === undefined;
const withoutKey = <Value>(values: Readonly<Record<number, Value>>, id: number) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => Number(key) !== id));

/** The digit is stored in the active cell, and `nextActive` becomes active. */
const typesDigit = (digit: number, nextActive: (now: Before) => number | null) => (before: Before) => {
  const option = before.active ?? 0;
  const id = option < 20 ? 5 : 6;
  const old = before.drafts[id] ?? draftOf({}, before.items.find((item) => item.id === id)?.version);
  const drafts = {
    ...before.drafts,
    [id]: { ...old, typed: { ...old.typed, [option]: before.tens + digit } },
  };
  return {
    to: 'entering',
    context: {
      drafts,
      tens: 0,
      failures: withoutKey(before.failures, id),
      active: nextActive({ ...before, drafts }),
    },
    sends: [storesDrafts(drafts)],
  };
};
const activatesCell = (active: number) => ({ to: 'entering', context: { active, tens: 0 } });
const startsPublishing = (drafts: Before['drafts'], queue: readonly number[]) => ({
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
/** The next result of the queue is published; after the last one drafts may be left to enter. */
const publishesNext = (before: Before, context: Partial<Before>) => {
  const drafts = context.drafts ?? before.drafts;
  const publishable = completeIds({ ...before, ...context });
  const queue = before.queue.slice(1).filter((id) => publishable.includes(id));
  const stored = [storesDrafts(drafts)];
  if (queue.length > 0)
    return { ...startsPublishing(drafts, queue), context: { ...context, queue }, sends: stored };
  const isAllPublished = Object.keys(drafts).length === 0;
  return { to: isAllPublished ? 'published' : 'entering', context: { ...context, queue }, sends: stored };
};
const confirmsPublished = (item: Item) => (before: Before) =>
  publishesNext(before, {
    items: before.items.map((one) => (one.id === item.id ? item : one)),
    drafts: withoutKey(before.drafts, item.id),
  });
const appliesSync = (item: Item) => (before: Before) => {
  const isTyped = typedValue(before, 11) === 2 && typedValue(before, 12) === 1;
  const isActiveClosed = item.status === 'ended' && (before.active ?? 99) < 20;
  return {
    to: 'same',
    context: {
      items: before.items.map((one) => (one.id === item.id ? item : one)),
      drafts: item === endedAsTyped && isTyped ? withoutKey(before.drafts, 5) : before.drafts,
      active: isActiveClosed ? null : before.active,
    },
  };
};
const completeIds = ({ drafts, items }: Before) =>
  items
    .filter(({ status }) => status !== 'ended')
    .map(({ id }) => id)
    .filter((id) => Object.keys(drafts[id]?.typed ?? {}).length === 2);

testMachine(roundResults, {
  inputs: { round: { game: 2 } },
  fold: ({ items, drafts, active, tens, queue, failures }) =>
    [
      items[0]?.status === 'open'
        ? ''
        : `5 ${items[0]?.status} ${items[0] === endedByOther ? 'as another entered' : ''}`,
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
    'the items arrive': when((snapshot) => snapshot.matches('awaitingItems'), {
      type: 'items.synced',
      items: [match5, match6, endedWith(matchOf(7, 31), 1, 1)],
    }),
    'no drafts': done('loadDrafts', null),
    'both drafts': done('loadDrafts', draftsOfBoth),
    'half a draft': done('loadDrafts', { 5: draftOf({ 11: 2 }) }),
    'load fails': error('loadDrafts', new Error('denied')),
    'store fails': when((snapshot) => snapshot.matches('loading'), error('draftStore', new Error('denied'))),
    'live: 5 started': when((snapshot) => isNothingTyped(snapshot) && snapshot.matches('entering'), {
      type: 'items.synced',
      items: [startedMatch5],
    }),
    'live: 5 ended': when(mayEndMatch5, { type: 'items.synced', items: [endedByOther] }),
    'live: 5 ended as typed': when((snapshot) => mayEndMatch5(snapshot) && !snapshot.matches('publishing'), {
      type: 'items.synced',
      items: [endedAsTyped],
    }),
    'live: 6 ended as typed': when(
      (snapshot) =>
        snapshot.matches('publishing') &&
        snapshot.context.items[1]?.status === 'open' &&
        typedCounts(snapshot).endsWith('2'),
      { type: 'items.synced', items: [endedWith(match6, 0, 0)] },
    ),
    'tap home': when(
      (snapshot) =>
        snapshot.context.active !== 11 && (isNothingTyped(snapshot) || hasFailedToPublish5(snapshot)),
      {
        type: 'cell.tap',
        option: 11,
      },
    ),
    'tap last': when((snapshot) => snapshot.context.active !== 22 && isNothingTyped(snapshot), {
      type: 'cell.tap',
      option: 22,
    }),
    'tap home of an ended match': when((snapshot) => snapshot.context.items[0]?.status === 'ended', {
      type: 'cell.tap',
      option: 11,
    }),
    next: when(isNothingTyped, { type: 'cell.move', direction: 'next' }),
    previous: when(isNothingTyped, { type: 'cell.move', direction: 'previous' }),
    down: when(isNothingTyped, { type: 'cell.move', direction: 'down' }),
    up: when(isNothingTyped, { type: 'cell.move', direction: 'up' }),
    '2': when((snapshot) => mayType(snapshot) && [11, null].includes(snapshot.context.active), {
      type: 'digit.press',
      digit: 2,
    }),
    '1': when((snapshot) => mayType(snapshot) && snapshot.context.active === 12, {
      type: 'digit.press',
      digit: 1,
    }),
    '0': when((snapshot) => mayType(snapshot) && (snapshot.context.active ?? 0) > 20, {
      type: 'digit.press',
      digit: 0,
    }),
    ten: when(
      (snapshot) =>
        (isNothingTyped(snapshot) || hasFailedToPublish5(snapshot)) &&
        [11, null].includes(snapshot.context.active) &&
        snapshot.context.tens === 0,
      {
        type: 'tens.press',
      },
    ),
    clear: when((snapshot) => mayType(snapshot) && [11, null].includes(snapshot.context.active), {
      type: 'digit.clear',
    }),
    publish: { type: 'round.publish' },
    'replace the result': { type: 'result.replace', item: 5 },
    'keep the result': { type: 'result.keep', item: 5 },
    '5 is published': when(isNextInQueue(5), done('setResults', endedAsTyped)),
    '6 is published': when(isNextInQueue(6), done('setResults', endedWith(match6, 0, 0))),
    'conflict with another result': when(isNextInQueue(5), error('setResults', conflictWithOther)),
    'conflict with the same result': when(
      (snapshot) => isNextInQueue(5)(snapshot) && typedValue(snapshot.context, 11) === 2,
      error('setResults', conflictWithSame),
    ),
    'no network': error('setResults', offline),
  },
  becomes: {
    'start: round': {
      to: 'awaitingItems',
      context: { game: 2, items: [], drafts: {}, active: null, tens: 0, queue: [], failures: {} },
      calls: { draftStore: { game: 2 } },
    },
    // An ended match has no cells.
    'awaitingItems + the items arrive': {
      to: 'loading',
      context: { items: [match5, match6] },
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
    'loading + both drafts': ({ items }) => ({
      to: 'entering',
      // A draft that equals the present result is deleted.
      context: { drafts: items[0] === endedAsTyped ? { 6: draftsOfBoth[6] } : draftsOfBoth },
    }),
    'loading + half a draft': ({ items }) => ({
      to: 'entering',
      context: { drafts: { 5: draftOf({ 11: 2 }) }, active: items[0]?.status === 'ended' ? 21 : 12 },
    }),
    'loading + live: 5 ended': appliesSync(endedByOther),
    'loading + live: 5 ended as typed': appliesSync(endedAsTyped),

    'entering + live: 5 started': appliesSync(startedMatch5),
    'entering + live: 5 ended': appliesSync(endedByOther),
    'entering + live: 5 ended as typed': appliesSync(endedAsTyped),
    'entering + tap home': activatesCell(11),
    'entering + tap last': activatesCell(22),
    'entering + next': ({ active }) =>
      active === null || active === 22 ? 'ignored' : activatesCell({ 11: 12, 12: 21, 21: 22 }[active] ?? 0),
    'entering + previous': ({ active }) =>
      active === null || active === 11 ? 'ignored' : activatesCell({ 12: 11, 21: 12, 22: 21 }[active] ?? 0),
    'entering + down': ({ active }) =>
      active === 11 || active === 12 ? activatesCell(active + 10) : 'ignored',
    'entering + up': ({ active }) =>
      active === 21 || active === 22 ? activatesCell(active - 10) : 'ignored',

    // The next active cell is the other side of the match, else the next empty cell down the round.
    'entering + 2': (before) =>
      before.active === null
        ? 'ignored'
        : typesDigit(2, (current) =>
            isEmptyCell(current, 12)
              ? 12
              : isEmptyCell(current, 21)
                ? 21
                : isEmptyCell(current, 22)
                  ? 22
                  : null,
          )(before),
    'entering + 1': typesDigit(1, (current) =>
      isEmptyCell(current, 11) ? 11 : isEmptyCell(current, 21) ? 21 : isEmptyCell(current, 22) ? 22 : null,
    ),
    'entering + 0': (before) =>
      typesDigit(0, (current) => {
        const other = before.active === 22 ? 21 : 22;
        return isEmptyCell(current, other) ? other : null;
      })(before),
    'entering + ten': ({ active, drafts, items, failures }) => {
      if (active === null) return 'ignored';
      const { version } = drafts[5] ?? items[0] ?? { version: 0 };
      const next = { ...drafts, 5: draftOf({ ...drafts[5]?.typed, 11: 10 }, version) };
      return {
        to: 'entering',
        context: { tens: 10, drafts: next, failures: withoutKey(failures, 5) },
        sends: [storesDrafts(next)],
      };
    },
    'entering + clear': ({ active, drafts, failures }) => {
      if (active === null) return 'ignored';
      const { 11: _, ...typed } = drafts[5]?.typed ?? {};
      const others = withoutKey(drafts, 5);
      const next =
        Object.keys(typed).length > 0 ? { ...others, 5: draftOf(typed, drafts[5]?.version) } : others;
      return {
        to: 'entering',
        context: { drafts: next, tens: 0, failures: withoutKey(failures, 5) },
        sends: [storesDrafts(next)],
      };
    },

    'entering + publish': (before) => {
      const queue = completeIds(before);
      if (queue.length === 0) return 'ignored';
      const outcome = startsPublishing(before.drafts, queue);
      return { ...outcome, context: { ...outcome.context, failures: {} } };
    },
    'entering + replace the result': (before) => {
      const old = before.drafts[5];
      if (before.items[0]?.status !== 'ended' || Object.keys(old?.typed ?? {}).length < 2) return 'ignored';
      const drafts = { ...before.drafts, 5: draftOf(old?.typed ?? {}, 2) };
      const outcome = startsPublishing(drafts, [5]);
      return { ...outcome, context: { ...outcome.context, failures: withoutKey(before.failures, 5) } };
    },
    'entering + keep the result': ({ items, drafts, failures }) =>
      5 in drafts && items[0]?.status === 'ended'
        ? {
            to: 'entering',
            context: { drafts: withoutKey(drafts, 5), failures: withoutKey(failures, 5) },
            sends: [storesDrafts(withoutKey(drafts, 5))],
          }
        : 'ignored',

    'publishing + live: 5 ended': appliesSync(endedByOther),
    // The event arrived before the answer, or another member published it: it is not published again.
    'publishing + live: 6 ended as typed': ({ items, drafts }) => ({
      to: 'same',
      context: { items: [items[0], endedWith(match6, 0, 0)], drafts: withoutKey(drafts, 6) },
    }),
    'publishing + 5 is published': confirmsPublished(endedAsTyped),
    'publishing + 6 is published': confirmsPublished(endedWith(match6, 0, 0)),
    'publishing + conflict with another result': (before) =>
      publishesNext(before, {
        items: before.items.map((one) => (one.id === 5 ? endedByOther : one)),
        failures: { ...before.failures, 5: conflictWithOther },
      }),
    // The same result: there is nothing to decide.
    'publishing + conflict with the same result': (before) =>
      publishesNext(before, {
        items: before.items.map((one) => (one.id === 5 ? endedAsTyped : one)),
        drafts: withoutKey(before.drafts, 5),
      }),
    'publishing + no network': (before) => {
      const id = before.queue[0] ?? 0;
      // Nothing is left to send of a result that has been published meanwhile.
      return publishesNext(
        before,
        id in before.drafts ? { failures: { ...before.failures, [id]: offline } } : {},
      );
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
    'a result is published only after a tap, and replaces another one only when asked to': () => {
      let isReplacing = false;
      return (step) => {
        const { type } = causeOf(step);
        if (type === 'round.publish' || type === 'result.replace') isReplacing = type === 'result.replace';
        const call = step.calls.setResults as { item: number; version: number } | undefined;
        if (call && !isReplacing)
          expect(call.version).toBe(call.item === 5 ? (step.after.context as Before).drafts[5]?.version : 1);
      };
    },
    'typed values are removed only by a tap or by being the result': () => (step) => {
      const { type } = causeOf(step);
      const taps = /^(digit|tens|result\.keep|items\.synced|xstate\.)/.test(type);
      const [before, after] = [step.before?.context as Before | undefined, step.after.context as Before];
      if (before && !taps) expect(Object.keys(after.drafts)).toEqual(Object.keys(before.drafts));
    },
  },
  // Digits, arrows and live events are walked with few typed values.
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
  actor.send({ type: 'items.synced', items: [match5, match6] });
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
  // The tens of one cell are not added in another.
  actor.send({ type: 'tens.press' });
  actor.send({ type: 'cell.tap', option: 21 });
  actor.send({ type: 'digit.press', digit: 4 });
  expect(actor.getSnapshot().context.drafts[6]).toEqual(draftOf({ 21: 4 }));
  actor.stop();
});

describe('the cells of a round', () => {
  const items = [match5, match6];
  const typed = (values: Record<number, number>) =>
    Object.entries(values).reduce(
      (drafts, [option, value]) => withValue(items, drafts, Number(option), value),
      {},
    );
  test('are those of the matches without a result, in reading order', () => {
    const options = (...of: Item[]) => cellsOf(of).map(({ option }) => option);
    expect([options(match5, match6), options(startedMatch5, match6), options(endedAsTyped, match6)]).toEqual([
      [11, 12, 21, 22],
      [11, 12, 21, 22],
      [21, 22],
    ]);
    expect(options({ ...match5, status: 'void' })).toEqual([]);
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
    const drafts = withValue([startedMatch5, match6], typed({ 11: 1 }), 12, 4);
    expect(drafts).toEqual({ 5: { version: 1, typed: { 11: 1, 12: 4 } } });
    expect(withValue(items, drafts, 11, null)).toEqual({ 5: { version: 1, typed: { 12: 4 } } });
    expect(withValue(items, typed({ 11: 1 }), 11, null)).toEqual({});
    expect(withValue(items, {}, 99, 1)).toEqual({});
  });
  test('begin with one match, then those that wait for their result', () => {
    const now = Date.parse('2026-06-20T18:00:00Z');
    const at = (id: number, date: string | null): Item => ({ ...matchOf(id, id * 10), date });
    const ahead = at(1, '2026-06-20T18:00:01Z');
    const closed = at(2, '2026-06-20T18:00:00Z');
    const undated = at(3, null);
    const ended = { ...endedWith(closed, 1, 1), id: 4 };
    const all = [ahead, undated, closed, startedMatch5, ended];
    expect(all.map((item) => isDueAt(item, now))).toEqual([false, false, true, true, false]);
    const vote: Item = { ...closed, id: 6, type: 'vote' };
    const ids = (first?: number) => matchesDueFirst([vote, ...all], now, first).map(({ id }) => id);
    expect([ids(), ids(3), ids(5)]).toEqual([
      [2, 5, 1, 3, 4],
      [3, 2, 5, 1, 4],
      [5, 2, 1, 3, 4],
    ]);
  });
  test('make a result when both sides are typed and the match has none', () => {
    expect(completeItems(items, typed({ 11: 1, 12: 0, 21: 3 }))).toEqual([5]);
    expect(completeItems([endedAsTyped, match6], draftsOfBoth)).toEqual([6]);
  });
  test('are not kept as drafts when they equal the result, or belong to another round', () => {
    expect(withoutEqual([endedAsTyped, match6], draftsOfBoth)).toEqual({ 6: draftsOfBoth[6] });
    expect(withoutEqual([endedByOther, match6], draftsOfBoth)).toEqual(draftsOfBoth);
    expect(withoutEqual([match5], draftsOfBoth)).toEqual(draftOf5);
    // Half of the result is equal, or a match has this score while it is played.
    const playing: Item = { ...endedAsTyped, status: 'started', ended: false };
    for (const item of [endedWith(match5, 2, 3), playing])
      expect(withoutEqual([item, match6], draftsOfBoth)).toEqual(draftsOfBoth);
  });
});
