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

/** Group 1 is above group 2, with rows of 30 px. The lists hold 11, 12 and 21; of the matches, 12 plays in both. */
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
const held11: HeldOption = { option: 11, group: 1 };
const held21: HeldOption = { option: 21, group: 2 };
const heldOther12: HeldOption = { option: 12, group: 2 };

const pressOn = (by: 'mouse' | 'touch', arrangement: Arrangement) => ({
  type: 'option.press' as const,
  by,
  held: held11,
  arrangement,
  at: pressPoint,
  areas: [area(1, 0, 2), area(2, 110, arrangement === lists ? 1 : 2)],
});
const pointerMove = (y: number, depth = 0.5) => ({ type: 'pointer.move' as const, at: { x: 50, y }, depth });

/** A screen shows one arrangement: moves of the other one are not offered. */
const showsArrangement = (arrangement: Arrangement) => (snapshot: AnyMachineSnapshot) => {
  const { held, arrangement: shown } = snapshot.context as Before;
  return held === null || shown === arrangement;
};
/** One pointer event and one key are sent everywhere, the others only where they are handled. */
const isTrackingPointer = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('trackingPointer');
const isLifted = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('lifted');
const tapOn = (held: HeldOption, arrangement: Arrangement) =>
  when(showsArrangement(arrangement), { type: 'option.tap', held, arrangement });

const arrangementName = ({ arrangement }: Before) => (arrangement.asMatches ? 'matches' : 'lists');
const slotText = (slot: Slot | null) => (slot ? `${slot.group}.${slot.index}` : 'nowhere');
const fold = ({ held, target, scrollSpeed, ...rest }: Before) =>
  held ? `${held.option} of ${arrangementName(rest as Before)} to ${slotText(target)}, ${scrollSpeed}` : '';
const slotOf = (text: string): Slot => {
  const [group, index] = text.split('.').map(Number) as [number, number];
  return { group, index };
};
/** Each group has two slots; for 21 of the lists the first has three, and its own one. */
const slotsOf = ({ held }: Before, group: number) => {
  if (held?.option !== 21) return 2;
  return group === 1 ? 3 : 1;
};
const announcementOf = (kind: string, before: Before, at: string, swapPartner: number | null = null) => ({
  what: kind,
  option: before.held?.option,
  ...slotOf(at),
  slots: slotsOf(before, slotOf(at).group),
  swapPartner,
});
const ownSlots: Record<number, string> = { 11: '1.0', 12: '2.0', 21: '2.0' };
const ownSlotOf = ({ held }: Before) => ownSlots[held?.option ?? 0] ?? '';

/** The option is held, and targets its own slot. */
const holdsOption = (state: string, held: HeldOption, arrangement: Arrangement) => ({
  to: `${state} (${held.option} of ${arrangement === lists ? 'lists' : 'matches'} to ${ownSlots[held.option]}, 0)`,
  context: { held, arrangement, target: slotOf(ownSlots[held.option] ?? ''), lastDropped: null },
});
const liftsOption = (held: HeldOption, arrangement: Arrangement) => {
  const { to, context } = holdsOption('lifted', held, arrangement);
  return {
    to,
    context: {
      ...context,
      announcement: announcementOf('lifted', { held } as Before, ownSlots[held.option] ?? ''),
    },
  };
};
const pressesOption = (state: string, arrangement: Arrangement) => {
  const { to, context } = holdsOption(state, held11, arrangement);
  const { areas } = pressOn('mouse', arrangement);
  const waits = { event: { type: 'xstate.after.longPress.option-board.touchDown' }, ms: 100 };
  return { to, context: { ...context, pressPoint, areas }, waits: state === 'touchDown' ? [waits] : [] };
};
const nothingHeld = { held: null, target: null, scrollSpeed: 0, areas: [] };
const ignoreClickWait = {
  event: { type: 'xstate.after.ignoreClick.option-board.idle.ignoringClick' },
  ms: 100,
};

