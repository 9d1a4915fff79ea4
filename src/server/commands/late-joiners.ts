import { sql, type RawBuilder } from 'kysely';
import { hasMedians, type Rules } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';
import { missedRounds } from '#server/queries/missed-rounds.ts';

/**
 * Points of late joiners for missed rounds (decisions §14), in games with the rule. They are computed from stored data,
 * and only the difference to the member's ledger lines is appended: a repeat appends nothing, and a correction corrects
 * each median.
 */

type Scope = {
  /** SQL condition on `i` (items) that selects the games. */
  readonly games: RawBuilder<boolean>;
  /** Id of one member; null for all late joiners. */
  readonly member: number | null;
};

/** Appends the missing ledger lines in one statement; returns their number. */
async function appendMedians(db: Db, { games, member }: Scope): Promise<number> {
  const isAsked = (id: RawBuilder<number>) =>
    member === null ? sql<boolean>`true` : sql<boolean>`${id} = ${member}::integer`;
  const missed = missedRounds({
    games,
    isOver: sql`i.status in ('ended', 'void')`,
    // Members with a counting bet: bets on void items have no counting line.
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
 * Waits until no game of the league is being settled, and holds off later settling until the transaction ends: a joining
 * member sees what was settled before, and is seen by what is settled later.
 */
export async function lockToJoin(db: Db, league: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(league)})`.execute(db);
}

/** Appends the medians of the rounds that a joining member missed; returns whether there were any. Needs `lockToJoin`. */
export async function settleMissedRounds(db: Db, league: number, member: number): Promise<boolean> {
  const games = sql<boolean>`i.league_id = ${league}::integer and i.rules ->> 'late_joiner' = 'median'`;
  return (await appendMedians(db, { games, member })) > 0;
}

type ChangedGame = { readonly league: number; readonly post: number; readonly rules: Rules };

/**
 * Appends what changed for the late joiners of a game after a step of an item or a new item; returns whether anything did.
 * Takes the league's lock, so that of two concurrent settlements the later sees the earlier.
 */
export async function settleLateJoiners(db: Db, { league, post, rules }: ChangedGame): Promise<boolean> {
  if (!hasMedians(rules)) return false;
  await sql`select pg_advisory_xact_lock(${lockKey(league)})`.execute(db);
  return (await appendMedians(db, { games: sql`i.post_id = ${post}::integer`, member: null })) > 0;
}
