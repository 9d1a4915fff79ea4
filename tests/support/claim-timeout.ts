/**
 * Milliseconds after which what has not come true never will: on a busy machine, which may stand still for a minute, a
 * claim takes long. `npm run mutate`, under which many claims never come true, waits less.
 */
export const claimTimeout = (mode: string): number => (mode === 'mutate' ? 20_000 : 120_000);
