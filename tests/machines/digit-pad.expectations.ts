import { expect } from 'vitest';
import type { digitPad, PickCell } from '#machines/digit-pad.ts';
import { refStub, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

/** Two matches under one another: 11–12, then 21–22. */
const empty = (option: number, name: string): PickCell => ({
  option,
  item: Math.floor(option / 10),
  name,
  column: (option % 10) - 1,
  filled: false,
});
const filled = (cell: PickCell): PickCell => ({ ...cell, filled: true });
const [mexico, korea, brazil, japan] = [
  empty(11, 'מקסיקו'),
  empty(12, 'קוריאה'),
  empty(21, 'ברזיל'),
  empty(22, 'יפן'),
] as const;

/** Nothing picked yet; the first match picked; everything picked; only the first away side missing. */
const fresh = [mexico, korea, brazil, japan];
const half = [filled(mexico), filled(korea), brazil, japan];
const full = fresh.map(filled);
const gap = [filled(mexico), korea, filled(brazil), filled(japan)];

type Before = { active: PickCell | null };
const put = (digit: number | null) => (before: Before) => [
  { type: 'digit.put', item: before.active?.item, option: before.active?.option, digit },
];
/** By the active option: where it leads, or null where the pad closes. */
const leads = (to: Record<number, PickCell | null>, digit: number) => (before: Before) => {
  const next = to[before.active?.option ?? 0] ?? null;
  return {
    to: next ? `picking (${next.option})` : 'resting',
    context: { active: next },
    sends: put(digit)(before),
  };
};
const steps = (to: Record<number, PickCell>) => (before: Before) => {
  const next = to[before.active?.option ?? 0];
  return next ? { to: `picking (${next.option})`, context: { active: next } } : 'ignored';
};
const aims = (cell: PickCell) => ({ to: `picking (${cell.option})`, context: { active: cell } });
const closes = { to: 'resting', context: { active: null } };

/** What is written of pickPad: its test walks it headless, its screen's in a browser. */
export const digitPadExpectations: MachineExpectations<typeof digitPad> = {
  inputs: { screen: { book: refStub('book') } },
  fold: ({ active }) => (active ? String(active.option) : ''),
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
    'Mexico is gone': { type: 'cell.gone', option: 11 },
    close: { type: 'pad.close' },
  },
  becomes: {
    'start: screen': { to: 'resting', context: { active: null } },

    'resting + tap Mexico': aims(mexico),
    'resting + tap Korea': aims(korea),
    'resting + tap Japan': aims(japan),

    'picking + tap Mexico': (before) => (before.active?.option === 11 ? 'ignored' : aims(mexico)),
    'picking + tap Korea': (before) => (before.active?.option === 12 ? 'ignored' : aims(korea)),
    'picking + tap Japan': (before) => (before.active?.option === 22 ? 'ignored' : aims(japan)),

    // The other side of the same match first, then down the screen.
    'picking + 0, nothing picked yet': leads({ 11: korea, 12: mexico, 21: japan, 22: brazil }, 0),
    'picking + 9, first match picked': leads({ 11: brazil, 12: brazil, 21: japan, 22: brazil }, 9),
    'picking + 3, all picked': leads({}, 3),
    // Never back up the screen: from the second match it is over.
    'picking + 4, only Korea missing': leads({ 11: korea }, 4),
    'picking + 5, no cell left': closes,

    'picking + clear': (before) => ({
      to: 'same',
      context: { active: before.active },
      sends: put(null)(before),
    }),
    'picking + clear, no cell left': closes,
    'picking + next': steps({ 11: filled(korea), 12: brazil, 21: japan }),
    'picking + previous': steps({ 12: filled(mexico), 21: filled(korea), 22: brazil }),
    'picking + down': steps({ 11: brazil, 12: japan }),
    'picking + up': steps({ 21: filled(mexico), 22: filled(korea) }),
    'picking + Mexico is gone': (before) => (before.active?.option === 11 ? closes : 'ignored'),
    'picking + close': closes,
  },
  claims: {
    picking: (snapshot) => expect(snapshot.hasTag('open')).toBe(true),
    resting: (snapshot) => expect(snapshot.context.active).toBeNull(),
  },
  unpaired: 11,
};
