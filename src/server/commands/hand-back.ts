import { sql } from 'kysely';
import type { Item } from '#contract/models.ts';
import type { MemberContext } from '#server/http/context.ts';
import { followMatch } from './follow-source.ts';
import { lockItem } from './item-steps.ts';
import { itemConflict, readPresentedItem } from './presented-item.ts';

/** Hands an item back to its source, whose reports count again. Throws 409 if the item is not held, or its result is final. */
export async function handItemBack(ctx: MemberContext, id: number): Promise<Item> {
  const item = await lockItem(ctx, id);
  // A source cannot change a final result.
  if (item.standing === 'final') throw await itemConflict(ctx, id);
  const { rows } = await sql`
    update tournament_items set held = false where item_id = ${id}::integer and held
    returning item_id`.execute(ctx.db);
  if (rows.length === 0) throw await itemConflict(ctx, id);
  await followMatch(ctx.db, item);
  return readPresentedItem(ctx, id);
}
