import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

/** To which number a PIN goes, on whose behalf. */
export type PinRequest = { readonly cellphone: string; readonly name: string; readonly device: string };
export const sendPin = port<{ name: string }, PinRequest>('sendPin');

type ParentRef = ActorRef<Snapshot<unknown>, { type: 'pin.sent'; name: string }>;
type Context = { readonly parent: ParentRef; readonly request: PinRequest; readonly failure: Failure | null };

/** The server's own waiting time, in milliseconds; a minute where it did not say. */
export const rateLimitMs = (failure: Failure | null): number =>
  1000 * ((failure && 'retryAfter' in failure && failure.retryAfter) || 60);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'pin.resend' };
    input: { parent: ParentRef; request: PinRequest };
    tags: 'mayResend' | 'busy' | 'failed' | 'barred';
  }>(),
  actors: { sendPin },
  delays: { resendDelay: 30_000, patience: 20_000, bar: ({ context }) => rateLimitMs(context.failure) },
  guards: { isTooMany: (_, failure: Failure) => failure.kind === 'too_many' },
  actions: {
    takeFailure: assign((_, failure: Failure) => ({ failure })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
    clearFailure: assign({ failure: null }),
    tellSent: sendTo(
      ({ context }) => context.parent,
      (_, { name }: { name: string }) => ({ type: 'pin.sent', name }),
    ),
  },
});

const failureOf = ({ event }: { event: { error: unknown } }) => asFailure(event.error);

/**
 * Sending the PIN once more, half a minute after the last one at the earliest.
 * One that failed to go may be tried again at once, unless the server said when.
 */
export const resendPin = charts.createMachine({
  id: 'resend-pin',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'cooling',
  states: {
    cooling: { after: { resendDelay: 'ready' } },
    ready: { tags: 'mayResend', on: { 'pin.resend': 'sending' } },
    sending: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'sendPin',
        src: 'sendPin',
        input: ({ context }) => context.request,
        onDone: { target: 'cooling', actions: { type: 'tellSent', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isTooMany', params: failureOf },
            target: 'barred',
            actions: { type: 'takeFailure', params: failureOf },
          },
          { target: 'failed', actions: { type: 'takeFailure', params: failureOf } },
        ],
      },
      after: { patience: { target: 'failed', actions: 'takeSilence' } },
    },
    failed: { tags: ['mayResend', 'failed'], on: { 'pin.resend': 'sending' } },
    barred: { tags: ['failed', 'barred'], after: { bar: 'ready' } },
  },
});
