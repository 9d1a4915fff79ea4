import { createActor } from 'xstate';
import { deviceId } from '#actors/device.ts';
import { createHttpClient } from '#actors/http-client.ts';
import { browserStorage, createStorage, tabStorage } from '#actors/storage.ts';
import { authCalls } from '#contract/auth.ts';
import { app, type AppActor } from '#machines/app.ts';
import type { LoadedMachines, TabStorage } from '#screens/app-context.tsx';
import { provideBetRegistry } from './bet-ports.ts';
import { provideConnection } from './connection-ports.ts';
import { loadOnce } from './load-once.ts';
import { provideSession } from './session-ports.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { withTimeout } from './with-timeout.ts';

export type Composition = {
  readonly app: AppActor;
  /** Empty until loaded: they come beside the first screen that starts them, not before it. */
  readonly machines: LoadedMachines;
  /** What signing in starts from, and all the others. */
  readonly loadAuth: () => Promise<unknown>;
  readonly loadMachines: () => Promise<unknown>;
  readonly device: string;
  readonly memory: TabStorage;
};

/**
 * The ports made real, children first, and the root actor over them, not yet started.
 * `origin` is the API's, '' for the page's own.
 */
export function createApp(options: { origin: string; version: string }): Composition {
  const storage = createStorage(browserStorage());
  const memory = createStorage(tabStorage());
  const tokenNow = () => root.getSnapshot().context.token;
  const expired = (token: string) =>
    root.getSnapshot().children.session?.send({ type: 'session.expired', token });
  // Until the first ping has answered: so that nothing is ever judged by this device's own clock.
  const told = (serverTime: number) => {
    const { clock } = root.getSnapshot().context;
    if (clock === null) root.send({ type: 'clock.synced', offset: serverTime - Date.now() });
  };
  const line = { ...options, token: tokenNow, unauthenticated: expired, told };
  const sender = createHttpClient(line);
  // The whole API's schemas come with whatever first needs them.
  const loadHttp = async () => (await import('#actors/api.ts')).createApi(sender);
  const social = createIdentityProvider(() => root.getSnapshot().context.data?.activeParams.firebase ?? null);

  const provided = app.provide({
    actors: {
      session: provideSession(storage, sender, () => social.leave()),
      connection: provideConnection(options.origin, sender, expired),
      betBook: provideBetRegistry(storage, loadHttp),
      loadAppData: withTimeout(({ signal }) => sender.call(authCalls.appData, { signal })),
      keepCode: withTimeout(({ input }) => {
        storage.write('code', input.code);
        return Promise.resolve();
      }),
    },
  });
  const kept = storage.read('code');
  const root: AppActor = createActor(provided, {
    input: { code: typeof kept === 'string' ? kept : null },
  });
  const machines: LoadedMachines = { auth: null, screens: null };
  const loadAuth = loadOnce(async () => {
    const { provideAuth } = await import('./auth-ports.ts');
    machines.auth = provideAuth(sender, social);
  });
  const loadMachines = loadOnce(async () => {
    const [{ provideScreenMachines }, http] = await Promise.all([import('./screen-ports.ts'), loadHttp()]);
    machines.screens = provideScreenMachines(http, storage, line, () => root);
  });
  return { app: root, machines, loadAuth, loadMachines, device: deviceId(storage), memory };
}
