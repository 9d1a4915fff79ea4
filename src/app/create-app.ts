import { createActor } from 'xstate';
import * as v from 'valibot';
import { createHttpClient } from '#actors/http-client.ts';
import { browserStorage, createStorage } from '#actors/storage.ts';
import { authCalls, DeviceId } from '#contract/auth.ts';
import { chosenLanguage } from '#i18n/load.ts';
import { app, type AppActor } from '#machines/app.ts';
import type { LoadedMachines } from '#screens/app-context.tsx';
import { provideConnection } from './connection-ports.ts';
import { loadOnce } from './load-once.ts';
import { provideSession } from './session-ports.ts';
import type { LayerHistory } from './back-stack-ports.ts';
import { appDataKey } from './app-data-key.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { preload } from './prerender/preload.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

export type Composition = {
  readonly app: AppActor;
  /** The loaded machines; each group is absent until its loader has run. */
  readonly machines: LoadedMachines;
  /** Load the machines of the sign-in page, and those of all other screens. */
  readonly loadAuth: () => Promise<unknown>;
  readonly loadMachines: () => Promise<unknown>;
  readonly loadMessages: () => Promise<void>;
};

/**
 * Creates the root actor with every port provided, not started. `origin`: the API's, '' for the page's own.
 * `loadMessages` loads the messages that the bare sign-in page lacks.
 */
export function createApp(
  options: { origin: string; version: string },
  history: LayerHistory,
  loadMessages: () => Promise<void>,
): Composition {
  const storage = createStorage(browserStorage('localStorage'));
  const tabStorage = createStorage(browserStorage('sessionStorage'));
  // Used until the first ping is answered, so that the device's clock is never used uncorrected.
  const onServerTime = (serverTime: number) => {
    if (root.getSnapshot().context.clockOffset === null)
      root.send({ type: 'clock.synced', offset: serverTime - Date.now() });
  };
  const httpClient = createHttpClient({
    ...options,
    token: () => root.getSnapshot().context.session?.token ?? null,
    onExpired: (token) => root.getSnapshot().children.session?.send({ type: 'auth.expired', token }),
    onServerTime,
  });
  const identityProvider = createIdentityProvider(
    () => root.getSnapshot().context.data?.activeParams.firebase ?? null,
  );
  const deviceId = storedValue(storage, { key: (_: undefined) => 'device', schema: DeviceId });
  const device = deviceId.load(undefined) ?? crypto.randomUUID();
  deviceId.keep(undefined, device);
  const invitation = storedValue(storage, {
    key: (_: undefined) => 'invitation',
    schema: v.object({ code: v.string(), by: v.nullable(v.number()) }),
  });

  const loadCache = () => import('./app-data-cache.ts');
  let hasBegun = false;
  /** The app data that the page starts with, stored or asked for early; null if there are none. */
  const cachedData = async () =>
    storage.read(appDataKey) === null && !window.earlyAnswers?.appData
      ? null
      : loadCache().then(
          ({ cachedAppData }) => cachedAppData(storage, root, onServerTime),
          () => null,
        );
  const askData = (signal: AbortSignal) =>
    httpClient.call(authCalls.appData, { signal }).catch((thrown: unknown) =>
      loadCache().then(
        ({ cachedAppDataOrThrow }) => cachedAppDataOrThrow(storage, root, thrown),
        () => Promise.reject(thrown),
      ),
    );

  const root: AppActor = createActor(
    app.provide({
      actors: {
        session: provideSession(storage, httpClient, () => identityProvider.signOut()),
        connection: provideConnection(httpClient),
        loadAppData: withTimeout(async ({ input: { token }, signal }) => {
          const isFirst = !hasBegun;
          hasBegun = true;
          return (isFirst && token !== null && (await cachedData())) || askData(signal);
        }),
        invitationStore: invitation.ports.keep,
      },
    }),
    { input: { invitation: invitation.load(undefined) } },
  );
  const machines: LoadedMachines = { auth: null, screens: null };
  const loadAuth = loadOnce(async () => {
    const [{ provideAuth }] = await Promise.all([
      import('./auth-ports.ts'),
      root.getSnapshot().context.invitation && loadMessages(),
    ]);
    // The code of a member's first screen comes while the message is on its way.
    const preloadMember = () => preload('member', `member-${chosenLanguage().code}`);
    machines.auth = provideAuth(httpClient, identityProvider, device, tabStorage, preloadMember);
  });
  const loadMachines = loadOnce(async () => {
    const [
      { provideScreenMachines },
      { provideBetRegistry, toastRefusals },
      { provideOutbox, toastRefusedMessages },
      { createApi },
    ] = await Promise.all([
      import('./screen-ports.ts'),
      import('./bet-ports.ts'),
      import('./outbox-ports.ts'),
      import('#actors/api.ts'),
      loadMessages(),
    ]);
    const api = createApi(httpClient);
    machines.screens = provideScreenMachines(
      api,
      httpClient,
      storage,
      tabStorage,
      device,
      () => root,
      history,
    );
    root.send({
      type: 'screens.loaded',
      logic: {
        outbox: provideOutbox(api, storage),
        bets: provideBetRegistry(api, storage, () => root),
      },
    });
    toastRefusals(root);
    toastRefusedMessages(root);
  });
  return {
    app: root,
    machines,
    loadAuth,
    loadMachines,
    loadMessages,
  };
}
