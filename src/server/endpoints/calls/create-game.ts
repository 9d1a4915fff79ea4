import { createGameInLeague } from '#server/commands/create-game.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { orNotFound } from '#server/http/problems.ts';
import { presentPost } from '#server/presenters/post.ts';
import { postReader, readPost } from '#server/queries/post-rows.ts';

export const createGame = defineCall('createGame', {
  target: ({ body }) => ({ model: 'section', id: body.section }),
  status: 201,
  async handler(ctx, { body }) {
    const id = await createGameInLeague(ctx, body);
    return presentPost(orNotFound(await readPost(postReader(ctx), id)), ctx.me.isStaff);
  },
});
