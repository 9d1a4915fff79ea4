import { sql, type RawBuilder } from 'kysely';
import type { ModelName } from '#contract/model-registry.ts';
import { isAmong } from '#server/db/among.ts';
import { lockClause, type LockStrength } from '#server/db/locks.ts';
import { transaction } from '#server/db/transaction.ts';
import { shareLeagueOrGroup } from '#server/db/memberships.ts';
import { maxId, storableId } from '#server/db/values.ts';
import { callerId, type Context, type MemberContext } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import type { Caller } from './sessions.ts';
import { allows, atLeast, type AccessRule, type Access, type Rank } from './policies.ts';

/**
 * Access: which league or group an object belongs to, and the caller's rank there. Objects that are invisible to the caller
 * are missing from every result.
 */

export type Target = { readonly model: ModelName; readonly id: number | string };
type ObjectAccess = Access & {
  readonly id: number;
  /** The caller is in the league or group, which staff need not be. */
  readonly isMember: boolean;
  readonly leagueId: number | null;
};

/** Columns of every object query. private: visible to member_id only. active = false: deleted. */
const objectColumns = sql`id, league_id, group_id, member_id, private, active`;

/** Clauses that lock an object's own row (`o`), its post's row (`p`), or both. Items are locked by their commands. */
type ObjectLocks = Readonly<Record<'own' | 'post' | 'both', RawBuilder<unknown>>>;

const objectQueries: Record<
  ModelName,
  (isAsked: (id: RawBuilder<unknown>) => RawBuilder<boolean>, locks: ObjectLocks) => RawBuilder<unknown>
> = {
  // Leagues and groups themselves are read after their objects.
  section: (isAsked) => sql`
    select id, id, null::int, null::int, false, true from leagues where ${isAsked(sql`id`)}`,
  clan: (isAsked) => sql`
    select id, null::int, id, null::int, false, true from groups where ${isAsked(sql`id`)}`,
  post: (isAsked, { own }) => sql`
    select o.id, o.league_id, null::int, o.author_id, false, o.active
    from posts o where ${isAsked(sql`o.id`)} order by o.id ${own}`,
  item: (isAsked, { post }) => sql`
    select o.id, p.league_id, null::int, p.author_id, false, p.active
    from items o join posts p on p.id = o.post_id where ${isAsked(sql`o.id`)} order by p.id ${post}`,
  itemoption: (isAsked, { post }) => sql`
    select o.id, p.league_id, null::int, p.author_id, false, p.active
    from item_options o join items i on i.id = o.item_id join posts p on p.id = i.post_id
    where ${isAsked(sql`o.id`)} order by p.id ${post}`,
  bet: (isAsked, { post }) => sql`
    select o.id, p.league_id, null::int, o.member_id, true, p.active
    from bets o join items i on i.id = o.item_id join posts p on p.id = i.post_id
    where ${isAsked(sql`o.id`)} order by p.id ${post}`,
  // The post too: notifications about a chat depend on all its messages, whose writers share the post's lock.
  postcomment: (isAsked, { both }) => sql`
    select o.id, p.league_id, null::int, o.member_id, false, o.active and p.active
    from comments o join posts p on p.id = o.post_id where ${isAsked(sql`o.id`)} order by p.id, o.id ${both}`,
  option: (isAsked, { own }) => sql`
    select o.id, o.league_id, null::int, o.maker_id, false, o.active
    from options o where ${isAsked(sql`o.id`)} order by o.id ${own}`,
  itemtype: (isAsked, { own }) => sql`
    select o.id, null::int, null::int, null::int, false, o.active
    from item_types o where ${isAsked(sql`o.id`)} order by o.id ${own}`,
  itemrule: (isAsked, { own }) => sql`
    select o.id, null::int, null::int, null::int, false, o.active
    from item_rules o where ${isAsked(sql`o.id`)} order by o.id ${own}`,
  member: (isAsked) => sql`
    select id, null::int, null::int, id, false, deleted_at is null from members where ${isAsked(sql`id`)}`,
  notification: (isAsked) => sql`
    select id, null::int, null::int, member_id, true, true from notifications where ${isAsked(sql`id`)}`,
};

