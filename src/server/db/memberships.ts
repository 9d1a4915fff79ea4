import { sql, type RawBuilder } from 'kysely';

/** SQL: whether two members share a league or group, and so may see each other. */
export const shareLeagueOrGroup = (first: RawBuilder<unknown>, second: RawBuilder<unknown>) => sql<boolean>`(
  exists (select 1 from league_members one join league_members other on other.league_id = one.league_id and other.active
          where one.active and one.member_id = ${first} and other.member_id = ${second})
  or exists (select 1 from group_members one join group_members other on other.group_id = one.group_id and other.active
             join groups shared on shared.id = one.group_id and shared.active
             where one.active and one.member_id = ${first} and other.member_id = ${second}))`;
