import './shell.ts';
import './pictures.ts';
import './push.ts';
import './share.ts';

/** The app's service worker. Each import adds handlers; a request that none of them answers goes to the server. */

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

// Static routes: API calls bypass the worker. They do not wait for it to start, and do not restart an old worker while a new
// one is waiting to replace it, which makes Chromium delay the replacement for minutes.
self.addEventListener('install', (event: RoutedInstallEvent) => {
  // The first match counts: pictures are cached (pictures.ts).
  const routed = event.addRoutes?.([route('/api/image/*', 'fetch-event'), route('/api/*', 'network')]);
  // Without static routes, calls go through the worker.
  if (routed) event.waitUntil(routed.catch(() => {}));
});

// A new version waits until a page asks for it, so that no page gets files of another version.
self.addEventListener('message', ({ data }) => {
  if (data === 'skipWaiting') void self.skipWaiting();
});
