import { lazy } from 'react';

/** Dialogs bring 8 KB with them: they load when the first one opens. Needs a Suspense above. */
export const Sheet = lazy(() => import('./Sheet.tsx').then(({ Sheet: it }) => ({ default: it })));
