import { sql } from 'kysely';
import type { Tournament } from '#contract/make-game-calls.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { optionsOfTeams } from '#server/competitions/team-options.ts';
import { matchesToMake } from '#server/competitions/schedule.ts';
import { readMadeMatches, type ChangesOfLeague } from '#server/competitions/changes.ts';
import { readLeagueCatalogue } from '#server/competitions/stored-competitions.ts';
import { followsSource, readTournament } from '#server/competitions/tournaments.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { applyChanges, lockItemsToChange } from './apply-competition-changes.ts';
import { nameTeams } from './name-teams.ts';
import { openTournament, type ImportBody } from './open-tournament.ts';
import { makeMatches, makeQuestions, readMade } from './tournament-games.ts';

/** Locks the posts of a competition's tournament in a league before the tournament, to exclude a concurrent undo. */
async function lockPosts(db: Db, league: number, competition: string): Promise<void> {
  await sql`
    select p.id from posts p join tournament_games g on g.post_id = p.id join tournaments t on t.id = g.tournament_id
    where t.league_id = ${league}::integer and t.competition = ${competition} and t.undone_at is null
    order by p.id for share of p`.execute(db);
}

/**
 * Imports a competition into a league, in the caller's transaction: a game for each round, an item for each match with known
 * teams and a future kick-off. A reimport adds new matches, nothing twice and nothing that was removed by hand, and applies
 * changes to existing items unless a source does. The first import sets the rules and asks the questions. The league is
 * notified of new matches once.
 */
export async function importCompetitionIntoLeague(ctx: MemberContext, body: ImportBody): Promise<Tournament> {
  const { db } = ctx;
  const catalogue = await readLeagueCatalogue(db, ctx.platform.competitions, body.section);
  const competition = catalogue.get(body.competition);
  if (!competition) throw problem.field('competition', 'unknown_id');
  const league = await db
    .selectFrom('leagues')
    .select(['active', 'late_joiner'])
    .where('id', '=', body.section)
    .executeTakeFirstOrThrow();
  if (!league.active) throw problem.field('section', 'invalid');
  await lockPosts(db, body.section, competition.id);
  const now = new Date();
  const tournament = await openTournament(ctx, competition, body, league, now);
  await nameTeams(ctx, { league: body.section, tournament: tournament.id }, competition, body.teams);
  const takesChanges = !followsSource(ctx.platform.settings, competition.id) && tournament.shift_days === 0;
  const readChanges = async (): Promise<ChangesOfLeague> => ({
    competition,
    made: (await readMadeMatches(db, body.section, ctx.language)).filter(
      (match) => match.tournament === tournament.id,
    ),
    optionOf: await optionsOfTeams(db, body.section, competition, ctx.language),
    now,
  });
  // Before items are created or settled: both lock the league's late joiners, which comes after items in the lock order.
  const locked = takesChanges ? await lockItemsToChange(db, tournament.id, await readChanges()) : null;
  const made = await readMade(db, tournament.id);
  const matches = matchesToMake(competition, {
    made: made.matches,
    removed: made.removed,
    shiftDays: tournament.shift_days,
    now,
  });
  if (matches.length > 0) {
    await countAgainstQuota(ctx, 'posts');
    if (body.questions && made.games.size === 0)
      await makeQuestions(ctx, competition, body.section, tournament, now);
    await makeMatches(ctx, competition, body.section, tournament, made, matches, ctx.me.id);
  }
  const changed = locked
    ? await applyChanges(
        ctx,
        tournament.id,
        await readChanges(),
        ({ item, match }) => locked.has(item) || !made.matches.has(match),
      )
    : { moved: 0, closed: 0, results: 0 };
  return readTournament(ctx, competition, tournament, { made: matches.length, changed });
}
