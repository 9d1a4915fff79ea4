import {
  assign,
  enqueueActions,
  sendTo,
  setup,
  type ActorRef,
  type ActorRefFrom,
  type Snapshot,
} from 'xstate';
import { asFailure, isTransient, type Failure } from '#contract/failures.ts';
import type { Bet, Item } from '#contract/models.ts';
import {
  changesOf,
  savedItem,
  stillWanted,
  wantedAfter,
  type Changes,
  type Unsure,
  type Wanted,
} from '#contract/picks.ts';
import { closing } from './closing.ts';
import { port } from './port.ts';

/** What the book keeps on the device, so that a pick outlives the page; nothing wanted is nothing kept. */
export type BetNews = { type: 'draft.changed'; item: number; wanted: Wanted };
type Book = ActorRef<Snapshot<unknown>, BetNews>;

type Context = {
  readonly book: Book;
  readonly item: Item;
  readonly wanted: Wanted;
  /** What is on its way. */
  readonly sent: Changes | null;
  /** Sent, and not answered yet or never: a pick of these goes again, even where it equals what was saved before. */
  readonly unsure: Unsure;
  /** What the book keeps of it. */
  readonly kept: Wanted;
  /** Milliseconds until the item's date when that was last told, by the server's clock. */
  readonly left: number | null;
  /** That time has passed. */
  readonly timeIsUp: boolean;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'pick.put'; option: number; value: number | null }
  | { type: 'item.synced'; item: Item; serverNow: number }
  | { type: 'time.up' }
  | { type: 'connection.restored' };

const alike = (one: Wanted, other: Wanted) => JSON.stringify(one) === JSON.stringify(other);
const clocked = ({ item, serverNow }: { item: Item; serverNow: number }) => {
  const left = item.date === null ? null : Date.parse(item.date) - serverNow;
  return { item, left, timeIsUp: left !== null && left <= 0 };
};
const isOpen = ({ item, timeIsUp }: Pick<Context, 'item' | 'timeIsUp'>) => !item.readonly && !timeIsUp;
const wantsAny = ({ wanted }: Context) => Object.keys(wanted).length > 0;
const isOption = ({ item }: Context, event: Events) =>
  event.type === 'pick.put' && event.option in item.options;
const kindOf = ({ error }: { error: unknown }) => asFailure(error).kind;

const charts = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { book: Book; item: Item; serverNow: number; wanted: Wanted },
    tags: {} as 'open' | 'busy' | 'draft' | 'waiting' | 'refused' | 'readOnly',
    children: {} as { closing: 'closing' },
  },
  actors: {
    closing,
    /** Sets and takes back the caller's own; answers with the bets that now stand of those that were set. */
    saveBets: port<readonly Bet[], Changes & { post: number }>('saveBets'),
  },
  delays: { sliderRest: 400, retryDelay: 15_000, patience: 20_000 },
  guards: {
    cameLate: ({ context }) => !isOpen(context) && wantsAny(context),
    isClosed: ({ context }) => !isOpen(context),
    hasChanges: ({ context: { item, wanted, unsure } }) => changesOf(item, wanted, unsure) !== null,
    wants: ({ context }) => wantsAny(context),
    isOption: ({ context, event }) => isOption(context, event),
    /** A slider passes over many values on its way. */
    isSlid: ({ context, event }) => isOption(context, event) && context.item.type === 'balance',
    comesOpen: ({ event }) => event.type === 'item.synced' && isOpen(clocked(event)),
    wasClosed: (_, params: { error: unknown }) => kindOf(params) === 'item_closed',
    // One's own other request in flight, a session that ended or a client too old passes too: the pick waits.
    mayPass: (_, params: { error: unknown }) =>
      isTransient(asFailure(params.error)) ||
      ['conflict', 'unauthenticated', 'update_required'].includes(kindOf(params)),
  },
  actions: {
    put: assign(({ context: { item, wanted, unsure }, event }) =>
      event.type === 'pick.put'
        ? { wanted: wantedAfter(item, wanted, event.option, event.value, unsure), failure: null }
        : {},
    ),
    sync: assign(({ context: { wanted, unsure }, event }) =>
      event.type === 'item.synced'
        ? { ...clocked(event), wanted: stillWanted(event.item, wanted, unsure) }
        : {},
    ),
    /** Nothing is on its way: what the server says now is what became of the last save. */
    trust: assign({ unsure: [] }),
    aim: sendTo('closing', ({ context }) => ({ type: 'moment.set', left: context.left })),
    close: assign({ timeIsUp: true }),
    send: assign(({ context: { item, wanted, unsure } }) => ({
      sent: changesOf(item, wanted, unsure),
      unsure: Object.keys(wanted).map(Number),
      failure: null,
    })),
    takeSaved: assign(({ context }, params: { bets: readonly Bet[] }) => {
      const item = savedItem(context.item, context.sent ?? { set: [], clear: [] }, params.bets);
      // What was changed again on the way stays wanted, and so does the other side of a score that was taken back.
      return { item, sent: null, unsure: [], wanted: stillWanted(item, context.wanted) };
    }),
    takeFailure: assign((_, { error }: { error: unknown }) => ({ failure: asFailure(error), sent: null })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure, sent: null }),
    /** What stands comes with the refusal. */
    takeStanding: assign(({ context }, params: { error: unknown }) => {
      const failure = asFailure(params.error);
      const current = 'current' in failure ? (failure.current as Item | undefined) : undefined;
      const item = current ?? context.item;
      return { item, timeIsUp: true, sent: null, unsure: [], wanted: stillWanted(item, context.wanted) };
    }),
    miss: assign({ failure: { kind: 'item_closed' } as Failure }),
    forgive: assign({ failure: null }),
    drop: assign({ wanted: {}, unsure: [] }),
    /** What the server has is kept no more: it must not come back once it is taken back elsewhere. */
    keepDraft: enqueueActions(({ context: { book, item, wanted, kept }, enqueue }) => {
      if (alike(kept, wanted)) return;
      enqueue.sendTo(book, { type: 'draft.changed', item: item.id, wanted });
      enqueue.assign({ kept: wanted });
    }),
  },
});

