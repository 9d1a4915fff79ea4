import type { PictureModel } from '#contract/pictures.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';

/**
 * Attaches an upload of the caller and returns its id. Throws 400 unknown_id for somebody else's upload. null (no picture)
 * and undefined (no change) are returned as they are.
 */
export async function attachPicture(
  { db, me }: MemberContext,
  image: number | null | undefined,
  model: Exclude<PictureModel, 'postcomment'>,
): Promise<number | null | undefined> {
  if (image === null || image === undefined) return image;
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
