import { assign, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

/** What to load: a name the port understands, and whatever it needs besides. */
export type ResourceInput = { readonly key: string; readonly params: Readonly<Record<string, unknown>> };

type Context = ResourceInput & { readonly value: unknown; readonly failure: Failure | null };
type Events =
  /** It changed somewhere, or the person wants it anew. */
  | { type: 'resource.refresh' }
  /** Another view of it: a filter was chosen. */
  | { type: 'params.change'; params: Readonly<Record<string, unknown>> }
  /** A call answered with the thing itself. */
  | { type: 'value.arrived'; value: unknown };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: ResourceInput;
    tags: 'busy' | 'failed' | 'shown';
  }>(),
  actors: { load: port<unknown, ResourceInput>('load') },
  guards: {
    isMissing: (_, params: { error: unknown }) => {
      const { kind } = asFailure(params.error);
      return kind === 'not_found' || kind === 'forbidden';
    },
  },
  actions: {
    take: assign((_, params: { value: unknown }) => ({ value: params.value, failure: null })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    aim: assign((_, params: { params: Context['params'] }) => ({ params: params.params, failure: null })),
    drop: assign({ value: null, failure: null }),
  },
});

const loadInvoke = {
  id: 'load',
  src: 'load',
  input: ({ context }: { context: Context }) => ({ key: context.key, params: context.params }),
} as const;
const onValue = {
  target: 'ready',
  actions: { type: 'take', params: ({ event }: { event: { value: unknown } }) => ({ value: event.value }) },
} as const;
const onNotFound = {
  guard: {
    type: 'isMissing',
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
  },
  target: 'missing',
  actions: 'drop',
} as const;
const onRemoved = { ...onNotFound, target: 'missing.gone' } as const;
const storeFailure = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
const storeValue = {
  type: 'take',
  params: ({ event }: { event: { output: unknown } }) => ({ value: event.output }),
} as const;

/**
 * One thing from the server: a post, a table, an item. Once shown it stays shown while it is asked for anew,
 * and a newer question always overtakes an older one, so an old answer never replaces a new one.
 */
export const resource = charts.createMachine({
  id: 'resource',
  context: ({ input }) => ({ ...input, value: null, failure: null }),
  initial: 'loading',
  on: {
    'params.change': {
      target: '.loading',
      reenter: true,
      actions: { type: 'aim', params: ({ event }) => ({ params: event.params }) },
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        ...loadInvoke,
        onDone: { target: 'ready', actions: storeValue },
        onError: [onNotFound, { target: 'failed', actions: storeFailure }],
      },
      on: { 'resource.refresh': { target: 'loading', reenter: true }, 'value.arrived': onValue },
    },
    ready: {
      tags: 'shown',
      on: { 'resource.refresh': 'refreshing', 'value.arrived': onValue },
    },
    refreshing: {
      tags: ['shown', 'busy'],
      invoke: {
        ...loadInvoke,
        onDone: { target: 'ready', actions: storeValue },
        onError: [onRemoved, { target: 'stale', actions: storeFailure }],
      },
      on: { 'resource.refresh': { target: 'refreshing', reenter: true }, 'value.arrived': onValue },
    },
    /** What is shown may be old: asking anew failed. */
    stale: {
      tags: ['shown', 'failed'],
      on: { 'resource.refresh': 'refreshing', 'value.arrived': onValue },
    },
    failed: {
      tags: 'failed',
      on: { 'resource.refresh': 'loading', 'value.arrived': onValue },
    },
    /** There is no such thing, or none that the person may know of. */
    missing: {
      on: { 'resource.refresh': 'loading', 'value.arrived': onValue },
      initial: 'unseen',
      states: {
        unseen: {},
        /** It was on the screen a moment ago. */
        gone: {},
      },
    },
  },
});
