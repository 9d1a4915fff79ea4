import { expect } from 'vitest';

/**
 * Reads repeatedly until the answer equals `expected`. Returns the milliseconds from the call to the start of that last
 * read: the delay of the answer, without the time that a read takes on a busy machine.
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
