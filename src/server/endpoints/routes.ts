import type { Api } from '#server/http/env.ts';
import { idempotency } from '#server/http/idempotency.ts';
import { limitRequestsPerMember } from '#server/http/request-rate.ts';
import { authenticate } from '#server/auth/sessions.ts';
import type { Platform } from '#server/boot/platform.ts';
import { versionCheck } from '#server/http/version.ts';
import { mountCalls } from './call-routes.ts';
import { mountModels } from './model-routes.ts';
import { mountOpenApi } from './openapi.ts';
import { mountPictureFiles } from './picture-files.ts';
import { mountStatus } from './status.ts';

/** Mounts every route of the API, in order of precedence. */
export function mountRoutes(api: Api, platform: Platform): void {
  api.use('/api/*', versionCheck);
  mountStatus(api, platform);
  mountOpenApi(api);
  mountPictureFiles(api, platform);
  api.use('/api/*', authenticate(platform), limitRequestsPerMember(platform), idempotency(platform.db));
  mountCalls(api, platform);
  mountModels(api, platform);
}
