import { sql, type RawBuilder } from 'kysely';
import type { Notification } from '#contract/models.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { orNotFound } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notificationLink, notificationText } from '#server/texts/notifications.ts';
import { presentItem } from '#server/presenters/item.ts';
import { presentNamed, type NamedPicture } from '#server/presenters/picture.ts';
import { isInLeague, namedPictureJson } from '#server/queries/conditions.ts';
import { itemRows, type ItemRow } from '#server/queries/item-rows.ts';
import {
  isOfDeletedGame,
  notificationSources,
  notifiedItem,
  namesInEnglish,
} from '#server/notifications/notification-joins.ts';
import { memberNameBy, type Reader } from '#server/db/content-names.ts';
import { viewerOf } from '#server/queries/viewer.ts';
import { matches, matchesSearch, limited, readPage } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Row = Pick<Notification, 'id' | 'created' | 'kind' | 'new' | 'link'> & {
  data: unknown;
  deleted: boolean;
  english: Record<string, string> | null;
  league: NamedPicture | null;
  actor: NamedPicture | null;
  language: string | null;
  item: ItemRow | null;
};

/** Codes of the language files, by the page's language. */
const codes = { he: 'heb', en: 'en' } as const;

const columns = ({ id: me, language }: Reader) => {
  // If the request names no language, the member's preference counts.
  const code = sql`coalesce(${language && codes[language]}::text, m.preferences ->> 'language')`;
  return sql`n.id, n.created, n.kind, n.is_new as new, n.link, n.data, ${isOfDeletedGame} as deleted,
  case when l.id is not null then ${namedPictureJson('l', 'lp')} end as league,
  case when a.id is not null then ${namedPictureJson('a', 'ap', memberNameBy('a', code))} end as actor, ${code} as language,
  ${namesInEnglish(code)} as english,
  (select to_jsonb(about) from (${itemRows(
    { id: me, language },
    sql`i.id = ${notifiedItem} and p.active and ${isInLeague(sql`p.league_id`, sql`${me}::integer`)}`,
  )}) about) as item`;
};

const from = (where: RawBuilder<unknown>) => sql`
  from notifications n
  join members m on m.id = n.member_id
  ${notificationSources}
  left join images lp on lp.id = l.image_id
  left join images ap on ap.id = a.image_id
  where ${where}`;

function present({ data, deleted, english, league, actor, language, item, ...row }: Row): Notification {
  const names = { league: league?.name ?? '', actor: actor?.name ?? '' };
  return {
    ...row,
    ...notificationText({ kind: row.kind, data, deleted, english }, names, language),
    link: notificationLink(row.link, deleted, league?.id ?? null),
    publisher_data: { section: league && presentNamed(league), member: actor && presentNamed(actor) },
    item: item && presentItem(item),
  };
}

async function read(ctx: Context, id: number): Promise<Notification | null> {
  const { rows } = await sql<Row>`
    select ${columns(viewerOf(ctx))} ${from(sql`n.id = ${id}`)}`.execute(ctx.db);
  return rows[0] ? present(rows[0]) : null;
}

/** SQL: the texts that a notification `n` was stored with, for the search. */
const storedWords = sql`concat_ws(' ', n.data ->> 'item', n.data ->> 'game', n.data ->> 'group', n.data ->> 'text')`;

/** Number of the caller's notifications. */
const countNotifications = ({ db, platform }: Context, me: number | null): Promise<number> =>
  platform.caches.notificationCounts.getOrLoad(
    `${me}`,
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from notifications where member_id = ${me}::integer`.execute(db);
      return onlyRow(rows).count;
    },
    () => ({ tags: [`notified:${me}`], bytes: 100 }),
  );

/** The caller's notifications, newest first. */
export const notification: ModelEndpoint<'notification'> = {
  async list(ctx, { new: isNew, search, limit, offset }) {
    const me = callerId(ctx);
    const where = sql`
      n.member_id = ${me}::integer and ${matches(sql`n.is_new`, isNew)} and ${matchesSearch(storedWords, search)}`;
    const counted = sql`from notifications n where ${where}`;
    const order = sql`n.id desc`;
    const page = sql`select n.id ${counted} order by ${order} ${limited({ limit, offset })}`;
    return readPage(
      ctx.db,
      {
        columns: columns(viewerOf(ctx)),
        from: from(sql`n.id = any(array(${page}))`),
        counted,
        isPage: true,
        order,
        present,
        count: isNew === undefined && !search ? () => countNotifications(ctx, me) : undefined,
      },
      { limit, offset },
    );
  },

  get: read,

  async update(ctx, id, { new: isNew }) {
    const { db, me } = ctx;
    if (isNew === undefined) return orNotFound(await read(ctx, id));
    await sql`update notifications set is_new = false where id = ${id}`.execute(db);
    await emit(db, { type: 'notification', member: me.id });
    return orNotFound(await read(ctx, id));
  },
};
