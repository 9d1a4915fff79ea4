import { lazyComponent } from '#ui/primitives/lazy-component.tsx';

/** Loaded with the first dialog: 8 KB. */
export const Sheet = lazyComponent(async () => (await import('./SheetDialog.tsx')).SheetDialog);
