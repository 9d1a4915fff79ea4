import { CachedAnswer } from './cached-answer.ts';

/** When a cached answer was received, in ms by the device's clock; null for an answer from the server. */
export const cachedAtOf = (answer: unknown): number | null =>
  answer instanceof CachedAnswer ? answer.cachedAt : null;
