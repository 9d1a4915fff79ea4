import { sql, type RawBuilder } from 'kysely';
import type { ModelName } from '#contract/model-registry.ts';
import { maxId, storableId } from '#server/db/values.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { allows, atLeast, type AccessRule, type Access, type Rank } from './policies.ts';

/**
 * Access: which league or group an object belongs to, and the caller's rank there. Objects the caller may not know of
 * are left out of every answer.
 */

export type Target = { readonly model: ModelName; readonly id: number | string };
type ObjectAccess = Access & {
  readonly id: number;
  /** The caller is in the league or group, which staff need not be. */
  readonly isMember: boolean;
  readonly leagueId: number | null;
  readonly groupId: number | null;
};

/** Columns of every object query. private: visible to member_id only. active = false: deleted. */
const objectColumns = sql`id, league_id, group_id, member_id, private, active`;

const objectQueries: Record<ModelName, (ids: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  section: (ids) => sql`
    select id, id, null::int, null::int, false, true from leagues where id = any(${ids})`,
  clan: (ids) => sql`
    select id, null::int, id, null::int, false, active from groups where id = any(${ids})`,
  post: (ids) => sql`
    select id, league_id, null::int, author_id, false, active from posts where id = any(${ids})`,
  item: (ids) => sql`
    select i.id, p.league_id, null::int, p.author_id, false, p.active
    from items i join posts p on p.id = i.post_id where i.id = any(${ids})`,
  itemoption: (ids) => sql`
    select o.id, p.league_id, null::int, p.author_id, false, p.active
    from item_options o join items i on i.id = o.item_id join posts p on p.id = i.post_id where o.id = any(${ids})`,
  bet: (ids) => sql`
    select b.id, p.league_id, null::int, b.member_id, true, p.active
    from bets b join items i on i.id = b.item_id join posts p on p.id = i.post_id where b.id = any(${ids})`,
  postcomment: (ids) => sql`
    select c.id, p.league_id, null::int, c.member_id, false, c.active and p.active
    from comments c join posts p on p.id = c.post_id where c.id = any(${ids})`,
  option: (ids) => sql`
    select id, league_id, null::int, maker_id, false, active from options where id = any(${ids})`,
  itemtype: (ids) => sql`
    select id, null::int, null::int, null::int, false, active from item_types where id = any(${ids})`,
  itemrule: (ids) => sql`
    select id, null::int, null::int, null::int, false, active from item_rules where id = any(${ids})`,
  member: (ids) => sql`
    select id, null::int, null::int, id, false, deleted_at is null from members where id = any(${ids})`,
  notification: (ids) => sql`
    select id, null::int, null::int, member_id, true, true from notifications where id = any(${ids})`,
};

/** Whether two members share a league or a group, and so may know of each other. */
export const shareLeagueOrGroup = (first: RawBuilder<unknown>, second: RawBuilder<unknown>) => sql<boolean>`(
  exists (select 1 from league_members a join league_members b on b.league_id = a.league_id and b.active
          where a.active and a.member_id = ${first} and b.member_id = ${second})
  or exists (select 1 from group_members a join group_members b on b.group_id = a.group_id and b.active
             join groups g on g.id = a.group_id and g.active
             where a.active and a.member_id = ${first} and b.member_id = ${second}))`;

type AccessRow = {
  id: number;
  league_id: number | null;
  group_id: number | null;
  private: boolean;
  active: boolean;
  self: boolean;
  owns: boolean;
  inside: boolean;
  /** Visible without membership: official leagues; members one shares a league or group with. */
  open: boolean;
  removed: boolean;
};

/** The caller's access where there is no object: their own roles. */
export function accessWithoutObject({ me }: Context): Access {
  const rank: Rank = !me ? 'guest' : me.isSuperuser ? 'superuser' : me.isStaff ? 'staff' : 'member';
  return { rank, self: false };
}

