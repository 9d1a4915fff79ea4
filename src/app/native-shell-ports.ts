import { fromCallback } from 'xstate';
import * as v from 'valibot';
import { launchLink, onLink } from '#actors/native-links.ts';
import { forgetPushToken, onPushTap } from '#actors/native-push.ts';
import { provideWebApis } from '#actors/native-web-apis.ts';
import { followTheme, hideSplash, minimizeApp, onBackButton } from '#actors/native-window.ts';
import { browserStorage, createStorage } from '#actors/storage.ts';
import type { AppActor } from '#machines/app.ts';
import { nativeShell, type ShellOrder, type ShellReport } from '#machines/native-shell.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** The part of the router that the shell's Back and links use. */
export type ShellRouter = {
  readonly history: { canGoBack(): boolean; back(): void };
  navigate(to: { href: string }): Promise<void>;
};

/** Deletes the device's push token on sign-out. Returns how to stop. */
function forgetTokenAtSignOut(app: AppActor): () => void {
  let wasSignedIn = app.getSnapshot().context.session !== null;
  const subscription = app.subscribe(({ context: { session } }) => {
    if (wasSignedIn && session === null) forgetPushToken().catch(() => {});
    wasSignedIn = session !== null;
  });
  return () => subscription.unsubscribe();
}

/** The native shell around the page, with its ports provided. */
export function provideNativeShell(app: AppActor, router: ShellRouter) {
  // After a reload the shell reports the launch link again.
  const launched = storedValue(createStorage(browserStorage('sessionStorage')), {
    key: (_: undefined) => 'launchLink',
    schema: v.string(),
  });
  const obey = (order: ShellOrder): unknown => {
    switch (order.type) {
      case 'app.minimize':
        return minimizeApp();
      case 'history.back':
        return router.history.back();
      case 'place.open':
        return router.navigate({ href: order.href });
      case 'invitation.open':
        return app.send({ type: 'invitation.received', code: order.code, by: order.by });
    }
  };
  return nativeShell.provide({
    actors: {
      shell: fromCallback<ShellOrder, undefined, ShellReport>(({ sendBack, receive }) => {
        receive((order) => void obey(order));
        const reportLaunch = async () => {
          const address = await launchLink().catch(() => null);
          if (address === null || address === launched.load(undefined)) return;
          launched.keep(undefined, address);
          sendBack({ type: 'link.launched', address });
        };
        provideWebApis();
        void reportLaunch();
        const stops = [
          followTheme(),
          onLink((address) => sendBack({ type: 'link.opened', address })),
          onPushTap((link) => sendBack({ type: 'push.tapped', link })),
          onBackButton(() => sendBack({ type: 'back.pressed', canGoBack: router.history.canGoBack() })),
          forgetTokenAtSignOut(app),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      }),
      hideSplash: withTimeout(() => hideSplash()),
    },
  });
}
