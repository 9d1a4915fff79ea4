import { requireVisible } from '#server/auth/access.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { pageWindow } from '#server/http/input.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { readBettors } from '#server/queries/bettors.ts';
import { readItemBets } from '#server/queries/item-bets.ts';
import { readItem } from '#server/queries/item-rows.ts';
import { readMembersWithoutBets } from '#server/queries/members-without-bets.ts';

export const itemBets = defineCall('itemBets', {
  target: ({ query }) => ({ model: 'item', id: query.item }),
  async handler(ctx, { query }) {
    if (query.clan !== undefined) await requireVisible(ctx, { model: 'clan', id: query.clan });
    const item = orNotFound(await readItem(ctx, query.item));
    if (query.post !== undefined && item.post_id !== query.post) throw problem.notFound();
    return readItemBets(ctx, item, { ...query, ...pageWindow(query) });
  },
});

/** Members without a bet: names and the number of items they lack, never what others picked. */
export const missingBettors = defineCall('missingBettors', {
  target: ({ query }) => ({ model: 'post', id: query.post }),
  handler: (ctx, { query }) => readMembersWithoutBets(ctx, { ...query, ...pageWindow(query) }),
});

/** Which members of the league have bet on an item and which have not, without their bets. */
export const bettors = defineCall('bettors', {
  target: ({ query }) => ({ model: 'item', id: query.item }),
  handler: (ctx, { query }) => readBettors(ctx, { ...query, ...pageWindow(query) }),
});
