import { sql } from 'kysely';
import type { Page } from '#contract/model-registry.ts';
import type { Member } from '#contract/models.ts';
import { preferencesOf, type PreferencesInput } from '#contract/notification-preferences.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { maxId } from '#server/db/values.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { releaseHeldPushes } from '#server/notifications/push-outbox.ts';
import { emit } from '#server/live/emit.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { imageFields } from '#server/presenters/picture.ts';
import { isInGroup, isInLeague } from '#server/queries/conditions.ts';
import { findMembers, nameOrder, readLeagueMembers } from '#server/queries/league-members.ts';
import { matchesSearch, readPage, type PageWindow } from '#server/queries/paged.ts';
import { requireAccess } from '#server/auth/access.ts';
import { shareLeagueOrGroup } from '#server/db/memberships.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

/** Members as others see them: name and picture. A phone is visible to its owner only. */

type Row = {
  id: number;
  name: string;
  phone: string | null;
  file: string | null;
  preferences: unknown;
  muted: number[] | null;
};

const columns = (ctx: Context) => sql`m.id, m.name, picture.name as file,
  case when m.id = ${callerId(ctx)}::int then m.phone end as phone,
  case when m.id = ${callerId(ctx)}::int then m.preferences end as preferences,
  case when m.id = ${callerId(ctx)}::int then coalesce((
    select jsonb_agg(lm.league_id order by lm.league_id) from league_members lm
    where lm.member_id = m.id and lm.active and lm.muted), '[]') end as muted`;
const tables = sql`from members m left join images picture on picture.id = m.image_id`;

function present({ id, name, phone, file, preferences, muted }: Row): Member {
  return {
    id,
    name,
    ...imageFields(file),
    cellphone: phone,
    ...(muted !== null && { preferences: { ...preferencesOf(preferences), mutedLeagues: muted } }),
  };
}

async function read(ctx: Context, id: number): Promise<Member | null> {
  const { rows } = await sql<Row>`select ${columns(ctx)} ${tables} where m.id = ${id}`.execute(ctx.db);
  return rows[0] ? present(rows[0]) : null;
}

/** A page of a league's members whose name matches the search; its cost does not grow with their number. */
async function listMembers(
  ctx: Context,
  league: number,
  { search, limit, offset }: PageWindow & { readonly search: string | undefined },
): Promise<Page<Member>> {
  const ids = findMembers(await readLeagueMembers(ctx, league), search);
  const { rows } = await sql<Row>`
    select ${columns(ctx)} ${tables}
    where m.id = any(${[...ids.subarray(offset, offset + limit)]}::integer[]) order by ${nameOrder}`.execute(
    ctx.db,
  );
  return { results: rows.map(present), count: ids.length };
}

/** Merges changed preferences into the stored ones; missing switches are unchanged. */
function mergePreferences(stored: unknown, changes: PreferencesInput = {}): object {
  const before = preferencesOf(stored);
  const quiet = { ...before.quiet, ...changes.quiet };
  // Neither no night nor one that never ends.
  if (quiet.from === quiet.until) throw problem.field('preferences.quiet.until', 'invalid');
  return preferencesOf({
    notifications: { ...before.notifications, ...changes.notifications },
    quiet,
    language: changes.language ?? before.language,
  });
}

/** Mutes or unmutes leagues of the member; all or nothing. */
async function muteLeagues({ db }: Context, id: number, changes: Record<string, boolean>): Promise<void> {
  const leagues = Object.keys(changes).map(Number);
  if (leagues.some((league) => league > maxId)) throw problem.notFound();
  const { rows } = await sql`
    update league_members lm set muted = (${JSON.stringify(changes)}::jsonb ->> lm.league_id::text)::boolean
    where lm.member_id = ${id}::int and lm.active and lm.league_id = any(${leagues}::int[])
    returning lm.league_id`.execute(db);
  if (rows.length < leagues.length) throw problem.notFound();
}

export const member: ModelEndpoint<'member'> = {
  /** Members of the caller's league or group; without a filter, everybody they share one with. */
  async list(ctx, { section, onSectionOnly, clan, search, limit, offset }) {
    const me = sql`${callerId(ctx)}::int`;
    const leagues = [section, onSectionOnly].filter((id) => id !== undefined);
    for (const id of leagues) await requireAccess(ctx, { model: 'section', id }, 'leagueMember');
    if (clan !== undefined) await requireAccess(ctx, { model: 'clan', id: clan }, 'leagueMember');
    const [only, another] = leagues;
    if (only !== undefined && another === undefined && clan === undefined)
      return listMembers(ctx, only, { search, limit, offset });
    const memberships = leagues.map((id) => isInLeague(id, sql`m.id`));
    if (clan !== undefined) memberships.push(isInGroup(clan, sql`m.id`));
    const visible =
      memberships.length > 0
        ? sql.join(memberships, sql` and `)
        : sql`(m.id = ${me} or ${shareLeagueOrGroup(me, sql`m.id`)})`;
    const from = sql`${tables} where m.deleted_at is null and ${visible} and ${matchesSearch(sql`m.name`, search)}`;
    const query = { columns: columns(ctx), from, order: nameOrder, present };
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
    if (preferences?.muteLeagues) await muteLeagues(ctx, id, preferences.muteLeagues);
    if (preferences?.quiet) await releaseHeldPushes(db, id);
    await emit(db, { type: 'member', member: id });
    return orNotFound(await read(ctx, id));
  },
};
