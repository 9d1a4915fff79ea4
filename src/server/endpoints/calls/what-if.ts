import { numberRule, type Rules } from '#contract/scoring.ts';
import type { Layout } from '#contract/layouts.ts';
import type { FieldProblem } from '#contract/failures.ts';
import {
  labRules,
  labRulesOf,
  type LabRules,
  type ProjectedRow,
  type RulesPreviewRow,
} from '#contract/what-if.ts';
import { findAccess, requireVisible } from '#server/auth/access.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { pageWindow } from '#server/http/input.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { readRulesPreview, readScoredGame, type PreviewRow } from '#server/queries/rules-preview.ts';
import { readLeagueProjection } from '#server/queries/league-tables.ts';
import type { ProjectedStanding } from '#server/queries/standings.ts';
import { presentStanding, requireGame } from './standings.ts';

/** Throws 404 unless the item is in this league. */
async function requireItem(ctx: Context, league: number, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const item = await findAccess(ctx, { model: 'item', id });
  if (item?.leagueId !== league) throw problem.notFound();
}

const presentProjected = (row: ProjectedStanding): ProjectedRow => ({
  ...presentStanding(row),
  gain: row.gain,
});

export const projectedStandings = defineCall('projectedStandings', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  async handler(ctx, { query }) {
    if (query.clan !== undefined) await requireVisible(ctx, { model: 'clan', id: query.clan });
    await requireGame(ctx, query.section, query.post);
    await requireItem(ctx, query.section, query.item);
    const { count, rows, mine, live } = await readLeagueProjection(ctx, { ...query, ...pageWindow(query) });
    return { results: rows.map(presentProjected), count, me: mine && presentProjected(mine), live };
  },
});

/** The rules of a game that the rules lab changes, as scoring reads them. */
const rulesInLab = (layout: Layout, rules: Rules): LabRules =>
  Object.fromEntries(
    labRulesOf(layout).map((key) => [
      key,
      key === 'joker'
        ? rules.joker === true
        : key === 'decided_by'
          ? rules.decided_by === 'crowd'
            ? 'crowd'
            : 'result'
          : numberRule(layout, rules, key),
    ]),
  );

const presentPreview = (row: PreviewRow): RulesPreviewRow => ({
  rank: row.rank,
  member: { id: row.member, name: row.name, image: pictureUrl(row.file) },
  points: row.points,
  exact: row.exact,
  real: { rank: row.real_rank, points: row.real_points },
});

export const rulesPreview = defineCall('rulesPreview', {
  target: ({ query }) => ({ model: 'post', id: query.post }),
  async handler(ctx, { query }) {
    const game = orNotFound(await readScoredGame(ctx.db, query.post));
    const { layout, rules, isOver, jokers } = game;
    const known = labRulesOf(layout);
    const chosen = labRules.flatMap((key) => {
      const value = query[key];
      return value === undefined ? [] : [[key, value] as const];
    });
    const unknown = chosen.flatMap(([key]): [string, FieldProblem][] =>
      known.includes(key) ? [] : [[key, { code: 'unknown_field' }]],
    );
    if (unknown.length > 0) throw problem.validation(Object.fromEntries(unknown));
    // A game that is not over has no final table to compare with.
    if (!isOver) throw problem.field('post', 'invalid');
    const page = await readRulesPreview(
      ctx.db,
      callerId(ctx),
      { ...game, post: query.post },
      Object.fromEntries(chosen),
      { ...pageWindow(query), search: query.search },
    );
    return {
      results: page.rows.map(presentPreview),
      count: page.count,
      me: page.mine && presentPreview(page.mine),
      layout,
      rules: rulesInLab(layout, rules),
      jokers,
    };
  },
});
