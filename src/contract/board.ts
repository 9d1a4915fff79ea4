import { moved, type Move, type OptionGroup } from './grouping.ts';
import { limits } from './limits.ts';
import { clashes, type Face } from './pairs.ts';

/** What is picked up: an option, and the group that it is in; it may be in others too. */
export type Hand = { readonly option: number; readonly group: number };
/** A place in a group: the one that whatever is put there will have. */
export type Spot = { readonly group: number; readonly index: number };
/** On the board's own ground: what scrolls takes its points with it. */
export type Point = { readonly x: number; readonly y: number };
/** A group as it lies on the board; its rows one under another, in the order of its options. */
export type Area = {
  readonly id: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly rows: readonly { readonly top: number; readonly bottom: number }[];
};
/** A place up or down, over a group's end into the one beside it; or right into the next group. */
export type Direction = 'up' | 'down' | 'next' | 'previous';

/** What is being arranged: matches trade places, since each stays two; lists make room. */
export type Table = {
  readonly groups: readonly OptionGroup[];
  readonly asMatches: boolean;
  /** Of pairs, whose they are: nobody meets themselves. */
  readonly faces: Readonly<Record<number, Face>>;
};

export const isSame = (one: Spot | null, other: Spot | null): boolean =>
  one?.group === other?.group && one?.index === other?.index;

const groupOf = ({ groups }: Table, id: number): OptionGroup | undefined =>
  groups.find((group) => group.id === id);

/** Where it lies now. */
export const spotOf = (table: Table, { option, group }: Hand): Spot => ({
  group,
  index: groupOf(table, group)?.options.indexOf(option) ?? -1,
});

export const moveTo = (hand: Hand, spot: Spot): Move => ({
  option: hand.option,
  fromGroup: hand.group,
  toGroup: spot.group,
  toIndex: spot.index,
});

/** How many places a group has for it. */
export function placesIn(table: Table, hand: Hand, group: number): number {
  const size = groupOf(table, group)?.options.length ?? 0;
  return group === hand.group || table.asMatches ? size : size + 1;
}

/** Is it a change, and one that may be? */
export function mayMove(table: Table, hand: Hand, spot: Spot): boolean {
  const isPlace = spot.index >= 0 && spot.index < placesIn(table, hand, spot.group);
  if (!isPlace || isSame(spot, spotOf(table, hand))) return false;
  const after = moved(table.groups, moveTo(hand, spot), table.asMatches);
  return after !== null && !after.some(({ options }) => clashes(table.faces, options));
}

/** The one it would trade places with. */
export function rivalAt(table: Table, hand: Hand, spot: Spot): number | null {
  const there = groupOf(table, spot.group)?.options[spot.index];
  return table.asMatches && there !== undefined && !isSame(spot, spotOf(table, hand)) ? there : null;
}

/** Every place for it on the board, its own too, in order. */
function spotsFor(table: Table, hand: Hand): Spot[] {
  const own = spotOf(table, hand);
  return table.groups
    .flatMap(({ id }) =>
      Array.from({ length: placesIn(table, hand, id) }, (_, index) => ({ group: id, index })),
    )
    .filter((spot) => isSame(spot, own) || mayMove(table, hand, spot));
}

/** The place that a step leads to; into another group as near to this height as it goes. */
export function stepped(table: Table, hand: Hand, from: Spot, direction: Direction): Spot | null {
  const spots = spotsFor(table, hand);
  const here = spots.findIndex((spot) => isSame(spot, from));
  if (direction === 'up') return spots[here - 1] ?? null;
  if (direction === 'down') return spots[here + 1] ?? null;
  const beyond = (direction === 'next' ? spots.slice(here) : spots.slice(0, here).toReversed()).find(
    ({ group }) => group !== from.group,
  );
  const there = spots.filter(({ group }) => group === beyond?.group);
  return there.findLast(({ index }) => index <= from.index) ?? there[0] ?? null;
}

const beyond = (value: number, low: number, high: number) => Math.max(low - value, 0, value - high);
const away = ({ left, right, top, bottom }: Area, { x, y }: Point) =>
  Math.hypot(beyond(x, left, right), beyond(y, top, bottom));

/** The place under a pointer, or the nearest; null where it may not be put. */
export function spotAt(table: Table, areas: readonly Area[], hand: Hand, point: Point): Spot | null {
  const [nearest] = areas.toSorted((one, other) => away(one, point) - away(other, point));
  if (!nearest) return null;
  const own = spotOf(table, hand);
  const inOwn = nearest.id === own.group;
  const trades = table.asMatches && !inOwn;
  // Among lists a row makes room once the pointer is past its middle; to trade, it is the row pointed at.
  const passed = nearest.rows
    .filter((_, place) => !inOwn || place !== own.index)
    .filter(({ top, bottom }) => (trades ? bottom : (top + bottom) / 2) < point.y).length;
  const spot = { group: nearest.id, index: trades ? Math.min(passed, nearest.rows.length - 1) : passed };
  return isSame(spot, own) || mayMove(table, hand, spot) ? spot : null;
}

/** How far to scroll in a frame, by how deep in the window the pointer is: 0 at its top, 1 at its bottom. */
export function rollAt(depth: number): number {
  const zone = limits.drag.edgePercent / 100;
  if (depth < zone) return -limits.drag.scrollStep;
  return depth > 1 - zone ? limits.drag.scrollStep : 0;
}

export const isPast = (from: Point, to: Point): boolean =>
  Math.hypot(to.x - from.x, to.y - from.y) >= limits.drag.threshold;
