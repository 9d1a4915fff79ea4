import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { PendingValues } from '#domain/bet/pending-values.ts';
import { bet, type BetActor, type BetReport } from './bet.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** Picks that never reached the server, by item id. */
export type BetDrafts = Readonly<Record<number, PendingValues>>;
/** What the device's keeper hears. */
export type StoreBetDraft = { type: 'draft.keep'; item: number; wanted: PendingValues };

type SyncedItems = { readonly items: readonly Item[]; readonly serverNow: number };
type Context = {
  readonly member: number | null;
  readonly drafts: BetDrafts;
  /** One actor an item, so that every screen shows the same pick. */
  readonly bets: Readonly<Record<number, BetActor>>;
  /** The items with picks that wait for a connection. */
  readonly waiting: readonly number[];
  /** Seen before the device's memory was read. */
  readonly early: SyncedItems | null;
};
type Events =
  | BetReport
  | { type: 'session.started'; member: number }
  | { type: 'session.ended' }
  | ({ type: 'items.seen' } & SyncedItems)
  | { type: 'items.left'; items: readonly number[] }
  | { type: 'digit.put'; item: number; option: number; digit: number | null }
  | { type: 'connection.restored' };

const signedOutContext: Context = { member: null, drafts: {}, bets: {}, waiting: [], early: null };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    children: { keeper: 'keeper'; loadDrafts: 'loadDrafts' };
  }>(),
  actors: {
    bet,
    loadDrafts: port<BetDrafts, { member: number }>('loadDrafts'),
    keeper: streamPort<Events, { member: number }, StoreBetDraft>('keeper'),
  },
  delays: { patience: 3000 },
  guards: {
    isKnown: ({ context, event }) => event.type === 'digit.put' && event.item in context.bets,
  },
  actions: {
    open: assign((_, params: { member: number }) => ({ ...signedOutContext, member: params.member })),
    takeDrafts: assign((_, params: { drafts: BetDrafts }) => ({ drafts: params.drafts })),
    wait: assign(({ context, event }) =>
      event.type === 'items.seen'
        ? { early: { items: [...(context.early?.items ?? []), ...event.items], serverNow: event.serverNow } }
        : {},
    ),
    seeEarly: enqueueActions(({ context, enqueue }) => {
      if (context.early) enqueue.raise({ type: 'items.seen', ...context.early });
      enqueue.assign({ early: null });
    }),
    tellKnown: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'items.seen') return;
      for (const item of event.items) {
        const known = context.bets[item.id];
        if (known) enqueue.sendTo(known, { type: 'item.synced', item, serverNow: event.serverNow });
      }
    }),
    spawnNew: assign(({ context, event, spawn, self }) => {
      if (event.type !== 'items.seen') return {};
      const { items, serverNow } = event;
      const newest = new Map(items.map((item) => [item.id, item]));
      const fresh = [...newest.values()].filter(({ id }) => !(id in context.bets));
      const actors = fresh.map((item) => {
        const wanted = context.drafts[item.id] ?? {};
        return [
          item.id,
          spawn('bet', { id: `bet-${item.id}`, input: { book: self, item, serverNow, wanted } }),
        ] as const;
      });
      return { bets: { ...context.bets, ...Object.fromEntries(actors) } };
    }),
    /** Out of sight, and nothing of it waits to be saved: the server says all there is to say. */
    letGo: enqueueActions(({ context: { bets, drafts }, event, enqueue }) => {
      const { items } = event as Extract<Events, { type: 'items.left' }>;
      const kept = { ...bets };
      for (const id of items) {
        if (!kept[id] || drafts[id]) continue;
        enqueue.stopChild(kept[id]);
        delete kept[id];
      }
      enqueue.assign({ bets: kept });
    }),
    noteDraft: assign(({ context, event }) => {
      const { item, wanted } = event as Extract<BetReport, { type: 'draft.changed' }>;
      const drafts = { ...context.drafts, [item]: wanted };
      if (!Object.keys(wanted).length) delete drafts[item];
      return { drafts };
    }),
    pass: sendTo(
      ({ context, event }) => context.bets[event.type === 'digit.put' ? event.item : 0] as BetActor,
      ({ event }) => {
        const { option, digit } = event as Extract<Events, { type: 'digit.put' }>;
        return { type: 'pick.put', option, value: digit };
      },
    ),
    retryAll: enqueueActions(({ context, enqueue }) => {
      for (const ref of Object.values(context.bets)) enqueue.sendTo(ref, { type: 'connection.restored' });
    }),
    keep: sendTo('keeper', ({ event }) => {
      const { item, wanted } = event as Extract<BetReport, { type: 'draft.changed' }>;
      return { type: 'draft.keep', item, wanted };
    }),
    count: assign(({ context: { waiting }, event }) => {
      if (event.type !== 'pick.waits') return {};
      const others = waiting.filter((item) => item !== event.item);
      return { waiting: event.waits ? [...others, event.item] : others };
    }),
    /** Whoever signs in next starts with a book of their own; the drafts stay on the device. */
    close: enqueueActions(({ context, enqueue }) => {
      for (const ref of Object.values(context.bets)) enqueue.stopChild(ref);
      enqueue.assign(signedOutContext);
    }),
  },
});

/**
 * Every bet of whoever is signed in, one actor an item for the whole app.
 * A pick that could not be sent is found again after a reload, and by nobody but the member who made it.
 */
export const betRegistry = charts.createMachine({
  id: 'bet-book',
  context: signedOutContext,
  initial: 'shut',
  states: {
    shut: {
      on: {
        'session.started': {
          target: 'open',
          actions: { type: 'open', params: ({ event }) => ({ member: event.member }) },
        },
      },
    },
    open: {
      invoke: {
        id: 'keeper',
        src: 'keeper',
        input: ({ context }) => ({ member: context.member ?? 0 }),
        // Without it drafts last only as long as the page.
        onError: {},
      },
      on: { 'session.ended': { target: 'shut', actions: 'close' } },
      initial: 'remembering',
      states: {
        remembering: {
          invoke: {
            id: 'loadDrafts',
            src: 'loadDrafts',
            input: ({ context }) => ({ member: context.member ?? 0 }),
            onDone: {
              target: 'ready',
              actions: { type: 'takeDrafts', params: ({ event }) => ({ drafts: event.output }) },
            },
            onError: 'ready',
          },
          after: { patience: 'ready' },
          on: { 'items.seen': { actions: 'wait' } },
        },
        ready: {
          entry: 'seeEarly',
          on: {
            'items.seen': { actions: ['tellKnown', 'spawnNew'] },
            'items.left': { actions: 'letGo' },
            'digit.put': { guard: 'isKnown', actions: 'pass' },
            'draft.changed': { actions: ['keep', 'noteDraft'] },
            'pick.waits': { actions: 'count' },
            'connection.restored': { actions: 'retryAll' },
          },
        },
      },
    },
  },
});
