import { limits } from '#contract/limits.ts';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import type { SourceAnswer, SourceMatch, SourceTeam } from './source.ts';

type Playable = SourceMatch & { home: SourceTeam; away: SourceTeam };
const hasTeams = (match: SourceMatch): match is Playable => match.home !== null && match.away !== null;

const resultOf = ({ status, score, extraTime, penalties }: SourceMatch): CompetitionMatch['result'] =>
  status === 'final' && score
    ? { ...score, ...(extraTime && { extraTime }), ...(penalties && { penalties }) }
    : undefined;

/** A competition of the catalogue, with dates, teams and results from its source. */
function updateCompetition(competition: Competition, matches: readonly SourceMatch[]): Competition {
  const reportById = new Map(matches.map((match) => [match.id, match]));
  const teams = new Set(competition.teams.map(({ id }) => id));
  return {
    ...competition,
    matches: competition.matches.map((match) => {
      const now = reportById.get(match.id);
      if (!now) return match;
      const sideOf = (side: 'home' | 'away') => {
        const team = now[side]?.id;
        return team !== undefined && teams.has(team) ? { ...match[side], team } : match[side];
      };
      const result = resultOf(now);
      return {
        ...match,
        date: now.date ?? (now.status === 'postponed' ? null : match.date),
        home: sideOf('home'),
        away: sideOf('away'),
        ...(result && { result }),
      };
    }),
  };
}

const byDate = (one: SourceMatch, other: SourceMatch) => (one.date ?? '~').localeCompare(other.date ?? '~');

/** A competition that only its source has: the matches with known teams, in rounds by their first kick-off. */
function makeCompetition(id: string, name: string, all: readonly SourceMatch[]): Competition {
  const matches = all.filter(hasTeams).toSorted(byDate);
  const teams = new Map(
    matches.flatMap(({ home, away }) => [home, away]).map((team) => [team.id, team.name]),
  );
  const rounds = new Map(matches.map(({ round }) => [round.id, { heb: round.heb, en: round.en }]));
  const called = (name || id).slice(0, limits.name.league).trim();
  return {
    version: 1,
    id,
    name: { heb: called, en: called },
    teams: [...teams].map(([team, own]) => ({ id: team, name: { heb: own, en: own } })),
    rounds: [...rounds].map(([round, own]) => ({ id: round, name: own })),
    matches: matches.map((match) => {
      const result = resultOf(match);
      return {
        id: match.id,
        round: match.round.id,
        ...(match.group && { group: match.group.slice(0, 20) }),
        date: match.date,
        home: { team: match.home.id },
        away: { team: match.away.id },
        ...(result && { result }),
      };
    }),
  };
}

/** The competition with what its source has reported so far: from the catalogue, or from the source alone. */
export const competitionOfSource = (
  id: string,
  known: Competition | undefined,
  { name, matches }: SourceAnswer,
): Competition => (known ? updateCompetition(known, matches) : makeCompetition(id, name, matches));
