import { describe, expect, test } from 'vitest';
import type { FieldProblem } from '#contract/failures.ts';
import { drawGroups, planItems, validateGroups, type GameGroup } from '#server/commands/game-plan.ts';

/** The requested groups of a game: their problems, the draw, and the items that are planned from them. */

const now = new Date('2027-06-01T12:00:00.000Z');
const ahead = '2027-06-02T17:00:00.000Z';
const matches = { layout: 'home/away', rounds: 1, groupMembers: 1, dueDate: null } as const;
type Asked = Parameters<typeof validateGroups>[0][number];
const group = (options: Asked['options'], dates?: Asked['dates']): Asked => ({ name: 'א', options, dates });
const problemsOf = (
  groups: readonly Asked[],
  format: Partial<Parameters<typeof validateGroups>[1]> = {},
): Record<string, FieldProblem> => validateGroups(groups, { ...matches, ...format }, now).problems;
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

describe('groups', () => {
  test('are read with a date for each leg, its own or the rule’s; a single option is an entry of one', () => {
    const requestedGroups = [group([7, [3, 9]], [null, ahead]), { ...group([4, 5]), name: 'ב' }];
    const format = { ...matches, rounds: 2, groupMembers: 2, dueDate: '2027-06-09T09:00:00.000Z' };
    expect(validateGroups(requestedGroups, format, now)).toEqual({
      groups: [
        { name: 'א', entries: [[7], [3, 9]], dates: ['2027-06-09T09:00:00.000Z', ahead] },
        {
          name: 'ב',
          entries: [[4], [5]],
          dates: ['2027-06-09T09:00:00.000Z', '2027-06-09T09:00:00.000Z'],
        },
      ],
      problems: {},
    });
  });

  test('an option may recur in another group, but not within one, in a pair or alone', () => {
    expect(problemsOf([group([1, 2]), group([1, 3])])).toEqual({});
    const pairs = { groupMembers: 2 };
    expect(
      problemsOf(
        [
          group([
            [1, 2],
            [3, 1],
          ]),
          group([5, 5]),
        ],
        pairs,
      ),
    ).toEqual({ 'groups.0.options.1': { code: 'duplicate' }, 'groups.1.options.1': { code: 'duplicate' } });
  });

  test('an entry has at most as many options as a side of the league has members', () => {
    expect(problemsOf([group([[1, 2], 3])])).toEqual({ 'groups.0.options.0': { code: 'invalid' } });
    expect(problemsOf([group([[1, 2], 3])], { groupMembers: 2 })).toEqual({});
  });

  test('a group has two entries at least, and a match two at most', () => {
    expect(problemsOf([group([1, 2]), group([3])])).toEqual({
      'groups.1.options': { code: 'too_short', limit: 2 },
    });
    expect(problemsOf([group([1, 2, 3])])).toEqual({ 'groups.0.options': { code: 'too_long', limit: 2 } });
    expect(problemsOf([group([1, 2, 3])], { layout: 'vote' })).toEqual({});
  });

  test('dates are at most as many as legs, and not past', () => {
    expect(problemsOf([group([1, 2], [ahead, ahead])])).toEqual({
      'groups.0.dates': { code: 'too_long', limit: 1 },
    });
    expect(problemsOf([group([1, 2], [null, '2027-06-01T11:59:59.000Z'])], { rounds: 2 })).toEqual({
      'groups.0.dates.1': { code: 'past' },
    });
  });

  test('make 128 items at most, legs counted', () => {
    const many = (count: number) => ids(0, count).map(() => group([1, 2]));
    expect(problemsOf(many(128))).toEqual({});
    expect(problemsOf(many(129))).toEqual({ groups: { code: 'too_long', limit: 128 } });
    expect(problemsOf(many(42), { rounds: 3 })).toEqual({});
    expect(problemsOf(many(43), { rounds: 3 })).toEqual({ groups: { code: 'too_long', limit: 42 } });
  });

  test('hold 64 different options at most; too many items are reported first', () => {
    const vote = { layout: 'vote' } as const;
    expect(problemsOf([group(ids(1, 60)), group(ids(57, 8))], vote)).toEqual({});
    expect(problemsOf([group(ids(1, 60)), group(ids(57, 9))], vote)).toEqual({
      groups: { code: 'too_long', limit: 64 },
    });
    const both = ids(0, 129).map((at) => group([2 * at, 2 * at + 1]));
    expect(problemsOf(both)).toEqual({ groups: { code: 'too_long', limit: 128 } });
  });
});

