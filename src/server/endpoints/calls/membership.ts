import { sql } from 'kysely';
import { renewJoinCode } from '#server/commands/join-code.ts';
import { callerId, type Context, type MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import {
  readJoinPreview,
  readInviter,
  enterGroup,
  enterLeague,
  findByJoinCode,
  lockByJoinCode,
  emitToGroup,
  limitCodeAttempts,
  type JoinPreview,
  type LeagueOrGroup,
} from '#server/commands/join.ts';
import { leaveGroup, leaveLeague } from '#server/commands/leave.ts';
import { emit } from '#server/live/emit.ts';
import { notify } from '#server/notifications/notify.ts';
import { atLeast } from '#server/auth/policies.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { asLockedCaller, findAccess, requireAccess } from '#server/auth/access.ts';

/** Joining, inviting, entering, leaving, renewing the join code (decisions §4). */

type LeagueOrGroupInput = { section?: number | undefined; clan?: number | undefined };

/** Exactly one of league and group. */
function parseLeagueOrGroup({ section, clan }: LeagueOrGroupInput): LeagueOrGroup {
  if (section !== undefined && clan !== undefined) throw problem.field('clan', 'invalid');
  if (section !== undefined) return { kind: 'section', id: section };
  if (clan !== undefined) return { kind: 'clan', id: clan };
  throw problem.field('section', 'required');
}

const targetOf = ({ kind, id }: LeagueOrGroup) => ({ model: kind, id }) as const;

/** What a join code joins: a league, a group, or a group and the league it was invited to. */
async function resolveJoinCode(
  ctx: Context,
  code: string,
  section: number | undefined,
): Promise<LeagueOrGroup[] | null> {
  const me = callerId(ctx);
  const target = await findByJoinCode(ctx.db, code, me);
  if (!target) return null;
  if (section === undefined || (target.kind === 'section' && target.id === section)) return [target];
  const { rows } = await sql`
    select 1 from league_groups i join leagues l on l.id = i.league_id
    where i.league_id = ${section} and i.group_id = ${target.id}
      and l.active and l.removed_at is null and not exists (
        select from league_members m where m.league_id = l.id and m.member_id = ${me} and m.put_out)`.execute(
    ctx.db,
  );
  return target.kind === 'clan' && rows.length > 0 ? [target, { kind: 'section', id: section }] : null;
}

type JoinQuery = { section?: number | undefined; by?: number | undefined };

/** Joins what the code opens; returns the last of it that was joined. */
async function joinByCode(
  ctx: MemberContext,
  code: string,
  { section }: JoinQuery,
): Promise<JoinPreview | null> {
  await lockByJoinCode(ctx.db, code, section);
  const targets = await resolveJoinCode(ctx, code, section);
  const destination = targets?.at(-1);
  if (!targets || !destination) return null;
  for (const { kind, id } of targets) {
    await (kind === 'section' ? enterLeague : enterGroup)(ctx.db, id, ctx.me.id);
  }
  return readJoinPreview(ctx.db, destination);
}

async function previewByCode(
  ctx: Context,
  code: string,
  { section, by }: JoinQuery,
): Promise<JoinPreview | null> {
  const destination = (await resolveJoinCode(ctx, code, section))?.at(-1);
  if (!destination) return null;
  const preview = await readJoinPreview(ctx.db, destination);
  const inviter = by === undefined ? null : await readInviter(ctx, destination, by);
  return inviter === null ? preview : { ...preview, inviter };
}

export const join = defineCall('join', {
  // Looks a join code up under a rate limit: 20 failures an hour per member (per network for a guest), 5,000 in all.
  // A code that is found is refunded.
  transactions: 'byHandler',
  async handler(ctx, { query: { code, preview = false, ...query } }) {
    const { me } = ctx;
    if (!me && !preview) throw problem.unauthenticated();
    const found = await limitCodeAttempts(ctx, code, (joinCode) =>
      me && !preview
        ? asLockedCaller({ ...ctx, me }, 'change', (txContext) => joinByCode(txContext, joinCode, query))
        : previewByCode(ctx, joinCode, query),
    );
    return { res: found ?? (0 as const) };
  },
});

export const inviteGroup = defineCall('inviteGroup', {
  async handler(ctx, { query: { section, clan } }) {
    const { db, me } = ctx;
    await findAccess(ctx, { model: 'section', id: section });
    await findAccess(ctx, { model: 'clan', id: clan });
    const { rows } = await sql<{ group: string }>`
      select g.name as group
      from leagues l
      join league_members lm on lm.league_id = l.id and lm.member_id = ${me.id} and lm.active
      join groups g on g.id = ${clan} and g.active
      join group_members gm on gm.group_id = g.id and gm.member_id = ${me.id} and gm.active
      where l.id = ${section} and l.active and l.removed_at is null`.execute(db);
    const group = rows[0]?.group;
    if (group === undefined) return { res: 0 as const };
    await sql`
      insert into league_groups (league_id, group_id, invited_by) values (${section}, ${clan}, ${me.id})
      on conflict do nothing`.execute(db);
    const newGrants = await sql<{ member: number }>`
      insert into league_grants (league_id, member_id, group_id)
      select ${section}, gm.member_id, gm.group_id from group_members gm
      where gm.group_id = ${clan} and gm.active and not exists (
        select 1 from league_members lm
        where lm.league_id = ${section} and lm.member_id = gm.member_id and (lm.active or lm.put_out))
      order by gm.member_id
      on conflict do nothing
      returning member_id as member`.execute(db);
    // Limits invitations: each notifies the whole group.
    if (newGrants.rows.length > 0) await countAgainstQuota(ctx, 'invites');
    const invited = newGrants.rows.map(({ member }) => member);
    await notify(db, invited, {
      kind: 'invited',
      league: section,
      actor: me.id,
      link: `section/${section}`,
      data: { group },
      dedupe: `invited:${section}:${clan}`,
    });
    await emit(db, { type: 'league', league: section });
    return { res: 1 as const };
  },
});

async function hasGrant({ db, me }: MemberContext, league: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from league_grants g join leagues l on l.id = g.league_id
    where g.league_id = ${league} and g.member_id = ${me.id}
      and l.active and l.removed_at is null`.execute(db);
  return rows.length > 0;
}

export const enter = defineCall('enter', {
  lock: 'change',
  async handler(ctx, { body: { member, ...input } }) {
    const target = parseLeagueOrGroup(input);
    const access = await findAccess(ctx, targetOf(target));
    const isGranted = target.kind === 'section' && (await hasGrant(ctx, target.id));
    if (!access && !isGranted) throw problem.notFound();
    // Members can only add themselves.
    if (member !== undefined && member !== ctx.me.id) throw problem.forbidden();
    if (target.kind === 'section') await enterLeague(ctx.db, target.id, ctx.me.id);
    // A group is joined by code only; for a member `enter` answers ok.
    else if (access?.isMember !== true) throw problem.forbidden();
    return { res: 1 as const };
  },
});

export const leave = defineCall('leave', {
  async handler(ctx, { query: { member = ctx.me.id, ...input } }) {
    const target = parseLeagueOrGroup(input);
    const { rank } = await requireAccess(ctx, targetOf(target), 'member', 'change');
    const isOther = member !== ctx.me.id;
    if (isOther && !atLeast(rank, 'owner')) throw problem.forbidden();
    const remove = target.kind === 'section' ? leaveLeague : leaveGroup;
    const left = await remove(ctx.db, target.id, member, { putOut: isOther });
    if (isOther && !left) throw problem.field('member', 'unknown_id');
    if (isOther) await renewJoinCode(ctx.db, target.kind, target.id);
    return { res: 1 as const };
  },
});

export const renewCode = defineCall('renewCode', {
  target: ({ body }) => targetOf(parseLeagueOrGroup(body)),
  lock: 'change',
  async handler({ db }, { body }) {
    const { kind, id } = parseLeagueOrGroup(body);
    const code = await renewJoinCode(db, kind, id);
    if (kind === 'section') await emit(db, { type: 'league', league: id });
    else await emitToGroup(db, id);
    return { code };
  },
});
