import { expect, test } from 'vitest';
import { Mutex } from '#contract/mutex.ts';

test('a mutex runs one after the other, in the order they came, and counts those that wait', async () => {
  const mutex = new Mutex();
  const states: unknown[] = [];
  const state = () => [mutex.isFree, mutex.waiting];
  expect(state()).toEqual([true, 0]);
  const release = await mutex.acquire();
  expect(state()).toEqual([false, 0]);
  const others = ['first', 'second'].map((name) =>
    mutex.run(async () => {
      states.push([name, ...state()]);
    }),
  );
  expect(state()).toEqual([false, 2]);
  expect(states).toEqual([]);
  release();
  await Promise.all(others);
  expect(states).toEqual([
    ['first', false, 1],
    ['second', false, 0],
  ]);
  expect(state()).toEqual([true, 0]);
});

test('a mutex is free again after work that failed', async () => {
  const mutex = new Mutex();
  await expect(mutex.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect([mutex.isFree, await mutex.run(() => Promise.resolve('next'))]).toEqual([true, 'next']);
});
