import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { MissingBettor } from '#contract/models.ts';
import type { Context } from '#server/http/context.ts';
import { presentNamed } from '#server/presenters/picture.ts';
import { bettorsOf, isOpenItem } from './conditions.ts';
import { findMembers, findPage, readLeagueMembers, readNamedMembers } from './league-members.ts';
import type { PageWindow } from './paged.ts';

type Row = { league: number; items: number; bettors: [member: number, items: number][] };

/** Members of a game's league without a bet on some of its open items, by name. */
export async function readMembersWithoutBets(
  ctx: Context,
  { post, search, limit, offset }: QueryOf<'missingBettors'> & PageWindow,
): Promise<Page<MissingBettor>> {
  const { rows } = await sql<Row>`
    with game as (
      select p.league_id from posts p join leagues l on l.id = p.league_id and l.active
      where p.id = ${post}::integer and p.active
    ),
    open_item as (select i.id from items i where i.post_id = ${post}::integer and ${isOpenItem}),
    bettor as (
      select lm.member_id, count(*) as items
      from game
      cross join open_item
      cross join lateral (${bettorsOf(sql`open_item.id`)}) whole
      join league_members lm on lm.league_id = game.league_id and lm.member_id = whole.member_id and lm.active
      group by lm.member_id
    )
    select game.league_id as league, (select count(*) from open_item) as items,
      coalesce((select jsonb_agg(jsonb_build_array(member_id, items)) from bettor), '[]') as bettors
    from game`.execute(ctx.db);
  const [game] = rows;
  // No items are missing where none are open.
  if (!game || game.items === 0) return { results: [], count: 0 };
  const betsOf = new Map(game.bettors);
  const missingOf = (member: number) => game.items - (betsOf.get(member) ?? 0);
  const done = new Set(game.bettors.flatMap(([member]) => (missingOf(member) === 0 ? member : [])));
  const found = findMembers(await readLeagueMembers(ctx, game.league), search);
  const isDone = (member: number) => done.has(member);
  const doneOfFound = search ? found.filter(isDone).length : done.size;
  const page = findPage(found, (member) => !isDone(member), { offset, limit });
  const shown = await readNamedMembers(
    ctx.db,
    page.flatMap((at) => found[at] ?? []),
  );
  const results = shown.map((row) => ({ ...presentNamed(row), items: missingOf(row.id) }));
  return { results, count: found.length - doneOfFound };
}
