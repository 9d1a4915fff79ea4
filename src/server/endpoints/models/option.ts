import { sql } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import { callerId, isStaff, type Context, type MemberContext } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { imageFields } from '#server/presenters/picture.ts';
import { isInLeague } from '#server/queries/conditions.ts';
import { catalogueNames } from '#server/db/content-names.ts';
import { comparable } from '#server/db/comparable.ts';
import { likePattern, matches, matchesSearch, readPage } from '#server/queries/paged.ts';
import { requireAccess } from '#server/auth/access.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import type { CreateInput, ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Option = Row<'option'>;
type OptionRow = Omit<Option, 'image' | 'images'> & { picture: string | null; file: string | null };

const namesFor = ({ language }: Context) => catalogueNames('o', language);
const columns = (
  ctx: Context,
) => sql`o.id, ${namesFor(ctx).name} as name, ${namesFor(ctx).value} as value, o.picture, g.name as file,
  (${isStaff(ctx)}::boolean or coalesce(o.maker_id = ${callerId(ctx)}::integer, false)) as is_staff`;
const tables = sql`from options o left join images g on g.id = o.image_id`;

const present = ({ picture, file, ...row }: OptionRow): Option => ({ ...row, ...imageFields(file, picture) });

async function read(ctx: Context, id: number): Promise<Option | null> {
  const { rows } = await sql<OptionRow>`
    select ${columns(ctx)} ${tables} where o.id = ${id}::integer`.execute(ctx.db);
  return rows[0] ? present(rows[0]) : null;
}

async function createOption(
  ctx: MemberContext,
  { name, section, value, image }: CreateInput<'option'>,
): Promise<Option> {
  if (section !== undefined) await requireAccess(ctx, { model: 'section', id: section }, 'leagueMember');
  await countAgainstQuota(ctx, 'options');
  const { id } = await ctx.db
    .insertInto('options')
    .values({
      name,
      value,
      league_id: section,
      maker_id: ctx.me.id,
      // Without a league it is the author's own; staff's are the catalogue's.
      private: section === undefined && !ctx.me.isStaff,
      image_id: await attachPicture(ctx, image, 'option'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return orNotFound(await read(ctx, id));
}

/** Options of games: the staff's catalogue, those of the caller's leagues, and their own. */
export const option: ModelEndpoint<'option'> = {
  list(ctx, { section, search, limit, offset }) {
    const me = callerId(ctx);
    const from = sql`
      ${tables}
      where o.active and (${matchesSearch(sql`o.name`, search)} or ${matchesSearch(sql`o.value`, search)})
        and (case when o.league_id is null then not o.private or o.maker_id = ${me}::integer
          else ${matches(sql`o.league_id`, section)} and ${isInLeague(sql`o.league_id`, me)} end)`;
    // Order: the caller's and their leagues' own, then names that begin with the search text, then the rest.
    const { name } = namesFor(ctx);
    const begins = sql`${comparable(name)} like ${likePattern(search ?? '').slice(1)}`;
    const order = sql`o.league_id is null and not o.private, ${begins} desc, ${name}, o.id`;
    return readPage(ctx.db, { columns: columns(ctx), from, order, present }, { limit, offset });
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
        name,
        value,
        image_id: await attachPicture(ctx, image, 'option'),
        updated: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute();
    return orNotFound(await read(ctx, id));
  },

  async remove(ctx, ids) {
    await ctx.db.updateTable('options').set({ active: false }).where('id', 'in', ids).execute();
  },
};
