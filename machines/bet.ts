import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { ActorRef, ActorRefFrom, Snapshot } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { Bet, Item } from '#contract/models.ts';
import * as picking from '#domain/bet/bet-draft.ts';
import type { BetChanges, PendingValues } from '#domain/bet/pending-values.ts';
import { deadline } from './deadline.ts';
import { port, setupTypes } from './port.ts';

/** What the book keeps on the device, so that a pick outlives the page, and whether it waits for a connection. */
export type BetReport =
  | { type: 'draft.changed'; item: number; wanted: PendingValues }
  | { type: 'pick.waits'; item: number; waits: boolean };
type RegistryRef = ActorRef<Snapshot<unknown>, BetReport>;

type Context = picking.BetDraft & {
  readonly book: RegistryRef;
  /** What the book keeps of it; nothing wanted is nothing kept. */
  readonly kept: PendingValues;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'pick.put'; option: number; value: number | null }
  | { type: 'item.synced'; item: Item; serverNow: number }
  | { type: 'time.up' }
  | { type: 'connection.restored' };

type Thrown = { error: unknown };

const isItemOption = ({ item }: Context, event: Events) => 'option' in event && event.option in item.options;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { book: RegistryRef; item: Item; serverNow: number; wanted: PendingValues };
    tags: 'open' | 'busy' | 'draft' | 'waiting' | 'refused' | 'readOnly';
    children: { closing: 'closing' };
  }>(),
  actors: {
    closing: deadline,
    /** Sets and takes back the caller's own; answers with the bets that now stand of those that were set. */
    saveBets: port<readonly Bet[], BetChanges & { post: number }>('saveBets'),
    /** The item as the server has it from now on. */
    fetchItem: port<Item, { id: number }>('fetchItem'),
  },
  delays: { sliderRest: 400, retryDelay: 15_000, patience: 20_000 },
  guards: {
    cameLate: ({ context }) => !picking.isOpen(context) && picking.hasPending(context),
    isClosed: ({ context }) => !picking.isOpen(context),
    hasChanges: ({ context }) => picking.hasChanges(context),
    isDoubtful: ({ context }) => context.doubtful,
    wants: ({ context }) => picking.hasPending(context),
    isOption: ({ context, event }) => isItemOption(context, event),
    /** A slider passes over many values on its way. */
    isSlid: ({ context, event }) => isItemOption(context, event) && context.item.type === 'balance',
    comesOpen: ({ event }) => 'item' in event && picking.isReopened(event),
    wasClosed: (_, { error }: Thrown) => asFailure(error).kind === 'item_closed',
    mayPass: (_, { error }: Thrown) => picking.isRetryable(error),
  },
  actions: {
    put: assign(({ context, event }) =>
      'option' in event ? { ...picking.afterPick(context, event), failure: null } : {},
    ),
    sync: assign(({ context, event }) => ('item' in event ? picking.afterSync(context, event) : {})),
    aim: sendTo('closing', ({ context }) => ({ type: 'moment.set', left: context.left })),
    close: assign({ timeIsUp: true }),
    send: assign(({ context }) => ({ ...picking.afterSend(context), failure: null })),
    takeSaved: assign(({ context }, bets: readonly Bet[]) => picking.afterSave(context, bets)),
    takeAnswer: assign(({ context }, item: Item) => picking.afterRefetch(context, item)),
    believe: assign({ doubtful: false }),
    takeFailure: assign((_, { error }: Thrown) => ({ failure: asFailure(error), sent: null })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure, sent: null }),
    takeStanding: assign(({ context }, { error }: Thrown) => picking.afterItemClosed(context, error)),
    miss: assign({ failure: { kind: 'item_closed' } as Failure }),
    forgive: assign({ failure: null }),
    drop: assign({ wanted: {}, unsure: [] }),
    /** What the server has is kept no more: it must not come back once it is taken back elsewhere. */
    keepDraft: enqueueActions(({ context: { book, item, wanted, kept }, enqueue }) => {
      if (JSON.stringify(kept) === JSON.stringify(wanted)) return;
      enqueue.sendTo(book, { type: 'draft.changed', item: item.id, wanted });
      enqueue.assign({ kept: wanted });
    }),
    tellWaits: enqueueActions(({ context: { book, item }, enqueue }, waits: boolean) => {
      enqueue.sendTo(book, { type: 'pick.waits', item: item.id, waits });
    }),
  },
});

