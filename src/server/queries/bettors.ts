import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Bettor } from '#contract/models.ts';
import type { Context } from '#server/http/context.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { presentNamed } from '#server/presenters/picture.ts';
import { findMembers, findPage, readLeagueMembers, readNamedMembers, sortMembers } from './league-members.ts';
import type { PageWindow } from './paged.ts';

/** Members of an item's league whose name matches the search: those with a bet on it first, each part by name. */
export async function readBettors(
  ctx: Context,
  { item, search, limit, offset }: QueryOf<'bettors'> & PageWindow,
): Promise<Page<Bettor>> {
  const { rows } = await sql<{ league: number; bettors: number[] }>`
    select i.league_id as league, array(select member_id from item_bettors where item_id = i.id) as bettors
    from items i where i.id = ${item}::integer`.execute(ctx.db);
  const { league, bettors } = onlyRow(rows);
  const members = await readLeagueMembers(ctx, league);
  const found = findMembers(members, search);
  const withBet = new Set(bettors);
  const first = search ? Array.from(found.filter((id) => withBet.has(id))) : sortMembers(members, bettors);
  const page = first.slice(offset, offset + limit);
  const others = findPage(found, (id) => !withBet.has(id), {
    offset: Math.max(0, offset - first.length),
    limit: limit - page.length,
  });
  page.push(...others.flatMap((at) => found[at] ?? []));
  const shown = await readNamedMembers(ctx.db, page);
  const results = shown.map((row) => ({ ...presentNamed(row), has_bet: withBet.has(row.id) }));
  return { results, count: found.length };
}
