import { sql } from 'kysely';
import type { ItemSource } from '#contract/models.ts';
import { nextStep } from '#machines/item-lifecycle.ts';
import type { SourceMatch } from '#server/competitions/sources/source.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Db } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { notifyMoved } from '#server/notifications/game-notifications.ts';
import { appendStep, lockItemOfSource, type LockedItem, type StepAuthor } from './item-steps.ts';
import { planStep, takeStep } from './record-result.ts';

/**
 * Applies a source's reports to items through the same commands as a person's entries: the same lock, ledger, timeline and
 * notifications, signed with the source's name.
 */

/** SQL: tournament items with their source's reports. Replays on other dates follow no source. */
const followed = sql`
  tournament_items ti
  join tournaments t on t.id = ti.tournament_id and t.undone_at is null and t.shift_days = 0
  join source_matches m on m.competition = t.competition and m.match = ti.match
  join sources s on s.competition = t.competition
  join items i on i.id = ti.item_id`;

/** SQL: the match kicked off 150 minutes ago, and the source has no final result, so that a person may enter it. */
const isLate = sql<boolean>`coalesce(
  i.status in ('open', 'started') and not (m.state ->> 'status' in ('postponed', 'cancelled', 'suspended'))
    and coalesce((m.state ->> 'date')::timestamptz, i.date) < clock_timestamp() - interval '150 minutes', false)`;

/** A report on a match, by a source or a file. */
export type MatchReport = {
  readonly state: Pick<SourceMatch, 'date' | 'status' | 'score'>;
  /** The report applied to the item last; null for none. */
  readonly applied: Pick<SourceMatch, 'date'> | null;
  /** Whether a person's result is held. */
  readonly held: boolean;
  readonly by: StepAuthor;
  /** The database's time, which betting closes by. */
  readonly now: string;
};
type Followed = MatchReport & {
  readonly state: SourceMatch;
  readonly start_by: 'date' | 'kick_off';
  readonly source: string;
  readonly late: boolean;
  readonly shown: ItemSource | null;
};

async function readFollowed(db: Db, item: number): Promise<Followed | undefined> {
  const { rows } = await sql<Omit<Followed, 'by'>>`
    select m.state, ti.applied, ti.held, t.start_by, s.name as source, ${isLate} as late, clock_timestamp() as now, i.details -> 'source' as shown
    from ${followed} where i.id = ${item}::integer`.execute(db);
  return rows[0] && { ...rows[0], by: { source: rows[0].source } };
}

/** The source's report as shown on cards and the item's page; null if there is nothing to show. */
function shownOf(item: LockedItem, { state, source: name, held, late }: Followed): ItemSource | null {
  const { status, score, extraTime, penalties } = state;
  const isWaiting = status === 'scheduled' || status === 'live' || (status === 'final' && !score);
  if (isWaiting && late) return { name, state: 'late', held, score: null, extraTime: null, penalties: null };
  if (status === 'scheduled' || (status === 'final' && !score)) return null;
  // No live score is shown while betting is open.
  if (status === 'live' && item.status === 'open') return null;
  return { name, state: status, held, score, extraTime, penalties };
}

/** Closes betting for good: what is postponed or called off keeps its bets, and a date that is past is none. */
async function closeItem(db: Db, item: LockedItem, date: string | null): Promise<LockedItem> {
  await sql`
    update items set date = case when date <= clock_timestamp() then date else ${date}::timestamptz end,
      closed_at = clock_timestamp(), updated = clock_timestamp()
    where id = ${item.id}::integer`.execute(db);
  return { ...item, date, closed: true };
}

/**
 * Moves the item's date to the reported kick-off while betting is open, or closes betting if the match is off or the
 * kick-off has passed; the caller notifies the members. If the report has not changed, a date set by a person stays.
 */
export async function followDate(
  db: Db,
  item: LockedItem,
  {
    state,
    applied,
    by,
    now,
  }: Pick<MatchReport, 'applied' | 'by' | 'now'> & {
    readonly state: Pick<SourceMatch, 'date' | 'status'>;
  },
): Promise<LockedItem> {
  const step = nextStep(item, { type: 'date.move' });
  if (!step) return item;
  const { date, status } = state;
  const isOff = status === 'postponed' || status === 'cancelled';
  if (isOff && date === null && item.date !== null) {
    const version = step.version;
    await sql`update items set version = ${version}::integer where id = ${item.id}::integer`.execute(db);
    const closed = { ...(await closeItem(db, item, null)), version };
    await appendStep(db, item.id, by, { kind: step.kind, version, was: item.date, became: null });
    return closed;
  }
  if (isOff) return closeItem(db, item, item.date);
  if (date === null || date === item.date || date === applied?.date) return item;
  // The new kick-off has passed: close betting.
  if (Date.parse(date) <= Date.parse(now)) return closeItem(db, item, item.date);
  await sql`
    update items set date = ${date}::timestamptz, version = ${step.version}::integer, updated = clock_timestamp()
    where id = ${item.id}::integer`.execute(db);
  const moved = { kind: step.kind, version: step.version, was: item.date, became: date };
  await appendStep(db, item.id, by, moved);
  return { ...item, date, version: step.version };
}

