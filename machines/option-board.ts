import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import {
  announcementAt,
  isPastThreshold,
  isSameSlot,
  canMove,
  toMove,
  slotCount,
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
  type BoardAnnouncement,
} from '#domain/wizard/option-board.ts';
import type { Move } from '#domain/wizard/option-groups.ts';
import { limits } from '#contract/limits.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** Sent to the parent, which keeps the groups and may refuse it. */
export type MoveReport = { type: 'option.move' } & Move;

type ParentRef = ActorRef<Snapshot<unknown>, MoveReport>;
type Context = {
  readonly parent: ParentRef;
  readonly arrangement: Arrangement;
  readonly areas: readonly GroupArea[];
  /** Where the pointer was pressed. */
  readonly pressPoint: Point;
  readonly held: HeldOption | null;
  /** The slot it would be put in; null if the pointer is where it may not be put. */
  readonly target: Slot | null;
  /** Pixels to scroll per frame. */
  readonly scrollSpeed: number;
  readonly announcement: BoardAnnouncement | null;
  /** Where the option held last is now: it keeps the focus. */
  readonly lastDropped: HeldOption | null;
};
/** `arrangement`: as it is on the screen at this moment. */
type Grab = { readonly held: HeldOption; readonly arrangement: Arrangement };
type Press = Grab & {
  readonly by: 'mouse' | 'touch';
  readonly at: Point;
  readonly areas: readonly GroupArea[];
};
/** `depth`: in the scrolling window, 0 is its top, 1 its bottom. */
type PointerMove = { type: 'pointer.move'; at: Point; depth: number };
type Events =
  | ({ type: 'option.press' } & Press)
  | ({ type: 'option.tap' } & Grab)
  | { type: 'group.tap'; group: number }
  | PointerMove
  | { type: 'option.step'; direction: MoveDirection }
  | { type: 'option.drop' }
  | { type: 'option.cancel' };

const noSlot = { group: 0, index: -1 };
const heldOf = ({ held }: Context): HeldOption => held ?? { option: 0, group: 0 };
const canMoveTo = (context: Context, slot: Slot | null): slot is Slot =>
  slot !== null && canMove(context.arrangement, heldOf(context), slot);

/** The slot that an event points at: a tap on another option means its slot, one on a group its last. */
function slotMeantBy(context: Context, event: Events): Slot | null {
  const { arrangement } = context;
  switch (event.type) {
    case 'pointer.move':
      return slotAt(arrangement, context.areas, heldOf(context), event.at);
    case 'option.step':
      return context.target && nextSlot(arrangement, heldOf(context), context.target, event.direction);
    case 'option.tap':
      return slotOf(arrangement, event.held);
    case 'group.tap':
      return { group: event.group, index: slotCount(arrangement, heldOf(context), event.group) - 1 };
    default:
      return context.target;
  }
}

const announcementOf = (context: Context, what: BoardAnnouncement['what'], slot: Slot) =>
  announcementAt(context.arrangement, heldOf(context), what, slot);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef };
    tags: 'trackingPointer' | 'held' | 'dragging' | 'lifted';
  }>(),
  delays: { longPress: limits.drag.delay, ignoreClick: limits.drag.delay },
  guards: {
    isTouch: (_, { by }: Press) => by === 'touch',
    isPastThreshold: ({ context }, { at }: PointerMove) => isPastThreshold(context.pressPoint, at),
    changesTarget: ({ context }, move: PointerMove) =>
      scrollSpeedAt(move.depth) !== context.scrollSpeed ||
      !isSameSlot(slotMeantBy(context, move), context.target),
    hasNextSlot: ({ context, event }) => slotMeantBy(context, event) !== null,
    isHeld: ({ context }, { held }: Grab) =>
      held.option === context.held?.option && held.group === context.held.group,
    canMoveTo: ({ context, event }) => canMoveTo(context, slotMeantBy(context, event)),
    canDrop: ({ context }) => canMoveTo(context, context.target),
  },
  actions: {
    setHeld: assign((_, { held, arrangement }: Grab) => ({
      held,
      arrangement,
      target: slotOf(arrangement, held),
      lastDropped: null,
    })),
    storePressPoint: assign((_, { at, areas }: Press) => ({ pressPoint: at, areas })),
    setTarget: assign(({ context, event }) => ({ target: slotMeantBy(context, event) })),
    setScrollSpeed: assign((_, { depth }: PointerMove) => ({ scrollSpeed: scrollSpeedAt(depth) })),
    announce: assign(({ context }, what: BoardAnnouncement['what']) => ({
      announcement: announcementOf(context, what, context.target ?? noSlot),
    })),
    announceRefusal: assign(({ context, event }) => ({
      announcement: announcementOf(context, 'refused', slotMeantBy(context, event) ?? noSlot),
    })),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'option.move' as const,
        ...toMove(heldOf(context), context.target ?? noSlot),
      }),
    ),
    storeDrop: assign(({ context }) => ({
      announcement: announcementOf(context, 'moved', context.target ?? noSlot),
      lastDropped: { option: heldOf(context).option, group: (context.target ?? noSlot).group },
    })),
    storeReturn: assign(({ context }) => ({
      announcement: announcementOf(context, 'returned', slotOf(context.arrangement, heldOf(context))),
      lastDropped: context.held,
    })),
    clearHeld: assign({ held: null, target: null, scrollSpeed: 0, areas: [] }),
  },
});

