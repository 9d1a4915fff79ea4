import { expect, test } from 'vitest';
import { tieBreakOf } from '#domain/tie-break.ts';

const row = { points: 12, exact: 2, difference: 1, outcome: 3 };

test.each([
  ['no row above', null, null],
  ['more points', { ...row, points: 13 }, null],
  ['more exact scores', { ...row, exact: 3, difference: 0 }, 'exact'],
  ['as many exact, more differences', { ...row, difference: 2, outcome: 0 }, 'difference'],
  ['only outcomes differ', { ...row, outcome: 4 }, 'outcome'],
  ['no difference: a shared rank', { ...row }, 'shared'],
])('%s', (_, above, decided) => {
  expect(tieBreakOf(above, row)).toBe(decided);
});
