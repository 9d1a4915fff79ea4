import { sql } from 'kysely';
import type { Db } from '#server/http/context.ts';
import type { Job } from '#server/boot/job-scheduler.ts';

/** Forgets what signing in has left behind: counted-out limits, old PINs, and sessions that nobody can use. */
export function cleanUpSignIns(db: Db): Job {
  return {
    name: 'forget-sign-ins',
    every: 60 * 60_000,
    async run() {
      await sql`delete from counters where expires_at < now()`.execute(db);
      await sql`delete from pins where created < now() - interval '1 day'`.execute(db);
      await sql`
        delete from sessions
        where coalesce(revoked_at, expires_at) < now() - interval '7 days'`.execute(db);
    },
  };
}