const setHeld = { type: 'setHeld', params: eventOf<Grab> } as const;
const grabAtPoint = [setHeld, { type: 'storePressPoint', params: eventOf<Press> }] as const;
const announceLift = { type: 'announce', params: 'lifted' } as const;
const isPast = { type: 'isPastThreshold', params: eventOf<PointerMove> } as const;
const onDragStart = { guard: isPast, target: 'dragging', actions: [announceLift, 'setTarget'] } as const;
const dropActions = ['notifyParent', 'storeDrop'] as const;

/**
 * The board on which a game's groups are arranged: by mouse, touch, keyboard, or taps alone.
 * A mouse drags once it has moved, a finger once it has rested; a finger that moves sooner scrolls.
 */
export const optionBoard = charts.createMachine({
  id: 'option-board',
  context: ({ input }) => ({
    ...input,
    arrangement: { groups: [], asMatches: false, faces: {} },
    areas: [],
    pressPoint: { x: 0, y: 0 },
    held: null,
    target: null,
    scrollSpeed: 0,
    announcement: null,
    lastDropped: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      entry: 'clearHeld',
      initial: 'ready',
      on: {
        'option.press': [
          { guard: { type: 'isTouch', params: eventOf }, target: 'touchDown', actions: grabAtPoint },
          { target: 'pressed', actions: grabAtPoint },
        ],
      },
      states: {
        ready: { on: { 'option.tap': { target: '#option-board.lifted', actions: [setHeld, announceLift] } } },
        // Ignores the click that browsers send at the end of a drag.
        ignoringClick: { after: { ignoreClick: 'ready' } },
      },
    },
    pressed: {
      tags: 'trackingPointer',
      on: {
        'pointer.move': onDragStart,
        'option.drop': 'idle',
        'option.cancel': 'idle',
      },
    },
    touchDown: {
      tags: 'trackingPointer',
      after: { longPress: 'touchHeld' },
      on: {
        'pointer.move': { guard: isPast, target: 'idle' },
        'option.drop': 'idle',
        'option.cancel': 'idle',
      },
    },
    touchHeld: {
      tags: ['trackingPointer', 'held'],
      on: {
        'pointer.move': onDragStart,
        'option.drop': 'idle',
        'option.cancel': 'idle',
      },
    },
    dragging: {
      tags: ['trackingPointer', 'held', 'dragging'],
      on: {
        'pointer.move': {
          guard: { type: 'changesTarget', params: eventOf },
          actions: ['setTarget', { type: 'setScrollSpeed', params: eventOf }],
        },
        'option.drop': [
          { guard: 'canDrop', target: 'idle.ignoringClick', actions: dropActions },
          { target: 'idle.ignoringClick', actions: 'storeReturn' },
        ],
        'option.cancel': { target: 'idle.ignoringClick', actions: 'storeReturn' },
      },
    },
    lifted: {
      tags: ['held', 'lifted'],
      on: {
        'option.step': {
          guard: 'hasNextSlot',
          actions: ['setTarget', { type: 'announce', params: 'targeted' }],
        },
        'option.tap': [
          { guard: { type: 'isHeld', params: eventOf }, target: 'dropping' },
          { guard: 'canMoveTo', target: 'idle', actions: ['setTarget', ...dropActions] },
          { actions: 'announceRefusal' },
        ],
        'group.tap': [
          { guard: 'canMoveTo', target: 'idle', actions: ['setTarget', ...dropActions] },
          { actions: 'announceRefusal' },
        ],
        'option.drop': 'dropping',
        'option.cancel': { target: 'idle', actions: 'storeReturn' },
      },
    },
    dropping: {
      always: [
        { guard: 'canDrop', target: 'idle', actions: dropActions },
        { target: 'idle', actions: 'storeReturn' },
      ],
    },
  },
});
