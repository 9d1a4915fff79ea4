import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/tables.ts';
import type { Competition } from './competition-format.ts';

/** The words of teams, as rows `team (id, heb, en, shown)`; `shown` is the name in the reader's language. */
export function teamRows(teams: Competition['teams'], language: Language | null): RawBuilder<unknown> {
  const rows = teams.map(({ id, name }) => ({ id, ...name, shown: language === 'en' ? name.en : name.heb }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as team (id text, heb text, en text, shown text)`;
}

/**
 * Whether the option `o` is the team of a row of `teamRows`: the staff's catalogue's by its name in English or Hebrew, or
 * the league's own by either.
 */
export const isOptionOfTeam = (league: number): RawBuilder<boolean> => sql`o.active and (
  case when o.league_id is null then not o.private and (o.value = team.en or o.name = team.heb)
    else o.league_id = ${league}::integer and o.name in (team.heb, team.en) end)`;

/** The option of each team of `team`, where one is known: the staff's catalogue's before the league's own. */
export const knownTeam = (league: number): RawBuilder<unknown> => sql`
  select distinct on (team.id) team.id as team, o.id as option, o.name
  from team join options o on ${isOptionOfTeam(league)}
  order by team.id, o.league_id is not null, coalesce(o.value = team.en, false) desc, o.id`;

/** Known options by team. */
export async function optionsOfTeams(
  db: Db,
  league: number,
  { teams }: Competition,
  language: Language | null,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ team: string; option: number }>`
    with team as (select * from ${teamRows(teams, language)})
    ${knownTeam(league)}`.execute(db);
  return new Map(rows.map(({ team, option }) => [team, option]));
}

/** Names of the teams that neither the catalogue nor the league has as options, in the order of the competition. */
export async function teamsWithoutOption(
  db: Db,
  league: number,
  { teams }: Competition,
  language: Language | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; shown: string }>`
    select team.id, team.shown from ${teamRows(teams, language)}
    where not exists (select from options o where ${isOptionOfTeam(league)})`.execute(db);
  const unknown = new Map(rows.map(({ id, shown }) => [id, shown]));
  return teams.flatMap(({ id }) => unknown.get(id) ?? []);
}
