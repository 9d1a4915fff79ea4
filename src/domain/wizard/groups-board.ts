import { moveOption, type Move, type OptionGroup } from './option-groups.ts';
import { limits } from '#contract/limits.ts';
import { hasDuplicateOption, type Face } from './option-pairs.ts';

/** What is picked up: an option, and the group that it is in; it may be in others too. */
export type HeldOption = { readonly option: number; readonly group: number };
/** A place in a group: the one that whatever is put there will have. */
export type Slot = { readonly group: number; readonly index: number };
/** On the board's own ground: what scrolls takes its points with it. */
export type Point = { readonly x: number; readonly y: number };
/** A group as it lies on the board; its rows one under another, in the order of its options. */
export type GroupArea = {
  readonly id: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly rows: readonly { readonly top: number; readonly bottom: number }[];
};
/** A place up or down, over a group's end into the one beside it; or right into the next group. */
export type MoveDirection = 'up' | 'down' | 'next' | 'previous';

/** What is being arranged: matches trade places, since each stays two; lists make room. */
export type Arrangement = {
  readonly groups: readonly OptionGroup[];
  readonly asMatches: boolean;
  /** Of pairs, whose they are: nobody meets themselves. */
  readonly faces: Readonly<Record<number, Face>>;
};

export const isSameSlot = (one: Slot | null, other: Slot | null): boolean =>
  one?.group === other?.group && one?.index === other?.index;

const groupById = ({ groups }: Arrangement, id: number): OptionGroup | undefined =>
  groups.find((group) => group.id === id);

/** Where it lies now. */
export const slotOf = (table: Arrangement, { option, group }: HeldOption): Slot => ({
  group,
  index: groupById(table, group)?.options.indexOf(option) ?? -1,
});

export const toMove = (hand: HeldOption, spot: Slot): Move => ({
  option: hand.option,
  fromGroup: hand.group,
  toGroup: spot.group,
  toIndex: spot.index,
});

/** How many places a group has for it. */
export function slotCount(table: Arrangement, hand: HeldOption, group: number): number {
  const size = groupById(table, group)?.options.length ?? 0;
  return group === hand.group || table.asMatches ? size : size + 1;
}

/** Is it a change, and one that may be? */
export function canMove(table: Arrangement, hand: HeldOption, spot: Slot): boolean {
  const isPlace = spot.index >= 0 && spot.index < slotCount(table, hand, spot.group);
  if (!isPlace || isSameSlot(spot, slotOf(table, hand))) return false;
  const after = moveOption(table.groups, toMove(hand, spot), table.asMatches);
  return after !== null && !after.some(({ options }) => hasDuplicateOption(table.faces, options));
}

/** The one it would trade places with. */
export function swapPartnerAt(table: Arrangement, hand: HeldOption, spot: Slot): number | null {
  const there = groupById(table, spot.group)?.options[spot.index];
  return table.asMatches && there !== undefined && !isSameSlot(spot, slotOf(table, hand)) ? there : null;
}

/** Every place for it on the board, its own too, in order. */
function slotsFor(table: Arrangement, hand: HeldOption): Slot[] {
  const own = slotOf(table, hand);
  return table.groups
    .flatMap(({ id }) =>
      Array.from({ length: slotCount(table, hand, id) }, (_, index) => ({ group: id, index })),
    )
    .filter((spot) => isSameSlot(spot, own) || canMove(table, hand, spot));
}

/** The place that a step leads to; into another group as near to this height as it goes. */
export function nextSlot(
  table: Arrangement,
  hand: HeldOption,
  from: Slot,
  direction: MoveDirection,
): Slot | null {
  const spots = slotsFor(table, hand);
  const here = spots.findIndex((spot) => isSameSlot(spot, from));
  if (direction === 'up') return spots[here - 1] ?? null;
  if (direction === 'down') return spots[here + 1] ?? null;
  const beyond = (direction === 'next' ? spots.slice(here) : spots.slice(0, here).toReversed()).find(
    ({ group }) => group !== from.group,
  );
  const there = spots.filter(({ group }) => group === beyond?.group);
  return there.findLast(({ index }) => index <= from.index) ?? there[0] ?? null;
}

const distanceOutside = (value: number, low: number, high: number) => Math.max(low - value, 0, value - high);
const distanceToArea = ({ left, right, top, bottom }: GroupArea, { x, y }: Point) =>
  Math.hypot(distanceOutside(x, left, right), distanceOutside(y, top, bottom));

/** The place under a pointer, or the nearest; null where it may not be put. */
export function slotAt(
  table: Arrangement,
  areas: readonly GroupArea[],
  hand: HeldOption,
  point: Point,
): Slot | null {
  const [nearest] = areas.toSorted((one, other) => distanceToArea(one, point) - distanceToArea(other, point));
  if (!nearest) return null;
  const own = slotOf(table, hand);
  const inOwn = nearest.id === own.group;
  const trades = table.asMatches && !inOwn;
  // Among lists a row makes room once the pointer is past its middle; to trade, it is the row pointed at.
  const passed = nearest.rows
    .filter((_, place) => !inOwn || place !== own.index)
    .filter(({ top, bottom }) => (trades ? bottom : (top + bottom) / 2) < point.y).length;
  const spot = { group: nearest.id, index: trades ? Math.min(passed, nearest.rows.length - 1) : passed };
  return isSameSlot(spot, own) || canMove(table, hand, spot) ? spot : null;
}

/** How far to scroll in a frame, by how deep in the window the pointer is: 0 at its top, 1 at its bottom. */
export function scrollSpeedAt(depth: number): number {
  const zone = limits.drag.edgePercent / 100;
  if (depth < zone) return -limits.drag.scrollStep;
  return depth > 1 - zone ? limits.drag.scrollStep : 0;
}

export const isPastThreshold = (from: Point, to: Point): boolean =>
  Math.hypot(to.x - from.x, to.y - from.y) >= limits.drag.threshold;
