import { expect, test } from 'vitest';
import { countersInOrder, tieBreakOf } from '#domain/tie-break.ts';

const row = { points: 12, exact: 2, difference: 1, outcome: 3 };

test.each([
  ['no row above', null, null],
  ['more points', { ...row, points: 13 }, null],
  ['more exact scores', { ...row, exact: 3, difference: 0 }, 'exact'],
  ['as many exact, more differences', { ...row, difference: 2, outcome: 0 }, 'difference'],
  ['only outcomes differ', { ...row, outcome: 4 }, 'outcome'],
  ['no difference: a shared rank', { ...row }, 'shared'],
])('%s', (_, above, decided) => {
  expect(tieBreakOf(above, row, 'exact,difference,outcome')).toBe(decided);
});

test('a league’s own order decides which counter is compared first', () => {
  const above = { points: 12, exact: 0, difference: 2, outcome: 4 };
  expect([
    tieBreakOf(above, row, 'outcome,exact,difference'),
    tieBreakOf(above, row, 'difference,outcome,exact'),
    tieBreakOf({ ...above, difference: 1 }, row, 'difference,outcome,exact'),
    tieBreakOf({ ...above, points: 13 }, row, 'outcome,exact,difference'),
  ]).toEqual(['outcome', 'difference', 'outcome', null]);
  expect([countersInOrder('exact,outcome,difference'), countersInOrder('outcome,difference,exact')]).toEqual([
    ['exact', 'outcome', 'difference'],
    ['outcome', 'difference', 'exact'],
  ]);
});
