import './shell.ts';
import './pictures.ts';
import './push.ts';
import './share.ts';

/** The app's service worker. Each import brings handlers of its own; what none of them answers goes to the server. */

declare const self: ServiceWorkerGlobalScope;

/** https://w3c.github.io/ServiceWorker/#service-worker-static-routing-api; not in every browser. */
type Route = { condition: { urlPattern: { pathname: string } }; source: 'network' | 'fetch-event' };
type RoutedInstallEvent = ExtendableEvent & {
  readonly addRoutes?: (routes: readonly Route[]) => Promise<void>;
};

const route = (pathname: string, source: Route['source']): Route => ({
  condition: { urlPattern: { pathname } },
  source,
});

// Calls of the server pass the worker by. They need not wait until it has started, and none starts an older one again while a
// newer one is to take its place: Chromium then puts the change off for minutes.
self.addEventListener('install', (event: RoutedInstallEvent) => {
  // The first that fits counts; pictures are kept (pictures.ts).
  const routed = event.addRoutes?.([route('/api/image/*', 'fetch-event'), route('/api/*', 'network')]);
  // Without routes, calls go through the worker.
  if (routed) event.waitUntil(routed.catch(() => {}));
});

// A new version waits until a page asks for it, so that no page meets the files of another one.
self.addEventListener('message', ({ data }) => {
  if (data === 'skipWaiting') void self.skipWaiting();
});