const outputOf = <Output>({ event }: { event: { output: Output } }) => event.output;
const errorOf = ({ event }: { event: Thrown }) => ({ error: event.error });
const isItemClosed = { type: 'wasClosed', params: errorOf } as const;
const isRetryable = { type: 'mayPass', params: errorOf } as const;
const storeCurrentItem = { type: 'takeStanding', params: errorOf } as const;
const storeFailure = { type: 'takeFailure', params: errorOf } as const;
const onSync = ['sync', 'keepDraft', 'aim'] as const;
const onPick = { guard: 'isOption', target: 'deciding', actions: ['put', 'keepDraft'] } as const;
// Every move of the slider starts its rest anew.
const onSliderPick = {
  guard: 'isSlid',
  target: 'sliding',
  reenter: true,
  actions: ['put', 'keepDraft'],
} as const;
// What is heard of it next asks again.
const onRefetchFailed = { target: 'deciding', actions: 'believe' } as const;
/** While nothing is on its way. */
const idleTransitions = {
  'pick.put': [onSliderPick, onPick],
  'item.synced': { target: 'deciding', actions: onSync },
  'time.up': { target: 'deciding', actions: 'close' },
} as const;
const onSyncWhenClosed = [
  { guard: 'comesOpen', target: 'deciding', actions: ['sync', 'aim'] },
  { actions: ['sync', 'aim'] },
] as const;

/**
 * The member's bet on one item. What they tap is shown at once, and at most one save is on its way at a time;
 * without a connection it waits on the device, and only the server's clock says what was in time.
 */
export const bet = charts.createMachine({
  id: 'bet',
  context: ({ input }) => ({
    ...picking.startDraft(input),
    book: input.book,
    kept: input.wanted,
    failure: null,
  }),
  entry: 'keepDraft',
  invoke: {
    id: 'closing',
    src: 'closing',
    input: ({ self, context }) => ({ parent: self, left: context.left }),
    // Without it the server still refuses what comes too late.
    onError: {},
  },
  initial: 'deciding',
  states: {
    /** What the picks, the item and the clock come to. */
    deciding: {
      always: [
        { guard: 'cameLate', target: 'late', actions: ['miss', 'drop', 'keepDraft'] },
        { guard: 'isClosed', target: 'closed' },
        { guard: 'hasChanges', target: 'saving' },
        { guard: 'isDoubtful', target: 'asking' },
        { guard: 'wants', target: 'drafting' },
        { target: 'resting' },
      ],
    },
    /** Nothing picked, or everything saved. */
    resting: {
      tags: 'open',
      entry: 'forgive',
      on: { ...idleTransitions, 'item.synced': { target: 'deciding', actions: ['sync', 'aim'] } },
    },
    /** What was last saved from here is shown until the server, asked after it, says otherwise. */
    asking: {
      tags: 'open',
      invoke: {
        id: 'fetchItem',
        src: 'fetchItem',
        input: ({ context }) => ({ id: context.item.id }),
        onDone: { target: 'deciding', actions: [{ type: 'takeAnswer', params: outputOf }, 'keepDraft'] },
        onError: onRefetchFailed,
      },
      after: { patience: onRefetchFailed },
      on: idleTransitions,
    },
    /** Half a score: shown and kept, and no bet yet. */
    drafting: { tags: ['open', 'draft'], on: { ...idleTransitions, 'pick.put': onPick } },
    sliding: {
      tags: 'open',
      after: { sliderRest: 'deciding' },
      on: { ...idleTransitions, 'pick.put': onSliderPick, 'item.synced': { actions: onSync } },
    },
    saving: {
      tags: ['open', 'busy'],
      entry: 'send',
      invoke: {
        id: 'saveBets',
        src: 'saveBets',
        input: ({ context }) => ({ set: [], clear: [], ...context.sent, post: context.item.post }),
        onDone: { target: 'deciding', actions: [{ type: 'takeSaved', params: outputOf }, 'keepDraft'] },
        onError: [
          { guard: isItemClosed, target: 'deciding', actions: [storeCurrentItem, 'keepDraft'] },
          { guard: isRetryable, target: 'waiting', actions: storeFailure },
          { target: 'refused', actions: [storeFailure, 'drop', 'keepDraft'] },
        ],
      },
      after: { patience: { target: 'waiting', actions: 'takeSilence' } },
      on: {
        // The newest goes with the next save; the item and the clock are looked at when this one is answered.
        'pick.put': { guard: 'isOption', actions: ['put', 'keepDraft'] },
        'item.synced': { actions: ['sync', 'aim'] },
        'time.up': { actions: 'close' },
      },
    },
    /** Unsent, kept on the device. */
    waiting: {
      tags: ['open', 'waiting'],
      entry: { type: 'tellWaits', params: true },
      exit: { type: 'tellWaits', params: false },
      always: { guard: 'isClosed', target: 'deciding' },
      after: { retryDelay: 'deciding' },
      on: { ...idleTransitions, 'connection.restored': 'deciding' },
    },
    /** The server would not have it: shown is what it has, and why. */
    refused: {
      tags: ['open', 'refused'],
      always: { guard: 'isClosed', target: 'late' },
      on: {
        'pick.put': [onSliderPick, onPick],
        'item.synced': { actions: ['sync', 'aim'] },
        'time.up': { actions: 'close' },
      },
    },
    /** Closed, and a pick did not get in. */
    late: { tags: ['readOnly', 'refused'], on: { 'item.synced': onSyncWhenClosed } },
    closed: { tags: 'readOnly', entry: 'forgive', on: { 'item.synced': onSyncWhenClosed } },
  },
});

export type BetActor = ActorRefFrom<typeof bet>;
