import { expect, test, vi } from 'vitest';
import { layerHistory, type createAppRouter } from '#app/router.tsx';

type Navigation = {
  to: string;
  search: (now: unknown) => unknown;
  state: (now: object) => unknown;
  resetScroll: boolean;
};

/** As much of a router as its layers use, at one place of its history. */
function fakeRouter(state: object, at = 0) {
  const place = { ...state, __TSR_index: at };
  const listeners = new Set<() => void>();
  const done: unknown[] = [];
  const history = {
    location: { state: place },
    go: (by: number) => done.push(['go', by]),
    flush: () => done.push('flush'),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const navigate = vi.fn<(to: Navigation) => Promise<void>>(() =>
    Promise.resolve(void done.push('navigate')),
  );
  const layers = layerHistory(() => ({ history, navigate }) as unknown as ReturnType<typeof createAppRouter>);
  const moveTo = (index: number) => {
    // oxlint-disable-next-line no-underscore-dangle -- the router's own name of an entry's place
    place.__TSR_index = index;
    for (const listener of listeners) listener();
  };
  return { layers, navigate, done, moveTo, listeners };
}

test('an entry has no layers, and is none of a layer, unless its state says so', () => {
  expect(fakeRouter({}).layers.current()).toEqual({ layers: 0, onLayer: false });
  expect(fakeRouter({ layers: 2, onLayer: true }).layers.current()).toEqual({ layers: 2, onLayer: true });
});

test('a layer’s entry has the same address, and keeps the scroll position of the entry below', () => {
  const { layers, navigate, done } = fakeRouter({});
  layers.push(2);
  expect(done).toEqual(['navigate', 'flush']);
  const [[pushed] = []] = navigate.mock.calls;
  expect(pushed).toMatchObject({ to: '.', resetScroll: false });
  expect(pushed?.search({ id: 3 })).toEqual({ id: 3 });
  expect(pushed?.state({ __TSR_key: 'ab', sheet: 1 })).toEqual({
    __TSR_key: 'ab',
    sheet: 1,
    layers: 2,
    onLayer: true,
    below: 'ab',
  });
});

test('moves are reported with their direction, until nobody listens', () => {
  const { layers, done, moveTo, listeners } = fakeRouter({}, 3);
  const moves: boolean[] = [];
  const stop = layers.subscribe((back) => moves.push(back));
  for (const index of [4, 3, 3, 1, 2]) moveTo(index);
  expect(moves).toEqual([false, true, false, true, false]);
  stop();
  expect(listeners.size).toBe(0);
  layers.back(2);
  expect(done).toEqual([['go', -2]]);
});
