import { assign, emit, enqueueActions, sendTo, setup, type ActorRefFrom, type DoneActorEvent } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { SyncedItem } from '#domain/bet/bet-draft.ts';
import type { BetOutcome, BetReport } from '#domain/bet/bet-outcomes.ts';
import type { PendingValues, StoredPicks } from '#domain/bet/pending-values.ts';
import { bet, type BetActor } from './bet.ts';
import { eventOf, outputOf } from './params.ts';
import { port, setupTypes, storedRecord, type EntryChanged, type KeepEntry } from './port.ts';
import type { SignedIn, SignedOut } from './session.ts';

/** Picks that the server has not confirmed, by item id. */
type BetDrafts = Readonly<Record<number, PendingValues>>;

/** Items from one server response; `serverNow`: the server's time of that response, in milliseconds. */
export type SyncedItems = { readonly items: readonly Item[]; readonly serverNow: number };
type Context = {
  readonly member: number | null;
  readonly drafts: BetDrafts;
  /** Bet actors by item id. */
  readonly bets: Readonly<Record<number, BetActor>>;
  /** The items with a failed save that is to be retried, until it is answered. */
  readonly waitingItems: readonly number[];
  /** The items that each view shows, by the view's id; kept through sign-in and sign-out. */
  readonly visible: Readonly<Record<string, SyncedItems>>;
};
/** All items that a view shows, as last received; an empty list when the view closes. */
type ItemsVisible = { type: 'items.visible'; view: string } & SyncedItems;
type DraftChanged = BetReport & { type: 'draft.changed' };
type Draft = Omit<DraftChanged, 'type'>;
type PickWaiting = BetReport & { type: 'pick.waiting' };
type Events =
  | BetReport
  | ItemsVisible
  | EntryChanged<StoredPicks>
  | SignedIn
  | SignedOut
  | { type: 'connection.restored' };

const stored = storedRecord<StoredPicks, { member: number }>('bet drafts');
const signedOut = { member: null, drafts: {}, bets: {}, waitingItems: [] };

type At<Event> = { readonly context: Context; readonly event: Event };
type Loaded = Readonly<Record<string, StoredPicks>>;

/** Ids of items with stored picks but no bet actor, because no view has shown them yet. */
const itemsWithoutBet = ({ drafts, bets }: Context): number[] =>
  Object.keys(drafts)
    .map(Number)
    .filter((item) => !(item in bets));

