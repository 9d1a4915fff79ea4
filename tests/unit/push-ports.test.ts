import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Api } from '#actors/api.ts';
import { createStorage } from '#actors/storage.ts';
import { providePush } from '#app/push-ports.ts';
import { FailureError } from '#contract/failures.ts';
import type { AppActor } from '#machines/app.ts';

/** The subscription of a device, as the device, the server and the next page see it. */

let subscription: object | null;
let cannotUnsubscribe: boolean;
let offline: boolean;
/** The push ids that the server was sent. */
let sent: unknown[];
let member: number;

const ownSubscription = {
  endpoint: 'https://push.example/own',
  options: { applicationServerKey: Uint8Array.from([1, 2]).buffer },
  getKey: () => Uint8Array.from([4]).buffer,
  unsubscribe() {
    if (cannotUnsubscribe) return Promise.reject(new DOMException('no', 'AbortError'));
    subscription = null;
    return Promise.resolve(true);
  },
};
const registration = {
  pushManager: {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => Promise.resolve((subscription = ownSubscription)),
  },
};

beforeEach(() => {
  [subscription, cannotUnsubscribe, offline, sent, member] = [null, false, false, [], 1];
  const Notification = { permission: 'granted', requestPermission: () => Promise.resolve('granted') };
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', { PushManager: {}, Notification, addEventListener() {} });
  vi.stubGlobal('Notification', Notification);
});
afterEach(() => vi.unstubAllGlobals());

const call = (_: unknown, { body: { pId } }: { body: { pId: unknown } }) => {
  if (offline) return Promise.reject(new FailureError({ kind: 'offline' }));
  sent.push(pId);
  return Promise.resolve({});
};
const app = () => ({
  getSnapshot: () => ({ context: { data: { appuser: { id: member }, activeParams: { pushKey: 'AQI' } } } }),
});

/** A browser, each of whose pages reads the device anew. */
function browser() {
  const storage = createStorage(null);
  return async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the ports read of both
    const ports = await providePush({ call } as unknown as Api, storage, app as unknown as () => AppActor);
    const actor = createActor(ports.subscription).start();
    const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    const state = async () => (await settled()).value;
    return {
      state,
      turn: async (to: 'enable' | 'disable') => {
        await settled();
        actor.send({ type: `push.${to}` });
        return state();
      },
    };
  };
}

describe('pushes to a device', () => {
  test('that are turned off offline come no more, and stay off', async () => {
    const openPage = browser();
    const page = await openPage();
    expect(await page.turn('enable')).toBe('on');
    offline = true;
    expect(await page.turn('disable')).toBe('off');
    expect(subscription).toBe(null);
    offline = false;
    expect([await (await openPage()).state(), subscription, sent.length]).toEqual(['off', null, 1]);
  });

  test('stay on, here and on the next page, if the browser cannot end them', async () => {
    const openPage = browser();
    const page = await openPage();
    await page.turn('enable');
    cannotUnsubscribe = true;
    expect(await page.turn('disable')).toBe('stillOn');
    expect([await (await openPage()).state(), sent.includes(null)]).toEqual(['on', false]);
    cannotUnsubscribe = false;
    expect([await page.turn('disable'), subscription, sent.at(-1)]).toEqual(['off', null, null]);
  });

  test('end when another member signs in whose session did not end by a sign-out', async () => {
    const openPage = browser();
    await (await openPage()).turn('enable');
    member = 2;
    expect([await (await openPage()).state(), subscription]).toEqual(['off', null]);
  });
});
