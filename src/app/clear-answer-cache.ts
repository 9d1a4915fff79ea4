import type { KeyValueStore } from '#actors/storage.ts';

/** Prefix of the stored answers' keys (answer-cache.ts). */
export const answerCachePrefix = 'last:';

/** Removes the answers of the session that has ended. */
export function clearAnswerCache(storage: KeyValueStore): void {
  for (const name of Object.keys(storage.readAll(answerCachePrefix)))
    storage.write(answerCachePrefix + name, null);
}
