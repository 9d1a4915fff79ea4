import type { Item } from '#contract/models.ts';
import type { MemberContext } from '#server/http/context.ts';
import { orNotFound, problem, type HttpProblem } from '#server/http/problems.ts';
import { presentItem } from '#server/presenters/item.ts';
import { readItem } from '#server/queries/item-rows.ts';

/** An item as the caller is answered it; 404 where they see none. */
export async function readPresentedItem(ctx: MemberContext, id: number): Promise<Item> {
  return presentItem(orNotFound(await readItem(ctx, id)));
}

/** 409 `item_closed`, with the item as it stands where the caller sees it. */
export async function itemClosed(ctx: MemberContext, id: number): Promise<HttpProblem> {
  const row = await readItem(ctx, id);
  return problem.itemClosed(row && presentItem(row));
}

/** 409 `conflict`, with the item as it stands. */
export const itemConflict = async (ctx: MemberContext, id: number): Promise<HttpProblem> =>
  problem.conflict(await readPresentedItem(ctx, id));
