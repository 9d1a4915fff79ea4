import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Api } from '#actors/api.ts';
import { createStorage } from '#actors/storage.ts';
import { providePush } from '#app/push-ports.ts';
import { FailureError } from '#contract/failures.ts';
import { subscriptionChanged } from '#contract/push-message.ts';
import type { AppActor } from '#machines/app.ts';

/** The subscription of a device, as the device, the server and the next page see it. */

let subscription: object | null;
let cannotUnsubscribe: boolean;
let offline: boolean;
/** The push ids that the server was sent. */
let sent: unknown[];
let member: number;
let permission: 'default' | 'granted';
/** The toasts that were requested. */
let toasts: unknown[];

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
  [permission, toasts] = ['granted', []];
  const Notification = {
    get permission() {
      return permission;
    },
    requestPermission: () => Promise.resolve((permission = 'granted')),
  };
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  });
  vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Chrome', maxTouchPoints: 5 });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
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
  getSnapshot: () => ({
    context: { data: { appuser: { id: member }, activeParams: { pushKey: 'AQI' } } },
    children: { toasts: { send: (event: unknown) => void toasts.push(event) } },
  }),
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
      ports,
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

/** What the service worker sends to its pages. */
const receives = (data: unknown) =>
  void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));

test('a push to a page in the foreground is a toast with its words', async () => {
  await browser()();
  receives({ pushed: { title: 'גול', body: 'הפועל – מכבי 1:0' } });
  expect(toasts).toEqual([
    {
      type: 'toast.show',
      toast: {
        kind: 'success',
        message: 'push.toast',
        values: { title: 'גול', body: 'הפועל – מכבי 1:0' },
      },
    },
  ]);
});

test('the server gets the subscription of each page, and the one that replaces it, of the member who enabled it', async () => {
  const openPage = browser();
  await (await openPage()).turn('enable');
  const ownId = { endpoint: 'https://push.example/own', p256dh: 'BA', auth: 'BA' };
  expect(sent).toEqual([ownId]);
  receives(subscriptionChanged);
  await expect.poll(() => sent).toEqual([ownId, ownId]);
  member = 2;
  receives(subscriptionChanged);
  await new Promise(setImmediate);
  member = 1;
  expect(sent).toHaveLength(2);
  expect([await (await openPage()).state(), sent]).toEqual(['on', [ownId, ownId, ownId]]);
});

describe('the offer of pushes', () => {
  async function offered(page: { ports: Awaited<ReturnType<typeof providePush>> }) {
    const actor = createActor(page.ports.offer, { input: { member } }).start();
    const settled = await waitFor(actor, ({ value }) => value === 'offered' || value === 'closed');
    return { actor, value: settled.value };
  }

  test('has the visit, is made once to each member, and enables pushes', async () => {
    permission = 'default';
    const openPage = browser();
    const page = await openPage();
    expect(await page.ports.isFirst()).toBe(true);
    const { actor, value } = await offered(page);
    expect(value).toBe('offered');
    actor.send({ type: 'offer.accept' });
    await waitFor(actor, (snapshot) => snapshot.value === 'closed');
    expect([permission, sent.length, await page.ports.isFirst()]).toEqual(['granted', 1, true]);

    permission = 'default';
    const next = await openPage();
    expect([await next.ports.isFirst(), (await offered(next)).value]).toEqual([false, 'closed']);
    member = 2;
    expect([await next.ports.isFirst(), (await offered(next)).value]).toEqual([true, 'offered']);
  });

  test('is not made where the browser was asked, or to whoever is to install first', async () => {
    const openPage = browser();
    const granted = await openPage();
    expect([await granted.ports.isFirst(), (await offered(granted)).value]).toEqual([false, 'closed']);
    permission = 'default';
    const { serviceWorker } = navigator;
    vi.stubGlobal('navigator', { serviceWorker, userAgent: 'iPhone Safari/604.1' });
    expect([await granted.ports.isFirst(), (await offered(granted)).value]).toEqual([false, 'closed']);
  });
});
