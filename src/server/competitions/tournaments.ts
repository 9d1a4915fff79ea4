import { sql } from 'kysely';
import type { Language } from '#contract/language.ts';
import { limits } from '#contract/limits.ts';
import type { CompetitionChanges, CompetitionSummary, Tournament } from '#contract/make-game-calls.ts';
import type { Context } from '#server/http/context.ts';
import { changesOf, readMadeMatches, type MadeMatch } from './changes.ts';
import type { Competition } from './competition-format.ts';
import { readLeagueCatalogue } from './stored-competitions.ts';
import { optionsOfTeams, unknownTeams } from './team-options.ts';
import { adapters } from './sources/adapters.ts';
import { questionsToAsk } from './questions.ts';
import { datesWithShift, isOver, matchesToMake, replayShift } from './schedule.ts';

export const tournamentName = ({ name }: Competition, language: Language | null): string =>
  language === 'en' ? name.en : name.heb;

/** Until when an import made at `created` can be undone. */
export const undoUntil = (created: string): string =>
  new Date(Date.parse(created) + limits.undoImportMinutes * 60_000).toISOString();

/** Keys of the games of a tournament's questions among its rounds; no round can have such an id. */
export const questionRounds = { champion: '?champion', group: '?groups' } as const;
const isQuestionRound = (round: string) => round.startsWith('?');

type ImportedTournament = { readonly id: number; readonly created: string };

/** A tournament with its games, in the order of the rounds. */
export async function readTournament(
  { db, language }: Context,
  competition: Competition,
  { id, created }: ImportedTournament,
  outcome: Pick<Tournament, 'made' | 'changed'>,
): Promise<Tournament> {
  const { rows } = await sql<{ round: string; post: number; name: string; matches: number }>`
    select g.round, p.id as post, p.description as name,
      (select count(*)::integer from items i where i.post_id = p.id) as matches
    from tournament_games g join posts p on p.id = g.post_id and p.active
    where g.tournament_id = ${id}::integer`.execute(db);
  const byRound = new Map(rows.map(({ round, ...game }) => [round, game]));
  return {
    competition: competition.id,
    name: tournamentName(competition, language),
    games: competition.rounds.flatMap((round) => byRound.get(round.id) ?? []),
    ...outcome,
    questions: rows
      .filter(({ round }) => isQuestionRound(round))
      .reduce((sum, { matches }) => sum + matches, 0),
    undo_until: undoUntil(created),
  };
}

/** An imported competition in a league, with the matches imported and the rounds whose games were deleted. */
type LeagueTournament = ImportedTournament & {
  readonly competition: string;
  readonly shift_days: number;
  readonly matches: readonly string[];
  readonly removed: readonly string[];
};

async function readTournaments({ db }: Context, league: number): Promise<Map<string, LeagueTournament>> {
  const { rows } = await sql<LeagueTournament>`
    select t.id, t.created, t.competition, t.shift_days,
      array(select match from tournament_items i where i.tournament_id = t.id) as matches,
      array(select round from tournament_games g join posts p on p.id = g.post_id
        where g.tournament_id = t.id and not p.active) as removed
    from tournaments t where t.league_id = ${league}::integer and t.undone_at is null`.execute(db);
  return new Map(rows.map((row) => [row.competition, row]));
}

type Settings = Context['platform']['settings'];

const sourceOf = ({ sources }: Settings, competition: string) =>
  sources.addresses.find((address) => address.competition === competition);

/** Whether a source updates a competition; a file then changes nothing. */
export const followsSource = (settings: Settings, competition: string): boolean =>
  sourceOf(settings, competition) !== undefined;

const noChanges: CompetitionChanges = { moved: [], closed: [], results: [], left: [] };

/** How a repeated import would change the existing matches. */
async function readChanges(
  { db, language, platform }: Context,
  league: number,
  competition: Competition,
  tournament: LeagueTournament | undefined,
  made: readonly MadeMatch[],
  now: Date,
): Promise<CompetitionChanges> {
  // A replayed competition gets no dates or results.
  if (!tournament || tournament.shift_days > 0 || followsSource(platform.settings, competition.id))
    return noChanges;
  const own = made.filter((match) => match.tournament === tournament.id);
  const optionOf = await optionsOfTeams(db, league, competition, language);
  return changesOf({ competition, made: own, optionOf, now });
}

function summaryOf(
  { language, platform }: Context,
  competition: Competition,
  tournament: LeagueTournament | undefined,
  { changes, newTeams }: Pick<CompetitionSummary, 'changes' | 'newTeams'>,
  now: Date,
): CompetitionSummary {
  const over = isOver(competition, now);
  const source = sourceOf(platform.settings, competition.id);
  const shiftDays = tournament?.shift_days ?? (over ? replayShift(competition, now) : 0);
  const made = new Set(tournament?.matches);
  const removed = new Set(tournament?.removed);
  const until = tournament ? undoUntil(tournament.created) : null;
  return {
    id: competition.id,
    name: tournamentName(competition, language),
    over,
    rounds: competition.rounds.length,
    matches: competition.matches.length,
    ...datesWithShift(competition, shiftDays),
    imported: tournament !== undefined,
    ready: matchesToMake(competition, { made, removed, shiftDays, now }).length,
    changes,
    newTeams,
    questions: tournament || over ? 0 : questionsToAsk(competition, now).length,
    undo_until: until !== null && until > now.toISOString() ? until : null,
    // A replayed competition gets no results from the source.
    ...(source && shiftDays === 0 && { source: adapters[source.kind].name }),
  };
}

/** Gives a function to the summary of a competition in a league. */
async function summarizerOf(ctx: Context, league: number, now: Date) {
  const tournaments = await readTournaments(ctx, league);
  const made = await readMadeMatches(ctx.db, league, ctx.language);
  return async (competition: Competition): Promise<CompetitionSummary> => {
    const tournament = tournaments.get(competition.id);
    const changes = await readChanges(ctx, league, competition, tournament, made, now);
    const newTeams = await unknownTeams(ctx.db, league, competition, ctx.language);
    return summaryOf(ctx, competition, tournament, { changes, newTeams }, now);
  };
}

/** The catalogue for a league: imported competitions have the dates of their items. */
export async function readCompetitions(
  ctx: Context,
  league: number,
  now: Date,
): Promise<CompetitionSummary[]> {
  const catalogue = await readLeagueCatalogue(ctx.db, ctx.platform.competitions, league);
  const summarize = await summarizerOf(ctx, league, now);
  const summaries: CompetitionSummary[] = [];
  for (const competition of catalogue.values()) summaries.push(await summarize(competition));
  return summaries;
}

/** One competition for a league, imported or not. */
export async function summarizeCompetition(
  ctx: Context,
  league: number,
  competition: Competition,
  now: Date,
): Promise<CompetitionSummary> {
  const summarize = await summarizerOf(ctx, league, now);
  return summarize(competition);
}
