import { afterEach, expect, test, vi } from 'vitest';
import type { Machines } from '#screens/app-context.tsx';

afterEach(() => vi.useRealTimers());

/** Machines whose code is loaded by itself, and what was loaded of them, with the time in seconds. */
function loadedMachines() {
  const began = performance.now();
  const loaded: string[] = [];
  const machines = new Proxy({} as Machines, {
    get: (_, name) => () =>
      Promise.resolve(loaded.push(`${String(name)} ${((performance.now() - began) / 1000).toFixed(1)}`)),
  });
  return { machines, loaded };
}

test('code is fetched after the first screen’s time, not within two seconds of a touch, a key or a scroll', async () => {
  // Components of other tests' modules would be preloaded too.
  vi.resetModules();
  const { fetchAhead } = await import('#app/fetch-ahead.ts');
  vi.useFakeTimers();
  const { machines, loaded } = loadedMachines();
  const fetching = fetchAhead(machines);
  await vi.advanceTimersByTimeAsync(5_500);
  expect(loaded).toEqual(['chat 5.4']);

  // An element's own events, one of which does not bubble.
  const box = document.body.appendChild(document.createElement('div'));
  for (const event of [
    new Event('pointerdown', { bubbles: true }),
    new Event('keydown', { bubbles: true }),
    new Event('scroll'),
  ]) {
    box.dispatchEvent(event);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(loaded).toHaveLength(1);
  }
  await vi.runAllTimersAsync();
  await fetching;
  // Two seconds after the last of them; then as often as an old Safari is taken for idle.
  expect(loaded).toEqual([
    'chat 5.4',
    'join 11.3',
    'wizard 11.5',
    'roundResults 11.7',
    'importCompetition 11.9',
    'linkPhone 12.1',
    'notificationPreferences 12.3',
    'push 12.5',
    'installOffer 12.7',
    'shareTarget 12.9',
  ]);
});
