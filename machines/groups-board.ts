import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import {
  isPast,
  isSame,
  mayMove,
  moveTo,
  placesIn,
  rivalAt,
  rollAt,
  spotAt,
  spotOf,
  stepped,
  type Area,
  type Direction,
  type Hand,
  type Point,
  type Spot,
  type Table,
} from '#contract/board.ts';
import type { Move } from '#contract/grouping.ts';
import { limits } from '#contract/limits.ts';
import { setupTypes } from './port.ts';

/** What whoever keeps the groups hears. */
export type MoveNews = { type: 'option.move' } & Move;
/** What is told of the item in hand, for ears too: where it is, out of how many, or instead of whom. */
export type BoardNews = Spot & {
  readonly what: 'lifted' | 'aimed' | 'refused' | 'moved' | 'kept';
  readonly option: number;
  readonly places: number;
  readonly rival: number | null;
};

type Listener = ActorRef<Snapshot<unknown>, MoveNews>;
type Context = {
  readonly parent: Listener;
  readonly table: Table;
  readonly areas: readonly Area[];
  /** Where the pointer came down. */
  readonly from: Point;
  readonly hand: Hand | null;
  /** Where it would be put; null is nowhere that it may be. */
  readonly aim: Spot | null;
  /** How far to scroll in each frame. */
  readonly roll: number;
  readonly news: BoardNews | null;
  /** Where the last one in hand lies now: the focus goes with it. */
  readonly landed: Hand | null;
};
/** `table`: as it stands on the screen at this moment. */
type Taken = { readonly hand: Hand; readonly table: Table };
type Press = Taken & { readonly by: 'mouse' | 'touch'; readonly at: Point; readonly areas: readonly Area[] };
type Events =
  | ({ type: 'item.press' } & Press)
  | ({ type: 'item.tap' } & Taken)
  | { type: 'group.tap'; group: number }
  /** `depth`: how far down the window that scrolls, 0 to 1. */
  | { type: 'pointer.move'; at: Point; depth: number }
  | { type: 'item.step'; direction: Direction }
  | { type: 'item.drop' }
  | { type: 'item.cancel' };

const nowhere = { group: 0, index: -1 };
const inHand = ({ hand }: Context): Hand => hand ?? { option: 0, group: 0 };
const isTrip = (context: Context, spot: Spot | null): spot is Spot =>
  spot !== null && mayMove(context.table, inHand(context), spot);

/** The place that an event points at: a tap on another item is a tap on its place, one on a group on its end. */
function meant(context: Context, event: Events): Spot | null {
  const { table } = context;
  switch (event.type) {
    case 'pointer.move':
      return spotAt(table, context.areas, inHand(context), event.at);
    case 'item.step':
      return context.aim && stepped(table, inHand(context), context.aim, event.direction);
    case 'item.tap':
      return spotOf(table, event.hand);
    case 'group.tap':
      return { group: event.group, index: placesIn(table, inHand(context), event.group) - 1 };
    default:
      return context.aim;
  }
}

function news(context: Context, what: BoardNews['what'], spot: Spot): BoardNews {
  const { table } = context;
  const hand = inHand(context);
  const rival = what === 'aimed' ? rivalAt(table, hand, spot) : null;
  return { what, option: hand.option, ...spot, places: placesIn(table, hand, spot.group), rival };
}

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: Listener };
    tags: 'following' | 'held' | 'dragging' | 'lifted';
  }>(),
  delays: { hold: limits.drag.delay, settle: limits.drag.delay },
  guards: {
    isTouch: ({ event }) => event.type === 'item.press' && event.by === 'touch',
    isPast: ({ context, event }) => event.type === 'pointer.move' && isPast(context.from, event.at),
    isElsewhere: ({ context, event }) =>
      event.type === 'pointer.move' &&
      (rollAt(event.depth) !== context.roll || !isSame(meant(context, event), context.aim)),
    hasStep: ({ context, event }) => meant(context, event) !== null,
    isInHand: ({ context, event }) =>
      event.type === 'item.tap' &&
      event.hand.option === context.hand?.option &&
      event.hand.group === context.hand.group,
    isTrip: ({ context, event }) => isTrip(context, meant(context, event)),
    isAimed: ({ context }) => isTrip(context, context.aim),
  },
  actions: {
    take: assign(({ event }) =>
      'table' in event
        ? { hand: event.hand, table: event.table, aim: spotOf(event.table, event.hand), landed: null }
        : {},
    ),
    mark: assign(({ event }) => (event.type === 'item.press' ? { from: event.at, areas: event.areas } : {})),
    aim: assign(({ context, event }) => ({ aim: meant(context, event) })),
    roll: assign(({ event }) => ({ roll: event.type === 'pointer.move' ? rollAt(event.depth) : 0 })),
    say: assign(({ context }, { what }: { what: BoardNews['what'] }) => ({
      news: news(context, what, context.aim ?? nowhere),
    })),
    refuse: assign(({ context, event }) => ({
      news: news(context, 'refused', meant(context, event) ?? nowhere),
    })),
    put: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'option.move' as const,
        ...moveTo(inHand(context), context.aim ?? nowhere),
      }),
    ),
    land: assign(({ context }) => ({
      news: news(context, 'moved', context.aim ?? nowhere),
      landed: { option: inHand(context).option, group: context.aim?.group ?? 0 },
    })),
    stay: assign(({ context }) => ({
      news: news(context, 'kept', spotOf(context.table, inHand(context))),
      landed: context.hand,
    })),
    letGo: assign({ hand: null, aim: null, roll: 0, areas: [] }),
  },
});

const lift = [{ type: 'say', params: { what: 'lifted' } }] as const;
const put = ['put', 'land'] as const;

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
        ready: { on: { 'item.tap': { target: '#groups-board.lifted', actions: ['take', ...lift] } } },
        // The browser's click that ends a drag is no tap.
        settling: { after: { settle: 'ready' } },
      },
    },
    pressed: {
      tags: 'following',
      on: {
        'pointer.move': { guard: 'isPast', target: 'dragging', actions: [...lift, 'aim'] },
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
        'pointer.move': { guard: 'isPast', target: 'dragging', actions: [...lift, 'aim'] },
        'item.drop': 'resting',
        'item.cancel': 'resting',
      },
    },
    dragging: {
      tags: ['following', 'held', 'dragging'],
      on: {
        'pointer.move': { guard: 'isElsewhere', actions: ['aim', 'roll'] },
        'item.drop': [
          { guard: 'isAimed', target: 'resting.settling', actions: put },
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
          { guard: 'isTrip', target: 'resting', actions: ['aim', ...put] },
          { actions: 'refuse' },
        ],
        'group.tap': [
          { guard: 'isTrip', target: 'resting', actions: ['aim', ...put] },
          { actions: 'refuse' },
        ],
        'item.drop': 'dropping',
        'item.cancel': { target: 'resting', actions: 'stay' },
      },
    },
    dropping: {
      always: [
        { guard: 'isAimed', target: 'resting', actions: put },
        { target: 'resting', actions: 'stay' },
      ],
    },
  },
});
