/**
 * Milliseconds to wait for a claim to become true. A busy machine may stall for a minute. `npm run mutate` waits less, since
 * many claims never become true there.
 */
export const claimTimeout = (mode: string): number => (mode === 'mutate' ? 20_000 : 120_000);
