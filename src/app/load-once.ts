import { FailureError } from '#contract/failures.ts';

/**
 * Loads a chunk of the app once, however often it is asked for. One that cannot be fetched (the line is cut, a release
 * has replaced it) rejects as `offline`, and the next call tries again.
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
