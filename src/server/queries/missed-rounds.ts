import { sql, type RawBuilder } from 'kysely';

type MissedRounds = {
  /** SQL condition on `i` (items) that selects the games. */
  readonly games: RawBuilder<boolean>;
  /** SQL: item `i` counts as ended, or is void. */
  readonly isOver: RawBuilder<boolean>;
  /** SQL: rows of `member_id` and `points` for members with a counting bet in the game `game.post_id`. */
  readonly bettors: RawBuilder<unknown>;
  /** SQL condition on `lm` (league members) that selects the late joiners. */
  readonly members: RawBuilder<boolean>;
};

/**
 * SQL: the points of late joiners for missed rounds: a row per game and member, with the median (`points`; the lower one
 * of an even number of values) and the number of values (`members`). The median is that of a game of which all items are
 * over, if the member could bet on none that counts.
 */
export const missedRounds = ({ games, isOver, bettors, members }: MissedRounds): RawBuilder<unknown> => sql`
  select game.league_id, game.post_id, lm.member_id, round.points, round.members
  from (
    select i.league_id, i.post_id,
      -- When the last of its items was closed. A date was ahead when it was set: once it is past, it closed the item.
      max(coalesce(least(i.started_at, i.date, i.closed_at), 'infinity')) filter (where i.status <> 'void') as closed_at
    from items i where ${games}
    group by i.league_id, i.post_id having bool_and(${isOver})
  ) game
  cross join lateral (
    -- Of an even number the lower of the two in the middle, so that points stay whole.
    select count(*) as members, percentile_disc(0.5) within group (order by bettor.points) as points from (${bettors}) bettor
  ) round
  join league_members lm on lm.league_id = game.league_id and lm.first_joined_at >= game.closed_at and ${members}
  where round.members > 0 and not exists (
    select from items i join bets b on b.item_id = i.id
    where i.post_id = game.post_id and b.member_id = lm.member_id
    group by i.id having i.layout <> 'home/away' or count(*) = 2)`;
