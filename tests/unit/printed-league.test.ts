import { expect, test } from 'vitest';
import type { PrintedItem } from '#contract/printing.ts';
import { gridsOf } from '#domain/printed-league.ts';

const item = (id: number, picks: PrintedItem['picks'] = []): PrintedItem => ({
  id,
  name: `item ${id}`,
  layout: 'home/away',
  date: null,
  options: [],
  picks,
});
const pick = (member: number, name: string, points: number | null) => ({ member, name, picks: [], points });

test('a game is split into grids of eight columns, in the order of its items', () => {
  const ids = [5, 3, 9, 1, 2, 4, 6, 7, 8];
  const grids = gridsOf({ id: 1, name: '', items: ids.map((id) => item(id)) });
  expect(grids.map(({ items }) => items.map(({ id }) => id))).toEqual([[5, 3, 9, 1, 2, 4, 6, 7], [8]]);
});

test('a grid has a row for each member who has bet, by points and then by name, with a cell for each item', () => {
  const [first, second, third] = [pick(7, 'נועה', 3), pick(2, 'גיל', null), pick(9, 'אבי', 1)];
  const [lateJoiner, own] = [pick(9, 'אבי', 2), pick(4, 'דנה', 0)];
  const [grid] = gridsOf({
    id: 1,
    name: '',
    items: [item(1, [first, second, third]), item(2, [lateJoiner, own])],
  });
  expect(grid?.rows).toEqual([
    { member: 9, name: 'אבי', cells: [third, lateJoiner], points: 3 },
    { member: 7, name: 'נועה', cells: [first, null], points: 3 },
    { member: 2, name: 'גיל', cells: [second, null], points: 0 },
    { member: 4, name: 'דנה', cells: [null, own], points: 0 },
  ]);
});

test('two members of one name and as many points are in the order of their ids', () => {
  const picks = [pick(12, 'דנה', 3), pick(5, 'דנה', 3), pick(9, 'דנה', 4)];
  const [grid] = gridsOf({ id: 1, name: '', items: [item(1, picks)] });
  expect(grid?.rows.map(({ member }) => member)).toEqual([9, 5, 12]);
});
