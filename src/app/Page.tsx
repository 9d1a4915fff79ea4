import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { I18n } from '#i18n/i18n.ts';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { AppProviders } from './AppProviders.tsx';
import type { Composition } from './create-app.ts';
import type { createAppRouter } from './router.tsx';

type Props = {
  composition: Composition;
  router: ReturnType<typeof createAppRouter>;
  spoken: I18n;
};

const LateParts = lazyComponent(() =>
  import('./LateParts.tsx').then(
    (it) => it.LateParts,
    // The page does without.
    () => () => null,
  ),
);

/** All of the page: what the browser draws, and the build before it. */
export function Page({ composition: { app, machines, loadMessages }, router, spoken }: Props) {
  return (
    <StrictMode>
      <AppProviders app={app} machines={machines} spoken={spoken}>
        <RouterProvider router={router} />
        <LateParts loadMessages={loadMessages} />
      </AppProviders>
    </StrictMode>
  );
}
