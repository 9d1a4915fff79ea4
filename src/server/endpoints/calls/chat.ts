import { sql } from 'kysely';
import type { MemberContext } from '#server/http/context.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { readGameSteps } from '#server/queries/game-steps.ts';

async function readPosition({ db, me }: MemberContext, post: number): Promise<{ last: number | null }> {
  const row = await db
    .selectFrom('talk_reads')
    .select('last')
    .where('member_id', '=', me.id)
    .where('post_id', '=', post)
    .executeTakeFirst();
  return { last: row?.last ?? null };
}

export const chatRead = defineCall('chatRead', {
  target: ({ query }) => ({ model: 'post', id: query.post }),
  handler: (ctx, { query }) => readPosition(ctx, query.post),
});

export const markChatRead = defineCall('markChatRead', {
  target: ({ body }) => ({ model: 'post', id: body.post }),
  async handler(ctx, { body: { post, last } }) {
    // The read position only grows, and never beyond the last message: another device may have read further.
    await sql`
      insert into talk_reads (member_id, post_id, last)
      select ${ctx.me.id}::integer, ${post}::integer, max(id) from comments
      where post_id = ${post}::integer and id <= ${last}::bigint having max(id) is not null
      on conflict (member_id, post_id) do update
      set last = greatest(talk_reads.last, excluded.last), at = now()`.execute(ctx.db);
    return readPosition(ctx, post);
  },
});

export const gameSteps = defineCall('gameSteps', {
  target: ({ query }) => ({ model: 'post', id: query.post }),
  handler: async ({ db }, { query }) => ({ results: await readGameSteps(db, query.post) }),
});
