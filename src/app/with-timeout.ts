import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate';
import { FailureError } from '#contract/failures.ts';

/** Milliseconds after which a port rejects as `offline`. */
export const timeouts = {
  /** One API call, or a few in sequence. */
  call: 20_000,
  /** Background calls that no screen waits for: signing out, marking as seen. */
  courtesy: 5000,
  /** Several pings over a slow connection. */
  ping: 30_000,
  picture: 30_000,
} as const;

/**
 * Runs `work`; rejects as `offline` after `ms` milliseconds, or with the signal's reason when that aborts. Either way the
 * signal given to `work` aborts with the same reason, and its outcome is ignored.
 */
export function within<Output>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  // The oldest Safari of the build's target lacks AbortSignal.any.
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

/** Implements a promise port with a timeout. Ports that wait for a person are made without one. */
export const withTimeout = <Output, Input extends NonReducibleUnknown>(
  work: (given: { readonly input: Input; readonly signal: AbortSignal }) => Promise<Output>,
  ms: number = timeouts.call,
): PromiseActorLogic<Output, Input> =>
  fromPromise(({ input, signal }) => within(ms, signal, (inner) => work({ input, signal: inner })));
