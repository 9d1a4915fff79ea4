import './shell.ts';
import './pictures.ts';

/** The app's service worker. Each import brings handlers of its own; what none of them answers goes to the server. */

declare const self: ServiceWorkerGlobalScope;

// A new version waits until a page asks for it, so that no page meets the files of another one.
self.addEventListener('message', ({ data }) => {
  if (data === 'skipWaiting') void self.skipWaiting();
});
