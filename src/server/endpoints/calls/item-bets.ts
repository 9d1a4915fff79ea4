import { limits } from '#contract/limits.ts';
import { readMembersWithoutBets } from '#server/queries/members-without-bets.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** Who has not bet yet: names, and how many items they lack; what the others picked is no part of it. */
export const missing = defineCall('missing', {
  target: ({ query }) => ({ model: 'post', id: query.post }),
  handler: ({ db }, { query: { post, search, page = 1, limit = limits.page.size, offset } }) =>
    readMembersWithoutBets(db, { post, search, limit, offset: offset ?? (page - 1) * limit }),
});
