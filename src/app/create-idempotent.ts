import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import { storedValue } from './stored-value.ts';

// Stored on devices: renaming a field loses pending requests.
const PendingRequest = v.object({ words: v.string(), key: v.string() });
type PendingRequest = v.InferOutput<typeof PendingRequest>;

/**
 * Returns a function that creates a row once, however often its answer is lost: the same body is sent under the same
 * Idempotency-Key until a caller that still waits gets the answer, across reloads too.
 */
export function createIdempotent(storage: KeyValueStore) {
  const pending = storedValue<PendingRequest, string>(storage, {
    key: (kind) => `sending:${kind}`,
    schema: PendingRequest,
  });
  // Another tab may overwrite the stored request: a retry in this page keeps its own key.
  const latest = new Map<string, PendingRequest>();
  return async <Created>(
    kind: string,
    body: unknown,
    signal: AbortSignal,
    send: (key: string) => Promise<Created>,
  ): Promise<Created> => {
    const words = JSON.stringify(body);
    const earlier = latest.get(kind) ?? pending.load(kind);
    const key = earlier?.words === words ? earlier.key : crypto.randomUUID();
    const keep = (request: PendingRequest | null) => {
      if (request) latest.set(kind, request);
      else latest.delete(kind);
      pending.keep(kind, request);
    };
    keep({ words, key });
    try {
      const created = await send(key);
      // If the caller has left, the key is kept: sending the same body again gets this answer.
      if (!signal.aborted) keep(null);
      return created;
    } catch (thrown) {
      const failure = asFailure(thrown);
      // A conflict means that the first request is still in flight.
      if (!isTransient(failure) && failure.kind !== 'conflict') keep(null);
      throw thrown;
    }
  };
}
