import { expect, test } from 'vitest';
import { createRowBlocks } from '#ui/chat/row-blocks.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ key: String(from + at) }));
const told = (packs: ReturnType<ReturnType<typeof createRowBlocks>>) =>
  packs.map(([number, those]) => `${number}: ${those[0]?.key}–${those.at(-1)?.key}`);

test('rows come in tens, and stay in their pack whatever comes before them and after', () => {
  const pack = createRowBlocks();
  expect(told(pack(rows(100, 124)))).toEqual(['0: 100–109', '1: 110–119', '2: 120–124']);
  // Whole packs of what is older; what is newer fills the last one up.
  expect(told(pack(rows(83, 131)))).toEqual([
    '-2: 83–89',
    '-1: 90–99',
    '0: 100–109',
    '1: 110–119',
    '2: 120–129',
    '3: 130–131',
  ]);
  // Let go at either end, and one taken out of the middle: nobody else moves.
  const without = rows(95, 115).filter(({ key }) => key !== '104');
  expect(told(pack(without))).toEqual(['-1: 95–99', '0: 100–109', '1: 110–115']);
  expect(pack(without).flatMap(([, those]) => those)).toEqual(without);
  // What comes in between goes where its neighbour is.
  expect(told(pack([...rows(95, 103), { key: 'new' }, ...rows(105, 115)]))).toEqual([
    '-1: 95–99',
    '0: 100–109',
    '1: 110–115',
  ]);
});

test('other rows altogether begin anew, and none are none', () => {
  const pack = createRowBlocks();
  pack(rows(1, 30));
  expect(pack([])).toEqual([]);
  expect(told(pack(rows(500, 511)))).toEqual(['0: 500–509', '1: 510–511']);
});
