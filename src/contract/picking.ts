import { asFailure, isTransient } from './failures.ts';
import type { Bet, Item } from './models.ts';
import { changesOf, optionsInOrder, savedItem, stillWanted, wantedAfter } from './picks.ts';
import type { Changes, Unsure, Wanted } from './picks.ts';

/** What a member's device knows of their picks on one item. */
export type Picking = {
  readonly item: Item;
  /** Milliseconds until the item's date when that was last told, by the server's clock. */
  readonly left: number | null;
  /** That time has passed. */
  readonly timeIsUp: boolean;
  readonly wanted: Wanted;
  /** What is on its way. */
  readonly sent: Changes | null;
  /** Sent, and not answered yet or never: a pick of these goes again, even where it equals what was saved before. */
  readonly unsure: Unsure;
  /** Something was saved from here: an item that says otherwise may have been read before it. */
  readonly savedHere: boolean;
  /** One did say otherwise. Only an item that is asked for from now on can tell. */
  readonly doubtful: boolean;
};

/** An item as the server gave it, and the server's time then. */
type Seen = { readonly item: Item; readonly serverNow: number };

const timeLeft = ({ item: { date }, serverNow }: Seen) => {
  const left = date === null ? null : Date.parse(date) - serverNow;
  return { left, timeIsUp: left !== null && left <= 0 };
};

/** How picking begins: with what was kept of it on the device. */
export const startOf = ({ item, serverNow, wanted }: Seen & { readonly wanted: Wanted }): Picking => ({
  item,
  ...timeLeft({ item, serverNow }),
  wanted: stillWanted(item, wanted),
  sent: null,
  unsure: [],
  savedHere: false,
  doubtful: false,
});

const saysSame = (one: Item, other: Item) =>
  optionsInOrder(one).every(({ id, value }) => other.options[id]?.value === value);

/** An item as it is now, with the picks that another reading of it has. */
function withPicksOf(item: Item, known: Item): Item {
  const options = Object.entries(item.options).map(([id, option]) => {
    const { value = null, bet = null } = known.options[id] ?? {};
    return [id, { ...option, value, bet }] as const;
  });
  return { ...item, options: Object.fromEntries(options) };
}

/** One more tap: a value, or null to take it back. */
export const afterTap = (
  { item, wanted, unsure }: Picking,
  { option, value }: { readonly option: number; readonly value: number | null },
): Partial<Picking> => ({ wanted: wantedAfter(item, wanted, option, value, unsure) });

/** The server was heard. Of a closed item it has the last word; of an open one its answer may be older than the last save. */
export function afterHearing({ savedHere, wanted, sent, ...picking }: Picking, seen: Seen): Partial<Picking> {
  const { item } = seen;
  const time = timeLeft(seen);
  if (savedHere && !item.readonly && !saysSame(item, picking.item)) {
    const now = withPicksOf(item, picking.item);
    return { ...time, item: now, wanted: stillWanted(now, wanted, picking.unsure), doubtful: true };
  }
  const unsure = item.readonly && sent === null ? [] : picking.unsure;
  const doubtful = picking.doubtful && !item.readonly;
  return { ...time, item, unsure, doubtful, wanted: stillWanted(item, wanted, unsure) };
}

/** The item as it was asked for after everything that was saved from here. */
export const afterAsking = ({ wanted }: Picking, item: Item): Partial<Picking> => ({
  item,
  unsure: [],
  doubtful: false,
  wanted: stillWanted(item, wanted),
});

/** What is wanted goes to the server. */
export const onItsWay = ({ item, wanted, unsure }: Picking): Partial<Picking> => ({
  sent: changesOf(item, wanted, unsure),
  unsure: Object.keys(wanted).map(Number),
});

/** It is saved. What was changed again on the way stays wanted, and so does the other side of a score taken back. */
export function afterSaving({ sent, wanted, ...picking }: Picking, bets: readonly Bet[]): Partial<Picking> {
  const item = savedItem(picking.item, sent ?? { set: [], clear: [] }, bets);
  return { item, sent: null, unsure: [], savedHere: true, wanted: stillWanted(item, wanted) };
}

/** It came too late; what stands comes with the refusal. */
export function afterClosing({ wanted, ...picking }: Picking, error: unknown): Partial<Picking> {
  const failure = asFailure(error);
  const current = 'current' in failure ? (failure.current as Item | undefined) : undefined;
  const item = current ?? picking.item;
  return { item, timeIsUp: true, sent: null, unsure: [], wanted: stillWanted(item, wanted) };
}

/** Picks are taken: the server said so, and the item's date is ahead. */
export const isOpen = ({ item, timeIsUp }: Picking): boolean => !item.readonly && !timeIsUp;
/** An item that is heard of takes picks. */
export const comesOpen = (seen: Seen): boolean => !seen.item.readonly && !timeLeft(seen).timeIsUp;
export const wantsAny = ({ wanted }: Picking): boolean => Object.keys(wanted).length > 0;
export const hasChanges = ({ item, wanted, unsure }: Picking): boolean =>
  changesOf(item, wanted, unsure) !== null;

/** Worth another try: one's own other request in flight, a session that ended or a client too old passes as well. */
export function mayPass(error: unknown): boolean {
  const failure = asFailure(error);
  return isTransient(failure) || ['conflict', 'unauthenticated', 'update_required'].includes(failure.kind);
}
