import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { I18n } from '#i18n/i18n.ts';
import { AppProviders } from './AppProviders.tsx';
import type { Composition } from './create-app.ts';
import type { createAppRouter } from './router.tsx';

type Props = {
  composition: Composition;
  router: ReturnType<typeof createAppRouter>;
  spoken: I18n;
};

/** All of the page: what the browser draws, and the build before it. */
export function Page({ composition: { app, machines }, router, spoken }: Props) {
  return (
    <StrictMode>
      <AppProviders app={app} machines={machines} spoken={spoken}>
        <RouterProvider router={router} />
      </AppProviders>
    </StrictMode>
  );
}
