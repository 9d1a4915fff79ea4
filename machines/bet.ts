import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { ActorRef, ActorRefFrom, Snapshot } from 'xstate';
import { currentItemOf, isRetryable, type Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import * as betDraft from '#domain/bet/bet-draft.ts';
import {
  outcomesOfRefusal,
  outcomesOfResult,
  outcomesOfSave,
  type BetOutcome,
  type BetReport,
} from '#domain/bet/bet-outcomes.ts';
import type { BetChanges, PendingValues, SavedBets } from '#domain/bet/pending-values.ts';
import { deadline } from './deadline.ts';
import { eventOf, failureOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type RegistryRef = ActorRef<Snapshot<unknown>, BetReport>;

type Context = betDraft.BetDraft & {
  readonly registry: RegistryRef;
  /** The pending values as last reported to the registry for storage. */
  readonly persisted: PendingValues;
  readonly failure: Failure | null;
};
type PickSet = betDraft.OptionPick & { type: 'pick.set' };
type Sync = betDraft.SyncedItem & { type: 'item.synced' };
/** Another tab changed the stored picks on this item. */
type Stored = { type: 'draft.stored'; pendingValues: PendingValues };
type At<Event> = { readonly context: Context; readonly event: Event };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: PickSet | Sync | Stored | { type: 'deadline.reached' } | { type: 'connection.restored' };
    input: { registry: RegistryRef; item: Item; serverNow: number; pendingValues: PendingValues };
    tags: 'open' | 'busy' | 'draft' | 'waiting' | 'refused';
    children: { deadline: 'deadline' };
  }>(),
  actors: {
    deadline,
    /** `version`: the `bet_version` that the changes are based on. */
    saveBets: port<SavedBets, BetChanges & { item: number; post: number; version: number }>('saveBets'),
    fetchItem: port<Item, { id: number }>('fetchItem'),
  },
  delays: { sliderDebounce: 400, retryDelay: 15_000 },
  guards: {
    hasMissedDeadline: ({ context }) => !betDraft.isOpen(context) && betDraft.hasPending(context),
    isClosed: ({ context }) => !betDraft.isOpen(context),
    hasChanges: ({ context }) => betDraft.hasChanges(context),
    needsRefetch: ({ context }) => context.needsRefetch,
    hasPending: ({ context }) => betDraft.hasPending(context),
    isItemOption: ({ context: { item } }, { option }: PickSet) => option in item.options,
    /** Slider picks are debounced: dragging passes over many values. */
    isSliderPick: ({ context: { item } }, { option }: PickSet) =>
      option in item.options && item.type === 'balance',
    isReopened: (_, sync: Sync) => betDraft.isReopened(sync),
    isItemClosed: (_, { kind }: Failure) => kind === 'item_closed',
    isOvertaken: (_, failure: Failure) => failure.kind === 'conflict' && currentItemOf(failure) !== undefined,
    isRetryable: (_, failure: Failure) => isRetryable(failure),
  },
  actions: {
    setPick: assign(({ context }, pick: PickSet) => ({
      ...betDraft.afterPick(context, pick),
      failure: null,
    })),
    storeItem: assign(({ context }, sync: Sync) => betDraft.afterSync(context, sync)),
    adoptStored: assign(({ context }, stored: Stored) => {
      const draft = betDraft.afterStored(context, stored.pendingValues);
      // They come from the device's storage: do not store them again.
      return { ...draft, persisted: draft.pendingValues };
    }),
    setDeadline: sendTo('deadline', ({ context }) => ({
      type: 'deadline.set',
      remaining: context.remaining,
    })),
    markDeadlinePassed: assign({ deadlinePassed: true }),
    markInFlight: assign(({ context }) => ({ ...betDraft.afterSend(context), failure: null })),
    storeSavedBets: assign(({ context }, saved: SavedBets) => betDraft.afterSave(context, saved)),
    storeOvertakingItem: assign(({ context }, failure: Failure) =>
      betDraft.afterOvertaken(context, currentItemOf(failure) ?? context.item),
    ),
    storeRefetchedItem: assign(({ context }, item: Item) => betDraft.afterRefetch(context, item)),
    clearNeedsRefetch: assign({ needsRefetch: false }),
    storeFailure: assign((_, failure: Failure) => ({ failure, inFlight: null })),
    storeCurrentItem: assign(({ context }, failure: Failure) => betDraft.afterItemClosed(context, failure)),
    storeMissedDeadline: assign(() => ({ failure: { kind: 'item_closed' } as const })),
    clearFailure: assign({ failure: null }),
    discardPending: assign({ pendingValues: {}, unconfirmed: [] }),
    /** Saved values are removed from storage, so that a reload does not send a bet that was cleared on another device. */
    persistDraft: enqueueActions(({ context: { registry, item, pendingValues, persisted }, enqueue }) => {
      if (JSON.stringify(persisted) === JSON.stringify(pendingValues)) return;
      enqueue.sendTo(registry, { type: 'draft.changed', item: item.id, pendingValues });
      enqueue.assign({ persisted: pendingValues });
    }),
    notifyOutcomes: enqueueActions(({ context: { registry }, enqueue }, outcomes: readonly BetOutcome[]) => {
      for (const outcome of outcomes) enqueue.sendTo(registry, { type: 'bet.reported', outcome });
    }),
    notifyWaiting: sendTo(
      ({ context }) => context.registry,
      ({ context }, waiting: boolean) => ({ type: 'pick.waiting' as const, item: context.item.id, waiting }),
    ),
  },
});

