import { assign, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

type ErrorEvent = { event: { error: unknown } };
const errorOf = ({ event }: ErrorEvent) => ({ error: event.error });
const notFound = { guard: { type: 'isNotFound', params: errorOf }, actions: 'clearValue' } as const;
const storeFailure = { type: 'storeFailure', params: errorOf } as const;

/**
 * One thing from the server: a post, a table, an item. Once shown it stays shown while it is asked for anew,
 * and a newer question always overtakes an older one, so an old answer never replaces a new one.
 */
export function resourceOf<Value, Params>() {
  type Context = {
    readonly params: Params;
    readonly value: Value | null;
    readonly failure: Failure | null;
  };

  return setup({
    types: setupTypes<{
      context: Context;
      events:
        /** It changed somewhere, or the person wants it anew. */
        | { type: 'resource.refresh' }
        /** A call answered with the thing itself. */
        | { type: 'value.arrived'; value: Value };
      input: Params;
      tags: 'busy' | 'failed' | 'shown';
    }>(),
    actors: { load: port<Value, { readonly params: Params }>('load') },
    guards: {
      isNotFound: (_, { error }: { error: unknown }) => {
        const { kind } = asFailure(error);
        return kind === 'not_found' || kind === 'forbidden';
      },
    },
    actions: {
      storeValue: assign((_, { value }: { value: Value }) => ({ value, failure: null })),
      storeFailure: assign((_, { error }: { error: unknown }) => ({ failure: asFailure(error) })),
      clearValue: assign({ value: null, failure: null }),
    },
  }).createMachine({
    id: 'resource',
    context: ({ input }) => ({ params: input, value: null, failure: null }),
    initial: 'loading',
    on: {
      'value.arrived': {
        target: '.ready',
        actions: { type: 'storeValue', params: ({ event }) => ({ value: event.value }) },
      },
    },
    states: {
      loading: {
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context: { params } }) => ({ params }),
          onDone: {
            target: 'ready',
            actions: { type: 'storeValue', params: ({ event }) => ({ value: event.output }) },
          },
          onError: [
            { ...notFound, target: 'missing' },
            { target: 'failed', actions: storeFailure },
          ],
        },
        on: { 'resource.refresh': { target: 'loading', reenter: true } },
      },
      ready: { tags: 'shown', on: { 'resource.refresh': 'refreshing' } },
      refreshing: {
        tags: ['shown', 'busy'],
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context: { params } }) => ({ params }),
          onDone: {
            target: 'ready',
            actions: { type: 'storeValue', params: ({ event }) => ({ value: event.output }) },
          },
          onError: [
            { ...notFound, target: 'missing.removed' },
            { target: 'stale', actions: storeFailure },
          ],
        },
        on: { 'resource.refresh': { target: 'refreshing', reenter: true } },
      },
      /** What is shown may be old: asking anew failed. */
      stale: { tags: ['shown', 'failed'], on: { 'resource.refresh': 'refreshing' } },
      failed: { tags: 'failed', on: { 'resource.refresh': 'loading' } },
      /** There is no such thing, or none that the person may know of. */
      missing: {
        on: { 'resource.refresh': 'loading' },
        initial: 'neverShown',
        states: {
          neverShown: {},
          /** It was on the screen a moment ago. */
          removed: {},
        },
      },
    },
  });
}
