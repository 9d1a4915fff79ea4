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
  shownValues,
  stillWanted,
  wantedAfter,
  wantedFor,
  type Changes,
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
    hasChanges: ({ context }) => changesOf(context.item, context.wanted) !== null,
    wants: ({ context }) => wantsAny(context),
    isOption: ({ context, event }) => isOption(context, event),
    /** A slider passes over many values on its way. */
    isSlid: ({ context, event }) => isOption(context, event) && context.item.type === 'balance',
    comesOpen: ({ event }) => event.type === 'item.synced' && isOpen(clocked(event)),
    wasClosed: (_, params: { error: unknown }) => kindOf(params) === 'item_closed',
    // One's own other request in flight, or a session that ended, passes too: the pick waits.
    mayPass: (_, params: { error: unknown }) =>
      isTransient(asFailure(params.error)) || ['conflict', 'unauthenticated'].includes(kindOf(params)),
  },
  actions: {
    put: assign(({ context, event }) =>
      event.type === 'pick.put'
        ? { wanted: wantedAfter(context.item, context.wanted, event.option, event.value), failure: null }
        : {},
    ),
    sync: assign(({ event }) => (event.type === 'item.synced' ? clocked(event) : {})),
    /** What the server has is wanted no more, nor kept: it must not come back when it is taken back elsewhere. */
    prune: enqueueActions(({ context, enqueue }) => {
      const wanted = stillWanted(context.item, context.wanted);
      if (Object.keys(wanted).length === Object.keys(context.wanted).length) return;
      enqueue.assign({ wanted });
      enqueue.sendTo(context.book, { type: 'draft.changed', item: context.item.id, wanted });
    }),
    aim: sendTo('closing', ({ context }) => ({ type: 'moment.set', left: context.left })),
    close: assign({ timeIsUp: true }),
    send: assign(({ context }) => ({ sent: changesOf(context.item, context.wanted), failure: null })),
    takeSaved: assign(({ context }, params: { bets: readonly Bet[] }) => {
      const item = savedItem(context.item, context.sent ?? { set: [], clear: [] }, params.bets);
      // What is shown stays shown: changed again on the way, or the other side of a score that was taken back.
      return { item, sent: null, wanted: wantedFor(item, shownValues(context.item, context.wanted)) };
    }),
    takeFailure: assign((_, { error }: { error: unknown }) => ({ failure: asFailure(error), sent: null })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure, sent: null }),
    /** What stands comes with the refusal. */
    takeStanding: assign(({ context }, params: { error: unknown }) => {
      const failure = asFailure(params.error);
      const current = 'current' in failure ? (failure.current as Item | undefined) : undefined;
      return { item: current ?? context.item, timeIsUp: true, sent: null };
    }),
    miss: assign({ failure: { kind: 'item_closed' } as Failure }),
    forgive: assign({ failure: null }),
    drop: assign({ wanted: {} }),
    keepDraft: sendTo(
      ({ context }) => context.book,
      ({ context }) => ({ type: 'draft.changed', item: context.item.id, wanted: context.wanted }),
    ),
  },
});

const refusal = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
const synced = { target: 'deciding', actions: ['sync', 'prune', 'aim'] } as const;
const reopens = [
  { guard: 'comesOpen', target: 'resting', actions: ['sync', 'aim'] },
  { actions: ['sync', 'aim'] },
] as const;
const timeIsUp = { target: 'deciding', actions: 'close' } as const;
const watched = { 'item.synced': synced, 'time.up': timeIsUp } as const;
const tapped = { guard: 'isOption', target: 'deciding', actions: ['put', 'keepDraft'] } as const;
// Every move of the slider starts its rest anew.
const slid = { guard: 'isSlid', target: 'sliding', reenter: true, actions: ['put', 'keepDraft'] } as const;
const picked = [slid, tapped] as const;

/**
 * The member's bet on one item. What they tap is shown at once, and at most one save is on its way at a time;
 * without a connection it waits on the device, and only the server's clock says what was in time.
 */
export const bet = charts.createMachine({
  id: 'bet',
  context: ({ input: { book, wanted, ...seen } }) => {
    return { ...clocked(seen), book, wanted, sent: null, failure: null };
  },
  entry: 'prune',
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
      on: {
        'pick.put': picked,
        'item.synced': { target: 'deciding', actions: ['sync', 'aim'] },
        'time.up': timeIsUp,
      },
    },
    /** Half a score: shown and kept, and no bet yet. */
    drafting: {
      tags: ['open', 'draft'],
      on: { 'pick.put': tapped, ...watched },
    },
    sliding: {
      tags: 'open',
      after: { sliderRest: 'deciding' },
      on: { 'pick.put': slid, 'item.synced': { actions: ['sync', 'prune', 'aim'] }, 'time.up': timeIsUp },
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
            actions: [{ type: 'takeStanding', params: refusal }, 'prune'],
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
        'item.synced': { actions: ['sync', 'prune', 'aim'] },
        'time.up': { actions: 'close' },
      },
    },
    /** Unsent, kept on the device. */
    waiting: {
      tags: ['open', 'waiting'],
      always: { guard: 'isClosed', target: 'deciding' },
      after: { retryDelay: 'deciding' },
      on: { 'pick.put': picked, 'connection.restored': 'deciding', ...watched },
    },
    /** The server would not have it: shown is what it has, and why. */
    refused: {
      tags: ['open', 'refused'],
      always: { guard: 'isClosed', target: 'late' },
      on: {
        'pick.put': picked,
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
