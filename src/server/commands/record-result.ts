import { sql } from 'kysely';
import { nextStep } from '#machines/item-lifecycle.ts';
import type { ResultValue } from '#contract/inputs.ts';
import type { Item } from '#contract/models.ts';
import { provisionalHours } from '#contract/objections.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { validateResult, type ItemResults } from './validate-result.ts';
import { problem } from '#server/http/problems.ts';
import { appendStep, lockItem, type LockedItem, type StepAuthor } from './item-steps.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { settleLateJoiners } from './late-joiners.ts';
import { writeCrowdResults, settleItem } from './settle-item.ts';
import { notifyResults } from '#server/notifications/game-notifications.ts';
import { itemConflict, readPresentedItem } from './presented-item.ts';

type OptionRow = { id: number; no_points: boolean; result: number | null };

async function readOptions(db: Db, item: number): Promise<OptionRow[]> {
  return db
    .selectFrom('item_options')
    .select(['id', 'no_points', 'result'])
    .where('item_id', '=', item)
    .orderBy('position')
    .execute();
}

/** Stored results by itemOption id, as in the timeline. */
function resultsByOption(options: readonly OptionRow[]): Record<string, number> {
  return Object.fromEntries(options.flatMap(({ id, result }) => (result === null ? [] : [[id, result]])));
}

/** Holds a person's result: a tournament item's source cannot change it until the item is handed back. */
async function holdItem(db: Db, item: number): Promise<void> {
  await sql`
    with held as (
      update tournament_items set held = true where item_id = ${item}::integer and not held returning item_id
    )
    update items set details = jsonb_set(details, '{source,held}', 'true')
    from held where items.id = held.item_id and details ? 'source'`.execute(db);
}

async function writeResults(db: Db, item: LockedItem, results: ItemResults | null): Promise<void> {
  if (results?.decidedByCrowd) return writeCrowdResults(db, item);
  const byOption = results?.results ?? new Map<number, null>();
  await sql`
    update item_options o set result = (${JSON.stringify(Object.fromEntries(byOption))}::jsonb ->> o.id::text)::integer
    where o.item_id = ${item.id}::integer`.execute(db);
}

const isSameResult = (options: readonly OptionRow[], { results, decidedByCrowd }: ItemResults) =>
  decidedByCrowd || options.every(({ id, result }) => result === (results.get(id) ?? null));

function lifecycleEventOf(value: ResultValue, version: number | undefined, staff: boolean) {
  const seen = version === undefined ? { staff } : { version, staff };
  if (value === 'start') return { type: 'item.start' as const };
  return { type: value === 'void' ? ('item.void' as const) : ('result.enter' as const), ...seen };
}

type PlannedStep = {
  readonly step: NonNullable<ReturnType<typeof nextStep>>;
  readonly options: readonly OptionRow[];
  readonly results: ItemResults | null;
};

/**
 * Plans the step of entering a value for a locked item. `refused`: not allowed in its state (staff may do more).
 * `unchanged`: the result is the current one, so there is no step and no event. Throws a field problem for invalid values.
 */
export async function planStep(
  db: Db,
  item: LockedItem,
  value: ResultValue,
  { version, staff = false }: { version?: number | undefined; staff?: boolean } = {},
): Promise<PlannedStep | 'refused' | 'unchanged'> {
  const step = nextStep(item, lifecycleEventOf(value, version, staff));
  if (!step) return 'refused';
  const options = await readOptions(db, item.id);
  const results = typeof value === 'string' ? null : validateResult({ ...item, options }, value);
  if (results && 'problem' in results) throw problem.validation({ [results.field]: results.problem });
  if (step.kind === 'corrected' && results && isSameResult(options, results)) return 'unchanged';
  return { step, options, results };
}

/** Stores a planned step with points, events and notifications, in the transaction that holds the item's lock. */
export async function takeStep(
  db: Db,
  by: StepAuthor,
  item: LockedItem,
  { step, options, results }: PlannedStep,
): Promise<void> {
  const { id, league, post } = item;
  await db
    .updateTable('items')
    .set({
      status: step.status,
      version: step.version,
      standing: step.standing,
      final_at:
        step.standing === 'provisional'
          ? sql<string>`clock_timestamp() + ${provisionalHours}::integer * interval '1 hour'`
          : null,
      updated: sql<string>`clock_timestamp()`,
      ...(step.status === 'void' ? {} : { started_at: sql<string>`coalesce(started_at, clock_timestamp())` }),
      ...(step.status === 'ended' ? { ended_at: sql<string>`coalesce(ended_at, clock_timestamp())` } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (step.status !== 'started') await writeResults(db, item, results);
  const became = step.status === 'ended' ? resultsByOption(await readOptions(db, id)) : null;
  const was = item.status === 'ended' ? resultsByOption(options) : null;
  await appendStep(db, id, by, { kind: step.kind, version: step.version, was, became });

  const ledgerLines = step.status === 'started' ? [] : await settleItem(db, item);
  const hasMoved = step.status !== 'started' && (await settleLateJoiners(db, item));
  await emit(db, itemEvent({ ...item, version: step.version }));
  if (ledgerLines.length > 0 || hasMoved)
    await emit(db, { type: 'standings', league, post, item: id, version: step.version });
  const actor = 'member' in by ? by.member : null;
  if (step.status !== 'started') await notifyResults(db, actor, item, step.kind, ledgerLines);
}

/**
 * Records a start, result, correction or void with points, events and notifications, in one transaction under the item's
 * row lock. The second of two concurrent requests gets 409. A person's result holds the item: its source cannot change it
 * until it is handed back.
 */
export async function recordResult(
  ctx: MemberContext,
  id: number,
  value: ResultValue,
  version?: number,
): Promise<Item> {
  const item = await lockItem(ctx, id);
  const planned = await planStep(ctx.db, item, value, { version, staff: ctx.me.isStaff });
  if (planned === 'refused') throw await itemConflict(ctx, id);
  if (planned === 'unchanged') return readPresentedItem(ctx, id);
  if (planned.step.kind === 'corrected') await countAgainstQuota(ctx, 'corrections');
  await takeStep(ctx.db, { member: ctx.me.id }, item, planned);
  if (value !== 'start') await holdItem(ctx.db, id);
  return readPresentedItem(ctx, id);
}
