import { sql, type RawBuilder } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import { callerId, type Context, type MemberContext } from '#server/http/context.ts';
import { hideMessages, writeMessage } from '#server/commands/write-message.ts';
import { problem } from '#server/http/problems.ts';
import { pictureUrl, fullPictureUrl } from '#server/presenters/picture.ts';
import { likePattern } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Message = Row<'postcomment'>;
type MessageRow = Omit<Message, 'member_data' | 'images'> & {
  name: string;
  file: string | null;
  images: { id: number; name: string; width: number; height: number }[];
};

const messageColumns = (me: number | null) => sql`
  c.id, c.created, c.updated, c.active, c.description, p.league_id as section, c.post_id as comment_post,
  c.member_id as member, m.name, g.name as file,
  case when c.member_id = ${me}::integer then c.key end as key,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'width', i.width, 'height', i.height) order by ci.position)
    from comment_images ci join images i on i.id = ci.image_id where ci.comment_id = c.id), '[]') as images
  from comments c
  join posts p on p.id = c.post_id
  join members m on m.id = c.member_id
  left join images g on g.id = m.image_id`;

function present({ name, file, images, ...row }: MessageRow): Message {
  return {
    ...row,
    created: new Date(row.created).toISOString(),
    updated: new Date(row.updated).toISOString(),
    member_data: { name, image: pictureUrl({ file, picture: null }) },
    images: images.map((image) => ({
      id: image.id,
      imagefullurl: fullPictureUrl(image.name),
      width: image.width,
      height: image.height,
    })),
  };
}

/** SQL condition: the message (`c`) in its post (`p`) is visible to the caller. */
const visibleToCaller = (ctx: Context): RawBuilder<boolean> => sql`(c.active and p.active
  and (${ctx.me?.isStaff ?? false}::boolean or exists (
    select from league_members lm
    where lm.league_id = p.league_id and lm.member_id = ${callerId(ctx)}::integer and lm.active)))`;

/** The message the caller has just written or hidden. */
async function readOrNotFound({ db, me }: MemberContext, id: number): Promise<Message> {
  const { rows } = await sql<MessageRow>`select ${messageColumns(me.id)} where c.id = ${id}::integer`.execute(
    db,
  );
  if (!rows[0]) throw problem.notFound();
  return present(rows[0]);
}

/** The chat of a post, for members of its league: the newest first, paged. */
export const message: ModelEndpoint<'postcomment'> = {
  async list(ctx, { comment_post, before, after, search = '', limit, offset }) {
    const order = after !== undefined && before === undefined ? sql`id` : sql`id desc`;
    const { rows } = await sql<{ count: number; page: MessageRow[] }>`
      with messages as materialized (
        select c.id from comments c join posts p on p.id = c.post_id
        where ${visibleToCaller(ctx)} and (${search}::text = '' or c.description ilike ${likePattern(search)}::text)
          and (${comment_post ?? null}::integer is null or c.post_id = ${comment_post ?? null}::integer)
          and c.id < coalesce(${before ?? null}::bigint, 9223372036854775807)
          and c.id > coalesce(${after ?? null}::bigint, 0)
      ),
      chosen as (
        select id from messages order by ${order} limit ${limit}::integer offset ${offset}::integer
      ),
      page as (select ${messageColumns(callerId(ctx))} where c.id in (select id from chosen))
      select (select count(*) from messages) as count,
        coalesce((select jsonb_agg(page order by id desc) from page), '[]') as page`.execute(ctx.db);
    const { count, page } = rows[0] ?? { count: 0, page: [] };
    return { results: page.map(present), count };
  },

  async get(ctx, id) {
    const { rows } = await sql<MessageRow>`
      select ${messageColumns(callerId(ctx))} where c.id = ${id}::integer and ${visibleToCaller(ctx)}`.execute(
      ctx.db,
    );
    return rows[0] ? present(rows[0]) : null;
  },

  parentOf: ({ comment_post }) => ({ model: 'post', id: comment_post }),

  async create(ctx, inputs) {
    const written: Message[] = [];
    for (const input of inputs) written.push(await readOrNotFound(ctx, await writeMessage(ctx, input)));
    return written;
  },

  async update(ctx, id) {
    await hideMessages(ctx, [id]);
    return readOrNotFound(ctx, id);
  },

  remove: (ctx, ids) => hideMessages(ctx, ids),
};
