import { createActor, createMachine, toPromise, type PromiseActorLogic } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { createStorage } from '#actors/storage.ts';
import { provideAppUpdate } from '#app/app-update-ports.ts';
import { leftBuild } from '#app/reload-once.ts';
import { withoutAppUpdate } from '#app/without-app-update.ts';
import type { AppActor } from '#machines/app.ts';
import { OutdatedAlone } from '#screens/shell/boot-screens.tsx';

type Registration = { waiting: object | null; installing: object | null; update: () => Promise<void> };

/** The browser’s registration of the worker. Its actor reads the browser as it is loaded. */
const browser = vi.hoisted(() => {
  const own: { registration: Registration | undefined } = { registration: undefined };
  Object.defineProperty(navigator, 'serviceWorker', {
    value: Object.assign(new EventTarget(), {
      controller: null,
      getRegistration: () => Promise.resolve(own.registration),
    }),
  });
  return own;
});

/** An app whose refusals are set by hand; as much of it as the ports of its update read. */
function fakeApp() {
  const listeners = new Set<(state: unknown) => void>();
  const stateOf = (outdated: boolean) => ({ matches: () => outdated });
  const app = {
    getSnapshot: () => stateOf(false),
    subscribe(listener: (state: unknown) => void) {
      listeners.add(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
  } as unknown as AppActor;
  return { app, listeners, refuse: () => listeners.forEach((listener) => listener(stateOf(true))) };
}

const showPage = () => document.dispatchEvent(new Event('visibilitychange'));
const missFile = () => window.dispatchEvent(new Event('vite:preloadError'));

test('signs of another version are reported until they are no longer watched, and every listener ends with that', () => {
  const { app, listeners, refuse } = fakeApp();
  const { watchVersions } = provideAppUpdate(app, () => Promise.resolve()).implementations.actors;
  const reported: string[] = [];
  const listening = vi.spyOn(window, 'addEventListener');
  const watcher = createActor(
    createMachine({
      invoke: { src: watchVersions as never },
      on: { '*': { actions: ({ event }) => reported.push(event.type) } },
    }),
  ).start();
  const ended = () =>
    listening.mock.calls.flatMap(([type, , options]) =>
      type === 'vite:preloadError' && typeof options === 'object' ? [options.signal?.aborted] : [],
    );
  refuse();
  showPage();
  missFile();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  showPage();
  expect(reported).toEqual(['version.refused', 'page.shown', 'file.missing']);

  expect([listeners.size, ended()]).toEqual([1, [false]]);
  watcher.stop();
  expect([listeners.size, ended()]).toEqual([0, [true]]);
});

describe('the version of the server', () => {
  const pageOf = (build: string | null) =>
    `<!doctype html><head>${build === null ? '' : `<meta name="entry" content="${build}" />`}</head>`;
  const check = async (page: Response, registration?: Partial<Registration>) => {
    document.head.innerHTML = '<meta name="entry" content="/assets/a.js /assets/a.css" />';
    const asked = vi.fn<typeof fetch>(() => Promise.resolve(page));
    vi.stubGlobal('fetch', asked);
    const own = { waiting: null, installing: null, update: () => Promise.resolve(), ...registration };
    browser.registration = registration ? own : undefined;
    const { checkVersion } = provideAppUpdate(fakeApp().app, () => Promise.resolve()).implementations.actors;
    const actor = createActor(checkVersion as PromiseActorLogic<string>).start();
    const outcome = await toPromise(actor).catch(String);
    const signal = expect.any(AbortSignal) as AbortSignal;
    expect(asked.mock.calls).toEqual([['/', { cache: 'no-cache', signal }]]);
    vi.unstubAllGlobals();
    document.head.innerHTML = '';
    return outcome;
  };

  test.each([
    ['is the page’s', '/assets/a.js /assets/a.css', 'same'],
    ['is another', '/assets/b.js /assets/a.css', 'ready'],
    ['is not known, as from something in between', null, 'same'],
  ])('%s', async (_, build, outcome) => {
    expect(await check(new Response(pageOf(build)))).toBe(outcome);
  });

  test('is not known where the server fails', async () => {
    expect(await check(new Response('', { status: 503 }))).toBe('Error: the page is answered with 503');
  });

  test('comes with a worker that is being installed, which is looked for unless one waits already', async () => {
    const other = () => new Response(pageOf('/assets/b.js'));
    const update = vi.fn<() => Promise<void>>(() => Promise.resolve());
    expect(await check(other(), { installing: {}, update })).toBe('coming');
    expect(update).toHaveBeenCalledOnce();
    expect(await check(other(), { update })).toBe('ready');
    expect(update).toHaveBeenCalledTimes(2);
    expect(await check(other(), { waiting: {}, update })).toBe('ready');
    expect(await check(new Response(pageOf('/assets/a.js /assets/a.css')), { update })).toBe('same');
    expect(update).toHaveBeenCalledTimes(2);
  });
});

describe('without the update notice’s chunk', () => {
  const build = '/assets/a.js /assets/a.css';
  test.each([
    ['the page reloads where the server answers: its build was replaced', () => new Response(), build],
    ['offline the page stays', () => Promise.reject(new TypeError('Failed to fetch')), null],
    ['the page stays where the server fails', () => new Response('', { status: 503 }), null],
  ])('%s', async (_, answer, reloaded) => {
    document.head.innerHTML = `<meta name="entry" content="${build}" />`;
    const asked = vi.fn<typeof fetch>(async () => answer());
    vi.stubGlobal('fetch', asked);
    expect(await withoutAppUpdate()).toBe(OutdatedAlone);
    expect(asked.mock.calls).toEqual([['/', { method: 'HEAD', cache: 'no-store' }]]);
    // This environment cannot reload; what the reloaded page would read tells of it.
    expect(createStorage(sessionStorage).read(leftBuild)).toBe(reloaded);
    vi.unstubAllGlobals();
    sessionStorage.clear();
    document.head.innerHTML = '';
  });
});
