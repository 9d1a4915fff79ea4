import * as v from 'valibot';
import type { PushPermission } from '#machines/push-subscription.ts';
import { nativePlugin } from './native-bridge.ts';
import type { PushDevice } from './push-device.ts';

/** Capacitor's FirebaseMessaging plugin; null if the shell was built without Firebase's files. */
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
  // `prompt`, or Android's `prompt-with-rationale` after a first refusal: permission can still be requested.
  return receive === 'granted' || receive === 'denied' ? receive : 'default';
}

/** The native shell as a push device, by its Firebase Messaging token; null on the web. */
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
        // iOS also reports the unchanged token at each start.
        const { success, output } = v.safeParse(Token, event);
        if (success && output.token !== last) renew();
      });
    },
  };
}

/** Reports the link of each tapped notification, including the one that launched the app. Returns how to stop. */
export function onPushTap(tapped: (link: string) => void): () => void {
  const stop = plugin()?.listen('notificationActionPerformed', (event) => {
    const { success, output } = v.safeParse(Tapped, event);
    tapped(success ? output.notification.data.link : 'notifications');
  });
  return stop ?? (() => {});
}

/** Deletes the device's token, so that pushes stop even if the server does not learn of the sign-out. */
export async function forgetPushToken(): Promise<void> {
  await plugin()?.call('deleteToken');
}
