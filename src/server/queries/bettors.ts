import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Bettor } from '#contract/models.ts';
import type { Context } from '#server/http/context.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { nameOrder, readLeagueMembers } from './league-members.ts';
import { matchesSearch, readPage, type PageWindow } from './paged.ts';

type BettorsQuery = QueryOf<'bettors'> & PageWindow;
type Row = Omit<Bettor, 'image'> & { file: string | null };
const present = ({ file, ...row }: Row): Bettor => ({ ...row, image: pictureUrl(file) });

/** Members of an item's league whose name matches the search: those with a bet on it first, each part by name. */
function searchBettors({ db }: Context, query: BettorsQuery): Promise<Page<Bettor>> {
  const columns = sql`m.id, m.name, g.name as file, bettor.item_id is not null as has_bet`;
  const from = sql`
    from items i
    join league_members lm on lm.league_id = i.league_id and lm.active
    join members m on m.id = lm.member_id
    left join images g on g.id = m.image_id
    left join item_bettors bettor on bettor.item_id = i.id and bettor.member_id = m.id
    where i.id = ${query.item}::integer and ${matchesSearch(sql`m.name`, query.search)}`;
  const order = sql`bettor.item_id is null, ${nameOrder}`;
  return readPage(db, { columns, from, order, present }, query);
}

/** Members of an item's league: those with a bet on it first, each part by name. */
export async function readBettors(ctx: Context, query: BettorsQuery): Promise<Page<Bettor>> {
  if (query.search) return searchBettors(ctx, query);
  const { limit, offset } = query;
  const item = await sql<{ league: number; bettors: number[] }>`
    select i.league_id as league, array(
      select m.id from item_bettors bettor
      join league_members lm on lm.league_id = i.league_id and lm.member_id = bettor.member_id and lm.active
      join members m on m.id = bettor.member_id and m.deleted_at is null
      where bettor.item_id = i.id order by ${nameOrder}
    ) as bettors
    from items i where i.id = ${query.item}::integer`.execute(ctx.db);
  const { league, bettors } = onlyRow(item.rows);
  const members = await readLeagueMembers(ctx, league);
  const withBet = new Set(bettors);
  const page = bettors.slice(offset, offset + limit);
  let before = bettors.length;
  for (const id of members) {
    if (page.length === limit) break;
    if (withBet.has(id)) continue;
    if (before < offset) before += 1;
    else page.push(id);
  }
  const { rows } = await sql<Omit<Row, 'has_bet'>>`
    select m.id, m.name, g.name as file
    from unnest(${page}::integer[]) with ordinality shown (id, nth)
    join members m on m.id = shown.id left join images g on g.id = m.image_id
    order by shown.nth`.execute(ctx.db);
  return {
    results: rows.map((row) => present({ ...row, has_bet: withBet.has(row.id) })),
    count: members.length,
  };
}
