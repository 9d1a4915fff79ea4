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
 * Loads the code of the other screens and sheets, so that they open without a connection too. What cannot be loaded now
 * is loaded when this is called again; nothing is where the device saves data.
 */
export async function fetchAhead(): Promise<void> {
  if (navigator.connection?.saveData === true) return;
  await wait(firstScreenTime);
  await preloadAll(idle).catch(() => {});
}
