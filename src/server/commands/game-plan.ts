import { randomInt } from 'node:crypto';
import type { FieldProblem } from '#contract/failures.ts';
import type { Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import { parseFutureDate } from './game-rules.ts';

/** An entry of a group: an option, or a pair of them. */
export type Entry = readonly number[];
export type GameGroupInput = {
  readonly name: string;
  readonly options: readonly (number | readonly number[])[];
  readonly dates?: readonly (string | null)[] | undefined;
};
export type GameGroup = { name: string; entries: Entry[]; dates: (string | null)[] };

/** An item to be created: its group's index, its leg, and its options, home before away. */
export type PlannedItem = { group: number; leg: number; entries: Entry[]; date: string | null };

type GameFormat = {
  readonly layout: Layout;
  readonly rounds: number;
  /** Options an entry is made of: 1, or 2 for pairs. */
  readonly groupMembers: number;
  readonly dueDate: string | null;
};

/** Converts the groups, or returns the problems by field. */
export function validateGroups(
  given: readonly GameGroupInput[],
  frame: GameFormat,
  now: Date,
): { groups: GameGroup[]; problems: Record<string, FieldProblem> } {
  const problems: Record<string, FieldProblem> = {};
  if (given.length * frame.rounds > limits.gameItems) {
    problems.groups = { code: 'too_long', limit: Math.floor(limits.gameItems / frame.rounds) };
  }
  const groups = given.map((group, at) => {
    const path = `groups.${at}`;
    const entries = group.options.map((one) => (typeof one === 'number' ? [one] : [...one]));
    const used = new Set<number>();
    entries.forEach((entry, place) => {
      if (entry.length > frame.groupMembers) problems[`${path}.options.${place}`] = { code: 'invalid' };
      for (const id of entry) {
        if (used.has(id)) problems[`${path}.options.${place}`] = { code: 'duplicate' };
        used.add(id);
      }
    });
    if (entries.length < 2) problems[`${path}.options`] = { code: 'too_short', limit: 2 };
    else if (frame.layout === 'home/away' && entries.length > 2) {
      problems[`${path}.options`] = { code: 'too_long', limit: 2 };
    }
    const dates = Array.from({ length: frame.rounds }, (_, leg) => group.dates?.[leg] ?? frame.dueDate);
    if ((group.dates?.length ?? 0) > frame.rounds) {
      problems[`${path}.dates`] = { code: 'too_long', limit: frame.rounds };
    }
    group.dates?.forEach((date, leg) => {
      const read = date === null ? null : parseFutureDate(date, now);
      if (read && 'code' in read) problems[`${path}.dates.${leg}`] = read;
    });
    return { name: group.name, entries, dates };
  });
  const all = new Set(groups.flatMap(({ entries }) => entries.flat()));
  if (all.size > limits.gameOptions) problems.groups ??= { code: 'too_long', limit: limits.gameOptions };
  return { groups, problems };
}

const hasRepeatedOption = (entries: readonly Entry[]) => {
  const ids = entries.flat();
  return new Set(ids).size < ids.length;
};

function deal(entries: readonly Entry[], sizes: readonly number[]): Entry[][] {
  let from = 0;
  return sizes.map((size) => entries.slice(from, (from += size)));
}

/** Shuffles entries (cryptographically) into groups of the same sizes, no option twice in a group. */
export function drawGroups(
  groups: readonly GameGroup[],
  random: (below: number) => number = randomInt,
): GameGroup[] {
  const sizes = groups.map(({ entries }) => entries.length);
  const pool = groups.flatMap(({ entries }) => entries);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const mixed = [...pool];
    for (let last = mixed.length - 1; last > 0; last -= 1) swap(mixed, last, random(last + 1));
    const hands = separateRepeated(deal(mixed, sizes), random);
    if (hands) return groups.map((group, at) => ({ ...group, entries: hands[at] ?? [] }));
  }
  // No valid draw found: keep the given order, which is valid.
  return groups.map((group) => ({ ...group }));
}

function swap<T>(list: T[], one: number, other: number): void {
  [list[one], list[other]] = [list[other] as T, list[one] as T];
}

/** Swaps repeated options into other groups; null if several hundred tries fail. */
function separateRepeated(hands: Entry[][], random: (below: number) => number): Entry[][] | null {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const tangled = hands.find(hasRepeatedOption);
    if (!tangled) return hands;
    const other = hands[random(hands.length)];
    if (!other || other === tangled) continue;
    const mine = random(tangled.length);
    const theirs = random(other.length);
    const [before, after] = [tangled[mine], other[theirs]];
    if (!before || !after) continue;
    const fits = (hand: Entry[], out: Entry, come: Entry) =>
      !hand.some((entry) => entry !== out && entry.some((id) => come.includes(id)));
    if (!fits(other, after, before)) continue;
    tangled[mine] = after;
    other[theirs] = before;
  }
  return hands.some(hasRepeatedOption) ? null : hands;
}

/** The items in their order: leg by leg, each even leg of a match with its sides swapped. */
export function planItems(groups: readonly GameGroup[], { layout, rounds }: GameFormat): PlannedItem[] {
  return Array.from({ length: rounds }, (_, at) => at + 1).flatMap((leg) =>
    groups.map(({ entries, dates }, group) => ({
      group,
      leg,
      entries: layout === 'home/away' && leg % 2 === 0 ? entries.toReversed() : entries,
      date: dates[leg - 1] ?? null,
    })),
  );
}