function accessFromRow(ctx: Context, row: AccessRow): ObjectAccess | null {
  const ownRank = accessWithoutObject(ctx).rank;
  const rank: Rank = atLeast(ownRank, 'staff')
    ? ownRank
    : row.owns
      ? 'owner'
      : row.inside
        ? 'leagueMember'
        : ownRank;
  // Authorship makes an object visible only where it is in no league and no group: a member who left does not see
  // their own posts.
  const hasNoPlace = row.league_id === null && row.group_id === null;
  const visible =
    !row.removed &&
    (row.private ? row.self : row.open || row.inside || (row.self && hasNoPlace) || atLeast(rank, 'staff')) &&
    (row.active || atLeast(rank, 'owner'));
  if (!visible) return null;
  const { id, self, inside: isMember, league_id: leagueId, group_id: groupId } = row;
  return { id, rank, self, isMember, leagueId, groupId };
}

/** The caller's access to each of these objects; invisible ones are missing. */
async function findAccesses(
  ctx: Context,
  model: ModelName,
  ids: readonly number[],
): Promise<Map<number, ObjectAccess>> {
  const me = sql`${callerId(ctx)}::int`;
  const shared = model === 'member' ? shareLeagueOrGroup(me, sql`o.id`) : sql`true`;
  const { rows } = await sql<AccessRow>`
    with object (${objectColumns}) as (${objectQueries[model](sql`${[...ids]}::int[]`)})
    select o.id, o.league_id, o.group_id, o.private, o.active,
      coalesce(o.member_id = ${me}, false) as self,
      coalesce(case when l.id is not null then l.custom and l.owner_id = ${me} and lm.active
                    else g.owner_id = ${me} and gm.active end, false) as owns,
      coalesce(lm.active, gm.active, false) as inside,
      case when l.id is not null then not l.custom and l.active when g.id is not null then false else ${shared} end as open,
      l.removed_at is not null as removed
    from object o
    left join leagues l on l.id = o.league_id
    left join league_members lm on lm.league_id = l.id and lm.member_id = ${me}
    left join groups g on g.id = o.group_id
    left join group_members gm on gm.group_id = g.id and gm.member_id = ${me}`.execute(ctx.db);
  return new Map(
    rows.flatMap((row) => {
      const access = accessFromRow(ctx, row);
      return access ? [[row.id, access] as const] : [];
    }),
  );
}

/** A key of the path as an id: a number that fits, or a post's slug. */
export async function resolveId(ctx: Context, { model, id }: Target): Promise<number | null> {
  if (typeof id === 'number' || /^\d+$/.test(id)) {
    const number = Number(id);
    return number >= 1 && number <= maxId ? number : null;
  }
  if (model !== 'post') return null;
  const post = await ctx.db.selectFrom('posts').select('id').where('slug', '=', id).executeTakeFirst();
  return post?.id ?? null;
}

/** The caller's access to one object, or null if it does not exist for them. */
export async function findAccess(ctx: Context, target: Target): Promise<ObjectAccess | null> {
  const id = await resolveId(ctx, target);
  return id === null ? null : ((await findAccesses(ctx, target.model, [id])).get(id) ?? null);
}

/** The caller's access to an object; 404 if it does not exist or is invisible (the same response). */
export async function requireVisible(ctx: Context, target: Target): Promise<ObjectAccess> {
  return orNotFound(await findAccess(ctx, target));
}

/**
 * The caller's access to an object. 404 if it does not exist or is invisible (the same response), 403 if the rule
 * refuses.
 */
export async function requireAccess(ctx: Context, target: Target, rule: AccessRule): Promise<ObjectAccess> {
  const access = await requireVisible(ctx, target);
  enforceRule(ctx, rule, access);
  return access;
}

/** Throws unless the rule allows: 401 for a guest, 403 for a member. */
export function enforceRule(ctx: Context, rule: AccessRule, access: Access): void {
  if (allows(rule, access)) return;
  throw ctx.me ? problem.forbidden() : problem.unauthenticated();
}

/** The same rule for several objects at once: one that is missing or not allowed refuses them all. */
export async function requireAccessToAll(
  ctx: Context,
  model: ModelName,
  ids: readonly number[],
  rule: AccessRule,
): Promise<void> {
  const accesses = await findAccesses(ctx, model, ids.map(storableId));
  if (accesses.size < ids.length) throw problem.notFound();
  for (const access of accesses.values()) enforceRule(ctx, rule, access);
}
