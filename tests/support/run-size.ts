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

/** A promise of speed: printed in `npm test`, beside other work; held by `npm run test:full` on a machine with nothing else to do. */
export function expectWithin(what: string, milliseconds: number, most: number): void {
  console.log(
    `${what}: ${milliseconds.toFixed(1)} ms (${most} at most${isFullRun ? '' : ', held in test:full'})`,
  );
  if (isFullRun) expect(milliseconds).toBeLessThan(most);
}
