import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import {
  isPastThreshold,
  isSameSlot,
  canMove,
  toMove,
  slotCount,
  swapPartnerAt,
  scrollSpeedAt,
  slotAt,
  slotOf,
  nextSlot,
  type GroupArea,
  type MoveDirection,
  type HeldOption,
  type Point,
  type Slot,
  type Arrangement,
} from '#domain/wizard/groups-board.ts';
import type { Move } from '#domain/wizard/option-groups.ts';
import { limits } from '#contract/limits.ts';
import { setupTypes } from './port.ts';

/** What whoever keeps the groups hears. */
export type MoveReport = { type: 'option.move' } & Move;
/** What is told of the item in hand, for ears too: where it is, out of how many, or instead of whom. */
export type BoardAnnouncement = Slot & {
  readonly what: 'lifted' | 'aimed' | 'refused' | 'moved' | 'kept';
  readonly option: number;
  readonly places: number;
  readonly rival: number | null;
};

type ParentRef = ActorRef<Snapshot<unknown>, MoveReport>;
type Context = {
  readonly parent: ParentRef;
  readonly table: Arrangement;
  readonly areas: readonly GroupArea[];
  /** Where the pointer came down. */
  readonly from: Point;
  readonly hand: HeldOption | null;
  /** Where it would be put; null is nowhere that it may be. */
  readonly aim: Slot | null;
  /** How far to scroll in each frame. */
  readonly roll: number;
  readonly news: BoardAnnouncement | null;
  /** Where the last one in hand lies now: the focus goes with it. */
  readonly landed: HeldOption | null;
};
/** `table`: as it stands on the screen at this moment. */
type Grab = { readonly hand: HeldOption; readonly table: Arrangement };
type Press = Grab & {
  readonly by: 'mouse' | 'touch';
  readonly at: Point;
  readonly areas: readonly GroupArea[];
};
type Events =
  | ({ type: 'item.press' } & Press)
  | ({ type: 'item.tap' } & Grab)
  | { type: 'group.tap'; group: number }
  /** `depth`: how far down the window that scrolls, 0 to 1. */
  | { type: 'pointer.move'; at: Point; depth: number }
  | { type: 'item.step'; direction: MoveDirection }
  | { type: 'item.drop' }
  | { type: 'item.cancel' };

const noSlot = { group: 0, index: -1 };
const heldOf = ({ hand }: Context): HeldOption => hand ?? { option: 0, group: 0 };
const canMoveTo = (context: Context, spot: Slot | null): spot is Slot =>
  spot !== null && canMove(context.table, heldOf(context), spot);

/** The place that an event points at: a tap on another item is a tap on its place, one on a group on its end. */
function slotMeantBy(context: Context, event: Events): Slot | null {
  const { table } = context;
  switch (event.type) {
    case 'pointer.move':
      return slotAt(table, context.areas, heldOf(context), event.at);
    case 'item.step':
      return context.aim && nextSlot(table, heldOf(context), context.aim, event.direction);
    case 'item.tap':
      return slotOf(table, event.hand);
    case 'group.tap':
      return { group: event.group, index: slotCount(table, heldOf(context), event.group) - 1 };
    default:
      return context.aim;
  }
}

function announcementOf(context: Context, what: BoardAnnouncement['what'], spot: Slot): BoardAnnouncement {
  const { table } = context;
  const hand = heldOf(context);
  const rival = what === 'aimed' ? swapPartnerAt(table, hand, spot) : null;
  return { what, option: hand.option, ...spot, places: slotCount(table, hand, spot.group), rival };
}

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef };
    tags: 'following' | 'held' | 'dragging' | 'lifted';
  }>(),
  delays: { hold: limits.drag.delay, settle: limits.drag.delay },
  guards: {
    isTouch: ({ event }) => event.type === 'item.press' && event.by === 'touch',
    isPast: ({ context, event }) => event.type === 'pointer.move' && isPastThreshold(context.from, event.at),
    isElsewhere: ({ context, event }) =>
      event.type === 'pointer.move' &&
      (scrollSpeedAt(event.depth) !== context.roll || !isSameSlot(slotMeantBy(context, event), context.aim)),
    hasStep: ({ context, event }) => slotMeantBy(context, event) !== null,
    isInHand: ({ context, event }) =>
      event.type === 'item.tap' &&
      event.hand.option === context.hand?.option &&
      event.hand.group === context.hand.group,
    isTrip: ({ context, event }) => canMoveTo(context, slotMeantBy(context, event)),
    isAimed: ({ context }) => canMoveTo(context, context.aim),
  },
  actions: {
    take: assign(({ event }) =>
      'table' in event
        ? { hand: event.hand, table: event.table, aim: slotOf(event.table, event.hand), landed: null }
        : {},
    ),
    mark: assign(({ event }) => (event.type === 'item.press' ? { from: event.at, areas: event.areas } : {})),
    aim: assign(({ context, event }) => ({ aim: slotMeantBy(context, event) })),
    roll: assign(({ event }) => ({ roll: event.type === 'pointer.move' ? scrollSpeedAt(event.depth) : 0 })),
    say: assign(({ context }, { what }: { what: BoardAnnouncement['what'] }) => ({
      news: announcementOf(context, what, context.aim ?? noSlot),
    })),
    refuse: assign(({ context, event }) => ({
      news: announcementOf(context, 'refused', slotMeantBy(context, event) ?? noSlot),
    })),
    put: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'option.move' as const,
        ...toMove(heldOf(context), context.aim ?? noSlot),
      }),
    ),
    land: assign(({ context }) => ({
      news: announcementOf(context, 'moved', context.aim ?? noSlot),
      landed: { option: heldOf(context).option, group: context.aim?.group ?? 0 },
    })),
    stay: assign(({ context }) => ({
      news: announcementOf(context, 'kept', slotOf(context.table, heldOf(context))),
      landed: context.hand,
    })),
    letGo: assign({ hand: null, aim: null, roll: 0, areas: [] }),
  },
});

