import { Hono } from 'hono';
import type { Platform } from '#server/platform.ts';
import { bodyRules, takesFile } from './body.ts';
import type { Api, Env } from './env.ts';
import { errorHook } from './errors.ts';
import { crossOrigin, securityHeaders } from './headers.ts';
import { problem } from './problems.ts';
import { limitAddresses } from './rates.ts';
import { account, keepNothing, timeLimit } from './request.ts';
import { staticFiles } from './static.ts';

const answerWithin = 15_000;
// A picture may come over a weak line: reading it has limits of its own.
const takeFileWithin = 75_000;

export type Mount = (api: Api, platform: Platform) => void;

/** The whole HTTP surface: what every request passes, the API's routes, and the built app. */
export function createApp(platform: Platform, site: string, mount: Mount): Api {
  const { settings, log, metrics } = platform;
  const app = new Hono<Env>({ strict: false });
  app.onError(errorHook(log));
  app.use(account(log, metrics, settings.trustProxy), securityHeaders(settings));
  const limit = timeLimit((c) => (takesFile(c) ? takeFileWithin : answerWithin));
  const address = limitAddresses(settings);
  app.use('/api/*', keepNothing, crossOrigin(settings), address, limit, bodyRules);
  mount(app, platform);
  app.all('/api/*', () => {
    throw problem.notFound();
  });
  app.all('*', staticFiles(site));
  return app;
}
