import { assign, enqueueActions, setup } from 'xstate';
import { adjacentCell, emptyCellAfter, type CellDirection } from '#domain/digit-cells.ts';
import type { BetActor } from './bet.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** A cell for one digit of a bet. */
export type PickCell = {
  /** Id of the cell, not of the option: the same match may be on screen twice. */
  readonly id: string;
  readonly bet: BetActor;
  /** Ids of the itemOption that takes the digit, and of its item. */
  readonly option: number;
  readonly item: number;
  readonly name: string;
  /** Position within the row, from 0 at inline-start. */
  readonly column: number;
};
/** A cell on screen that takes a digit. */
export type VisibleCell = PickCell & { readonly filled: boolean };

/** The cells on screen when the event was sent, in reading order. */
type Cells = readonly VisibleCell[];
type Active = PickCell | null;
type Press = { type: 'digit.press'; digit: number; cells: Cells };
type Clear = { type: 'digit.clear'; cells: Cells };
/** `byKeys`: digits are typed on a keyboard, so the pad stays closed. */
type Awaited = { readonly item: number; readonly byKeys: boolean };
type SelectItem = { type: 'item.select'; cells: Cells } & Awaited;
type Move = { type: 'cell.move'; direction: CellDirection; cells: Cells };

const indexOfActive = (active: Active, cells: Cells) => cells.findIndex(({ id }) => id === active?.id);

/** The first empty cell of an item. */
const emptyCellOf = (item: number, cells: Cells): Active =>
  cells.find((cell) => cell.item === item && !cell.filled) ?? null;

const cellAfterDigit = (active: Active, cells: Cells): Active =>
  emptyCellAfter(cells, indexOfActive(active, cells), active?.item);
const cellBeside = (active: Active, { cells, direction }: Move): Active =>
  adjacentCell(cells, indexOfActive(active, cells), direction);

const charts = setup({
  types: setupTypes<{
    context: {
      readonly active: Active;
      /** The item whose cell is awaited. */
      readonly awaited: Awaited | null;
    };
    events:
      /** `cell.tap`: by touch. `cell.focus`: by mouse or keyboard. */
      | { type: 'cell.tap' | 'cell.focus'; cell: PickCell }
      /** From outside the list: an item's first empty cell, once that is on the screen. */
      | SelectItem
      | { type: 'cell.added'; cell: VisibleCell }
      | Press
      | Clear
      | Move
      /** `cell.blur`: it lost the focus. `cell.removed`: it left the screen or stopped taking digits. */
      | { type: 'cell.blur' | 'cell.removed'; id: string }
      | { type: 'cell.leave' };
    tags: 'open';
  }>(),
  delays: { cellTimeout: 5000 },
  guards: {
    hasEmptyCell: (_, { item, cells }: SelectItem) => emptyCellOf(item, cells) !== null,
    isAwaited: ({ context }, { item, filled }: VisibleCell) => item === context.awaited?.item && !filled,
    isAwaitedByKeys: ({ context }, { item, filled }: VisibleCell) =>
      item === context.awaited?.item && context.awaited.byKeys && !filled,
    hasEmptyCellByKeys: (_, { item, cells, byKeys }: SelectItem) =>
      byKeys && emptyCellOf(item, cells) !== null,
    isActiveGone: ({ context }, { cells }: Press | Clear) => indexOfActive(context.active, cells) < 0,
    isLastCell: ({ context }, { cells }: Press) => cellAfterDigit(context.active, cells) === null,
    hasAdjacentCell: ({ context }, move: Move) => cellBeside(context.active, move) !== null,
    isActiveCell: ({ context }, id: string) => id === context.active?.id,
    isOtherCell: ({ context }, id: string) => id !== context.active?.id,
  },
  actions: {
    setActive: assign((_, active: PickCell) => ({ active })),
    advanceCell: assign(({ context }, { cells }: Press) => ({
      active: cellAfterDigit(context.active, cells),
    })),
    moveToAdjacent: assign(({ context }, move: Move) => ({ active: cellBeside(context.active, move) })),
    activateItem: assign((_, { item, cells }: SelectItem) => ({ active: emptyCellOf(item, cells) })),
    setAwaited: assign((_, { item, byKeys }: SelectItem) => ({ active: null, awaited: { item, byKeys } })),
    clearAwaited: assign({ awaited: null }),
    clearActive: assign({ active: null }),
    setPick: enqueueActions(({ context: { active }, enqueue }, value: number | null) => {
      if (active) enqueue.sendTo(active.bet, { type: 'pick.set', option: active.option, value });
    }),
  },
});

