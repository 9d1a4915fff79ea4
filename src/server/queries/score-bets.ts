import { sql, type RawBuilder } from 'kysely';
import { hasUnderdogs, optionalRuleDefaults, ruleDefaults, type Layout } from '#contract/layouts.ts';

/**
 * Scoring in SQL: used to settle items and for hypothetical tables. Equal to contract/scoring.ts; property tests compare
 * them.
 */

/** SQL: a scoring rule as an integer. */
type RuleInSql = (key: string) => RawBuilder<number>;

/** SQL: whether `chosen` of `bettors` are few, as in contract/scoring.ts. */
const areFew = (chosen: RawBuilder<number>, bettors: RawBuilder<number>) =>
  sql<boolean>`(${chosen} < ${bettors} and (${chosen} = 1 or ${chosen} * 10 <= ${bettors}))`;

/**
 * SQL by layout: members' scores without underdog points, multiplier and joker, and their number of underdog picks
 * (`underdogs`). Reads `bet` (a row per member and option, with position, no_points and result) and `choice` (the item's
 * options).
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

/** SQL: a scoring rule of an item with these `rules` and `layout`, as `numberRule` in contract/scoring.ts. */
export const ruleOf =
  (rules: RawBuilder<unknown>, layout: RawBuilder<unknown>): RuleInSql =>
  (key) =>
    sql`rule_number(coalesce(nullif(${rules} ->> ${key}::text, ''), ${defaults}::jsonb -> ${layout} ->> ${key}::text))::bigint`;

/** SQL: the options of an item with their current results. */
export const optionsWithResults = (item: RawBuilder<number>): RawBuilder<unknown> => sql`
  select id, position, name, no_points, result from item_options where item_id = ${item}`;

/**
 * SQL: an item's options by id, with their results if the crowd decides: 1 for the most voted option and all within
 * `even_breakpoint` percentage points of it; none without votes.
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
  /** SQL: an item's options with the results to score by. */
  readonly options: (item: RawBuilder<number>) => RawBuilder<unknown>;
};

/**
 * SQL: the common table expressions that score one item: `choice` (its options), `bet` (bets with their options), `joker`
 * (members with a joker on it) and `scored` (a row per bettor). For several items, use it in a lateral query.
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
