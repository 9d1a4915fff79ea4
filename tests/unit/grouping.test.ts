import { describe, expect, test } from 'vitest';
import {
  setGroupDate,
  nonEmptyGroups,
  isWithinLimits,
  fitGroups,
  groupCount,
  isPlayable,
  canAddToMatch,
  moveOption,
  optionIdsOf,
  addToMatch,
  toggleOption,
  type OptionGroup,
} from '#domain/wizard/option-groups.ts';

/** Groups 1, 2, … with these options. */
const groupsOf = (...groups: number[][]): OptionGroup[] =>
  groups.map((options, at) => ({ id: at + 1, options, dates: [] }));
const options = (groups: readonly OptionGroup[] | null) => groups?.map((group) => group.options) ?? null;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const chosen = (count: number, players: number | null) =>
  upTo(count).reduce<readonly OptionGroup[]>((groups, id) => toggleOption(groups, id, players), []);

describe('the number of groups', () => {
  // By the specification: the option count divided by players, rounded.
  test.each([
    [8, 2, 4],
    [9, 4, 2],
    [10, 4, 3],
    [11, 4, 3],
    [1, 4, 1],
    [0, 2, 0],
    [7, null, 1],
    [0, null, 0],
  ])('%i options by %s: %i', (count, players, groups) => expect(groupCount(count, players)).toBe(groups));
});

