import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { answerIn, CachedAnswer } from '#domain/cached-answer.ts';
import { cachedAtOf } from '#domain/cached-at.ts';
import { failureOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** The request, and whether a cached answer is accepted: only while nothing is shown yet. */
export type LoadRequest<Params> = { readonly params: Params; readonly mayBeCached: boolean };

const isNotFound = { type: 'isNotFound', params: failureOf } as const;

/**
 * One thing from the server, such as a post, a table or an item. It stays shown while it is refetched, and a new request
 * replaces the one in flight, so that an old answer never replaces a new one. A cached answer is shown while it is
 * refetched.
 */
export function resourceOf<Value, Params>() {
  type Context = {
    readonly params: Params;
    readonly value: Value | null;
    /** When a cached value was received, in ms by the device's clock; null once the server has answered. */
    readonly cachedAt: number | null;
    readonly failure: Failure | null;
  };

  const storeAnswer = {
    type: 'storeAnswer',
    params: ({ event }: { event: { output: Value | CachedAnswer<Value> } }) => event.output,
  } as const;
  const load = {
    id: 'load',
    src: 'load',
    input: ({ context: { params } }: { context: Context }) => ({ params, mayBeCached: false }),
    onDone: { target: 'ready', actions: storeAnswer },
  } as const;
  /** Where nothing is shown yet: a cached answer will do, and is refetched. */
  const loadFirst = {
    ...load,
    input: ({ context: { params } }: { context: Context }) => ({ params, mayBeCached: true }),
    onDone: [
      { guard: { type: 'isCached', params: outputOf }, target: '#resource.refreshing', actions: storeAnswer },
      { target: '#resource.ready', actions: storeAnswer },
    ],
  } as const;

  return setup({
    types: setupTypes<{
      context: Context;
      events:
        | { type: 'resource.refresh' }
        /** The value as another call returned it after changing it. */
        | { type: 'value.arrived'; value: Value };
      input: Params;
      tags: 'busy' | 'failed' | 'shown';
    }>(),
    actors: {
      load: port<Value | CachedAnswer<Value>, LoadRequest<Params>>('load'),
    },
    guards: {
      isCached: (_, answer: unknown) => answer instanceof CachedAnswer,
      isNotFound: (_, { kind }: Failure) => kind === 'not_found' || kind === 'forbidden',
    },
    actions: {
      storeAnswer: assign((_, answer: Value | CachedAnswer<Value>) => ({
        value: answerIn(answer),
        cachedAt: cachedAtOf(answer),
        failure: null,
      })),
      storeFailure: assign((_, failure: Failure) => ({ failure })),
      clearValue: assign({ value: null, cachedAt: null, failure: null }),
    },
  }).createMachine({
    id: 'resource',
    context: ({ input }) => ({ params: input, value: null, cachedAt: null, failure: null }),
    initial: 'loading',
    on: {
      'value.arrived': {
        target: '.ready',
        actions: { type: 'storeAnswer', params: ({ event }) => event.value },
      },
    },
    states: {
      loading: {
        tags: 'busy',
        invoke: {
          ...loadFirst,
          onError: [
            { guard: isNotFound, target: 'notFound', actions: 'clearValue' },
            { target: 'failed', actions: storeFailure },
          ],
        },
        on: { 'resource.refresh': { target: 'loading', reenter: true } },
      },
      ready: { tags: 'shown', on: { 'resource.refresh': 'refreshing' } },
      refreshing: {
        tags: ['shown', 'busy'],
        invoke: {
          ...load,
          onError: [
            { guard: isNotFound, target: 'notFound.removed', actions: 'clearValue' },
            { target: 'stale', actions: storeFailure },
          ],
        },
        on: { 'resource.refresh': { target: 'refreshing', reenter: true } },
      },
      /** The value shown may be outdated: refreshing failed. */
      stale: { tags: ['shown', 'failed'], on: { 'resource.refresh': 'refreshing' } },
      failed: { tags: 'failed', on: { 'resource.refresh': 'loading' } },
      /** It does not exist, or the caller may not see it. */
      notFound: {
        initial: 'neverShown',
        states: {
          neverShown: { on: { 'resource.refresh': '#resource.loading' } },
          /** It was shown and then not found; it stays in this state while it is fetched again. */
          removed: {
            initial: 'idle',
            on: { 'resource.refresh': '.checking' },
            states: {
              idle: {},
              checking: { tags: 'busy', invoke: { ...loadFirst, onError: 'idle' } },
            },
          },
        },
      },
    },
  });
}
