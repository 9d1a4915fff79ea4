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

/** A file that is gone while the server answers: so is the build. Without a line the page does without. */
async function withoutAppUpdate() {
  const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => ({ ok: false }));
  if (ok) reloadOnce();
  return OutdatedAlone;
}

const AppUpdate = lazyComponent(() =>
  import('./AppUpdate.tsx').then((it) => it.loadAppUpdate(), withoutAppUpdate),
);

/** All of the page: what the browser draws, and the build before it. */
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
