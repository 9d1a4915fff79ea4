import { limits } from '#contract/limits.ts';

/** The options of one item of a draft; in home/away a match, home first. Not a group of friends (clan). */
export type OptionGroup = {
  /** Client-side id; the server identifies a group by its index. */
  readonly id: number;
  readonly options: readonly number[];
  /** The closing date of each leg; null or absent for the game's date. */
  readonly dates: readonly (string | null)[];
};
type Groups = readonly OptionGroup[];
export type Move = {
  readonly option: number;
  readonly fromGroup: number;
  readonly toGroup: number;
  readonly toIndex: number;
};

const optionsPerMatch = 2;

/** The options of all groups, each once, in order. */
export const optionIdsOf = (groups: Groups): number[] => [
  ...new Set(groups.flatMap(({ options }) => options)),
];

/** The number of groups (spec §4): options divided by `players`, rounded, at least one; one if `players` is null. */
export function groupCount(options: number, players: number | null): number {
  if (options === 0) return 0;
  return players === null ? 1 : Math.max(1, Math.round(options / players));
}

/** Splits into `count` chunks whose lengths differ by one at most. */
function evenChunks(options: readonly number[], count: number): number[][] {
  return Array.from({ length: count }, (_, at) =>
    options.slice(Math.ceil((at * options.length) / count), Math.ceil(((at + 1) * options.length) / count)),
  );
}

/** Distributes the options over new groups; dates keep their index. */
function regroup(groups: Groups, options: readonly number[], players: number | null): OptionGroup[] {
  return evenChunks(options, groupCount(options.length, players)).map((chunk, at) => ({
    id: at + 1,
    options: chunk,
    dates: groups[at]?.dates ?? [],
  }));
}

/** Groups of the size the rules demand; unchanged, as arranged by hand, if their number is right. */
export function fitGroups(groups: Groups, players: number | null): Groups {
  const options = optionIdsOf(groups);
  return groups.length === groupCount(options.length, players) ? groups : regroup(groups, options, players);
}

/** Adds or removes an option; the groups are rebuilt each time (spec §4). */
export function toggleOption(groups: Groups, option: number, players: number | null): OptionGroup[] {
  const chosen = optionIdsOf(groups);
  const options = chosen.includes(option) ? chosen.filter((id) => id !== option) : [...chosen, option];
  return regroup(groups, options, players);
}

/** The first match without an away side. */
export const incompleteMatch = (groups: Groups): OptionGroup | undefined =>
  groups.find(({ options }) => options.length < optionsPerMatch);

/** Whether the option can be added: not if it would play against itself. */
export const canAddToMatch = (groups: Groups, option: number): boolean =>
  incompleteMatch(groups)?.options.includes(option) !== true;

/** Adds the away side of the incomplete match, or the home side of a new one. */
export function addToMatch(groups: Groups, option: number): OptionGroup[] {
  const open = incompleteMatch(groups);
  if (open) {
    return groups.map((group) =>
      group === open ? { ...group, options: [...group.options, option] } : group,
    );
  }
  const id = Math.max(0, ...groups.map((group) => group.id)) + 1;
  return [...groups, { id, options: [option], dates: [] }];
}

const insertAt = (options: readonly number[], index: number, option: number) =>
  options.toSpliced(index, 0, option);

/** The groups after a move; null if an option would be in a group twice. In matches the two options swap. */
export function moveOption(groups: Groups, move: Move, asMatches: boolean): OptionGroup[] | null {
  const { option, fromGroup, toGroup, toIndex } = move;
  const from = groups.find(({ id }) => id === fromGroup);
  const to = groups.find(({ id }) => id === toGroup);
  if (!from?.options.includes(option) || !to) return null;
  const rest = from.options.filter((id) => id !== option);
  if (from === to) return replaceOptions(groups, { [from.id]: insertAt(rest, toIndex, option) });
  if (to.options.includes(option)) return null;
  if (!asMatches)
    return replaceOptions(groups, { [from.id]: rest, [to.id]: insertAt(to.options, toIndex, option) });
  const place = Math.min(Math.max(toIndex, 0), optionsPerMatch - 1);
  const other = to.options[place];
  if (other === undefined || rest.includes(other)) return null;
  return replaceOptions(groups, {
    [from.id]: from.options.map((id) => (id === option ? other : id)),
    [to.id]: to.options.map((id) => (id === other ? option : id)),
  });
}

/** Replaces options of changed groups; other groups keep their identity, so that they do not rerender. */
const replaceOptions = (groups: Groups, changed: Readonly<Record<number, readonly number[]>>) =>
  groups.map((group) => {
    const options = changed[group.id];
    return options ? { ...group, options } : group;
  });

/** The groups with the date of one leg changed. */
export function setGroupDate(groups: Groups, id: number, leg: number, date: string | null): OptionGroup[] {
  return groups.map((group) => {
    if (group.id !== id) return group;
    const legs = Math.max(group.dates.length, leg + 1);
    const dates = Array.from({ length: legs }, (_, at) => (at === leg ? date : (group.dates[at] ?? null)));
    return { ...group, dates };
  });
}

/** The groups to send; groups emptied by hand stay only in the draft. */
export const nonEmptyGroups = (groups: Groups): OptionGroup[] =>
  groups.filter(({ options }) => options.length > 0);

type SingleIdsOf = (option: number) => readonly number[];
const onlyItself: SingleIdsOf = (option) => [option];

/** Whether the groups can form a game: at least one, each with two options or more, within the limits. */
export function isPlayable(groups: Groups, legs: number, singleIds: SingleIdsOf = onlyItself): boolean {
  const playing = nonEmptyGroups(groups);
  return (
    playing.length > 0 &&
    playing.every(({ options }) => options.length >= optionsPerMatch) &&
    isWithinLimits(groups, legs, singleIds)
  );
}

/** Whether options (a pair counts as two) and items are within `limits`. */
export const isWithinLimits = (groups: Groups, legs: number, singleIds: SingleIdsOf = onlyItself): boolean =>
  new Set(optionIdsOf(groups).flatMap(singleIds)).size <= limits.gameOptions &&
  nonEmptyGroups(groups).length * legs <= limits.gameItems;