const isItemOption = { type: 'isItemOption', params: eventOf } as const;
const isItemClosed = { type: 'isItemClosed', params: failureOf } as const;
const notifyOutcomes = (outcomesOf: (draft: Context) => readonly BetOutcome[]) =>
  ({ type: 'notifyOutcomes', params: (at: At<unknown>) => outcomesOf(at.context) }) as const;
const setPick = [{ type: 'setPick', params: eventOf }, 'persistDraft'] as const;
const reportResult = <Event>(itemOf: (event: Event) => Item) =>
  ({
    type: 'notifyOutcomes',
    params: (at: At<Event>) => outcomesOfResult(at.context, itemOf(at.event)),
  }) as const;
const syncItem = [reportResult(({ item }: Sync) => item), { type: 'storeItem', params: eventOf }] as const;
const storeItem = [...syncItem, 'setDeadline'] as const;
const onSync = [...syncItem, 'persistDraft', 'setDeadline'] as const;
const onPick = { guard: isItemOption, target: 'deciding', actions: setPick } as const;
// Each move of the slider restarts the debounce.
const isSliderPick = { type: 'isSliderPick', params: eventOf } as const;
const onSliderPick = { guard: isSliderPick, target: 'debouncing', reenter: true, actions: setPick } as const;
/** Transitions while no save is in flight. */
const idleTransitions = {
  'pick.set': [onSliderPick, onPick],
  'item.synced': { target: 'deciding', actions: onSync },
  'deadline.reached': { target: 'deciding', actions: 'markDeadlinePassed' },
} as const;
/** Older picks are never sent over newer ones of another tab. */
const onStored = {
  target: 'deciding',
  actions: { type: 'adoptStored', params: eventOf },
} as const;
/** Transitions while there may be picks to send. */
const unsavedTransitions = { ...idleTransitions, 'draft.stored': onStored } as const;
const onSyncWhenClosed = [
  { guard: { type: 'isReopened', params: eventOf }, target: 'deciding', actions: storeItem },
  { actions: storeItem },
] as const;

/**
 * One member's bet on one item. A pick is shown at once and at most one save is in flight at a time.
 * Without a connection picks stay on the device; whether they were in time is decided by the server's clock alone.
 */
