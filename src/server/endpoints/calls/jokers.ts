import { placeJoker as moveJoker } from '#server/commands/place-joker.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** A member's joker of a game: the item whose points it doubles. */

export const placeJoker = defineCall('placeJoker', {
  target: ({ body }) => ({ model: 'item', id: body.item }),
  handler: (ctx, { body }) => moveJoker(ctx, body.item, true),
});

export const takeJoker = defineCall('takeJoker', {
  target: ({ query }) => ({ model: 'item', id: query.item }),
  handler: (ctx, { query }) => moveJoker(ctx, query.item, false),
});
