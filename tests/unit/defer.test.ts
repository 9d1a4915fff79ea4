import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from '#ui/list/defer.ts';

/** The callbacks that wait for the next frame, which is drawn when the test calls drawFrame. */
let frames: (() => void)[];
const drawFrame = () => {
  for (const frame of frames.splice(0)) frame();
};
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});
afterEach(() => vi.unstubAllGlobals());

/** All tasks that wait now, those of a message channel too. */
const otherTasks = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

test('afterPaint runs its callback in a task after the next frame', async () => {
  const order: string[] = [];
  afterPaint(() => order.push('painted'));
  await otherTasks();
  expect(order).toEqual([]);
  drawFrame();
  expect(order).toEqual([]);
  await otherTasks();
  expect(order).toEqual(['painted']);
});

test.each(['before the frame', 'after it'])('a callback that is cancelled %s does not run', async (when) => {
  const what = vi.fn<() => void>();
  const giveUp = afterPaint(what);
  if (when === 'before the frame') giveUp();
  drawFrame();
  giveUp();
  await otherTasks();
  expect(what).not.toHaveBeenCalled();
});