type AccessRow = CallerRow & {
  /** null: none of the ids exists. */
  id: number | null;
  league_id: number | null;
  group_id: number | null;
  private: boolean;
  active: boolean;
  self: boolean;
  owns: boolean;
  inside: boolean;
  /** Visible without membership: official leagues, and members with whom the caller shares a league or group. */
  open: boolean;
  removed: boolean;
};

/** The caller's roles; null if the account was deleted. */
type CallerRow = { is_staff: boolean | null; is_superuser: boolean | null };

/** Access of a call without an object: the caller's own roles. */
export function accessWithoutObject({ me }: Pick<Context, 'me'>): Access {
  const rank: Rank = !me ? 'guest' : me.isSuperuser ? 'superuser' : me.isStaff ? 'staff' : 'member';
  return { rank, self: false };
}

function accessFromRow(me: Caller | null, row: AccessRow): ObjectAccess | null {
  const ownRank = accessWithoutObject({ me }).rank;
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
  if (!visible || row.id === null) return null;
  const { id, self, inside: isMember, league_id: leagueId } = row;
  return { id, rank, self, isMember, leagueId };
}

/** The caller with roles as read under the lock; 401 if the account is gone. Without locks, as authenticated. */
function callerOf({ locks, me }: Context, row: CallerRow | undefined): Caller | null {
  if (!locks || !me) return me;
  if (typeof row?.is_staff !== 'boolean') throw problem.unauthenticated();
  return { ...me, isStaff: row.is_staff, isSuperuser: row.is_superuser === true };
}

const lockedCaller = (ctx: Context, strength: LockStrength) => sql`
  select id, is_staff or is_superuser as is_staff, is_superuser from members
  where id = ${callerId(ctx)}::int and deleted_at is null ${ctx.locks ? lockClause[strength] : sql``}`;

/** Locks the caller in a transaction that writes, and returns the context with their current roles. */
async function lockCaller<C extends Context>(ctx: C, strength: LockStrength): Promise<C> {
  const { rows } = await sql<CallerRow>`${lockedCaller(ctx, strength)}`.execute(ctx.db);
  return { ...ctx, me: callerOf(ctx, rows[0]) };
}

/** Runs `work` in one transaction that locks the caller first; `work` gets the context with their current roles. */
export function asLockedCaller<T>(
  ctx: MemberContext,
  strength: LockStrength,
  work: (txContext: MemberContext) => Promise<T>,
): Promise<T> {
  return transaction(ctx.db, async (trx) =>
    work(await lockCaller({ ...ctx, db: trx, locks: true }, strength)),
  );
}

/**
 * The caller, and their access to each of these objects; invisible ones are missing. In a transaction that writes, one
 * statement locks the caller, the objects, their leagues and groups, and the caller's memberships, in that order, and
 * reads each row after its lock. `strength` is that of the objects' own locks.
 */
