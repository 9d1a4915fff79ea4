import { sql, type RawBuilder } from 'kysely';

/** SQL shared by the statistics of a league and of a member. */

/**
 * SQL: a league's ended items, as counted by the ledger. `is_poll`: a vote without a result, in which nobody could score.
 * `is_shown`: its game is not deleted, so that its name and picks may be shown.
 */
export const endedItems = (section: number): RawBuilder<unknown> => sql`
  select i.id, i.post_id, i.layout, i.ended_at, p.active as is_shown,
    i.layout = 'vote' and not exists (select from item_options o where o.item_id = i.id and o.result = 1) as is_poll
  from items i join posts p on p.id = i.post_id
  where i.league_id = ${section}::integer and i.status = 'ended'`;

/** SQL: order by a name, independent of the database's locale. */
export const byName = (name = sql.ref('name')): RawBuilder<unknown> => sql`${name} collate "C"`;

/** SQL: a NamedPicture as JSON, from the columns `id`, `name` and `file`. */
export const namedPlayer: RawBuilder<unknown> = sql`jsonb_build_object('id', id, 'name', name, 'file', file)`;
