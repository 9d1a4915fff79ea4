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

/** One member's bet on one item, as their device knows it. */
export type BetDraft = {
  readonly item: Item;
  /** Milliseconds from the last sync to the item's date, by the server's clock; null without a date. */
  readonly remaining: number | null;
  /** Whether that time has passed. */
  readonly deadlinePassed: boolean;
  readonly pendingValues: PendingValues;
  /** Changes that were sent and not answered yet. */
  readonly inFlight: BetChanges | null;
  /** Options sent without an answer; sent again even if equal to the saved values. */
  readonly unconfirmed: UnconfirmedOptions;
  /** Whether a save from this device succeeded, so that an older sync may contradict it. */
  readonly savedHere: boolean;
  /** Whether such a sync arrived, so that the item must be fetched again. */
  readonly needsRefetch: boolean;
};

/** An item from the server; `serverNow`: the server's time of that response, in milliseconds. */
export type SyncedItem = { readonly item: Item; readonly serverNow: number };
/** A value for one option; null takes it back. */
export type OptionPick = { readonly option: number; readonly value: number | null };

const untilDeadline = ({ item: { date }, serverNow }: SyncedItem) => {
  const remaining = date === null ? null : Date.parse(date) - serverNow;
  return { remaining, deadlinePassed: remaining !== null && remaining <= 0 };
};

/** The initial draft, with the picks stored on the device. */
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

/** `item` with the saved values of `other`, an older or newer state of it. */
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

/** The changes of a sync. It is authoritative for a closed item; for an open one it may be older than the last save. */
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

/** The changes of an item fetched after the last save. */
export const afterRefetch = ({ pendingValues }: BetDraft, item: Item): Partial<BetDraft> => ({
  item,
  unconfirmed: [],
  needsRefetch: false,
  pendingValues: stillPending(item, pendingValues),
});

/**
 * The changes when another tab stored picks: they replace this tab's. If it removed them, they were saved or dropped, so the
 * item must be fetched again.
 */
export const afterStored = (
  { item, unconfirmed }: BetDraft,
  stored: PendingValues,
): Partial<BetDraft> & { readonly pendingValues: PendingValues } =>
  Object.keys(stored).length === 0
    ? { pendingValues: {}, inFlight: null, unconfirmed: [], needsRefetch: true }
    : { pendingValues: stillPending(item, stored, unconfirmed), inFlight: null };

/** The changes when the pending values are sent. */
export const afterSend = ({ item, pendingValues, unconfirmed }: BetDraft): Partial<BetDraft> => ({
  inFlight: changesToSave(item, pendingValues, unconfirmed),
  unconfirmed: Object.keys(pendingValues).map(Number),
});

/** The changes of a successful save. Values changed meanwhile stay pending, and so does the other side of a cleared score. */
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

/** The changes of a save refused because picks were changed elsewhere: pending picks then replace those. */
export const afterOvertaken = ({ pendingValues }: BetDraft, current: Item): Partial<BetDraft> => ({
  item: current,
  inFlight: null,
  unconfirmed: [],
  savedHere: true,
  needsRefetch: false,
  pendingValues: stillPending(current, pendingValues),
});

/** The changes of a save refused because the item is closed; the failure contains the current item. */
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

/** Whether picks are accepted: the item is not read-only, and its date has not passed. */
export const isOpen = ({ item, deadlinePassed }: BetDraft): boolean => !item.readonly && !deadlinePassed;
/** Whether a synced item accepts picks. */
export const isReopened = (synced: SyncedItem): boolean =>
  !synced.item.readonly && !untilDeadline(synced).deadlinePassed;
export const hasPending = ({ pendingValues }: BetDraft): boolean => Object.keys(pendingValues).length > 0;
export const hasChanges = ({ item, pendingValues, unconfirmed }: BetDraft): boolean =>
  changesToSave(item, pendingValues, unconfirmed) !== null;
