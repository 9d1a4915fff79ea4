import { sql, type RawBuilder } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Row } from '#contract/model-registry.ts';
import { memberName } from '#server/db/content-names.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { callerId, isStaff, type Context, type MemberContext } from '#server/http/context.ts';
import { hideMessages, writeMessage } from '#server/commands/write-message.ts';
import { orNotFound } from '#server/http/problems.ts';
import { pictureUrl, fullPictureUrl } from '#server/presenters/picture.ts';
import { isInLeague } from '#server/queries/conditions.ts';
import { matches, matchesSearch, readPage } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Message = Row<'postcomment'>;
type MessageRow = Omit<Message, 'member_data' | 'images'> & {
  name: string;
  /** Number of messages of its chat; null if none is shown. */
  messages: number | null;
  file: string | null;
  images: { id: number; name: string; width: number; height: number }[];
};

const columns = (ctx: Context) => sql`
  c.id, c.created, c.updated, c.active, c.description, p.league_id as section, c.post_id as comment_post,
  c.member_id as member, ${memberName('m', ctx.language)} as name, g.name as file, chat.messages,
  case when c.member_id = ${callerId(ctx)}::integer then c.key end as key,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'width', i.width, 'height', i.height) order by ci.position)
    from comment_images ci join images i on i.id = ci.image_id where ci.comment_id = c.id), '[]') as images`;
const tables = sql`
  from comments c
  join posts p on p.id = c.post_id
  left join chats chat on chat.post_id = p.id
  join members m on m.id = c.member_id
  left join images g on g.id = m.image_id`;

function present({ name, file, images, messages: _, ...row }: MessageRow): Message {
  return {
    ...row,
    member_data: { name, image: pictureUrl(file) },
    images: images.map(({ name: imageName, ...image }) => ({
      ...image,
      imagefullurl: fullPictureUrl(imageName),
    })),
  };
}

/** SQL condition: the message (`c`) in its post (`p`) is visible to the caller. */
const visibleToCaller = (ctx: Context): RawBuilder<boolean> => sql`(c.active and p.active
  and (${isStaff(ctx)}::boolean or ${isInLeague(sql`p.league_id`, callerId(ctx))}))`;

/** Number of messages that match, at most `most`. */
async function countUpTo(
  { db }: Context,
  matching: RawBuilder<boolean>,
  most: number | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from comments c where ${matching} and c.active limit ${most}::integer
    ) counted`.execute(db);
  return onlyRow(rows).count;
}

async function read(ctx: Context, id: number, where: RawBuilder<boolean>): Promise<Message | null> {
  const { rows } = await sql<MessageRow>`
    select ${columns(ctx)} ${tables} where c.id = ${id}::integer and ${where}`.execute(ctx.db);
  return rows[0] ? present(rows[0]) : null;
}

/** A message that the caller has just written or hidden. */
const readOwn = async (ctx: MemberContext, id: number): Promise<Message> =>
  orNotFound(await read(ctx, id, sql`true`));

/** The chat of a post, for members of its league: the newest first, in pages. */
export const message: ModelEndpoint<'postcomment'> = {
  async list(ctx, { comment_post, before, after, search, limit, offset }) {
    const ascending = after !== undefined && before === undefined;
    const matching = sql<boolean>`(${matches(sql`c.post_id`, comment_post)}
      and ${before === undefined ? sql`true` : sql`c.id < ${before}::bigint`}
      and ${after === undefined ? sql`true` : sql`c.id > ${after}::bigint`})`;
    const from = sql`
      ${tables} where ${visibleToCaller(ctx)} and ${matching} and ${matchesSearch(sql`c.description`, search)}`;
    const order = ascending ? sql`c.id` : sql`c.id desc`;
    const isBetween = before !== undefined && after !== undefined;
    const most = isBetween ? null : offset + limit + limits.chat.counted;
    const isWhole = before === undefined && after === undefined;
    const countOf = ({ messages }: MessageRow) =>
      isWhole ? (messages ?? 0) : countUpTo(ctx, matching, most);
    // A post's messages are visible to whoever sees one of them.
    const count = comment_post !== undefined && !search ? countOf : undefined;
    const query = { columns: columns(ctx), from, order, present, count };
    const page = await readPage(ctx.db, query, { limit, offset });
    return { ...page, results: ascending ? page.results.toReversed() : page.results };
  },

  get: (ctx, id) => read(ctx, id, visibleToCaller(ctx)),

  parentOf: ({ comment_post }) => ({ model: 'post', id: comment_post }),

  async create(ctx, inputs) {
    const written: Message[] = [];
    for (const input of inputs) written.push(await readOwn(ctx, await writeMessage(ctx, input)));
    return written;
  },

  async update(ctx, id, { active }) {
    if (active !== undefined) await hideMessages(ctx, [id]);
    return readOwn(ctx, id);
  },

  remove: (ctx, ids) => hideMessages(ctx, ids),
};
