/** Cells that take a digit each, in reading order. */
type DigitCell = {
  readonly item: number;
  /** Its position across: 0 at the start of its row. */
  readonly column: number;
  readonly filled: boolean;
};
export type CellDirection = 'next' | 'previous' | 'up' | 'down';

/** The cell an arrow leads to from the one at `here`: along the reading order, or the nearest in the same column. */
export function adjacentCell<Cell extends Omit<DigitCell, 'filled'>>(
  cells: readonly Cell[],
  here: number,
  direction: CellDirection,
): Cell | null {
  if (here < 0) return null;
  const inColumn = ({ column }: Cell) => column === cells[here]?.column;
  return (
    {
      next: cells[here + 1],
      previous: cells[here - 1],
      down: cells.slice(here + 1).find(inColumn),
      up: cells.slice(0, here).findLast(inColumn),
    }[direction] ?? null
  );
}

/** The empty cell of the same item, else the next empty one further on than `here`. Never back up the screen. */
export function emptyCellAfter<Cell extends DigitCell>(
  cells: readonly Cell[],
  here: number,
  item: number | undefined,
): Cell | null {
  const isEmpty = (cell: Cell, at: number) => !cell.filled && at !== here;
  return (
    cells.find((cell, at) => isEmpty(cell, at) && cell.item === item) ??
    cells.find((cell, at) => isEmpty(cell, at) && at > here) ??
    null
  );
}
