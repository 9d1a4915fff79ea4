import { sql } from 'kysely';
import type { Member } from '#contract/models.ts';
import {
  preferencesOf,
  type Preferences,
  type PreferencesInput,
} from '#contract/notification-preferences.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { matchesSearch, readPage } from '#server/queries/paged.ts';
import { requireAccess, shareLeagueOrGroup } from '#server/auth/access.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

/** Members as they see each other: name and picture; a phone is visible to its owner only. */

type Row = { id: number; name: string; phone: string | null; file: string | null; preferences: unknown };

const columns = (ctx: Context) => sql`m.id, m.name, picture.name as file,
  case when m.id = ${callerId(ctx)}::int then m.phone end as phone,
  case when m.id = ${callerId(ctx)}::int then m.preferences end as preferences`;
const tables = sql`from members m left join images picture on picture.id = m.image_id`;

function present({ id, name, phone, file, preferences }: Row): Member {
  const image = pictureUrl({ file, picture: null });
  return {
    id,
    name,
    image,
    cellphone: phone,
    images: image === null ? [] : [image],
    ...(preferences !== null && { preferences: preferencesOf(preferences) }),
  };
}

async function read(ctx: Context, id: number): Promise<Member | null> {
  const { rows } = await sql<Row>`select ${columns(ctx)} ${tables} where m.id = ${id}`.execute(ctx.db);
  return rows[0] ? present(rows[0]) : null;
}

/** Merges changed preferences into the stored ones; a kind that is not named stays as it was. */
function mergePreferences(stored: unknown, changes: PreferencesInput = {}): Preferences {
  const before = preferencesOf(stored);
  return preferencesOf({
    notifications: { ...before.notifications, ...changes.notifications },
    language: changes.language ?? before.language,
  });
}

const inLeague = (id: number) => sql`exists (
  select 1 from league_members lm where lm.league_id = ${id} and lm.member_id = m.id and lm.active)`;
const inGroup = (id: number) => sql`exists (
  select 1 from group_members gm where gm.group_id = ${id} and gm.member_id = m.id and gm.active)`;

export const member: ModelEndpoint<'member'> = {
  /** Members of the caller's league or group; without a filter, everybody they share one with. */
  async list(ctx, { section, onSectionOnly, clan, search, limit, offset }) {
    const me = sql`${callerId(ctx)}::int`;
    const leagues = [section, onSectionOnly].filter((id) => id !== undefined);
    for (const id of leagues) await requireAccess(ctx, { model: 'section', id }, 'leagueMember');
    if (clan !== undefined) await requireAccess(ctx, { model: 'clan', id: clan }, 'leagueMember');
    const memberships = [...leagues.map(inLeague), ...(clan === undefined ? [] : [inGroup(clan)])];
    const visible =
      memberships.length > 0
        ? sql.join(memberships, sql` and `)
        : sql`(m.id = ${me} or ${shareLeagueOrGroup(me, sql`m.id`)})`;
    const from = sql`${tables} where m.deleted_at is null and ${visible} and ${matchesSearch(sql`m.name`, search)}`;
    const query = { columns: columns(ctx), from, order: sql`lower(m.name), m.id` };
    const { rows, count } = await readPage<Row>(ctx.db, query, { limit, offset });
    return { results: rows.map(present), count };
  },

  get: (ctx, id) => read(ctx, id),

  async update(ctx, id, { name, image, new_member, preferences }) {
    const { db } = ctx;
    const current = await db
      .selectFrom('members')
      .select(['name', 'image_id', 'new_member', 'preferences'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const keepsImage = image === undefined || image === current.image_id;
    await db
      .updateTable('members')
      .set({
        name: name ?? current.name,
        image_id: keepsImage ? current.image_id : await attachPicture(ctx, image, 'member'),
        new_member: new_member ?? current.new_member,
        preferences: JSON.stringify(mergePreferences(current.preferences, preferences)),
        updated: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute();
    await emit(db, { type: 'member', member: id });
    const row = await read(ctx, id);
    if (!row) throw problem.notFound();
    return row;
  },
};
