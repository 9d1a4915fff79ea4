import { expect } from 'vitest';

/** `npm run test:full` is vitest in the mode `full`. */
export const isFullRun = import.meta.env.MODE === 'full';

/** The size a long proof runs at: small in `npm test`, whole in `npm run test:full`. It says which one ran. */
export function runSize(what: string, small: number, whole: number): number {
  const chosen = isFullRun ? whole : small;
  console.log(
    `${what}: ${chosen.toLocaleString('en')}${isFullRun ? '' : ` (of ${whole.toLocaleString('en')} in test:full)`}`,
  );
  return chosen;
}

/**
 * A promise of speed, in milliseconds. `npm run test:full`, on a machine with nothing else to do, holds it as it is;
 * `npm test` runs beside other work and holds ten times as much, which still tells a push from a poll.
 */
export function expectWithin(what: string, milliseconds: number, most: number): void {
  const held = isFullRun ? most : 10 * most;
  console.log(
    `${what}: ${milliseconds.toFixed(1)} ms (${held} at most${isFullRun ? '' : `, ${most} in test:full`})`,
  );
  expect(milliseconds).toBeLessThan(held);
}
