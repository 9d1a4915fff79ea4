import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';
import type { StoredSession } from './session.ts';

export type Provider = 'google' | 'facebook' | 'apple';
/** `blocked`: the browser opened no popup. `failed`: the provider refused. `detail`: the phone's error text; null on the web. */
export type ProviderRefusal = { readonly reason: 'blocked' | 'failed'; readonly detail: string | null };
/** Null if the popup was closed. */
type ProviderOutcome = StoredSession | ProviderRefusal | null;

type Context = {
  readonly provider: Provider | null;
  readonly failure: Failure | null;
  readonly refusal: ProviderRefusal | null;
  readonly login: StoredSession | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'provider.choose'; provider: Provider } | { type: 'provider.cancel' };
    output: StoredSession;
    tags: 'busy' | 'failed';
  }>(),
  actors: {
    prepareProvider: port<void, undefined>('prepareProvider'),
    /** Opens the provider's popup, then signs in on the server. */
    signInWithProvider: port<ProviderOutcome, { provider: Provider }>('signInWithProvider'),
  },
  guards: {
    isLoggedIn: (_, outcome: ProviderOutcome) => outcome !== null && 'token' in outcome,
    isCancelled: (_, outcome: ProviderOutcome) => outcome === null,
  },
  actions: {
    setProvider: assign((_, provider: Provider) => ({ provider, failure: null, refusal: null })),
    storeOutcome: assign((_, outcome: ProviderOutcome) =>
      outcome && 'token' in outcome ? { login: outcome } : { refusal: outcome },
    ),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const onChoose = {
  'provider.choose': {
    target: 'signingIn',
    actions: {
      type: 'setProvider',
      params: ({ event }: { event: { provider: Provider } }) => event.provider,
    },
  },
} as const;
const storeOutcome = { type: 'storeOutcome', params: outputOf } as const;

/**
 * Signing in through Google, Facebook or Apple. A closed popup is a cancellation, not a failure, and waiting for a popup
 * can be cancelled.
 */
export const socialLogin = charts.createMachine({
  id: 'social-login',
  context: { provider: null, failure: null, refusal: null, login: null },
  output: ({ context }) => nonNull(context.login),
  invoke: {
    id: 'prepareProvider',
    src: 'prepareProvider',
    // `signInWithProvider` loads the provider again and reports its failure.
    onError: {},
  },
  initial: 'idle',
  states: {
    idle: { on: onChoose },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'signInWithProvider',
        src: 'signInWithProvider',
        input: ({ context }) => ({ provider: nonNull(context.provider) }),
        onDone: [
          { guard: { type: 'isLoggedIn', params: outputOf }, target: 'done', actions: storeOutcome },
          { guard: { type: 'isCancelled', params: outputOf }, target: 'idle' },
          { target: 'failed', actions: storeOutcome },
        ],
        onError: { target: 'failed', actions: storeFailure },
      },
      on: { 'provider.cancel': 'idle' },
    },
    failed: { tags: 'failed', on: onChoose },
    done: { type: 'final' },
  },
});
