import type { Bet, Item, ItemOption } from '#contract/models.ts';

/**
 * Picks on one item that the server has not confirmed, by itemOption id; null clears a value. A score always has both
 * sides, so that a change from another device is never mixed into it.
 */
export type PendingValues = Readonly<Record<number, number | null>>;

/**
 * The stored picks of an item: its pending values; or, once these were saved or dropped, `removed` with those values, so
 * that another tab with newer picks keeps its own.
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

/** The result of a save: the server's bets on the options set, and the version of all picks on the item, if known. */
export type SavedBets = { readonly bets: readonly Bet[]; readonly version: number | undefined };

/** An item's options in its own order, home before away. That is the order of ids, as objects order integer keys. */
export const optionsInOrder = (item: Item): ItemOption[] => Object.values(item.options);

const savedValue = (option: ItemOption | undefined) => option?.value ?? null;
/** Whether 0 is a value: a digit can be 0, but in a vote or balance 0 is no pick. */
const takesDigits = ({ type }: Item) => type === 'home/away' || type === 'bets';
const isSingleVote = (item: Item) => item.type === 'vote' && item.ptsDetails.bets_allow === 1;

/** Ids of options that were sent without an answer, so that their saved value is uncertain. */
export type UnconfirmedOptions = readonly number[];

/** The saved values overridden by pending ones, by itemOption id. A pending single vote replaces the saved one. */
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
  // A pending side of a score is dropped if a complete score was saved elsewhere meanwhile.
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
 * The changes that a save would send now; null if there are none. A score is sent with both sides or not at all: if one
 * side is cleared, both saved sides are.
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
    // The server replaces the old value of a single vote; elsewhere a value is cleared by sending 0.
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
