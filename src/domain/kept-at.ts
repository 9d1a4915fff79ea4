import { Kept } from './kept.ts';

/** When an answer was given, of one that the device has kept; null of the server's. */
export const keptAtOf = (answer: unknown): number | null => (answer instanceof Kept ? answer.keptAt : null);
