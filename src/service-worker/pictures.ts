import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** Pictures that were seen: what lies under the name of one never changes. A page forgets people's with their session. */

const day = 24 * 60 * 60;
const picturesIn = (cacheName: string, maxEntries: number) =>
  new CacheFirst({
    cacheName,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: 30 * day, purgeOnQuotaError: true }),
    ],
  });

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/api\/image\/[\w-]+$/.test(url.pathname),
  picturesIn('pictures', 300),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/flags/'),
  picturesIn('flags', 100),
);
