import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { resultOf, resultEntry } from '#machines/result-entry.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { match, resultEntryExpectations, voteItem } from './result-entry.expectations.ts';

testMachine(resultEntry, resultEntryExpectations);

describe('the result that the typed values make', () => {
  const balanceItem: Item = { ...match, type: 'balance', rules: { decided_by: 'result' } };
  const crowdBalance: Item = { ...match, type: 'balance', rules: { decided_by: 'crowd' } };
  const digitsItem: Item = { ...match, type: 'bets' };
  test.each([
    ['a score', match, { 11: 12, 12: 0 }, { home: 12, away: 0 }],
    ['half a score', match, { 11: 1 }, null],
    ['a vote', voteItem, { 12: 1 }, { options: [12] }],
    ['a vote whose other winner was taken back', voteItem, { 11: 0, 12: 1 }, { options: [12] }],
    ['a poll', voteItem, {}, { options: [] }],
    ['a balance', balanceItem, { 11: 1, 12: 1 }, { options: [11, 12] }],
    ['a balance without a winner', balanceItem, {}, null],
    ['a balance whose winner was taken back', balanceItem, { 11: 0 }, null],
    ["the crowd's balance", crowdBalance, { 11: 1 }, { options: [] }],
    ['digits', digitsItem, { 11: 0, 12: 9 }, { values: { 11: 0, 12: 9 } }],
    ['digits with one missing', digitsItem, { 11: 0 }, null],
  ])('%s', (_, item, typed, value) => expect(resultOf(item, typed)).toEqual(value));
});
