import { asFailure, isTransient } from '#contract/failures.ts';
import type { Bet, Item } from '#contract/models.ts';
import {
  changesToSave,
  optionsInOrder,
  itemAfterSave,
  stillPending,
  pendingAfterPick,
} from './pending-values.ts';
import type { BetChanges, UnconfirmedOptions, PendingValues } from './pending-values.ts';

/** What a member's device knows of their picks on one item. */
export type BetDraft = {
  readonly item: Item;
  /** Milliseconds until the item's date when that was last told, by the server's clock. */
  readonly left: number | null;
  /** That time has passed. */
  readonly timeIsUp: boolean;
  readonly wanted: PendingValues;
  /** What is on its way. */
  readonly sent: BetChanges | null;
  /** Sent, and not answered yet or never: a pick of these goes again, even where it equals what was saved before. */
  readonly unsure: UnconfirmedOptions;
  /** Something was saved from here: an item that says otherwise may have been read before it. */
  readonly savedHere: boolean;
  /** One did say otherwise. Only an item that is asked for from now on can tell. */
  readonly doubtful: boolean;
};

/** An item as the server gave it, and the server's time then. */
type SyncedItem = { readonly item: Item; readonly serverNow: number };

const untilDeadline = ({ item: { date }, serverNow }: SyncedItem) => {
  const left = date === null ? null : Date.parse(date) - serverNow;
  return { left, timeIsUp: left !== null && left <= 0 };
};

/** How picking begins: with what was kept of it on the device. */
export const startDraft = ({
  item,
  serverNow,
  wanted,
}: SyncedItem & { readonly wanted: PendingValues }): BetDraft => ({
  item,
  ...untilDeadline({ item, serverNow }),
  wanted: stillPending(item, wanted),
  sent: null,
  unsure: [],
  savedHere: false,
  doubtful: false,
});

const hasSameValues = (one: Item, other: Item) =>
  optionsInOrder(one).every(({ id, value }) => other.options[id]?.value === value);

/** An item as it is now, with the picks that another reading of it has. */
function withValuesOf(item: Item, known: Item): Item {
  const options = Object.entries(item.options).map(([id, option]) => {
    const { value = null, bet = null } = known.options[id] ?? {};
    return [id, { ...option, value, bet }] as const;
  });
  return { ...item, options: Object.fromEntries(options) };
}

/** One more tap: a value, or null to take it back. */
export const afterPick = (
  { item, wanted, unsure }: BetDraft,
  { option, value }: { readonly option: number; readonly value: number | null },
): Partial<BetDraft> => ({ wanted: pendingAfterPick(item, wanted, option, value, unsure) });

/** The server was heard. Of a closed item it has the last word; of an open one its answer may be older than the last save. */
export function afterSync(
  { savedHere, wanted, sent, ...picking }: BetDraft,
  seen: SyncedItem,
): Partial<BetDraft> {
  const { item } = seen;
  const time = untilDeadline(seen);
  if (savedHere && !item.readonly && !hasSameValues(item, picking.item)) {
    const now = withValuesOf(item, picking.item);
    return { ...time, item: now, wanted: stillPending(now, wanted, picking.unsure), doubtful: true };
  }
  const unsure = item.readonly && sent === null ? [] : picking.unsure;
  const doubtful = picking.doubtful && !item.readonly;
  return { ...time, item, unsure, doubtful, wanted: stillPending(item, wanted, unsure) };
}

/** The item as it was asked for after everything that was saved from here. */
export const afterRefetch = ({ wanted }: BetDraft, item: Item): Partial<BetDraft> => ({
  item,
  unsure: [],
  doubtful: false,
  wanted: stillPending(item, wanted),
});

/** What is wanted goes to the server. */
export const afterSend = ({ item, wanted, unsure }: BetDraft): Partial<BetDraft> => ({
  sent: changesToSave(item, wanted, unsure),
  unsure: Object.keys(wanted).map(Number),
});

/** It is saved. What was changed again on the way stays wanted, and so does the other side of a score taken back. */
export function afterSave({ sent, wanted, ...picking }: BetDraft, bets: readonly Bet[]): Partial<BetDraft> {
  const item = itemAfterSave(picking.item, sent ?? { set: [], clear: [] }, bets);
  return { item, sent: null, unsure: [], savedHere: true, wanted: stillPending(item, wanted) };
}

/** It came too late; what stands comes with the refusal. */
export function afterItemClosed({ wanted, ...picking }: BetDraft, error: unknown): Partial<BetDraft> {
  const failure = asFailure(error);
  const current = 'current' in failure ? (failure.current as Item | undefined) : undefined;
  const item = current ?? picking.item;
  return { item, timeIsUp: true, sent: null, unsure: [], wanted: stillPending(item, wanted) };
}

/** Picks are taken: the server said so, and the item's date is ahead. */
export const isOpen = ({ item, timeIsUp }: BetDraft): boolean => !item.readonly && !timeIsUp;
/** An item that is heard of takes picks. */
export const isReopened = (seen: SyncedItem): boolean => !seen.item.readonly && !untilDeadline(seen).timeIsUp;
export const hasPending = ({ wanted }: BetDraft): boolean => Object.keys(wanted).length > 0;
export const hasChanges = ({ item, wanted, unsure }: BetDraft): boolean =>
  changesToSave(item, wanted, unsure) !== null;

/** Worth another try: one's own other request in flight, a session that ended or a client too old passes as well. */
export function isRetryable(error: unknown): boolean {
  const failure = asFailure(error);
  return isTransient(failure) || ['conflict', 'unauthenticated', 'update_required'].includes(failure.kind);
}
