import { describe, expect, test } from 'vitest';
import {
  canMove,
  slotCount,
  swapPartnerAt,
  scrollSpeedAt,
  slotAt,
  nextSlot,
  type GroupArea,
  type Arrangement,
} from '#domain/wizard/option-board.ts';

/** Groups 1, 2, … with these options. */
const tableOf = (groups: number[][], more: Partial<Arrangement> = {}): Arrangement => ({
  groups: groups.map((options, at) => ({ id: at + 1, options, dates: [] })),
  asMatches: false,
  faces: {},
  ...more,
});

/** Groups of 100 px beside one another with 10 px between; rows of 30 px, 10 px apart. */
const areasOf = (...rows: number[]): GroupArea[] =>
  rows.map((count, at) => ({
    id: at + 1,
    left: at * 110,
    right: at * 110 + 100,
    top: 0,
    bottom: 200,
    rows: Array.from({ length: count }, (_, row) => ({ top: 10 + row * 40, bottom: 40 + row * 40 })),
  }));

describe('the slot under the pointer', () => {
  const lists = tableOf([[11, 12, 13], [21, 22], []]);
  const areas = areasOf(3, 2, 0);
  const hand = { option: 12, group: 1 };

  test.each([
    // Past the middle of a row the slot is after it.
    ['above the middle of the first', 150, 24, { group: 2, index: 0 }],
    ['below it', 150, 26, { group: 2, index: 1 }],
    ['below all', 150, 190, { group: 2, index: 2 }],
    ['an empty group', 260, 100, { group: 3, index: 0 }],
    ['between two groups, nearer to the second', 106, 26, { group: 2, index: 1 }],
    ['beyond the board', 900, -50, { group: 3, index: 0 }],
    ['its own place', 50, 65, { group: 1, index: 1 }],
    ['past the last of its own group', 50, 106, { group: 1, index: 2 }],
    ['before the first of its own group', 50, 20, { group: 1, index: 0 }],
  ])('%s', (_, x, y, spot) => expect(slotAt(lists, areas, hand, { x, y })).toEqual(spot));

  test('is in the group under the pointer, however near the next one is', () => {
    const touching = areas.map((area) => (area.id === 2 ? { ...area, left: 100.25 } : area));
    expect(slotAt(lists, touching, hand, { x: 100.5, y: 20 })).toEqual({ group: 2, index: 0 });
  });

  test('is among matches the row under the pointer, to swap with', () => {
    const matches = tableOf(
      [
        [11, 12],
        [21, 22],
      ],
      { asMatches: true },
    );
    const at = (y: number) => slotAt(matches, areasOf(2, 2), { option: 11, group: 1 }, { x: 150, y });
    expect([5, 39, 41, 199].map(at)).toEqual([
      { group: 2, index: 0 },
      { group: 2, index: 0 },
      { group: 2, index: 1 },
      { group: 2, index: 1 },
    ]);
    expect(swapPartnerAt(matches, { option: 11, group: 1 }, { group: 2, index: 1 })).toBe(22);
    expect(swapPartnerAt(matches, { option: 11, group: 1 }, { group: 1, index: 0 })).toBeNull();
  });

  test('is null where the option would be in the group twice, or without groups', () => {
    const twice = tableOf([[11, 12], [12]]);
    expect(slotAt(twice, areasOf(2, 1), hand, { x: 150, y: 100 })).toBeNull();
    expect(slotAt(twice, [], hand, { x: 0, y: 0 })).toBeNull();
  });
});

describe('an allowed slot', () => {
  const hand = { option: 11, group: 1 };

  test('is within the group', () => {
    const lists = tableOf([[11, 12], [21]]);
    expect([1, 2].map((group) => slotCount(lists, hand, group))).toEqual([2, 2]);
    const may = (group: number, index: number) => canMove(lists, hand, { group, index });
    expect([may(1, 0), may(1, 1), may(1, 2)]).toEqual([false, true, false]);
    expect([may(2, -1), may(2, 0), may(2, 1), may(2, 2)]).toEqual([false, true, true, false]);
    expect(may(9, 0)).toBe(false);
  });

  test('of a step to another group is in the nearest one, at no higher index', () => {
    const four = tableOf([[11], [21, 22], [31, 32], [41, 42, 43]]);
    const step = (option: number, group: number, index: number, direction: 'next' | 'previous') =>
      nextSlot(four, { option, group }, { group, index }, direction);
    expect({
      previous: step(42, 4, 1, 'previous'),
      next: step(21, 2, 0, 'next'),
      beforeFirst: step(11, 1, 0, 'previous'),
      afterLast: step(43, 4, 2, 'next'),
    }).toEqual({
      previous: { group: 3, index: 1 },
      next: { group: 3, index: 0 },
      beforeFirst: null,
      afterLast: null,
    });
  });

  test('never puts a pair against one of its own two options', () => {
    const single = (id: number) => ({ id, name: String(id), image: null });
    const pair = (id: number, one: number, other: number) => ({
      ...single(id),
      pair: [single(one), single(other)] as const,
    });
    const faces = { '-1': pair(-1, 1, 2), '-2': pair(-2, 3, 4), '-3': pair(-3, 2, 5) };
    const pairs = tableOf([[-1], [-2], [-3]], { faces });
    expect(canMove(pairs, { option: -1, group: 1 }, { group: 2, index: 0 })).toBe(true);
    expect(canMove(pairs, { option: -1, group: 1 }, { group: 3, index: 0 })).toBe(false);
    // A step skips slots that are not allowed.
    const walled = {
      ...pairs,
      groups: [0, 2, 1].map((at) => pairs.groups[at] as Arrangement['groups'][number]),
    };
    expect(nextSlot(walled, { option: -1, group: 1 }, { group: 1, index: 0 }, 'down')).toEqual({
      group: 2,
      index: 0,
    });
  });
});

test('the window scrolls two pixels a frame while the pointer is in its outer 5 % or beyond', () => {
  expect([-1, 0, 0.049, 0.05, 0.5, 0.95, 0.951, 1, 2].map(scrollSpeedAt)).toEqual([
    -2, -2, -2, 0, 0, 0, 2, 2, 2,
  ]);
});
