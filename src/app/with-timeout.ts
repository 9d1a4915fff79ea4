import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate';
import { FailureError } from '#contract/failures.ts';

/** How long a port may take, in milliseconds, before it rejects as `offline`. */
export const timeouts = {
  /** One call of the API, or a few in a row. */
  call: 20_000,
  /** Calls in the background, which no screen waits for: signing out, marking as seen. */
  courtesy: 5000,
  /** A few, where the line is slow. */
  ping: 30_000,
  picture: 30_000,
} as const;

/**
 * Does the work, and rejects as `offline` when it takes longer than `ms`, or with the signal's reason when that aborts.
 * Either way the work is aborted with that reason; whether it ever ends does not matter.
 */
export function within<Output>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  // AbortSignal.any is not in the oldest Safari of the build's target.
  const controller = new AbortController();
  return new Promise<Output>((resolve, reject) => {
    signal.throwIfAborted();
    const giveUp = (reason: unknown) => {
      clearTimeout(timer);
      reject(reason);
      controller.abort(reason);
    };
    const timer = setTimeout(() => giveUp(new FailureError({ kind: 'offline' })), ms);
    signal.addEventListener('abort', () => giveUp(signal.reason));
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** A machine's port over a promise, with its timeout: every promise port of the app is made by this. */
export const withTimeout = <Output, Input extends NonReducibleUnknown>(
  work: (given: { readonly input: Input; readonly signal: AbortSignal }) => Promise<Output>,
  ms: number = timeouts.call,
): PromiseActorLogic<Output, Input> =>
  fromPromise(({ input, signal }) => within(ms, signal, (inner) => work({ input, signal: inner })));