const refusal = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
const heard = ['trust', 'sync', 'keepDraft', 'aim'] as const;
const tapped = { guard: 'isOption', target: 'deciding', actions: ['put', 'keepDraft'] } as const;
// Every move of the slider starts its rest anew.
const slid = { guard: 'isSlid', target: 'sliding', reenter: true, actions: ['put', 'keepDraft'] } as const;
const reopens = [
  { guard: 'comesOpen', target: 'resting', actions: ['sync', 'aim'] },
  { actions: ['sync', 'aim'] },
] as const;
/** While nothing is on its way. */
const atRest = {
  'pick.put': [slid, tapped],
  'item.synced': { target: 'deciding', actions: heard },
  'time.up': { target: 'deciding', actions: 'close' },
} as const;

/**
 * The member's bet on one item. What they tap is shown at once, and at most one save is on its way at a time;
 * without a connection it waits on the device, and only the server's clock says what was in time.
 */
export const bet = charts.createMachine({
  id: 'bet',
  context: ({ input: { book, wanted: kept, ...seen } }) => {
    const wanted = stillWanted(seen.item, kept);
    return { ...clocked(seen), book, wanted, kept, sent: null, unsure: [], failure: null };
  },
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
    /** Half a score: shown and kept, and no bet yet. */
    drafting: {
      tags: ['open', 'draft'],
      on: { ...atRest, 'pick.put': tapped },
    },
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
        onDone: {
          target: 'deciding',
          actions: [{ type: 'takeSaved', params: ({ event }) => ({ bets: event.output }) }, 'keepDraft'],
        },
        onError: [
          {
            guard: { type: 'wasClosed', params: refusal },
            target: 'deciding',
            actions: [{ type: 'takeStanding', params: refusal }, 'keepDraft'],
          },
          {
            guard: { type: 'mayPass', params: refusal },
            target: 'waiting',
            actions: { type: 'takeFailure', params: refusal },
          },
          { target: 'refused', actions: [{ type: 'takeFailure', params: refusal }, 'drop', 'keepDraft'] },
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
    late: {
      tags: ['readOnly', 'refused'],
      on: { 'item.synced': reopens },
    },
    closed: {
      tags: 'readOnly',
      entry: 'forgive',
      on: { 'item.synced': reopens },
    },
  },
});

export type BetActor = ActorRefFrom<typeof bet>;
