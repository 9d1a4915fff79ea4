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

/** Until the first screen has had its time. */
export async function afterFirstScreen(): Promise<void> {
  await wait(firstScreenTime);
  await idle();
}

/**
 * Loads the code of the other screens and sheets, and their machines, so that they open without a connection too. What
 * cannot be loaded now is loaded when this is called again; nothing is where the device saves data.
 */
export async function fetchAhead({
  wizard,
  roundResults,
  importCompetition,
  linkPhone,
  notificationPreferences,
}: Machines): Promise<void> {
  if (navigator.connection?.saveData === true) return;
  await afterFirstScreen();
  try {
    await preloadAll(idle);
    for (const load of [wizard, roundResults, importCompetition, linkPhone, notificationPreferences]) {
      await idle();
      await load();
    }
  } catch {
    // The next call goes on.
  }
}
