import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/**
 * Rate limits stored in the database and shared by all processes: one row a bucket. A window starts with its first
 * use.
 */
export type RateLimit = { readonly bucket: string; readonly max: number; readonly seconds: number };

/** Consumes one unit of each limit. Returns 0, or the seconds to wait if one is used up (then nothing is consumed). */
export async function consume(db: Db, ...limits: readonly RateLimit[]): Promise<number> {
  for (const [index, limit] of limits.entries()) {
    const seconds = await consumeOne(db, limit);
    if (seconds === 0) continue;
    await refund(db, ...limits.slice(0, index));
    return seconds;
  }
  return 0;
}

/**
 * Whether a bucket's window is running. A window that ends later than a new one would was started before the clock was set
 * back; a minute is tolerated, since clocks are corrected all the time.
 */
const isRunning = ({ seconds }: RateLimit) => sql`(counters.expires_at > clock_timestamp()
  and counters.expires_at < clock_timestamp() + ${seconds + 60}::int * interval '1 second')`;

async function consumeOne(db: Db, limit: RateLimit): Promise<number> {
  const { bucket, max, seconds } = limit;
  if (max < 1) return seconds;
  const running = isRunning(limit);
  const { rows } = await sql`
    insert into counters (bucket, used, expires_at)
    values (${bucket}, 1, clock_timestamp() + ${seconds}::int * interval '1 second')
    on conflict (bucket) do update set
      used = case when ${running} then counters.used + 1 else 1 end,
      expires_at = case when ${running} then counters.expires_at else excluded.expires_at end
    where not ${running} or counters.used < ${max}::int
    returning used`.execute(db);
  if (rows.length > 0) return 0;
  const { rows: waits } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds
    from counters where bucket = ${bucket} and used >= ${max}::int and ${running}`.execute(db);
  return waits[0]?.seconds || 1;
}

/** Units left of a limit. */
export async function remaining(db: Db, limit: RateLimit): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used from counters where bucket = ${limit.bucket} and ${isRunning(limit)}`.execute(db);
  return Math.max(0, limit.max - (rows[0]?.used ?? 0));
}

/** Returns one unit to each limit, for an attempt that was not made. */
export async function refund(db: Db, ...limits: readonly RateLimit[]): Promise<void> {
  for (const { bucket } of limits) {
    await sql`update counters set used = greatest(used - 1, 0) where bucket = ${bucket}`.execute(db);
  }
}
