import { sql } from 'kysely';
import type { Objections } from '#contract/objections.ts';
import { lifecycleOf, nextStep } from '#machines/item-lifecycle.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { storableId } from '#server/db/values.ts';
import type { MemberContext } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { notifyOfObjection } from '#server/notifications/objection-notifications.ts';
import { isInLeague } from '#server/queries/conditions.ts';
import { readObjections } from '#server/queries/objections.ts';
import { appendStep, lockItem, type LockedItem } from './item-steps.ts';
import { itemConflict } from './presented-item.ts';

/** Objections and votes on provisional results. Each locks the item, so that the vote ends either before or after it. */

/** The item and version whose result the caller saw. */
type SeenResult = { readonly item: number; readonly version: number };

const answer = async (ctx: MemberContext, item: number): Promise<Objections> =>
  orNotFound(await readObjections(ctx, item));

/** Locks an item for an objection or vote. Throws 403 for outsiders, 409 if voting is closed or the version differs. */
async function lockVote(ctx: MemberContext, { item: given, version }: SeenResult): Promise<LockedItem> {
  const item = await lockItem(ctx, storableId(given));
  const { rows } = await sql`select where ${isInLeague(item.league, ctx.me.id)}`.execute(ctx.db);
  // Staff see every league, but take part only in their own.
  if (rows.length === 0) throw problem.forbidden();
  if (item.version !== version || !lifecycleOf(item).hasTag('voting')) throw await itemConflict(ctx, item.id);
  return item;
}

/** Stores a member's vote on the objections to a result; returns whether it changed. */
async function storeVote({ db, me }: MemberContext, item: LockedItem, agrees: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into objection_votes as v (item_id, version, member_id, agrees)
    values (${item.id}::integer, ${item.version}::integer, ${me.id}::integer, ${agrees}::boolean)
    on conflict (item_id, version, member_id) do update set agrees = excluded.agrees, voted = clock_timestamp()
      where v.agrees <> excluded.agrees
    returning item_id`.execute(db);
  return rows.length > 0;
}

/** The texts of the objections to the current version, by member id. */
async function readWords({ db }: MemberContext, { id, version }: LockedItem): Promise<Map<number, string>> {
  const { rows } = await sql<{ member: number; words: string }>`
    select member_id as member, became #>> '{}' as words from item_steps
    where item_id = ${id}::integer and version = ${version}::integer and kind = 'objected'`.execute(db);
  return new Map(rows.map(({ member, words }) => [member, words]));
}

/**
 * Objects to a provisional result, once per member and version: a repeat changes nothing, and another text is refused. The
 * league's managers are notified of the first objection.
 */
export async function objectToResult(
  ctx: MemberContext,
  { words, ...seen }: SeenResult & { readonly words: string },
): Promise<Objections> {
  const item = await lockVote(ctx, seen);
  const step = nextStep(item, { type: 'objection.raise', version: seen.version });
  const said = await readWords(ctx, item);
  const own = said.get(ctx.me.id);
  if (!step || (own !== undefined && own !== words)) throw await itemConflict(ctx, item.id);
  if (own !== undefined) return answer(ctx, item.id);
  await countAgainstQuota(ctx, 'objections');
  const { kind, version } = step;
  await appendStep(ctx.db, item.id, { member: ctx.me.id }, { kind, version, became: words });
  await storeVote(ctx, item, true);
  await emit(ctx.db, itemEvent({ ...item, version }));
  if (said.size === 0) await notifyOfObjection(ctx.db, ctx.me.id, [item], 'objected');
  return answer(ctx, item.id);
}

/** Votes on the objections to a provisional result. Members who objected cannot vote against them. */
export async function voteOnObjections(
  ctx: MemberContext,
  { agrees, ...seen }: SeenResult & { readonly agrees: boolean },
): Promise<Objections> {
  const item = await lockVote(ctx, seen);
  const said = await readWords(ctx, item);
  if (said.size === 0) throw await itemConflict(ctx, item.id);
  if (said.has(ctx.me.id) && !agrees) throw problem.field('agrees', 'invalid');
  if (await storeVote(ctx, item, agrees)) {
    await countAgainstQuota(ctx, 'objection votes');
    const { id, league, post } = item;
    await emit(ctx.db, { type: 'votes', league, post, item: id });
  }
  return answer(ctx, item.id);
}

/** Makes a contested result final, by decision of a league's manager. */
export async function confirmResult(ctx: MemberContext, seen: SeenResult): Promise<Objections> {
  const item = await lockItem(ctx, storableId(seen.item));
  const step = nextStep(item, { type: 'result.confirm', version: seen.version });
  if (!step) throw await itemConflict(ctx, item.id);
  const { kind, version, standing } = step;
  await sql`
    update items set standing = ${standing}, updated = clock_timestamp() where id = ${item.id}::integer`.execute(
    ctx.db,
  );
  await appendStep(ctx.db, item.id, { member: ctx.me.id }, { kind, version });
  await emit(ctx.db, itemEvent({ ...item, version }));
  return answer(ctx, item.id);
}
