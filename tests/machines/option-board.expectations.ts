import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { GroupArea, HeldOption, Point, Slot, Arrangement } from '#domain/wizard/option-board.ts';
import type { optionBoard } from '#machines/option-board.ts';
import {
  after,
  hasExactTags,
  refStub,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof optionBoard>;

const parent = refStub('wizard');

/** Group 1 above group 2, rows of 30 px. The lists are 11, 12 and 21; of the matches, 12 plays in both. */
const arrangementOf = (asMatches: boolean, ...groups: number[][]): Arrangement => ({
  groups: groups.map((options, at) => ({ id: at + 1, options, dates: [] })),
  asMatches,
  faces: {},
});
const lists = arrangementOf(false, [11, 12], [21]);
const matches = arrangementOf(true, [11, 12], [12, 13]);
const area = (id: number, top: number, rows: number): GroupArea => ({
  id,
  left: 0,
  right: 200,
  top,
  bottom: top + 100,
  rows: Array.from({ length: rows }, (_, row) => ({ top: top + 10 + row * 40, bottom: top + 40 + row * 40 })),
});
const pressPoint: Point = { x: 50, y: 25 };
const first: HeldOption = { option: 11, group: 1 };
const other: HeldOption = { option: 21, group: 2 };
const twin: HeldOption = { option: 12, group: 2 };

const press = (by: 'mouse' | 'touch', arrangement: Arrangement) => ({
  type: 'option.press' as const,
  by,
  held: first,
  arrangement,
  at: pressPoint,
  areas: [area(1, 0, 2), area(2, 110, arrangement === lists ? 1 : 2)],
});
const move = (y: number, depth = 0.5) => ({ type: 'pointer.move' as const, at: { x: 50, y }, depth });

/** One screen shows one arrangement. */
const on = (arrangement: Arrangement) => (snapshot: AnyMachineSnapshot) => {
  const { held, arrangement: shown } = snapshot.context as Before;
  return held === null || shown === arrangement;
};
/** One pointer event and one key are sent everywhere, the others only where they are handled. */
const trackingPointer = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('trackingPointer');
const lifted = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('lifted');
const tap = (held: HeldOption, arrangement: Arrangement) =>
  when(on(arrangement), { type: 'option.tap', held, arrangement });

const kind = ({ arrangement }: Before) => (arrangement.asMatches ? 'matches' : 'lists');
const spotted = (spot: Slot | null) => (spot ? `${spot.group}.${spot.index}` : 'nowhere');
const fold = ({ held, target, scrollSpeed, ...rest }: Before) =>
  held ? `${held.option} of ${kind(rest as Before)} to ${spotted(target)}, ${scrollSpeed}` : '';
const spot = (words: string): Slot => {
  const [group, index] = words.split('.').map(Number) as [number, number];
  return { group, index };
};
/** Each group has two slots; for 21 of the lists the first has three, and its own one. */
const slotsOf = ({ held }: Before, group: number) => {
  if (held?.option !== 21) return 2;
  return group === 1 ? 3 : 1;
};
const announces = (what: string, before: Before, at: string, swapPartner: number | null = null) => ({
  what,
  option: before.held?.option,
  ...spot(at),
  slots: slotsOf(before, spot(at).group),
  swapPartner,
});
const homes: Record<number, string> = { 11: '1.0', 12: '2.0', 21: '2.0' };
const home = ({ held }: Before) => homes[held?.option ?? 0] ?? '';

/** Held, and still in its slot. */
const takes = (state: string, held: HeldOption, arrangement: Arrangement) => ({
  to: `${state} (${held.option} of ${arrangement === lists ? 'lists' : 'matches'} to ${homes[held.option]}, 0)`,
  context: { held, arrangement, target: spot(homes[held.option] ?? ''), lastDropped: null },
});
const lifts = (held: HeldOption, arrangement: Arrangement) => {
  const { to, context } = takes('lifted', held, arrangement);
  return {
    to,
    context: { ...context, announcement: announces('lifted', { held } as Before, homes[held.option] ?? '') },
  };
};
const grips = (state: string, arrangement: Arrangement) => {
  const { to, context } = takes(state, first, arrangement);
  const { areas } = press('mouse', arrangement);
  const waits = { event: { type: 'xstate.after.longPress.option-board.touchDown' }, ms: 100 };
  return { to, context: { ...context, pressPoint, areas }, waits: state === 'touchDown' ? [waits] : [] };
};
const empty = { held: null, target: null, scrollSpeed: 0, areas: [] };
const ignoresClick = { event: { type: 'xstate.after.ignoreClick.option-board.idle.ignoringClick' }, ms: 100 };

/** Dropped in its target, if that is another slot; the end of a drag also ignores the click that follows. */
const puts = (at: string, before: Before, dragged = false) => ({
  to: dragged ? 'idle.ignoringClick' : 'idle.ready',
  context: {
    ...empty,
    announcement: announces('moved', before, at),
    lastDropped: { option: before.held?.option, group: spot(at).group },
  },
  sends: [
    {
      type: 'option.move',
      option: before.held?.option,
      fromGroup: before.held?.group,
      toGroup: spot(at).group,
      toIndex: spot(at).index,
    },
  ],
  waits: dragged ? [ignoresClick] : [],
});
const stays = (before: Before, dragged = false) => ({
  to: dragged ? 'idle.ignoringClick' : 'idle.ready',
  context: { ...empty, announcement: announces('returned', before, home(before)), lastDropped: before.held },
  waits: dragged ? [ignoresClick] : [],
});
const drops = (before: Before, dragged = false) =>
  before.target && spotted(before.target) !== home(before)
    ? puts(spotted(before.target), before, dragged)
    : stays(before, dragged);
const refuses = (before: Before, at: string) => ({
  to: 'same',
  context: { announcement: announces('refused', before, at) },
});

/** The target under a pointer. In the matches 11 cannot replace a 12, which would meet itself. */
const points = (inLists: string, inMatches: string | null, scrollSpeed: number) => (before: Before) => {
  const at = before.arrangement.asMatches ? inMatches : inLists;
  if (spotted(before.target) === (at ?? 'nowhere') && before.scrollSpeed === scrollSpeed) return 'ignored';
  return {
    to: `dragging (11 of ${kind(before)} to ${at ?? 'nowhere'}, ${scrollSpeed})`,
    context: { target: at === null ? null : spot(at), scrollSpeed },
  };
};
const drags = (inLists: string, inMatches: string | null) => (before: Before) => {
  const at = before.arrangement.asMatches ? inMatches : inLists;
  return {
    to: `dragging (11 of ${kind(before)} to ${at ?? 'nowhere'}, 0)`,
    context: { target: at === null ? null : spot(at), announcement: announces('lifted', before, '1.0') },
  };
};
/** Where a step leads from each slot, by what is held; and the option it would swap with. */
const steps =
  (to: Record<string, Record<string, string>>, swapPartners: Record<string, number> = {}) =>
  (before: Before) => {
    const at = to[`${before.held?.option} of ${kind(before)}`]?.[spotted(before.target)];
    if (at === undefined) return 'ignored';
    const swapPartner = before.arrangement.asMatches && at !== home(before) ? swapPartners[at] : null;
    return {
      to: `lifted (${before.held?.option} of ${kind(before)} to ${at}, 0)`,
      context: { target: spot(at), announcement: announces('targeted', before, at, swapPartner ?? null) },
    };
  };
const swapPartners = { '1.0': 11, '1.1': 12, '2.0': 12, '2.1': 13 };

/** Expectations of option-board, for its test and for its screen's walk. */
export const optionBoardExpectations: MachineExpectations<typeof optionBoard> = {
  inputs: { screen: { parent } },
  fold,
  events: {
    'mouse down on 11': press('mouse', lists),
    'touch on 11': press('touch', lists),
    'mouse down on 11 of a match': press('mouse', matches),
    'tap 11': tap(first, lists),
    'tap 21': tap(other, lists),
    'tap 11 of a match': tap(first, matches),
    'tap the other 12': tap(twin, matches),
    'tap the first 12': when((snapshot) => lifted(snapshot) && (snapshot.context as Before).held === twin, {
      type: 'option.tap',
      held: { option: 12, group: 1 },
      arrangement: matches,
    }),
    'tap group 1': when(lifted, { type: 'group.tap', group: 1 }),
    'tap group 2': when(lifted, { type: 'group.tap', group: 2 }),
    'move 4 px': when(trackingPointer, move(29)),
    'move 5 px': move(30),
    'move past 12': when(trackingPointer, move(70)),
    'move to the top of 2': when(trackingPointer, move(130)),
    'move to the bottom of 2': when(trackingPointer, move(170)),
    'move to the bottom of 2, at the window’s end': when(trackingPointer, move(170, 0.96)),
    'move to the bottom of 2, at the window’s start': when(trackingPointer, move(170, 0.04)),
    up: { type: 'option.step', direction: 'up' },
    down: when(lifted, { type: 'option.step', direction: 'down' }),
    next: when(lifted, { type: 'option.step', direction: 'next' }),
    previous: when(lifted, { type: 'option.step', direction: 'previous' }),
    drop: { type: 'option.drop' },
    cancel: { type: 'option.cancel' },
    'long press': after('longPress', 100),
    'click passed': after('ignoreClick', 100),
  },
  becomes: {
    'start: screen': {
      to: 'idle.ready',
      context: {
        ...empty,
        parent,
        arrangement: { groups: [], asMatches: false, faces: {} },
        pressPoint: { x: 0, y: 0 },
        announcement: null,
        lastDropped: null,
      },
    },

    'idle + mouse down on 11': grips('pressed', lists),
    'idle + touch on 11': grips('touchDown', lists),
    'idle + mouse down on 11 of a match': grips('pressed', matches),
    'idle.ready + tap 11': lifts(first, lists),
    'idle.ready + tap 21': lifts(other, lists),
    'idle.ready + tap 11 of a match': lifts(first, matches),
    'idle.ready + tap the other 12': lifts(twin, matches),
    'idle.ignoringClick + click passed': 'idle.ready',

    // A mouse drags from 5 px on; a click that moves less is still a click.
    'pressed + move 4 px': 'ignored',
    'pressed + move 5 px': drags('1.0', '1.0'),
    'pressed + move past 12': drags('1.1', '1.1'),
    'pressed + move to the top of 2': drags('2.0', null),
    'pressed + move to the bottom of 2': drags('2.1', '2.1'),
    'pressed + move to the bottom of 2, at the window’s end': drags('2.1', '2.1'),
    'pressed + move to the bottom of 2, at the window’s start': drags('2.1', '2.1'),
    'pressed + drop': { to: 'idle.ready', context: empty },
    'pressed + cancel': { to: 'idle.ready', context: empty },

    // A touch that moves before the long press scrolls.
    'touchDown + move 4 px': 'ignored',
    'touchDown + move 5 px': { to: 'idle.ready', context: empty },
    'touchDown + move past 12': { to: 'idle.ready', context: empty },
    'touchDown + move to the top of 2': { to: 'idle.ready', context: empty },
    'touchDown + move to the bottom of 2': { to: 'idle.ready', context: empty },
    'touchDown + move to the bottom of 2, at the window’s end': { to: 'idle.ready', context: empty },
    'touchDown + move to the bottom of 2, at the window’s start': { to: 'idle.ready', context: empty },
    'touchDown + long press': 'touchHeld (11 of lists to 1.0, 0)',
    'touchDown + drop': { to: 'idle.ready', context: empty },
    'touchDown + cancel': { to: 'idle.ready', context: empty },

    // Released without a move it was a tap: its click follows.
    'touchHeld + move 5 px': drags('1.0', null),
    'touchHeld + move past 12': drags('1.1', null),
    'touchHeld + move to the top of 2': drags('2.0', null),
    'touchHeld + move to the bottom of 2': drags('2.1', null),
    'touchHeld + move to the bottom of 2, at the window’s end': drags('2.1', null),
    'touchHeld + move to the bottom of 2, at the window’s start': drags('2.1', null),
    'touchHeld + drop': { to: 'idle.ready', context: empty },
    'touchHeld + cancel': { to: 'idle.ready', context: empty },

    'dragging + move 4 px': points('1.0', '1.0', 0),
    'dragging + move 5 px': points('1.0', '1.0', 0),
    'dragging + move past 12': points('1.1', '1.1', 0),
    'dragging + move to the top of 2': points('2.0', null, 0),
    'dragging + move to the bottom of 2': points('2.1', '2.1', 0),
    'dragging + move to the bottom of 2, at the window’s end': points('2.1', '2.1', 2),
    'dragging + move to the bottom of 2, at the window’s start': points('2.1', '2.1', -2),
    'dragging + drop': (before) => drops(before, true),
    'dragging + cancel': (before) => stays(before, true),

    'lifted + up': steps(
      {
        '11 of lists': { '1.1': '1.0', '2.0': '1.1', '2.1': '2.0' },
        '21 of lists': { '2.0': '1.2', '1.2': '1.1', '1.1': '1.0' },
        '11 of matches': { '1.1': '1.0', '2.1': '1.1' },
        '12 of matches': { '2.1': '2.0' },
      },
      swapPartners,
    ),
    'lifted + down': steps(
      {
        '11 of lists': { '1.0': '1.1', '1.1': '2.0', '2.0': '2.1' },
        '21 of lists': { '1.0': '1.1', '1.1': '1.2', '1.2': '2.0' },
        '11 of matches': { '1.0': '1.1', '1.1': '2.1' },
        '12 of matches': { '2.0': '2.1' },
      },
      swapPartners,
    ),
    'lifted + next': steps(
      {
        '11 of lists': { '1.0': '2.0', '1.1': '2.1' },
        '21 of lists': { '1.0': '2.0', '1.1': '2.0', '1.2': '2.0' },
        '11 of matches': { '1.0': '2.1', '1.1': '2.1' },
      },
      swapPartners,
    ),
    'lifted + previous': steps(
      {
        '11 of lists': { '2.0': '1.0', '2.1': '1.1' },
        '21 of lists': { '2.0': '1.0' },
        '11 of matches': { '2.1': '1.1' },
      },
      swapPartners,
    ),
    // A tap on the held option drops it; one on another puts it in that one's slot, if it may be there.
    'lifted + tap 11': (before) => (before.held?.option === 11 ? drops(before) : tapped(before, '1.0')),
    'lifted + tap 21': (before) => (before.held?.option === 21 ? drops(before) : tapped(before, '2.0')),
    'lifted + tap 11 of a match': (before) =>
      before.held?.option === 11 ? drops(before) : tapped(before, '1.0'),
    'lifted + tap the other 12': (before) =>
      before.held?.option === 12 ? drops(before) : tapped(before, '2.0'),
    // The same option in another match is another place.
    'lifted + tap the first 12': (before) => tapped(before, '1.1'),
    'lifted + tap group 1': (before) => tapped(before, before.held?.option === 21 ? '1.2' : '1.1'),
    'lifted + tap group 2': (before) => tapped(before, before.held?.option === 21 ? '2.0' : '2.1'),
    'lifted + drop': (before) => drops(before),
    'lifted + cancel': (before) => stays(before),
  },
  claims: {
    idle: ({ context, tags }) => {
      expect(context.held).toBeNull();
      expect([...tags]).toEqual([]);
    },
    pressed: hasExactTags('trackingPointer'),
    touchDown: hasExactTags('trackingPointer'),
    touchHeld: hasExactTags('trackingPointer', 'held'),
    dragging: hasExactTags('trackingPointer', 'held', 'dragging'),
    lifted: hasExactTags('held', 'lifted'),
  },
  unpaired: 1,
};

/** A tapped slot: the held option goes there, unless it is in it or may not be. */
function tapped(before: Before, at: string) {
  const forbidden: Record<string, string[]> = { '11 of matches': ['2.0'], '12 of matches': ['1.0', '1.1'] };
  const isForbidden = forbidden[`${before.held?.option} of ${kind(before)}`]?.includes(at);
  return at === home(before) || isForbidden ? refuses(before, at) : puts(at, before);
}