/** The option is moved to another slot; the end of a drag also ignores the click that follows. */
const dropsIn = (at: string, before: Before, dragged = false) => ({
  to: dragged ? 'idle.ignoringClick' : 'idle.ready',
  context: {
    ...nothingHeld,
    announcement: announcementOf('moved', before, at),
    lastDropped: { option: before.held?.option, group: slotOf(at).group },
  },
  sends: [
    {
      type: 'option.move',
      option: before.held?.option,
      fromGroup: before.held?.group,
      toGroup: slotOf(at).group,
      toIndex: slotOf(at).index,
    },
  ],
  waits: dragged ? [ignoreClickWait] : [],
});
const returnsToOwnSlot = (before: Before, dragged = false) => ({
  to: dragged ? 'idle.ignoringClick' : 'idle.ready',
  context: {
    ...nothingHeld,
    announcement: announcementOf('returned', before, ownSlotOf(before)),
    lastDropped: before.held,
  },
  waits: dragged ? [ignoreClickWait] : [],
});
const dropsOnTarget = (before: Before, dragged = false) =>
  before.target && slotText(before.target) !== ownSlotOf(before)
    ? dropsIn(slotText(before.target), before, dragged)
    : returnsToOwnSlot(before, dragged);
const refusesSlot = (before: Before, at: string) => ({
  to: 'same',
  context: { announcement: announcementOf('refused', before, at) },
});

/** The target under a pointer. In the matches 11 cannot replace a 12, which would meet itself. */
const targetsSlot = (inLists: string, inMatches: string | null, scrollSpeed: number) => (before: Before) => {
  const at = before.arrangement.asMatches ? inMatches : inLists;
  if (slotText(before.target) === (at ?? 'nowhere') && before.scrollSpeed === scrollSpeed) return 'ignored';
  return {
    to: `dragging (11 of ${arrangementName(before)} to ${at ?? 'nowhere'}, ${scrollSpeed})`,
    context: { target: at === null ? null : slotOf(at), scrollSpeed },
  };
};
const startsDragging = (inLists: string, inMatches: string | null) => (before: Before) => {
  const at = before.arrangement.asMatches ? inMatches : inLists;
  return {
    to: `dragging (11 of ${arrangementName(before)} to ${at ?? 'nowhere'}, 0)`,
    context: {
      target: at === null ? null : slotOf(at),
      announcement: announcementOf('lifted', before, '1.0'),
    },
  };
};
/** The slot that a step targets from each slot, by what is held; and the option it would swap with. */
const stepsTo =
  (to: Record<string, Record<string, string>>, swapPartners: Record<string, number> = {}) =>
  (before: Before) => {
    const at = to[`${before.held?.option} of ${arrangementName(before)}`]?.[slotText(before.target)];
    if (at === undefined) return 'ignored';
    const swapPartner = before.arrangement.asMatches && at !== ownSlotOf(before) ? swapPartners[at] : null;
    return {
      to: `lifted (${before.held?.option} of ${arrangementName(before)} to ${at}, 0)`,
      context: {
        target: slotOf(at),
        announcement: announcementOf('targeted', before, at, swapPartner ?? null),
      },
    };
  };
const swapPartners = { '1.0': 11, '1.1': 12, '2.0': 12, '2.1': 13 };

