import type { Item } from '#contract/models.ts';
import type { MemberContext } from '#server/http/context.ts';
import { orNotFound, problem, type HttpProblem } from '#server/http/problems.ts';
import { presentItem } from '#server/presenters/item.ts';
import { readItem } from '#server/queries/item-rows.ts';

/** An item as answered to the caller; throws 404 if they may not see it. */
export async function readPresentedItem(ctx: MemberContext, id: number): Promise<Item> {
  return presentItem(orNotFound(await readItem(ctx, id)));
}

/** A 409 `item_closed`, with the current item if the caller may see it. */
export async function itemClosed(ctx: MemberContext, id: number): Promise<HttpProblem> {
  const row = await readItem(ctx, id);
  return problem.itemClosed(row && presentItem(row));
}

/** A 409 `conflict` with the current item. */
export const itemConflict = async (ctx: MemberContext, id: number): Promise<HttpProblem> =>
  problem.conflict(await readPresentedItem(ctx, id));
