import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** Caches pictures on first use: the content of an address never changes. Uploaded ones are deleted when the session ends. */

declare const self: ServiceWorkerGlobalScope;

const month = 30 * 24 * 60 * 60;

function keepSeen(isPicture: (path: string) => boolean, cacheName: string, maxEntries: number) {
  const expiration = new ExpirationPlugin({ maxEntries, maxAgeSeconds: month, purgeOnQuotaError: true });
  const plugins = [new CacheableResponsePlugin({ statuses: [200] }), expiration];
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname),
    new CacheFirst({ cacheName, plugins }),
  );
  return expiration;
}

keepSeen((path) => path.startsWith('/assets/flags/'), 'flags', 100);
const people = keepSeen((path) => /^\/api\/image\/[\w-]+$/.test(path), 'pictures', 300);

self.addEventListener('message', (event) => {
  if (event.data === 'signedOut' || event.data === 'sessionExpired')
    event.waitUntil(people.deleteCacheAndMetadata());
});
