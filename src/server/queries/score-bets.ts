import { sql, type RawBuilder } from 'kysely';
import { hasUnderdogs, optionalRuleDefaults, ruleDefaults, type Layout } from '#contract/layouts.ts';

/**
 * What bets are worth, in SQL: the one scoring that settles items, and that shows what a table would be by other results
 * or other rules. Equal to contract/scoring.ts to the point: property tests compare them.
 */

/** SQL of a scoring rule as a whole number. */
type RuleInSql = (key: string) => RawBuilder<number>;

/** SQL: whether `chosen` of `bettors` are few, as contract/scoring.ts has it. */
const areFew = (chosen: RawBuilder<number>, bettors: RawBuilder<number>) =>
  sql<boolean>`(${chosen} < ${bettors} and (${chosen} = 1 or ${chosen} * 10 <= ${bettors}))`;

/**
 * Members' scores by layout, before what every layout has, and how many things that happened they chose with few others
 * (`underdogs`): over `bet` (one row a member and option, with the option's position, no_points and result) and `choice`
 * (the item's options). Equal to contract/scoring.ts to the point: a property test compares them.
 */
const scoreQueries: Record<Layout, (rule: RuleInSql, isByCrowd: RawBuilder<boolean>) => RawBuilder<unknown>> =
  {
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
    balance: (rule, isByCrowd) => sql`
    select member_id, votes * ${rule('pts_correct')} / (${rule('votesForPoint')} * split.ways) as points,
      0 as exact, 0 as difference, 0 as outcome, 0 as underdogs,
      case when votes = 0 then 'missed' when split.ways = 2 then 'even' else 'share' end as code
    from (
      select member_id, coalesce(sum(value) filter (where result = 1 and not no_points), 0) as votes
      from bet where value > 0 group by member_id
    ) share
    -- Options that the crowd finds even with one another pay half.
    cross join (
      select case when ${isByCrowd} and count(*) filter (where result = 1) > 1 then 2 else 1 end as ways
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

const defaults = JSON.stringify(
  Object.fromEntries(
    Object.entries(ruleDefaults).map(([layout, rules]) => [layout, { ...optionalRuleDefaults, ...rules }]),
  ),
);

/** A scoring rule of an item with these `rules` and this `layout`, as numberRule of contract/scoring.ts reads it. */
export const ruleOf =
  (rules: RawBuilder<unknown>, layout: RawBuilder<unknown>): RuleInSql =>
  (key) =>
    sql`rule_number(coalesce(nullif(${rules} ->> ${key}::text, ''), ${defaults}::jsonb -> ${layout} ->> ${key}::text))::bigint`;

/** The options of an item with the results that stand. */
export const optionsWithResults = (item: RawBuilder<number>): RawBuilder<unknown> => sql`
  select id, position, name, no_points, result from item_options where item_id = ${item}`;

/**
 * An item's options by id, each with its result where the crowd decides: 1 of the most voted one and of all within
 * `even_breakpoint` percentage points of it, none without votes.
 */
export const crowdResults = (
  item: RawBuilder<number>,
  evenBreakpoint: RawBuilder<number>,
): RawBuilder<unknown> => sql`
  with tally as (
    select o.id, o.no_points, coalesce(sum(b.value), 0) as votes
    from item_options o left join bets b on b.item_option_id = o.id
    where o.item_id = ${item} group by o.id
  ),
  crowd as (select coalesce(max(votes) filter (where not no_points), 0) as most, sum(votes) as everything from tally)
  select id, (not no_points and votes > 0 and (most - votes) * 100 <= ${evenBreakpoint} * everything)::integer as result
  from tally cross join crowd`;

type ScoredItem = {
  readonly id: RawBuilder<number>;
  readonly layout: Layout;
  readonly rule: RuleInSql;
  readonly hasJokers: RawBuilder<boolean>;
  readonly isByCrowd: RawBuilder<boolean>;
  /** Its options with the results to score by. */
  readonly options: (item: RawBuilder<number>) => RawBuilder<unknown>;
};

/**
 * The members of a `with` that score one item: `choice`, its options; `bet`, with the option of each; `joker`, whose it is;
 * and `scored`, a row a member who has bet. Of many items, the `with` of a lateral query for each.
 */
export function scoredBets({
  id,
  layout,
  rule,
  hasJokers,
  isByCrowd,
  options,
}: ScoredItem): RawBuilder<unknown> {
  const underdog = hasUnderdogs(layout) ? rule('underdog') : sql<number>`0`;
  return sql`
    choice as (${options(id)}),
    bet as (
      select b.member_id, b.value, choice.* from bets b join choice on choice.id = b.item_option_id
      where b.item_id = ${id}
    ),
    base as (${scoreQueries[layout](rule, isByCrowd)}),
    joker as (select member_id from jokers where item_id = ${id} and ${hasJokers}),
    scored as (
      select member_id, exact, difference, outcome, code, nullif(underdogs * ${underdog}, 0) as underdog,
        (points + underdogs * ${underdog}) * ${rule('multiplier')}
          * case when joker.member_id is null then 1 else 2 end as points
      from base left join joker using (member_id)
    )`;
}
