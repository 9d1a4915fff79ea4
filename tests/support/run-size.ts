import { describe, expect, test } from 'vitest';

const { MODE } = import.meta.env;

/** `npm run test:full` is vitest in the mode `full`. */
export const isFullRun = MODE === 'full';
/** `npm test` is vitest in its own mode, `test`; `npm run mutate` has a mode of its own. */
export const isShortRun = MODE === 'test';

/**
 * A test that only `npm run test:full` and `npm run mutate` run, because `npm test` has a shorter way through the same screen, or
 * covers the mechanism with a cheaper test. `npm test` prints its name instead.
 */
export const fullTest: (name: string, run: () => Promise<void>, timeout?: number) => void = isShortRun
  ? (name) => console.log(`in test:full: ${name}`)
  : test;

/** A group of such tests. */
export const fullDescribe: (name: string, tests: () => void) => void = isShortRun
  ? (name) => console.log(`in test:full: ${name}`)
  : describe;

/** The size of a long test: `small` in `npm test`, `full` in `npm run test:full`. Prints which one it is. */
export function runSize(what: string, small: number, full: number): number {
  const chosen = isFullRun ? full : small;
  console.log(
    `${what}: ${chosen.toLocaleString('en')}${isFullRun ? '' : ` (of ${full.toLocaleString('en')} in test:full)`}`,
  );
  return chosen;
}

/**
 * Expects a duration in milliseconds to be below `maxMs` in `npm run test:full` on an idle machine. `npm test` allows ten
 * times as much, since it runs beside other work; that still distinguishes a push from a poll.
 */
export function expectWithin(what: string, milliseconds: number, maxMs: number): void {
  const limit = isFullRun ? maxMs : 10 * maxMs;
  console.log(
    `${what}: ${milliseconds.toFixed(1)} ms (${limit} at most${isFullRun ? '' : `, ${maxMs} in test:full`})`,
  );
  expect(milliseconds).toBeLessThan(limit);
}
