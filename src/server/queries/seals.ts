import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { SealedBets } from '#contract/seals.ts';
import { itemName, memberName } from '#server/db/content-names.ts';
import type { Context } from '#server/http/context.ts';
import { bettorsOf } from './conditions.ts';
import { matches, matchesSearch, readPage, type PageWindow } from './paged.ts';

/** The sealed picks on started items. Before the start, a seal is shown only to its member, and its random to nobody. */
export function readSeals(
  { db, language }: Context,
  query: QueryOf<'seals'> & PageWindow,
): Promise<Page<SealedBets>> {
  const name = memberName('m', language);
  const columns = sql`
    i.league_id as section, i.id as item, ${itemName(language)} as item_name, m.id as member, ${name} as name,
    (select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'value', b.value) order by o.id)
     from bets b join item_options o on o.id = b.item_option_id where b.item_id = i.id and b.member_id = m.id) as picks,
    s.random, s.seal`;
  const from = sql`
    from items i
    join posts p on p.id = i.post_id and p.active
    cross join lateral (${bettorsOf(sql`i.id`)}) bettor
    join members m on m.id = bettor.member_id
    left join seals s on s.item_id = i.id and s.member_id = m.id
    where i.started_at is not null and ${matches(sql`i.id`, query.item)} and ${matches(sql`i.league_id`, query.section)}
      and ${matchesSearch(name, query.search)}`;
  const order = sql`i.id, m.id`;
  return readPage(db, { columns, from, order, present: (row: SealedBets) => row }, query);
}
