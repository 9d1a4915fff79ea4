import type { Settings } from '#server/boot/settings.ts';
import type { Middleware } from './env.ts';

/** What phones ask a site for before they open its links in an app. Absent where the settings name no app. */

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

/** For iPhones. The page alone is the app's: pictures and the API stay the browser's. */
const siteAssociation = ({ apple }: Settings['apps']) =>
  apple === '' ? null : { applinks: { details: [{ appIDs: [apple], components: [{ '/': '/' }] }] } };

/** Serves both. */
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
