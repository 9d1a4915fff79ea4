import type { Api } from '#server/http/env.ts';
import { cleanUpSignIns } from '#server/forget.ts';
import { cleanUpLiveEvents } from '#server/live.ts';
import { idempotency } from '#server/http/idempotency.ts';
import { limitRequestsPerMember } from '#server/http/rates.ts';
import { authenticate } from '#server/identity.ts';
import type { Platform } from '#server/platform.ts';
import { cleanUpPictures } from '#server/pictures.ts';
import { pushJob } from '#server/push.ts';
import { reminderJob } from '#server/reminders.ts';
import { versionCheck } from '#server/version-check.ts';
import { mountCalls } from './calls.ts';
import { mountModels } from './models.ts';
import { mountOpenApi } from './openapi.ts';
import { mountPictureFiles } from './pictures.ts';
import { mountStatus } from './status.ts';

/** Every route of the API, in the order they are tried. */
export function mountRoutes(api: Api, platform: Platform): void {
  api.use('/api/*', versionCheck);
  mountStatus(api, platform);
  mountOpenApi(api);
  mountPictureFiles(api, platform);
  api.use('/api/*', authenticate(platform.db), limitRequestsPerMember(platform.settings), idempotency(platform.db));
  mountCalls(api, platform);
  mountModels(api, platform);
  platform.jobs.add(cleanUpSignIns(platform.db));
  platform.jobs.add(cleanUpLiveEvents(platform.db));
  platform.jobs.add(cleanUpPictures(platform.db));
  platform.jobs.add(reminderJob(platform.db));
  platform.jobs.add(pushJob(platform));
}
