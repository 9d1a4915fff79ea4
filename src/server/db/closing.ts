import { sql } from 'kysely';
import type { Job } from '#server/boot/job-scheduler.ts';
import type { Db } from './tables.ts';

/**
 * Stores that the dates of items have passed: a clock that is set back reopens none of them (decisions §7). Not a step
 * of their life: the timeline has their dates.
 */
export async function closePassedItems(db: Db): Promise<void> {
  // An item that somebody is at is left to the next one who looks: nobody waits for it.
  await sql`
    with passed as (
      select id from items where status = 'open' and closed_at is null and date <= clock_timestamp()
      for no key update skip locked
    )
    update items set closed_at = clock_timestamp() from passed where items.id = passed.id`.execute(db);
}

/** Runs every minute, on one server at a time. A bet that is refused closes its item at once. */
export const closingJob = (db: Db): Job => ({
  name: 'close',
  intervalMs: 60_000,
  run: () => closePassedItems(db),
});
