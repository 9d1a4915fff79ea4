import { consume, type RateLimit } from '#server/db/rate-limits.ts';
import type { Db } from '#server/db/tables.ts';
import { problem } from './problems.ts';

/** Consumes one unit of each limit; throws 429 with the seconds to wait if one is used up, and then consumes nothing. */
export async function consumeOrRefuse(db: Db, ...limits: readonly RateLimit[]): Promise<void> {
  const seconds = await consume(db, ...limits);
  if (seconds > 0) throw problem.tooMany(seconds);
}
