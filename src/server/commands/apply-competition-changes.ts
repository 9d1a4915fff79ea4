import { sql } from 'kysely';
import type { Tournament } from '#contract/make-game-calls.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import {
  changesOf,
  itemsToChange,
  kickOffOf,
  storeApplied,
  type ChangesOfLeague,
  type MadeMatch,
} from '#server/competitions/changes.ts';
import { tournamentName } from '#server/competitions/tournaments.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { notifyMoved } from '#server/notifications/game-notifications.ts';
import { moveQuestionsByFile, readOpenQuestions } from './follow-questions.ts';
import { followDate, followResult, type MatchReport } from './follow-source.ts';
import { lockActiveItem, type LockedItem } from './item-steps.ts';

/**
 * Locks, in id order, the matches that a competition changes, and the tournament's questions, which close with them.
 * Returns the ids of the locked matches.
 */
export async function lockItemsToChange(
  db: Db,
  tournament: number,
  changes: ChangesOfLeague,
): Promise<ReadonlySet<number>> {
  const matches = itemsToChange(changes).map(({ item }) => item.item);
  const ids = [...matches, ...(await readOpenQuestions(db, tournament))];
  await sql`select from items where id = any(${ids}::integer[]) order by id for update`.execute(db);
  return new Set(matches);
}

/**
 * Applies a competition's changes to the items made of it, as those of a source are: future dates move, the questions'
 * dates follow the first kick-off, and results are entered unless a person's is held. Matches that were removed from it
 * are left. Steps are signed by the caller with the competition's name; members are notified once of all dates.
 * `isLocked`: whether the caller has locked or created the item; changes of others are left to the next import.
 */
export async function applyChanges(
  ctx: MemberContext,
  tournament: number,
  changes: ChangesOfLeague,
  isLocked: (made: MadeMatch) => boolean,
): Promise<Tournament['changed']> {
  const { db, me, language } = ctx;
  const items = itemsToChange(changes).filter(({ item }) => isLocked(item));
  const isCorrection = items.some(({ item }) => item.status === 'ended');
  // First results are not limited: each item has only one.
  if (isCorrection || changesOf(changes).moved.length > 0) await countAgainstQuota(ctx, 'imported changes');
  const moves: LockedItem[] = [];
  const changed = { closed: 0, results: 0 };
  const by = { member: me.id, source: tournamentName(changes.competition, language) };
  for (const { item: made, match } of items) {
    const locked = await lockActiveItem(db, made.item);
    if (!locked) continue;
    // Read after locking: a person may have entered a result meanwhile.
    const { rows } = await sql<{ now: string; held: boolean }>`
      select clock_timestamp() as now, held from tournament_items where item_id = ${made.item}::integer`.execute(
      db,
    );
    const [current] = rows;
    if (!current) continue;
    const report: MatchReport = {
      state: {
        date: kickOffOf(match),
        status: match.result ? 'final' : 'scheduled',
        score: match.result ?? null,
      },
      applied: { date: made.appliedDate },
      held: current.held,
      by,
      now: current.now,
    };
    const moved = await followDate(db, locked, report);
    const item = await followResult(db, moved, report);
    const isSettled = item.version !== moved.version;
    if (isSettled) changed.results += 1;
    if (moved.date !== locked.date) moves.push(moved);
    else if (moved.closed && !locked.closed && !isSettled) changed.closed += 1;
    if (moved !== locked) await emit(db, itemEvent(item));
  }
  const questions = await moveQuestionsByFile(db, tournament, changes.competition, by);
  await notifyMoved(db, [...moves, ...questions]);
  await storeApplied(db, changes);
  return { ...changed, moved: moves.length };
}
