import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

/** The page's side of the service worker, with a stand-in of the browser's. */

const container = Object.assign(new EventTarget(), { controller: null as object | null });
vi.stubGlobal('navigator', { serviceWorker: container });
const { changeWorker, registerWorker, watchWaitingWorker, watchWorkerChange } =
  await import('#actors/service-worker.ts');
afterAll(() => void vi.unstubAllGlobals());

type Worker = EventTarget & { state: string; postMessage: (message: unknown) => void };
const workerOf = (state: string, postMessage: Worker['postMessage'] = () => {}): Worker =>
  Object.assign(new EventTarget(), { state, postMessage });
type Registration = EventTarget & {
  installing: Worker | null;
  waiting: Worker | null;
  update: () => Promise<void>;
};
const registrationOf = (more: Partial<Registration> = {}): Registration =>
  Object.assign(
    new EventTarget(),
    { installing: null, waiting: null, update: () => Promise.resolve() },
    more,
  );
const asRegistration = (given: Registration) => given as unknown as ServiceWorkerRegistration;
const changesOver = () => container.dispatchEvent(new Event('controllerchange'));

let controller: AbortController;
beforeEach(() => {
  controller = new AbortController();
  container.controller = null;
});

describe('registering the worker', () => {
  const origin = 'https://hevre.example';
  type Rules = { createScriptURL: (address: string) => string | null };
  const createPolicy = vi.fn<(name: string, rules: Rules) => void>();
  beforeEach(() => {
    vi.stubGlobal('window', {
      location: { origin, href: `${origin}/#/main` },
      trustedTypes: { createPolicy },
    });
  });

  test('allows its script and Google’s once, and searches for newer ones past the browser’s cache', async () => {
    const registration = registrationOf();
    const register = vi.fn<(address: string, options: object) => Promise<void>>(() => Promise.resolve());
    Object.assign(container, { register, getRegistration: () => Promise.resolve(registration) });
    expect(await registerWorker()).toBe(registration);
    expect(await registerWorker()).toBe(registration);
    const request = ['/service-worker.js', { updateViaCache: 'none' }];
    expect(register.mock.calls).toEqual([request, request]);
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['default']);
    const rules = createPolicy.mock.calls[0]?.[1];
    const addresses = [
      '/service-worker.js',
      'https://apis.google.com/js/api.js',
      '/service-worker.js?v=2',
      '/assets/other.js',
      'https://evil.example/service-worker.js',
      'https://apis.google.com.evil.example/js/api.js',
    ];
    expect(addresses.filter((address) => rules?.createScriptURL(address) === address)).toEqual([
      '/service-worker.js',
      'https://apis.google.com/js/api.js',
    ]);
    expect(rules?.createScriptURL('/assets/other.js')).toBeNull();
  });

  test('that the browser refuses leaves the page without one', async () => {
    const register = () => Promise.reject(new DOMException('insecure', 'SecurityError'));
    Object.assign(container, { register, getRegistration: () => Promise.resolve(registrationOf()) });
    expect(await registerWorker()).toBeNull();
  });
});

describe('a waiting worker', () => {
  const watched = (registration: Registration) => {
    const waiting = vi.fn<() => void>();
    watchWaitingWorker(asRegistration(registration), waiting, controller.signal);
    return waiting;
  };
  const installs = (registration: Registration) => {
    registration.installing = workerOf('installing');
    registration.dispatchEvent(new Event('updatefound'));
    registration.waiting = registration.installing;
    registration.waiting.dispatchEvent(new Event('statechange'));
  };

  test('is reported if it is there already, and when it is installed', () => {
    container.controller = workerOf('activated');
    expect(watched(registrationOf({ waiting: workerOf('installed') }))).toHaveBeenCalledOnce();
    const registration = registrationOf();
    const waiting = watched(registration);
    expect(waiting).not.toHaveBeenCalled();
    installs(registration);
    expect(waiting).toHaveBeenCalledOnce();
  });

  test('is not reported on a page without a worker', () => {
    const registration = registrationOf();
    const waiting = watched(registration);
    installs(registration);
    expect(waiting).not.toHaveBeenCalled();
  });

  test('is not reported after the watch was aborted', () => {
    container.controller = workerOf('activated');
    const registration = registrationOf();
    const waiting = watched(registration);
    controller.abort();
    installs(registration);
    expect(waiting).not.toHaveBeenCalled();
  });
});

describe('a change of the page’s worker', () => {
  test.each([
    ['a page that had one', workerOf('activated'), [1, 2]],
    // The first worker takes control without changing the page.
    ['a page that had none', null, [0, 1]],
  ])('is reported, except for the first worker, on %s', (_, had, reported) => {
    container.controller = had;
    const changed = vi.fn<() => void>();
    watchWorkerChange(changed, controller.signal);
    const counts = [1, 2].map(() => {
      changesOver();
      return changed.mock.calls.length;
    });
    controller.abort();
    changesOver();
    expect([counts, changed.mock.calls.length]).toEqual([reported, reported[1]]);
  });
});

describe('the newest worker', () => {
  /** Runs until nothing more can happen by itself. */
  const settle = () => new Promise(setImmediate);

  test('that waits is activated without a search for a newer one', async () => {
    const messages: unknown[] = [];
    const waiting = workerOf('installed', (message) => messages.push(message));
    const update = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const change = changeWorker(asRegistration(registrationOf({ waiting, update })));
    expect(await Promise.race([change, settle().then(() => 'not yet')])).toBe('not yet');
    expect([messages, update.mock.calls.length]).toEqual([['skipWaiting'], 0]);
    changesOver();
    await change;
  });

  test('is searched for, and activated once it is installed', async () => {
    const messages: unknown[] = [];
    const coming = workerOf('installing', (message) => messages.push(message));
    const registration = registrationOf();
    registration.update = () => {
      registration.installing = coming;
      return Promise.resolve();
    };
    const change = changeWorker(asRegistration(registration));
    await settle();
    coming.dispatchEvent(new Event('statechange'));
    await settle();
    expect(messages).toEqual([]);
    Object.assign(registration, { installing: null, waiting: coming });
    coming.state = 'installed';
    coming.dispatchEvent(new Event('statechange'));
    await settle();
    expect(messages).toEqual(['skipWaiting']);
    changesOver();
    await change;
  });

  test('is the current one where there is no newer one', () =>
    expect(changeWorker(asRegistration(registrationOf()))).resolves.toBeUndefined());
});
