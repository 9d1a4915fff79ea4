import { createActor } from 'xstate';
import { currentWorker } from '#actors/service-worker.ts';
import type { Machines } from '#screens/app-context.tsx';
import { preloadAll } from '#ui/primitives/lazy-component.tsx';

/** Milliseconds in which nothing is fetched beside the first screen. */
const firstScreenTime = 5_000;

/** Milliseconds in which nothing is fetched after a touch, a key or a scroll. */
const stillTime = 2_000;
const inputs = ['pointerdown', 'keydown', 'scroll'];

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until the browser is idle; 200 ms in Safari, which has no `requestIdleCallback`. */
const idle = () =>
  'requestIdleCallback' in window
    ? new Promise<void>((resolve) => requestIdleCallback(() => resolve()))
    : wait(200);

/** Listens to the page's input until `stop`. `quiet` waits until the browser is idle and there was no input for a while. */
function watchInput(): { quiet(): Promise<void>; stop(): void } {
  const listening = new AbortController();
  const { signal } = listening;
  let lastInput = -Infinity;
  const note = () => (lastInput = performance.now());
  for (const type of inputs) window.addEventListener(type, note, { capture: true, passive: true, signal });
  return {
    async quiet() {
      await idle();
      for (;;) {
        const left = lastInput + stillTime - performance.now();
        if (left <= 0) return;
        await wait(left);
      }
    },
    stop: () => listening.abort(),
  };
}

/**
 * Rejects if a newer version of the app waits. A request would wake the older worker, and Chromium would then delay
 * activating the new one for minutes.
 */
async function refuseIfUpdateWaits(): Promise<void> {
  if ((await currentWorker())?.waiting) throw new Error('a newer version waits');
}

/** Waits until the first screen has had its time, and the page is quiet. */
export async function afterFirstScreen(): Promise<void> {
  const input = watchInput();
  await wait(firstScreenTime);
  await input.quiet();
  input.stop();
}

/** Registers a subscribed device with the server again: its token or the server's key may have changed. */
async function resumePush(load: Machines['push']): Promise<void> {
  const isGranted = 'Notification' in window && Notification.permission === 'granted';
  // In the native shell the plugin has the permission.
  if (!isGranted && !window.Capacitor?.isNativePlatform()) return;
  try {
    createActor((await load()).subscription).start();
  } catch {
    // Tried again at the next start.
  }
}

/** The machines whose code is loaded by itself. */
const deferredMachines = [
  'chat',
  'join',
  'wizard',
  'roundResults',
  'importCompetition',
  'linkPhone',
  'notificationPreferences',
  'push',
  'installOffer',
  'shareTarget',
] as const satisfies readonly (keyof Machines)[];

/**
 * Loads the code of the other screens and sheets, and their machines, so that they open offline too. What fails is loaded
 * by the next call. Does nothing if the device saves data.
 */
export async function fetchAhead(machines: Machines): Promise<void> {
  await afterFirstScreen();
  await resumePush(machines.push);
  if (navigator.connection?.saveData === true) return;
  const input = watchInput();
  const quiet = async () => {
    await input.quiet();
    await refuseIfUpdateWaits();
  };
  try {
    await preloadAll(quiet);
    for (const name of deferredMachines) {
      await quiet();
      await machines[name]();
    }
  } catch {
    // The next call continues.
  } finally {
    input.stop();
  }
}
