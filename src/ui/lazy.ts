import { late } from './late.tsx';

/** Dialogs bring 8 KB with them: they load when the first one opens. */
export const Sheet = late(async () => (await import('./Sheet.tsx')).Sheet);
