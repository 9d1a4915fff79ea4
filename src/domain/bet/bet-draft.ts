import { currentItemOf, type Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import {
  changesToSave,
  optionsInOrder,
  itemAfterSave,
  stillPending,
  pendingAfterPick,
} from './pending-values.ts';
import type { BetChanges, UnconfirmedOptions, PendingValues, SavedBets } from './pending-values.ts';

/** The state of one member's bet on one item, on their device. */
export type BetDraft = {
  readonly item: Item;
  /** Milliseconds to the item's date when it was last read, by the server's clock; null without a date. */
  readonly remaining: number | null;
  /** That time has passed. */
  readonly deadlinePassed: boolean;
  readonly pendingValues: PendingValues;
  /** Changes sent and not answered yet. */
  readonly inFlight: BetChanges | null;
  /** Options sent without an answer: they are sent again even if equal to what was saved before. */
  readonly unconfirmed: UnconfirmedOptions;
  /** A save from this device succeeded, so an older reading of the item may contradict it. */
  readonly savedHere: boolean;
  /** Such a reading came: the item must be fetched again. */
  readonly needsRefetch: boolean;
};

/** An item as the server gave it, and the server's time then. */
export type SyncedItem = { readonly item: Item; readonly serverNow: number };
/** A value for one option; null takes it back. */
export type OptionPick = { readonly option: number; readonly value: number | null };

const untilDeadline = ({ item: { date }, serverNow }: SyncedItem) => {
  const remaining = date === null ? null : Date.parse(date) - serverNow;
  return { remaining, deadlinePassed: remaining !== null && remaining <= 0 };
};

/** The draft at first: with the picks stored on the device. */
export const startDraft = ({
  item,
  serverNow,
  pendingValues,
}: SyncedItem & { readonly pendingValues: PendingValues }): BetDraft => ({
  item,
  ...untilDeadline({ item, serverNow }),
  pendingValues: stillPending(item, pendingValues),
  inFlight: null,
  unconfirmed: [],
  savedHere: false,
  needsRefetch: false,
});

const hasSameValues = (one: Item, other: Item) =>
  optionsInOrder(one).every(({ id, value }) => other.options[id]?.value === value);

/** `item` with the saved values of another reading of it. */
function withValuesOf(item: Item, other: Item): Item {
  const options = Object.entries(item.options).map(([id, option]) => {
    const { value = null, bet = null } = other.options[id] ?? {};
    return [id, { ...option, value, bet }] as const;
  });
  return { ...item, options: Object.fromEntries(options), bet_version: other.bet_version };
}

export const afterPick = (
  { item, pendingValues, unconfirmed }: BetDraft,
  { option, value }: OptionPick,
): Partial<BetDraft> => ({
  pendingValues: pendingAfterPick(item, pendingValues, option, value, unconfirmed),
});

/** The server's reading of the item. It is final for a closed item; for an open one it may be older than the last save. */
export function afterSync(
  { savedHere, pendingValues, inFlight, ...draft }: BetDraft,
  synced: SyncedItem,
): Partial<BetDraft> {
  const time = untilDeadline(synced);
  if (savedHere && !synced.item.readonly && !hasSameValues(synced.item, draft.item)) {
    const item = withValuesOf(synced.item, draft.item);
    return {
      ...time,
      item,
      pendingValues: stillPending(item, pendingValues, draft.unconfirmed),
      needsRefetch: true,
    };
  }
  const { item } = synced;
  const unconfirmed = item.readonly && inFlight === null ? [] : draft.unconfirmed;
  const needsRefetch = draft.needsRefetch && !item.readonly;
  return {
    ...time,
    item,
    unconfirmed,
    needsRefetch,
    pendingValues: stillPending(item, pendingValues, unconfirmed),
  };
}

/** The item as fetched after the last save. */
export const afterRefetch = ({ pendingValues }: BetDraft, item: Item): Partial<BetDraft> => ({
  item,
  unconfirmed: [],
  needsRefetch: false,
  pendingValues: stillPending(item, pendingValues),
});

/**
 * Another tab has changed the stored picks: there are newer ones, or it had the last of them saved, which only the server
 * knows then. What this tab has in flight counts no more.
 */
export const afterStored = (
  { item, unconfirmed }: BetDraft,
  stored: PendingValues,
): Partial<BetDraft> & { readonly pendingValues: PendingValues } =>
  Object.keys(stored).length === 0
    ? { pendingValues: {}, inFlight: null, unconfirmed: [], needsRefetch: true }
    : { pendingValues: stillPending(item, stored, unconfirmed), inFlight: null };

/** The pending values are sent. */
export const afterSend = ({ item, pendingValues, unconfirmed }: BetDraft): Partial<BetDraft> => ({
  inFlight: changesToSave(item, pendingValues, unconfirmed),
  unconfirmed: Object.keys(pendingValues).map(Number),
});

/** The save succeeded. Values changed meanwhile stay pending, and so does the other side of a score taken back. */
export function afterSave(
  { inFlight, pendingValues, ...draft }: BetDraft,
  { bets, version }: SavedBets,
): Partial<BetDraft> {
  const saved = itemAfterSave(draft.item, inFlight ?? { set: [], clear: [] }, bets);
  const item = { ...saved, bet_version: version };
  return {
    item,
    inFlight: null,
    unconfirmed: [],
    savedHere: true,
    needsRefetch: draft.needsRefetch || version === undefined,
    pendingValues: stillPending(item, pendingValues),
  };
}

/** The save was refused because the picks had been changed elsewhere: those still pending here are to replace them. */
export const afterOvertaken = ({ pendingValues }: BetDraft, current: Item): Partial<BetDraft> => ({
  item: current,
  inFlight: null,
  unconfirmed: [],
  savedHere: true,
  needsRefetch: false,
  pendingValues: stillPending(current, pendingValues),
});

/** The save was refused because the item is closed; the current item comes in the failure. */
export function afterItemClosed({ pendingValues, ...draft }: BetDraft, failure: Failure): Partial<BetDraft> {
  const item = currentItemOf(failure) ?? draft.item;
  return {
    item,
    deadlinePassed: true,
    inFlight: null,
    unconfirmed: [],
    pendingValues: stillPending(item, pendingValues),
  };
}

/** Whether picks are accepted: the server said so, and the item's date is ahead. */
export const isOpen = ({ item, deadlinePassed }: BetDraft): boolean => !item.readonly && !deadlinePassed;
/** Whether a reading of the item accepts picks. */
export const isReopened = (synced: SyncedItem): boolean =>
  !synced.item.readonly && !untilDeadline(synced).deadlinePassed;
export const hasPending = ({ pendingValues }: BetDraft): boolean => Object.keys(pendingValues).length > 0;
export const hasChanges = ({ item, pendingValues, unconfirmed }: BetDraft): boolean =>
  changesToSave(item, pendingValues, unconfirmed) !== null;
