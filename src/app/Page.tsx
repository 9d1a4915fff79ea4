import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { I18n } from '#i18n/i18n.ts';
import { OutdatedAlone } from '#screens/shell/boot-screens.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { AppProviders } from './AppProviders.tsx';
import type { Composition } from './create-app.ts';
import { reloadOnce } from './reload-once.ts';
import type { createAppRouter } from './router.tsx';

type Props = {
  composition: Composition;
  router: ReturnType<typeof createAppRouter>;
  spoken: I18n;
};

/**
 * The update notice when its chunk cannot be loaded. If the server answers, this build was replaced there, and the page
 * reloads; offline the page continues without it.
 */
async function withoutAppUpdate() {
  const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => ({ ok: false }));
  if (ok) reloadOnce();
  return OutdatedAlone;
}

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
