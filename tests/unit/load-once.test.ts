import { expect, test, vi } from 'vitest';
import { loadOnce } from '#app/load-once.ts';
import { asFailure, FailureError, type Failure } from '#contract/failures.ts';

const failureOf = (promise: Promise<unknown>): Promise<Failure | null> => promise.then(() => null, asFailure);

test('a chunk is loaded once, however often it is requested', async () => {
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(7));
  const loadChunk = loadOnce(load);
  expect(await Promise.all([loadChunk(), loadChunk()])).toEqual([7, 7]);
  expect(await loadChunk()).toBe(7);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a chunk that cannot be fetched rejects as offline, and the next call tries again', async () => {
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(7));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const loadChunk = loadOnce(load);
  expect(await failureOf(loadChunk())).toEqual({ kind: 'offline' });
  expect(await loadChunk()).toBe(7);
});

test('a failure of the loaded code is passed on unchanged', async () => {
  const loadChunk = loadOnce(() => Promise.reject(new FailureError({ kind: 'forbidden' })));
  expect(await failureOf(loadChunk())).toEqual({ kind: 'forbidden' });
});
