import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { setupTypes } from './port.ts';

/** A cell on the screen that takes a digit now. */
export type PickCell = {
  /** The itemOption the digit is for, and its item. */
  readonly option: number;
  readonly item: number;
  readonly name: string;
  /** Where it stands across: 0 at the start of its row. */
  readonly column: number;
  readonly filled: boolean;
};
export type CellDirection = 'next' | 'previous' | 'up' | 'down';
/** What the book of bets hears of it; null takes the digit back. */
export type DigitReport = { type: 'digit.put'; item: number; option: number; digit: number | null };

type RegistryRef = ActorRef<Snapshot<unknown>, DigitReport>;
type Context = { readonly book: RegistryRef; readonly active: PickCell | null };
/** `cells`: those on the screen at this moment, in reading order. */
type OnScreen = { readonly cells: readonly PickCell[] };
type Events =
  | { type: 'cell.tap'; cell: PickCell }
  | ({ type: 'digit.press'; digit: number } & OnScreen)
  | ({ type: 'digit.clear' } & OnScreen)
  | ({ type: 'cell.move'; direction: CellDirection } & OnScreen)
  /** It left the screen, or takes no digit any more. */
  | { type: 'cell.gone'; option: number }
  | { type: 'pad.close' };

const cellsOf = (event: Events) => ('cells' in event ? event.cells : []);
const indexOfActive = (active: PickCell | null, cells: readonly PickCell[]) =>
  cells.findIndex(({ option }) => option === active?.option);

/** Where a digit leads: what its own item still lacks, else the next empty cell further on. Never back up the screen. */
function cellAfterDigit(active: PickCell | null, cells: readonly PickCell[]): PickCell | null {
  const here = indexOfActive(active, cells);
  const empty = cells.filter(({ filled, option }) => !filled && option !== active?.option);
  return (
    empty.find(({ item }) => item === active?.item) ??
    empty.find((cell) => cells.indexOf(cell) > here) ??
    null
  );
}

/** The cell an arrow leads to: along the reading order, or the nearest in the same column. */
function adjacentCell(active: PickCell | null, event: Events): PickCell | null {
  const cells = cellsOf(event);
  const here = indexOfActive(active, cells);
  if (event.type !== 'cell.move' || here < 0) return null;
  const inColumn = (cell: PickCell) => cell.column === active?.column;
  return (
    {
      next: cells[here + 1],
      previous: cells[here - 1],
      down: cells.slice(here + 1).find(inColumn),
      up: cells.slice(0, here).findLast(inColumn),
    }[event.direction] ?? null
  );
}

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { book: RegistryRef };
    tags: 'open';
  }>(),
  guards: {
    isGone: ({ context, event }) => indexOfActive(context.active, cellsOf(event)) < 0,
    isLast: ({ context, event }) => cellAfterDigit(context.active, cellsOf(event)) === null,
    hasBeside: ({ context, event }) => adjacentCell(context.active, event) !== null,
    isOther: ({ context, event }) =>
      event.type === 'cell.tap' && event.cell.option !== context.active?.option,
    isActive: ({ context, event }) => event.type === 'cell.gone' && event.option === context.active?.option,
  },
  actions: {
    aim: assign(({ event }) => (event.type === 'cell.tap' ? { active: event.cell } : {})),
    advance: assign(({ context, event }) => ({ active: cellAfterDigit(context.active, cellsOf(event)) })),
    step: assign(({ context, event }) => ({ active: adjacentCell(context.active, event) })),
    leave: assign({ active: null }),
    put: sendTo(
      ({ context }) => context.book,
      ({ context, event }) => ({
        type: 'digit.put' as const,
        item: context.active?.item ?? 0,
        option: context.active?.option ?? 0,
        digit: event.type === 'digit.press' ? event.digit : null,
      }),
    ),
  },
});

/**
 * The one digit pad of the screen: which cell it writes to, and where it goes from there.
 * It asks for the cells at every key, so a list that moved beneath it never gets a digit meant for another cell.
 */
export const digitPad = charts.createMachine({
  id: 'pick-pad',
  context: ({ input }) => ({ book: input.book, active: null }),
  initial: 'resting',
  states: {
    resting: {
      entry: 'leave',
      on: { 'cell.tap': { target: 'picking', actions: 'aim' } },
    },
    picking: {
      tags: 'open',
      on: {
        'cell.tap': { guard: 'isOther', actions: 'aim' },
        'digit.press': [
          { guard: 'isGone', target: 'resting' },
          { guard: 'isLast', target: 'resting', actions: 'put' },
          { actions: ['put', 'advance'] },
        ],
        'digit.clear': [{ guard: 'isGone', target: 'resting' }, { actions: 'put' }],
        'cell.move': { guard: 'hasBeside', actions: 'step' },
        'cell.gone': { guard: 'isActive', target: 'resting' },
        'pad.close': 'resting',
      },
    },
  },
});
