import { sql } from 'kysely';
import type * as v from 'valibot';
import type { ImportInput } from '#contract/make-game-calls.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { optionsOfTeams, readTeamOptions, unknownTeams } from '#server/competitions/team-options.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';

/**
 * Maps unknown teams of a competition to options, by their names in the caller's language. The league keeps the names for
 * later files and sources. Throws field problems for a name of no unknown team or an option that cannot be a team
 * (`unknown_id`), and for two teams with one option (`duplicate`); 409 if a team has become known meanwhile.
 */
export async function nameTeams(
  { db, language }: MemberContext,
  { league, tournament }: { readonly league: number; readonly tournament: number },
  competition: Competition,
  teams: v.InferOutput<typeof ImportInput>['teams'],
): Promise<void> {
  if (teams.length === 0) return;
  const unknown = new Set(await unknownTeams(db, league, competition, language));
  const options = new Set((await readTeamOptions(db, league, language)).map(({ id }) => id));
  const taken = new Set((await optionsOfTeams(db, league, competition, language)).values());
  const isOfCompetition = (teamName: string) =>
    competition.teams.some(({ name }) => [name.heb, name.en].includes(teamName));
  const named = new Set<string>();
  teams.forEach(({ name, option }, at) => {
    if (!isOfCompetition(name)) throw problem.field(`teams.${at}.name`, 'unknown_id');
    if (!unknown.has(name)) throw problem.conflict();
    if (named.has(name)) throw problem.field(`teams.${at}.name`, 'duplicate');
    if (!options.has(option)) throw problem.field(`teams.${at}.option`, 'unknown_id');
    if (taken.has(option)) throw problem.field(`teams.${at}.option`, 'duplicate');
    named.add(name);
    taken.add(option);
  });
  // The name may exist for an option that was removed since.
  await sql`
    insert into team_names (league_id, name, option_id, tournament_id)
    select ${league}::integer, name, option, ${tournament}::integer
    from jsonb_to_recordset(${JSON.stringify(teams)}::jsonb) as named (name text, option integer)
    on conflict (league_id, name) do update 
      set option_id = excluded.option_id, tournament_id = excluded.tournament_id`.execute(db);
}
