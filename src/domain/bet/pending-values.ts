import type { Bet, Item, ItemOption } from '#contract/models.ts';

/**
 * Picks on one item that the server does not have yet, by itemOption id; null clears a value. A score always has both
 * its sides, so that no other device completes or changes it.
 */
export type PendingValues = Readonly<Record<number, number | null>>;

/**
 * What the device stores of an item: its pending values; or, once they were saved or dropped, which those were, so that
 * another tab that has picked anew meanwhile keeps its own.
 */
export type StoredPicks = PendingValues | { readonly removed: PendingValues };

/** One save: values to set in one request, and bets (by id) to delete. */
export type BetChanges = {
  readonly set: readonly {
    readonly itemOption: number;
    readonly value: number;
  }[];
  readonly clear: readonly number[];
};

/** After a save: the bets the server now has for the options set, and its version of all picks on the item if that is known. */
export type SavedBets = { readonly bets: readonly Bet[]; readonly version: number | undefined };

/** An item's options in its own order, home before away: that of their ids, as an object has whole numbers. */
export const optionsInOrder = (item: Item): ItemOption[] => Object.values(item.options);

const savedValue = (option: ItemOption | undefined) => option?.value ?? null;
/** Whether 0 is a value: as a digit it is, in a vote or a balance it is no pick. */
const takesDigits = ({ type }: Item) => type === 'home/away' || type === 'bets';
const isSingleVote = (item: Item) => item.type === 'vote' && item.ptsDetails.bets_allow === 1;

/** Options sent without an answer: their saved value is not known for sure. */
export type UnconfirmedOptions = readonly number[];

/** The saved values with the pending ones over them. A pending single vote replaces the saved one. */
export function shownValues(item: Item, pending: PendingValues): Readonly<Record<number, number>> {
  const replacesAll = isSingleVote(item) && Object.values(pending).some((value) => value !== null);
  return Object.fromEntries(
    optionsInOrder(item).flatMap((option) => {
      const saved = replacesAll ? null : savedValue(option);
      const value = option.id in pending ? (pending[option.id] ?? null) : saved;
      return value === null ? [] : [[option.id, value]];
    }),
  );
}

/** The pending values that still differ from the saved ones, or are unconfirmed. */
export function stillPending(
  item: Item,
  pending: PendingValues,
  unconfirmed: UnconfirmedOptions = [],
): PendingValues {
  const options = optionsInOrder(item);
  const entries = options.flatMap(({ id }) => (id in pending ? [[id, pending[id] ?? null] as const] : []));
  const differs = ([id, value]: readonly [number, number | null]) =>
    unconfirmed.includes(id) || value !== savedValue(item.options[id]);
  if (item.type !== 'home/away') return Object.fromEntries(entries.filter(differs));
  const isSuperseded = entries.length < options.length && options.every(({ value }) => value !== null);
  // One side of a score, and meanwhile a whole one was saved elsewhere.
  if (isSuperseded || !entries.some(differs)) return {};
  return Object.fromEntries(entries.filter((side) => side[1] !== null || differs(side)));
}

/** The pending values after one more pick; null takes it back. A single vote moves with the pick. */
export function pendingAfterPick(
  item: Item,
  pending: PendingValues,
  option: number,
  value: number | null,
  unconfirmed: UnconfirmedOptions = [],
): PendingValues {
  const normalized = value === 0 && !takesDigits(item) ? null : value;
  const others =
    isSingleVote(item) && normalized !== null
      ? Object.fromEntries(optionsInOrder(item).map(({ id }) => [id, null] as const))
      : {};
  const sides = item.type === 'home/away' ? shownValues(item, pending) : {};
  return stillPending(item, { ...sides, ...pending, ...others, [option]: normalized }, unconfirmed);
}

/**
 * What a save would send now, or null for nothing. A score goes as one with both its sides or not at all: with one side
 * taken back, what was saved is taken back whole.
 */
export function changesToSave(
  item: Item,
  pending: PendingValues,
  unconfirmed: UnconfirmedOptions = [],
): BetChanges | null {
  const shown = shownValues(item, pending);
  const options = optionsInOrder(item);
  const differs = options.filter(
    ({ id, value }) => (shown[id] ?? null) !== value || (id in pending && unconfirmed.includes(id)),
  );
  if (differs.length === 0) return null;
  const betsOf = (given: ItemOption[]) => given.flatMap(({ bet }) => (bet === null ? [] : [bet]));
  const setAll = (given: ItemOption[]) => given.map(({ id }) => ({ itemOption: id, value: shown[id] ?? 0 }));
  const changes = ((): BetChanges => {
    if (item.type === 'home/away') {
      const whole = options.every(({ id }) => shown[id] !== undefined);
      return whole ? { set: setAll(options), clear: [] } : { set: [], clear: betsOf(options) };
    }
    if (item.type === 'bets') {
      const cleared = differs.filter(({ id }) => shown[id] === undefined);
      return {
        set: setAll(differs.filter((option) => !cleared.includes(option))),
        clear: betsOf(cleared),
      };
    }
    // A new single pick replaces the old one by itself; elsewhere 0 takes a value back, judged with the rest.
    const picked = differs.filter(({ id }) => shown[id] !== undefined);
    return {
      set: setAll(isSingleVote(item) && picked.length > 0 ? picked : differs),
      clear: [],
    };
  })();
  return changes.set.length + changes.clear.length === 0 ? null : changes;
}

/** The item after a successful save; `bets` are the bets the server now has for the options set. */
export function itemAfterSave(item: Item, changes: BetChanges, bets: readonly Bet[]): Item {
  const moved = isSingleVote(item) && changes.set.length > 0;
  const options = Object.entries(item.options).map(([id, option]) => {
    const set = changes.set.find(({ itemOption }) => itemOption === option.id);
    const isCleared =
      moved || changes.clear.includes(option.bet ?? 0) || (set?.value === 0 && !takesDigits(item));
    if (set && !(set.value === 0 && !takesDigits(item))) {
      const bet = bets.find(({ itemOption }) => itemOption === option.id);
      return [id, { ...option, value: set.value, bet: bet?.id ?? option.bet }] as const;
    }
    return [id, isCleared ? { ...option, value: null, bet: null } : option] as const;
  });
  return { ...item, options: Object.fromEntries(options) };
}
