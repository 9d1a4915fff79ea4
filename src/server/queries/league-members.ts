import { sql } from 'kysely';
import { onlyRow } from '#server/db/only-row.ts';
import type { Context } from '#server/http/context.ts';

/** SQL: the order of members `m` by name. */
export const nameOrder = sql`lower(m.name), m.id`;

/** Ids of a league's members, in order of name. */
export const readLeagueMembers = ({ db, platform }: Context, league: number): Promise<Int32Array> =>
  platform.caches.leagueMembers.getOrLoad(
    `${league}`,
    async () => {
      const { rows } = await sql<{ ids: number[] }>`
        select coalesce(jsonb_agg(m.id order by ${nameOrder}), '[]') as ids
        from league_members lm join members m on m.id = lm.member_id
        where lm.league_id = ${league}::integer and lm.active and m.deleted_at is null`.execute(db);
      return Int32Array.from(onlyRow(rows).ids);
    },
    (ids) => ({ tags: [`league:${league}`, 'member:'], bytes: ids.byteLength + 200 }),
  );
