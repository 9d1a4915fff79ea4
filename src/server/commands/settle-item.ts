import { sql } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import { hasJokers, numberRule, type Rules } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';
import { crowdResults, optionsWithResults, scoredBets } from '#server/queries/score-bets.ts';

/** An appended ledger line: the member's points on the item after and before it (`was` is null for the first line). */
export type LedgerLine = { member: number; total: number; was: number | null };

type SettledItem = { readonly id: number; readonly layout: Layout; readonly rules: Rules };

/**
 * Brings the ledger in line with the item's current results, in one statement: appends each member's score minus the sum of
 * their lines, if it differs from 0. A second run appends nothing, a correction the difference, a void the negative sum.
 */
export async function settleItem(db: Db, item: SettledItem): Promise<LedgerLine[]> {
  const rule = (key: string) => sql<number>`${numberRule(item.layout, item.rules, key)}::bigint`;
  const { rows } = await sql<LedgerLine>`
    with ${scoredBets({
      id: sql`${item.id}::integer`,
      layout: item.layout,
      rule,
      hasJokers: sql`${hasJokers(item.rules)}::boolean`,
      isByCrowd: sql`${item.rules.decided_by === 'crowd'}::boolean`,
      options: optionsWithResults,
    })},
    subject as (
      select i.version, i.post_id, p.league_id, i.status = 'ended' as counts
      from items i join posts p on p.id = i.post_id where i.id = ${item.id}::integer
    ),
    after as (select scored.* from scored cross join subject where subject.counts),
    before as (
      select member_id, sum(points) as points, sum(exact) as exact, sum(difference) as difference,
        sum(outcome) as outcome, sum(played) as played, (array_agg(reason ->> 'code' order by id desc))[1] as code,
        (array_agg((reason ->> 'underdog')::bigint order by id desc))[1] as underdog
      from ledger where item_id = ${item.id}::integer group by member_id
    ),
    delta as (
      select member_id,
        coalesce(after.points, 0) - coalesce(before.points, 0) as points,
        coalesce(after.exact, 0) - coalesce(before.exact, 0) as exact,
        coalesce(after.difference, 0) - coalesce(before.difference, 0) as difference,
        coalesce(after.outcome, 0) - coalesce(before.outcome, 0) as outcome,
        (after.member_id is not null)::integer - coalesce(before.played, 0) as played,
        coalesce(after.points, 0) as total,
        coalesce(after.code, 'void') as code,
        after.underdog,
        (coalesce(after.code, 'void'), after.underdog) is distinct from (before.code, before.underdog) as reason_changed,
        before.points as was
      from after full join before using (member_id)
    ),
    own_bets as (
      -- Sorted once: an order within the aggregate is a sort for each member.
      select member_id, jsonb_agg(jsonb_build_object('id', id, 'name', name, 'value', value)) as bet
      from (select * from bet order by member_id, position) sorted group by member_id
    ),
    outcome_now as (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'value', result) order by position)
        filter (where result is not null), '[]') as result
      from choice
    ),
    line as (
      insert into ledger (league_id, post_id, item_id, item_version, member_id,
        points, exact, difference, outcome, played, total, reason)
      select subject.league_id, subject.post_id, ${item.id}::integer, subject.version, delta.member_id,
        delta.points, delta.exact, delta.difference, delta.outcome, delta.played, delta.total,
        case when num_nonnulls(delta.was, delta.underdog, joker.member_id, nullif(${rule('multiplier')}, 1)) = 0 then base.reason
          else base.reason || jsonb_strip_nulls(jsonb_build_object('was', delta.was, 'underdog', delta.underdog,
            'multiplier', case when delta.total <> 0 then nullif(${rule('multiplier')}, 1) end,
            'joker', case when delta.total <> 0 and joker.member_id is not null then true end)) end
      from delta
      cross join subject
      cross join outcome_now
      left join own_bets using (member_id)
      left join joker using (member_id)
      cross join lateral (
        select jsonb_build_object('code', delta.code, 'bet', coalesce(own_bets.bet, '[]'), 'result', outcome_now.result) as reason
      ) base
      where reason_changed or (delta.points, delta.exact, delta.difference, delta.outcome, delta.played) <> (0, 0, 0, 0, 0)
      order by delta.member_id
      returning member_id as member, total, (reason ->> 'was')::integer as was
    )
    select * from line`.execute(db);
  return rows;
}

/**
 * Writes the results of a vote-decided balance: the most voted option and all within `even_breakpoint` percentage
 * points of it; none without votes.
 */
export async function writeCrowdResults(db: Db, item: SettledItem): Promise<void> {
  const breakpoint = numberRule(item.layout, item.rules, 'even_breakpoint');
  await sql`
    update item_options o set result = crowd.result
    from (${crowdResults(sql`${item.id}::integer`, sql`${breakpoint}::bigint`)}) crowd
    where o.id = crowd.id`.execute(db);
}
