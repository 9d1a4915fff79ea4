import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { webPush } from '#actors/web-push.ts';
import { subscriptionChanged } from '#contract/push-message.ts';

/** Pushes to a browser, with a stand-in of its push service. */

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
/** In base64url `-_8`: with both letters that base64 writes otherwise, and without its padding. */
const [key, otherKey] = ['-_8', 'AQI'];
const keyBytes = bytes(0xfb, 0xff);

/** The calls of the browser’s push API. */
let browserCalls: unknown[];
let current: object | null;
const subscriptionOf = (name: string, applicationServerKey: ArrayBuffer) => ({
  endpoint: `https://push.example/${name}`,
  options: { applicationServerKey },
  getKey: (of: string) => (of === 'p256dh' ? bytes(4, 0xff, 0xee) : bytes(0xfb, 0xf0)),
  unsubscribe: () => {
    browserCalls.push(`end ${name}`);
    current = null;
    return Promise.resolve(true);
  },
});
const manager = {
  getSubscription: () => Promise.resolve(current),
  subscribe: (options: object) => {
    browserCalls.push(options);
    return Promise.resolve((current = subscriptionOf('new', keyBytes)));
  },
};
let worker: EventTarget & { ready: Promise<object>; getRegistration: () => Promise<object | undefined> };
let registration: object | undefined;

beforeEach(() => {
  browserCalls = [];
  current = null;
  registration = { pushManager: manager };
  worker = Object.assign(new EventTarget(), {
    ready: Promise.resolve({ pushManager: manager }),
    getRegistration: () => Promise.resolve(registration),
  });
  const Notification = {
    permission: 'default',
    requestPermission: () => Promise.resolve('granted' as const),
  };
  vi.stubGlobal('navigator', { serviceWorker: worker });
  vi.stubGlobal('window', { PushManager: {}, Notification });
  vi.stubGlobal('Notification', Notification);
});
afterEach(() => vi.unstubAllGlobals());

const pushed = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  p256dh: 'BP_u',
  auth: '-_A',
});
const asking = { userVisibleOnly: true, applicationServerKey: key };

describe('a browser', () => {
  test('subscribes with the server’s key', async () => {
    expect(await webPush.subscribe(key)).toEqual(pushed('new'));
    expect(browserCalls).toEqual([asking]);
  });

  test('keeps a subscription with that key', async () => {
    current = subscriptionOf('old', keyBytes);
    expect(await webPush.subscribe(key)).toEqual(pushed('old'));
    expect(browserCalls).toEqual([]);
  });

  test('ends a subscription with another key first', async () => {
    current = subscriptionOf('old', keyBytes);
    await webPush.subscribe(otherKey);
    expect(browserCalls).toEqual(['end old', { ...asking, applicationServerKey: otherKey }]);
  });

  test('ends its subscription, if it has one', async () => {
    current = subscriptionOf('old', keyBytes);
    await webPush.unsubscribe();
    await webPush.unsubscribe();
    registration = undefined;
    await webPush.unsubscribe();
    expect(browserCalls).toEqual(['end old']);
  });

  test('reports and requests the permission', async () => {
    expect([await webPush.permission(), await webPush.askPermission()]).toEqual(['default', 'granted']);
  });

  test.each([
    ['with a server’s key', {}, key, true],
    ['of a server without a key', {}, '', false],
    ['without workers', { navigator: {} }, key, false],
    ['without pushes', { window: { Notification: {} } }, key, false],
    ['without notifications', { window: { PushManager: {} } }, key, false],
  ])('can be pushed to or not: %s', async (_, lacking, serverKey, can) => {
    for (const [name, value] of Object.entries(lacking)) vi.stubGlobal(name, value);
    expect(webPush.canBePushedTo(serverKey)).toBe(can);
    if (serverKey === '' || can) return;
    webPush.listen({ show: () => {}, renew: () => {} });
    await webPush.unsubscribe();
  });

  test('receives pushes from its worker, and confirms that they are shown', () => {
    const workerEvents: unknown[] = [];
    webPush.listen({ show: (push) => workerEvents.push(push), renew: () => workerEvents.push('renewed') });
    const port = { postMessage: (message: unknown) => workerEvents.push(message) };
    const reports = (data: unknown, ports: object[] = [port]) =>
      worker.dispatchEvent(Object.assign(new Event('message'), { data, ports }));
    const push = { title: 'בול!', body: '4 נקודות' };
    reports({ pushed: push });
    reports({ pushed: push }, []);
    reports('another message');
    reports(subscriptionChanged);
    expect(workerEvents).toEqual([push, true, push, 'renewed']);
  });
});
