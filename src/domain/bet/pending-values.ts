import type { Bet, Item, ItemOption } from '#contract/models.ts';

/**
 * A member's picks on one item before the server has them, by itemOption id; null takes a value back. Only what differs
 * from what is saved, but for a score: it is wanted with both its sides, so that no other device completes or changes it.
 */
export type PendingValues = Readonly<Record<number, number | null>>;

/** What one save sends: values to set, all together, and bets (by id) to take back. */
export type BetChanges = {
  readonly set: readonly {
    readonly itemOption: number;
    readonly value: number;
  }[];
  readonly clear: readonly number[];
};

/** An item's options in its own order, home before away. */
export const optionsInOrder = (item: Item): ItemOption[] =>
  Object.values(item.options).toSorted((one, other) => one.id - other.id);

const savedValue = (option: ItemOption | undefined) => option?.value ?? null;
/** In a vote or a balance nought is nothing; a digit may be 0. */
const takesDigits = ({ type }: Item) => type === 'home/away' || type === 'bets';
const isSingleVote = (item: Item) => item.type === 'vote' && item.ptsDetails.bets_allow === 1;

/** Options whose saved value is not known for sure: it was sent, and no answer came. */
export type UnconfirmedOptions = readonly number[];

/** What is shown: the saved values, with the wanted ones over them. A wanted single vote stands alone. */
export function shownValues(item: Item, wanted: PendingValues): Readonly<Record<number, number>> {
  const alone = isSingleVote(item) && Object.values(wanted).some((value) => value !== null);
  return Object.fromEntries(
    optionsInOrder(item).flatMap((option) => {
      const saved = alone ? null : savedValue(option);
      const value = option.id in wanted ? (wanted[option.id] ?? null) : saved;
      return value === null ? [] : [[option.id, value]];
    }),
  );
}

/** Only what the item knows and the server does not have yet, or not for sure. */
export function stillPending(
  item: Item,
  wanted: PendingValues,
  unsure: UnconfirmedOptions = [],
): PendingValues {
  const options = optionsInOrder(item);
  const said = options.flatMap(({ id }) => (id in wanted ? [[id, wanted[id] ?? null] as const] : []));
  const differs = ([id, value]: readonly [number, number | null]) =>
    unsure.includes(id) || value !== savedValue(item.options[id]);
  if (item.type !== 'home/away') return Object.fromEntries(said.filter(differs));
  const isMoot = said.length < options.length && options.every(({ value }) => value !== null);
  // One side of a score, and meanwhile a whole one was saved elsewhere.
  if (isMoot || !said.some(differs)) return {};
  return Object.fromEntries(said.filter((side) => side[1] !== null || differs(side)));
}

/** What is wanted after one more tap: a value, or null to take it back. A single vote moves with the tap. */
export function pendingAfterPick(
  item: Item,
  wanted: PendingValues,
  option: number,
  value: number | null,
  unsure: UnconfirmedOptions = [],
): PendingValues {
  const meant = value === 0 && !takesDigits(item) ? null : value;
  const others =
    isSingleVote(item) && meant !== null
      ? Object.fromEntries(optionsInOrder(item).map(({ id }) => [id, null] as const))
      : {};
  const sides = item.type === 'home/away' ? shownValues(item, wanted) : {};
  return stillPending(item, { ...sides, ...wanted, ...others, [option]: meant }, unsure);
}

/**
 * What a save would send now, or null for nothing. A score goes as one with both its sides or not at all: with one side
 * taken back, what was saved is taken back whole.
 */
export function changesToSave(
  item: Item,
  wanted: PendingValues,
  unsure: UnconfirmedOptions = [],
): BetChanges | null {
  const shown = shownValues(item, wanted);
  const options = optionsInOrder(item);
  const differs = options.filter(
    ({ id, value }) => (shown[id] ?? null) !== value || (id in wanted && unsure.includes(id)),
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
      const gone = differs.filter(({ id }) => shown[id] === undefined);
      return {
        set: setAll(differs.filter((option) => !gone.includes(option))),
        clear: betsOf(gone),
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

/** The item as it stands once a save went through; `bets` are those that now stand of what was set. */
export function itemAfterSave(item: Item, sent: BetChanges, bets: readonly Bet[]): Item {
  const moved = isSingleVote(item) && sent.set.length > 0;
  const options = Object.entries(item.options).map(([id, option]) => {
    const set = sent.set.find(({ itemOption }) => itemOption === option.id);
    const gone = moved || sent.clear.includes(option.bet ?? 0) || (set?.value === 0 && !takesDigits(item));
    if (set && !(set.value === 0 && !takesDigits(item))) {
      const bet = bets.find(({ itemOption }) => itemOption === option.id);
      return [id, { ...option, value: set.value, bet: bet?.id ?? option.bet }] as const;
    }
    return [id, gone ? { ...option, value: null, bet: null } : option] as const;
  });
  return { ...item, options: Object.fromEntries(options) };
}
