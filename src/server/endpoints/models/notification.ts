import { sql, type RawBuilder } from 'kysely';
import type { Notification } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { callerId } from '#server/http/context.ts';
import { orNotFound } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notificationLink, notificationText } from '#server/texts/notifications.ts';
import { presentNamed, type NamedPicture } from '#server/presenters/picture.ts';
import { namedPictureJson } from '#server/queries/conditions.ts';
import { isOfDeletedGame, notificationSources } from '#server/notifications/sources.ts';
import { matches, readPage } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Row = Pick<Notification, 'id' | 'created' | 'kind' | 'new' | 'link'> & {
  data: unknown;
  deleted: boolean;
  league: NamedPicture | null;
  actor: NamedPicture | null;
  language: string | null;
};

const columns = sql`n.id, n.created, n.kind, n.is_new as new, n.link, n.data, ${isOfDeletedGame} as deleted,
  case when l.id is not null then ${namedPictureJson('l', 'lp')} end as league,
  case when a.id is not null then ${namedPictureJson('a', 'ap')} end as actor, m.preferences ->> 'language' as language`;

const from = (where: RawBuilder<unknown>) => sql`
  from notifications n
  join members m on m.id = n.member_id
  ${notificationSources}
  left join images lp on lp.id = l.image_id
  left join images ap on ap.id = a.image_id
  where ${where}`;

function present({ data, deleted, league, actor, language, ...row }: Row): Notification {
  const names = { league: league?.name ?? '', actor: actor?.name ?? '' };
  return {
    ...row,
    ...notificationText({ kind: row.kind, data, deleted }, names, language),
    link: notificationLink(row.link, deleted, league?.id ?? null),
    publisher_data: { section: league && presentNamed(league), member: actor && presentNamed(actor) },
  };
}

async function read(db: Db, id: number): Promise<Notification | null> {
  const { rows } = await sql<Row>`select ${columns} ${from(sql`n.id = ${id}`)}`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

/** The caller's notifications, the newest first. */
export const notification: ModelEndpoint<'notification'> = {
  async list(ctx, { new: isNew, limit, offset }) {
    const where = sql`n.member_id = ${callerId(ctx)} and ${matches(sql`n.is_new`, isNew)}`;
    return readPage(
      ctx.db,
      { columns, from: from(where), order: sql`n.id desc`, present },
      { limit, offset },
    );
  },

  get: ({ db }, id) => read(db, id),

  async update({ db, me }, id, { new: isNew }) {
    if (isNew === undefined) return orNotFound(await read(db, id));
    await sql`update notifications set is_new = false where id = ${id}`.execute(db);
    await emit(db, { type: 'notification', member: me.id });
    return orNotFound(await read(db, id));
  },
};
