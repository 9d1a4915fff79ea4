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
import type { Db } from '#server/db/tables.ts';
import { plannedEachTime } from '#server/db/prepared-statements.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { presentNamed, type NamedPicture } from '#server/presenters/picture.ts';
import { isUnfinished, tableOrder } from './conditions.ts';
import { readNamedMembers } from './league-members.ts';
import { readPlace } from './league-tables.ts';
import { ruleOf } from './score-bets.ts';
import { byName, endedItems, namedPlayer } from './statistics-parts.ts';

/** A round without its name and what is left of it. */
type RoundNumbers = Omit<Round, 'name' | 'left'>;

/** What the statistics of a league are for everybody, until something in it ends. */
export type LeagueHistory = {
  readonly rounds: readonly RoundNumbers[];
  /** The first `maxRacers` members of the table. */
  readonly race: readonly Racer[];
  /** All games with an ended item, in the order of the rounds. */
  readonly played: readonly number[];
};

type HistoryRow = {
  rounds: (Omit<RoundNumbers, 'winners'> & { winners: NamedPicture[] })[];
  race: (Omit<Racer, 'member'> & { member: NamedPicture })[];
  played: number[];
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

async function loadHistory(db: Db, section: number): Promise<LeagueHistory> {
  const { rows } = await sql<HistoryRow>`${plannedEachTime}
    with league as (select tie_break from leagues where id = ${section}::integer),
    player as (
      select m.id, m.name, g.name as file
      from league_members lm join members m on m.id = lm.member_id left join images g on g.id = m.image_id
      where lm.league_id = ${section}::integer and lm.active
    ),
    ended as (${endedItems(section)}),
    played as (
      select post_id, count(*) as items, max(ended_at) as at,
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
    racer as (select * from placed where place <= ${maxRacers}::integer),
    step as (
      select racer.id, played.from_newest,
        sum(coalesce(score.points, 0)) over (partition by racer.id order by played.from_newest desc) as total
      from racer cross join played left join score on score.id = racer.id and score.post_id = played.post_id
    ),
    lead as (
      select id, name, file, post_id, won as points, count(*) over (partition by post_id) as ahead,
        row_number() over (partition by post_id order by ${byName()}, id) as nth
      from (select *, max(won) over (partition by post_id) as most from score join player using (id)) score
      where won = most and won > 0
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object(
        'post', post_id, 'at', at, 'items', items,
        'points', coalesce((select max(points) from lead where lead.post_id = played.post_id), 0),
        'ahead', coalesce((select max(ahead) from lead where lead.post_id = played.post_id), 0),
        'winners', coalesce((select jsonb_agg(${namedPlayer} order by nth) from lead
          where lead.post_id = played.post_id and nth <= ${maxWinners}::integer), '[]')
      ) order by from_newest desc) from played where from_newest <= ${maxRounds}::integer), '[]') as rounds,
      coalesce((select jsonb_agg(jsonb_build_object(
        'member', ${namedPlayer}, 'rank', rank,
        'before', coalesce((select total from step
          where step.id = racer.id and from_newest = ${maxRounds + 1}::integer), 0),
        'points', coalesce((select jsonb_agg(total order by from_newest desc) from step
          where step.id = racer.id and from_newest <= ${maxRounds}::integer), '[]')
      ) order by place) from racer), '[]') as race,
      coalesce((select jsonb_agg(post_id order by from_newest desc) from played), '[]') as played`.execute(
    db,
  );
  const { rounds, race, played } = onlyRow(rows);
  return {
    rounds: rounds.map(({ at, winners, ...round }) => ({
      ...round,
      at: new Date(at).toISOString(),
      winners: winners.map(presentNamed),
    })),
    race: race.map(({ member, ...racer }) => ({ ...racer, member: presentNamed(member) })),
    played,
  };
}

const readHistory = ({ db, platform }: Context, league: number): Promise<LeagueHistory> =>
  platform.caches.leagueHistories.getOrLoad(
    `${league}`,
    () => loadHistory(db, league),
    (history) => ({
      tags: [`league:${league}`, `table:${league}`, 'member:'],
      bytes: 2 * JSON.stringify(history).length,
    }),
  );

/** The points of a member who is not among the first of the table; null if they are not in it. */
async function readRacer(
  ctx: Context,
  league: number,
  { rounds, played }: LeagueHistory,
  member: number,
): Promise<Racer | null> {
  const place = await readPlace(ctx, league, member);
  const [player] = await readNamedMembers(ctx.db, [member]);
  if (!place || !player) return null;
  const { rows } = await sql<{ post: number; points: number }>`
    select post_id as post, sum(points) as points from ledger
    where league_id = ${league}::integer and member_id = ${member}::integer group by post_id`.execute(ctx.db);
  const pointsOf = new Map(rows.map(({ post, points }) => [post, points]));
  let total = 0;
  const totals = played.map((post) => (total += pointsOf.get(post) ?? 0));
  const first = played.length - rounds.length;
  return {
    member: presentNamed(player),
    rank: place.rank,
    before: totals[first - 1] ?? 0,
    points: totals.slice(first),
  };
}

type Left = { post: number; items: number; points: number };

/** The names of games that are not deleted, by id, and what is left of the league's games. */
async function readPresent(
  { db, language }: Context,
  league: number,
  posts: readonly number[],
): Promise<{ names: Record<number, string>; left: Left[] }> {
  const { rows } = await sql<{ names: Record<number, string>; left: Left[] }>`
    with remaining as (
      select i.post_id, ${mostPoints} as points, i.rules -> 'joker' = 'true' as has_jokers
      from items i
      join posts p on p.id = i.post_id and p.active
      cross join lateral (
        select count(*) filter (where not no_points) as choices from item_options where item_id = i.id
      ) o
      where i.league_id = ${league}::integer and ${isUnfinished}
    ),
    game_left as (
      select post_id as post, count(*) as items, sum(points) + coalesce(max(points) filter (where has_jokers), 0) as points
      from remaining group by post_id
    )
    select coalesce((select jsonb_agg(game_left) from game_left), '[]') as left, coalesce((
      select jsonb_object_agg(p.id, ${gameName(language)}) from posts p
      where p.id = any(${[...posts]}::integer[]) and p.active), '{}') as names`.execute(db);
  return onlyRow(rows);
}

/** Statistics of a league, defined in contract/statistics.ts. */
export async function readLeagueStatistics(
  ctx: Context,
  { section }: QueryOf<'leagueStatistics'>,
): Promise<LeagueStatistics> {
  const history = await readHistory(ctx, section);
  const { names, left } = await readPresent(
    ctx,
    section,
    history.rounds.map(({ post }) => post),
  );
  const me = callerId(ctx);
  const isAhead = history.race.some(({ member }) => member.id === me);
  const mine = me === null || isAhead ? null : await readRacer(ctx, section, history, me);
  const leftOf = new Map(left.map(({ post, items }) => [post, items]));
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
  return {
    rounds: history.rounds.map((round) => ({
      ...round,
      name: names[round.post] ?? null,
      left: leftOf.get(round.post) ?? 0,
    })),
    race: [...history.race, ...(mine ? [mine] : [])],
    left: { items: sumOf(left.map(({ items }) => items)), points: sumOf(left.map(({ points }) => points)) },
  };
}