export const bet = charts.createMachine({
  id: 'bet',
  context: ({ input }) => ({
    ...betDraft.startDraft(input),
    registry: input.registry,
    persisted: input.pendingValues,
    failure: null,
  }),
  entry: 'persistDraft',
  invoke: {
    id: 'deadline',
    src: 'deadline',
    input: ({ self, context }) => ({ parent: self, remaining: context.remaining }),
    // If the timer fails, the server still refuses late bets.
    onError: {},
  },
  initial: 'deciding',
  states: {
    /** Chooses the next state by picks, item and deadline. */
    deciding: {
      always: [
        {
          guard: 'hasMissedDeadline',
          target: 'missedDeadline',
          actions: [
            'storeMissedDeadline',
            'discardPending',
            'persistDraft',
            notifyOutcomes(outcomesOfRefusal),
          ],
        },
        { guard: 'isClosed', target: 'closed' },
        { guard: 'hasChanges', target: 'saving' },
        { guard: 'needsRefetch', target: 'refetching' },
        { guard: 'hasPending', target: 'drafting' },
        { target: 'idle' },
      ],
    },
    /** Nothing picked, or everything saved. */
    idle: {
      tags: 'open',
      entry: 'clearFailure',
      on: { ...idleTransitions, 'item.synced': { target: 'deciding', actions: storeItem } },
    },
    /** The item may be older than the last save: saved values stay shown until it is fetched again. */
    refetching: {
      tags: 'open',
      invoke: {
        id: 'fetchItem',
        src: 'fetchItem',
        input: ({ context }) => ({ id: context.item.id }),
        onDone: {
          target: 'deciding',
          actions: [
            reportResult(({ output }: { output: Item }) => output),
            { type: 'storeRefetchedItem', params: outputOf },
            'persistDraft',
          ],
        },
        // The next sync asks for a refetch again.
        onError: { target: 'deciding', actions: 'clearNeedsRefetch' },
      },
      on: unsavedTransitions,
    },
    /** Incomplete picks, such as one side of a score: shown and stored, not sent. */
    drafting: {
      tags: ['open', 'draft'],
      entry: { type: 'notifyWaiting', params: false },
      on: { ...unsavedTransitions, 'pick.set': onPick },
    },
    debouncing: {
      tags: 'open',
      after: { sliderDebounce: 'deciding' },
      on: { ...unsavedTransitions, 'pick.set': onSliderPick, 'item.synced': { actions: onSync } },
    },
    saving: {
      tags: ['open', 'busy'],
      entry: 'markInFlight',
      invoke: {
        id: 'saveBets',
        src: 'saveBets',
        input: ({ context: { inFlight, item } }) => ({
          set: [],
          clear: [],
          ...inFlight,
          item: item.id,
          post: item.post,
          version: item.bet_version ?? 0,
        }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'storeSavedBets', params: outputOf },
            'persistDraft',
            notifyOutcomes(outcomesOfSave),
          ],
        },
        onError: [
          {
            guard: isItemClosed,
            target: 'deciding',
            actions: [
              {
                type: 'notifyOutcomes',
                params: (at) => outcomesOfResult(at.context, currentItemOf(failureOf(at))),
              },
              { type: 'storeCurrentItem', params: failureOf },
              'persistDraft',
            ],
          },
          {
            guard: { type: 'isOvertaken', params: failureOf },
            target: 'deciding',
            actions: [{ type: 'storeOvertakingItem', params: failureOf }, 'persistDraft'],
          },
          {
            guard: { type: 'isRetryable', params: failureOf },
            target: 'awaitingRetry',
            actions: storeFailure,
          },
          {
            target: 'refused',
            actions: [storeFailure, 'discardPending', 'persistDraft', notifyOutcomes(outcomesOfRefusal)],
          },
        ],
      },
      on: {
        'draft.stored': onStored,
        // A pick waits for the next save; `deciding` applies item and deadline once this save is answered.
        'pick.set': { guard: isItemOption, actions: setPick },
        'item.synced': { actions: storeItem },
        'deadline.reached': { actions: 'markDeadlinePassed' },
      },
    },
    /** The save failed with a retryable failure; the picks stay stored on the device. */
    awaitingRetry: {
      tags: ['open', 'waiting'],
      entry: { type: 'notifyWaiting', params: true },
      always: { guard: 'isClosed', target: 'deciding' },
      after: { retryDelay: 'deciding' },
      on: { ...unsavedTransitions, 'connection.restored': 'deciding' },
    },
    /** The server refused the save: the saved values are shown with the reason. */
    refused: {
      tags: ['open', 'refused'],
      always: { guard: 'isClosed', target: 'missedDeadline' },
      on: {
        'pick.set': [onSliderPick, onPick],
        'item.synced': { actions: storeItem },
        'deadline.reached': { actions: 'markDeadlinePassed' },
      },
    },
    /** The item closed before a pick was saved. */
    missedDeadline: { tags: 'refused', on: { 'item.synced': onSyncWhenClosed } },
    closed: { entry: 'clearFailure', on: { 'item.synced': onSyncWhenClosed } },
  },
});

export type BetActor = ActorRefFrom<typeof bet>;
