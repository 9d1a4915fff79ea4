import { lazyComponent } from './late.tsx';

/** Loaded with the first dialog: 8 KB. */
export const Sheet = lazyComponent(async () => (await import('./Sheet.tsx')).SheetDialog);
