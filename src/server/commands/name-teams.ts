import { sql } from 'kysely';
import type * as v from 'valibot';
import type { ImportInput } from '#contract/make-game-calls.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { optionsOfTeams, readTeamOptions, unknownTeams } from '#server/competitions/team-options.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';

/**
 * Stores which options some of a competition's unknown teams are, by their names in the caller's language: the league knows
 * these names from then on, in any file and of any source. A field's problem where a name is of no team, an option is none that
 * a team may be (`unknown_id`), or two teams would be one option (`duplicate`); 409 where a team has become known meanwhile.
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
  const isOfCompetition = (wanted: string) =>
    competition.teams.some(({ name }) => [name.heb, name.en].includes(wanted));
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
  // An option that was removed since may have had the name.
  await sql`
    insert into team_names (league_id, name, option_id, tournament_id)
    select ${league}::integer, name, option, ${tournament}::integer
    from jsonb_to_recordset(${JSON.stringify(teams)}::jsonb) as named (name text, option integer)
    on conflict (league_id, name) do update 
      set option_id = excluded.option_id, tournament_id = excluded.tournament_id`.execute(db);
}
