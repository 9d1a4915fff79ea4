import { sql, type RawBuilder } from 'kysely';
import { hasMedians, type Rules } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';
import { missedRounds } from '#server/queries/missed-rounds.ts';

/**
 * The points that late joiners have of the rounds they missed (decisions §14), in games with the rule. What a member has
 * of a round follows from what is stored, as `pointsOfMissed` in contract/scoring.ts has it, and only the difference to
 * their lines is appended: a repeat appends nothing, and a correction corrects each median.
 */

type Scope = {
  /** Which items `i` are of the games. */
  readonly games: RawBuilder<boolean>;
  /** The member alone; null for every late joiner. */
  readonly member: number | null;
};

/** Appends what is missing, in one statement; answers how many lines. */
async function appendMedians(db: Db, { games, member }: Scope): Promise<number> {
  const isAsked = (id: RawBuilder<number>) =>
    member === null ? sql<boolean>`true` : sql<boolean>`${id} = ${member}::integer`;
  const missed = missedRounds({
    games,
    isOver: sql`i.status in ('ended', 'void')`,
    // A bettor's line says that it counts: bets on void items have none that does.
    bettors: sql`
      select l.member_id, sum(l.points) as points from ledger l
      where l.post_id = game.post_id and l.item_id is not null
      group by l.member_id having sum(l.played) > 0`,
    members: isAsked(sql`lm.member_id`),
  });
  const { rows } = await sql`
    with after as (${missed}),
    before as (
      select l.league_id, l.post_id, l.member_id, sum(l.points) as points from ledger l
      where l.post_id in (select i.post_id from items i where ${games}) and l.item_id is null and ${isAsked(sql`l.member_id`)}
      group by l.league_id, l.post_id, l.member_id
    )
    insert into ledger (league_id, post_id, member_id, points, total, reason)
    select league_id, post_id, member_id, coalesce(after.points, 0) - coalesce(before.points, 0), coalesce(after.points, 0),
      jsonb_build_object('code', 'late', 'bet', '[]'::jsonb, 'result', '[]'::jsonb)
        || jsonb_strip_nulls(jsonb_build_object('members', after.members, 'was', before.points))
    from after full join before using (league_id, post_id, member_id)
    where coalesce(after.points, 0) <> coalesce(before.points, 0)
    order by post_id, member_id
    returning id`.execute(db);
  return rows.length;
}

const lockKey = (league: number) => sql`hashtextextended('late joiners ' || ${league}::integer, 0)`;

/**
 * Waits until nothing of the league's games is being settled: who then joins sees what was, and what is settled later
 * sees them.
 */
export async function lockToJoin(db: Db, league: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(league)})`.execute(db);
}

/** Appends the medians of what a member missed who has just joined, behind `lockToJoin`; answers whether there were any. */
export async function settleMissedRounds(db: Db, league: number, member: number): Promise<boolean> {
  const games = sql<boolean>`i.league_id = ${league}::integer and i.rules ->> 'late_joiner' = 'median'`;
  return (await appendMedians(db, { games, member })) > 0;
}

type ChangedGame = { readonly league: number; readonly post: number; readonly rules: Rules };

/**
 * Appends what a step of one of its items, or a new item, has changed for the late joiners of a game; answers whether
 * there was anything. Of two items that are settled at once, the later sees the earlier one.
 */
export async function settleLateJoiners(db: Db, { league, post, rules }: ChangedGame): Promise<boolean> {
  if (!hasMedians(rules)) return false;
  await sql`select pg_advisory_xact_lock(${lockKey(league)})`.execute(db);
  return (await appendMedians(db, { games: sql`i.post_id = ${post}::integer`, member: null })) > 0;
}
