import type { Settings } from '#server/boot/settings.ts';
import type { Middleware } from './env.ts';

/** Files that phones request before they open the site's links in an app. Absent if the settings name no app. */

/** For Android (Digital Asset Links). */
function assetLinks({ android }: Settings['apps']) {
  return (
    android && [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: android.id,
          sha256_cert_fingerprints: android.fingerprints,
        },
      },
    ]
  );
}

/** For iPhones. Only `/` opens in the app; pictures and the API stay in the browser. */
const siteAssociation = ({ apple }: Settings['apps']) =>
  apple === '' ? null : { applinks: { details: [{ appIDs: [apple], components: [{ '/': '/' }] }] } };

/** Serves both files. */
export function appLinks({ apps }: Settings): Middleware {
  const files: Readonly<Record<string, object | null>> = {
    '/.well-known/assetlinks.json': assetLinks(apps),
    '/.well-known/apple-app-site-association': siteAssociation(apps),
  };
  return async (c, next) => {
    const file = c.req.method === 'GET' ? files[c.req.path] : null;
    return file ? c.json(file, 200, { 'Cache-Control': 'public, max-age=3600' }) : next();
  };
}
