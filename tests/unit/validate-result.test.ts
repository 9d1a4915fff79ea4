import { describe, expect, test } from 'vitest';
import type { ResultValue } from '#contract/inputs.ts';
import type { Rules } from '#contract/scoring.ts';
import { validateResult } from '#server/commands/validate-result.ts';

/** The results that an item accepts, and their values for each of its options. */

/** Options out of the order of their ids; the last scores nothing. */
const options = [
  { id: 31, no_points: false },
  { id: 12, no_points: false },
  { id: 25, no_points: true },
];
type Entered = Exclude<ResultValue, 'start' | 'void'>;
const read = (layout: 'home/away' | 'vote' | 'balance' | 'bets', value: Entered, rules: Rules = {}) => {
  const found = validateResult({ layout, rules, options }, value);
  return 'problem' in found ? [found.field, found.problem] : [[...found.results], found.decidedByCrowd];
};
const crowd = { decided_by: 'crowd' };

describe('the winners', () => {
  test('of a vote are options that score, each once; no winners make it a poll', () => {
    expect(read('vote', { options: [12, 31] })).toEqual([
      [
        [31, 1],
        [12, 1],
        [25, 0],
      ],
      false,
    ]);
    expect(read('vote', { options: [12] })).toEqual([
      [
        [31, 0],
        [12, 1],
        [25, 0],
      ],
      false,
    ]);
    expect(read('vote', { options: [] })).toEqual([
      [
        [31, null],
        [12, null],
        [25, null],
      ],
      false,
    ]);
    expect(read('vote', { options: [31, 7] })).toEqual(['value.options.1', { code: 'unknown_id' }]);
    expect(read('vote', { options: [31, 25] })).toEqual(['value.options.1', { code: 'invalid' }]);
    expect(read('vote', { options: [31, 12, 31] })).toEqual(['value.options.2', { code: 'duplicate' }]);
    expect(read('vote', { options: [7, 31] })).toEqual(['value.options.0', { code: 'unknown_id' }]);
    expect(read('vote', { options: [25, 31] })).toEqual(['value.options.0', { code: 'invalid' }]);
  });

  test('of a balance are entered, or decided by the crowd', () => {
    expect(read('balance', { options: [31] })).toEqual([
      [
        [31, 1],
        [12, 0],
        [25, 0],
      ],
      false,
    ]);
    expect(read('balance', { options: [] })).toEqual(['value.options', { code: 'required' }]);
    expect(read('balance', { options: [] }, crowd)).toEqual([
      [
        [31, null],
        [12, null],
        [25, null],
      ],
      true,
    ]);
    expect(read('balance', { options: [31] }, crowd)).toEqual(['value.options', { code: 'invalid' }]);
    // No other layout has such a rule.
    expect(read('vote', { options: [31] }, crowd)).toEqual([
      [
        [31, 1],
        [12, 0],
        [25, 0],
      ],
      false,
    ]);
  });
});

test('a digit is required for each option that scores', () => {
  expect(read('bets', { values: { 12: 0, 31: 9 } })).toEqual([
    [
      [31, 9],
      [12, 0],
      [25, null],
    ],
    false,
  ]);
  expect(read('bets', { values: { 12: 0, 25: 3, 31: 9 } })).toEqual([
    [
      [31, 9],
      [12, 0],
      [25, 3],
    ],
    false,
  ]);
  expect(read('bets', { values: { 31: 9 } })).toEqual(['value.values.12', { code: 'required' }]);
  expect(read('bets', { values: { 12: 0, 31: 9, 7: 1 } })).toEqual([
    'value.values.7',
    { code: 'unknown_id' },
  ]);
});

test('a score is that of the first option and that of the second', () => {
  expect(read('home/away', { home: 12, away: 0 })).toEqual([
    [
      [31, 12],
      [12, 0],
    ],
    false,
  ]);
});

test.each([
  ['home/away', { options: [31] }, 'value.home'],
  ['home/away', { values: { 31: 1 } }, 'value.home'],
  ['vote', { home: 1, away: 0 }, 'value.options'],
  ['balance', { values: { 31: 1 } }, 'value.options'],
  ['bets', { options: [31] }, 'value.values'],
] as const)('%s refuses the result %j', (layout, value, field) => {
  expect(read(layout, value as Entered)).toEqual([field, { code: 'required' }]);
});