describe('a list of options', () => {
  test('is one group of all options where the number of players is not set', () =>
    expect(options(chosen(5, null))).toEqual([[1, 2, 3, 4, 5]]));

  test.each([
    [
      6,
      2,
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
    [
      8,
      4,
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    ],
    // As equal as possible: sizes differ by one at most.
    [
      10,
      4,
      [
        [1, 2, 3, 4],
        [5, 6, 7],
        [8, 9, 10],
      ],
    ],
    [
      9,
      4,
      [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9],
      ],
    ],
    [5, 2, [[1, 2], [3, 4], [5]]],
  ])(
    'of %i by %i is split into chunks of nearly equal size, in the order of choosing',
    (count, players, groups) => expect(options(chosen(count, players))).toEqual(groups),
  );

  test('removes an option that is tapped again, and closes the gap', () =>
    expect(options(toggleOption(groupsOf([1, 2], [3, 4]), 2, 2))).toEqual([[1, 3], [4]]));

  test('is empty after its last option is removed', () =>
    expect(toggleOption(groupsOf([1]), 1, null)).toEqual([]));

  test('keeps the dates of a group’s position', () => {
    const groups = [{ id: 1, options: [1, 2], dates: ['2026-06-11T19:00:00.000Z'] }];
    expect(toggleOption(groups, 3, 2)).toEqual([
      { id: 1, options: [1, 2], dates: ['2026-06-11T19:00:00.000Z'] },
      { id: 2, options: [3], dates: [] },
    ]);
  });

  test('keeps the manual order while the number of groups is unchanged', () => {
    const arranged = groupsOf([3, 1, 4], [2]);
    expect(fitGroups(arranged, 2)).toBe(arranged);
    expect(options(fitGroups(arranged, 4))).toEqual([[3, 1, 4, 2]]);
    expect(options(fitGroups(groupsOf([1, 2, 3, 4]), 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

describe('a list of matches', () => {
  test('is filled home, away, home, away', () => {
    const groups = [7, 8, 9].reduce<OptionGroup[]>((before, id) => addToMatch(before, id), []);
    expect(groups).toEqual([
      { id: 1, options: [7, 8], dates: [] },
      { id: 2, options: [9], dates: [] },
    ]);
  });

  test('may have an option in several matches, never against itself', () => {
    expect(canAddToMatch([], 7)).toBe(true);
    expect(canAddToMatch(groupsOf([7, 8]), 7)).toBe(true);
    expect(canAddToMatch(groupsOf([7, 8], [7]), 8)).toBe(true);
    expect(canAddToMatch(groupsOf([7, 8], [7]), 7)).toBe(false);
  });

  test('gives each match its own id, whichever was removed', () => {
    const remaining = groupsOf([1, 2], [3, 4], [5, 6]).filter(({ id }) => id !== 2);
    expect(addToMatch(remaining, 9).map(({ id }) => id)).toEqual([1, 3, 4]);
  });
});

describe('a drag', () => {
  const groups = groupsOf([1, 2, 3], [4, 5, 6]);
  const drag = (option: number, fromGroup: number, toGroup: number, toIndex: number) =>
    options(moveOption(groups, { option, fromGroup, toGroup, toIndex }, false));

  test('within a group reorders', () => {
    expect(drag(1, 1, 1, 2)).toEqual([
      [2, 3, 1],
      [4, 5, 6],
    ]);
    expect(drag(3, 1, 1, 0)).toEqual([
      [3, 1, 2],
      [4, 5, 6],
    ]);
    expect(drag(2, 1, 1, 1)).toEqual(options(groups));
  });

  test('into another group moves', () => {
    expect(drag(2, 1, 2, 0)).toEqual([
      [1, 3],
      [2, 4, 5, 6],
    ]);
    expect(drag(6, 2, 1, 3)).toEqual([
      [1, 2, 3, 6],
      [4, 5],
    ]);
  });

  test('past the end moves to the end', () => expect(drag(1, 1, 2, 99)?.[1]).toEqual([4, 5, 6, 1]));

  test('of an unknown option, or to an unknown group, changes nothing', () => {
    expect(drag(4, 1, 2, 0)).toBeNull();
    expect(drag(1, 9, 2, 0)).toBeNull();
    expect(drag(1, 1, 9, 0)).toBeNull();
  });

  test('never puts an option twice into a group', () =>
    expect(
      moveOption(groupsOf([1, 2], [1, 3]), { option: 1, fromGroup: 1, toGroup: 2, toIndex: 0 }, false),
    ).toBeNull());

  test('leaves an emptied group, which can be filled again', () => {
    const after = moveOption(
      groupsOf([1], [2, 3]),
      { option: 1, fromGroup: 1, toGroup: 2, toIndex: 0 },
      false,
    );
    expect(options(after)).toEqual([[], [1, 2, 3]]);
    expect(options(nonEmptyGroups(after ?? []))).toEqual([[1, 2, 3]]);
  });

  describe('between matches swaps options', () => {
    const matches = groupsOf([1, 2], [3, 4], [1, 5]);
    const trade = (option: number, fromGroup: number, toGroup: number, toIndex: number) =>
      options(moveOption(matches, { option, fromGroup, toGroup, toIndex }, true));

    test('so that every match keeps two', () => {
      expect(trade(1, 1, 2, 0)).toEqual([
        [3, 2],
        [1, 4],
        [1, 5],
      ]);
      expect(trade(4, 2, 1, 1)).toEqual([
        [1, 4],
        [3, 2],
        [1, 5],
      ]);
    });
    test('within one match too', () =>
      expect(trade(2, 1, 1, 0)).toEqual([
        [2, 1],
        [3, 4],
        [1, 5],
      ]));
    test('with the last one where the index is past the end', () =>
      expect(trade(1, 1, 2, 7)).toEqual([
        [4, 2],
        [3, 1],
        [1, 5],
      ]));
    test('unless an option would be against itself', () => {
      expect(trade(2, 1, 3, 0)).toBeNull();
      expect(trade(1, 1, 3, 1)).toBeNull();
      expect(trade(5, 3, 1, 0)).toBeNull();
    });
    test('unless there is no option to swap with', () =>
      expect(
        moveOption(groupsOf([1, 2], [3]), { option: 1, fromGroup: 1, toGroup: 2, toIndex: 1 }, true),
      ).toBeNull());
  });
});

describe('dates', () => {
  const summer = '2026-06-11T19:00:00.000Z';
  test('belong to a match and a leg; earlier legs may have none', () => {
    const groups = setGroupDate(groupsOf([1, 2], [3, 4]), 2, 1, summer);
    expect(groups.map(({ dates }) => dates)).toEqual([[], [null, summer]]);
    expect(setGroupDate(groups, 2, 0, summer)[1]?.dates).toEqual([summer, summer]);
    expect(setGroupDate(groups, 2, 1, null)[1]?.dates).toEqual([null, null]);
  });
});

describe('a whole game', () => {
  test('has at least one group, and no group of one option', () => {
    expect(isPlayable([], 1)).toBe(false);
    expect(isPlayable(groupsOf([]), 1)).toBe(false);
    expect(isPlayable(groupsOf([1, 2]), 1)).toBe(true);
    expect(isPlayable(groupsOf([1, 2], [3]), 1)).toBe(false);
    expect(isPlayable(groupsOf([1, 2, 3], []), 1)).toBe(true);
  });

  test('holds 64 options and 128 items, legs counted', () => {
    const pairs = (count: number) => groupsOf(...upTo(count).map((at) => [(at % 63) + 1, 64]));
    expect(isWithinLimits(groupsOf(upTo(64)), 1)).toBe(true);
    expect(isWithinLimits(groupsOf(upTo(65)), 1)).toBe(false);
    expect(isWithinLimits(pairs(64), 2)).toBe(true);
    expect(isWithinLimits(pairs(65), 2)).toBe(false);
    expect(isPlayable(pairs(65), 2)).toBe(false);
  });

  test('has each option’s id once', () => expect(optionIdsOf(groupsOf([1, 2], [1, 3]))).toEqual([1, 2, 3]));
});
