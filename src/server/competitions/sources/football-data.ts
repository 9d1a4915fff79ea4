import * as v from 'valibot';
import { Goals, instantOf } from './goals.ts';
import {
  readRows,
  roundOf,
  teamName,
  type SourceAdapter,
  type SourceMatch,
  type SourceStatus,
} from './source.ts';

/**
 * football-data.org v4, `competitions/{code}/matches`. `fullTime` is the running score, and includes extra time and
 * penalties; `regularTime` is present once a match goes on after 90 minutes.
 */

const Score = v.nullish(v.object({ home: v.nullish(Goals), away: v.nullish(Goals) }));
const Team = v.nullish(v.object({ id: v.nullish(v.number()), name: v.nullish(v.string()) }));
const Row = v.object({
  id: v.number(),
  utcDate: v.nullish(v.string()),
  status: v.string(),
  matchday: v.nullish(v.number()),
  stage: v.nullish(v.string()),
  group: v.nullish(v.string()),
  lastUpdated: v.nullish(v.string()),
  homeTeam: Team,
  awayTeam: Team,
  score: v.object({
    duration: v.nullish(v.string()),
    fullTime: Score,
    regularTime: Score,
    extraTime: Score,
    penalties: Score,
  }),
});
const Document = v.object({
  competition: v.optional(v.object({ name: v.string() })),
  matches: v.array(v.unknown()),
});

const statuses: Readonly<Record<string, SourceStatus>> = {
  SCHEDULED: 'scheduled',
  TIMED: 'scheduled',
  IN_PLAY: 'live',
  PAUSED: 'live',
  EXTRA_TIME: 'live',
  PENALTY_SHOOTOUT: 'live',
  SUSPENDED: 'suspended',
  FINISHED: 'final',
  AWARDED: 'final',
  POSTPONED: 'postponed',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
};

const scoreOf = (score: v.InferOutput<typeof Score>) =>
  typeof score?.home === 'number' && typeof score.away === 'number'
    ? { home: score.home, away: score.away }
    : null;

const teamOf = (team: v.InferOutput<typeof Team>) =>
  typeof team?.id === 'number' && team.name ? { id: String(team.id), name: teamName(team.name) } : null;

function roundOfMatch(stage: string | null | undefined, matchday: number | null | undefined) {
  const hasDays = !stage || stage === 'REGULAR_SEASON' || stage === 'GROUP_STAGE' || stage === 'LEAGUE_STAGE';
  return hasDays && matchday
    ? roundOf(String(matchday), `${matchday}`)
    : roundOf((stage ?? '').replaceAll('_', ' '));
}

function matchOf(row: unknown): SourceMatch | null {
  const parsed = v.safeParse(Row, row);
  const status = parsed.success ? statuses[parsed.output.status] : undefined;
  if (!parsed.success || !status) return null;
  const { id, utcDate, matchday, stage, group, lastUpdated, homeTeam, awayTeam, score } = parsed.output;
  const wentOn = score.duration === 'EXTRA_TIME' || score.duration === 'PENALTY_SHOOTOUT';
  const regular = scoreOf(score.regularTime);
  const inExtraTime = scoreOf(score.extraTime);
  return {
    id: String(id),
    round: roundOfMatch(stage, matchday),
    group: group?.replace(/^GROUP_/, '') ?? null,
    // A postponed match keeps its first date, which is no longer valid.
    date: status === 'postponed' ? null : instantOf(utcDate),
    home: teamOf(homeTeam),
    away: teamOf(awayTeam),
    status,
    score: wentOn ? regular : scoreOf(score.fullTime),
    extraTime:
      wentOn && regular && inExtraTime
        ? { home: regular.home + inExtraTime.home, away: regular.away + inExtraTime.away }
        : null,
    penalties: scoreOf(score.penalties),
    updated: instantOf(lastUpdated),
  };
}

export const footballData: SourceAdapter = {
  name: 'football-data.org',
  pace: { live: 60, idle: 3_600 },
  takesToken: true,
  read(document) {
    const parsed = v.safeParse(Document, document);
    if (!parsed.success) return null;
    const { competition, matches } = parsed.output;
    return { name: competition?.name ?? '', ...readRows(matches, matchOf) };
  },
};
