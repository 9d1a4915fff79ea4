import { fromCallback } from 'xstate';
import {
  changeWorker,
  currentWorker,
  registerWorker,
  watchWaitingWorker,
  watchWorkerChange,
} from '#actors/service-worker.ts';
import { browserStorage, createStorage } from '#actors/storage.ts';
import { appUpdate, type VersionEvents } from '#machines/app-update.ts';
import type { AppActor } from '#machines/app.ts';
import { afterFirstScreen } from './fetch-ahead.ts';
import { leftBuild, ownBuild, reloadOnce } from './reload-once.ts';
import { workerChanged } from './prerender/worker-changed.ts';
import { withTimeout } from './with-timeout.ts';

/** The server's build. The worker answers only navigations, so this request reaches the server. Rejects on HTTP errors. */
async function serverBuild(signal: AbortSignal): Promise<string | null> {
  const response = await fetch('/', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`the page is answered with ${response.status}`);
  return /<meta name="entry" content="([^"]*)"/.exec(await response.text())?.[1] ?? null;
}

/** The app update with its ports provided. `loadMessages` loads the messages of its toast. */
export function provideAppUpdate(app: AppActor, loadMessages: () => Promise<void>) {
  const tab = createStorage(browserStorage('sessionStorage'));
  return appUpdate.provide({
    actors: {
      watchVersions: fromCallback(({ sendBack }) => {
        const controller = new AbortController();
        const { signal } = controller;
        const report = (type: VersionEvents['type']) => {
          if (!signal.aborted) sendBack({ type });
        };
        window.addEventListener('vite:preloadError', () => report('file.missing'), { signal });
        document.addEventListener(
          'visibilitychange',
          () => document.visibilityState === 'visible' && report('page.shown'),
          { signal },
        );
        const reportRefused = (state: ReturnType<AppActor['getSnapshot']>) => {
          if (state.matches({ data: 'outdated' })) report('version.refused');
        };
        const subscription = app.subscribe(reportRefused);
        reportRefused(app.getSnapshot());
        const left = tab.read(leftBuild);
        if (left !== null && left !== ownBuild()) {
          tab.write(leftBuild, null);
          const toast = { kind: 'success', message: 'newVersionLoaded' } as const;
          void loadMessages().then(() =>
            app.getSnapshot().children.toasts?.send({ type: 'toast.show', toast }),
          );
        }
        // Not deferred: a background tab may never become idle.
        watchWorkerChange(() => report('version.changed'), signal);
        if (document.documentElement.hasAttribute(workerChanged)) report('version.changed');
        const startWorker = async () => {
          await afterFirstScreen();
          const registration = signal.aborted ? null : await registerWorker();
          if (!registration) return;
          watchWaitingWorker(registration, () => report('version.waiting'), signal);
        };
        // The worker downloads several times what a visit needs.
        if (navigator.connection?.saveData !== true && ownBuild() !== '') void startWorker();
        return () => {
          subscription.unsubscribe();
          controller.abort();
        };
      }),
      checkVersion: withTimeout(async ({ signal }) => {
        const build = await serverBuild(signal);
        if (build === null || build === ownBuild()) return 'same';
        const registration = await currentWorker();
        if (registration && !registration.waiting) await registration.update();
        return registration?.installing ? 'coming' : 'ready';
      }),
      applyVersion: withTimeout(async () => {
        const registration = await currentWorker();
        if (registration) await changeWorker(registration);
      }),
      reloadPage: withTimeout(({ input: { cause } }) => {
        if (cause === 'refused' || cause === 'missing') return Promise.resolve(reloadOnce());
        tab.write(leftBuild, ownBuild());
        window.location.reload();
        return Promise.resolve(true);
      }),
    },
  });
}
