import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/**
 * Rate limits stored in the database, shared by all processes: one row a bucket. The window starts with its first
 * use.
 */
export type RateLimit = { readonly bucket: string; readonly max: number; readonly seconds: number };

/** Consumes one unit of each. Returns 0, or the seconds to wait if one has none left (nothing is consumed then). */
export async function consume(db: Db, ...limits: readonly RateLimit[]): Promise<number> {
  for (const [index, limit] of limits.entries()) {
    const seconds = await consumeOne(db, limit);
    if (seconds === 0) continue;
    await refund(db, ...limits.slice(0, index));
    return seconds;
  }
  return 0;
}

async function consumeOne(db: Db, { bucket, max, seconds }: RateLimit): Promise<number> {
  if (max < 1) return seconds;
  const windowLength = sql`${seconds}::int * interval '1 second'`;
  const { rows } = await sql`
    insert into counters (bucket, used, expires_at) values (${bucket}, 1, clock_timestamp() + ${windowLength})
    on conflict (bucket) do update set
      used = case when counters.expires_at <= clock_timestamp() then 1 else counters.used + 1 end,
      expires_at = case when counters.expires_at <= clock_timestamp() then excluded.expires_at else counters.expires_at end
    where counters.expires_at <= clock_timestamp() or counters.used < ${max}::int
    returning used`.execute(db);
  if (rows.length > 0) return 0;
  const { rows: waits } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds
    from counters
    where bucket = ${bucket} and used >= ${max}::int and expires_at > clock_timestamp()`.execute(db);
  return waits[0]?.seconds || 1;
}

/** How many of a limit are left now. */
export async function remaining(db: Db, { bucket, max }: RateLimit): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used from counters where bucket = ${bucket} and expires_at > clock_timestamp()`.execute(db);
  return Math.max(0, max - (rows[0]?.used ?? 0));
}

/** Returns one unit of each, for an attempt that was not made. */
export async function refund(db: Db, ...limits: readonly RateLimit[]): Promise<void> {
  for (const { bucket } of limits) {
    await sql`update counters set used = greatest(used - 1, 0) where bucket = ${bucket}`.execute(db);
  }
}
