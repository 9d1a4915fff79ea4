import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useT } from '#i18n/react.tsx';
import { useApp, useIsHydrated } from '#screens/app-context.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Shell } from '#ui/shell/Shell.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { BootFailed, Splash } from './boot-screens.tsx';
import { OfflineBanner, useIsOffline } from './OfflineBanner.tsx';
import { ToastRegion } from './ToastRegion.tsx';

/** Screens without bars. */
export const barelessPaths = new Set(['/login', '/welcome']);

/** The frame of all other screens, loaded with the first of them by its route. */
export const AppShell = lazyComponent(async () => (await import('./AppShell.tsx')).AppShell, Splash);

const NameScreen = lazyComponent(
  async () => (await import('#screens/welcome/NameScreen.tsx')).NameScreen,
  Splash,
);

/** Everything around a screen. */
export function Layout() {
  const app = useApp();
  const outdated = useSelector(app, (snapshot) => snapshot.matches({ data: 'outdated' }));
  const failed = useSelector(app, (snapshot) => snapshot.matches({ data: 'failed' }));
  const offline = useIsOffline();
  const isHydrated = useIsHydrated();
  const ready = useSelector(app, (snapshot) => snapshot.hasTag('ready'));
  const naming = useSelector(app, (snapshot) => snapshot.matches({ data: 'naming' }));
  // The frame and the name screen need the screens' machines, which may be loaded later than their code.
  const hasMachines = useSelector(app, ({ context }) => context.bets !== null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname });
  const couldNotLoad = useRouterState({ select: ({ matches }) => matches.at(-1)?.status === 'error' });
  // A failure without the machines is shown without bars, with a retry.
  const isBareless = barelessPaths.has(pathname) || (couldNotLoad && !hasMachines);
  // While the code of a bareless screen is loading, the previous screen must not be drawn again for a guest.
  const isArriving = barelessPaths.has(pathname) && shown !== pathname;
  // `OutdatedAlone` is drawn instead.
  if (isHydrated && outdated) return null;
  // Offline, a phone number can still be typed, and the sign-in screen stays as it is.
  if (isHydrated && failed && !(offline && pathname === '/login')) return <BootFailed />;
  if (naming && hasMachines) return <NameScreen />;
  // Signing in needs no app data.
  if ((!ready && pathname !== '/login') || isArriving || !(isBareless || hasMachines)) return <Splash />;
  return (
    <>
      {isBareless ? (
        <Shell top={<OfflineBanner />}>
          <Screen />
        </Shell>
      ) : (
        <AppShell pathname={pathname}>
          <Screen />
        </AppShell>
      )}
      <ToastRegion />
    </>
  );
}

function Screen() {
  const t = useT();
  return (
    <Suspense fallback={<Spinner label={t('loading')} />}>
      <Outlet />
    </Suspense>
  );
}
