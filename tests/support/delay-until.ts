import { expect } from 'vitest';

/**
 * Reads again and again until the answer equals `expected`, and returns the milliseconds from the call to the start of the
 * reading that did: how long the answer was late, without how long a reading takes on a busy machine.
 */
export async function delayUntil<T>(read: () => Promise<T>, expected: T): Promise<number> {
  const began = performance.now();
  let reading = began;
  const readOnce = () => {
    reading = performance.now();
    return read();
  };
  await expect.poll(readOnce, { interval: 20 }).toEqual(expected);
  return reading - began;
}
