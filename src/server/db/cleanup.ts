import { sql } from 'kysely';
import type { Job } from '#server/boot/job-scheduler.ts';
import type { Db } from './tables.ts';

/** Cleanup jobs: one for each kind of row that expires. */

const minute = 60_000;

/** Expired rate limits, PINs older than a day, and sessions that ended a week ago. */
export const cleanUpSignIns = (db: Db): Job => ({
  name: 'delete-old-sign-ins',
  intervalMs: 60 * minute,
  async run() {
    await sql`delete from counters where expires_at < now()`.execute(db);
    await sql`delete from pins where created < now() - interval '1 day'`.execute(db);
    await sql`
      delete from sessions
      where coalesce(revoked_at, expires_at) < now() - interval '7 days'`.execute(db);
  },
});

/** Idempotency keys older than a day: client outboxes do not retry longer. */
export const cleanUpIdempotencyKeys = (db: Db): Job => ({
  name: 'delete-old-idempotency-keys',
  intervalMs: 60 * minute,
  async run() {
    await sql`delete from idempotency where created < now() - interval '1 day'`.execute(db);
  },
});

/** Events older than an hour: a client that was away longer gets a `reset`. The newest row stays, so that the last id is known. */
export const cleanUpLiveEvents = (db: Db): Job => ({
  name: 'delete-old-events',
  intervalMs: 10 * minute,
  async run() {
    await sql`
      delete from live_events
      where at < now() - interval '1 hour' and id < (select max(id) from live_events)`.execute(db);
  },
});

/** Whether any row uses the picture `i`. */
const isShown = sql`
  exists (select from members where image_id = i.id) or exists (select from leagues where image_id = i.id)
  or exists (select from groups where image_id = i.id) or exists (select from options where image_id = i.id)
  or exists (select from item_types where image_id = i.id) or exists (select from comment_images where image_id = i.id)`;

/**
 * Deletes uploads that were not attached within an hour (decisions §8). Attached pictures that no row uses are detached, and
 * deleted by the next run, so that one that is being attached survives.
 */
export const cleanUpPictures = (db: Db): Job => ({
  name: 'delete-unattached-pictures',
  intervalMs: 10 * minute,
  async run() {
    await sql`delete from images where not attached and created < now() - interval '1 hour'`.execute(db);
    await sql`
      delete from comment_images ci using comments c
      where c.id = ci.comment_id and not c.active and c.updated < now() - interval '1 hour'`.execute(db);
    await sql`
      update images i set attached = false
      where attached and created < now() - interval '1 hour' and not (${isShown})`.execute(db);
  },
});
