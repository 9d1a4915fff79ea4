/** `npm run test:full` is vitest in the mode `full`. */
const full = import.meta.env.MODE === 'full';

/** The size a long proof runs at: small in `npm test`, whole in `npm run test:full`. It says which one ran. */
export function size(what: string, small: number, whole: number): number {
  const chosen = full ? whole : small;
  console.log(
    `${what}: ${chosen.toLocaleString('en')}${full ? '' : ` (of ${whole.toLocaleString('en')} in test:full)`}`,
  );
  return chosen;
}
