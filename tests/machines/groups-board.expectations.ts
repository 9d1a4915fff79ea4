import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { GroupArea, HeldOption, Point, Slot, Arrangement } from '#domain/wizard/groups-board.ts';
import type { groupsBoard } from '#machines/groups-board.ts';
import { after, refStub, when, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof groupsBoard>;

/** Group 1 above group 2, rows of 30 px. The lists are 11, 12 and 21; of the matches, 12 plays in both. */
const tableOf = (asMatches: boolean, ...groups: number[][]): Arrangement => ({
  groups: groups.map((options, at) => ({ id: at + 1, options, dates: [] })),
  asMatches,
  faces: {},
});
const lists = tableOf(false, [11, 12], [21]);
const matches = tableOf(true, [11, 12], [12, 13]);
const area = (id: number, top: number, rows: number): GroupArea => ({
  id,
  left: 0,
  right: 200,
  top,
  bottom: top + 100,
  rows: Array.from({ length: rows }, (_, row) => ({ top: top + 10 + row * 40, bottom: top + 40 + row * 40 })),
});
const from: Point = { x: 50, y: 25 };
const first: HeldOption = { option: 11, group: 1 };
const other: HeldOption = { option: 21, group: 2 };
const twin: HeldOption = { option: 12, group: 2 };

const press = (by: 'mouse' | 'touch', table: Arrangement) => ({
  type: 'item.press' as const,
  by,
  hand: first,
  table,
  at: from,
  areas: [area(1, 0, 2), area(2, 110, table === lists ? 1 : 2)],
});
const move = (y: number, depth = 0.5) => ({ type: 'pointer.move' as const, at: { x: 50, y }, depth });

/** One screen shows one table: nobody taps on another. */
const on = (table: Arrangement) => (snapshot: AnyMachineSnapshot) => {
  const { hand, table: shown } = snapshot.context as Before;
  return hand === null || shown === table;
};
/** The rest of what a pointer or a key can do is walked only where it is heard; one of each is everywhere. */
const following = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('following');
const lifted = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('lifted');
const tap = (hand: HeldOption, table: Arrangement) => when(on(table), { type: 'item.tap', hand, table });

const kind = ({ table }: Before) => (table.asMatches ? 'matches' : 'lists');
const spotted = (spot: Slot | null) => (spot ? `${spot.group}.${spot.index}` : 'nowhere');
const fold = ({ hand, aim, roll, ...rest }: Before) =>
  hand ? `${hand.option} of ${kind(rest as Before)} to ${spotted(aim)}, ${roll}` : '';
const spot = (words: string): Slot => {
  const [group, index] = words.split('.').map(Number) as [number, number];
  return { group, index };
};
/** In each of these groups there are two places; only 21, out of the lists, finds three in the first and one in its own. */
const placesOf = ({ hand }: Before, group: number) => {
  if (hand?.option !== 21) return 2;
  return group === 1 ? 3 : 1;
};
const news = (what: string, before: Before, at: string, rival: number | null = null) => ({
  what,
  option: before.hand?.option,
  ...spot(at),
  places: placesOf(before, spot(at).group),
  rival,
});
const homes: Record<number, string> = { 11: '1.0', 12: '2.0', 21: '2.0' };
const home = ({ hand }: Before) => homes[hand?.option ?? 0] ?? '';

/** Taken in hand where it lies. */
const takes = (state: string, hand: HeldOption, table: Arrangement) => ({
  to: `${state} (${hand.option} of ${table === lists ? 'lists' : 'matches'} to ${homes[hand.option]}, 0)`,
  context: { hand, table, landed: null },
});
const lifts = (hand: HeldOption, table: Arrangement) => {
  const { to, context } = takes('lifted', hand, table);
  return { to, context: { ...context, news: news('lifted', { hand } as Before, homes[hand.option] ?? '') } };
};
const grips = (state: string, table: Arrangement) => {
  const { to, context } = takes(state, first, table);
  const { areas } = press('mouse', table);
  const waits = { event: { type: 'xstate.after.hold.groups-board.waiting' }, ms: 100 };
  return { to, context: { ...context, from, areas }, waits: state === 'waiting' ? [waits] : [] };
};
const empty = { hand: null, aim: null, roll: 0, areas: [] };
const settles = { event: { type: 'xstate.after.settle.groups-board.resting.settling' }, ms: 100 };

/** Put where it is aimed at, if that is elsewhere; what ends a drag also waits for the click that follows. */
const puts = (at: string, before: Before, dragged = false) => ({
  to: dragged ? 'resting.settling' : 'resting.ready',
  context: {
    ...empty,
    news: news('moved', before, at),
    landed: { option: before.hand?.option, group: spot(at).group },
  },
  sends: [
    {
      type: 'option.move',
      option: before.hand?.option,
      fromGroup: before.hand?.group,
      toGroup: spot(at).group,
      toIndex: spot(at).index,
    },
  ],
  waits: dragged ? [settles] : [],
});
const stays = (before: Before, dragged = false) => ({
  to: dragged ? 'resting.settling' : 'resting.ready',
  context: { ...empty, news: news('kept', before, home(before)), landed: before.hand },
  waits: dragged ? [settles] : [],
});
const drops = (before: Before, dragged = false) =>
  before.aim && spotted(before.aim) !== home(before)
    ? puts(spotted(before.aim), before, dragged)
    : stays(before, dragged);
const refuses = (before: Before, at: string) => ({
  to: 'same',
  context: { news: news('refused', before, at) },
});

/** Where a pointer points: in the matches 11 may not take the place of a 12, who would then meet themselves. */
const points = (inLists: string, inMatches: string | null, roll: number) => (before: Before) => {
  const at = before.table.asMatches ? inMatches : inLists;
  if (spotted(before.aim) === (at ?? 'nowhere') && before.roll === roll) return 'ignored';
  return {
    to: `dragging (11 of ${kind(before)} to ${at ?? 'nowhere'}, ${roll})`,
    context: { aim: at === null ? null : spot(at), roll },
  };
};
const drags = (inLists: string, inMatches: string | null) => (before: Before) => ({
  to: `dragging (11 of ${kind(before)} to ${(before.table.asMatches ? inMatches : inLists) ?? 'nowhere'}, 0)`,
  context: { news: news('lifted', before, '1.0') },
});
/** Where a step leads from each place, by what is in hand; with whom it would trade. */
const steps =
  (to: Record<string, Record<string, string>>, rivals: Record<string, number> = {}) =>
  (before: Before) => {
    const at = to[`${before.hand?.option} of ${kind(before)}`]?.[spotted(before.aim)];
    if (at === undefined) return 'ignored';
    const rival = before.table.asMatches && at !== home(before) ? rivals[at] : null;
    return {
      to: `lifted (${before.hand?.option} of ${kind(before)} to ${at}, 0)`,
      context: { aim: spot(at), news: news('aimed', before, at, rival ?? null) },
    };
  };
const rivals = { '1.0': 11, '1.1': 12, '2.0': 12, '2.1': 13 };

/** What is written of groups-board: its test walks it headless, its screen's in a browser. */
export const groupsBoardExpectations: MachineExpectations<typeof groupsBoard> = {
  inputs: { screen: { parent: refStub('wizard') } },
  fold,
  events: {
    'a mouse on 11': press('mouse', lists),
    'a finger on 11': press('touch', lists),
    'a mouse on 11 of a match': press('mouse', matches),
    'tap 11': tap(first, lists),
    'tap 21': tap(other, lists),
    'tap 11 of a match': tap(first, matches),
    'tap the other 12': tap(twin, matches),
    'tap group 1': when(lifted, { type: 'group.tap', group: 1 }),
    'tap group 2': when(lifted, { type: 'group.tap', group: 2 }),
    'move 4 px': when(following, move(29)),
    'move 5 px': move(30),
    'move past 12': when(following, move(70)),
    'move to the top of 2': when(following, move(130)),
    'move low in 2': when(following, move(170)),
    'move low in 2, at the window’s end': when(following, move(170, 0.96)),
    'move low in 2, at its beginning': when(following, move(170, 0.04)),
    up: { type: 'item.step', direction: 'up' },
    down: when(lifted, { type: 'item.step', direction: 'down' }),
    next: when(lifted, { type: 'item.step', direction: 'next' }),
    previous: when(lifted, { type: 'item.step', direction: 'previous' }),
    drop: { type: 'item.drop' },
    cancel: { type: 'item.cancel' },
    'a tenth of a second': after('hold', 100),
    'the click has passed': after('settle', 100),
  },
  becomes: {
    'start: screen': { to: 'resting.ready', context: { ...empty, news: null, landed: null } },

    'resting + a mouse on 11': grips('pressed', lists),
    'resting + a finger on 11': grips('waiting', lists),
    'resting + a mouse on 11 of a match': grips('pressed', matches),
    'resting.ready + tap 11': lifts(first, lists),
    'resting.ready + tap 21': lifts(other, lists),
    'resting.ready + tap 11 of a match': lifts(first, matches),
    'resting.ready + tap the other 12': lifts(twin, matches),
    'resting.settling + the click has passed': 'resting.ready',

    // A mouse drags from 5 px on; a click that wavers is still a click.
    'pressed + move 4 px': 'ignored',
    'pressed + move 5 px': drags('1.0', '1.0'),
    'pressed + move past 12': drags('1.1', '1.1'),
    'pressed + move to the top of 2': drags('2.0', null),
    'pressed + move low in 2': drags('2.1', '2.1'),
    'pressed + move low in 2, at the window’s end': drags('2.1', '2.1'),
    'pressed + move low in 2, at its beginning': drags('2.1', '2.1'),
    'pressed + drop': { to: 'resting.ready', context: empty },
    'pressed + cancel': { to: 'resting.ready', context: empty },

    // A finger that moves before it has rested scrolls.
    'waiting + move 4 px': 'ignored',
    'waiting + move 5 px': { to: 'resting.ready', context: empty },
    'waiting + move past 12': { to: 'resting.ready', context: empty },
    'waiting + move to the top of 2': { to: 'resting.ready', context: empty },
    'waiting + move low in 2': { to: 'resting.ready', context: empty },
    'waiting + move low in 2, at the window’s end': { to: 'resting.ready', context: empty },
    'waiting + move low in 2, at its beginning': { to: 'resting.ready', context: empty },
    'waiting + a tenth of a second': 'holding (11 of lists to 1.0, 0)',
    'waiting + drop': { to: 'resting.ready', context: empty },
    'waiting + cancel': { to: 'resting.ready', context: empty },

    // Held and let go without a move, it was a tap: its click is still to come.
    'holding + move 5 px': drags('1.0', null),
    'holding + move past 12': drags('1.1', null),
    'holding + move to the top of 2': drags('2.0', null),
    'holding + move low in 2': drags('2.1', null),
    'holding + move low in 2, at the window’s end': drags('2.1', null),
    'holding + move low in 2, at its beginning': drags('2.1', null),
    'holding + drop': { to: 'resting.ready', context: empty },
    'holding + cancel': { to: 'resting.ready', context: empty },

    'dragging + move 4 px': points('1.0', '1.0', 0),
    'dragging + move 5 px': points('1.0', '1.0', 0),
    'dragging + move past 12': points('1.1', '1.1', 0),
    'dragging + move to the top of 2': points('2.0', null, 0),
    'dragging + move low in 2': points('2.1', '2.1', 0),
    'dragging + move low in 2, at the window’s end': points('2.1', '2.1', 2),
    'dragging + move low in 2, at its beginning': points('2.1', '2.1', -2),
    'dragging + drop': (before) => drops(before, true),
    'dragging + cancel': (before) => stays(before, true),

    'lifted + up': steps(
      {
        '11 of lists': { '1.1': '1.0', '2.0': '1.1', '2.1': '2.0' },
        '21 of lists': { '2.0': '1.2', '1.2': '1.1', '1.1': '1.0' },
        '11 of matches': { '1.1': '1.0', '2.1': '1.1' },
        '12 of matches': { '2.1': '2.0' },
      },
      rivals,
    ),
    'lifted + down': steps(
      {
        '11 of lists': { '1.0': '1.1', '1.1': '2.0', '2.0': '2.1' },
        '21 of lists': { '1.0': '1.1', '1.1': '1.2', '1.2': '2.0' },
        '11 of matches': { '1.0': '1.1', '1.1': '2.1' },
        '12 of matches': { '2.0': '2.1' },
      },
      rivals,
    ),
    'lifted + next': steps(
      {
        '11 of lists': { '1.0': '2.0', '1.1': '2.1' },
        '21 of lists': { '1.0': '2.0', '1.1': '2.0', '1.2': '2.0' },
        '11 of matches': { '1.0': '2.1', '1.1': '2.1' },
      },
      rivals,
    ),
    'lifted + previous': steps(
      {
        '11 of lists': { '2.0': '1.0', '2.1': '1.1' },
        '21 of lists': { '2.0': '1.0' },
        '11 of matches': { '2.1': '1.1' },
      },
      rivals,
    ),
    // A tap on the one in hand puts it down; one on another puts it in that one's place, if it may be there.
    'lifted + tap 11': (before) => (before.hand?.option === 11 ? drops(before) : tapped(before, '1.0')),
    'lifted + tap 21': (before) => (before.hand?.option === 21 ? drops(before) : tapped(before, '2.0')),
    'lifted + tap 11 of a match': (before) =>
      before.hand?.option === 11 ? drops(before) : tapped(before, '1.0'),
    'lifted + tap the other 12': (before) =>
      before.hand?.option === 12 ? drops(before) : tapped(before, '2.0'),
    'lifted + tap group 1': (before) => tapped(before, before.hand?.option === 21 ? '1.2' : '1.1'),
    'lifted + tap group 2': (before) => tapped(before, before.hand?.option === 21 ? '2.0' : '2.1'),
    'lifted + drop': (before) => drops(before),
    'lifted + cancel': (before) => stays(before),
  },
  claims: {
    resting: ({ context, tags }) => {
      expect(context.hand).toBeNull();
      expect([...tags]).toEqual([]);
    },
    pressed: (snapshot) => expect([...snapshot.tags]).toEqual(['following']),
    waiting: (snapshot) => expect([...snapshot.tags]).toEqual(['following']),
    holding: (snapshot) => expect([...snapshot.tags]).toEqual(['following', 'held']),
    dragging: (snapshot) => expect([...snapshot.tags].toSorted()).toEqual(['dragging', 'following', 'held']),
    lifted: (snapshot) => expect([...snapshot.tags].toSorted()).toEqual(['held', 'lifted']),
  },
  unpaired: 1,
};

/** A place that was tapped: it goes there, unless that is where it lies, or where it may not be. */
function tapped(before: Before, at: string) {
  const mayNot: Record<string, string[]> = { '11 of matches': ['2.0'], '12 of matches': ['1.0', '1.1'] };
  const isBarred = mayNot[`${before.hand?.option} of ${kind(before)}`]?.includes(at);
  return at === home(before) || isBarred ? refuses(before, at) : puts(at, before);
}
