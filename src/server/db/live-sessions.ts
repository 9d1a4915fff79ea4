import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';

/** Whether session `s` is live: not revoked, not unused for too long, and not too old. */
export const isLiveSession = sql<boolean>`(s.revoked_at is null and s.expires_at > now()
  and s.last_seen > now() - ${limits.session.idleDays}::int * interval '1 day')`;
