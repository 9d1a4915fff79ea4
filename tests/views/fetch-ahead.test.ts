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
  await vi.advanceTimersByTimeAsync(4_000);
  // An element's own events, one of which does not bubble.
  const box = document.body.appendChild(document.createElement('div'));
  box.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(2_300);
  expect(loaded).toEqual(['chat 6.2']);

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
    'chat 6.2',
    'join 12.1',
    'wizard 12.3',
    'roundResults 12.5',
    'importCompetition 12.7',
    'linkPhone 12.9',
    'notificationPreferences 13.1',
    'push 13.3',
    'installOffer 13.5',
    'shareTarget 13.7',
  ]);
});