async function findAccesses(
  ctx: Context,
  model: ModelName,
  ids: readonly number[],
  strength: LockStrength = 'share',
): Promise<{ me: Caller | null; accesses: Map<number, ObjectAccess> }> {
  const me = sql`${callerId(ctx)}::int`;
  const openWithoutPlace: Partial<Record<ModelName, RawBuilder<unknown>>> = {
    member: shareLeagueOrGroup(me, sql`o.id`),
    option: sql`not (select private from options where options.id = o.id)`,
  };
  const shared = openWithoutPlace[model] ?? sql`true`;
  const lock = (what: LockStrength, of = sql``) => (ctx.locks ? sql`${lockClause[what]} ${of}` : sql``);
  // Selected from the caller's row, so that this row is locked first.
  const asked = (value: RawBuilder<unknown>) => (ctx.locks ? sql`(select ${value} from caller)` : value);
  const isAsked = (id: RawBuilder<unknown>) => isAmong(id, ids, asked);
  const locks = {
    own: lock(strength, sql`of o`),
    post: lock('share', sql`of p`),
    both: lock(strength, sql`of p, o`),
  };
  const { rows } = await sql<AccessRow>`
    with caller as materialized (${lockedCaller(ctx, model === 'member' ? strength : 'share')}),
    object (${objectColumns}) as materialized (${objectQueries[model](isAsked, locks)}),
    league as materialized (
      select id, custom, active, owner_id, removed_at from leagues
      where id = any(array(select league_id from object)) order by id ${lock(model === 'section' ? strength : 'share')}
    ),
    group_row as materialized (
      select id, active, owner_id from groups
      where id = any(array(select group_id from object)) order by id ${lock(model === 'clan' ? strength : 'share')}
    ),
    in_league as materialized (
      select league_id, active from league_members
      where member_id = ${me} and league_id = any(array(select id from league)) order by league_id ${lock('share')}
    ),
    in_group as materialized (
      select group_id, active from group_members
      where member_id = ${me} and group_id = any(array(select id from group_row)) order by group_id ${lock('share')}
    )
    select caller.is_staff, caller.is_superuser, o.id, o.league_id, o.group_id, o.private,
      o.active and coalesce(g.active, true) as active,
      coalesce(o.member_id = ${me}, false) as self,
      coalesce(case when l.id is not null then l.custom and l.owner_id = ${me} and lm.active
                    else g.owner_id = ${me} and gm.active end, false) as owns,
      coalesce(lm.active, gm.active, false) as inside,
      case when l.id is not null then not l.custom and l.active when g.id is not null then false else ${shared} end as open,
      l.removed_at is not null as removed
    from (select) one
    left join caller on true
    left join object o on true
    left join league l on l.id = o.league_id
    left join in_league lm on lm.league_id = l.id
    left join group_row g on g.id = o.group_id
    left join in_group gm on gm.group_id = g.id`.execute(ctx.db);
  const caller = callerOf(ctx, rows[0]);
  const accesses = new Map<number, ObjectAccess>();
  for (const row of rows) {
    const access = accessFromRow(caller, row);
    if (access) accesses.set(access.id, access);
  }
  return { me: caller, accesses };
}

/** An id in a path as a number, or the id of the post with that slug; null if neither. */
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
export async function findAccess(
  ctx: Context,
  target: Target,
  strength?: LockStrength,
): Promise<ObjectAccess | null> {
  const id = await resolveId(ctx, target);
  if (id === null) return null;
  return (await findAccesses(ctx, target.model, [id], strength)).accesses.get(id) ?? null;
}

/** The caller's access to an object; 404 if it does not exist or is invisible (the same response). */
export async function requireVisible(ctx: Context, target: Target): Promise<ObjectAccess> {
  return orNotFound(await findAccess(ctx, target));
}

/**
 * The caller's access to an object. 404 if it does not exist or is invisible (the same response), 403 if the rule
 * refuses.
 */
export async function requireAccess(
  ctx: Context,
  target: Target,
  rule: AccessRule,
  strength?: LockStrength,
): Promise<ObjectAccess> {
  const access = orNotFound(await findAccess(ctx, target, strength));
  enforceRule(ctx, rule, access);
  return access;
}

/** Throws unless the rule allows: 401 for a guest, 403 for a member. */
export function enforceRule(ctx: Context, rule: AccessRule, access: Access): void {
  if (allows(rule, access)) return;
  throw ctx.me ? problem.forbidden() : problem.unauthenticated();
}

/**
 * Checks the policy of a call on objects of one model, or on none, and returns the context with the caller's current
 * roles. One object that is missing or refused refuses the call.
 */
export async function authorize<C extends Context>(
  ctx: C,
  objects: { model: ModelName; ids: readonly number[] } | null,
  rule: AccessRule,
  strength: LockStrength = 'share',
): Promise<C> {
  if (!objects) {
    const judged = ctx.locks ? await lockCaller(ctx, strength) : ctx;
    enforceRule(judged, rule, accessWithoutObject(judged));
    return judged;
  }
  const ids = objects.ids.map(storableId);
  const { me, accesses } = await findAccesses(ctx, objects.model, ids, strength);
  if (accesses.size < ids.length) throw problem.notFound();
  for (const access of accesses.values()) enforceRule(ctx, rule, access);
  return { ...ctx, me };
}
