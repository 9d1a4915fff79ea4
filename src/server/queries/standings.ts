import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { StandingsRow, TieBreak } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { isInGroup, tableOrder } from './conditions.ts';
import { matches, matchesSearch, type PageWindow } from './paged.ts';

export type StandingRow = Omit<StandingsRow, 'member' | 'average'> & {
  member: number;
  /** Those of its points that are medians of missed rounds. */
  late: number;
  name: string;
  file: string | null;
};
/** Settled items in a row's form. */
const formLength = 5;

type StandingsPage = {
  count: number;
  rows: StandingRow[];
  mine: StandingRow | null;
  above: StandingRow | null;
  tie_break: TieBreak;
};

/**
 * A page of the table, the caller's own row and one of the next place above it, in one round trip: the ledger's sums for
 * the league's members, ranked 1-2-2-4 (decisions §6) in the league's order of tie-breaks, with each member's rank before
 * the last ended item (for `move`), and how the last items went for them. A vote that ended without a result was a poll,
 * which nobody wins or misses.
 */
export async function readStandings(
  db: Db,
  me: number | null,
  { section, clan, post, search, limit, offset }: QueryOf<'standings'> & PageWindow,
): Promise<StandingsPage> {
  const inGroup = clan === undefined ? sql`true` : isInGroup(clan, sql`lm.member_id`);
  const sum = (name: string) => sql`coalesce(${sql.ref(name)}, 0)`;
  const order = (when: '' | '_before') =>
    tableOrder(sql`league.tie_break`, {
      points: sum(`points${when}`),
      exact: sum(`exact${when}`),
      difference: sum(`difference${when}`),
      outcome: sum(`outcome${when}`),
    });
  const { rows } = await sql<StandingsPage>`
    with league as (select tie_break from leagues where id = ${section}::integer),
    player as (
      select lm.member_id, lm.joined_at from league_members lm
      where lm.league_id = ${section}::integer and lm.active and ${inGroup}
    ),
    ended as (
      select i.id, i.post_id, i.ended_at, i.layout from items i join posts p on p.id = i.post_id
      where p.league_id = ${section}::integer and ${matches(sql`p.id`, post)} and i.status = 'ended'
    ),
    newest as (select id, post_id, ended_at from ended order by ended_at desc, id desc limit 1),
    recent as (
      select id, ended_at from ended
      where layout <> 'vote' or exists (select from item_options o where o.item_id = ended.id and o.result = 1)
      order by ended_at desc, id desc limit ${formLength}::integer
    ),
    line as (
      -- The median of a missed game came with the last of its items.
      select l.*, case when l.item_id is null then l.post_id is distinct from newest.post_id
        else l.item_id is distinct from newest.id end as earlier
      from ledger l left join newest on true
      where l.league_id = ${section}::integer and ${matches(sql`l.post_id`, post)}
    ),
    sums as (
      select member_id, sum(points) as points, sum(exact) as exact, sum(difference) as difference,
        sum(outcome) as outcome, sum(played) as bets, sum(points) filter (where item_id is null) as late,
        coalesce(sum(points) filter (where earlier), 0) as points_before,
        coalesce(sum(exact) filter (where earlier), 0) as exact_before,
        coalesce(sum(difference) filter (where earlier), 0) as difference_before,
        coalesce(sum(outcome) filter (where earlier), 0) as outcome_before
      from line group by member_id
    ),
    ranked as (
      select player.member_id, coalesce(points, 0) as points, coalesce(exact, 0) as exact,
        coalesce(difference, 0) as difference, coalesce(outcome, 0) as outcome, coalesce(bets, 0) as bets, coalesce(late, 0) as late,
        rank() over (order by ${order('')}) as rank,
        -- Whoever came after the last item ended was not in the table then.
        player.joined_at > newest.ended_at as is_new,
        rank() over (partition by player.joined_at > newest.ended_at
          order by ${order('_before')}) as rank_before,
        exists (select from line where earlier) as had_table
      from player
      cross join league
      left join sums using (member_id)
      left join newest on true
    ),
    named as (
      select ranked.*, m.name, g.name as file, ${matchesSearch(sql`m.name`, search)} as found
      from ranked
      join members m on m.id = ranked.member_id
      left join images g on g.id = m.image_id
    ),
    placed as (
      select named.*, row_number() over (partition by found order by rank, name, member_id) as place from named
    ),
    page as (
      select rank, case when is_new is false and had_table then rank_before - rank end as move, member_id as member,
        name, file, points, exact, difference, outcome, bets, late, place, found and place > ${offset}::integer
          and place <= ${offset + limit}::integer as on_page
      from placed
    ),
    above as (
      select member from page where rank < (select rank from page where member = ${me}::integer)
      order by rank desc, name, member limit 1
    ),
    shown as (
      select page.*, (
        select coalesce(jsonb_agg(case when last.code is null or last.code = 'void' then 'none'
          when last.code = 'exact' then 'exact' when last.total > 0 then 'hit' else 'missed' end
          order by recent.ended_at desc, recent.id desc), '[]')
        from recent
        left join lateral (
          select l.total, l.reason ->> 'code' as code from ledger l
          where l.item_id = recent.id and l.member_id = page.member order by l.id desc limit 1
        ) last on true
      ) as form
      from page where on_page or member in (${me}::integer, (select member from above))
    )
    select (select count(*) from placed where found) as count,
      coalesce((select jsonb_agg(shown order by place) from shown where on_page), '[]') as rows,
      (select to_jsonb(shown) from shown where member = ${me}::integer) as mine,
      (select to_jsonb(shown) from shown where member = (select member from above)) as above,
      (select tie_break from league) as tie_break`.execute(db);
  const page = rows[0];
  if (!page) throw new Error('a query without a from has a row');
  return page;
}
