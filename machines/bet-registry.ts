import { assign, emit, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { BetNews, BetReport } from '#domain/bet/bet-news.ts';
import type { PendingValues } from '#domain/bet/pending-values.ts';
import { bet, type BetActor } from './bet.ts';
import { eventOf, outputOf } from './params.ts';
import { setupTypes, storedRecord, type EntryChanged } from './port.ts';
import type { SignedIn, SignedOut } from './session.ts';

/** Picks that never reached the server, by item id. */
type BetDrafts = Readonly<Record<number, PendingValues>>;

type Visible = { readonly items: readonly Item[]; readonly serverNow: number };
type Context = {
  readonly member: number | null;
  readonly drafts: BetDrafts;
  /** One actor an item, so that every screen shows the same pick. */
  readonly bets: Readonly<Record<number, BetActor>>;
  /** The items with picks that wait for a connection. */
  readonly waitingItems: readonly number[];
  /** What each view shows, by the view's id; whoever signs in. */
  readonly visible: Readonly<Record<string, Visible>>;
};
/** All the items that a view shows, as the server last sent them; none once the view is left. */
type ItemsVisible = { type: 'items.visible'; view: string } & Visible;
type DraftChanged = BetReport & { type: 'draft.changed' };
type Draft = Omit<DraftChanged, 'type'>;
type PickWaiting = BetReport & { type: 'pick.waiting' };
type Events =
  | BetReport
  | ItemsVisible
  | EntryChanged<PendingValues>
  | SignedIn
  | SignedOut
  | { type: 'connection.restored' };

const stored = storedRecord<PendingValues, { member: number }>('bet drafts');
const signedOut = { member: null, drafts: {}, bets: {}, waitingItems: [] };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted: BetNews;
    children: { draftStore: 'draftStore'; loadDrafts: 'loadDrafts' };
  }>(),
  actors: {
    bet,
    loadDrafts: stored.load,
    draftStore: stored.keep,
  },
  actions: {
    startSession: assign((_, { user }: SignedIn) => ({ member: user.id })),
    storeDrafts: assign((_, drafts: BetDrafts) => ({ drafts })),
    /** Only what no view has shown yet: a bet may have been saved since an item was last sent. */
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
    spawnNewBets: assign(({ context: { bets, drafts, visible }, spawn, self }) => {
      const newest = new Map(
        Object.values(visible).flatMap(({ items, serverNow }) =>
          items.map((item) => [item.id, { item, serverNow }] as const),
        ),
      );
      const spawned = [...newest].flatMap(([id, { item, serverNow }]) => {
        if (id in bets) return [];
        const input = { registry: self, item, serverNow, pendingValues: drafts[id] ?? {} };
        return [[id, spawn('bet', { id: `bet-${id}`, input })] as const];
      });
      return { bets: { ...bets, ...Object.fromEntries(spawned) } };
    }),
    /** What has nothing unsaved and is in no view: the server has it all. */
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
      return {
        drafts: Object.keys(pendingValues).length > 0 ? { ...others, [item]: pendingValues } : others,
      };
    }),
    persistDraft: sendTo('draftStore', (_, { item, pendingValues }: DraftChanged) => ({
      type: 'entry.keep' as const,
      entry: String(item),
      value: Object.keys(pendingValues).length > 0 ? pendingValues : null,
    })),
    notifyBet: enqueueActions(({ context, enqueue }, { item, pendingValues }: Draft) => {
      const ref = context.bets[item];
      if (ref) enqueue.sendTo(ref, { type: 'draft.stored', pendingValues });
    }),
    emitNews: emit((_, news: BetNews) => news),
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

const setVisible = { type: 'setVisible', params: eventOf } as const;
const draftOf = ({ event: { entry, value } }: { event: EntryChanged<PendingValues> }): Draft => ({
  item: Number(entry),
  pendingValues: value ?? {},
});

/**
 * The bets of the signed-in member: one bet actor per item for the whole app, so every screen shows the same picks.
 * Picks that could not be sent survive a reload, and only for the member who made them.
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
        // Without it drafts last only as long as the page.
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
            onDone: { target: 'ready', actions: { type: 'storeDrafts', params: outputOf } },
            onError: 'ready',
          },
        },
        ready: {
          entry: 'spawnNewBets',
          on: {
            'items.visible': {
              actions: [
                { type: 'syncChangedItems', params: eventOf },
                setVisible,
                'spawnNewBets',
                'stopHiddenBets',
              ],
            },
            'draft.changed': {
              actions: [
                { type: 'persistDraft', params: eventOf },
                { type: 'storeDraft', params: eventOf },
              ],
            },
            'entry.changed': {
              actions: [
                { type: 'storeDraft', params: draftOf },
                { type: 'notifyBet', params: draftOf },
              ],
            },
            'pick.waiting': { actions: { type: 'setWaiting', params: eventOf } },
            'bet.reported': { actions: { type: 'emitNews', params: ({ event }) => event.news } },
            'connection.restored': { actions: 'retryAllBets' },
          },
        },
      },
    },
  },
});

export type BetRegistryActor = ActorRefFrom<typeof betRegistry>;