/** Expectations of option-board, for its test and for its screen's walk. */
export const optionBoardExpectations: MachineExpectations<typeof optionBoard> = {
  inputs: { screen: { parent } },
  fold,
  events: {
    'mouse down on 11': pressOn('mouse', lists),
    'touch on 11': pressOn('touch', lists),
    'mouse down on 11 of a match': pressOn('mouse', matches),
    'tap 11': tapOn(held11, lists),
    'tap 21': tapOn(held21, lists),
    'tap 11 of a match': tapOn(held11, matches),
    'tap the other 12': tapOn(heldOther12, matches),
    'tap the first 12': when(
      (snapshot) => isLifted(snapshot) && (snapshot.context as Before).held === heldOther12,
      {
        type: 'option.tap',
        held: { option: 12, group: 1 },
        arrangement: matches,
      },
    ),
    'tap group 1': when(isLifted, { type: 'group.tap', group: 1 }),
    'tap group 2': when(isLifted, { type: 'group.tap', group: 2 }),
    'move 4 px': when(isTrackingPointer, pointerMove(29)),
    'move 5 px': pointerMove(30),
    'move past 12': when(isTrackingPointer, pointerMove(70)),
    'move to the top of 2': when(isTrackingPointer, pointerMove(130)),
    'move to the bottom of 2': when(isTrackingPointer, pointerMove(170)),
    'move to the bottom of 2, at the window’s end': when(isTrackingPointer, pointerMove(170, 0.96)),
    'move to the bottom of 2, at the window’s start': when(isTrackingPointer, pointerMove(170, 0.04)),
    up: { type: 'option.step', direction: 'up' },
    down: when(isLifted, { type: 'option.step', direction: 'down' }),
    next: when(isLifted, { type: 'option.step', direction: 'next' }),
    previous: when(isLifted, { type: 'option.step', direction: 'previous' }),
    drop: { type: 'option.drop' },
    cancel: { type: 'option.cancel' },
    'long press': after('longPress', 100),
    'click passed': after('ignoreClick', 100),
  },
  becomes: {
    'start: screen': {
      to: 'idle.ready',
      context: {
        ...nothingHeld,
        parent,
        arrangement: { groups: [], asMatches: false, faces: {} },
        pressPoint: { x: 0, y: 0 },
        announcement: null,
        lastDropped: null,
      },
    },

    'idle + mouse down on 11': pressesOption('pressed', lists),
    'idle + touch on 11': pressesOption('touchDown', lists),
    'idle + mouse down on 11 of a match': pressesOption('pressed', matches),
    'idle.ready + tap 11': liftsOption(held11, lists),
    'idle.ready + tap 21': liftsOption(held21, lists),
    'idle.ready + tap 11 of a match': liftsOption(held11, matches),
    'idle.ready + tap the other 12': liftsOption(heldOther12, matches),
    'idle.ignoringClick + click passed': 'idle.ready',

    // A mouse drags from 5 px on; a click that moves less is still a click.
    'pressed + move 4 px': 'ignored',
    'pressed + move 5 px': startsDragging('1.0', '1.0'),
    'pressed + move past 12': startsDragging('1.1', '1.1'),
    'pressed + move to the top of 2': startsDragging('2.0', null),
    'pressed + move to the bottom of 2': startsDragging('2.1', '2.1'),
    'pressed + move to the bottom of 2, at the window’s end': startsDragging('2.1', '2.1'),
    'pressed + move to the bottom of 2, at the window’s start': startsDragging('2.1', '2.1'),
    'pressed + drop': { to: 'idle.ready', context: nothingHeld },
    'pressed + cancel': { to: 'idle.ready', context: nothingHeld },

    // A touch that moves before the long press scrolls.
    'touchDown + move 4 px': 'ignored',
    'touchDown + move 5 px': { to: 'idle.ready', context: nothingHeld },
    'touchDown + move past 12': { to: 'idle.ready', context: nothingHeld },
    'touchDown + move to the top of 2': { to: 'idle.ready', context: nothingHeld },
    'touchDown + move to the bottom of 2': { to: 'idle.ready', context: nothingHeld },
    'touchDown + move to the bottom of 2, at the window’s end': { to: 'idle.ready', context: nothingHeld },
    'touchDown + move to the bottom of 2, at the window’s start': { to: 'idle.ready', context: nothingHeld },
    'touchDown + long press': 'touchHeld (11 of lists to 1.0, 0)',
    'touchDown + drop': { to: 'idle.ready', context: nothingHeld },
    'touchDown + cancel': { to: 'idle.ready', context: nothingHeld },

    // Released without a move it was a tap: its click follows.
    'touchHeld + move 5 px': startsDragging('1.0', null),
    'touchHeld + move past 12': startsDragging('1.1', null),
    'touchHeld + move to the top of 2': startsDragging('2.0', null),
    'touchHeld + move to the bottom of 2': startsDragging('2.1', null),
    'touchHeld + move to the bottom of 2, at the window’s end': startsDragging('2.1', null),
    'touchHeld + move to the bottom of 2, at the window’s start': startsDragging('2.1', null),
    'touchHeld + drop': { to: 'idle.ready', context: nothingHeld },
    'touchHeld + cancel': { to: 'idle.ready', context: nothingHeld },

    'dragging + move 4 px': targetsSlot('1.0', '1.0', 0),
    'dragging + move 5 px': targetsSlot('1.0', '1.0', 0),
    'dragging + move past 12': targetsSlot('1.1', '1.1', 0),
    'dragging + move to the top of 2': targetsSlot('2.0', null, 0),
    'dragging + move to the bottom of 2': targetsSlot('2.1', '2.1', 0),
    'dragging + move to the bottom of 2, at the window’s end': targetsSlot('2.1', '2.1', 2),
    'dragging + move to the bottom of 2, at the window’s start': targetsSlot('2.1', '2.1', -2),
    'dragging + drop': (before) => dropsOnTarget(before, true),
    'dragging + cancel': (before) => returnsToOwnSlot(before, true),

    'lifted + up': stepsTo(
      {
        '11 of lists': { '1.1': '1.0', '2.0': '1.1', '2.1': '2.0' },
        '21 of lists': { '2.0': '1.2', '1.2': '1.1', '1.1': '1.0' },
        '11 of matches': { '1.1': '1.0', '2.1': '1.1' },
        '12 of matches': { '2.1': '2.0' },
      },
      swapPartners,
    ),
    'lifted + down': stepsTo(
      {
        '11 of lists': { '1.0': '1.1', '1.1': '2.0', '2.0': '2.1' },
        '21 of lists': { '1.0': '1.1', '1.1': '1.2', '1.2': '2.0' },
        '11 of matches': { '1.0': '1.1', '1.1': '2.1' },
        '12 of matches': { '2.0': '2.1' },
      },
      swapPartners,
    ),
    'lifted + next': stepsTo(
      {
        '11 of lists': { '1.0': '2.0', '1.1': '2.1' },
        '21 of lists': { '1.0': '2.0', '1.1': '2.0', '1.2': '2.0' },
        '11 of matches': { '1.0': '2.1', '1.1': '2.1' },
      },
      swapPartners,
    ),
    'lifted + previous': stepsTo(
      {
        '11 of lists': { '2.0': '1.0', '2.1': '1.1' },
        '21 of lists': { '2.0': '1.0' },
        '11 of matches': { '2.1': '1.1' },
      },
      swapPartners,
    ),
    // A tap on the held option drops it; one on another puts it in that one's slot, if it may be there.
    'lifted + tap 11': (before) =>
      before.held?.option === 11 ? dropsOnTarget(before) : dropsOnTapped(before, '1.0'),
    'lifted + tap 21': (before) =>
      before.held?.option === 21 ? dropsOnTarget(before) : dropsOnTapped(before, '2.0'),
    'lifted + tap 11 of a match': (before) =>
      before.held?.option === 11 ? dropsOnTarget(before) : dropsOnTapped(before, '1.0'),
    'lifted + tap the other 12': (before) =>
      before.held?.option === 12 ? dropsOnTarget(before) : dropsOnTapped(before, '2.0'),
    // The same option in another match is another place.
    'lifted + tap the first 12': (before) => dropsOnTapped(before, '1.1'),
    'lifted + tap group 1': (before) => dropsOnTapped(before, before.held?.option === 21 ? '1.2' : '1.1'),
    'lifted + tap group 2': (before) => dropsOnTapped(before, before.held?.option === 21 ? '2.0' : '2.1'),
    'lifted + drop': (before) => dropsOnTarget(before),
    'lifted + cancel': (before) => returnsToOwnSlot(before),
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

/** A tapped slot: the held option is dropped there, unless it is its own slot or a forbidden one. */
function dropsOnTapped(before: Before, at: string) {
  const forbidden: Record<string, string[]> = { '11 of matches': ['2.0'], '12 of matches': ['1.0', '1.1'] };
  const isForbidden = forbidden[`${before.held?.option} of ${arrangementName(before)}`]?.includes(at);
  return at === ownSlotOf(before) || isForbidden ? refusesSlot(before, at) : dropsIn(at, before);
}
