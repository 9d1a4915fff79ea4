import { sql } from 'kysely';
import type { Db, MemberContext } from './context.ts';
import { problem } from './http/problems.ts';
import type { Job } from './jobs.ts';

/** Attaches a picture that the caller has uploaded for such a thing, and answers its id. Another's does not exist. */
export async function attachPicture(
  { db, me }: MemberContext,
  image: number | null,
  model: 'member' | 'section' | 'clan' | 'option' | 'itemtype',
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

/** Forgets pictures that were uploaded for something never saved (decisions §8). */
export function forgetPictures(db: Db): Job {
  return {
    name: 'forget-pictures',
    every: 10 * 60_000,
    async run() {
      await sql`delete from images where not attached and created < now() - interval '1 hour'`.execute(db);
    },
  };
}
