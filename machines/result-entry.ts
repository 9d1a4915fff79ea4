import { assign, emit, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { Item, ResultValue } from '#contract/models.ts';
import { port, setupTypes } from './port.ts';

/** Goals, digits, or 1 for a winner, by itemOption id. */
type EnteredValues = Readonly<Record<number, number>>;
/** A result that was half typed when its page was left: the values, and the version they were typed over. */
export type ResultDraft = { readonly version: number; readonly typed: EnteredValues };
type Context = {
  readonly item: Item;
  /** The version that was shown when the owner began: what is changed is what was seen. */
  readonly version: number;
  readonly typed: EnteredValues;
  readonly value: ResultValue | null;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'item.synced'; item: Item }
  | { type: 'start.ask' }
  | { type: 'result.open' }
  | { type: 'void.ask' }
  | { type: 'value.change'; option: number; value: number | null }
  | { type: 'result.submit' }
  | { type: 'step.confirm' }
  | { type: 'step.cancel' };

/** An item's options in its own order, home before away. */
const optionsOf = (item: Item) => Object.values(item.options).toSorted((one, other) => one.id - other.id);

const currentResult = (item: Item): EnteredValues =>
  Object.fromEntries(optionsOf(item).flatMap(({ id, result }) => (result === null ? [] : [[id, result]])));

/** What the typed values say happened, or null while something is missing. */
export function resultOf(item: Item, typed: EnteredValues): ResultValue | null {
  const options = optionsOf(item);
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
    // The crowd's choice is counted, not named.
    if (item.rules.decided_by === 'crowd') return { options: [] };
    return winners.length === 0 ? null : { options: winners };
  }
  return { options: winners };
}

const inRange = (item: Item, value: number) =>
  Number.isInteger(value) &&
  value >= 0 &&
  value <= { 'home/away': limits.resultGoals, bets: limits.digit.max, vote: 1, balance: 1 }[item.type];

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { item: Item; draft?: ResultDraft };
    emitted: { type: 'item.arrived'; item: Item };
    tags: 'busy' | 'failed' | 'asking' | 'entering';
  }>(),
  actors: {
    setResults: port<Item, { item: number; value: ResultValue; version: number }>('setResults'),
  },
  guards: {
    hasDraft: ({ context: { item, typed } }) => item.status !== 'void' && Object.keys(typed).length > 0,
    mayStart: ({ context: { item } }) => item.status === 'open',
    mayEnter: ({ context: { item } }) => item.status !== 'void',
    mayVoid: ({ context: { item } }) => item.status !== 'void',
    isValid: ({ context: { item } }, params: { value: number | null }) =>
      params.value === null || inRange(item, params.value),
    isComplete: ({ context: { item, typed } }) => resultOf(item, typed) !== null,
    isConflict: (_, params: { error: unknown }) => asFailure(params.error).kind === 'conflict',
  },
  actions: {
    sync: assign((_, params: { item: Item }) => ({ item: params.item })),
    begin: assign(({ context: { item } }) => ({
      version: item.version,
      typed: currentResult(item),
      value: null,
      failure: null,
    })),
    type: assign(({ context: { typed } }, params: { option: number; value: number | null }) => {
      const { [params.option]: _, ...others } = typed;
      return {
        typed: params.value === null ? others : { ...others, [params.option]: params.value },
        failure: null,
      };
    }),
    choose: assign((_, params: { value: ResultValue | null }) => ({ value: params.value })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    /** What stands now comes with the refusal; confirming again is about that. */
    takeStanding: assign(({ context }, params: { error: unknown }) => {
      const failure = asFailure(params.error);
      const current = 'current' in failure ? (failure.current as Item | undefined) : undefined;
      return { failure, item: current ?? context.item, version: current?.version ?? context.version };
    }),
    clear: assign({ typed: {}, value: null, failure: null }),
    tell: emit((_, params: { item: Item }) => ({ type: 'item.arrived', item: params.item })),
  },
});

const storeItem = {
  type: 'sync',
  params: ({ event }: { event: { item: Item } }) => ({ item: event.item }),
} as const;
const itemOf = ({ event }: { event: { output: Item } }) => ({ item: event.output });
const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error });
const setPendingResult = (value: (context: Context) => ResultValue | null) =>
  ({ type: 'choose', params: ({ context }: { context: Context }) => ({ value: value(context) }) }) as const;

/**
 * What an owner says of one item: that it started, what the result was, a correction, or that it is void.
 * Typed digits outlive every refusal and a reload, and when another owner was first, what stands is shown before anything is changed.
 */
export const resultEntry = charts.createMachine({
  id: 'results',
  context: ({ input: { item, draft } }) => ({
    item,
    version: draft?.version ?? item.version,
    typed: draft?.typed ?? {},
    value: null,
    failure: null,
  }),
  initial: 'returning',
  on: { 'item.synced': { actions: storeItem } },
  states: {
    returning: { always: [{ guard: 'hasDraft', target: 'entering' }, { target: 'idle' }] },
    idle: {
      entry: 'clear',
      on: {
        'start.ask': { guard: 'mayStart', target: 'confirmingStart', actions: 'begin' },
        'result.open': { guard: 'mayEnter', target: 'entering', actions: 'begin' },
        'void.ask': { guard: 'mayVoid', target: 'confirmingVoid', actions: 'begin' },
      },
    },
    confirmingStart: {
      tags: 'asking',
      on: {
        'step.confirm': { target: 'saving', actions: setPendingResult(() => 'start') },
        'step.cancel': 'idle',
      },
    },
    confirmingVoid: {
      tags: 'asking',
      on: {
        'step.confirm': { target: 'saving', actions: setPendingResult(() => 'void') },
        'step.cancel': 'idle',
      },
    },
    entering: {
      tags: 'entering',
      on: {
        'value.change': {
          guard: { type: 'isValid', params: ({ event }) => ({ value: event.value }) },
          actions: { type: 'type', params: ({ event }) => event },
        },
        'result.submit': {
          guard: 'isComplete',
          target: 'saving',
          actions: setPendingResult(({ item, typed }) => resultOf(item, typed)),
        },
        'step.cancel': 'idle',
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'setResults',
        src: 'setResults',
        input: ({ context }) => ({
          item: context.item.id,
          value: context.value as ResultValue,
          version: context.version,
        }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'sync', params: itemOf },
            { type: 'tell', params: itemOf },
          ],
        },
        onError: [
          {
            guard: { type: 'isConflict', params: errorOf },
            target: 'conflicted',
            actions: { type: 'takeStanding', params: errorOf },
          },
          { target: 'failed', actions: { type: 'fail', params: errorOf } },
        ],
      },
    },
    /** Someone else was first: `item` is what stands now. */
    conflicted: {
      tags: 'asking',
      on: { 'step.confirm': 'saving', 'step.cancel': 'idle' },
    },
    failed: {
      tags: ['failed', 'entering'],
      on: {
        'step.confirm': 'saving',
        'step.cancel': 'idle',
        'value.change': {
          guard: { type: 'isValid', params: ({ event }) => ({ value: event.value }) },
          target: 'entering',
          actions: { type: 'type', params: ({ event }) => event },
        },
      },
    },
  },
});
