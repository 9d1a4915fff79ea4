import { assign, setup } from 'xstate';
import type { LoginUser } from '#contract/calls.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

export type Provider = 'google' | 'facebook' | 'apple';
type LoginSuccess = { readonly token: string; readonly user: LoginUser };
/** The browser let no popup open, or the provider let nobody in; `said` are a phone's own words about it. */
export type ProviderRefusal = { readonly refused: 'blocked' | 'failed'; readonly said: string | null };
type ProviderOutcome = LoginSuccess | ProviderRefusal | null;

type Context = {
  readonly device: string;
  readonly provider: Provider | null;
  readonly failure: Failure | null;
  readonly refusal: ProviderRefusal | null;
  readonly answer: LoginSuccess | null;
};
type Events = { type: 'provider.choose'; provider: Provider } | { type: 'provider.cancel' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { device: string };
    output: LoginSuccess;
    tags: 'busy' | 'failed';
  }>(),
  actors: {
    prepareProvider: port<void, undefined>('prepareProvider'),
    /** The provider's popup and then the server; null when the person closed the popup. */
    signInWithProvider: port<ProviderOutcome, { provider: Provider; device: string }>('signInWithProvider'),
  },
  guards: {
    isIn: (_, params: { answer: ProviderOutcome }) => params.answer !== null && 'token' in params.answer,
    isRefused: (_, params: { answer: ProviderOutcome }) =>
      params.answer !== null && 'refused' in params.answer,
  },
  actions: {
    choose: assign((_, { provider }: { provider: Provider }) => ({ provider, failure: null, refusal: null })),
    take: assign((_, { answer }: { answer: ProviderOutcome }) => ({ answer: answer as LoginSuccess })),
    takeRefusal: assign((_, { answer }: { answer: ProviderOutcome }) => ({
      refusal: answer as ProviderRefusal,
    })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
  },
});

const outputOf = ({ event }: { event: { output: ProviderOutcome } }) => ({ answer: event.output });
const onChoose = {
  target: 'waiting',
  actions: {
    type: 'choose',
    params: ({ event }: { event: { provider: Provider } }) => ({ provider: event.provider }),
  },
} as const;

/**
 * Signing in by Google, Facebook or Apple. A closed popup is a change of mind, not a failure, and a popup that
 * never answers can be let go.
 */
export const socialLogin = charts.createMachine({
  id: 'social-login',
  context: ({ input }) => ({
    device: input.device,
    provider: null,
    failure: null,
    refusal: null,
    answer: null,
  }),
  output: ({ context }) => context.answer as LoginSuccess,
  invoke: {
    id: 'prepareProvider',
    src: 'prepareProvider',
    // Choosing one asks for it again, and says what is wrong.
    onError: {},
  },
  initial: 'idle',
  states: {
    idle: { on: { 'provider.choose': onChoose } },
    waiting: {
      tags: 'busy',
      invoke: {
        id: 'signInWithProvider',
        src: 'signInWithProvider',
        input: ({ context }) => ({ provider: context.provider as Provider, device: context.device }),
        onDone: [
          {
            guard: { type: 'isIn', params: outputOf },
            target: 'done',
            actions: { type: 'take', params: outputOf },
          },
          {
            guard: { type: 'isRefused', params: outputOf },
            target: 'failed',
            actions: { type: 'takeRefusal', params: outputOf },
          },
          { target: 'idle' },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { 'provider.cancel': 'idle' },
    },
    failed: { tags: 'failed', on: { 'provider.choose': onChoose } },
    done: { type: 'final' },
  },
});
