import { Hono } from 'hono';
import type { Platform } from '#server/boot/platform.ts';
import { appLinks } from './app-links.ts';
import { checkBody, isFileUpload, settleUnreadBody } from './body.ts';
import type { Api, Env } from './env.ts';
import { errorHandler } from './errors.ts';
import { crossOrigin, securityHeaders } from './headers.ts';
import { problem } from './problems.ts';
import { limitRequestsPerAddress } from './request-rate.ts';
import { endStreamOfHead, sendStreamed, trackRequest, noStoreByDefault, timeLimit } from './middleware.ts';
import { inlineScriptHashes, staticFiles } from './static.ts';

const responseTimeout = 15_000;
// Longer than the limits of a slow upload, which are checked separately.
const uploadTimeout = 75_000;

export type MountRoutes = (api: Api, platform: Platform) => void;

/** The HTTP app: middleware of all requests, the API's routes and the client's files. */
export function createApp(platform: Platform, clientFolder: string, mountRoutes: MountRoutes): Api {
  const { settings, log, metrics } = platform;
  const app = new Hono<Env>({ strict: false });
  app.onError(errorHandler(log));
  app.use(settleUnreadBody, endStreamOfHead, sendStreamed);
  app.use(
    trackRequest(log, metrics, settings.trustProxy),
    securityHeaders(settings, inlineScriptHashes(clientFolder)),
  );
  const timeout = timeLimit((c) => (isFileUpload(c) ? uploadTimeout : responseTimeout));
  const addressRate = limitRequestsPerAddress(platform);
  app.use('/api/*', noStoreByDefault, crossOrigin(settings), addressRate, timeout, checkBody);
  mountRoutes(app, platform);
  app.all('/api/*', () => {
    throw problem.notFound();
  });
  app.all('*', appLinks(settings), staticFiles(clientFolder));
  return app;
}
