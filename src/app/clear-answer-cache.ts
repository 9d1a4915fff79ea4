import type { KeyValueStore } from '#actors/storage.ts';

/** Key prefix of stored answers (answer-cache.ts). */
export const answerCachePrefix = 'last:';

/** Deletes all stored answers, when the session ends. */
export function clearAnswerCache(storage: KeyValueStore): void {
  for (const name of Object.keys(storage.readAll(answerCachePrefix)))
    storage.write(answerCachePrefix + name, null);
}
