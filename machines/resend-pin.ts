import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { failureOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** The number to send a PIN to, and the name typed with it. */
export type PinRequest = { readonly phone: string; readonly name: string };
/** Resolves with the name that the server has for this number; '' for a new one. */
export const sendPin = port<{ name: string }, PinRequest>('sendPin');

type ParentRef = ActorRef<Snapshot<unknown>, { type: 'pin.sent'; name: string }>;
type Context = { readonly parent: ParentRef; readonly request: PinRequest; readonly failure: Failure | null };

/** The server's `Retry-After` in milliseconds; a minute if there is none. */
export const rateLimitMs = (failure: Failure | null): number =>
  1000 * ((failure && 'retryAfter' in failure && failure.retryAfter) || 60);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'pin.resend' };
    input: { parent: ParentRef; request: PinRequest };
    tags: 'busy' | 'failed';
  }>(),
  actors: { sendPin },
  delays: { resendDelay: 30_000, rateLimitDelay: ({ context }) => rateLimitMs(context.failure) },
  guards: { isRateLimited: (_, failure: Failure) => failure.kind === 'too_many' },
  actions: {
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      (_, { name }: { name: string }) => ({ type: 'pin.sent', name }),
    ),
  },
});

/**
 * Sends the PIN again, 30 seconds after the last one at the earliest.
 * A failed send can be retried immediately, unless it was rate limited.
 */
export const resendPin = charts.createMachine({
  id: 'resend-pin',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'coolingDown',
  states: {
    coolingDown: { after: { resendDelay: 'ready' } },
    ready: { on: { 'pin.resend': 'sending' } },
    sending: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'sendPin',
        src: 'sendPin',
        input: ({ context }) => context.request,
        onDone: { target: 'coolingDown', actions: { type: 'notifyParent', params: outputOf } },
        onError: [
          {
            guard: { type: 'isRateLimited', params: failureOf },
            target: 'rateLimited',
            actions: storeFailure,
          },
          { target: 'failed', actions: storeFailure },
        ],
      },
    },
    failed: { tags: 'failed', on: { 'pin.resend': 'sending' } },
    rateLimited: { tags: 'failed', after: { rateLimitDelay: 'ready' } },
  },
});
