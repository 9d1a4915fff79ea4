import { assign, enqueueActions, setup } from 'xstate';
import type { BetActor } from './bet.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** A cell for one digit of a bet. */
export type PickCell = {
  readonly bet: BetActor;
  /** The itemOption the digit is for, and its item. */
  readonly option: number;
  readonly item: number;
  readonly name: string;
  /** Where it stands across: 0 at the start of its row. */
  readonly column: number;
};
/** A cell that is on screen now and takes a digit. */
export type VisibleCell = PickCell & { readonly filled: boolean };
export type CellDirection = 'next' | 'previous' | 'up' | 'down';

/** `cells`: those on screen at this moment, in reading order. */
type Cells = readonly VisibleCell[];
type Active = PickCell | null;
type Press = { type: 'digit.press'; digit: number; cells: Cells };
type Clear = { type: 'digit.clear'; cells: Cells };
type PickItem = { type: 'item.pick'; item: number; cells: Cells };
type Move = { type: 'cell.move'; direction: CellDirection; cells: Cells };

const indexOfActive = (active: Active, cells: Cells) =>
  cells.findIndex(({ option }) => option === active?.option);

/** The first empty cell of an item. */
const emptyCellOf = (item: number, cells: Cells): Active =>
  cells.find((cell) => cell.item === item && !cell.filled) ?? null;

/** The cell after a digit: the empty one of the same item, else the next empty one further on. Never back up the screen. */
function cellAfterDigit(active: Active, cells: Cells): Active {
  const here = indexOfActive(active, cells);
  const empty = cells.filter(({ filled, option }) => !filled && option !== active?.option);
  return (
    empty.find(({ item }) => item === active?.item) ??
    empty.find((cell) => cells.indexOf(cell) > here) ??
    null
  );
}

/** The cell an arrow leads to: along the reading order, or the nearest in the same column. */
function adjacentCell(active: Active, { cells, direction }: Move): Active {
  const here = indexOfActive(active, cells);
  if (here < 0) return null;
  const inColumn = (cell: PickCell) => cell.column === active?.column;
  return (
    {
      next: cells[here + 1],
      previous: cells[here - 1],
      down: cells.slice(here + 1).find(inColumn),
      up: cells.slice(0, here).findLast(inColumn),
    }[direction] ?? null
  );
}

const charts = setup({
  types: setupTypes<{
    context: {
      readonly active: Active;
      /** The item whose cell is awaited. */ readonly awaited: number | null;
    };
    events:
      | { type: 'cell.tap'; cell: PickCell }
      /** From outside the list: the pad on an item's first empty cell, once that is on the screen. */
      | PickItem
      | { type: 'cell.added'; cell: VisibleCell }
      | Press
      | Clear
      | Move
      /** It left the screen, or takes no digit any more. */
      | { type: 'cell.removed'; option: number }
      | { type: 'pad.close' };
    tags: 'open';
  }>(),
  delays: { cellTimeout: 5000 },
  guards: {
    hasEmptyCell: (_, { item, cells }: PickItem) => emptyCellOf(item, cells) !== null,
    isAwaited: ({ context }, { item, filled }: VisibleCell) => item === context.awaited && !filled,
    isActiveGone: ({ context }, { cells }: Press | Clear) => indexOfActive(context.active, cells) < 0,
    isLastCell: ({ context }, { cells }: Press) => cellAfterDigit(context.active, cells) === null,
    hasAdjacentCell: ({ context }, move: Move) => adjacentCell(context.active, move) !== null,
    isActiveCell: ({ context }, option: number) => option === context.active?.option,
    isOtherCell: ({ context }, option: number) => option !== context.active?.option,
  },
  actions: {
    setActive: assign((_, active: PickCell) => ({ active })),
    advanceCell: assign(({ context }, { cells }: Press) => ({
      active: cellAfterDigit(context.active, cells),
    })),
    moveToAdjacent: assign(({ context }, move: Move) => ({ active: adjacentCell(context.active, move) })),
    activateItem: assign((_, { item, cells }: PickItem) => ({ active: emptyCellOf(item, cells) })),
    setAwaited: assign((_, { item }: PickItem) => ({ active: null, awaited: item })),
    clearAwaited: assign({ awaited: null }),
    clearActive: assign({ active: null }),
    setPick: enqueueActions(({ context: { active }, enqueue }, value: number | null) => {
      if (active) enqueue.sendTo(active.bet, { type: 'pick.set', option: active.option, value });
    }),
  },
});

const addedCell = ({ event }: { event: { cell: VisibleCell } }) => event.cell;
const optionOf = ({ event }: { event: { option: number } }) => event.option;
const tappedOption = ({ event }: { event: { cell: PickCell } }) => event.cell.option;
const setActive = {
  type: 'setActive',
  params: ({ event }: { event: { cell: PickCell } }) => event.cell,
} as const;
const onPickItem = [
  {
    guard: { type: 'hasEmptyCell', params: eventOf },
    target: 'open',
    actions: { type: 'activateItem', params: eventOf },
  },
  { target: 'awaitingCell', reenter: true, actions: { type: 'setAwaited', params: eventOf } },
] as const;
const isActiveGone = { guard: { type: 'isActiveGone', params: eventOf }, target: 'idle' } as const;
const setDigit = { type: 'setPick', params: ({ event }: { event: Press }) => event.digit } as const;

/**
 * The screen's one digit pad: which cell it writes to, and which cell follows.
 * It reads the cells on screen at every key, so a list that moved never receives a digit meant for another cell.
 */
export const digitPad = charts.createMachine({
  id: 'digit-pad',
  context: { active: null, awaited: null },
  initial: 'idle',
  states: {
    idle: {
      entry: 'clearActive',
      on: { 'cell.tap': { target: 'open', actions: setActive }, 'item.pick': onPickItem },
    },
    /** The list scrolls to the item's card, which is drawn then. */
    awaitingCell: {
      exit: 'clearAwaited',
      on: {
        'cell.added': {
          guard: { type: 'isAwaited', params: addedCell },
          target: 'open',
          actions: { type: 'setActive', params: addedCell },
        },
        'cell.tap': { target: 'open', actions: setActive },
        'item.pick': onPickItem,
        'pad.close': 'idle',
      },
      after: { cellTimeout: 'idle' },
    },
    open: {
      tags: 'open',
      on: {
        'item.pick': onPickItem,
        'cell.tap': { guard: { type: 'isOtherCell', params: tappedOption }, actions: setActive },
        'digit.press': [
          isActiveGone,
          { guard: { type: 'isLastCell', params: eventOf }, target: 'idle', actions: setDigit },
          { actions: [setDigit, { type: 'advanceCell', params: eventOf }] },
        ],
        'digit.clear': [isActiveGone, { actions: { type: 'setPick', params: null } }],
        'cell.move': {
          guard: { type: 'hasAdjacentCell', params: eventOf },
          actions: { type: 'moveToAdjacent', params: eventOf },
        },
        'cell.removed': { guard: { type: 'isActiveCell', params: optionOf }, target: 'idle' },
        'pad.close': 'idle',
      },
    },
  },
});
