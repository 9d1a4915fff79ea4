import { sql, type RawBuilder } from 'kysely';
import type { Competition } from '#server/competitions/competition-format.ts';
import { kickOffOf } from '#server/competitions/changes.ts';
import { questionRounds } from '#server/competitions/tournaments.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import { lockClause } from '#server/db/locks.ts';
import type { Db } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { notifyMoved } from '#server/notifications/game-notifications.ts';
import { followDate } from './follow-source.ts';
import { lockActiveItem, type LockedItem, type StepAuthor } from './item-steps.ts';

/**
 * A tournament's questions close at the first kick-off among their matches, and move with it. A question whose date was
 * moved by a person keeps that date.
 */

/** SQL: rows of `match`, `grouping` and `date`, the current kick-offs of a competition's matches. */
type KickOffs = RawBuilder<unknown>;

const kickOffsOf = ({ matches }: Competition): KickOffs => {
  const kickOffs = matches.map((match) => ({
    match: match.id,
    grouping: match.group ?? null,
    date: kickOffOf(match),
  }));
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(kickOffs)}::jsonb) as kick_off (match text, grouping text, date timestamptz)`;
};

/** The kick-offs reported by a source; null for postponed and cancelled matches. */
const kickOffsOfSource = (competition: string): KickOffs => sql`
  select match, state ->> 'group' as grouping,
    case when not (state ->> 'status' in ('postponed', 'cancelled')) then (state ->> 'date')::timestamptz end as date
  from source_matches where competition = ${competition}`;

/** SQL: the questions `q` of tournaments `t` on which betting is open. */
const openQuestions = sql`
  tournament_games g
  join posts p on p.id = g.post_id and p.active
  join items q on q.post_id = g.post_id and q.status = 'open' and q.closed_at is null
    and (q.date is null or q.date > clock_timestamp())
  where g.tournament_id = t.id and g.round in (${questionRounds.champion}, ${questionRounds.group})`;

type DueQuestion = {
  readonly tournament: number;
  readonly item: number;
  /** The first kick-off among its matches. */
  readonly date: string;
  /** The database's current time. */
  readonly now: string;
};

/**
 * The questions of these tournaments whose date differs from their first kick-off. A group's question belongs to the
 * grouping in which existing matches are between teams that are its options.
 */
async function questionsToMove(
  db: Db,
  tournaments: RawBuilder<unknown>,
  kickOffs: KickOffs,
): Promise<DueQuestion[]> {
  const { rows } = await sql<DueQuestion>`
    with kick_off as materialized (${kickOffs}),
    question as (
      select t.id as tournament, asked.*,
        case when not asked.of_all then (
          select kick_off.grouping from tournament_items ti join kick_off on kick_off.match = ti.match and kick_off.grouping is not null
          where ti.tournament_id = t.id and not exists (
            select from item_options side
            where side.item_id = ti.item_id and not exists (
              select from item_options team where team.item_id = asked.item and team.option_id = side.option_id))
          limit 1) end as grouping
      from (${tournaments}) t
      cross join lateral (
        select q.id as item, q.date as closes, g.round = ${questionRounds.champion} as of_all
        from ${openQuestions}
          and not exists (
            select from item_steps s where s.item_id = q.id and s.kind = 'moved' and s.source is null)
      ) asked
    )
    select question.tournament, question.item, min(kick_off.date) as date, clock_timestamp() as now
    from question join kick_off on question.of_all or kick_off.grouping = question.grouping
    group by question.tournament, question.item, question.closes
    having min(kick_off.date) <> question.closes
    order by question.item`.execute(db);
  return rows;
}

/** SQL: one tournament, for use as `t`. */
const only = (tournament: number) => sql`select ${tournament}::integer as id`;

/** Ids of a tournament's open questions, ascending; the caller locks them before their dates change. */
export async function readOpenQuestions(db: Db, tournament: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select q.id from (${only(tournament)}) t cross join lateral (select q.id from ${openQuestions}) q order by q.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Moves a tournament's locked questions to their first kick-off; the caller notifies the members. */
async function moveQuestions(
  db: Db,
  tournament: number,
  kickOffs: KickOffs,
  by: StepAuthor,
): Promise<LockedItem[]> {
  const moves: LockedItem[] = [];
  for (const { item, date, now } of await questionsToMove(db, only(tournament), kickOffs)) {
    const locked = await lockActiveItem(db, item);
    if (!locked) continue;
    const moved = await followDate(db, locked, {
      state: { date, status: 'scheduled' },
      applied: null,
      by,
      now,
    });
    if (moved === locked) continue;
    if (moved.date !== locked.date) moves.push(moved);
    await emit(db, itemEvent(moved));
  }
  return moves;
}

/** Moves a tournament's questions by a competition file's kick-offs; the caller has locked them and notifies the members. */
export const moveQuestionsByFile = (
  db: Db,
  tournament: number,
  competition: Competition,
  by: StepAuthor,
): Promise<LockedItem[]> => moveQuestions(db, tournament, kickOffsOf(competition), by);

/** Locks the posts and league of a tournament's questions, then the questions. */
async function lockQuestions(db: Db, tournament: number): Promise<void> {
  await sql`
    select from posts where id in (select post_id from tournament_games where tournament_id = ${tournament}::integer
      and round in (${questionRounds.champion}, ${questionRounds.group}))
    order by id ${lockClause.share}`.execute(db);
  await sql`
    select from leagues where id = (select league_id from tournaments where id = ${tournament}::integer)
    ${lockClause.share}`.execute(db);
  const ids = await readOpenQuestions(db, tournament);
  await sql`select from items where id = any(${ids}::integer[]) order by id for update`.execute(db);
}

type Failed = { readonly tournament: number; readonly error: unknown };

/**
 * Moves the questions of every tournament that follows a competition's source, each tournament in a transaction of its own;
 * its members are notified once of all moves.
 */
export async function followQuestions(
  db: Db,
  competition: string,
  stopping: AbortSignal,
): Promise<{ failed: readonly Failed[] }> {
  const failed: Failed[] = [];
  const kickOffs = kickOffsOfSource(competition);
  const following = sql`
    select t.id from tournaments t join leagues l on l.id = t.league_id and l.active
    where t.competition = ${competition} and t.undone_at is null and t.shift_days = 0`;
  const due = await questionsToMove(db, following, kickOffs);
  for (const tournament of new Set(due.map((question) => question.tournament))) {
    if (stopping.aborted) break;
    try {
      await transaction(db, async (trx) => {
        await lockQuestions(trx, tournament);
        const { rows } = await sql<{ name: string }>`
          select name from sources where competition = ${competition}`.execute(trx);
        const moves = await moveQuestions(trx, tournament, kickOffs, { source: rows[0]?.name ?? '' });
        await notifyMoved(trx, moves);
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // A failing tournament does not stop the others.
      failed.push({ tournament, error });
    }
  }
  return { failed };
}
