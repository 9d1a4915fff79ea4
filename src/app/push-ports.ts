import { fromPromise } from 'xstate';
import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import { installWay } from '#actors/install.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import {
  askPermission,
  canBePushedTo,
  onPush,
  pushPermission,
  subscribe,
  unsubscribe,
} from '#actors/web-push.ts';
import { pushCalls } from '#contract/push-calls.ts';
import type { AppActor } from '#machines/app.ts';
import { pushInvitation } from '#machines/push-invitation.ts';
import { pushSubscription, type DevicePush, type PushPermission } from '#machines/push-subscription.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** Pushes to this device, with their ports provided; those that come while its page is in front are toasts. Once a page. */
export function providePush(api: Api, storage: KeyValueStore, app: () => AppActor) {
  // Whose device it is: another member who signs in here is asked anew.
  const owner = storedValue(storage, { key: (_: undefined) => 'push', schema: v.number() });
  const answered = storedValue(storage, {
    key: ({ member }: { member: number }) => `push-asked:${member}`,
    schema: v.literal(true),
  });
  const appData = () => app().getSnapshot().context.data;
  const memberId = () => appData()?.appuser?.id ?? null;
  const registerDevice = async () => {
    const member = memberId();
    const subscription = await subscribe(appData()?.activeParams.pushKey ?? '');
    await api.call(pushCalls.setPushId, { body: { pId: subscription } });
    owner.keep(undefined, member);
  };
  const isOwn = () => owner.load(undefined) === memberId();
  const canSubscribe = () => canBePushedTo() && Boolean(appData()?.activeParams.pushKey);
  // An iPhone takes pushes once the app is installed: the steps to that come first.
  const isAskable = () => canSubscribe() && pushPermission() === 'default' && installWay() !== 'steps';
  let wasOffered = false;
  onPush({
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
  const asking = fromPromise<PushPermission, void>(() => askPermission());
  const subscribing = withTimeout<void, void>(registerDevice);
  const subscription = pushSubscription.provide({
    actors: {
      readDevice: withTimeout(async (): Promise<DevicePush> => {
        if (!canSubscribe()) return 'unsupported';
        const permission = pushPermission();
        if (permission === 'denied') return 'denied';
        if (permission === 'default' || !isOwn()) return 'off';
        await registerDevice();
        return 'on';
      }),
      askPermission: asking,
      subscribe: subscribing,
      unsubscribe: withTimeout(async () => {
        owner.keep(undefined, null);
        await api.call(pushCalls.setPushId, { body: { pId: null } });
        await unsubscribe();
      }),
    },
  });
  const invitation = pushInvitation.provide({
    actors: {
      loadAnswer: answered.ports.load,
      answerStore: answered.ports.keep,
      isAskable: withTimeout(() => {
        wasOffered ||= isAskable();
        return Promise.resolve(isAskable());
      }),
      askPermission: asking,
      subscribe: subscribing,
    },
  });
  return {
    subscription,
    invitation,
    /** Whether the offer of pushes has this visit: it was made, or is about to be. */
    isFirst: () => wasOffered || (isAskable() && answered.load({ member: memberId() ?? 0 }) === null),
  };
}
