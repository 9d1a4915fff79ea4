import { late } from './late.tsx';

/** Loaded with the first dialog: 8 KB. */
export const Sheet = late(async () => (await import('./Sheet.tsx')).Sheet);
