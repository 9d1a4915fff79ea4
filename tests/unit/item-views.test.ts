import { describe, expect, test } from 'vitest';
import type { Item, ItemOption, MemberBets } from '#contract/models.ts';
import { buildItem, buildItemOption } from '#tests/support/builders.ts';
import {
  deadlineOf,
  hasResult,
  hidesTime,
  outcomeOf,
  questionOf,
  statusTextOf,
  timeTextOf,
  titleOf,
  votePercentOf,
} from '#screens/item-card/item-display.ts';
import { sortMemberBets, reasonCodeOf } from '#domain/bet/member-bets.ts';

const option = (id: number, more: Partial<ItemOption> = {}) => buildItemOption(5, id, more);
const itemOf = (options: ItemOption[], more: Partial<Item> = {}): Item =>
  buildItem(
    5,
    'home/away',
    {},
    {
      name: 'ברזיל · מרוקו',
      options: Object.fromEntries(options.map((one) => [one.id, one])),
      ...more,
    },
  );
const bets = (
  member: number,
  name: string,
  home: number,
  away: number,
  points: number | null = null,
): MemberBets => ({
  member,
  name,
  image: null,
  home_bet: home,
  away_bet: away,
  option_name: null,
  option_image: null,
  options: [
    { id: 11, value: home },
    { id: 12, value: away },
  ],
  result: points === null ? null : points > 0 ? 'win' : 'faild',
  points,
});
const ended = { status: 'ended', started: true, ended: true } as const;

test.each([
  ['of every option', [2, 1], ended, true],
  ['of one option, where another brings no points', [null, 0], ended, true],
  ['of no option', [null, null], ended, false],
  ['that may still change', [2, 1], { status: 'started', started: true } as const, false],
])('an item has a result to show: %s', (_, results, more, has) => {
  const options = results.map((result, at) => option(11 + at, { result }));
  expect(hasResult(itemOf(options, more))).toBe(has);
});

describe('the reason of a member’s points', () => {
  const match = itemOf([option(11, { result: 2 }), option(12, { result: 1 })], ended);
  test.each([
    ['the exact score', 2, 1, 'exact'],
    ['the right difference', 3, 2, 'difference'],
    ['the right outcome', 4, 0, 'outcome'],
    ['neither', 0, 0, 'missed'],
  ] as const)('%s', (_, home, away, code) => {
    expect(reasonCodeOf(match, bets(1, 'דנה', home, away).options)).toBe(code);
  });

  test('is null for half a score and before the result', () => {
    expect(reasonCodeOf(match, [{ id: 11, value: 2 }])).toBeNull();
    expect(reasonCodeOf(itemOf([option(11), option(12)]), bets(1, 'דנה', 2, 1).options)).toBeNull();
  });

  test('is known for a score without goals, and for digits', () => {
    const goalless = itemOf([option(11, { result: 0 }), option(12, { result: 0 })], ended);
    expect(reasonCodeOf(goalless, bets(1, 'דנה', 0, 0).options)).toBe('exact');
    const digits = itemOf([option(11, { result: 0 }), option(12)], { ...ended, type: 'bets' });
    expect(reasonCodeOf(digits, [{ id: 11, value: 0 }])).toBe('digits');
    expect(reasonCodeOf(digits, [{ id: 12, value: 0 }])).toBe('missed');
  });

  test('of a vote depends on its winners; without winners it was a poll', () => {
    const vote = (result: number) =>
      itemOf([option(11, { result }), option(12, { result: 0 })], { ...ended, type: 'vote' });
    expect(reasonCodeOf(vote(1), [{ id: 11, value: 1 }])).toBe('correct');
    expect(reasonCodeOf(vote(1), [{ id: 12, value: 1 }])).toBe('missed');
    expect(reasonCodeOf(vote(0), [{ id: 12, value: 1 }])).toBe('poll');
  });

  test('of an option that brings no points is a miss, whatever its result', () => {
    const details = { ...option(12).details, no_points: true };
    const digits = itemOf([option(11, { result: 1 }), option(12, { result: 3, details })], {
      ...ended,
      type: 'bets',
    });
    expect(reasonCodeOf(digits, [{ id: 12, value: 3 }])).toBe('missed');
    expect(reasonCodeOf(digits, [{ id: 11, value: 1 }])).toBe('digits');
  });

  test('of a balance that is decided by the crowd depends on the total amounts', () => {
    const crowd = itemOf([option(11, { amount: 60, result: 1 }), option(12, { amount: 60, result: 1 })], {
      ...ended,
      type: 'balance',
      rules: { decided_by: 'crowd' },
    });
    expect(reasonCodeOf(crowd, [{ id: 11, value: 40 }])).toBe('even');
    const single = itemOf([option(11, { amount: 1, result: 1 }), option(12, { amount: null, result: 0 })], {
      ...ended,
      type: 'balance',
      rules: { decided_by: 'crowd' },
    });
    expect(reasonCodeOf(single, [{ id: 11, value: 1 }])).toBe('share');
  });
});

