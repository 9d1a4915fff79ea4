import { problem } from '#server/http/problems.ts';
import type { StandingsRow } from '#contract/models.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { pageWindow } from '#server/http/input.ts';
import { readPoints } from '#server/queries/points.ts';
import { readLeagueStandings } from '#server/queries/league-tables.ts';
import type { StandingRow } from '#server/queries/standings.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { findAccess, requireVisible } from '#server/auth/access.ts';
import type { Context } from '#server/http/context.ts';

/** Throws 404 unless the game is in this league. */
export async function requireGame(ctx: Context, league: number, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const post = await findAccess(ctx, { model: 'post', id });
  if (post?.leagueId !== league) throw problem.notFound();
}

/** A row of the standings; the average is per settled item, rounded to two decimals. */
export function presentStanding(row: StandingRow): StandingsRow {
  return {
    rank: row.rank,
    move: row.move,
    member: { id: row.member, name: row.name, image: pictureUrl(row.file) },
    points: row.points,
    exact: row.exact,
    difference: row.difference,
    outcome: row.outcome,
    bets: row.bets,
    average: row.bets === 0 ? 0 : Math.round(((row.points - row.late) * 100) / row.bets) / 100,
    form: row.form,
  };
}

export const standings = defineCall('standings', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  async handler(ctx, { query }) {
    if (query.clan !== undefined) await requireVisible(ctx, { model: 'clan', id: query.clan });
    await requireGame(ctx, query.section, query.post);
    const { count, rows, mine, above, tie_break, live } = await readLeagueStandings(ctx, {
      ...query,
      ...pageWindow(query),
    });
    return {
      results: rows.map(presentStanding),
      count,
      me: mine && presentStanding(mine),
      above: above && presentStanding(above),
      tie_break,
      ...(live > 0 && { live }),
    };
  },
});

export const points = defineCall('points', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  async handler(ctx, { query }) {
    await requireGame(ctx, query.section, query.post);
    const member = query.member ?? ctx.me.id;
    await requireVisible(ctx, { model: 'member', id: member });
    return readPoints(ctx, { ...query, member, ...pageWindow(query) });
  },
});
