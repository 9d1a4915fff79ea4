import { sql } from 'kysely';
import type { MissingBettor } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { matchesSearch, readPage } from './paged.ts';

export type MembersWithoutBetsQuery = {
  readonly post: number;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

type Row = { id: number; name: string; file: string | null; items: number };

/** Members of a game's league without a bet on some of its open items, by name. */
export async function readMembersWithoutBets(
  db: Db,
  query: MembersWithoutBetsQuery,
): Promise<{ results: MissingBettor[]; count: number }> {
  const from = sql`
    from (
      select lm.member_id, count(*) as items
      from items i
      join posts p on p.id = i.post_id and p.active
      join leagues l on l.id = p.league_id and l.active
      join league_members lm on lm.league_id = l.id and lm.active
      where i.post_id = ${query.post}::integer
        and i.status = 'open' and (i.date is null or i.date > clock_timestamp())
        and not exists (select from item_bettors b where b.item_id = i.id and b.member_id = lm.member_id)
      group by lm.member_id
    ) lacking
    join members m on m.id = lacking.member_id
    left join images g on g.id = m.image_id
    where ${matchesSearch(sql`m.name`, query.search)}`;
  const columns = sql`m.id, m.name, g.name as file, lacking.items`;
  const { rows, count } = await readPage<Row>(
    db,
    { columns, from, order: sql`lower(m.name), m.id` },
    { limit: query.limit, offset: query.offset },
  );
  const results = rows.map(({ file, ...row }) => ({ ...row, image: pictureUrl({ file, picture: null }) }));
  return { results, count };
}
