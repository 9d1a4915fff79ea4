import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { resultOf, resultEntry } from '#machines/result-entry.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { match, resultEntryExpectations, vote } from './result-entry.expectations.ts';

testMachine(resultEntry, resultEntryExpectations);

describe('the result that the typed values make', () => {
  const balance: Item = { ...match, type: 'balance', rules: { decided_by: 'result' } };
  const crowd: Item = { ...match, type: 'balance', rules: { decided_by: 'crowd' } };
  const digits: Item = { ...match, type: 'bets' };
  test.each([
    ['a score', match, { 11: 12, 12: 0 }, { home: 12, away: 0 }],
    ['half a score', match, { 11: 1 }, null],
    ['a vote', vote, { 12: 1 }, { options: [12] }],
    ['a poll', vote, {}, { options: [] }],
    ['a balance', balance, { 11: 1, 12: 1 }, { options: [11, 12] }],
    ['a balance without a winner', balance, {}, null],
    ["the crowd's balance", crowd, { 11: 1 }, { options: [] }],
    ['digits', digits, { 11: 0, 12: 9 }, { values: { 11: 0, 12: 9 } }],
    ['digits with one missing', digits, { 11: 0 }, null],
  ])('%s', (_, item, typed, value) => expect(resultOf(item, typed)).toEqual(value));
});
