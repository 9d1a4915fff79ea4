import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { ActorRef, ActorRefFrom, Snapshot } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { Bet, Item } from '#contract/models.ts';
import * as picking from '#contract/picking.ts';
import type { Changes, Wanted } from '#contract/picks.ts';
import { closing } from './closing.ts';
import { port, setupTypes } from './port.ts';

/** What the book keeps on the device, so that a pick outlives the page, and whether it waits for a connection. */
export type BetNews =
  | { type: 'draft.changed'; item: number; wanted: Wanted }
  | { type: 'pick.waits'; item: number; waits: boolean };
type Book = ActorRef<Snapshot<unknown>, BetNews>;

type Context = picking.Picking & {
  readonly book: Book;
  /** What the book keeps of it; nothing wanted is nothing kept. */
  readonly kept: Wanted;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'pick.put'; option: number; value: number | null }
  | { type: 'item.synced'; item: Item; serverNow: number }
  | { type: 'time.up' }
  | { type: 'connection.restored' };

type Thrown = { error: unknown };

const isOption = ({ item }: Context, event: Events) => 'option' in event && event.option in item.options;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { book: Book; item: Item; serverNow: number; wanted: Wanted };
    tags: 'open' | 'busy' | 'draft' | 'waiting' | 'refused' | 'readOnly';
    children: { closing: 'closing' };
  }>(),
  actors: {
    closing,
    /** Sets and takes back the caller's own; answers with the bets that now stand of those that were set. */
    saveBets: port<readonly Bet[], Changes & { post: number }>('saveBets'),
    /** The item as the server has it from now on. */
    fetchItem: port<Item, { id: number }>('fetchItem'),
  },
  delays: { sliderRest: 400, retryDelay: 15_000, patience: 20_000 },
  guards: {
    cameLate: ({ context }) => !picking.isOpen(context) && picking.wantsAny(context),
    isClosed: ({ context }) => !picking.isOpen(context),
    hasChanges: ({ context }) => picking.hasChanges(context),
    isDoubtful: ({ context }) => context.doubtful,
    wants: ({ context }) => picking.wantsAny(context),
    isOption: ({ context, event }) => isOption(context, event),
    /** A slider passes over many values on its way. */
    isSlid: ({ context, event }) => isOption(context, event) && context.item.type === 'balance',
    comesOpen: ({ event }) => 'item' in event && picking.comesOpen(event),
    wasClosed: (_, { error }: Thrown) => asFailure(error).kind === 'item_closed',
    mayPass: (_, { error }: Thrown) => picking.mayPass(error),
  },
  actions: {
    put: assign(({ context, event }) =>
      'option' in event ? { ...picking.afterTap(context, event), failure: null } : {},
    ),
    sync: assign(({ context, event }) => ('item' in event ? picking.afterHearing(context, event) : {})),
    aim: sendTo('closing', ({ context }) => ({ type: 'moment.set', left: context.left })),
    close: assign({ timeIsUp: true }),
    send: assign(({ context }) => ({ ...picking.onItsWay(context), failure: null })),
    takeSaved: assign(({ context }, bets: readonly Bet[]) => picking.afterSaving(context, bets)),
    takeAnswer: assign(({ context }, item: Item) => picking.afterAsking(context, item)),
    believe: assign({ doubtful: false }),
    takeFailure: assign((_, { error }: Thrown) => ({ failure: asFailure(error), sent: null })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure, sent: null }),
    takeStanding: assign(({ context }, { error }: Thrown) => picking.afterClosing(context, error)),
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

const answer = <Output>({ event }: { event: { output: Output } }) => event.output;
const refusal = ({ event }: { event: Thrown }) => ({ error: event.error });
const wasClosed = { type: 'wasClosed', params: refusal } as const;
const mayPass = { type: 'mayPass', params: refusal } as const;
const takeStanding = { type: 'takeStanding', params: refusal } as const;
const takeFailure = { type: 'takeFailure', params: refusal } as const;
const heard = ['sync', 'keepDraft', 'aim'] as const;
const tapped = { guard: 'isOption', target: 'deciding', actions: ['put', 'keepDraft'] } as const;
// Every move of the slider starts its rest anew.
const slid = { guard: 'isSlid', target: 'sliding', reenter: true, actions: ['put', 'keepDraft'] } as const;
// What is heard of it next asks again.
const believing = { target: 'deciding', actions: 'believe' } as const;
/** While nothing is on its way. */
const atRest = {
  'pick.put': [slid, tapped],
  'item.synced': { target: 'deciding', actions: heard },
  'time.up': { target: 'deciding', actions: 'close' },
} as const;
const reopens = [
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
    ...picking.startOf(input),
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
      on: { ...atRest, 'item.synced': { target: 'deciding', actions: ['sync', 'aim'] } },
    },
    /** What was last saved from here is shown until the server, asked after it, says otherwise. */
    asking: {
      tags: 'open',
      invoke: {
        id: 'fetchItem',
        src: 'fetchItem',
        input: ({ context }) => ({ id: context.item.id }),
        onDone: { target: 'deciding', actions: [{ type: 'takeAnswer', params: answer }, 'keepDraft'] },
        onError: believing,
      },
      after: { patience: believing },
      on: atRest,
    },
    /** Half a score: shown and kept, and no bet yet. */
    drafting: { tags: ['open', 'draft'], on: { ...atRest, 'pick.put': tapped } },
    sliding: {
      tags: 'open',
      after: { sliderRest: 'deciding' },
      on: { ...atRest, 'pick.put': slid, 'item.synced': { actions: heard } },
    },
    saving: {
      tags: ['open', 'busy'],
      entry: 'send',
      invoke: {
        id: 'saveBets',
        src: 'saveBets',
        input: ({ context }) => ({ set: [], clear: [], ...context.sent, post: context.item.post }),
        onDone: { target: 'deciding', actions: [{ type: 'takeSaved', params: answer }, 'keepDraft'] },
        onError: [
          { guard: wasClosed, target: 'deciding', actions: [takeStanding, 'keepDraft'] },
          { guard: mayPass, target: 'waiting', actions: takeFailure },
          { target: 'refused', actions: [takeFailure, 'drop', 'keepDraft'] },
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
      on: { ...atRest, 'connection.restored': 'deciding' },
    },
    /** The server would not have it: shown is what it has, and why. */
    refused: {
      tags: ['open', 'refused'],
      always: { guard: 'isClosed', target: 'late' },
      on: {
        'pick.put': [slid, tapped],
        'item.synced': { actions: ['sync', 'aim'] },
        'time.up': { actions: 'close' },
      },
    },
    /** Closed, and a pick did not get in. */
    late: { tags: ['readOnly', 'refused'], on: { 'item.synced': reopens } },
    closed: { tags: 'readOnly', entry: 'forgive', on: { 'item.synced': reopens } },
  },
});

export type BetActor = ActorRefFrom<typeof bet>;
