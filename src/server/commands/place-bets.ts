import { sql } from 'kysely';
import type { Bet } from '#contract/models.ts';
import { storableId } from '#server/db/values.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { presentItem } from '#server/presenters/item.ts';
import { readItems } from '#server/queries/item-rows.ts';
import { betQueueOf } from './bet-queue.ts';
import { writeBets, type BetRequest } from './write-bets.ts';
import { itemConflict } from './presented-item.ts';

const optionsOf = (requests: readonly BetRequest[]): number[] => {
  const options = requests.map(({ option }) => storableId(option));
  return [...new Set(options)];
};

/** Throws 404 for options that the member may not see, 403 for those in leagues that they are not in. */
async function requireBetOptions(ctx: MemberContext, requests: readonly BetRequest[]): Promise<void> {
  const options = optionsOf(requests);
  const { rows } = await sql<{ is_member: boolean; visible: boolean }>`
    select m.member_id is not null as is_member,
      (m.member_id is not null or ${ctx.me.isStaff}::boolean or (not l.custom and l.active)) as visible
    from item_options o
    join items i on i.id = o.item_id
    join posts p on p.id = i.post_id
    join leagues l on l.id = p.league_id and l.removed_at is null
    left join league_members m on m.league_id = l.id and m.member_id = ${ctx.me.id}::integer and m.active
    where o.id = any(${options}::integer[])`.execute(ctx.db);
  if (rows.length < options.length || rows.some(({ visible }) => !visible)) throw problem.notFound();
  if (rows.some(({ is_member }) => !is_member)) throw problem.forbidden();
}

async function explainClosed(ctx: MemberContext, requests: readonly BetRequest[]): Promise<Error> {
  // The member may have left meanwhile.
  await requireBetOptions(ctx, requests);
  const rows = await readItems(
    ctx,
    sql`i.id in (select item_id from item_options where id = any(${optionsOf(requests)}::integer[]))`,
  );
  const closed = rows.find(({ open }) => !open) ?? rows[0];
  return problem.itemClosed(closed && presentItem(closed));
}

/**
 * Places bets in a batch with those of other members. Null if they were not placed, because a lock is held or they are
 * refused; a transaction of their own then waits, or gives the reason.
 */
export async function placeBetsAtOnce(
  { platform, me, keyed }: MemberContext,
  bets: readonly BetRequest[],
  bulk: boolean,
): Promise<Bet[] | null> {
  const outcome = await betQueueOf(platform.database).write({ member: me.id, bets, bulk, keyed });
  if (!outcome || 'refusal' in outcome) return null;
  keyed?.isStored();
  return outcome.placed;
}

/**
 * Places and removes bets in the caller's transaction, which holds the needed locks. `field` gives the path of a request's
 * field for problems. Returns one bet per request; a removed one has the value 0.
 */
export async function placeBets(
  ctx: MemberContext,
  requests: readonly BetRequest[],
  field: (index: number, name: 'value' | 'post') => string,
): Promise<Bet[]> {
  await requireBetOptions(ctx, requests);
  await sql`select lock_bets(${ctx.me.id}::integer, ${optionsOf(requests)}::integer[])`.execute(ctx.db);
  const sent = { member: ctx.me.id, bets: requests, bulk: true };
  const outcome = (await writeBets(ctx.db, [sent])).get(sent);
  if (outcome && 'placed' in outcome) return outcome.placed;
  const { refusal } = outcome ?? { refusal: { closed: true } };
  if ('tooBig' in refusal) throw problem.field(field(refusal.tooBig, 'value'), 'too_big', refusal.limit);
  if ('otherPost' in refusal) throw problem.field(field(refusal.otherPost, 'post'), 'invalid');
  if ('stale' in refusal) throw await itemConflict(ctx, refusal.stale);
  throw await explainClosed(ctx, requests);
}
