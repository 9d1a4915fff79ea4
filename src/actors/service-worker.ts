import { allowListedScripts, workerAddress } from './trusted-types.ts';

/** The page's side of the service worker (src/service-worker). */

const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;

/** Starts it, in the background; null where there is none: an old browser, a private window, an address without TLS. */
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

/** Null where none was started. */
export const currentWorker = async (): Promise<ServiceWorkerRegistration | null> =>
  (await container?.getRegistration()) ?? null;

/** Reports a newer worker that waits until the older one's pages let it in. */
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

/** Reports that another worker has taken the page over, whichever tab has let it. */
export function watchWorkerChange(changed: () => void, signal: AbortSignal): void {
  // A page that had none belongs to the first one without being changed by it.
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

/** Lets the newest worker take over the page; resolves when it has, at once where there is none newer. */
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
