import { sql } from 'kysely';
import { nextStep } from '#machines/item-lifecycle.ts';
import type { Item, ResultValue } from '#contract/models.ts';
import type { MemberContext } from '#server/http/context.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { validateResult, type ItemResults } from './validate-result.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { appendStep, lockItem, type LockedItem } from './item-lifecycle.ts';
import { emit } from '#server/live/emit.ts';
import { presentItem } from '#server/presenters/item.ts';
import { readItem } from '#server/queries/item-rows.ts';
import { writeCrowdResults, settleItem } from './settle-item.ts';
import { notifyResults } from '#server/notifications/game-notifications.ts';

type OptionRow = { id: number; no_points: boolean; result: number | null };

async function readPresentedItem(ctx: MemberContext, id: number): Promise<Item> {
  return presentItem(orNotFound(await readItem(ctx, id)));
}

async function readOptions(ctx: MemberContext, item: number): Promise<OptionRow[]> {
  return ctx.db
    .selectFrom('item_options')
    .select(['id', 'no_points', 'result'])
    .where('item_id', '=', item)
    .orderBy('position')
    .execute();
}

/** Stored results by itemOption id, as the timeline keeps them. */
function resultsByOption(options: readonly OptionRow[]): Record<string, number> {
  return Object.fromEntries(options.flatMap(({ id, result }) => (result === null ? [] : [[id, result]])));
}

async function writeResults(
  ctx: MemberContext,
  item: LockedItem,
  results: ItemResults | null,
): Promise<void> {
  if (results?.decidedByCrowd) return writeCrowdResults(ctx.db, item);
  const byOption = results?.results ?? new Map<number, null>();
  await sql`
    update item_options o set result = (${JSON.stringify(Object.fromEntries(byOption))}::jsonb ->> o.id::text)::integer
    where o.item_id = ${item.id}::integer`.execute(ctx.db);
}

const isSameResult = (options: readonly OptionRow[], { results, decidedByCrowd }: ItemResults) =>
  decidedByCrowd || options.every(({ id, result }) => result === (results.get(id) ?? null));

function lifecycleEventOf(value: ResultValue, version: number | undefined) {
  const seen = version === undefined ? {} : { version };
  if (value === 'start') return { type: 'item.start' as const };
  return { type: value === 'void' ? ('item.void' as const) : ('result.enter' as const), ...seen };
}

/**
 * Records a step of an item's life (start, result, correction, void) with points, events and notifications in one
 * transaction under the item's row lock. Of two concurrent requests the second gets 409.
 */
export async function recordResult(
  ctx: MemberContext,
  id: number,
  value: ResultValue,
  version?: number,
): Promise<Item> {
  const item = await lockItem(ctx, id);
  const step = nextStep(item, lifecycleEventOf(value, version));
  if (!step) throw problem.conflict(await readPresentedItem(ctx, id));

  const options = await readOptions(ctx, id);
  const results = typeof value === 'string' ? null : validateResult({ ...item, options }, value);
  if (results && 'problem' in results) throw problem.validation({ [results.field]: results.problem });
  // An unchanged result is not a correction: no step, no event.
  if (step.kind === 'corrected' && results && isSameResult(options, results))
    return readPresentedItem(ctx, id);
  if (step.kind === 'corrected') await countAgainstQuota(ctx, 'corrections');

  const now = sql<string>`clock_timestamp()`;
  await ctx.db
    .updateTable('items')
    .set({
      status: step.status,
      version: step.version,
      updated: now,
      ...(step.status === 'void' ? {} : { started_at: sql<string>`coalesce(started_at, clock_timestamp())` }),
      ...(step.status === 'ended' ? { ended_at: sql<string>`coalesce(ended_at, clock_timestamp())` } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (step.status !== 'started') await writeResults(ctx, item, results);
  const became = step.status === 'ended' ? resultsByOption(await readOptions(ctx, id)) : null;
  const was = item.status === 'ended' ? resultsByOption(options) : null;
  await appendStep(ctx.db, id, ctx.me.id, { kind: step.kind, version: step.version, was, became });

  const { league, post } = item;
  const ledgerLines = step.status === 'started' ? [] : await settleItem(ctx.db, item);
  await emit(ctx.db, { type: 'item', league, post, item: id, version: step.version });
  if (ledgerLines.length > 0)
    await emit(ctx.db, { type: 'standings', league, post, item: id, version: step.version });
  if (step.status !== 'started') await notifyResults(ctx, item, step.kind, ledgerLines);
  return readPresentedItem(ctx, id);
}