/** Starts the item at its date, or at the source's kick-off, as chosen on import. */
async function followStart(
  db: Db,
  item: LockedItem,
  { state, by, start_by: startBy, now }: Followed,
): Promise<LockedItem> {
  const isPast = [item.date, state.date].some((date) => date !== null && Date.parse(date) <= Date.parse(now));
  const isOn = startBy === 'kick_off' ? state.status === 'live' : item.closed && isPast;
  const isOff = state.status === 'postponed' || state.status === 'cancelled';
  if (item.status !== 'open' || !isOn || isOff) return item;
  const planned = await planStep(db, item, 'start');
  if (typeof planned === 'string') return item;
  await takeStep(db, by, item, planned);
  return { ...item, status: planned.step.status, version: planned.step.version };
}

/** Records the reported final result, or corrects an earlier report; never changes a person's result. */
export async function followResult(
  db: Db,
  item: LockedItem,
  { state: { status, score }, by, held }: MatchReport,
): Promise<LockedItem> {
  if (held || status !== 'final' || !score) return item;
  const planned = await planStep(db, item, { home: score.home, away: score.away }, item);
  if (typeof planned === 'string') return item;
  await takeStep(db, by, item, planned);
  return { ...item, status: planned.step.status, version: planned.step.version };
}

/** Applies the source's report to a locked item; repeating it changes nothing and notifies nobody. */
export async function followMatch(db: Db, locked: LockedItem): Promise<void> {
  const report = await readFollowed(db, locked.id);
  if (!report) return;
  const moved = await followDate(db, locked, report);
  if (moved.date !== locked.date) await notifyMoved(db, [moved]);
  const started = await followStart(db, moved, report);
  const item = await followResult(db, started, report);
  const shown = shownOf(item, report);
  const { rows } = await sql`
    update items set details = case when ${JSON.stringify(shown)}::jsonb = 'null' then details - 'source'
      else details || jsonb_build_object('source', ${JSON.stringify(shown)}::jsonb) end
    where id = ${item.id}::integer and coalesce(details -> 'source', 'null') <> ${JSON.stringify(shown)}::jsonb
    returning id`.execute(db);
  await sql`
    update tournament_items set applied = ${JSON.stringify(report.state)}::jsonb
    where item_id = ${item.id}::integer`.execute(db);
  if (rows.length > 0 || item.date !== locked.date) await emit(db, itemEvent(item));
}

/** Ids of items with an unapplied report, that start by their date, or whose result is late. */
async function itemsToVisit(db: Db, competition: string): Promise<number[]> {
  const { rows } = await sql<{ item: number }>`
    select i.id as item from ${followed}
    join posts p on p.id = i.post_id and p.active join leagues l on l.id = p.league_id and l.active
    where t.competition = ${competition} and (
      ti.applied is distinct from m.state
      or (not ti.held and t.start_by = 'date' and i.status = 'open' and coalesce(i.date, (m.state ->> 'date')::timestamptz) <= clock_timestamp()
        and not (m.state ->> 'status' in ('postponed', 'cancelled')))
      or (${isLate} and coalesce(i.details #>> '{source,state}', '') <> 'late'))
    order by i.id`.execute(db);
  return rows.map(({ item }) => item);
}

type Failed = { readonly item: number; readonly error: unknown };

/** Applies a competition's source to its items in every league, each in a transaction of its own. */
export async function followSource(
  db: Db,
  competition: string,
  stopping: AbortSignal,
): Promise<{ failed: readonly Failed[] }> {
  const failed: Failed[] = [];
  for (const item of await itemsToVisit(db, competition)) {
    if (stopping.aborted) break;
    try {
      await transaction(db, async (trx) => {
        const locked = await lockItemOfSource(trx, item);
        if (locked) await followMatch(trx, locked);
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // A failing item does not stop the others.
      failed.push({ item, error });
    }
  }
  return { failed };
}
