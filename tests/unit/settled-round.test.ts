import { expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { isSettledRound, myPointsIn } from '#domain/settled-round.ts';
import { buildItem } from '#tests/support/builders.ts';

const round = (items: readonly Partial<Item>[]) => ({
  items_data: items.map((item, at) => buildItem(at, 'home/away', {}, item)),
});

test.each([
  ['every match has its result', [{ status: 'ended' }, { status: 'ended' }], true],
  ['one was voided', [{ status: 'ended' }, { status: 'void' }], true],
  ['one is live', [{ status: 'ended' }, { status: 'started' }], false],
  ['one is open', [{ status: 'open' }, { status: 'ended' }], false],
  ['a single match', [{ status: 'ended' }], false],
  ['no items', [], false],
] as const)('a round is settled: %s', (_, items, settled) => {
  expect(isSettledRound(round(items))).toBe(settled);
});

test.each([
  ['no bets', [{ pts: null }, { pts: null }], null],
  ['bets that won nothing', [{ pts: 0 }, { pts: null }], 0],
  ['points of several', [{ pts: 4 }, { pts: null }, { pts: 3 }], 7],
] as const)('a member’s points in a round: %s', (_, items, points) => {
  expect(myPointsIn(round(items))).toBe(points);
});
