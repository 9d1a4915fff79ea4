import * as v from 'valibot';

/**
 * One live event of `GET events/`: what changed, by id and version, never a pick (decisions §9). A `post` event with
 * version 1: the post was created or restored; other `post` events have no version. Ids ascend; a client resumes after
 * the last one it received.
 */
export const LiveEvent = v.object({
  id: v.number(),
  type: v.picklist([
    'post',
    'item',
    'votes',
    'standings',
    'league',
    'member',
    'comment',
    'notification',
    'reset',
  ]),
  section: v.nullable(v.number()),
  post: v.nullable(v.number()),
  item: v.nullable(v.number()),
  version: v.nullable(v.number()),
});
export type LiveEvent = v.InferOutput<typeof LiveEvent>;
