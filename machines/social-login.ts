import { assign, setup } from 'xstate';
import type { LoginUser } from '#contract/calls.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

export type Provider = 'google' | 'facebook' | 'apple';
type LoggedIn = { readonly token: string; readonly user: LoginUser };
/** The browser let no popup open, or the provider let nobody in; `said` are a phone's own words about it. */
export type ProviderRefused = { readonly refused: 'blocked' | 'failed'; readonly said: string | null };
type Answer = LoggedIn | ProviderRefused | null;

type Context = {
  readonly device: string;
  readonly provider: Provider | null;
  readonly failure: Failure | null;
  readonly refusal: ProviderRefused | null;
  readonly answer: LoggedIn | null;
};
type Events = { type: 'provider.choose'; provider: Provider } | { type: 'provider.cancel' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { device: string };
    output: LoggedIn;
    tags: 'busy' | 'failed';
  }>(),
  actors: {
    prepareProvider: port<void, undefined>('prepareProvider'),
    /** The provider's popup and then the server; null when the person closed the popup. */
    signInWithProvider: port<Answer, { provider: Provider; device: string }>('signInWithProvider'),
  },
  guards: {
    isIn: (_, params: { answer: Answer }) => params.answer !== null && 'token' in params.answer,
    isRefused: (_, params: { answer: Answer }) => params.answer !== null && 'refused' in params.answer,
  },
  actions: {
    choose: assign((_, { provider }: { provider: Provider }) => ({ provider, failure: null, refusal: null })),
    take: assign((_, { answer }: { answer: Answer }) => ({ answer: answer as LoggedIn })),
    takeRefusal: assign((_, { answer }: { answer: Answer }) => ({ refusal: answer as ProviderRefused })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
  },
});

const answered = ({ event }: { event: { output: Answer } }) => ({ answer: event.output });
const choose = {
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
  output: ({ context }) => context.answer as LoggedIn,
  invoke: {
    id: 'prepareProvider',
    src: 'prepareProvider',
    // Choosing one asks for it again, and says what is wrong.
    onError: {},
  },
  initial: 'idle',
  states: {
    idle: { on: { 'provider.choose': choose } },
    waiting: {
      tags: 'busy',
      invoke: {
        id: 'signInWithProvider',
        src: 'signInWithProvider',
        input: ({ context }) => ({ provider: context.provider as Provider, device: context.device }),
        onDone: [
          {
            guard: { type: 'isIn', params: answered },
            target: 'done',
            actions: { type: 'take', params: answered },
          },
          {
            guard: { type: 'isRefused', params: answered },
            target: 'failed',
            actions: { type: 'takeRefusal', params: answered },
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
    failed: { tags: 'failed', on: { 'provider.choose': choose } },
    done: { type: 'final' },
  },
});
