import { sql, type RawBuilder } from 'kysely';
import { hasUnderdogs, type Layout } from '#contract/layouts.ts';
import { hasJokers, numberRule, type Rules } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';

/** A ledger line appended for one member: points on the item now and before (null: first line). */
export type LedgerLine = { member: number; total: number; was: number | null };

type SettledItem = { readonly id: number; readonly layout: Layout; readonly rules: Rules };

/** SQL: whether `chosen` of `bettors` are few, as contract/scoring.ts has it. */
const areFew = (chosen: RawBuilder<number>, bettors: RawBuilder<number>) =>
  sql<boolean>`(${chosen} < ${bettors} and (${chosen} = 1 or ${chosen} * 10 <= ${bettors}))`;

/**
 * Members' scores by layout, before what every layout has, and how many things that happened they chose with few others
 * (`underdogs`): over `bet` (one row a member and option, with the option's position, no_points and result) and `choice`
 * (the item's options). Equal to contract/scoring.ts to the point: a property test compares them.
 */
const scoreQueries: Record<
  Layout,
  (rule: (key: string) => RawBuilder<number>, rules: Rules) => RawBuilder<unknown>
> = {
  'home/away': (rule) => sql`
    select member_id,
      -- The best of what was hit counts; the counters say which it was.
      coalesce(greatest(case when is_exact then ${rule('pts_exact')} end,
        case when is_difference then ${rule('pts_difference')} end,
        case when is_outcome then ${rule('pts_outcome')} end), 0) as points,
      is_exact::integer as exact,
      (is_difference and not is_exact)::integer as difference,
      (is_outcome and not is_exact and not is_difference)::integer as outcome,
      (is_outcome and ${areFew(sql`count(*) filter (where is_outcome) over ()`, sql`count(*) over ()`)})::integer as underdogs,
      case when is_exact then 'exact' when is_difference then 'difference' when is_outcome then 'outcome' else 'missed' end as code
    from (
      select member_id, home = home_goals and away = away_goals as is_exact,
        -- A draw that is not exact is an outcome: every draw has the difference 0.
        home_goals <> away_goals and home - away = home_goals - away_goals as is_difference,
        sign(home - away) = sign(home_goals - away_goals) as is_outcome
      from (
        select member_id, max(value) filter (where position = 0) as home, max(value) filter (where position = 1) as away,
          (select result from choice where position = 0) as home_goals,
          (select result from choice where position = 1) as away_goals
        from bet group by member_id having count(*) = 2
      ) guess
    ) hit`,
  vote: (rule) => sql`
    select member_id, hits * ${rule('pts_correct')} as points, 0 as exact, 0 as difference, 0 as outcome, underdogs,
      case when not exists (select from choice where result = 1) then 'poll' when hits > 0 then 'correct' else 'missed' end as code
    from (
      select member_id, count(*) filter (where result = 1 and not no_points) as hits,
        count(*) filter (where result = 1 and not no_points and ${areFew(sql`chosen`, sql`bettors`)}) as underdogs
      from (
        select bet.*, count(*) over (partition by id) as chosen,
          (select count(distinct member_id) from bet where value > 0) as bettors
        from bet where value > 0
      ) choices
      group by member_id
    ) pick`,
  balance: (rule, rules) => sql`
    select member_id, votes * ${rule('pts_correct')} / (${rule('votesForPoint')} * split.ways) as points,
      0 as exact, 0 as difference, 0 as outcome, 0 as underdogs,
      case when votes = 0 then 'missed' when split.ways = 2 then 'even' else 'share' end as code
    from (
      select member_id, coalesce(sum(value) filter (where result = 1 and not no_points), 0) as votes
      from bet where value > 0 group by member_id
    ) share
    -- Options that the crowd finds even with one another pay half.
    cross join (
      select case when ${rules.decided_by === 'crowd'}::boolean and count(*) filter (where result = 1) > 1 then 2 else 1 end as ways
      from choice
    ) split`,
  bets: (rule) => sql`
    select member_id, points, 0 as exact, 0 as difference, 0 as outcome, 0 as underdogs,
      case when points > 0 then 'digits' else 'missed' end as code
    from (
      select member_id,
        count(*) filter (where value = result and not no_points) * ${rule('pts_exact')}
          + count(*) filter (where abs(value - result) = 1 and not no_points) * ${rule('pts_close')} as points
      from bet group by member_id
    ) guess`,
};

/**
 * Updates the ledger to the item's current results, in one statement: every member's score minus the sum of their
 * lines, appended where it differs. A second run appends nothing, a correction appends the difference, a void takes
 * everything back.
 */
export async function settleItem(db: Db, item: SettledItem): Promise<LedgerLine[]> {
  const rule = (key: string) => sql<number>`${numberRule(item.layout, item.rules, key)}::bigint`;
  const underdog = hasUnderdogs(item.layout) ? rule('underdog') : sql<number>`0`;
  const { rows } = await sql<LedgerLine>`
    with choice as (
      select id, position, name, no_points, result from item_options where item_id = ${item.id}::integer
    ),
    bet as (
      select b.member_id, b.value, choice.* from bets b join choice on choice.id = b.item_option_id
      where b.item_id = ${item.id}::integer
    ),
    base as (${scoreQueries[item.layout](rule, item.rules)}),
    joker as (
      select member_id from jokers where item_id = ${item.id}::integer and ${hasJokers(item.rules)}::boolean
    ),
    scored as (
      select member_id, exact, difference, outcome, code, nullif(underdogs * ${underdog}, 0) as underdog,
        (points + underdogs * ${underdog}) * ${rule('multiplier')}
          * case when joker.member_id is null then 1 else 2 end as points
      from base left join joker using (member_id)
    ),
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
      select member_id, jsonb_agg(jsonb_build_object('id', id, 'name', name, 'value', value) order by position) as bet
      from bet group by member_id
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
        jsonb_build_object('code', delta.code, 'bet', coalesce(own_bets.bet, '[]'), 'result', outcome_now.result)
          || jsonb_strip_nulls(jsonb_build_object('was', delta.was, 'underdog', delta.underdog,
            'multiplier', case when delta.total <> 0 then nullif(${rule('multiplier')}, 1) end,
            'joker', case when delta.total <> 0 and joker.member_id is not null then true end))
      from delta
      cross join subject
      cross join outcome_now
      left join own_bets using (member_id)
      left join joker using (member_id)
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
    with tally as (
      select o.id, o.no_points, coalesce(sum(b.value), 0) as votes
      from item_options o left join bets b on b.item_option_id = o.id
      where o.item_id = ${item.id}::integer group by o.id
    ),
    crowd as (select coalesce(max(votes) filter (where not no_points), 0) as most, sum(votes) as everything from tally)
    update item_options o
    set result = (not tally.no_points and tally.votes > 0
      and (crowd.most - tally.votes) * 100 <= ${breakpoint}::bigint * crowd.everything)::integer
    from tally cross join crowd
    where o.id = tally.id`.execute(db);
}
