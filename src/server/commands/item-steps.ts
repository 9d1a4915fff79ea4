import { sql } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import type { ItemStatus, TimelineEntry } from '#contract/models.ts';
import type { ResultStanding } from '#contract/objections.ts';
import type { Rules } from '#contract/scoring.ts';
import { isPassedDate } from '#server/db/errors.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { isPassedItem } from '#server/queries/conditions.ts';
import { endVotesOn } from './end-votes.ts';
import { itemClosed } from './presented-item.ts';

/** An item locked FOR UPDATE in this transaction: bets (FOR SHARE) and other results wait. */
export type LockedItem = {
  readonly id: number;
  readonly post: number;
  readonly league: number;
  readonly name: string;
  readonly description: string;
  readonly roundName: string;
  readonly layout: Layout;
  readonly rules: Rules;
  readonly status: ItemStatus;
  readonly date: string | null;
  /** Whether its date has passed. */
  readonly closed: boolean;
  readonly version: number;
  /** The standing of its result; null if that was never provisional. */
  readonly standing: ResultStanding | null;
  /** Whether its league's results are provisional before they are final. */
  readonly provisional: boolean;
};

/** `due`: the time for objections (`final_at`) has passed. */
type ItemRow = LockedItem & { readonly active: boolean; readonly due: boolean };

/** Locks the item's row; the caller holds the locks of its post and league. Null if either is inactive, or the item is missing. */
export async function lockActiveItem(db: Db, id: number): Promise<LockedItem | null> {
  const found = await lockItemRow(db, id);
  if (!found) return null;
  const { active, due: _, ...item } = found;
  return active ? item : null;
}

/** Locks the item's post, league and row, in this order. Null if post or league is inactive, or the item is missing. */
export async function lockItemOfSource(db: Db, id: number): Promise<LockedItem | null> {
  await sql`
    select p.id from posts p join items i on i.post_id = p.id where i.id = ${id}::integer for share of p`.execute(
    db,
  );
  await sql`
    select l.id from leagues l join posts p on p.league_id = l.id join items i on i.post_id = p.id
    where i.id = ${id}::integer for share of l`.execute(db);
  return lockActiveItem(db, id);
}

async function readItemRow(db: Db, id: number): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.post_id as post, p.league_id as league, i.name, i.description,
      coalesce(i.details ->> 'roundName', '') as "roundName", i.layout, i.rules, i.status, i.date, i.version,
      i.standing, l.provisional_results as provisional, coalesce(i.final_at <= clock_timestamp(), false) as due,
      ${isPassedItem} as closed, p.active and l.active as active
    from items i join posts p on p.id = i.post_id join leagues l on l.id = p.league_id
    where i.id = ${id}::integer`.execute(db);
  return rows[0];
}

async function lockItemRow(db: Db, id: number): Promise<ItemRow | undefined> {
  await sql`select id from items where id = ${id}::integer for update`.execute(db);
  // A new statement after the lock was granted sees changes committed meanwhile, and the current time.
  const found = await readItemRow(db, id);
  if (!found?.due) return found;
  // The job has not ended the vote on its result yet.
  await endVotesOn(db, [id]);
  return readItemRow(db, id);
}

/**
 * Locks the item's row for this transaction, as every step of its life does first. The caller holds the locks of its post
 * and league. Throws 404, or 409 with the item if post or league is inactive.
 */
export async function lockItem(ctx: MemberContext, id: number): Promise<LockedItem> {
  const { active, due: _, ...item } = orNotFound(await lockItemRow(ctx.db, id));
  if (active) return item;
  throw await itemClosed(ctx, id);
}

/** The author of a step: a member (with `source`, a competition's name, if it came from a file), or an external source. */
export type StepAuthor = { readonly member: number; readonly source?: string } | { readonly source: string };

type NewStep = { kind: TimelineEntry['kind']; version: number; was?: unknown; became?: unknown };

/** Appends one step to the item's timeline, with its author and time. */
export async function appendStep(db: Db, item: number, by: StepAuthor, step: NewStep): Promise<void> {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  await db
    .insertInto('item_steps')
    .values({
      item_id: item,
      kind: step.kind,
      member_id: 'member' in by ? by.member : null,
      source: by.source ?? null,
      version: step.version,
      was: json(step.was),
      became: json(step.became),
    })
    .execute();
}

/** An error handler for storing a date: throws a field problem if the date has passed meanwhile, else the error itself. */
export const refusePassedDate =
  (field: string) =>
  (error: unknown): never => {
    throw isPassedDate(error) ? problem.field(field, 'past') : error;
  };

/** Records on each item of a game that the question's text was edited. */
export async function recordEditedGame(
  db: Db,
  { post, was, became, by }: { post: number; was: string; became: string; by: number },
): Promise<void> {
  await sql`select from items where post_id = ${post}::integer order by id for update`.execute(db);
  await sql`
    insert into item_steps (item_id, kind, member_id, version, was, became)
    select id, 'edited', ${by}::integer, version, to_jsonb(${was}::text), to_jsonb(${became}::text)
    from items where post_id = ${post}::integer order by id`.execute(db);
}

/** Moves the open items of a game that close at `from` to `to`; both are in the future or null. Each gets a timeline step. */
export async function moveItemDates(
  db: Db,
  { post, from, to, by }: { post: number; from: string | null; to: string | null; by: number },
): Promise<Pick<LockedItem, 'id' | 'name' | 'version'>[]> {
  const sameDate = sql`post_id = ${post}::integer and status = 'open' and date is not distinct from ${from}::timestamptz`;
  // Locked in id order, as bets lock items, to avoid deadlocks.
  await sql`select from items where ${sameDate} order by id for update`.execute(db);
  const { rows } = await sql<Pick<LockedItem, 'id' | 'name' | 'version'>>`
    with moved as (
      update items set date = ${to}::timestamptz, version = version + 1, updated = now()
      where ${sameDate} and closed_at is null and (date is null or date > clock_timestamp())
      returning id, name, version
    ),
    steps as (
      insert into item_steps (item_id, kind, member_id, version, was, became)
      select id, 'moved', ${by}::integer, version, to_jsonb(${from}::text), to_jsonb(${to}::text) from moved order by id
    )
    select id, name, version from moved order by id`.execute(db);
  return rows;
}
