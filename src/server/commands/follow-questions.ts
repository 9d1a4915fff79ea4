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
 * The questions of a tournament close at the first kick-off that tells anything of them: wherever that is moved, they
 * move with it, as its match does. One whose date a person has moved stays where they have put it.
 */

/** When a competition's matches kick off by what is told of them now: rows of `match`, `grouping` and `date`. */
type KickOffs = RawBuilder<unknown>;

const kickOffsOf = ({ matches }: Competition): KickOffs => {
  const told = matches.map((match) => ({
    match: match.id,
    grouping: match.group ?? null,
    date: kickOffOf(match),
  }));
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (match text, grouping text, date timestamptz)`;
};

/** A match that is off kicks off at no time that is known. */
const kickOffsOfSource = (competition: string): KickOffs => sql`
  select match, state ->> 'group' as grouping,
    case when not (state ->> 'status' in ('postponed', 'cancelled')) then (state ->> 'date')::timestamptz end as date
  from source_matches where competition = ${competition}`;

/** Of tournaments `t`, the questions `q` that betting is open on. */
const openQuestions = sql`
  tournament_games g
  join posts p on p.id = g.post_id and p.active
  join items q on q.post_id = g.post_id and q.status = 'open' and q.closed_at is null
    and (q.date is null or q.date > clock_timestamp())
  where g.tournament_id = t.id and g.round in (${questionRounds.champion}, ${questionRounds.group})`;

type DueQuestion = {
  readonly tournament: number;
  readonly item: number;
  /** Its first kick-off. */
  readonly date: string;
  /** The database's time, which betting closes by. */
  readonly now: string;
};

/**
 * The questions of these tournaments that close at another time than their first kick-off. A question about a group is
 * of the group in which made matches are between teams that it asks about.
 */
async function questionsToMove(
  db: Db,
  tournaments: RawBuilder<unknown>,
  kickOffs: KickOffs,
): Promise<DueQuestion[]> {
  const { rows } = await sql<DueQuestion>`
    with told as materialized (${kickOffs}),
    question as (
      select t.id as tournament, asked.*,
        case when not asked.of_all then (
          select told.grouping from tournament_items ti join told on told.match = ti.match and told.grouping is not null
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
    select question.tournament, question.item, min(told.date) as date, clock_timestamp() as now
    from question join told on question.of_all or told.grouping = question.grouping
    group by question.tournament, question.item, question.closes
    having min(told.date) <> question.closes
    order by question.item`.execute(db);
  return rows;
}

/** Of one tournament, as `t`. */
const only = (tournament: number) => sql`select ${tournament}::integer as id`;

/** The open questions of a tournament, by id: what is locked before their dates follow. */
export async function readOpenQuestions(db: Db, tournament: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select q.id from (${only(tournament)}) t cross join lateral (select q.id from ${openQuestions}) q order by q.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Moves the questions of a tournament, which are locked, with their first kick-off; the caller notifies members of it. */
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

/** Takes the kick-offs of a competition to a tournament's questions; the caller has locked them, and notifies members. */
export const moveQuestionsByFile = (
  db: Db,
  tournament: number,
  competition: Competition,
  by: StepAuthor,
): Promise<LockedItem[]> => moveQuestions(db, tournament, kickOffsOf(competition), by);

/** Locks the posts and the league of a tournament's questions, then these. */
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
 * Takes the kick-offs that a competition's source tells to the questions of every league that follows it, each
 * tournament's in a transaction of its own; its members are told once of all of them.
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
      // One that cannot be followed keeps none of the others back.
      failed.push({ tournament, error });
    }
  }
  return { failed };
}
