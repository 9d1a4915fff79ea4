import { sql } from 'kysely';
import type { Job } from '#server/boot/job-scheduler.ts';
import type { Db } from './tables.ts';

/**
 * Stores that items have passed their date, so that a clock that is set back reopens none (decisions §7). It adds no timeline
 * entry: the timeline has the dates.
 */
export async function closePassedItems(db: Db): Promise<void> {
  // Locked items are skipped: the next run closes them.
  await sql`
    with passed as (
      select id from items where status = 'open' and closed_at is null and date <= clock_timestamp()
      for no key update skip locked
    )
    update items set closed_at = clock_timestamp() from passed where items.id = passed.id`.execute(db);
}

/** Runs every minute, on one server at a time. A refused bet closes its item at once. */
export const closePassedItemsJob = (db: Db): Job => ({
  name: 'close',
  intervalMs: 60_000,
  run: () => closePassedItems(db),
});
