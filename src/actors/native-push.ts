import * as v from 'valibot';
import type { PushPermission } from '#machines/push-subscription.ts';
import { nativePlugin } from './native-bridge.ts';
import type { PushDevice } from './push-device.ts';

/** Capacitor's FirebaseMessaging plugin; the shell has it where it was made with Firebase's files. */
const plugin = () => nativePlugin('FirebaseMessaging');

const Permission = v.object({ receive: v.string() });
const Token = v.object({ token: v.string() });
const text = v.nullish(v.string(), '');
const Received = v.object({ notification: v.object({ title: text, body: text }) });
const Tapped = v.object({
  notification: v.object({ data: v.object({ link: v.pipe(v.string(), v.regex(/^[\w-]+([/?]|$)/)) }) }),
});

function permissionOf(answer: unknown): PushPermission {
  const { receive } = v.parse(Permission, answer);
  // `prompt`, and Android's `prompt-with-rationale` after a first refusal: it may be asked for.
  return receive === 'granted' || receive === 'denied' ? receive : 'default';
}

/** Pushes to the native shell, by the token of Firebase's messaging; null on the web. */
export function nativePush(): PushDevice | null {
  const messaging = plugin();
  if (!messaging) return null;
  let last: string | null = null;
  return {
    canBePushedTo: () => true,
    permission: async () => permissionOf(await messaging.call('checkPermissions')),
    askPermission: async () => permissionOf(await messaging.call('requestPermissions')),
    subscribe: async () => (last = v.parse(Token, await messaging.call('getToken')).token),
    unsubscribe: async () => void (await messaging.call('deleteToken')),
    listen({ show, renew }) {
      messaging.listen('notificationReceived', (event) => {
        const { success, output } = v.safeParse(Received, event);
        if (success) show(output.notification);
      });
      messaging.listen('tokenReceived', (event) => {
        // An iPhone reports the token that it has at each start, too.
        const { success, output } = v.safeParse(Token, event);
        if (success && output.token !== last) renew();
      });
    },
  };
}

/** Reports the place of a notification that was tapped, also one that has started the app. */
export function onPushTap(tapped: (link: string) => void): () => void {
  const stop = plugin()?.listen('notificationActionPerformed', (event) => {
    const { success, output } = v.safeParse(Tapped, event);
    tapped(success ? output.notification.data.link : 'notifications');
  });
  return stop ?? (() => {});
}

/** The device's token dies with the session, even where the server does not hear of the signing out. */
export async function forgetPushToken(): Promise<void> {
  await plugin()?.call('deleteToken');
}
