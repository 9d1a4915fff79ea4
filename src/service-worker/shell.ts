import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The app itself, of one build: each file that a page may ask for, and the page for the one address there is. */

precacheAndRoute(PRECACHED, { directoryIndex: '', cleanURLs: false });
// Routes are in the hash. Any other address is the server's.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(\?|$)/] }));
cleanupOutdatedCaches();
clientsClaim();
