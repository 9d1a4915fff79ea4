import { expect } from 'vitest';
import type { digitPad, PickCell, VisibleCell } from '#machines/digit-pad.ts';
import { after, refStub, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

/** Two matches under one another: 11–12, then 21–22. */
const bets = { 1: refStub('bet-1'), 2: refStub('bet-2') };
const cellOf = (option: number, name: string): PickCell => {
  const item = option < 20 ? 1 : 2;
  return { bet: bets[item], option, item, name, column: (option % 10) - 1 };
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

type Before = { active: PickCell | null; awaited: number | null };
const put = (digit: number | null) => (before: Before) => [
  { type: 'pick.set', option: before.active?.option, value: digit },
];
/** The next active option, by the present one; null closes the pad. */
const leads = (to: Record<number, PickCell | null>, digit: number) => (before: Before) => {
  const next = to[before.active?.option ?? 0] ?? null;
  return {
    to: next ? `open (${next.option})` : 'idle',
    context: { active: next },
    sends: put(digit)(before),
  };
};
const steps = (to: Record<number, PickCell>) => (before: Before) => {
  const next = to[before.active?.option ?? 0];
  return next ? { to: `open (${next.option})`, context: { active: next } } : 'ignored';
};
const aims = (cell: PickCell) => ({ to: `open (${cell.option})`, context: { active: cell } });
const closes = { to: 'idle', context: { active: null } };
/** Where a cell was awaited, it no longer is. */
const ends = <To extends { context: object }>(move: To) => ({
  ...move,
  context: { ...move.context, awaited: null },
});
const awaits = {
  to: 'awaitingCell (awaits 1)',
  context: { active: null, awaited: 1 },
  waits: [{ event: { type: 'xstate.after.cellTimeout.digit-pad.awaitingCell' }, ms: 5000 }],
};

/** Expectations of digit-pad, for its test and for its screen's walk. */
export const digitPadExpectations: MachineExpectations<typeof digitPad> = {
  inputs: { screen: undefined },
  fold: ({ active, awaited }) => (active ? String(active.option) : awaited ? `awaits ${awaited}` : ''),
  events: {
    'tap Mexico': { type: 'cell.tap', cell: mexico },
    'tap Korea': { type: 'cell.tap', cell: korea },
    'tap Japan': { type: 'cell.tap', cell: japan },
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
    'Mexico removed': { type: 'cell.removed', option: 11 },
    close: { type: 'pad.close' },
    'pick match 1, nothing picked yet': { type: 'item.pick', item: 1, cells: fresh },
    'pick match 2, first match picked': { type: 'item.pick', item: 2, cells: half },
    'pick match 1, not drawn': { type: 'item.pick', item: 1, cells: [] },
    'Mexico is drawn': { type: 'cell.added', cell: empty(mexico) },
    'Mexico is drawn, filled': { type: 'cell.added', cell: filled(mexico) },
    'Brazil is drawn': { type: 'cell.added', cell: empty(brazil) },
    'no cell is drawn': after('cellTimeout', 5000),
  },
  becomes: {
    'start: screen': { to: 'idle', context: { active: null, awaited: null } },

    'idle + tap Mexico': aims(mexico),
    'idle + tap Korea': aims(korea),
    'idle + tap Japan': aims(japan),

    'open + tap Mexico': (before) => (before.active?.option === 11 ? 'ignored' : aims(mexico)),
    'open + tap Korea': (before) => (before.active?.option === 12 ? 'ignored' : aims(korea)),
    'open + tap Japan': (before) => (before.active?.option === 22 ? 'ignored' : aims(japan)),

    // The other side of the same match first, then down the screen.
    'open + 0, nothing picked yet': leads(
      { 11: empty(korea), 12: empty(mexico), 21: empty(japan), 22: empty(brazil) },
      0,
    ),
    'open + 9, first match picked': leads(
      { 11: empty(brazil), 12: empty(brazil), 21: empty(japan), 22: empty(brazil) },
      9,
    ),
    'open + 3, all picked': leads({}, 3),
    // Never back up the screen: after the second match the pad closes.
    'open + 4, only Korea missing': leads({ 11: empty(korea) }, 4),
    'open + 5, no cell left': closes,

    'open + clear': (before) => ({
      to: 'same',
      context: { active: before.active },
      sends: put(null)(before),
    }),
    'open + clear, no cell left': closes,
    'open + next': steps({ 11: filled(korea), 12: empty(brazil), 21: empty(japan) }),
    'open + previous': steps({ 12: filled(mexico), 21: filled(korea), 22: empty(brazil) }),
    'open + down': steps({ 11: empty(brazil), 12: empty(japan) }),
    'open + up': steps({ 21: filled(mexico), 22: filled(korea) }),
    'open + Mexico removed': (before) => (before.active?.option === 11 ? closes : 'ignored'),
    'open + close': closes,

    'idle + pick match 1, nothing picked yet': aims(empty(mexico)),
    'idle + pick match 2, first match picked': aims(empty(brazil)),
    'idle + pick match 1, not drawn': awaits,
    'open + pick match 1, nothing picked yet': aims(empty(mexico)),
    'open + pick match 2, first match picked': aims(empty(brazil)),
    'open + pick match 1, not drawn': awaits,

    'awaitingCell + pick match 1, nothing picked yet': ends(aims(empty(mexico))),
    'awaitingCell + pick match 2, first match picked': ends(aims(empty(brazil))),
    'awaitingCell + pick match 1, not drawn': awaits,
    'awaitingCell + Mexico is drawn': ends(aims(empty(mexico))),
    'awaitingCell + tap Mexico': ends(aims(mexico)),
    'awaitingCell + tap Korea': ends(aims(korea)),
    'awaitingCell + tap Japan': ends(aims(japan)),
    'awaitingCell + close': ends(closes),
    'awaitingCell + no cell is drawn': ends(closes),
  },
  claims: {
    open: (snapshot) => expect(snapshot.hasTag('open')).toBe(true),
    idle: (snapshot) => expect(snapshot.context.active).toBeNull(),
    awaitingCell: (snapshot) => expect(snapshot.hasTag('open')).toBe(false),
  },
  unpaired: 18,
};