const addedCell = ({ event }: { event: { cell: VisibleCell } }) => event.cell;
const idOf = ({ event }: { event: { id: string } }) => event.id;
const chosenId = ({ event }: { event: { cell: PickCell } }) => event.cell.id;
const setActive = {
  type: 'setActive',
  params: ({ event }: { event: { cell: PickCell } }) => event.cell,
} as const;
const setAdded = { type: 'setActive', params: addedCell } as const;
const activateItem = { type: 'activateItem', params: eventOf } as const;
const onSelectItem = [
  { guard: { type: 'hasEmptyCellByKeys', params: eventOf }, target: 'typing', actions: activateItem },
  { guard: { type: 'hasEmptyCell', params: eventOf }, target: 'open', actions: activateItem },
  { target: 'awaitingCell', reenter: true, actions: { type: 'setAwaited', params: eventOf } },
] as const;
const isActiveGone = { guard: { type: 'isActiveGone', params: eventOf }, target: 'idle' } as const;
const setDigit = { type: 'setPick', params: ({ event }: { event: Press }) => event.digit } as const;
/** Transitions while a cell is active, with the pad open or not. */
const onActive = {
  'item.select': onSelectItem,
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
  'cell.removed': { guard: { type: 'isActiveCell', params: idOf }, target: 'idle' },
  'cell.leave': 'idle',
} as const;
const isOtherCell = { type: 'isOtherCell', params: chosenId } as const;

/**
 * The active digit cell of the screen: where typed digits go, which cell is active next, and whether the pad is open.
 * Every key press carries the cells on screen, so a digit never goes to a cell that has scrolled away.
 */
export const digitPad = charts.createMachine({
  id: 'digit-pad',
  context: { active: null, awaited: null },
  initial: 'idle',
  states: {
    idle: {
      entry: 'clearActive',
      on: {
        'cell.tap': { target: 'open', actions: setActive },
        'cell.focus': { target: 'typing', actions: setActive },
        'item.select': onSelectItem,
      },
    },
    /** Waits for the list to scroll to the item's card and render its cells. */
    awaitingCell: {
      exit: 'clearAwaited',
      on: {
        'cell.added': [
          {
            guard: { type: 'isAwaitedByKeys', params: addedCell },
            target: 'typing',
            actions: setAdded,
          },
          { guard: { type: 'isAwaited', params: addedCell }, target: 'open', actions: setAdded },
        ],
        'cell.tap': { target: 'open', actions: setActive },
        'cell.focus': { target: 'typing', actions: setActive },
        'item.select': onSelectItem,
        'cell.leave': 'idle',
      },
      after: { cellTimeout: 'idle' },
    },
    open: {
      tags: 'open',
      on: {
        ...onActive,
        'cell.tap': { guard: isOtherCell, actions: setActive },
        'cell.focus': { guard: isOtherCell, target: 'typing', actions: setActive },
      },
    },
    /** The keyboard's digits go to the cell that has the focus. */
    typing: {
      on: {
        ...onActive,
        'cell.tap': { target: 'open', actions: setActive },
        'cell.focus': { guard: isOtherCell, actions: setActive },
        'cell.blur': { guard: { type: 'isActiveCell', params: idOf }, target: 'idle' },
      },
    },
  },
});
