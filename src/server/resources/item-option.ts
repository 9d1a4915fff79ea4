import { sql } from 'kysely';
import { callerId } from '#server/context.ts';
import { presentItemOption } from '#server/presenters/item.ts';
import { readItems } from '#server/queries/item-rows.ts';
import { visiblePosts } from '#server/queries/post-rows.ts';
import { viewerOf } from './post.ts';
import type { Resource } from './resource.ts';

/** The options of items, each with the caller's own value on it. */
export const itemOption: Resource<'itemoption'> = {
  async list(ctx, { item, search = '', limit, offset }) {
    if (item === undefined) return { results: [], count: 0 };
    const items = await readItems(
      ctx.db,
      callerId(ctx),
      sql`i.id = ${item}::integer and ${visiblePosts(viewerOf(ctx))}`,
    );
    const word = search.toLowerCase();
    const all = items
      .flatMap(({ options }) => options)
      .filter(({ name }) => name.toLowerCase().includes(word));
    return { results: all.slice(offset, offset + limit).map(presentItemOption), count: all.length };
  },

  async get(ctx, id) {
    const where = sql`i.id = (select item_id from item_options where id = ${Number(id)}::integer)`;
    const items = await readItems(ctx.db, callerId(ctx), where);
    const row = items.flatMap(({ options }) => options).find((option) => option.id === Number(id));
    return row ? presentItemOption(row) : null;
  },
};
