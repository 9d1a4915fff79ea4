import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';

/** Whether a session `s` is live: neither revoked nor left unused for too long, nor begun too long ago. */
export const isLiveSession = sql<boolean>`(s.revoked_at is null and s.expires_at > now()
  and s.last_seen > now() - ${limits.session.idleDays}::int * interval '1 day')`;
