import { allowListedScripts, workerAddress } from './trusted-types.ts';

/** Registering and updating the service worker (src/service-worker) from the page. */

const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;

/** Registers the worker. Resolves with null if it cannot be: in an old browser, a private window or without TLS. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!container) return null;
  allowListedScripts();
  try {
    await container.register(workerAddress, { updateViaCache: 'none' });
    return await currentWorker();
  } catch {
    return null;
  }
}

/** Resolves with the page's registration; null if there is none. */
export const currentWorker = async (): Promise<ServiceWorkerRegistration | null> =>
  (await container?.getRegistration()) ?? null;

/** Calls `waiting` when a newer worker is installed and waits for activation. */
export function watchWaitingWorker(
  registration: ServiceWorkerRegistration,
  waiting: () => void,
  signal: AbortSignal,
): void {
  const reportWaiting = () => {
    if (registration.waiting && container?.controller) waiting();
  };
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', reportWaiting, { signal }),
    { signal },
  );
  reportWaiting();
}

/** Calls `changed` when another worker takes control of the page, whichever tab activated it. */
export function watchWorkerChange(changed: () => void, signal: AbortSignal): void {
  // The first worker that takes control of an uncontrolled page is not a change.
  let hadWorker = container?.controller != null;
  container?.addEventListener(
    'controllerchange',
    () => {
      if (hadWorker) changed();
      hadWorker = true;
    },
    { signal },
  );
}

/** Checks for a newer worker and activates it; resolves when it controls the page, or when there is none. */
export async function changeWorker(registration: ServiceWorkerRegistration): Promise<void> {
  if (!registration.waiting) await registration.update();
  const { installing } = registration;
  if (installing) await untilInstalled(installing);
  const { waiting } = registration;
  if (!waiting) return;
  const changed = new Promise<void>((resolve) =>
    container?.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
  waiting.postMessage('skipWaiting');
  await changed;
}

const untilInstalled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) =>
    worker.addEventListener('statechange', () => {
      if (worker.state !== 'installing') resolve();
    }),
  );
