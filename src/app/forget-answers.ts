import type { KeyValueStore } from '#actors/storage.ts';

/** Below this the device keeps the last answers (last-answers.ts). */
export const answersPrefix = 'last:';

/** Removes what the session that has ended was answered. */
export function forgetAnswers(storage: KeyValueStore): void {
  for (const name of Object.keys(storage.readAll(answersPrefix))) storage.write(answersPrefix + name, null);
}
