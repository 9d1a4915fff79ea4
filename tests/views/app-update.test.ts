import { createActor, createMachine } from 'xstate';
import { expect, test, vi } from 'vitest';
import { provideAppUpdate } from '#app/app-update-ports.ts';
import type { AppActor } from '#machines/app.ts';

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
