import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { MissingBettor } from '#contract/models.ts';
import { hasBet } from '#server/db/has-bet.ts';
import type { Db } from '#server/db/tables.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { isOpenItem } from './conditions.ts';
import { nameOrder } from './league-members.ts';
import { matchesSearch, readPage, type PageWindow } from './paged.ts';

type Row = { id: number; name: string; file: string | null; items: number };

/** Members of a game's league without a bet on some of its open items, by name. */
export function readMembersWithoutBets(
  db: Db,
  query: QueryOf<'missingBettors'> & PageWindow,
): Promise<Page<MissingBettor>> {
  const from = sql`
    from (
      select lm.member_id, count(*) as items
      from items i
      join posts p on p.id = i.post_id and p.active
      join leagues l on l.id = p.league_id and l.active
      join league_members lm on lm.league_id = l.id and lm.active
      where i.post_id = ${query.post}::integer and ${isOpenItem}
        and not ${hasBet(sql`lm.member_id`)}
      group by lm.member_id
    ) lacking
    join members m on m.id = lacking.member_id
    left join images g on g.id = m.image_id
    where ${matchesSearch(sql`m.name`, query.search)}`;
  const columns = sql`m.id, m.name, g.name as file, lacking.items`;
  const present = ({ file, ...row }: Row) => ({ ...row, image: pictureUrl(file) });
  return readPage(db, { columns, from, order: nameOrder, present }, query);
}
