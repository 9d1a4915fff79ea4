import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type * as v from 'valibot';
import type { modelRegistry } from '#contract/model-registry.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { storableId } from '#server/db/values.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notifyMessage, withdrawMessages } from '#server/notifications/game-notifications.ts';

type NewMessage = v.InferOutput<typeof modelRegistry.postcomment.create>;

/** Attaches the caller's uploads to their message, in order. */
async function attachPictures(
  { db, me }: MemberContext,
  comment: number,
  images: readonly number[],
): Promise<void> {
  if (images.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    with mine as (
      update images set attached = true
      where id = any(${images.map(storableId)}::integer[])
        and maker_id = ${me.id}::integer and model = 'postcomment' and not attached
      returning id
    )
    insert into comment_images (comment_id, image_id, position)
    select ${comment}::integer, mine.id, array_position(${images.map(storableId)}::integer[], mine.id) from mine
    returning image_id as id`.execute(db);
  const attached = new Set(rows.map(({ id }) => id));
  const firstUnknown = images.findIndex((id, index) => !attached.has(id) || images.indexOf(id) !== index);
  if (firstUnknown >= 0) throw problem.field(`images.${firstUnknown}`, 'unknown_id');
}

/** The id of the message written earlier with this client key; throws if the key was used for other content. */
async function findByKey({ db, me }: MemberContext, { comment_post, description, images, key }: NewMessage) {
  const { rows } = await sql<{ id: number; post: number; description: string; images: number[] }>`
    select c.id, c.post_id as post, c.description,
      array(select image_id from comment_images where comment_id = c.id order by position) as images
    from comments c where c.member_id = ${me.id}::integer and c.key = ${key ?? ''}::text`.execute(db);
  const [row] = rows;
  if (!row) throw problem.inFlight();
  const isSame = isDeepStrictEqual(
    [row.post, row.description, row.images],
    [comment_post, description, images],
  );
  if (!isSame) throw problem.idempotencyMismatch();
  return row.id;
}

/**
 * Writes a message, or finds the one written earlier with its client key; returns its id. A key reused with another post,
 * text or pictures is refused, and so is a new message in a deleted post (404).
 */
export async function writeMessage(ctx: MemberContext, input: NewMessage): Promise<number> {
  const { comment_post: post, description, images, key } = input;
  if (description === '' && images.length === 0) throw problem.field('description', 'required');
  const inserted = await ctx.db
    .insertInto('comments')
    .values({ post_id: post, member_id: ctx.me.id, description, key: key ?? null })
    .onConflict((conflict) => conflict.columns(['member_id', 'key']).where('key', 'is not', null).doNothing())
    .returning((row) => {
      const ofPost = row.selectFrom('posts').whereRef('posts.id', '=', 'comments.post_id');
      return ['id', ofPost.select('league_id').as('league'), ofPost.select('active').as('active')];
    })
    .executeTakeFirst();
  if (!inserted) return findByKey(ctx, input);
  const { id, league, active } = inserted;
  // Managers see a deleted post, but nobody sees its chat.
  if (!active) throw problem.notFound();
  await countAgainstQuota(ctx, 'comments', 'comments:hour');
  await attachPictures(ctx, id, images);
  await emit(ctx.db, { type: 'comment', league, post });
  await notifyMessage(ctx, { id, post, league, text: description });
  return id;
}

/** Hides messages, also in notifications about them. */
export async function hideMessages(ctx: MemberContext, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ post: number; league: number | null }>`
    update comments c set active = false, updated = now()
    from posts p
    where p.id = c.post_id and c.id = any(${[...ids]}::integer[]) and c.active
    returning c.post_id as post, p.league_id as league`.execute(ctx.db);
  await emit(ctx.db, ...rows.map(({ post, league }) => ({ type: 'comment' as const, post, league })));
  await withdrawMessages(ctx.db, ids);
}
