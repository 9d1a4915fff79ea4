import { isUnsettled } from '#domain/awaiting-result.ts';
import { assign, sendTo, setup } from 'xstate';
import { currentItemOf, type Failure } from '#contract/failures.ts';
import type { ResultValue } from '#contract/inputs.ts';
import type { Item } from '#contract/models.ts';
import type { CellDirection } from '#domain/digit-cells.ts';
import {
  adjacentSide,
  afterClear,
  afterDigit,
  afterTen,
  cellsOf,
  completeItems,
  emptySideAfter,
  isComplete,
  withAdvanced,
  withItems,
  without,
  withoutEqual,
  type Round,
  type RoundDrafts,
} from '#domain/round-results.ts';
import { eventOf, failureOf, nonNull, outputOf } from './params.ts';
import { port, setupTypes, storedValue } from './port.ts';
import { resultOf } from './result-entry.ts';

type Context = Round & { readonly game: number };
type Move = { type: 'cell.move'; direction: CellDirection };
type Events =
  | Move
  | { type: 'items.synced'; items: readonly Item[] }
  | { type: 'cell.tap'; option: number }
  | { type: 'digit.press'; digit: number }
  | { type: 'tens.press' }
  | { type: 'digit.clear' }
  | { type: 'round.publish' }
  /** For a match that somebody else ended meanwhile: `replace` publishes the typed result, `keep` drops it. */
  | { type: 'result.replace'; item: number }
  | { type: 'result.keep'; item: number };

const { load, keep } = storedValue<RoundDrafts, { game: number }>('round drafts');

const publishedItem = ({ queue }: Context) => nonNull(queue[0] ?? null);
const itemOf = ({ items }: Context, id: number) => nonNull(items.find((item) => item.id === id) ?? null);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { game: number };
    tags: 'busy' | 'entering';
    children: { draftStore: 'draftStore'; loadDrafts: 'loadDrafts'; setResults: 'setResults' };
  }>(),
  actors: {
    loadDrafts: load,
    draftStore: keep,
    setResults: port<Item, { item: number; value: ResultValue; version: number }>('setResults'),
  },
  guards: {
    isCell: ({ context: { items } }, option: number) => cellsOf(items).some((cell) => cell.option === option),
    hasActive: ({ context: { active } }) => active !== null,
    hasAdjacent: ({ context: { items, active } }, { direction }: Move) =>
      adjacentSide(items, active, direction) !== null,
    hasComplete: ({ context: { items, drafts } }) => completeItems(items, drafts).length > 0,
    canReplace: ({ context: { items, drafts } }, id: number) =>
      items.some((item) => item.id === id && item.status === 'ended' && isComplete(item, drafts)),
    isConflict: ({ context: { items, drafts } }, id: number) =>
      items.some((item) => item.id === id && !isUnsettled(item) && id in drafts),
    hasQueued: ({ context: { queue } }) => queue.length > 0,
    hasDrafts: ({ context: { drafts } }) => Object.keys(drafts).length > 0,
  },
  actions: {
    setItems: assign((_, items: readonly Item[]) => ({ items: items.filter(isUnsettled) })),
    storeItems: assign(({ context }, items: readonly Item[]) => withItems(context, items)),
    restoreDrafts: assign(({ context: { items } }, stored: RoundDrafts | null) => ({
      drafts: withoutEqual(items, stored ?? {}),
    })),
    persistDrafts: sendTo('draftStore', ({ context: { drafts } }) => ({
      type: 'value.keep',
      value: Object.keys(drafts).length > 0 ? drafts : null,
    })),
    activateFirst: assign(({ context: { items, drafts } }) => ({
      active: emptySideAfter(items, drafts, null),
    })),
    setActive: assign((_, active: number) => ({ active, tens: 0 })),
    moveActive: assign(({ context: { items, active } }, { direction }: Move) => ({
      active: adjacentSide(items, active, direction),
      tens: 0,
    })),
    typeDigit: assign(({ context }, digit: number) => afterDigit(context, digit)),
    addTen: assign(({ context }) => afterTen(context)),
    clearDigit: assign(({ context }) => afterClear(context)),
    queueComplete: assign(({ context: { items, drafts } }) => ({
      queue: completeItems(items, drafts),
      failures: {},
      active: null,
      tens: 0,
    })),
    queueReplaced: assign(({ context }, id: number) => ({
      queue: [id],
      drafts: {
        ...context.drafts,
        [id]: { ...nonNull(context.drafts[id] ?? null), version: itemOf(context, id).version },
      },
      failures: without(context.failures, id),
      active: null,
      tens: 0,
    })),
    dropDraft: assign(({ context: { drafts, failures } }, id: number) => ({
      drafts: without(drafts, id),
      failures: without(failures, id),
    })),
    storePublished: assign(({ context }, item: Item) =>
      withAdvanced(context, withItems({ ...context, drafts: without(context.drafts, item.id) }, [item])),
    ),
    /** Stores the failure, and the current item if it contains one; replacing that item's result needs `result.replace`. */
    storeRefused: assign(({ context }, failure: Failure) => {
      const current = currentItemOf(failure);
      const refused = withItems(context, current ? [current] : []);
      const id = publishedItem(context);
      return {
        ...withAdvanced(context, refused),
        failures: id in refused.drafts ? { ...context.failures, [id]: failure } : context.failures,
      };
    }),
  },
});

