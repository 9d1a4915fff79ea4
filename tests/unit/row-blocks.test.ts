import { expect, test } from 'vitest';
import { createRowBlocks } from '#ui/chat/row-blocks.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ key: String(from + at) }));
const summaryOf = (blocks: ReturnType<ReturnType<typeof createRowBlocks>>) =>
  blocks.map(([number, blockRows]) => `${number}: ${blockRows[0]?.key}–${blockRows.at(-1)?.key}`);

test('rows are grouped by ten and keep their block, whatever is added before and after', () => {
  const toBlocks = createRowBlocks();
  expect(summaryOf(toBlocks(rows(100, 124)))).toEqual(['0: 100–109', '1: 110–119', '2: 120–124']);
  // Older rows come in blocks of their own; newer rows fill up the last block.
  expect(summaryOf(toBlocks(rows(83, 131)))).toEqual([
    '-2: 83–89',
    '-1: 90–99',
    '0: 100–109',
    '1: 110–119',
    '2: 120–129',
    '3: 130–131',
  ]);
  // Rows freed at either end, and one deleted in the middle: no other row changes its block.
  const without = rows(95, 115).filter(({ key }) => key !== '104');
  expect(summaryOf(toBlocks(without))).toEqual(['-1: 95–99', '0: 100–109', '1: 110–115']);
  expect(toBlocks(without).flatMap(([, blockRows]) => blockRows)).toEqual(without);
  // A row that is inserted joins its neighbour's block.
  expect(summaryOf(toBlocks([...rows(95, 103), { key: 'new' }, ...rows(105, 115)]))).toEqual([
    '-1: 95–99',
    '0: 100–109',
    '1: 110–115',
  ]);
});

test('rows that have none in common with the former ones are grouped anew, and an empty list has no blocks', () => {
  const toBlocks = createRowBlocks();
  toBlocks(rows(1, 30));
  expect(toBlocks([])).toEqual([]);
  expect(summaryOf(toBlocks(rows(500, 511)))).toEqual(['0: 500–509', '1: 510–511']);
});
