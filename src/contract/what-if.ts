import * as v from 'valibot';
import type { CallSpec } from './auth.ts';
import { MemberCard } from './core-models.ts';
import { hasUnderdogs, layouts, type Layout } from './layouts.ts';
import { StandingsRow } from './models.ts';
import { Id, keysOf, listOf } from './primitives.ts';
import { pageEntries, QueryFlag, QueryId, QueryNumber } from './list-query.ts';
import { ruleBounds } from './rule-bounds.ts';

/**
 * Tables that are not: a league's as the live scores would make it, and a game's as other rules would have made it. Both
 * are worked out by the scoring that settles, and nothing of them is stored.
 */

/** A started match with the score that its source tells of now. */
export const LiveMatch = v.object({
  item: Id,
  home: v.object({ name: v.string(), score: v.number() }),
  away: v.object({ name: v.string(), score: v.number() }),
});
export type LiveMatch = v.InferOutput<typeof LiveMatch>;

/** A row of the table as it would be: `move` is against the table as it stands, `gain` the points that the live scores bring. */
export const ProjectedRow = v.object({ ...StandingsRow.entries, gain: v.number() });
export type ProjectedRow = v.InferOutput<typeof ProjectedRow>;

const ProjectedTable = v.object({
  ...listOf(ProjectedRow).entries,
  me: v.nullable(ProjectedRow),
  /** The matches whose scores were taken, in the order of their kick-offs. Without any the table is the real one. */
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

/** Rules that are asked about; one left out is the game's own. */
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

/** Rules of the laboratory by their keys. */
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

/** The rules by which a layout's bets are scored. Those that bets were made by (how many picks, how many votes) are none. */
export const labRulesOf = (layout: Layout): readonly LabRule[] => [
  ...ownRules[layout],
  ...(hasUnderdogs(layout) ? (['underdog'] as const) : []),
  'multiplier',
  'joker',
];

/** A row of a game's table by other rules, with what it really is. */
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
  /** The game's own, of those that may be asked about. */
  rules: LabRules,
  /** Some member had placed a joker. */
  jokers: v.boolean(),
});
export type RulesPreview = v.InferOutput<typeof RulesPreview>;

/** Calls of what-ifs: seen where the table is. */
export const whatIfCalls = {
  /** The table if every live match ended with its present score, or `item` alone. */
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
  /** The table of a game that is over, by other rules. A rule that its layout has not is refused. */
  rulesPreview: {
    method: 'GET',
    path: 'rulesPreview/',
    open: true,
    query: v.strictObject({ ...pageEntries, post: QueryId, ...ruleEntries }),
    answer: RulesPreview,
  },
} as const satisfies Record<string, CallSpec>;
