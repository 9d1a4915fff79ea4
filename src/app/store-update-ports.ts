import { fromCallback, waitFor } from 'xstate';
import { openStore, storeHasNewer } from '#actors/native-store.ts';
import { isOlder } from '#contract/version.ts';
import type { AppActor } from '#machines/app.ts';
import { storeUpdate, type StoreUpdateEvents } from '#machines/store-update.ts';
import { withTimeout } from './with-timeout.ts';

/** New versions of the native shell, with their ports provided. `version` is the app's own. */
export function provideStoreUpdate(app: AppActor, version: string) {
  return storeUpdate.provide({
    actors: {
      watchVersion: fromCallback(({ sendBack }) => {
        const controller = new AbortController();
        const report = (type: StoreUpdateEvents['type']) => sendBack({ type });
        const reportShown = () => {
          if (document.visibilityState === 'visible') report('page.shown');
        };
        const reportRefused = (state: ReturnType<AppActor['getSnapshot']>) => {
          if (state.matches({ data: 'outdated' })) report('version.refused');
        };
        document.addEventListener('visibilitychange', reportShown, { signal: controller.signal });
        const subscription = app.subscribe(reportRefused);
        reportRefused(app.getSnapshot());
        return () => {
          controller.abort();
          subscription.unsubscribe();
        };
      }),
      checkStore: withTimeout(async ({ signal }) => {
        const { context } = await waitFor(app, (state) => !state.hasTag('busy'), { signal });
        return isOlder(version, context.data?.activeParams.minVersion ?? '') || storeHasNewer();
      }),
      openStore: withTimeout(() =>
        openStore(app.getSnapshot().context.data?.activeParams.storeLinks ?? null),
      ),
    },
  });
}
