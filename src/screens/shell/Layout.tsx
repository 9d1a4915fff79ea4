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
const barelessPaths = new Set(['/login', '/welcome']);

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
  // The frame and the naming are drawn with the screens' machines, which may come later than their code.
  const hasMachines = useSelector(app, ({ context }) => context.bets !== null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname });
  const couldNotLoad = useRouterState({ select: ({ matches }) => matches.at(-1)?.status === 'error' });
  // Without the machines a failure is shown alone, with a way to try again.
  const isBareless = barelessPaths.has(pathname) || (couldNotLoad && !hasMachines);
  // While its code is loading, the screen that is left must not be drawn again for a guest.
  const isArriving = barelessPaths.has(pathname) && shown !== pathname;
  // Its page is drawn beside this one.
  if (isHydrated && outdated) return null;
  // Without a line a phone number can be typed, and what there is of it stays.
  if (isHydrated && failed && !(offline && pathname === '/login')) return <BootFailed />;
  if (naming && hasMachines) return <NameScreen />;
  // To sign in takes nothing of the app data.
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
