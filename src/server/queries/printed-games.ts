import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { PrintedGame } from '#contract/printing.ts';
import { itemName, memberName, optionName } from '#server/db/content-names.ts';
import type { Context } from '#server/http/context.ts';
import { byName } from './statistics-parts.ts';
import { limited, matchesSearch, readPage, type PageWindow } from './paged.ts';

/**
 * Games of a league with their started items, oldest first. Members without a bet on an item are listed only if it brought
 * them points.
 */
export function readPrintedGames(
  { db, language }: Context,
  query: QueryOf<'printedGames'> & PageWindow,
): Promise<Page<PrintedGame>> {
  const name = memberName('m', language);
  const options = sql`(
    select jsonb_agg(jsonb_build_object('id', o.id, 'name', ${optionName(language)}, 'result', o.result) order by o.position)
    from item_options o left join options first on first.id = o.option_id left join options second on second.id = o.partner_id
    where o.item_id = i.id)`;
  const picks = sql`(
    select jsonb_agg(jsonb_build_object('member', m.id, 'name', ${name}, 'picks', coalesce(bet.picks, '[]'), 'points', last.total)
      order by ${byName(sql.ref('m.name'))}, m.id)
    from (
      select member_id from item_bettors where item_id = i.id
      union select member_id from ledger where item_id = i.id and points <> 0
    ) own
    join members m on m.id = own.member_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', b.item_option_id, 'value', b.value) order by b.item_option_id) as picks
      from bets b where b.item_id = i.id and b.member_id = m.id
    ) bet on true
    left join lateral (
      select total from ledger where item_id = i.id and member_id = m.id order by id desc limit 1
    ) last on true)`;
  const columns = sql`p.id, p.description as name, (
    select jsonb_agg(jsonb_build_object('id', i.id, 'name', ${itemName(language)}, 'layout', i.layout, 'date', i.date,
      'options', ${options}, 'picks', coalesce(${picks}, '[]')) order by i.date, i.position, i.id)
    from items i where i.post_id = p.id and i.started_at is not null) as items`;
  const printed = sql`
    from posts p
    where p.league_id = ${query.section}::integer and p.active
      and exists (select from items where post_id = p.id and started_at is not null)
      and ${matchesSearch(sql`p.description`, query.search)}`;
  // The page is selected first: the columns of games before it would be read too.
  const from = sql`from (select p.* ${printed} order by p.id ${limited(query)}) p`;
  return readPage(db, { columns, from, counted: printed, isPage: true, order: sql`p.id`, present }, query);
}

// Converts PostgreSQL's JSON format of timestamps to ISO 8601.
const present = ({ items, ...game }: PrintedGame): PrintedGame => ({
  ...game,
  items: items.map((item) => ({ ...item, date: item.date && new Date(item.date).toISOString() })),
});
