import { createActor } from 'xstate';
import { currentWorker } from '#actors/service-worker.ts';
import type { Machines } from '#screens/app-context.tsx';
import { preloadAll } from '#ui/primitives/lazy-component.tsx';

/** Milliseconds that the first screen has for itself. */
const firstScreenTime = 5_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Until the browser has nothing else to do; Safari cannot tell. */
const idle = () =>
  'requestIdleCallback' in window
    ? new Promise<void>((resolve) => requestIdleCallback(() => resolve()))
    : wait(200);

/**
 * Until the browser has nothing else to do; rejects once a newer version of the app waits. A request would wake the older
 * worker, and Chromium would then put off for minutes the change that a tap asks for.
 */
async function idleUnlessUpdateWaits(): Promise<void> {
  await idle();
  if ((await currentWorker())?.waiting) throw new Error('a newer version waits');
}

/** Until the first screen has had its time. */
export async function afterFirstScreen(): Promise<void> {
  await wait(firstScreenTime);
  await idle();
}

/** A device that is pushed to is made known to the server again: its browser or the server's key may have changed. */
async function resumePush(load: Machines['push']): Promise<void> {
  const isGranted = 'Notification' in window && Notification.permission === 'granted';
  // A phone is asked by the shell's own plugin.
  if (!isGranted && !window.Capacitor?.isNativePlatform()) return;
  try {
    createActor((await load()).subscription).start();
  } catch {
    // At the next start.
  }
}

/** The machines whose code is loaded by itself. */
const deferredMachines = [
  'chat',
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
 * Loads the code of the other screens and sheets, and their machines, so that they open without a connection too. What
 * cannot be loaded now is loaded when this is called again; nothing is where the device saves data.
 */
export async function fetchAhead(machines: Machines): Promise<void> {
  await afterFirstScreen();
  await resumePush(machines.push);
  if (navigator.connection?.saveData === true) return;
  try {
    await preloadAll(idleUnlessUpdateWaits);
    for (const name of deferredMachines) {
      await idleUnlessUpdateWaits();
      await machines[name]();
    }
  } catch {
    // The next call goes on.
  }
}
