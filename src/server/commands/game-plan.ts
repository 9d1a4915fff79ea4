import { randomInt } from 'node:crypto';
import type { FieldProblem } from '#contract/failures.ts';
import type { Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import { parseFutureDate } from './game-rules.ts';

/** An entry of a group: ids of one option, or of a pair. */
export type Entry = readonly number[];
type GameGroupInput = {
  readonly name: string;
  readonly options: readonly (number | readonly number[])[];
  readonly dates?: readonly (string | null)[] | undefined;
};
export type GameGroup = { name: string; entries: Entry[]; dates: (string | null)[] };

/** An item to be created: its group's index, its leg, and its options, home before away. */
export type PlannedItem = {
  group: number;
  leg: number;
  entries: Entry[];
  date: string | null;
  /** The names of a match's group and round in its competition. */
  words?: { groupName: string; roundName: string };
};

type GameFormat = {
  readonly layout: Layout;
  readonly rounds: number;
  /** Options per entry: 1, or 2 for pairs. */
  readonly groupMembers: number;
  readonly dueDate: string | null;
};

/** Converts the groups, and collects problems by field. */
export function validateGroups(
  inputs: readonly GameGroupInput[],
  format: GameFormat,
  now: Date,
): { groups: GameGroup[]; problems: Record<string, FieldProblem> } {
  const problems: Record<string, FieldProblem> = {};
  if (inputs.length * format.rounds > limits.gameItems) {
    problems.groups = { code: 'too_long', limit: Math.floor(limits.gameItems / format.rounds) };
  }
  const groups = inputs.map((group, groupIndex) => {
    const path = `groups.${groupIndex}`;
    const entries = group.options.map((option) => (typeof option === 'number' ? [option] : [...option]));
    const used = new Set<number>();
    entries.forEach((entry, entryIndex) => {
      if (entry.length > format.groupMembers) problems[`${path}.options.${entryIndex}`] = { code: 'invalid' };
      for (const id of entry) {
        if (used.has(id)) problems[`${path}.options.${entryIndex}`] = { code: 'duplicate' };
        used.add(id);
      }
    });
    if (entries.length < 2) problems[`${path}.options`] = { code: 'too_short', limit: 2 };
    else if (format.layout === 'home/away' && entries.length > 2) {
      problems[`${path}.options`] = { code: 'too_long', limit: 2 };
    }
    const dates = Array.from({ length: format.rounds }, (_, leg) => group.dates?.[leg] ?? format.dueDate);
    if (group.dates && group.dates.length > format.rounds) {
      problems[`${path}.dates`] = { code: 'too_long', limit: format.rounds };
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

/** Shuffles entries into groups of the same sizes, no option twice in a group; `random` is cryptographic by default. */
export function drawGroups(
  groups: readonly GameGroup[],
  random: (below: number) => number = randomInt,
): GameGroup[] {
  const sizes = groups.map(({ entries }) => entries.length);
  const pool = groups.flatMap(({ entries }) => entries);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const shuffled = [...pool];
    for (let last = shuffled.length - 1; last > 0; last -= 1) swap(shuffled, last, random(last + 1));
    const drawn = separateRepeated(deal(shuffled, sizes), random);
    if (drawn) return groups.map((group, at) => ({ ...group, entries: drawn[at] ?? [] }));
  }
  // No valid draw found: keep the given order, which is valid.
  return groups.map((group) => ({ ...group }));
}

function swap(list: Entry[], one: number, other: number): void {
  const [first, second] = [list[one], list[other]];
  if (!first || !second) return;
  list[one] = second;
  list[other] = first;
}

/** Swaps repeated options into other groups; null if 500 attempts fail. */
function separateRepeated(groups: Entry[][], random: (below: number) => number): Entry[][] | null {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const clashing = groups.find(hasRepeatedOption);
    if (!clashing) return groups;
    const other = groups[random(groups.length)];
    if (!other || other === clashing) continue;
    const index = random(clashing.length);
    const otherIndex = random(other.length);
    const [before, after] = [clashing[index], other[otherIndex]];
    if (!before || !after) continue;
    const fits = (hand: Entry[], out: Entry, come: Entry) =>
      !hand.some((entry) => entry !== out && entry.some((id) => come.includes(id)));
    if (!fits(other, after, before)) continue;
    clashing[index] = after;
    other[otherIndex] = before;
  }
  return groups.some(hasRepeatedOption) ? null : groups;
}

/** The items in order, leg by leg; every even leg of a match has its sides swapped. */
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
