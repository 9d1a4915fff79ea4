import type { Api } from '#server/http/env.ts';
import { forgetSignIns } from '#server/forget.ts';
import { forgetEvents } from '#server/live.ts';
import { idempotency } from '#server/http/idempotency.ts';
import { limitMembers } from '#server/http/rates.ts';
import { identity } from '#server/identity.ts';
import type { Platform } from '#server/platform.ts';
import { forgetPictures } from '#server/pictures.ts';
import { push } from '#server/push.ts';
import { remind } from '#server/reminders.ts';
import { versionCheck } from '#server/version-check.ts';
import { callsRoutes } from './calls.ts';
import { modelsRoutes } from './models.ts';
import { openApiRoutes } from './openapi.ts';
import { picturesRoutes } from './pictures.ts';
import { statusRoutes } from './status.ts';

/** Every route of the API, in the order they are tried. */
export function mountRoutes(api: Api, platform: Platform): void {
  api.use('/api/*', versionCheck);
  statusRoutes(api, platform);
  openApiRoutes(api);
  picturesRoutes(api, platform);
  api.use('/api/*', identity(platform.db), limitMembers(platform.settings), idempotency(platform.db));
  callsRoutes(api, platform);
  modelsRoutes(api, platform);
  platform.jobs.add(forgetSignIns(platform.db));
  platform.jobs.add(forgetEvents(platform.db));
  platform.jobs.add(forgetPictures(platform.db));
  platform.jobs.add(remind(platform.db));
  platform.jobs.add(push(platform));
}
