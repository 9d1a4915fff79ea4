import { orNotFound } from '#server/http/problems.ts';
import {
  confirmResult as confirm,
  objectToResult as object,
  voteOnObjections as vote,
} from '#server/commands/objections.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { readObjections } from '#server/queries/objections.ts';

/** Objections to a provisional result, the vote on them, and the decision of those who run the league. */

export const objections = defineCall('objections', {
  target: ({ query }) => ({ model: 'item', id: query.item }),
  handler: async (ctx, { query }) => orNotFound(await readObjections(ctx, query.item)),
});

export const objectToResult = defineCall('objectToResult', {
  target: ({ body }) => ({ model: 'item', id: body.item }),
  handler: (ctx, { body }) => object(ctx, body),
});

export const voteOnObjections = defineCall('voteOnObjections', {
  target: ({ body }) => ({ model: 'item', id: body.item }),
  handler: (ctx, { body }) => vote(ctx, body),
});

export const confirmResult = defineCall('confirmResult', {
  target: ({ body }) => ({ model: 'item', id: body.item }),
  handler: (ctx, { body }) => confirm(ctx, body),
});
