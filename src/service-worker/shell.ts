import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The app shell of one build: its files, and the page for the only address. */

precacheAndRoute(PRECACHED, { directoryIndex: '', cleanURLs: false });
// Routes are in the hash. All other addresses are the server's.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(\?|$)/] }));
cleanupOutdatedCaches();
clientsClaim();
