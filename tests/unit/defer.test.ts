import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint, painted } from '#ui/list/defer.ts';

/** A page whose frames are drawn when the test says so: a hidden one draws none. */
class FakePage extends EventTarget {
  hidden = false;
  readonly frames: (() => void)[] = [];

  hide() {
    this.hidden = true;
    this.dispatchEvent(new Event('visibilitychange'));
  }

  drawFrame() {
    for (const frame of this.frames.splice(0)) frame();
  }
}

let page: FakePage;
beforeEach(() => {
  page = new FakePage();
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => page.frames.push(frame));
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

/** Starts to wait for the paint; the returned function tells whether it is done once nothing else is. */
const isPainted = () => {
  const paint = painted().then(() => true);
  return () => Promise.race([paint, otherTasks().then(() => false)]);
};

test('what waits for the paint is run in a task after the next frame', async () => {
  const told: string[] = [];
  afterPaint(() => told.push('painted'));
  await otherTasks();
  expect(told).toEqual([]);
  page.drawFrame();
  expect(told).toEqual([]);
  await otherTasks();
  expect(told).toEqual(['painted']);
});

test.each(['before the frame', 'after it'])('what was given up %s is not run', async (when) => {
  const what = vi.fn<() => void>();
  const giveUp = afterPaint(what);
  if (when === 'before the frame') giveUp();
  page.drawFrame();
  giveUp();
  await otherTasks();
  expect(what).not.toHaveBeenCalled();
});

test('a shown page is painted by its next frame', async () => {
  const done = isPainted();
  expect(await done()).toBe(false);
  page.drawFrame();
  expect(await done()).toBe(true);
});

test('nothing waits for the paint of a hidden page, nor of one that is hidden meanwhile', async () => {
  const meanwhile = isPainted();
  expect(await meanwhile()).toBe(false);
  page.hide();
  expect(await meanwhile()).toBe(true);
  const hidden = isPainted();
  expect(await hidden()).toBe(true);
  expect(page.frames).toHaveLength(1);
});
