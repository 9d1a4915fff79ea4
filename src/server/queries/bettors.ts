import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Bettor } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { matchesSearch, readPage, type PageWindow } from './paged.ts';

type Row = Omit<Bettor, 'image'> & { file: string | null };

/** Members of an item's league: those with a bet on it first, each part by name. */
export function readBettors(db: Db, query: QueryOf<'bettors'> & PageWindow): Promise<Page<Bettor>> {
  const columns = sql`m.id, m.name, g.name as file, bettor.item_id is not null as has_bet`;
  const from = sql`
    from items i
    join posts p on p.id = i.post_id
    join league_members lm on lm.league_id = p.league_id and lm.active
    join members m on m.id = lm.member_id
    left join images g on g.id = m.image_id
    left join item_bettors bettor on bettor.item_id = i.id and bettor.member_id = m.id
    where i.id = ${query.item}::integer and ${matchesSearch(sql`m.name`, query.search)}`;
  const order = sql`bettor.item_id is null, lower(m.name), m.id`;
  const present = ({ file, ...row }: Row) => ({ ...row, image: pictureUrl(file) });
  return readPage(db, { columns, from, order, present }, query);
}
