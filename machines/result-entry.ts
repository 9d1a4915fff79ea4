import { assign, emit, sendTo, setup } from 'xstate';
import { currentItemOf, type Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { ResultValue } from '#contract/inputs.ts';
import type { Item } from '#contract/models.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { eventOf, failureOf, nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes, storedValue } from './port.ts';

/** Typed values by itemOption id: goals, digits, or 1 for a winner. */
type EnteredValues = Readonly<Record<number, number>>;
/** A result being typed, as the tab stores it. `version`: the item's version that the values are based on. */
export type ResultDraft = { readonly version: number; readonly typed: EnteredValues };
type Context = ResultDraft & {
  readonly item: Item;
  readonly pendingResult: ResultValue | null;
  readonly failure: Failure | null;
};
type ValueChange = { type: 'value.change'; option: number; value: number | null };
type Events =
  | ValueChange
  | { type: 'item.synced'; item: Item }
  | { type: 'start.request' }
  | { type: 'result.open' }
  | { type: 'void.request' }
  | { type: 'result.submit' }
  | { type: 'step.confirm' }
  | { type: 'step.cancel' };

const currentResult = (item: Item): EnteredValues =>
  Object.fromEntries(
    optionsInOrder(item).flatMap(({ id, result }) => (result === null ? [] : [[id, result]])),
  );

/** The result made of the typed values; null while a required one is missing. */
export function resultOf(item: Item, typed: EnteredValues): ResultValue | null {
  const options = optionsInOrder(item);
  const given = options.filter(({ id }) => typed[id] !== undefined);
  if (item.type === 'home/away') {
    const [home, away] = options.map(({ id }) => typed[id]);
    return home === undefined || away === undefined ? null : { home, away };
  }
  if (item.type === 'bets')
    return given.length < options.length
      ? null
      : { values: Object.fromEntries(given.map(({ id }) => [id, typed[id] ?? 0])) };
  const winners = given.filter(({ id }) => typed[id] === 1).map(({ id }) => id);
  if (item.type === 'balance') {
    // The server counts the crowd's choice itself.
    if (item.rules.decided_by === 'crowd') return { options: [] };
    return winners.length === 0 ? null : { options: winners };
  }
  return { options: winners };
}

const isInRange = (item: Item, value: number) =>
  Number.isInteger(value) &&
  value >= 0 &&
  value <= { 'home/away': limits.resultGoals, bets: limits.digit.max, vote: 1, balance: 1 }[item.type];

const draft = storedValue<ResultDraft, { item: number }>('result draft');

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { item: Item };
    emitted: { type: 'item.updated'; item: Item };
    tags: 'busy' | 'failed' | 'confirming' | 'entering';
    children: { draftStore: 'draftStore'; loadDraft: 'loadDraft'; setResults: 'setResults' };
  }>(),
  actors: {
    loadDraft: draft.load,
    draftStore: draft.keep,
    setResults: port<Item, { item: number; value: ResultValue; version: number }>('setResults'),
  },
  guards: {
    isUnfinished: ({ context: { item } }, stored: ResultDraft | null) =>
      stored !== null && item.status !== 'void' && Object.keys(stored.typed).length > 0,
    canStart: ({ context: { item } }) => item.status === 'open',
    canChange: ({ context: { item } }) => item.status !== 'void',
    isValidValue: ({ context: { item } }, { value }: ValueChange) => value === null || isInRange(item, value),
    isComplete: ({ context: { item, typed } }) => resultOf(item, typed) !== null,
    isConflict: (_, { kind }: Failure) => kind === 'conflict',
  },
  actions: {
    storeItem: assign((_, item: Item) => ({ item })),
    restoreDraft: assign((_, stored: ResultDraft | null) => nonNull(stored)),
    persistDraft: sendTo('draftStore', (_, value: ResultDraft | null) => ({ type: 'value.keep', value })),
    setVersion: assign(({ context: { item } }) => ({ version: item.version })),
    fillCurrentResult: assign(({ context: { item } }) => ({ typed: currentResult(item) })),
    setTypedValue: assign(({ context: { typed } }, { option, value }: ValueChange) => {
      const { [option]: _, ...others } = typed;
      return { typed: value === null ? others : { ...others, [option]: value }, failure: null };
    }),
    setPendingResult: assign((_, pendingResult: ResultValue | null) => ({ pendingResult })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    /** Stores the current item, which a conflict contains, so that confirming again replaces that version. */
    storeCurrentItem: assign(({ context }, failure: Failure) => {
      const current = currentItemOf(failure);
      return { item: current ?? context.item, version: current?.version ?? context.version };
    }),
    clearEntry: assign({ typed: {}, pendingResult: null, failure: null }),
    reportItem: emit((_, item: Item) => ({ type: 'item.updated', item })),
  },
});

