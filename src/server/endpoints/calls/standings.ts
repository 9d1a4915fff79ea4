import { limits } from '#contract/limits.ts';
import { problem } from '#server/http/problems.ts';
import { presentStanding } from '#server/presenters/standings.ts';
import { readItemBets } from '#server/queries/item-bets.ts';
import { readItem } from '#server/queries/item-rows.ts';
import { readPoints } from '#server/queries/points.ts';
import { readStandings } from '#server/queries/standings.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { findAccess } from '#server/auth/access.ts';
import type { MemberContext } from '#server/http/context.ts';

type Paging = { page?: number | undefined; limit?: number | undefined; offset?: number | undefined };

const pageWindow = ({ page = 1, limit = limits.page.size, offset }: Paging) => ({
  limit,
  offset: offset ?? (page - 1) * limit,
});

/** A group filters what its own members see. */
async function requireGroup(ctx: MemberContext, id: number | undefined): Promise<void> {
  if (id !== undefined && !(await findAccess(ctx, { model: 'clan', id }))) throw problem.notFound();
}

/** A game filters the table of its own league. */
async function requireGame(ctx: MemberContext, league: number, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const post = await findAccess(ctx, { model: 'post', id });
  if (post?.leagueId !== league) throw problem.notFound();
}

export const standings = defineCall('standings', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  async handler(ctx, { query }) {
    await requireGroup(ctx, query.clan);
    await requireGame(ctx, query.section, query.post);
    const { count, rows, mine } = await readStandings(ctx.db, ctx.me.id, { ...query, ...pageWindow(query) });
    return { results: rows.map(presentStanding), count, me: mine && presentStanding(mine) };
  },
});

export const points = defineCall('points', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  async handler(ctx, { query }) {
    await requireGame(ctx, query.section, query.post);
    const member = query.member ?? ctx.me.id;
    // Whoever the caller does not know of has no points to show.
    if (!(await findAccess(ctx, { model: 'member', id: member }))) throw problem.notFound();
    return readPoints(ctx.db, { ...query, member, ...pageWindow(query) });
  },
});

export const itemBets = defineCall('itemBets', {
  target: ({ query }) => ({ model: 'item', id: query.item }),
  async handler(ctx, { query }) {
    await requireGroup(ctx, query.clan);
    const item = await readItem(ctx.db, ctx.me.id, query.item);
    if (!item || (query.post !== undefined && item.post_id !== query.post)) throw problem.notFound();
    return readItemBets(ctx.db, ctx.me.id, item, { ...query, ...pageWindow(query) });
  },
});
