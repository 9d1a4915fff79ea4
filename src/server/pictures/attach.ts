import { sql } from 'kysely';
import type { PictureModel } from '#contract/pictures.ts';
import type { Db, MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import type { Job } from '#server/boot/job-scheduler.ts';

/** Attaches a picture that the caller has uploaded for such a thing, and answers its id. Another's does not exist. */
export async function attachPicture(
  { db, me }: MemberContext,
  image: number | null,
  model: Exclude<PictureModel, 'postcomment'>,
): Promise<number | null> {
  if (image === null) return null;
  const attached = await db
    .updateTable('images')
    .set({ attached: true })
    .where('id', '=', image)
    .where('maker_id', '=', me.id)
    .where('model', '=', model)
    .returning('id')
    .executeTakeFirst();
  if (!attached) throw problem.field('image', 'unknown_id');
  return attached.id;
}

/** Everything that shows a picture. */
const isShown = sql`
  exists (select from members where image_id = i.id) or exists (select from leagues where image_id = i.id)
  or exists (select from groups where image_id = i.id) or exists (select from options where image_id = i.id)
  or exists (select from item_types where image_id = i.id) or exists (select from comment_images where image_id = i.id)`;

/**
 * Forgets pictures that were uploaded for something never saved (decisions §8), and those that something showed once:
 * replaced, or said in a comment that was taken down. These are let go of first and forgotten a round later, so that
 * one which is being hung somewhere at this moment stays.
 */
export function cleanUpPictures(db: Db): Job {
  return {
    name: 'forget-pictures',
    every: 10 * 60_000,
    async run() {
      await sql`delete from images where not attached and created < now() - interval '1 hour'`.execute(db);
      await sql`
        delete from comment_images ci using comments c
        where c.id = ci.comment_id and not c.active and c.updated < now() - interval '1 hour'`.execute(db);
      await sql`
        update images i set attached = false
        where attached and created < now() - interval '1 hour' and not (${isShown})`.execute(db);
    },
  };
}
