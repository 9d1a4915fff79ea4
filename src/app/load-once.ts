import { FailureError } from '#contract/failures.ts';

/**
 * Returns a function that loads a chunk once and shares the result. If the chunk cannot be fetched (offline, or replaced by
 * a release) it rejects as `offline`, and the next call tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () =>
    (pending ??= load().catch((thrown: unknown) => {
      pending = null;
      throw thrown instanceof FailureError
        ? thrown
        : new FailureError({ kind: 'offline' }, { cause: thrown });
    }));
}
