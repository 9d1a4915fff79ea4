import * as v from 'valibot';
import { Goals, instantOf } from './goals.ts';
import { readRows, roundOf, teamName, type SourceAdapter, type SourceMatch } from './source.ts';

/**
 * OpenLigaDB's `getmatchdata/{league}/{season}`. A finished cup match may have several results; the one after 90 minutes is
 * identified by its kind, or by its name if the league has kinds of its own.
 */

const Team = v.object({ teamId: v.number(), teamName: v.string() });
const Result = v.object({
  resultName: v.optional(v.nullable(v.string())),
  resultTypeID: v.optional(v.number()),
  resultTypeKind: v.optional(v.nullable(v.string())),
  pointsTeam1: Goals,
  pointsTeam2: Goals,
});
type Result = v.InferOutput<typeof Result>;
const Row = v.object({
  matchID: v.number(),
  matchDateTimeUTC: v.nullish(v.string()),
  group: v.object({ groupName: v.string(), groupOrderID: v.number() }),
  team1: v.nullish(Team),
  team2: v.nullish(Team),
  lastUpdateDateTime: v.nullish(v.string()),
  matchIsFinished: v.boolean(),
  matchResults: v.nullish(v.array(Result)),
  goals: v.nullish(v.array(v.object({ scoreTeam1: v.nullish(Goals), scoreTeam2: v.nullish(Goals) }))),
});
type Row = v.InferOutput<typeof Row>;

const kinds = [
  { kind: 'HalfTime', name: /^halbzeit/i },
  { kind: 'After90Minutes', name: /90 minuten/i },
  { kind: 'AfterExtraTime', name: /verlängerung/i },
  { kind: 'AfterPenalties', name: /elfmeter/i },
] as const;
type Kind = (typeof kinds)[number]['kind'];

/** Kind of a result; null if it does not say, as for the final result. */
const kindOf = ({ resultTypeKind, resultName, resultTypeID }: Result): Kind | null =>
  kinds.find(({ name }) => name.test(resultName ?? ''))?.kind ??
  kinds.find(({ kind }) => kind === resultTypeKind)?.kind ??
  (resultTypeID === 1 ? 'HalfTime' : null);

const scoreOf = (result: Result | undefined) =>
  result ? { home: result.pointsTeam1, away: result.pointsTeam2 } : null;

/** The running score: that of the last goal, or 0:0. */
function runningScore({ goals }: Row) {
  const { scoreTeam1: home, scoreTeam2: away } = goals?.at(-1) ?? { scoreTeam1: 0, scoreTeam2: 0 };
  return typeof home === 'number' && typeof away === 'number' ? { home, away } : null;
}

function matchOf(row: unknown): SourceMatch | null {
  const parsed = v.safeParse(Row, row);
  if (!parsed.success) return null;
  const match = parsed.output;
  const results = match.matchResults ?? [];
  const of = (kind: Kind | null) => scoreOf(results.find((result) => kindOf(result) === kind));
  const [extraTime, penalties] = [of('AfterExtraTime'), of('AfterPenalties')];
  // Without a result after 90 minutes the final one is it, unless the match went on.
  const score = of('After90Minutes') ?? (extraTime || penalties ? null : of(null));
  const teamOf = (team: v.InferOutput<typeof Team> | null | undefined) =>
    team ? { id: String(team.teamId), name: teamName(team.teamName) } : null;
  const date = instantOf(match.matchDateTimeUTC);
  const isLive = !match.matchIsFinished && (results.length > 0 || (match.goals?.length ?? 0) > 0);
  return {
    id: String(match.matchID),
    round: roundOf(match.group.groupName, String(match.group.groupOrderID)),
    group: null,
    date,
    home: teamOf(match.team1),
    away: teamOf(match.team2),
    status: match.matchIsFinished ? 'final' : isLive ? 'live' : 'scheduled',
    score: match.matchIsFinished ? score : isLive ? runningScore(match) : null,
    extraTime,
    penalties,
    // Written without an offset: German time for all, so that they compare.
    updated: instantOf(match.lastUpdateDateTime && `${match.lastUpdateDateTime.replace(/Z$/, '')}Z`),
  };
}

export const openligadb: SourceAdapter = {
  name: 'OpenLigaDB',
  pace: { live: 60, idle: 3_600 },
  takesToken: false,
  read(document) {
    if (!Array.isArray(document)) return null;
    const rows: readonly unknown[] = document;
    const { leagueName } = v.parse(
      v.fallback(v.object({ leagueName: v.string() }), { leagueName: '' }),
      rows[0],
    );
    return { name: leagueName, ...readRows(rows, matchOf) };
  },
};
