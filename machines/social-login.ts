import { assign, setup } from 'xstate';
import type { LoginUser } from '#contract/calls.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port } from './port.ts';

export type Provider = 'google' | 'facebook' | 'apple';
type LoggedIn = { readonly token: string; readonly user: LoginUser };

type Context = {
  readonly device: string;
  readonly provider: Provider | null;
  readonly failure: Failure | null;
  readonly answer: LoggedIn | null;
};
type Events = { type: 'provider.choose'; provider: Provider } | { type: 'provider.cancel' };

const charts = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { device: string },
    output: {} as LoggedIn,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** The provider's popup and then the server; null when the person closed the popup. */
    signInWithProvider: port<LoggedIn | null, { provider: Provider; device: string }>('signInWithProvider'),
  },
  guards: { isAnswered: (_, params: { answer: LoggedIn | null }) => params.answer !== null },
  actions: {
    choose: assign((_, params: { provider: Provider }) => ({ provider: params.provider, failure: null })),
    take: assign((_, params: { answer: LoggedIn | null }) => ({ answer: params.answer })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
  },
});

const answered = ({ event }: { event: { output: LoggedIn | null } }) => ({ answer: event.output });
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
  context: ({ input }) => ({ device: input.device, provider: null, failure: null, answer: null }),
  output: ({ context }) => context.answer as LoggedIn,
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
            guard: { type: 'isAnswered', params: answered },
            target: 'done',
            actions: { type: 'take', params: answered },
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
