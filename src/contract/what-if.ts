import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { MemberCard } from './core-models.ts';
import { hasUnderdogs, layouts, type Layout } from './layouts.ts';
import { StandingsRow } from './models.ts';
import { Id, keysOf, listOf } from './primitives.ts';
import { pageEntries, QueryFlag, QueryId, QueryNumber } from './list-query.ts';
import { ruleBounds } from './rule-bounds.ts';

/**
 * Hypothetical tables: a league's if live matches ended with their present scores, and a game's by other rules. Both are
 * computed by the same scoring that settles, and are not stored.
 */

/** A started match with the current score from its source. */
export const LiveMatch = v.object({
  item: Id,
  home: v.object({ name: v.string(), score: v.number() }),
  away: v.object({ name: v.string(), score: v.number() }),
});
export type LiveMatch = v.InferOutput<typeof LiveMatch>;

/** A row of the projected table. `move`: compared with the real table. `gain`: points from the live scores. */
export const ProjectedRow = v.object({ ...StandingsRow.entries, gain: v.number() });
export type ProjectedRow = v.InferOutput<typeof ProjectedRow>;

const ProjectedTable = v.object({
  ...listOf(ProjectedRow).entries,
  me: v.nullable(ProjectedRow),
  /** The matches whose scores count, ordered by kick-off. Without any, the table is the real one. */
  live: v.array(LiveMatch),
});
export type ProjectedTable = v.InferOutput<typeof ProjectedTable>;

const numberRules = [
  'pts_exact',
  'pts_difference',
  'pts_outcome',
  'pts_correct',
  'pts_close',
  'even_breakpoint',
  'underdog',
  'multiplier',
] as const;
export type NumberRule = (typeof numberRules)[number];

const labNumber = (key: NumberRule) => {
  const [min, max] = ruleBounds[key];
  return v.optional(v.pipe(QueryNumber, v.minValue(min), v.maxValue(max)));
};

/** Query parameters of the rules; one left out is the game's own. */
const ruleEntries = {
  pts_exact: labNumber('pts_exact'),
  pts_difference: labNumber('pts_difference'),
  pts_outcome: labNumber('pts_outcome'),
  pts_correct: labNumber('pts_correct'),
  pts_close: labNumber('pts_close'),
  decided_by: v.optional(v.picklist(['result', 'crowd'])),
  even_breakpoint: labNumber('even_breakpoint'),
  underdog: labNumber('underdog'),
  multiplier: labNumber('multiplier'),
  joker: v.optional(QueryFlag),
};
export type LabRule = keyof typeof ruleEntries;
export const labRules = keysOf(ruleEntries);

/** Rules of the rules lab, by key. */
export const LabRules = v.object({
  ...v.entriesFromList([...numberRules], v.optional(v.number())),
  decided_by: v.optional(v.picklist(['result', 'crowd'])),
  joker: v.optional(v.boolean()),
});
export type LabRules = v.InferOutput<typeof LabRules>;
export const areLabRules = (rules: unknown): rules is LabRules => v.is(LabRules, rules);

const ownRules: Record<Layout, readonly LabRule[]> = {
  'home/away': ['pts_exact', 'pts_difference', 'pts_outcome'],
  vote: ['pts_correct'],
  balance: ['pts_correct', 'decided_by', 'even_breakpoint'],
  bets: ['pts_exact', 'pts_close'],
};

/** The lab rules of a layout: those that score. Rules that limited the bets (number of picks or votes) are not among them. */
export const labRulesOf = (layout: Layout): readonly LabRule[] => [
  ...ownRules[layout],
  ...(hasUnderdogs(layout) ? (['underdog'] as const) : []),
  'multiplier',
  'joker',
];

/** A row of a game's table by other rules, with the real values. */
export const RulesPreviewRow = v.object({
  rank: v.number(),
  member: MemberCard,
  points: v.number(),
  exact: v.number(),
  real: v.object({ rank: v.number(), points: v.number() }),
});
export type RulesPreviewRow = v.InferOutput<typeof RulesPreviewRow>;

const RulesPreview = v.object({
  ...listOf(RulesPreviewRow).entries,
  me: v.nullable(RulesPreviewRow),
  layout: v.picklist(layouts),
  /** The game's own values of the lab rules. */
  rules: LabRules,
  /** Whether any member placed a joker. */
  jokers: v.boolean(),
});
export type RulesPreview = v.InferOutput<typeof RulesPreview>;

/** Calls of what-ifs; visible to whoever may see the table. */
export const whatIfCalls = {
  /** The table if every live match, or only `item`, ended with its present score. */
  projectedStandings: {
    method: 'GET',
    path: 'projectedStandings/',
    open: true,
    query: v.strictObject({
      ...pageEntries,
      section: QueryId,
      clan: v.optional(QueryId),
      post: v.optional(QueryId),
      item: v.optional(QueryId),
    }),
    answer: ProjectedTable,
  },
  /** The table of an ended game by other rules. Rules that its layout does not have are refused. */
  rulesPreview: {
    method: 'GET',
    path: 'rulesPreview/',
    open: true,
    query: v.strictObject({ ...pageEntries, post: QueryId, ...ruleEntries }),
    answer: RulesPreview,
  },
} as const satisfies Record<string, CallSpec>;
