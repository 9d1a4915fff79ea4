import { describe, expect, test } from 'vitest';
import { adjacentCell, emptyCellAfter } from '#domain/digit-cells.ts';

describe('the cell that an arrow leads to', () => {
  /** Three matches of two sides, then three single digits below each other. */
  const cells = [
    ...[1, 1, 2, 2, 3, 3].map((item, at) => ({ item, column: at % 2 })),
    ...[4, 4, 4].map((item) => ({ item, column: 0 })),
  ];
  test.each([
    [0, { next: 1, previous: null, down: 2, up: null }],
    [1, { next: 2, previous: 0, down: 3, up: null }],
    [4, { next: 5, previous: 3, down: 6, up: 2 }],
    [5, { next: 6, previous: 4, down: null, up: 3 }],
    [6, { next: 7, previous: 5, down: 7, up: 4 }],
    [8, { next: null, previous: 7, down: null, up: 7 }],
    [-1, { next: null, previous: null, down: null, up: null }],
  ])('from the cell at %i', (here, expected) => {
    const to = (direction: 'next' | 'previous' | 'down' | 'up') => {
      const cell = adjacentCell(cells, here, direction);
      return cell && cells.indexOf(cell);
    };
    expect({ next: to('next'), previous: to('previous'), down: to('down'), up: to('up') }).toEqual(expected);
  });
});

test.each([
  ['the other side first, though it is above', [0, 1, 0, 0], 3, 2, 2],
  ['the other side, past later ones', [0, 0, 0, 0], 2, 2, 3],
  ['the next one below, once both sides are filled', [0, 0, 1, 1, 0], 3, 2, 4],
  ['none above', [0, 0, 1, 1], 3, 2, null],
  ['not the cell itself', [1, 0, 1, 1], 1, 1, null],
  ['the first one, where none is active', [1, 0, 0], -1, undefined, 1],
])('the empty cell after a digit is %s', (_, filled, here, item, expected) => {
  const cells = filled.map((digit, at) => ({
    item: 1 + Math.floor(at / 2),
    column: at % 2,
    filled: digit === 1,
  }));
  const found = emptyCellAfter(cells, here, item);
  expect(found && cells.indexOf(found)).toBe(expected);
});
