import { sql, type RawBuilder } from 'kysely';
import type { Notification } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { callerId } from '#server/http/context.ts';
import { orNotFound } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notificationText } from '#server/texts/notifications.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { matches, readPage } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Row = {
  id: number;
  created: string;
  kind: string;
  is_new: boolean;
  link: string;
  data: unknown;
  league_id: number | null;
  league: string | null;
  league_file: string | null;
  actor_id: number | null;
  actor: string | null;
  actor_file: string | null;
  language: string | null;
};

const columns = sql`n.id, n.created, n.kind, n.is_new, n.link, n.data,
  l.id as league_id, l.name as league, lp.name as league_file,
  a.id as actor_id, a.name as actor, ap.name as actor_file, m.preferences ->> 'language' as language`;

const from = (where: RawBuilder<unknown>) => sql`
  from notifications n
  join members m on m.id = n.member_id
  left join leagues l on l.id = n.league_id left join images lp on lp.id = l.image_id
  left join members a on a.id = n.actor_id left join images ap on ap.id = a.image_id
  where ${where}`;

function present(row: Row): Notification {
  const { id, created, kind, link } = row;
  const names = { league: row.league ?? '', actor: row.actor ?? '' };
  const words = notificationText(kind, row.data, names, row.language);
  return {
    id,
    created,
    kind,
    ...words,
    new: row.is_new,
    link,
    publisher_data: {
      section:
        row.league_id === null
          ? null
          : { id: row.league_id, name: row.league ?? '', image: pictureUrl(row.league_file) },
      member:
        row.actor_id === null
          ? null
          : { id: row.actor_id, name: row.actor ?? '', image: pictureUrl(row.actor_file) },
    },
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

  async update({ db, me }, id) {
    await sql`update notifications set is_new = false where id = ${id}`.execute(db);
    await emit(db, { type: 'notification', member: me.id });
    return orNotFound(await read(db, id));
  },
};
