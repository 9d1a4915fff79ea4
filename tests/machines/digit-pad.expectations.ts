import { expect } from 'vitest';
import type { digitPad, PickCell, VisibleCell } from '#machines/digit-pad.ts';
import { after, refStub, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

/** Two matches under one another: 11–12, then 21–22. */
const bets = { 1: refStub('bet-1'), 2: refStub('bet-2') };
const cellOf = (option: number, name: string): PickCell => {
  const item = option < 20 ? 1 : 2;
  return { id: `cell-${option}`, bet: bets[item], option, item, name, column: (option % 10) - 1 };
};
const empty = (cell: PickCell): VisibleCell => ({ ...cell, filled: false });
const filled = (cell: PickCell): VisibleCell => ({ ...cell, filled: true });
const [mexico, korea, brazil, japan] = [
  cellOf(11, 'מקסיקו'),
  cellOf(12, 'קוריאה'),
  cellOf(21, 'ברזיל'),
  cellOf(22, 'יפן'),
] as const;

/** Nothing picked yet; the first match picked; everything picked; only the first away side missing. */
const fresh = [mexico, korea, brazil, japan].map(empty);
const half = [filled(mexico), filled(korea), empty(brazil), empty(japan)];
const full = fresh.map(filled);
const gap = [filled(mexico), empty(korea), filled(brazil), filled(japan)];

type Awaited = { item: number; byKeys: boolean };
type Before = { active: PickCell | null; awaited: Awaited | null };
/** An active cell, with the pad and without. */
type Mode = 'open' | 'typing';
const put = (digit: number | null) => (before: Before) => [
  { type: 'pick.set', option: before.active?.option, value: digit },
];
/** The next active option, by the present one; null leaves the cells. */
const leads = (mode: Mode, to: Record<number, PickCell | null>, digit: number) => (before: Before) => {
  const next = to[before.active?.option ?? 0] ?? null;
  return {
    to: next ? `${mode} (${next.option})` : 'idle',
    context: { active: next },
    sends: put(digit)(before),
  };
};
const steps = (mode: Mode, to: Record<number, PickCell>) => (before: Before) => {
  const next = to[before.active?.option ?? 0];
  return next ? { to: `${mode} (${next.option})`, context: { active: next } } : 'ignored';
};
const aims = (mode: Mode, cell: PickCell) => ({ to: `${mode} (${cell.option})`, context: { active: cell } });
const opens = (cell: PickCell) => aims('open', cell);
const types = (cell: PickCell) => aims('typing', cell);
/** To another cell than the active one. */
const unlessActive = (move: ReturnType<typeof aims>) => (before: Before) =>
  before.active?.option === move.context.active.option ? 'ignored' : move;
const closes = { to: 'idle', context: { active: null } };
/** The active cell alone. */
const closesMexico = (before: Before) => (before.active?.option === 11 ? closes : 'ignored');
/** Where a cell was awaited, it no longer is. */
const ends = <To extends { context: object }>(move: To) => ({
  ...move,
  context: { ...move.context, awaited: null },
});
const awaits = (byKeys: boolean) => ({
  to: `awaitingCell (awaits 1${byKeys ? ', by keys' : ''})`,
  context: { active: null, awaited: { item: 1, byKeys } },
  waits: [{ event: { type: 'xstate.after.cellTimeout.digit-pad.awaitingCell' }, ms: 5000 }],
});

/** What keys do is the same with the pad and without. */
const onActive = (mode: Mode) => ({
  // The other side of the same match first, then down the screen.
  [`${mode} + 0, nothing picked yet`]: leads(
    mode,
    { 11: empty(korea), 12: empty(mexico), 21: empty(japan), 22: empty(brazil) },
    0,
  ),
  [`${mode} + 9, first match picked`]: leads(
    mode,
    { 11: empty(brazil), 12: empty(brazil), 21: empty(japan), 22: empty(brazil) },
    9,
  ),
  [`${mode} + 3, all picked`]: leads(mode, {}, 3),
  // Never back up the screen: after the second match the pad closes.
  [`${mode} + 4, only Korea missing`]: leads(mode, { 11: empty(korea) }, 4),
  [`${mode} + 5, no cell left`]: closes,

  [`${mode} + clear`]: (before: Before) => ({
    to: 'same',
    context: { active: before.active },
    sends: put(null)(before),
  }),
  [`${mode} + clear, no cell left`]: closes,
  [`${mode} + next`]: steps(mode, { 11: filled(korea), 12: empty(brazil), 21: empty(japan) }),
  [`${mode} + previous`]: steps(mode, { 12: filled(mexico), 21: filled(korea), 22: empty(brazil) }),
  [`${mode} + down`]: steps(mode, { 11: empty(brazil), 12: empty(japan) }),
  [`${mode} + up`]: steps(mode, { 21: filled(mexico), 22: filled(korea) }),
  [`${mode} + Mexico removed`]: closesMexico,
  [`${mode} + leave`]: closes,

  [`${mode} + select match 1, nothing picked yet`]: opens(empty(mexico)),
  [`${mode} + select match 2, first match picked`]: opens(empty(brazil)),
  [`${mode} + select match 1, not drawn`]: awaits(false),
  [`${mode} + select match 2 by keys, first match picked`]: types(empty(brazil)),
  [`${mode} + select match 1 by keys, not drawn`]: awaits(true),
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
    '0, nothing picked yet': { type: 'digit.press', digit: 0, cells: fresh },
    '9, first match picked': { type: 'digit.press', digit: 9, cells: half },
    '3, all picked': { type: 'digit.press', digit: 3, cells: full },
    '4, only Korea missing': { type: 'digit.press', digit: 4, cells: gap },
    '5, no cell left': { type: 'digit.press', digit: 5, cells: [] },
    clear: { type: 'digit.clear', cells: full },
    'clear, no cell left': { type: 'digit.clear', cells: [] },
    next: { type: 'cell.move', direction: 'next', cells: half },
    previous: { type: 'cell.move', direction: 'previous', cells: half },
    down: { type: 'cell.move', direction: 'down', cells: half },
    up: { type: 'cell.move', direction: 'up', cells: half },
    'next, no cell left': { type: 'cell.move', direction: 'next', cells: [] },
    'Mexico removed': { type: 'cell.removed', id: 'cell-11' },
    'Mexico loses the focus': { type: 'cell.blur', id: 'cell-11' },
    leave: { type: 'cell.leave' },
    'select match 1, nothing picked yet': { type: 'item.select', item: 1, byKeys: false, cells: fresh },
    'select match 2, first match picked': { type: 'item.select', item: 2, byKeys: false, cells: half },
    'select match 1, not drawn': { type: 'item.select', item: 1, byKeys: false, cells: [] },
    'select match 2 by keys, first match picked': { type: 'item.select', item: 2, byKeys: true, cells: half },
    'select match 1 by keys, not drawn': { type: 'item.select', item: 1, byKeys: true, cells: [] },
    'Mexico is drawn': { type: 'cell.added', cell: empty(mexico) },
    'Mexico is drawn, filled': { type: 'cell.added', cell: filled(mexico) },
    'Brazil is drawn': { type: 'cell.added', cell: empty(brazil) },
    'no cell is drawn': after('cellTimeout', 5000),
  },
  becomes: {
    'start: screen': { to: 'idle', context: { active: null, awaited: null } },

    'idle + tap Mexico': opens(mexico),
    'idle + tap Korea': opens(korea),
    'idle + tap Japan': opens(japan),
    'idle + focus Mexico': types(mexico),
    'idle + focus Japan': types(japan),

    'open + tap Mexico': unlessActive(opens(mexico)),
    'open + tap Korea': unlessActive(opens(korea)),
    'open + tap Japan': unlessActive(opens(japan)),
    // The keys of the pad's own cell leave it open.
    'open + focus Mexico': unlessActive(types(mexico)),
    'open + focus Japan': unlessActive(types(japan)),

    'typing + tap Mexico': opens(mexico),
    'typing + tap Korea': opens(korea),
    'typing + tap Japan': opens(japan),
    'typing + focus Mexico': unlessActive(types(mexico)),
    'typing + focus Japan': unlessActive(types(japan)),
    'typing + Mexico loses the focus': closesMexico,

    ...onActive('open'),
    ...onActive('typing'),

    'idle + select match 1, nothing picked yet': opens(empty(mexico)),
    'idle + select match 2, first match picked': opens(empty(brazil)),
    'idle + select match 1, not drawn': awaits(false),
    'idle + select match 2 by keys, first match picked': types(empty(brazil)),
    'idle + select match 1 by keys, not drawn': awaits(true),

    'awaitingCell + select match 1, nothing picked yet': ends(opens(empty(mexico))),
    'awaitingCell + select match 2, first match picked': ends(opens(empty(brazil))),
    'awaitingCell + select match 1, not drawn': awaits(false),
    'awaitingCell + select match 2 by keys, first match picked': ends(types(empty(brazil))),
    'awaitingCell + select match 1 by keys, not drawn': awaits(true),
    'awaitingCell (awaits 1) + Mexico is drawn': ends(opens(empty(mexico))),
    'awaitingCell (awaits 1, by keys) + Mexico is drawn': ends(types(empty(mexico))),
    'awaitingCell + tap Mexico': ends(opens(mexico)),
    'awaitingCell + tap Korea': ends(opens(korea)),
    'awaitingCell + tap Japan': ends(opens(japan)),
    'awaitingCell + focus Mexico': ends(types(mexico)),
    'awaitingCell + focus Japan': ends(types(japan)),
    'awaitingCell + leave': ends(closes),
    'awaitingCell + no cell is drawn': ends(closes),
  },
  claims: {
    open: (snapshot) => expect(snapshot.hasTag('open')).toBe(true),
    typing: (snapshot) => expect(snapshot.hasTag('open')).toBe(false),
    idle: (snapshot) => expect(snapshot.context.active).toBeNull(),
    awaitingCell: (snapshot) => expect(snapshot.hasTag('open')).toBe(false),
  },
  unpaired: 52,
};
