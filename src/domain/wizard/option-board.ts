import { moveOption, type Move, type OptionGroup } from './option-groups.ts';
import { limits } from '#contract/limits.ts';
import { hasDuplicateOption, type Face } from './option-pairs.ts';

/** The option in hand, and the group it was taken from. */
export type HeldOption = { readonly option: number; readonly group: number };
/** A place in a group: the index that whatever is put there will have. */
export type Slot = { readonly group: number; readonly index: number };
/** In px on the board itself, whatever has scrolled. */
export type Point = { readonly x: number; readonly y: number };
/** The rectangles of a group and of its rows, in the order of its options. */
export type GroupArea = {
  readonly id: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly rows: readonly { readonly top: number; readonly bottom: number }[];
};
/** One slot up or down, across the ends of groups; or into the next or previous group. */
export type MoveDirection = 'up' | 'down' | 'next' | 'previous';

/** The groups being arranged. In matches two options swap places; in lists the others make room. */
export type Arrangement = {
  readonly groups: readonly OptionGroup[];
  readonly asMatches: boolean;
  /** The options of each pair: an option may not meet itself. */
  readonly faces: Readonly<Record<number, Face>>;
};

/** What is announced of the held option: its slot, of how many, or the option it would swap with. */
export type BoardAnnouncement = Slot & {
  readonly what: 'lifted' | 'targeted' | 'refused' | 'moved' | 'returned';
  readonly option: number;
  readonly slots: number;
  readonly swapPartner: number | null;
};

export const isSameSlot = (one: Slot | null, other: Slot | null): boolean =>
  one?.group === other?.group && one?.index === other?.index;

const groupById = ({ groups }: Arrangement, id: number): OptionGroup | undefined =>
  groups.find((group) => group.id === id);

/** The slot that the held option is in. */
export const slotOf = (arrangement: Arrangement, { option, group }: HeldOption): Slot => ({
  group,
  index: groupById(arrangement, group)?.options.indexOf(option) ?? -1,
});

export const toMove = (held: HeldOption, slot: Slot): Move => ({
  option: held.option,
  fromGroup: held.group,
  toGroup: slot.group,
  toIndex: slot.index,
});

/** How many slots a group has for the held option. */
export function slotCount(arrangement: Arrangement, held: HeldOption, group: number): number {
  const size = groupById(arrangement, group)?.options.length ?? 0;
  return group === held.group || arrangement.asMatches ? size : size + 1;
}

/** Whether the move changes something and is allowed. */
export function canMove(arrangement: Arrangement, held: HeldOption, slot: Slot): boolean {
  const exists = slot.index >= 0 && slot.index < slotCount(arrangement, held, slot.group);
  if (!exists || isSameSlot(slot, slotOf(arrangement, held))) return false;
  const after = moveOption(arrangement.groups, toMove(held, slot), arrangement.asMatches);
  return after !== null && !after.some(({ options }) => hasDuplicateOption(arrangement.faces, options));
}

/** The option that it would swap places with. */
export function swapPartnerAt(arrangement: Arrangement, held: HeldOption, slot: Slot): number | null {
  const there = groupById(arrangement, slot.group)?.options[slot.index];
  return arrangement.asMatches && there !== undefined && !isSameSlot(slot, slotOf(arrangement, held))
    ? there
    : null;
}

export const announcementAt = (
  arrangement: Arrangement,
  held: HeldOption,
  what: BoardAnnouncement['what'],
  slot: Slot,
): BoardAnnouncement => ({
  what,
  option: held.option,
  ...slot,
  slots: slotCount(arrangement, held, slot.group),
  swapPartner: what === 'targeted' ? swapPartnerAt(arrangement, held, slot) : null,
});

/** Every slot that the held option may have, its own too, in order. */
function slotsFor(arrangement: Arrangement, held: HeldOption): Slot[] {
  const own = slotOf(arrangement, held);
  return arrangement.groups
    .flatMap(({ id }) =>
      Array.from({ length: slotCount(arrangement, held, id) }, (_, index) => ({ group: id, index })),
    )
    .filter((slot) => isSameSlot(slot, own) || canMove(arrangement, held, slot));
}

/** The slot that a step leads to; in another group the nearest at or above this index. */
export function nextSlot(
  arrangement: Arrangement,
  held: HeldOption,
  from: Slot,
  direction: MoveDirection,
): Slot | null {
  const slots = slotsFor(arrangement, held);
  const here = slots.findIndex((slot) => isSameSlot(slot, from));
  if (direction === 'up') return slots[here - 1] ?? null;
  if (direction === 'down') return slots[here + 1] ?? null;
  const otherGroupSlot = (direction === 'next' ? slots.slice(here) : slots.slice(0, here).toReversed()).find(
    ({ group }) => group !== from.group,
  );
  const slotsInGroup = slots.filter(({ group }) => group === otherGroupSlot?.group);
  return slotsInGroup.findLast(({ index }) => index <= from.index) ?? slotsInGroup[0] ?? null;
}

const distanceOutside = (value: number, low: number, high: number) => Math.max(low - value, 0, value - high);
const distanceToArea = ({ left, right, top, bottom }: GroupArea, { x, y }: Point) =>
  Math.hypot(distanceOutside(x, left, right), distanceOutside(y, top, bottom));

/** The slot under a pointer, or the nearest; null if the option may not be put there. */
export function slotAt(
  arrangement: Arrangement,
  areas: readonly GroupArea[],
  held: HeldOption,
  point: Point,
): Slot | null {
  const [nearest] = areas.toSorted((one, other) => distanceToArea(one, point) - distanceToArea(other, point));
  if (!nearest) return null;
  const current = slotOf(arrangement, held);
  const isOwnGroup = nearest.id === current.group;
  const swaps = arrangement.asMatches && !isOwnGroup;
  // In lists a row makes room once the pointer is past its middle; a swap is with the row under it.
  const index = nearest.rows
    .filter((_, row) => !isOwnGroup || row !== current.index)
    .filter(({ top, bottom }) => (swaps ? bottom : (top + bottom) / 2) < point.y).length;
  const slot = { group: nearest.id, index: swaps ? Math.min(index, nearest.rows.length - 1) : index };
  return isSameSlot(slot, current) || canMove(arrangement, held, slot) ? slot : null;
}

/** Pixels to scroll per frame, by the pointer's depth in the scrolling window: 0 is its top, 1 its bottom. */
export function scrollSpeedAt(depth: number): number {
  const edge = limits.drag.edgePercent / 100;
  if (depth < edge) return -limits.drag.scrollStep;
  return depth > 1 - edge ? limits.drag.scrollStep : 0;
}

/** Whether a pointer has moved far enough to be a drag. */
export const isPastThreshold = (from: Point, to: Point): boolean =>
  Math.hypot(to.x - from.x, to.y - from.y) >= limits.drag.threshold;
