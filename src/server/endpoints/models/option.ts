import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Row } from '#contract/model-registry.ts';
import { callerId, isStaff, type Context, type MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { likePattern } from '#server/queries/paged.ts';
import { requireAccess } from '#server/auth/access.ts';
import type { CreateInput, ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Option = Row<'option'>;
type OptionRow = {
  id: number;
  name: string;
  value: string | null;
  picture: string | null;
  file: string | null;
  is_staff: boolean;
};

const columnsFor = (ctx: Context) => sql`o.id, o.name, o.value, o.picture, g.name as file,
  (${isStaff(ctx)}::boolean or coalesce(o.maker_id = ${callerId(ctx)}::integer, false)) as is_staff
  from options o left join images g on g.id = o.image_id`;

function present({ id, name, value, is_staff, ...picture }: OptionRow): Option {
  const image = pictureUrl(picture);
  return { id, name, value, image, images: image === null ? [] : [image], is_staff };
}

async function read(ctx: Context, id: number): Promise<Option | null> {
  const { rows } = await sql<OptionRow>`select ${columnsFor(ctx)} where o.id = ${id}::integer`.execute(
    ctx.db,
  );
  return rows[0] ? present(rows[0]) : null;
}

async function readOrNotFound(ctx: Context, id: number): Promise<Option> {
  const option = await read(ctx, id);
  if (!option) throw problem.notFound();
  return option;
}

async function createOption(
  ctx: MemberContext,
  { name, section, value, image }: CreateInput<'option'>,
): Promise<Option> {
  // Without a league the option joins the catalogue, which is the staff's.
  if (section === undefined && !ctx.me.isStaff) throw problem.field('section', 'required');
  if (section !== undefined) await requireAccess(ctx, { model: 'section', id: section }, 'leagueMember');
  const { id } = await ctx.db
    .insertInto('options')
    .values({
      name,
      value: value ?? null,
      league_id: section ?? null,
      maker_id: ctx.me.id,
      image_id: await attachPicture(ctx, image ?? null, 'option'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readOrNotFound(ctx, id);
}

/** Options of games: the staff's catalogue and those of the caller's leagues. */
export const option: ModelEndpoint<'option'> = {
  async list(ctx, { section, search = '', limit, offset }) {
    const maxRows = Math.min(limit, limits.page.max);
    // The caller's leagues' own first, then names that begin with the search, then the rest.
    const { rows } = await sql<{ count: number; page: OptionRow[] }>`
      with found as (
        select o.league_id is not null as own, o.name ilike ${likePattern(search).slice(1)}::text as begins, ${columnsFor(ctx)}
        where o.active
          and (${search}::text = '' or o.name ilike ${likePattern(search)}::text or o.value ilike ${likePattern(search)}::text)
          and (o.league_id is null or (
            (${section ?? null}::integer is null or o.league_id = ${section ?? null}::integer)
            and exists (select from league_members m where m.league_id = o.league_id
              and m.member_id = ${ctx.me?.id ?? null}::integer and m.active)))
      ),
      page as (
        select *, row_number() over (order by own desc, begins desc, name, id) as place from found
        order by place limit ${maxRows}::integer offset ${offset}::integer
      )
      select (select count(*) from found) as count, coalesce((select jsonb_agg(page order by place) from page), '[]') as page`.execute(
      ctx.db,
    );
    const { count, page } = rows[0] ?? { count: 0, page: [] };
    return { results: page.map(present), count };
  },

  get: (ctx, id) => read(ctx, id),

  parentOf: ({ section }) => (section === undefined ? null : { model: 'section', id: section }),

  async create(ctx, inputs) {
    const created: Option[] = [];
    for (const input of inputs) created.push(await createOption(ctx, input));
    return created;
  },

  async update(ctx, id, { name, value, image, section }) {
    // An option's league cannot be changed.
    if (section !== undefined) throw problem.field('section', 'invalid');
    await ctx.db
      .updateTable('options')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(value === undefined ? {} : { value }),
        ...(image === undefined ? {} : { image_id: await attachPicture(ctx, image, 'option') }),
        updated: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute();
    return readOrNotFound(ctx, id);
  },

  async remove(ctx, ids) {
    await ctx.db.updateTable('options').set({ active: false }).where('id', 'in', ids).execute();
  },
};
