import { waitFor, type SnapshotFrom } from 'xstate';
import { startI18n } from '#i18n/load.ts';
import type { Invitation } from '#machines/join.ts';
import { invitationIn } from '#domain/invitation.ts';
import type { Machines } from '#screens/app-context.tsx';
import { createAppHistory } from './app-history.ts';
import { createApp, type Composition } from './create-app.ts';
import { Page } from './Page.tsx';
import { createAppRouter, layerHistory } from './router.tsx';
import { hydrateSignIn, renderPage } from './mount-page.ts';

type Router = ReturnType<typeof createAppRouter>;

/** Reads the invitation of the address and removes it there: the app keeps it, not the history. */
function takeInvitation(): Invitation | null {
  const address = new URL(window.location.href);
  const { searchParams } = address;
  if (!searchParams.has('joinclan')) return null;
  const invited = invitationIn(searchParams);
  searchParams.delete('joinclan');
  searchParams.delete('by');
  window.history.replaceState(null, '', address);
  return invited;
}

/** Runs a function once the history is not going back: a navigation meanwhile would be undone. */
function afterGoingBack({ screens }: Composition['machines'], run: () => void): void {
  const isGoing = (snapshot: SnapshotFrom<Machines['backStack']>) => snapshot.hasTag('goingBack');
  if (!screens || !isGoing(screens.backStack.getSnapshot())) return run();
  const subscription = screens.backStack.subscribe((snapshot) => {
    if (isGoing(snapshot)) return;
    subscription.unsubscribe();
    run();
  });
}

/** Navigates to the screens that the app asks to show. */
function followApp({ app }: Composition, router: Router): void {
  app.on('screen.show', ({ screen }) => {
    const { pathname, href } = router.state.location;
    // The welcome returns to the current place, such as that of a link or a reload.
    // A screen that is already shown keeps its address, which contains where it returns to.
    if (pathname === `/${screen}`) return;
    const search = screen === 'welcome' ? { return: href } : {};
    void router.navigate({ to: `/${screen}`, search });
  });
}

/** Navigates to the sign-in page when the session asks to, and after signing in to where the visitor was going. */
function followSession({ app, machines }: Composition, router: Router): void {
  const { session } = app.getSnapshot().children;
  session?.on('login.show', ({ returnHere }) => {
    afterGoingBack(machines, () => {
      // Already on the sign-in page: its address holds the page to return to.
      if (router.state.location.pathname === '/login') return;
      void router.navigate({
        to: '/login',
        search: returnHere ? { return: router.state.location.href } : {},
        state: { expired: returnHere },
        replace: true,
      });
    });
  });
  session?.subscribe((snapshot) => {
    const { pathname, search } = router.state.location;
    if (pathname === '/login' && snapshot.hasTag('signedIn'))
      void router.navigate({ href: search.return ?? '/', replace: true });
  });
}

/** Reports the device's connection and the page's visibility to the app's children. */
function watchDevice({ app, machines }: Composition): void {
  const { connection, toasts } = app.getSnapshot().children;
  // The member's event stream has opened (the first screen is nearly there), or a guest is online again.
  connection?.on('connection.restored', () => {
    const { screens } = machines;
    if (!screens) return app.send({ type: 'data.refresh' });
    void import('./fetch-ahead.ts').then(
      ({ fetchAhead }) => fetchAhead(screens),
      () => {},
    );
  });
  window.addEventListener('online', () => connection?.send({ type: 'device.online' }));
  window.addEventListener('offline', () => connection?.send({ type: 'device.offline' }));
  document.addEventListener('visibilitychange', () => {
    const hidden = document.visibilityState === 'hidden';
    toasts?.send({ type: hidden ? 'page.hidden' : 'page.shown' });
    if (!hidden) connection?.send({ type: 'page.shown' });
  });
  if (!navigator.onLine) connection?.send({ type: 'device.offline' });
}

/** Starts the app: loads and renders its first page. */
export async function startApp(): Promise<void> {
  const i18nLoading = startI18n();
  const composition = createApp(
    { origin: import.meta.env.API_URL, version: import.meta.env.APP_VERSION },
    layerHistory(() => router),
    async () => (await i18nLoading).loadRest(),
  );
  const { app, machines } = composition;
  const router = createAppRouter(composition, createAppHistory());
  const invitation = takeInvitation();
  followApp(composition, router);
  app.start();
  followSession(composition, router);
  if (invitation) app.send({ type: 'invitation.received', ...invitation });
  watchDevice(composition);

  const [spoken] = await Promise.all([
    i18nLoading,
    // Route guards need the stored session.
    waitFor(app, (snapshot) => !snapshot.matches({ data: 'awaitingSession' })),
  ]);
  // Until the page is mounted, this reacts to address changes.
  router.history.subscribe(() => void router.load());
  // Loads the code of the address's screen too.
  await router.load();

  const root = document.getElementById('root');
  if (!root) throw new Error('no #root in the page');
  const page = <Page composition={composition} router={router} spoken={spoken} />;
  const isSignIn = root.dataset['prerendered'] === 'sign-in' && router.state.location.pathname === '/login';
  if (isSignIn && machines.auth) return hydrateSignIn(root, page, machines.auth);
  // Until then the prerendered page is shown.
  await waitFor(app, (snapshot) => !snapshot.hasTag('busy'));
  // The app data may have navigated, for example to an invitation.
  if (router.state.location.href !== router.history.location.href) await router.load();
  renderPage(root, page);
  if (app.getSnapshot().children.session?.getSnapshot().hasTag('signedIn'))
    void import('./keep-page.ts').then((it) => it.keepPage(root));
}
