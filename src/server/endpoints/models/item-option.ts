import { comparableText } from '#contract/comparable-text.ts';
import { sql } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import type { Context } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { appendStep, lockItem } from '#server/commands/item-steps.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { presentItemOption } from '#server/presenters/item.ts';
import { readItem, readItems } from '#server/queries/item-rows.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';
import { itemClosed } from '#server/commands/presented-item.ts';

async function read(ctx: Context, id: number): Promise<Row<'itemoption'> | null> {
  const where = sql`i.id = (select item_id from item_options where id = ${id}::integer)`;
  const items = await readItems(ctx, where);
  const row = items.flatMap(({ options }) => options).find((option) => option.id === id);
  return row ? presentItemOption(row) : null;
}

/** Options of items, each with the caller's own value. */
export const itemOption: ModelEndpoint<'itemoption'> = {
  async list(ctx, { item, search = '', limit, offset }) {
    if (item === undefined) return { results: [], count: 0 };
    const word = comparableText(search);
    const row = await readItem(ctx, item);
    const all = (row?.options ?? []).filter(({ name }) => comparableText(name).includes(word));
    return { results: all.slice(offset, offset + limit).map(presentItemOption), count: all.length };
  },

  get: (ctx, id) => read(ctx, id),

  /** Marks an option as scoring or not, with a timeline entry; only while the item is open. */
  async update(ctx, id, { no_points }) {
    if (no_points === undefined) return orNotFound(await read(ctx, id));
    const { item_id, name } = await ctx.db
      .selectFrom('item_options')
      .select(['item_id', 'name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const item = await lockItem(ctx, item_id);
    if (item.layout === 'home/away') throw problem.field('no_points', 'invalid');
    if (item.status !== 'open' || item.closed) throw await itemClosed(ctx, item.id);
    const { version } = item;
    const { numUpdatedRows } = await ctx.db
      .updateTable('item_options')
      .set({ no_points })
      .where('id', '=', id)
      .where('no_points', '<>', no_points)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) {
      await countAgainstQuota(ctx, 'edits');
      const kind = no_points ? 'no_points' : 'points';
      await appendStep(ctx.db, item.id, { member: ctx.me.id }, { kind, version, became: name });
    }
    await emit(ctx.db, itemEvent({ ...item, version }));
    return orNotFound(await read(ctx, id));
  },
};
