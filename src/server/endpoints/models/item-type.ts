import { sql, type RawBuilder } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { storableId } from '#server/db/values.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { likePattern } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type ItemType = Row<'itemtype'>;
type TypeRow = Omit<ItemType, 'image' | 'images'> & { picture: string | null; file: string | null };

const selectTypes = (where: RawBuilder<unknown>) => sql`
  select t.id, t.name, t.layout as type, t.parent_id as parent, t.description, t.picture, g.name as file, t.position,
    (select count(*) from item_types sub where sub.parent_id = t.id and sub.active) as subs
  from item_types t left join images g on g.id = t.image_id
  where ${where}`;

function present({ picture, file, ...row }: TypeRow & { position?: number }): ItemType {
  const { position: _, ...type } = row;
  const image = pictureUrl({ picture, file });
  return { ...type, image, images: image === null ? [] : [image] };
}

async function read(db: Db, id: number): Promise<ItemType | null> {
  const { rows } = await sql<TypeRow>`${selectTypes(sql`t.id = ${id}::integer`)}`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

async function readOrNotFound(db: Db, id: number): Promise<ItemType> {
  const type = await read(db, id);
  if (!type) throw problem.notFound();
  return type;
}

/** A valid parent: exists, and is not the type itself or a descendant. */
async function requireParent(
  ctx: Context,
  parent: number | null,
  self: number | null,
): Promise<number | null> {
  if (parent === null) return null;
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select id, parent_id from item_types where id = ${storableId(parent)}::integer and active
      union select t.id, t.parent_id from item_types t join up on up.parent_id = t.id
    )
    select id from up`.execute(ctx.db);
  if (rows.length === 0) throw problem.field('parent', 'unknown_id');
  if (rows.some(({ id }) => id === self)) throw problem.field('parent', 'invalid');
  return parent;
}

/** The tree of game types: read by members, edited by staff. */
export const itemType: ModelEndpoint<'itemtype'> = {
  async list(ctx, { parent, search = '', limit, offset }) {
    const where = sql`t.active
      and (${parent ?? null}::integer is null or coalesce(t.parent_id, 0) = ${parent ?? null}::integer)
      and (${search}::text = '' or t.name ilike ${likePattern(search)}::text)`;
    const { rows } = await sql<{ count: number; page: TypeRow[] }>`
      with found as (${selectTypes(where)}),
      page as (select * from found order by position, id limit ${limit}::integer offset ${offset}::integer)
      select (select count(*) from found) as count,
        coalesce((select jsonb_agg(page order by position, id) from page), '[]') as page`.execute(ctx.db);
    const { count, page } = rows[0] ?? { count: 0, page: [] };
    return { results: page.map(present), count };
  },

  get: (ctx, id) => read(ctx.db, id),

  async create(ctx, inputs) {
    const created: ItemType[] = [];
    for (const { name, type, parent, description, image } of inputs) {
      const { id } = await ctx.db
        .insertInto('item_types')
        .values({
          name,
          description,
          layout: type ?? null,
          parent_id: await requireParent(ctx, parent ?? null, null),
          image_id: await attachPicture(ctx, image ?? null, 'itemtype'),
          position: sql<number>`(select coalesce(max(position), 0) + 1 from item_types)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      created.push(await readOrNotFound(ctx.db, id));
    }
    return created;
  },

  async update(ctx, id, { name, type, parent, description, image }) {
    const values = {
      ...(name === undefined ? {} : { name }),
      ...(type === undefined ? {} : { layout: type }),
      ...(parent === undefined ? {} : { parent_id: await requireParent(ctx, parent, id) }),
      ...(description === undefined ? {} : { description }),
      ...(image === undefined ? {} : { image_id: await attachPicture(ctx, image, 'itemtype') }),
    };
    if (Object.keys(values).length > 0) {
      await ctx.db.updateTable('item_types').set(values).where('id', '=', id).execute();
    }
    return readOrNotFound(ctx.db, id);
  },

  async remove(ctx, ids) {
    await ctx.db.updateTable('item_types').set({ active: false }).where('id', 'in', ids).execute();
  },
};
