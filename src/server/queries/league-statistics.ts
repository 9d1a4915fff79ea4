import { sql } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import {
  maxRacers,
  maxRounds,
  maxWinners,
  type LeagueStatistics,
  type Racer,
  type Round,
} from '#contract/statistics.ts';
import { gameName } from '#server/db/content-names.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { plannedEachTime } from '#server/db/prepared-statements.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { presentNamed, type NamedPicture } from '#server/presenters/picture.ts';
import { tableOrder } from './conditions.ts';
import { ruleOf } from './score-bets.ts';
import { byName, endedItems, namedPlayer } from './statistics-parts.ts';

type Row = {
  rounds: (Omit<Round, 'winners'> & { winners: NamedPicture[] })[];
  race: (Omit<Racer, 'member'> & { member: NamedPicture })[];
  left: LeagueStatistics['left'];
};

const rule = ruleOf(sql`i.rules`, sql`i.layout`);

/**
 * SQL: the maximum points for item `i` without a joker; `o.choices`: how many options can be right. Must agree with the
 * scoring in score-bets.ts.
 */
const mostPoints = sql`
  greatest(0, case i.layout
    when 'home/away' then greatest(${rule('pts_exact')}, ${rule('pts_difference')}, ${rule('pts_outcome')}) + ${rule('underdog')}
    when 'vote' then least(${rule('bets_allow')}, o.choices) * (${rule('pts_correct')} + ${rule('underdog')})
    when 'balance' then case when o.choices > 0 then ${rule('bets_allow')} * ${rule('pts_correct')} else 0 end
    else o.choices * greatest(${rule('pts_exact')}, ${rule('pts_close')}) end * ${rule('multiplier')})`;

/** Statistics of a league, defined in contract/statistics.ts, in one round trip. */
export async function readLeagueStatistics(
  ctx: Context,
  { section }: QueryOf<'leagueStatistics'>,
): Promise<LeagueStatistics> {
  const { rows } = await sql<Row>`${plannedEachTime}
    with league as (select tie_break from leagues where id = ${section}::integer),
    player as (
      select m.id, m.name, g.name as file
      from league_members lm join members m on m.id = lm.member_id left join images g on g.id = m.image_id
      where lm.league_id = ${section}::integer and lm.active
    ),
    ended as (${endedItems(section)}),
    played as (
      select post_id, bool_and(is_shown) as is_shown, count(*) as items, max(ended_at) as at,
        row_number() over (order by max(ended_at) desc, post_id desc) as from_newest
      from ended group by post_id
    ),
    score as (
      select l.member_id as id, l.post_id, sum(l.points) as points, sum(l.points) filter (where l.item_id is not null) as won,
        sum(l.exact) as exact,
        sum(l.difference) as difference, sum(l.outcome) as outcome
      from ledger l where l.league_id = ${section}::integer group by l.member_id, l.post_id
    ),
    sums as (
      select id, name, file, coalesce(sum(points), 0) as points, coalesce(sum(exact), 0) as exact,
        coalesce(sum(difference), 0) as difference, coalesce(sum(outcome), 0) as outcome
      from player left join score using (id) group by id, name, file
    ),
    ranked as (
      select sums.*, rank() over (order by ${tableOrder(sql`tie_break`, {
        points: sql`points`,
        exact: sql`exact`,
        difference: sql`difference`,
        outcome: sql`outcome`,
      })}) as rank
      from sums cross join league
    ),
    placed as (select ranked.*, row_number() over (order by rank, name, id) as place from ranked),
    racer as (
      select * from placed where place <= ${maxRacers}::integer or id = ${callerId(ctx)}::integer
    ),
    step as (
      select racer.id, played.from_newest,
        sum(coalesce(score.points, 0)) over (partition by racer.id order by played.from_newest desc) as total
      from racer cross join played left join score on score.id = racer.id and score.post_id = played.post_id
    ),
    shown as (select * from played where from_newest <= ${maxRounds}::integer),
    lead as (
      select id, name, file, post_id, won as points, count(*) over (partition by post_id) as ahead,
        row_number() over (partition by post_id order by ${byName()}, id) as nth
      from (select *, max(won) over (partition by post_id) as most from score join player using (id)) score
      where won = most and won > 0
    ),
    remaining as (
      select i.post_id, ${mostPoints} as points, i.rules -> 'joker' = 'true' as has_jokers
      from items i
      join posts p on p.id = i.post_id and p.active
      cross join lateral (
        select count(*) filter (where not no_points) as choices from item_options where item_id = i.id
      ) o
      where i.league_id = ${section}::integer and i.status in ('open', 'started')
    ),
    game_left as (
      select count(*) as items, sum(points) + coalesce(max(points) filter (where has_jokers), 0) as points
      from remaining group by post_id
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object(
        'post', post_id, 'at', shown.at, 'items', shown.items,
        'name', case when is_shown then (select ${gameName(ctx.language)} from posts p where p.id = post_id) end,
        'left', (select count(*) from items i where i.post_id = shown.post_id and is_shown and i.status in ('open', 'started')),
        'points', coalesce((select max(points) from lead where lead.post_id = shown.post_id), 0),
        'ahead', coalesce((select max(ahead) from lead where lead.post_id = shown.post_id), 0),
        'winners', coalesce((select jsonb_agg(${namedPlayer} order by nth) from lead
          where lead.post_id = shown.post_id and nth <= ${maxWinners}::integer), '[]')
      ) order by from_newest desc) from shown), '[]') as rounds,
      coalesce((select jsonb_agg(jsonb_build_object(
        'member', ${namedPlayer}, 'rank', rank,
        'before', coalesce((select total from step
          where step.id = racer.id and from_newest = ${maxRounds + 1}::integer), 0),
        'points', coalesce((select jsonb_agg(total order by from_newest desc) from step
          where step.id = racer.id and from_newest <= ${maxRounds}::integer), '[]')
      ) order by place) from racer), '[]') as race,
      (select jsonb_build_object('items', coalesce(sum(items), 0), 'points', coalesce(sum(points), 0)) from game_left) as left`.execute(
    ctx.db,
  );
  const found = onlyRow(rows);
  return {
    rounds: found.rounds.map(({ at, winners, ...round }) => ({
      ...round,
      at: new Date(at).toISOString(),
      winners: winners.map(presentNamed),
    })),
    race: found.race.map(({ member, ...racer }) => ({ ...racer, member: presentNamed(member) })),
    left: found.left,
  };
}
