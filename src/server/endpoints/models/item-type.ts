import { sql } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import type { Context } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { lockClause, lockGameTypes } from '#server/db/locks.ts';
import { storableId } from '#server/db/values.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { imageFields } from '#server/presenters/picture.ts';
import { matches, matchesSearch, readPage } from '#server/queries/paged.ts';
import { nameType } from '#server/texts/seeds.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type ItemType = Row<'itemtype'>;
type TypeRow = Omit<ItemType, 'image' | 'images'> & { picture: string | null; file: string | null };

const columns = sql`
  t.id, t.name, t.layout as type, t.parent_id as parent, t.description, t.picture, g.name as file,
  (select count(*) from item_types sub where sub.parent_id = t.id and sub.active) as subs`;
const tables = sql`from item_types t left join images g on g.id = t.image_id`;

const presentFor =
  ({ language }: Context) =>
  ({ picture, file, ...type }: TypeRow): ItemType => ({
    ...nameType(type, language),
    ...imageFields(file, picture),
  });

async function read(ctx: Context, id: number): Promise<ItemType | null> {
  const { rows } = await sql<TypeRow>`select ${columns} ${tables} where t.id = ${id}::integer`.execute(
    ctx.db,
  );
  return rows[0] ? presentFor(ctx)(rows[0]) : null;
}

/** Returns the parent's id; throws unless it exists and is not the type itself or a descendant. */
async function requireParent(ctx: Context, parent: number, self: number | null): Promise<number> {
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

/** These types and all below them, by id: a type that no parent leads to could be neither played nor removed. */
const branchesOf = (ids: readonly number[]) => sql`
  with recursive branches as (
    select id from item_types where id = any(${ids}::integer[])
    union select t.id from item_types t join branches on t.parent_id = branches.id
  )
  select id from branches`;

/** The tree of game types: read by members, edited by staff. */
export const itemType: ModelEndpoint<'itemtype'> = {
  list(ctx, { parent, search, limit, offset }) {
    const from = sql`
      ${tables}
      where t.active and ${matches(sql`coalesce(t.parent_id, 0)`, parent)} and ${matchesSearch(sql`t.name`, search)}`;
    return readPage(
      ctx.db,
      { columns, from, order: sql`t.position, t.id`, present: presentFor(ctx) },
      { limit, offset },
    );
  },

  get: read,

  async create(ctx, inputs) {
    await lockGameTypes(ctx.db);
    const created: ItemType[] = [];
    for (const { name, type: layout, parent, description, image } of inputs) {
      const { id } = await ctx.db
        .insertInto('item_types')
        .values({
          name,
          description,
          layout,
          parent_id: parent && (await requireParent(ctx, parent, null)),
          image_id: await attachPicture(ctx, image, 'itemtype'),
          position: sql<number>`(select coalesce(max(position), 0) + 1 from item_types)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      created.push(orNotFound(await read(ctx, id)));
    }
    return created;
  },

  async update(ctx, id, { name, type: layout, parent, description, image }) {
    await lockGameTypes(ctx.db);
    const values = {
      name,
      layout,
      parent_id: parent && (await requireParent(ctx, parent, id)),
      description,
      image_id: await attachPicture(ctx, image, 'itemtype'),
    };
    if (Object.values(values).some((field) => field !== undefined)) {
      await ctx.db.updateTable('item_types').set(values).where('id', '=', id).execute();
    }
    return orNotFound(await read(ctx, id));
  },

  async remove(ctx, ids) {
    const { db } = ctx;
    const branches = sql`(${branchesOf(ids)})`;
    await sql`select from item_types where id in ${branches} order by id ${lockClause.change}`.execute(db);
    await lockGameTypes(db);
    await sql`update item_types set active = false where id in ${branches} and active`.execute(db);
  },
};