const isPending = (picks: StoredPicks): picks is PendingValues => !('removed' in picks);
const keepEntry = (item: number | string, value: StoredPicks | null): KeepEntry<StoredPicks> => ({
  type: 'entry.keep',
  entry: String(item),
  value,
});

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted: BetOutcome;
    children: { draftStore: 'draftStore'; loadDrafts: 'loadDrafts'; fetchItems: 'fetchItems' };
  }>(),
  actors: {
    bet,
    loadDrafts: stored.load,
    draftStore: stored.keep,
    /** Resolves with those of the items that the member may still see. */
    fetchItems: port<SyncedItems, { ids: readonly number[] }>('fetchItems'),
  },
  delays: { retryDelay: 15_000 },
  guards: {
    hasItemsWithoutBet: ({ context }) => itemsWithoutBet(context).length > 0,
    isPending: (_, { value }: EntryChanged<StoredPicks>) => value !== null && isPending(value),
    hasRemovedDraft: ({ context }, { entry, value }: EntryChanged<StoredPicks>) =>
      JSON.stringify(value) === JSON.stringify({ removed: context.drafts[Number(entry)] }),
    hasDraft: ({ context }, { entry }: EntryChanged<StoredPicks>) => entry in context.drafts,
  },
  actions: {
    startSession: assign((_, { user }: SignedIn) => ({ member: user.id })),
    storeDrafts: assign((_, loaded: Loaded) => ({
      drafts: Object.fromEntries(
        Object.entries(loaded).flatMap(([item, picks]) => (isPending(picks) ? [[item, picks]] : [])),
      ),
    })),
    deleteRemovedDrafts: enqueueActions(({ enqueue }, loaded: Loaded) => {
      for (const [item, picks] of Object.entries(loaded))
        if (!isPending(picks)) enqueue.sendTo('draftStore', keepEntry(item, null));
    }),
    /** Syncs only item objects that no view holds already: a known one may be older than the last saved bet. */
    syncChangedItems: enqueueActions(({ context, enqueue }, { items, serverNow }: ItemsVisible) => {
      const known = new Set(Object.values(context.visible).flatMap((view) => view.items));
      for (const item of items) {
        const ref = context.bets[item.id];
        if (ref && !known.has(item)) enqueue.sendTo(ref, { type: 'item.synced', item, serverNow });
      }
    }),
    setVisible: assign(({ context }, { view, items, serverNow }: ItemsVisible) => {
      const { [view]: _, ...others } = context.visible;
      return { visible: items.length > 0 ? { ...others, [view]: { items, serverNow } } : others };
    }),
    spawnNewBets: assign(({ context: { bets, drafts }, spawn, self }, synced: readonly SyncedItem[]) => {
      const spawned = synced.flatMap(({ item, serverNow }) => {
        if (item.id in bets) return [];
        const input = { registry: self, item, serverNow, pendingValues: drafts[item.id] ?? {} };
        return [[item.id, spawn('bet', { id: `bet-${item.id}`, input })] as const];
      });
      return { bets: { ...bets, ...Object.fromEntries(spawned) } };
    }),
    /** Stops the bets that no view shows and that have no unsaved picks. */
    stopHiddenBets: enqueueActions(({ context: { bets, drafts, visible }, enqueue }) => {
      const shown = new Set(Object.values(visible).flatMap(({ items }) => items.map(({ id }) => id)));
      const isKept = (id: number) => shown.has(id) || id in drafts;
      const kept = Object.entries(bets).filter(([id, ref]) => {
        if (!isKept(Number(id))) enqueue.stopChild(ref);
        return isKept(Number(id));
      });
      enqueue.assign({ bets: Object.fromEntries(kept) });
    }),
    storeDraft: assign(({ context }, { item, pendingValues }: Draft) => {
      const { [item]: _, ...others } = context.drafts;
      if (Object.keys(pendingValues).length > 0) return { drafts: { ...others, [item]: pendingValues } };
      return { drafts: others, waitingItems: context.waitingItems.filter((other) => other !== item) };
    }),
    persistDraft: sendTo('draftStore', ({ context }, { item, pendingValues }: Draft) =>
      keepEntry(
        item,
        Object.keys(pendingValues).length > 0 ? pendingValues : { removed: context.drafts[item] ?? {} },
      ),
    ),
    notifyBet: enqueueActions(({ context, enqueue }, { item, pendingValues }: Draft) => {
      const ref = context.bets[item];
      if (ref) enqueue.sendTo(ref, { type: 'draft.stored', pendingValues });
    }),
    reportOutcome: emit((_, outcome: BetOutcome) => outcome),
    retryAllBets: enqueueActions(({ context, enqueue }) => {
      for (const ref of Object.values(context.bets)) enqueue.sendTo(ref, { type: 'connection.restored' });
    }),
    setWaiting: assign(({ context: { waitingItems } }, { item, waiting }: PickWaiting) => {
      const others = waitingItems.filter((other) => other !== item);
      return { waitingItems: waiting ? [...others, item] : others };
    }),
    stopAllBets: enqueueActions(({ context, enqueue }) => {
      for (const ref of Object.values(context.bets)) enqueue.stopChild(ref);
      enqueue.assign(signedOut);
    }),
  },
});

/** Whether some view shows the item. */
export const isShown = ({ visible }: Context, item: number): boolean =>
  Object.values(visible).some(({ items }) => items.some(({ id }) => id === item));

const setVisible = { type: 'setVisible', params: eventOf } as const;
/** The visible items, each once, from the view that reported last. */
const visibleItems = ({ context: { visible } }: { context: Context }): readonly SyncedItem[] => {
  const newest = new Map(
    Object.values(visible).flatMap(({ items, serverNow }) =>
      items.map((item) => [item.id, { item, serverNow }] as const),
    ),
  );
  return [...newest.values()];
};
/** The fetched items that still have unsent picks. */
const unsentItems = ({ context: { drafts }, event }: At<DoneActorEvent<SyncedItems>>) =>
  event.output.items
    .filter(({ id }) => id in drafts)
    .map((item) => ({ item, serverNow: event.output.serverNow }));
