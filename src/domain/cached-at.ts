import { CachedAnswer } from './cached-answer.ts';

/** When a cached answer was given, in ms by the device's clock; null of an answer of the server itself. */
export const cachedAtOf = (answer: unknown): number | null =>
  answer instanceof CachedAnswer ? answer.cachedAt : null;
