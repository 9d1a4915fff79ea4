import { fromPromise } from 'xstate';
import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import { installWay } from '#actors/install.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { webPush } from '#actors/web-push.ts';
import { pushCalls } from '#contract/push-calls.ts';
import type { AppActor } from '#machines/app.ts';
import { pushOffer } from '#machines/push-offer.ts';
import { pushSubscription, type DevicePush, type PushPermission } from '#machines/push-subscription.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** The push machines with their ports provided. Pushes in the foreground become toasts. Called once a page. */
export async function providePush(api: Api, storage: KeyValueStore, app: () => AppActor) {
  const native =
    window.Capacitor?.isNativePlatform() && (await import('#actors/native-push.ts')).nativePush();
  const device = native || webPush;
  // The member whose subscription this is: another member who signs in here has to enable pushes anew.
  const owner = storedValue(storage, { key: (_: undefined) => 'push', schema: v.number() });
  const answered = storedValue(storage, {
    key: ({ member }: { member: number }) => `push-asked:${member}`,
    schema: v.literal(true),
  });
  const appData = () => app().getSnapshot().context.data;
  const memberId = () => appData()?.appuser?.id ?? null;
  const serverKey = () => appData()?.activeParams.pushKey ?? '';
  const registerDevice = async () => {
    const member = memberId();
    const pId = await device.subscribe(serverKey());
    await api.call(pushCalls.setPushId, { body: { pId } });
    owner.keep(undefined, member);
  };
  const isOwn = () => owner.load(undefined) === memberId();
  /** Ends the device's subscription, which works offline too; the server drops one that has ended by itself. */
  const endSubscription = async () => {
    await device.unsubscribe();
    owner.keep(undefined, null);
  };
  // iOS supports pushes only in the installed app, so the install steps come first.
  const isAskable = async () =>
    device.canBePushedTo(serverKey()) &&
    installWay() !== 'steps' &&
    (await device.permission()) === 'default';
  let wasOffered = false;
  device.listen({
    show: ({ title, body }) => {
      const { toasts } = app().getSnapshot().children;
      toasts?.send({
        type: 'toast.show',
        toast: { kind: 'success', message: 'push.toast', values: { title, body } },
      });
    },
    renew: () => {
      if (memberId() !== null && isOwn()) registerDevice().catch(() => {});
    },
  });
  // No timeout: the dialog waits for a person.
  const asking = fromPromise<PushPermission, void>(() => device.askPermission());
  const subscribing = withTimeout<void, void>(registerDevice);
  const subscription = pushSubscription.provide({
    actors: {
      readDevice: withTimeout(async (): Promise<DevicePush> => {
        if (!device.canBePushedTo(serverKey())) return 'unsupported';
        const permission = await device.permission();
        if (permission === 'denied') return 'denied';
        // Left by a member whose session did not end by a sign-out: their pushes are not for the one signed in now.
        if (!isOwn() && owner.load(undefined) !== null) await endSubscription();
        if (permission === 'default' || !isOwn()) return 'off';
        await registerDevice();
        return 'on';
      }),
      askPermission: asking,
      subscribe: subscribing,
      unsubscribe: withTimeout(async () => {
        await endSubscription();
        await api.call(pushCalls.setPushId, { body: { pId: null } }).catch(() => {});
      }),
    },
  });
  const offer = pushOffer.provide({
    actors: {
      loadAnswer: answered.ports.load,
      answerStore: answered.ports.keep,
      isAskable: withTimeout(async () => {
        const askable = await isAskable();
        wasOffered ||= askable;
        return askable;
      }),
      askPermission: asking,
      subscribe: subscribing,
    },
  });
  return {
    subscription,
    offer,
    /** Whether the offer of pushes has this visit: it was made, or is about to be. */
    isFirst: async () =>
      wasOffered || ((await isAskable()) && answered.load({ member: memberId() ?? 0 }) === null),
  };
}
