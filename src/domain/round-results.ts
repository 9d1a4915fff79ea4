import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import { isDueAt, isUnsettled } from './awaiting-result.ts';
import { optionsInOrder } from './bet/pending-values.ts';
import { adjacentCell, emptyCellAfter, type CellDirection } from './digit-cells.ts';

/** A score being typed. `version`: the match's version that it is based on; `typed`: goals by itemOption id. */
type ScoreDraft = { readonly version: number; readonly typed: Readonly<Record<number, number>> };
/** Typed scores by item id. */
export type RoundDrafts = Readonly<Record<number, ScoreDraft>>;
/** A cell for the goals of one side. */
export type ScoreCell = { readonly item: number; readonly option: number; readonly column: number };

/** A game's matches: one, then those whose results are waited for, then the others; each part in the game's order. */
export const matchesDueFirst = (items: readonly Item[], now: number, first?: number): readonly Item[] => {
  const rank = (item: Item) => (item.id === first ? 0 : isDueAt(item, now) ? 1 : 2);
  return items.filter(({ type }) => type === 'home/away').toSorted((one, other) => rank(one) - rank(other));
};

/** The cells of the matches that take a result, in reading order. */
export const cellsOf = (items: readonly Item[]): readonly ScoreCell[] =>
  items
    .filter(isUnsettled)
    .flatMap((item) => optionsInOrder(item).map(({ id }, column) => ({ item: item.id, option: id, column })));

/** The goals that are typed for one side, or null. */
const typedValue = (drafts: RoundDrafts, { item, option }: ScoreCell): number | null =>
  drafts[item]?.typed[option] ?? null;

const indexOf = (cells: readonly ScoreCell[], active: number | null) =>
  cells.findIndex(({ option }) => option === active);

/** The side whose empty cell follows the active one, or is the first; null where none does. */
export function emptySideAfter(
  items: readonly Item[],
  drafts: RoundDrafts,
  active: number | null,
): number | null {
  const cells = cellsOf(items).map((cell) => ({ ...cell, filled: typedValue(drafts, cell) !== null }));
  const here = indexOf(cells, active);
  return emptyCellAfter(cells, here, cells[here]?.item)?.option ?? null;
}

/** The side whose cell an arrow leads to. */
export function adjacentSide(
  items: readonly Item[],
  active: number | null,
  direction: CellDirection,
): number | null {
  const cells = cellsOf(items);
  return adjacentCell(cells, indexOf(cells, active), direction)?.option ?? null;
}

/** The drafts with one value typed, or cleared by null; a draft without values is removed. */
export function withValue(
  items: readonly Item[],
  drafts: RoundDrafts,
  option: number,
  value: number | null,
): RoundDrafts {
  const item = items.find(({ options }) => option in options);
  if (!item) return drafts;
  const { [item.id]: draft = { version: item.version, typed: {} }, ...others } = drafts;
  const { [option]: _, ...rest } = draft.typed;
  const typed = value === null ? rest : { ...rest, [option]: value };
  return Object.keys(typed).length === 0 ? others : { ...others, [item.id]: { ...draft, typed } };
}

/** Whether every option of the match has a typed value. */
export const isComplete = (item: Item, drafts: RoundDrafts): boolean =>
  optionsInOrder(item).every(({ id }) => drafts[item.id]?.typed[id] !== undefined);

/** Ids of the matches that take a result and are typed completely, in order. */
export const completeItems = (items: readonly Item[], drafts: RoundDrafts): readonly number[] =>
  items.filter((item) => isUnsettled(item) && isComplete(item, drafts)).map(({ id }) => id);

/** The drafts without those of other matches, and those that equal the current result. */
export const withoutEqual = (items: readonly Item[], drafts: RoundDrafts): RoundDrafts =>
  Object.fromEntries(
    items.flatMap((item) => {
      const draft = drafts[item.id];
      const stands =
        item.status === 'ended' &&
        optionsInOrder(item).every(({ id, result }) => result === draft?.typed[id]);
      return draft && !stands ? [[item.id, draft] as const] : [];
    }),
  );

/** A round while its results are typed and published. */
export type Round = {
  /** The game's matches that had no result when they were loaded, in the order of the rows. */
  readonly items: readonly Item[];
  readonly drafts: RoundDrafts;
  /** Id of the itemOption whose cell takes the next digit; null for none. */
  readonly active: number | null;
  /** Tens typed before the next digit (10, 20, …), since goals may exceed 9. */
  readonly tens: number;
  /** Ids of the items to publish, the next one first. */
  readonly queue: readonly number[];
  /** Failures of refused items, by id. */
  readonly failures: Readonly<Record<number, Failure>>;
};

export const without = <Value>(values: Readonly<Record<number, Value>>, id: number) => {
  const { [id]: _, ...others } = values;
  return others;
};

/** The round with newer items. An ended item takes no digits, and a draft equal to its result is dropped as published. */
export function withItems(round: Round, news: readonly Item[]) {
  const items = round.items.map((item) => news.find(({ id }) => id === item.id) ?? item);
  const isCell = cellsOf(items).some(({ option }) => option === round.active);
  return {
    items,
    drafts: withoutEqual(items, round.drafts),
    active: isCell ? round.active : null,
  };
}

/** The round with its queue advanced. Items that somebody else ended meanwhile leave the queue. */
export function withAdvanced<Part extends Pick<Round, 'items' | 'drafts'>>({ queue }: Round, now: Part) {
  const publishable = completeItems(now.items, now.drafts);
  return { ...now, queue: queue.slice(1).filter((id) => publishable.includes(id)) };
}

/** The round with other goals in the active cell; clears the tens, and the failure of its match. */
function withActiveGoals({ items, drafts, active, failures }: Round, goals: number | null) {
  const cell = cellsOf(items).find(({ option }) => option === active);
  if (!cell) return {};
  return {
    tens: 0,
    drafts: withValue(items, drafts, cell.option, goals),
    failures: without(failures, cell.item),
  };
}

/** The round after a digit in the active cell: the next empty cell becomes active. */
export function afterDigit(round: Round, digit: number): Partial<Round> {
  const { items, active, tens } = round;
  const typed = { ...round, ...withActiveGoals(round, tens + digit) };
  return { ...typed, active: emptySideAfter(items, typed.drafts, active) };
}

/** The round with ten more goals in the active cell (after 90 back to 0), to which the next digit is added. */
export function afterTen(round: Round): Partial<Round> {
  const tens = (round.tens + 10) % 100;
  return { ...withActiveGoals(round, tens), tens };
}

export const afterClear = (round: Round): Partial<Round> => withActiveGoals(round, null);