describe('a draw', () => {
  const groups: readonly GameGroup[] = [
    { name: 'א', entries: [[1], [2]], dates: [ahead] },
    { name: 'ב', entries: [[3]], dates: [null] },
  ];
  const entriesOf = (drawn: readonly GameGroup[]) => drawn.map(({ entries }) => entries);

  test('gives each order for exactly one sequence of random numbers, and keeps names, sizes and dates', () => {
    const drawn = [0, 1, 2].flatMap((first) =>
      [0, 1].map((second) => {
        const chances = [first, second];
        const bounds: number[] = [];
        const result = drawGroups(groups, (below) => {
          bounds.push(below);
          return chances.shift() ?? 0;
        });
        expect(bounds).toEqual([3, 2]);
        expect(result.map(({ name, dates, entries }) => [name, dates, entries.length])).toEqual([
          ['א', [ahead], 2],
          ['ב', [null], 1],
        ]);
        return entriesOf(result).flat(2).join('');
      }),
    );
    expect(drawn.toSorted()).toEqual(['123', '132', '213', '231', '312', '321']);
    expect(entriesOf(groups)).toEqual([[[1], [2]], [[3]]]);
  });

  test('that puts an option into a group twice swaps it with one of another group', () => {
    const recurring = [
      { name: 'א', entries: [[1], [2]], dates: [] },
      { name: 'ב', entries: [[3], [1]], dates: [] },
    ];
    expect(entriesOf(drawGroups(recurring, () => 0))).toEqual([
      [[1], [3]],
      [[2], [1]],
    ]);
  });

  test('swaps no option into a group that has it already, even in a pair', () => {
    const recurring = [
      { name: 'א', entries: [[1], [2, 4]], dates: [] },
      { name: 'ב', entries: [[3], [1, 2]], dates: [] },
    ];
    // The first group is dealt 1 twice. Its [1, 2] cannot move to the other group, which has 2; its [1] can.
    const chances = [1, 2, 1, 1, 1, 0, 1, 0, 0];
    expect(entriesOf(drawGroups(recurring, () => chances.shift() ?? 0))).toEqual([
      [[3], [1, 2]],
      [[1], [2, 4]],
    ]);
    expect(chances).toEqual([]);
  });

  test('of recurring options and pairs repeats none within a group and loses none', () => {
    const recurring: GameGroup[] = [
      { name: 'א', entries: [[1, 2], [3, 4], [5]], dates: [] },
      { name: 'ב', entries: [[2, 3], [1], [6]], dates: [] },
      {
        name: 'ג',
        entries: [
          [4, 5],
          [1, 6],
        ],
        dates: [],
      },
    ];
    const textsOf = (drawn: readonly GameGroup[]) =>
      drawn.flatMap(({ entries }) => entries.map(String)).toSorted();
    for (let draw = 0; draw < 300; draw += 1) {
      const drawn = drawGroups(recurring);
      expect(textsOf(drawn)).toEqual(textsOf(recurring));
      expect(drawn.map(({ entries }) => entries.length)).toEqual([3, 3, 2]);
      for (const { entries } of drawn) expect(new Set(entries.flat()).size).toBe(entries.flat().length);
    }
  });

  test('without a valid order keeps the requested one', () => {
    const recurring = [
      { name: 'א', entries: [[1], [2]], dates: [] },
      { name: 'ב', entries: [[2], [3]], dates: [] },
    ];
    expect(drawGroups(recurring, () => 0)).toEqual(recurring);
  });
});

test('items are planned leg by leg, and every second leg of a match alone has its sides swapped', () => {
  const groups = [
    { name: 'א', entries: [[1], [2]], dates: [ahead, null, null] },
    { name: 'ב', entries: [[3], [4]], dates: [null, ahead] },
  ];
  expect(planItems(groups, { ...matches, rounds: 3 })).toEqual([
    { group: 0, leg: 1, entries: [[1], [2]], date: ahead },
    { group: 1, leg: 1, entries: [[3], [4]], date: null },
    { group: 0, leg: 2, entries: [[2], [1]], date: null },
    { group: 1, leg: 2, entries: [[4], [3]], date: ahead },
    { group: 0, leg: 3, entries: [[1], [2]], date: null },
    { group: 1, leg: 3, entries: [[3], [4]], date: null },
  ]);
  expect(planItems(groups.slice(0, 1), { ...matches, layout: 'vote', rounds: 2 })).toEqual([
    { group: 0, leg: 1, entries: [[1], [2]], date: ahead },
    { group: 0, leg: 2, entries: [[1], [2]], date: null },
  ]);
});
