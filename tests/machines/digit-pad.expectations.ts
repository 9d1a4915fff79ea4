import { expect } from 'vitest';
import type { digitPad, PickCell, VisibleCell } from '#machines/digit-pad.ts';
import { after, refStub, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

/** The bets of two matches: options 11 and 12, and below them 21 and 22. */
const bets = { 1: refStub('bet-1'), 2: refStub('bet-2') };
const cellOf = (option: number, name: string): PickCell => {
  const item = option < 20 ? 1 : 2;
  return { id: `cell-${option}`, bet: bets[item], option, item, name, column: (option % 10) - 1 };
};
const emptyCell = (cell: PickCell): VisibleCell => ({ ...cell, filled: false });
const filledCell = (cell: PickCell): VisibleCell => ({ ...cell, filled: true });
const [mexico, korea, brazil, japan] = [
  cellOf(11, 'מקסיקו'),
  cellOf(12, 'קוריאה'),
  cellOf(21, 'ברזיל'),
  cellOf(22, 'יפן'),
] as const;

/** Nothing picked yet; the first match picked; everything picked; only the first away side missing. */
const emptyCells = [mexico, korea, brazil, japan].map(emptyCell);
const firstMatchFilled = [filledCell(mexico), filledCell(korea), emptyCell(brazil), emptyCell(japan)];
const allFilled = emptyCells.map(filledCell);
const onlyKoreaEmpty = [filledCell(mexico), emptyCell(korea), filledCell(brazil), filledCell(japan)];

type Awaited = { item: number; byKeys: boolean };
type Before = { active: PickCell | null; awaited: Awaited | null };
/** The state with an active cell: with the pad open, or by keys alone. */
type Mode = 'open' | 'typing';
const setsPick = (digit: number | null) => (before: Before) => [
  { type: 'pick.set', option: before.active?.option, value: digit },
];
/** The digit is picked, and the next option becomes active (by the present one); null leaves the cells. */
const picksAndMoves =
  (mode: Mode, to: Record<number, PickCell | null>, digit: number) => (before: Before) => {
    const next = to[before.active?.option ?? 0] ?? null;
    return {
      to: next ? `${mode} (${next.option})` : 'idle',
      context: { active: next },
      sends: setsPick(digit)(before),
    };
  };
const movesActive = (mode: Mode, to: Record<number, PickCell>) => (before: Before) => {
  const next = to[before.active?.option ?? 0];
  return next ? { to: `${mode} (${next.option})`, context: { active: next } } : 'ignored';
};
const activatesCell = (mode: Mode, cell: PickCell) => ({
  to: `${mode} (${cell.option})`,
  context: { active: cell },
});
const opensPad = (cell: PickCell) => activatesCell('open', cell);
const activatesByKeys = (cell: PickCell) => activatesCell('typing', cell);
/** A move to another cell than the active one. */
const unlessActive = (move: ReturnType<typeof activatesCell>) => (before: Before) =>
  before.active?.option === move.context.active.option ? 'ignored' : move;
const leavesCells = { to: 'idle', context: { active: null } };
/** The active cell is left only if it is the one of Mexico. */
const leavesMexico = (before: Before) => (before.active?.option === 11 ? leavesCells : 'ignored');
/** The move from a state in which a cell is awaited: it no longer is. */
const stopsAwaiting = <To extends { context: object }>(move: To) => ({
  ...move,
  context: { ...move.context, awaited: null },
});
const awaitsCell = (byKeys: boolean) => ({
  to: `awaitingCell (awaits 1${byKeys ? ', by keys' : ''})`,
  context: { active: null, awaited: { item: 1, byKeys } },
  waits: [{ event: { type: 'xstate.after.cellTimeout.digit-pad.awaitingCell' }, ms: 5000 }],
});

/** Keys do the same with the pad and without. */
const cellMovesIn = (mode: Mode) => ({
  // The next cell is the other side of the match, else the next one down the screen.
  [`${mode} + 0, nothing picked yet`]: picksAndMoves(
    mode,
    { 11: emptyCell(korea), 12: emptyCell(mexico), 21: emptyCell(japan), 22: emptyCell(brazil) },
    0,
  ),
  [`${mode} + 9, first match picked`]: picksAndMoves(
    mode,
    { 11: emptyCell(brazil), 12: emptyCell(brazil), 21: emptyCell(japan), 22: emptyCell(brazil) },
    9,
  ),
  [`${mode} + 3, all picked`]: picksAndMoves(mode, {}, 3),
  // The next cell is never up the screen: after the second match the pad closes.
  [`${mode} + 4, only Korea missing`]: picksAndMoves(mode, { 11: emptyCell(korea) }, 4),
  [`${mode} + 5, no cell left`]: leavesCells,

  [`${mode} + clear`]: (before: Before) => ({
    to: 'same',
    context: { active: before.active },
    sends: setsPick(null)(before),
  }),
  [`${mode} + clear, no cell left`]: leavesCells,
  [`${mode} + next`]: movesActive(mode, {
    11: filledCell(korea),
    12: emptyCell(brazil),
    21: emptyCell(japan),
  }),
  [`${mode} + previous`]: movesActive(mode, {
    12: filledCell(mexico),
    21: filledCell(korea),
    22: emptyCell(brazil),
  }),
  [`${mode} + down`]: movesActive(mode, { 11: emptyCell(brazil), 12: emptyCell(japan) }),
  [`${mode} + up`]: movesActive(mode, { 21: filledCell(mexico), 22: filledCell(korea) }),
  [`${mode} + Mexico removed`]: leavesMexico,
  [`${mode} + leave`]: leavesCells,

  [`${mode} + select match 1, nothing picked yet`]: opensPad(emptyCell(mexico)),
  [`${mode} + select match 2, first match picked`]: opensPad(emptyCell(brazil)),
  [`${mode} + select match 1, not drawn`]: awaitsCell(false),
  [`${mode} + select match 2 by keys, first match picked`]: activatesByKeys(emptyCell(brazil)),
  [`${mode} + select match 1 by keys, not drawn`]: awaitsCell(true),
});

/** Expectations of digit-pad, for its test and for its screen's walk. */
export const digitPadExpectations: MachineExpectations<typeof digitPad> = {
  inputs: { screen: undefined },
  fold: ({ active, awaited }) => {
    if (awaited) return `awaits ${awaited.item}${awaited.byKeys ? ', by keys' : ''}`;
    return active ? String(active.option) : '';
  },
  events: {
    'tap Mexico': { type: 'cell.tap', cell: mexico },
    'tap Korea': { type: 'cell.tap', cell: korea },
    'tap Japan': { type: 'cell.tap', cell: japan },
    'focus Mexico': { type: 'cell.focus', cell: mexico },
    'focus Japan': { type: 'cell.focus', cell: japan },
    '0, nothing picked yet': { type: 'digit.press', digit: 0, cells: emptyCells },
    '9, first match picked': { type: 'digit.press', digit: 9, cells: firstMatchFilled },
    '3, all picked': { type: 'digit.press', digit: 3, cells: allFilled },
    '4, only Korea missing': { type: 'digit.press', digit: 4, cells: onlyKoreaEmpty },
    '5, no cell left': { type: 'digit.press', digit: 5, cells: [] },
    clear: { type: 'digit.clear', cells: allFilled },
    'clear, no cell left': { type: 'digit.clear', cells: [] },
    next: { type: 'cell.move', direction: 'next', cells: firstMatchFilled },
    previous: { type: 'cell.move', direction: 'previous', cells: firstMatchFilled },
    down: { type: 'cell.move', direction: 'down', cells: firstMatchFilled },
    up: { type: 'cell.move', direction: 'up', cells: firstMatchFilled },
    'next, no cell left': { type: 'cell.move', direction: 'next', cells: [] },
    'Mexico removed': { type: 'cell.removed', id: 'cell-11' },
    'Mexico loses the focus': { type: 'cell.blur', id: 'cell-11' },
    leave: { type: 'cell.leave' },
    'select match 1, nothing picked yet': { type: 'item.select', item: 1, byKeys: false, cells: emptyCells },
    'select match 2, first match picked': {
      type: 'item.select',
      item: 2,
      byKeys: false,
      cells: firstMatchFilled,
    },
    'select match 1, not drawn': { type: 'item.select', item: 1, byKeys: false, cells: [] },
    'select match 2 by keys, first match picked': {
      type: 'item.select',
      item: 2,
      byKeys: true,
      cells: firstMatchFilled,
    },
    'select match 1 by keys, not drawn': { type: 'item.select', item: 1, byKeys: true, cells: [] },
    'Mexico is drawn': { type: 'cell.added', cell: emptyCell(mexico) },
    'Mexico is drawn, filled': { type: 'cell.added', cell: filledCell(mexico) },
    'Brazil is drawn': { type: 'cell.added', cell: emptyCell(brazil) },
    'no cell is drawn': after('cellTimeout', 5000),
  },
  becomes: {
    'start: screen': { to: 'idle', context: { active: null, awaited: null } },

    'idle + tap Mexico': opensPad(mexico),
    'idle + tap Korea': opensPad(korea),
    'idle + tap Japan': opensPad(japan),
    'idle + focus Mexico': activatesByKeys(mexico),
    'idle + focus Japan': activatesByKeys(japan),

    'open + tap Mexico': unlessActive(opensPad(mexico)),
    'open + tap Korea': unlessActive(opensPad(korea)),
    'open + tap Japan': unlessActive(opensPad(japan)),
    // The keys of the pad's own cell leave it open.
    'open + focus Mexico': unlessActive(activatesByKeys(mexico)),
    'open + focus Japan': unlessActive(activatesByKeys(japan)),

    'typing + tap Mexico': opensPad(mexico),
    'typing + tap Korea': opensPad(korea),
    'typing + tap Japan': opensPad(japan),
    'typing + focus Mexico': unlessActive(activatesByKeys(mexico)),
    'typing + focus Japan': unlessActive(activatesByKeys(japan)),
    'typing + Mexico loses the focus': leavesMexico,

    ...cellMovesIn('open'),
    ...cellMovesIn('typing'),

    'idle + select match 1, nothing picked yet': opensPad(emptyCell(mexico)),
    'idle + select match 2, first match picked': opensPad(emptyCell(brazil)),
    'idle + select match 1, not drawn': awaitsCell(false),
    'idle + select match 2 by keys, first match picked': activatesByKeys(emptyCell(brazil)),
    'idle + select match 1 by keys, not drawn': awaitsCell(true),

    'awaitingCell + select match 1, nothing picked yet': stopsAwaiting(opensPad(emptyCell(mexico))),
    'awaitingCell + select match 2, first match picked': stopsAwaiting(opensPad(emptyCell(brazil))),
    'awaitingCell + select match 1, not drawn': awaitsCell(false),
    'awaitingCell + select match 2 by keys, first match picked': stopsAwaiting(
      activatesByKeys(emptyCell(brazil)),
    ),
    'awaitingCell + select match 1 by keys, not drawn': awaitsCell(true),
    'awaitingCell (awaits 1) + Mexico is drawn': stopsAwaiting(opensPad(emptyCell(mexico))),
    'awaitingCell (awaits 1, by keys) + Mexico is drawn': stopsAwaiting(activatesByKeys(emptyCell(mexico))),
    'awaitingCell + tap Mexico': stopsAwaiting(opensPad(mexico)),
    'awaitingCell + tap Korea': stopsAwaiting(opensPad(korea)),
    'awaitingCell + tap Japan': stopsAwaiting(opensPad(japan)),
    'awaitingCell + focus Mexico': stopsAwaiting(activatesByKeys(mexico)),
    'awaitingCell + focus Japan': stopsAwaiting(activatesByKeys(japan)),
    'awaitingCell + leave': stopsAwaiting(leavesCells),
    'awaitingCell + no cell is drawn': stopsAwaiting(leavesCells),
  },
  claims: {
    open: (snapshot) => expect(snapshot.hasTag('open')).toBe(true),
    typing: (snapshot) => expect(snapshot.hasTag('open')).toBe(false),
    idle: (snapshot) => expect(snapshot.context.active).toBeNull(),
    awaitingCell: (snapshot) => expect(snapshot.hasTag('open')).toBe(false),
  },
  unpaired: 52,
};