const persistDraft = {
  type: 'persistDraft',
  params: ({ context: { version, typed } }: { context: Context }) => ({ version, typed }),
} as const;
const onValueChange = {
  guard: { type: 'isValidValue', params: eventOf },
  target: 'entering',
  reenter: true,
  actions: { type: 'setTypedValue', params: eventOf },
} as const;
const onConfirm = { 'step.confirm': 'saving', 'step.cancel': 'idle' } as const;

/**
 * Lets an owner record an item's start, its result, a correction, or that it is void.
 * Typed values survive refusals and reloads; after a conflict the current result is shown before it can be replaced.
 */
export const resultEntry = charts.createMachine({
  id: 'result-entry',
  context: ({ input: { item } }) => ({
    item,
    version: item.version,
    typed: {},
    pendingResult: null,
    failure: null,
  }),
  invoke: {
    id: 'draftStore',
    src: 'draftStore',
    input: ({ context }) => ({ item: context.item.id }),
    // If storing fails, typed values are lost on reload.
    onError: {},
  },
  initial: 'loading',
  on: { 'item.synced': { actions: { type: 'storeItem', params: ({ event }) => event.item } } },
  states: {
    loading: {
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context }) => ({ item: context.item.id }),
        onDone: [
          {
            guard: { type: 'isUnfinished', params: outputOf },
            target: 'entering',
            actions: { type: 'restoreDraft', params: outputOf },
          },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
    },
    idle: {
      entry: ['clearEntry', { type: 'persistDraft', params: null }],
      on: {
        'start.request': {
          guard: 'canStart',
          target: 'confirming',
          actions: ['setVersion', { type: 'setPendingResult', params: 'start' }],
        },
        'result.open': {
          guard: 'canChange',
          target: 'entering',
          actions: ['setVersion', 'fillCurrentResult'],
        },
        'void.request': {
          guard: 'canChange',
          target: 'confirming',
          actions: ['setVersion', { type: 'setPendingResult', params: 'void' }],
        },
      },
    },
    /** Asks to confirm a start or a void. */
    confirming: { tags: 'confirming', on: onConfirm },
    entering: {
      tags: 'entering',
      entry: persistDraft,
      on: {
        'value.change': onValueChange,
        'result.submit': {
          guard: 'isComplete',
          target: 'saving',
          actions: {
            type: 'setPendingResult',
            params: ({ context: { item, typed } }) => resultOf(item, typed),
          },
        },
        'step.cancel': 'idle',
      },
    },
    saving: {
      tags: 'busy',
      entry: persistDraft,
      invoke: {
        id: 'setResults',
        src: 'setResults',
        input: ({ context }) => ({
          item: context.item.id,
          value: nonNull(context.pendingResult),
          version: context.version,
        }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'storeItem', params: outputOf },
            { type: 'reportItem', params: outputOf },
          ],
        },
        onError: [
          {
            guard: { type: 'isConflict', params: failureOf },
            target: 'conflicted',
            actions: [storeFailure, { type: 'storeCurrentItem', params: failureOf }],
          },
          { target: 'failed', actions: storeFailure },
        ],
      },
    },
    /** Another owner saved first: `item` is the current one. */
    conflicted: {
      tags: 'confirming',
      // Stores version 0, so that saving after a reload conflicts again instead of replacing a result that was not confirmed.
      entry: { type: 'persistDraft', params: ({ context: { typed } }) => ({ version: 0, typed }) },
      on: onConfirm,
    },
    failed: {
      tags: ['failed', 'entering'],
      on: { ...onConfirm, 'value.change': onValueChange },
    },
  },
});
