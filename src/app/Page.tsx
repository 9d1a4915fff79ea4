import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { I18n } from '#i18n/i18n.ts';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { AppProviders } from './AppProviders.tsx';
import type { Composition } from './create-app.ts';
import type { createAppRouter } from './router.tsx';
import { withoutAppUpdate } from './without-app-update.ts';

type Props = {
  composition: Composition;
  router: ReturnType<typeof createAppRouter>;
  spoken: I18n;
};

const AppUpdate = lazyComponent(() =>
  import('./AppUpdate.tsx').then((it) => it.loadAppUpdate(), withoutAppUpdate),
);

/** The whole page, rendered in the browser and by the prerendering build. */
export function Page({ composition: { app, machines, loadMessages }, router, spoken }: Props) {
  return (
    <StrictMode>
      <AppProviders app={app} machines={machines} spoken={spoken}>
        <RouterProvider router={router} />
        <AppUpdate loadMessages={loadMessages} router={router} />
      </AppProviders>
    </StrictMode>
  );
}
