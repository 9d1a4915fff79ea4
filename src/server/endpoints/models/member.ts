import { sql } from 'kysely';
import type { Member } from '#contract/models.ts';
import {
  preferencesOf,
  type Preferences,
  type PreferencesInput,
} from '#contract/notification-preferences.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { orNotFound } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { imageFields } from '#server/presenters/picture.ts';
import { isInGroup, isInLeague } from '#server/queries/conditions.ts';
import { matchesSearch, readPage } from '#server/queries/paged.ts';
import { requireAccess } from '#server/auth/access.ts';
import { shareLeagueOrGroup } from '#server/db/memberships.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

/** Members as they see each other: name and picture; a phone is visible to its owner only. */

type Row = { id: number; name: string; phone: string | null; file: string | null; preferences: unknown };

const columns = (ctx: Context) => sql`m.id, m.name, picture.name as file,
  case when m.id = ${callerId(ctx)}::int then m.phone end as phone,
  case when m.id = ${callerId(ctx)}::int then m.preferences end as preferences`;
const tables = sql`from members m left join images picture on picture.id = m.image_id`;

function present({ id, name, phone, file, preferences }: Row): Member {
  return {
    id,
    name,
    ...imageFields(file),
    cellphone: phone,
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

export const member: ModelEndpoint<'member'> = {
  /** Members of the caller's league or group; without a filter, everybody they share one with. */
  async list(ctx, { section, onSectionOnly, clan, search, limit, offset }) {
    const me = sql`${callerId(ctx)}::int`;
    const leagues = [section, onSectionOnly].filter((id) => id !== undefined);
    for (const id of leagues) await requireAccess(ctx, { model: 'section', id }, 'leagueMember');
    if (clan !== undefined) await requireAccess(ctx, { model: 'clan', id: clan }, 'leagueMember');
    const memberships = leagues.map((id) => isInLeague(id, sql`m.id`));
    if (clan !== undefined) memberships.push(isInGroup(clan, sql`m.id`));
    const visible =
      memberships.length > 0
        ? sql.join(memberships, sql` and `)
        : sql`(m.id = ${me} or ${shareLeagueOrGroup(me, sql`m.id`)})`;
    const from = sql`${tables} where m.deleted_at is null and ${visible} and ${matchesSearch(sql`m.name`, search)}`;
    const query = { columns: columns(ctx), from, order: sql`lower(m.name), m.id`, present };
    return readPage(ctx.db, query, { limit, offset });
  },

  get: (ctx, id) => read(ctx, id),

  async update(ctx, id, { name, image, new_member, preferences }) {
    const { db } = ctx;
    const current = await db
      .selectFrom('members')
      .select(['image_id', 'preferences'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('members')
      .set({
        name,
        image_id: image === current.image_id ? image : await attachPicture(ctx, image, 'member'),
        new_member,
        preferences: JSON.stringify(mergePreferences(current.preferences, preferences)),
        updated: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute();
    await emit(db, { type: 'member', member: id });
    return orNotFound(await read(ctx, id));
  },
};