describe("the order of the members' bets", () => {
  const item = itemOf([option(11, { value: 2 }), option(12, { value: 1 })], {
    status: 'started',
    started: true,
  });
  const names = (rows: readonly MemberBets[]) => sortMemberBets(rows, item, 1).map(({ name }) => name);

  test('is the member’s own, then the most similar, then by name', () => {
    const rows = [bets(4, 'רחוק', 0, 5), bets(3, 'ב', 2, 2), bets(2, 'א', 1, 1), bets(1, 'אני', 2, 1)];
    expect(names(rows)).toEqual(['אני', 'א', 'ב', 'רחוק']);
  });

  test('counts a value that one of the two bets lacks as 0', () => {
    const betsOn = (member: number, name: string, values: Record<number, number>): MemberBets => ({
      ...bets(member, name, 0, 0),
      options: Object.entries(values).map(([id, value]) => ({ id: Number(id), value })),
    });
    const orderBeside = (mine: Record<number, number>, rows: readonly MemberBets[]) => {
      const options = [11, 12].map((id) => option(id, { value: mine[id] ?? null }));
      return sortMemberBets(rows, itemOf(options), 1).map(({ name }) => name);
    };
    const [alone, both] = [{ 11: 2 }, { 11: 2, 12: 1 }];
    expect({
      alone: orderBeside(alone, [betsOn(2, 'א', both), betsOn(3, 'ב', alone), betsOn(4, 'ג', {})]),
      both: orderBeside(both, [betsOn(2, 'א', alone), betsOn(3, 'ב', both), betsOn(4, 'ג', {})]),
    }).toEqual({ alone: ['ב', 'א', 'ג'], both: ['ב', 'א', 'ג'] });
  });

  test('has those without a bet at the end, however low the caller’s own digits are', () => {
    const zeros = itemOf([option(11, { value: 0 }), option(12, { value: 0 })]);
    const rows = [{ ...bets(2, 'א', 0, 0), options: [] }, bets(3, 'ב', 5, 5)];
    expect(sortMemberBets(rows, zeros, 1).map(({ name }) => name)).toEqual(['ב', 'א']);
  });

  test('is by points before similarity, once there are points', () => {
    const rows = [bets(1, 'אני', 2, 1, 0), bets(3, 'דומה', 2, 2, 0), bets(2, 'צודק', 0, 3, 4)];
    expect(names(rows)).toEqual(['אני', 'צודק', 'דומה']);
  });

  test('is by name without an own bet', () => {
    const none = itemOf([option(11), option(12)]);
    const rows = [bets(3, 'ב', 0, 0), bets(2, 'א', 9, 9)];
    expect(sortMemberBets(rows, none, 1).map(({ name }) => name)).toEqual(['א', 'ב']);
  });
});