const spawnVisibleBets = { type: 'spawnNewBets', params: visibleItems } as const;
type AtEntry = At<EntryChanged<StoredPicks>>;
const storedDraftOf = ({ event: { entry, value } }: AtEntry): Draft => ({
  item: Number(entry),
  pendingValues: value && isPending(value) ? value : {},
});
const ownDraftOf = ({ context, event: { entry } }: AtEntry): Draft => ({
  item: Number(entry),
  pendingValues: context.drafts[Number(entry)] ?? {},
});
const adoptEntry = [
  { type: 'storeDraft', params: storedDraftOf },
  { type: 'notifyBet', params: storedDraftOf },
] as const;

/**
 * The bets of the signed-in member: one bet actor per item for the whole app, so every screen shows the same picks.
 * Unsent picks are stored per member, survive a reload, and are sent after it.
 */
export const betRegistry = charts.createMachine({
  id: 'bet-registry',
  context: { ...signedOut, visible: {} },
  initial: 'signedOut',
  on: { 'items.visible': { actions: setVisible } },
  states: {
    signedOut: {
      on: {
        'auth.signedIn': { target: 'signedIn', actions: { type: 'startSession', params: eventOf } },
      },
    },
    signedIn: {
      invoke: {
        id: 'draftStore',
        src: 'draftStore',
        input: ({ context }) => ({ member: context.member ?? 0 }),
        // If storing fails, drafts are lost on reload.
        onError: {},
      },
      on: { 'auth.signedOut': { target: 'signedOut', actions: 'stopAllBets' } },
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadDrafts',
            src: 'loadDrafts',
            input: ({ context }) => ({ member: context.member ?? 0 }),
            onDone: {
              target: 'ready',
              actions: [
                { type: 'storeDrafts', params: outputOf },
                { type: 'deleteRemovedDrafts', params: outputOf },
              ],
            },
            onError: 'ready',
          },
        },
        ready: {
          entry: spawnVisibleBets,
          initial: 'deciding',
          states: {
            deciding: {
              always: [{ guard: 'hasItemsWithoutBet', target: 'fetchingItems' }, { target: 'restored' }],
            },
            /** Fetches the items of stored picks, so that these are sent even if no view shows their items. */
            fetchingItems: {
              invoke: {
                id: 'fetchItems',
                src: 'fetchItems',
                input: ({ context }) => ({ ids: itemsWithoutBet(context) }),
                onDone: { target: 'restored', actions: { type: 'spawnNewBets', params: unsentItems } },
                onError: 'awaitingRetry',
              },
            },
            awaitingRetry: { after: { retryDelay: 'deciding' } },
            restored: {},
          },
          on: {
            'items.visible': {
              actions: [
                { type: 'syncChangedItems', params: eventOf },
                setVisible,
                spawnVisibleBets,
                'stopHiddenBets',
              ],
            },
            'draft.changed': {
              actions: [
                { type: 'persistDraft', params: eventOf },
                { type: 'storeDraft', params: eventOf },
              ],
            },
            'entry.changed': [
              { guard: { type: 'isPending', params: eventOf }, actions: adoptEntry },
              { guard: { type: 'hasRemovedDraft', params: eventOf }, actions: adoptEntry },
              // Another tab removed an older draft: store this tab's newer one again.
              {
                guard: { type: 'hasDraft', params: eventOf },
                actions: { type: 'persistDraft', params: ownDraftOf },
              },
            ],
            'pick.waiting': { actions: { type: 'setWaiting', params: eventOf } },
            'bet.reported': { actions: { type: 'reportOutcome', params: ({ event }) => event.outcome } },
            'connection.restored': { target: '.deciding', actions: 'retryAllBets' },
          },
        },
      },
    },
  },
});

export type BetRegistryActor = ActorRefFrom<typeof betRegistry>;