const announceLift = [{ type: 'say', params: { what: 'lifted' } }] as const;
const dropActions = ['put', 'land'] as const;

/**
 * Arranging a game's groups by hand: by mouse, by touch, by key, or by taps alone.
 * A mouse drags once it has moved, a finger once it has rested: one that moves sooner only scrolls.
 */
export const groupsBoard = charts.createMachine({
  id: 'groups-board',
  context: ({ input }) => ({
    ...input,
    table: { groups: [], asMatches: false, faces: {} },
    areas: [],
    from: { x: 0, y: 0 },
    hand: null,
    aim: null,
    roll: 0,
    news: null,
    landed: null,
  }),
  initial: 'resting',
  states: {
    resting: {
      entry: 'letGo',
      initial: 'ready',
      on: {
        'item.press': [
          { guard: 'isTouch', target: 'waiting', actions: ['take', 'mark'] },
          { target: 'pressed', actions: ['take', 'mark'] },
        ],
      },
      states: {
        ready: { on: { 'item.tap': { target: '#groups-board.lifted', actions: ['take', ...announceLift] } } },
        // The browser's click that ends a drag is no tap.
        settling: { after: { settle: 'ready' } },
      },
    },
    pressed: {
      tags: 'following',
      on: {
        'pointer.move': { guard: 'isPast', target: 'dragging', actions: [...announceLift, 'aim'] },
        'item.drop': 'resting',
        'item.cancel': 'resting',
      },
    },
    waiting: {
      tags: 'following',
      after: { hold: 'holding' },
      on: {
        'pointer.move': { guard: 'isPast', target: 'resting' },
        'item.drop': 'resting',
        'item.cancel': 'resting',
      },
    },
    holding: {
      tags: ['following', 'held'],
      on: {
        'pointer.move': { guard: 'isPast', target: 'dragging', actions: [...announceLift, 'aim'] },
        'item.drop': 'resting',
        'item.cancel': 'resting',
      },
    },
    dragging: {
      tags: ['following', 'held', 'dragging'],
      on: {
        'pointer.move': { guard: 'isElsewhere', actions: ['aim', 'roll'] },
        'item.drop': [
          { guard: 'isAimed', target: 'resting.settling', actions: dropActions },
          { target: 'resting.settling', actions: 'stay' },
        ],
        'item.cancel': { target: 'resting.settling', actions: 'stay' },
      },
    },
    lifted: {
      tags: ['held', 'lifted'],
      on: {
        'item.step': { guard: 'hasStep', actions: ['aim', { type: 'say', params: { what: 'aimed' } }] },
        'item.tap': [
          { guard: 'isInHand', target: 'dropping' },
          { guard: 'isTrip', target: 'resting', actions: ['aim', ...dropActions] },
          { actions: 'refuse' },
        ],
        'group.tap': [
          { guard: 'isTrip', target: 'resting', actions: ['aim', ...dropActions] },
          { actions: 'refuse' },
        ],
        'item.drop': 'dropping',
        'item.cancel': { target: 'resting', actions: 'stay' },
      },
    },
    dropping: {
      always: [
        { guard: 'isAimed', target: 'resting', actions: dropActions },
        { target: 'resting', actions: 'stay' },
      ],
    },
  },
});