describe('the deadline and the outcome on a card', () => {
  const now = Date.parse('2026-06-11T12:00:00.000Z');
  const formatDay = (moment: Date | string | number) => new Date(moment).toISOString().slice(0, 10);
  const closing = (date: string | null, more: Partial<Item> = {}) =>
    deadlineOf(itemOf([], { date, ...more }), now, { formatDay });

  test('show the deadline within a day of it, then that it is closed, live or void, and nothing after the end', () => {
    expect(closing(null)).toBeNull();
    expect(closing('2026-06-12T12:00:00.000Z')).toBeNull();
    expect(closing('2026-06-11T19:00:00.000Z')).toEqual({ state: 'today', date: '2026-06-11T19:00:00.000Z' });
    expect(closing('2026-06-11T13:00:00.000Z')).toEqual({ state: 'soon', until: now + 3_600_000 });
    expect(closing('2026-06-11T12:00:00.000Z')).toEqual({ state: 'closed' });
    expect(closing(null, { status: 'started' })).toEqual({ state: 'live' });
    expect(closing('2026-06-11T13:00:00.000Z', { status: 'void' })).toEqual({ state: 'void' });
    expect(closing('2026-06-11T11:00:00.000Z', ended)).toBeNull();
  });

  test('follow the source where it has postponed or cancelled the match', () => {
    const off = (state: 'postponed' | 'cancelled', date: string | null, more: Partial<Item> = {}) => {
      const source = { name: 'א', state, held: false, score: null, extraTime: null, penalties: null };
      return closing(date, { details: { ...itemOf([]).details, source }, ...more });
    };
    const [soon, passed] = ['2026-06-11T12:30:00.000Z', '2026-06-11T11:30:00.000Z'];
    for (const date of [null, soon, passed])
      expect([off('postponed', date), off('cancelled', date)]).toEqual([
        { state: 'postponed' },
        { state: 'closed' },
      ]);
    // A match that was postponed and has a date again: picks stay closed.
    for (const date of [null, soon]) expect(closing(date, { closed: true })).toEqual({ state: 'closed' });
    expect(off('postponed', passed, { status: 'started' })).toEqual({ state: 'postponed' });
    expect(off('cancelled', passed, { status: 'started' })).toEqual({ state: 'closed' });
    expect(off('postponed', passed, { status: 'void' })).toEqual({ state: 'void' });
    expect(off('postponed', passed, ended)).toBeNull();
  });

  test('show the outcome as hit, missed or exact', () => {
    const reason = { code: 'exact' as const, bet: [], result: [] };
    expect(outcomeOf(itemOf([]))).toBeNull();
    expect(outcomeOf(itemOf([], { result: 'faild' }))).toBe('missed');
    expect(outcomeOf(itemOf([], { result: 'win' }))).toBe('hit');
    const exact = { bets_allow: 1, votesForPoint: 100, reason };
    expect(outcomeOf(itemOf([], { result: 'win', ptsDetails: exact }))).toBe('exact');
  });

  test('show 0 % where there are no votes', () => {
    const some = [option(1, { amount: 1 }), option(2, { amount: 2 })];
    expect(some.map((one) => votePercentOf(one, some))).toEqual([33, 67]);
    expect(votePercentOf(option(1, { amount: 0 }), [option(1, { amount: 0 })])).toBe(0);
    // Amounts that are hidden from the caller.
    const hidden = [option(1, { amount: 2 }), option(2, { amount: null })];
    expect(hidden.map((one) => votePercentOf(one, hidden))).toEqual([100, 0]);
  });
});

const plain = buildItem(5, 'home/away', { 11: null, 12: null });
const itemWith = (details: Partial<Item['details']>): Item => ({
  ...plain,
  details: { ...plain.details, ...details },
});

describe('the details of a match', () => {
  // 0: the time; 1: the time and the status; 2: the status alone.
  test.each([
    [0, 'אחרי החדשות', 'מחצית', 'אחרי החדשות', '', false],
    [1, 'אחרי החדשות', 'מחצית', 'אחרי החדשות', 'מחצית', false],
    [2, 'אחרי החדשות', 'מחצית', '', 'מחצית', true],
    // Without a status the time is shown in any case.
    [2, 'אחרי החדשות', '', 'אחרי החדשות', '', false],
    [1, '', '', '', '', false],
  ] as const)('with the display type %i', (way, gameTimeDisplay, shortStatusText, time, status, alone) => {
    const item = itemWith({ gameTimeAndStatusDisplayType: way, gameTimeDisplay, shortStatusText });
    expect([timeTextOf(item), statusTextOf(item), hidesTime(item)]).toEqual([time, status, alone]);
  });
});

describe('an item’s title', () => {
  const listed = 'אפשרות 11 · אפשרות 12';
  test('is its description, else its name', () => {
    expect(questionOf({ ...plain, description: 'מי מנצחת?', name: listed })).toBe('מי מנצחת?');
    expect(questionOf({ ...plain, name: 'חצי הגמר' })).toBe('חצי הגמר');
  });
  test('is empty where its name only lists its options', () => {
    expect(questionOf({ ...plain, name: listed })).toBe('');
  });
  test('of a game’s only item is the first line of the game’s description', () => {
    const item = { ...plain, name: listed };
    const game = (description: string, ...items_data: Item[]) => ({ description, items_data });
    expect([
      titleOf(item, game('מי מנצחת?\nעד מחר', item)),
      titleOf({ ...item, description: 'מי אחרונה?' }, game('מי מנצחת?', item)),
      titleOf(item, game('מחזור 9', item, plain)),
      titleOf(item, game('', item)),
      titleOf(item, null),
    ]).toEqual(['מי מנצחת?', 'מי אחרונה?', listed, listed, listed]);
  });
});