const tappedOption = ({ event }: { event: { option: number } }) => event.option;
const itemId = ({ event }: { event: { item: number } }) => event.item;
const storePublished = { type: 'storePublished', params: outputOf } as const;
const storeRefused = { type: 'storeRefused', params: failureOf } as const;

/**
 * The results of a whole round, typed on one pad and published by one tap, one call for each match.
 * A refused result stays typed with its reason while the others are published. Results of others are replaced only on request.
 */
export const roundResults = charts.createMachine({
  id: 'round-results',
  context: ({ input: { game } }) => ({
    game,
    items: [],
    drafts: {},
    active: null,
    tens: 0,
    queue: [],
    failures: {},
  }),
  invoke: {
    id: 'draftStore',
    src: 'draftStore',
    input: ({ context: { game } }) => ({ game }),
    // If storing fails, typed scores are lost on reload.
    onError: {},
  },
  initial: 'awaitingItems',
  on: { 'items.synced': { actions: { type: 'storeItems', params: ({ event }) => event.items } } },
  states: {
    awaitingItems: {
      on: {
        'items.synced': {
          target: 'loading',
          actions: { type: 'setItems', params: ({ event }) => event.items },
        },
      },
    },
    loading: {
      invoke: {
        id: 'loadDrafts',
        src: 'loadDrafts',
        input: ({ context: { game } }) => ({ game }),
        onDone: {
          target: 'entering',
          actions: [{ type: 'restoreDrafts', params: outputOf }, 'activateFirst'],
        },
        onError: { target: 'entering', actions: 'activateFirst' },
      },
    },
    entering: {
      tags: 'entering',
      on: {
        'cell.tap': {
          guard: { type: 'isCell', params: tappedOption },
          actions: { type: 'setActive', params: tappedOption },
        },
        'cell.move': {
          guard: { type: 'hasAdjacent', params: eventOf },
          actions: { type: 'moveActive', params: eventOf },
        },
        'digit.press': {
          guard: 'hasActive',
          actions: [{ type: 'typeDigit', params: ({ event }) => event.digit }, 'persistDrafts'],
        },
        'tens.press': { guard: 'hasActive', actions: ['addTen', 'persistDrafts'] },
        'digit.clear': { guard: 'hasActive', actions: ['clearDigit', 'persistDrafts'] },
        'round.publish': { guard: 'hasComplete', target: 'publishing', actions: 'queueComplete' },
        'result.replace': {
          guard: { type: 'canReplace', params: itemId },
          target: 'publishing',
          actions: { type: 'queueReplaced', params: itemId },
        },
        'result.keep': {
          guard: { type: 'isConflict', params: itemId },
          actions: [{ type: 'dropDraft', params: itemId }, 'persistDrafts'],
        },
      },
    },
    publishing: {
      tags: 'busy',
      invoke: {
        id: 'setResults',
        src: 'setResults',
        input: ({ context }) => {
          const item = itemOf(context, publishedItem(context));
          const { typed, version } = nonNull(context.drafts[item.id] ?? null);
          return { item: item.id, value: nonNull(resultOf(item, typed)), version };
        },
        onDone: { target: 'advancing', actions: [storePublished, 'persistDrafts'] },
        onError: { target: 'advancing', actions: [storeRefused, 'persistDrafts'] },
      },
    },
    advancing: {
      always: [
        { guard: 'hasQueued', target: 'publishing' },
        { guard: 'hasDrafts', target: 'entering' },
        { target: 'published' },
      ],
    },
    /** Every typed result is published or dropped. */
    published: { type: 'final' },
  },
});
