import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#contract/language.ts';
import { fileLimits, type TeamOption } from '#contract/make-game-calls.ts';
import { catalogueNames } from '#server/db/content-names.ts';
import { comparable } from '#server/db/comparable.ts';
import type { Db } from '#server/db/tables.ts';
import type { Competition } from './competition-format.ts';

/** The names of teams, as rows `team (id, heb, en, shown)`; `shown` is the name in the reader's language. */
export function teamRows(teams: Competition['teams'], language: Language | null): RawBuilder<unknown> {
  const rows = teams.map(({ id, name }) => ({ id, ...name, shown: language === 'en' ? name.en : name.heb }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as team (id text, heb text, en text, shown text)`;
}

const hebrew = comparable(sql`team.heb`);
const english = comparable(sql`team.en`);
const isNameOf = (name: RawBuilder<unknown>) => sql`${comparable(name)} in (${hebrew}, ${english})`;

/**
 * The option of each row of `team`, if known: the one that those who run the league have chosen (`team_names`), else the
 * catalogue's by its name in English or Hebrew, else the league's own by either.
 */
export const knownTeam = (league: number): RawBuilder<unknown> => sql`
  select distinct on (team.id) team.id as team, o.id as option, o.name
  from team
    left join team_names named on named.league_id = ${league}::integer and ${isNameOf(sql`named.name`)}
    join options o on o.active and (o.id = named.option_id or
      case when o.league_id is null
        then not o.private and (${comparable(sql`o.value`)} = ${english} or ${comparable(sql`o.name`)} = ${hebrew})
        else o.league_id = ${league}::integer and ${isNameOf(sql`o.name`)} end)
  order by team.id, coalesce(o.id = named.option_id, false) desc, o.league_id is not null,
    coalesce(o.value = team.en, false) desc, o.name = team.heb desc, o.id`;

/** Known options, by team id. */
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

/** Names of teams without a known option, in the order of the competition. */
export async function unknownTeams(
  db: Db,
  league: number,
  { teams }: Competition,
  language: Language | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; shown: string }>`
    with team as (select * from ${teamRows(teams, language)}), known as (${knownTeam(league)})
    select id, shown from team where not exists (select from known where known.team = team.id)`.execute(db);
  const unknown = new Map(rows.map(({ id, shown }) => [id, shown]));
  return teams.flatMap(({ id }) => unknown.get(id) ?? []);
}

/** Options that a team may be matched to: the catalogue's and the league's own, by name. */
export async function readTeamOptions(
  db: Db,
  league: number,
  language: Language | null,
): Promise<TeamOption[]> {
  const { rows } = await sql<TeamOption>`
    select o.id, ${catalogueNames('o', language).name} as name from options o
    where o.active and (o.league_id = ${league}::integer or (o.league_id is null and not o.private))
    order by name, o.id limit ${fileLimits.teamOptions}::integer`.execute(db);
  return rows;
}
