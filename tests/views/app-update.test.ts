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

test('the page’s signs of another version are reported until the update is stopped, and nothing is held then', () => {
  const { app, listeners, refuse } = fakeApp();
  const { watchVersions } = provideAppUpdate(app, () => Promise.resolve()).implementations.actors;
  const reported: string[] = [];
  const update = createActor(
    createMachine({
      invoke: { src: watchVersions as never },
      on: { '*': { actions: ({ event }) => reported.push(event.type) } },
    }),
  ).start();
  refuse();
  showPage();
  missFile();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  showPage();
  expect(reported).toEqual(['version.refused', 'page.shown', 'file.missing']);

  vi.restoreAllMocks();
  update.stop();
  expect(listeners.size).toBe(0);
  refuse();
  showPage();
  missFile();
  expect(reported).toEqual(['version.refused', 'page.shown', 'file.missing']);
});
