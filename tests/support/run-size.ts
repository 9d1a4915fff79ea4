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
