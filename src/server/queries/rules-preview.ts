import { sql } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import type { Rules } from '#contract/scoring.ts';
import type { RulesPreviewRow } from '#contract/what-if.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import { tableOrder } from './conditions.ts';
import { missedRounds } from './missed-rounds.ts';
import { matchesSearch, type PageWindow } from './paged.ts';
import { crowdResults, ruleOf, scoredBets } from './score-bets.ts';

type Game = {
  readonly league: number;
  readonly layout: Layout;
  readonly rules: Rules;
  readonly isOver: boolean;
  readonly jokers: boolean;
};

/** A game's league, layout and rules, and whether all items are ended or void; null if there is nothing to score. */
export async function readScoredGame(db: Db, post: number): Promise<Game | null> {
  const { rows } = await sql<Game>`
    select p.league_id as league, i.layout, i.rules,
      not exists (select from items o where o.post_id = p.id and o.status in ('open', 'started')) as "isOver",
      exists (select from jokers j where j.post_id = p.id) as jokers
    from posts p join items i on i.post_id = p.id
    where p.id = ${post}::integer and p.league_id is not null
    order by i.position, i.id limit 1`.execute(db);
  return rows[0] ?? null;
}

export type PreviewRow = Omit<RulesPreviewRow, 'member' | 'real'> & {
  member: number;
  name: string;
  file: string | null;
  real_rank: number;
  real_points: number;
};
type PreviewPage = { count: number; rows: PreviewRow[]; mine: PreviewRow | null };

/**
 * A page of a game's table by other rules, with each member's real values, and the caller's row, in one round trip. Scored
 * by the current results, or by the crowd's if these rules let the crowd decide.
 */
export async function readRulesPreview(
  db: Db,
  me: number | null,
  { post, league, layout }: Pick<Game, 'league' | 'layout'> & { post: number },
  chosen: Rules,
  { search, limit, offset }: PageWindow & { search?: string | undefined },
): Promise<PreviewPage> {
  const rule = ruleOf(sql`item.rules`, sql`item.layout`);
  const isByCrowd = sql<boolean>`coalesce(item.rules ->> 'decided_by' = 'crowd', false)`;
  const scores = scoredBets({
    id: sql`item.id`,
    layout,
    rule,
    hasJokers: sql`coalesce(item.rules -> 'joker' = 'true', false)`,
    isByCrowd,
    options: (item) =>
      layout === 'balance'
        ? sql`
          select o.id, o.position, o.name, o.no_points,
            case when ${isByCrowd} then crowd.result else o.result end as result
          from item_options o join (${crowdResults(item, rule('even_breakpoint'))}) crowd using (id)
          where o.item_id = ${item}`
        : sql`select id, position, name, no_points, result from item_options where item_id = ${item}`,
  });
  const missed = missedRounds({
    games: sql`i.post_id = ${post}::integer and i.rules ->> 'late_joiner' = 'median'`,
    isOver: sql`i.status in ('ended', 'void')`,
    bettors: sql`select member_id, sum(points) as points from score group by member_id`,
    members: sql`true`,
  });
  const order = (prefix: '' | 'real_') =>
    tableOrder(sql`league.tie_break`, {
      points: sql.ref(`${prefix}points`),
      exact: sql.ref(`${prefix}exact`),
      difference: sql.ref(`${prefix}difference`),
      outcome: sql.ref(`${prefix}outcome`),
    });
  const { rows } = await sql<PreviewPage>`
    with league as (select tie_break from leagues where id = ${league}::integer),
    player as (
      select member_id from league_members where league_id = ${league}::integer and active
    ),
    item as (
      select id, layout, rules || ${JSON.stringify(chosen)}::jsonb as rules from items
      where post_id = ${post}::integer and status = 'ended'
    ),
    score as (
      select scored.member_id, scored.points, scored.exact, scored.difference, scored.outcome
      from item cross join lateral (with ${scores} select * from scored) scored
    ),
    asked as (
      select member_id, sum(points) as points, sum(exact) as exact, sum(difference) as difference, sum(outcome) as outcome
      from (select * from score union all select member_id, points, 0, 0, 0 from (${missed}) missed) line
      group by member_id
    ),
    stands as (
      select member_id, sum(points) as points, sum(exact) as exact, sum(difference) as difference, sum(outcome) as outcome
      from ledger where post_id = ${post}::integer and league_id = ${league}::integer group by member_id
    ),
    sums as (
      select player.member_id, coalesce(asked.points, 0) as points, coalesce(asked.exact, 0) as exact,
        coalesce(asked.difference, 0) as difference, coalesce(asked.outcome, 0) as outcome,
        coalesce(stands.points, 0) as real_points, coalesce(stands.exact, 0) as real_exact,
        coalesce(stands.difference, 0) as real_difference, coalesce(stands.outcome, 0) as real_outcome
      from player left join asked using (member_id) left join stands using (member_id)
    ),
    ranked as (
      select sums.*, rank() over (order by ${order('')}) as rank, rank() over (order by ${order('real_')}) as real_rank
      from sums cross join league
    ),
    named as (
      select ranked.*, m.name, g.name as file, ${matchesSearch(sql`m.name`, search)} as found
      from ranked join members m on m.id = ranked.member_id left join images g on g.id = m.image_id
    ),
    placed as (
      select rank, member_id as member, name, file, points, exact, real_rank, real_points, found,
        row_number() over (partition by found order by rank, name, member_id) as place
      from named
    ),
    shown as (
      select * from placed
      where found and place > ${offset}::integer and place <= ${offset + limit}::integer
    )
    select (select count(*) from placed where found) as count,
      coalesce((select jsonb_agg(shown order by place) from shown), '[]') as rows,
      (select to_jsonb(placed) from placed where member = ${me}::integer) as mine`.execute(db);
  return onlyRow(rows);
}
