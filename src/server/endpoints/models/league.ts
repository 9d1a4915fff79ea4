import { sql } from 'kysely';
import { parseJoinCode } from '#contract/join-code.ts';
import type { League } from '#contract/models.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { newJoinCode } from '#server/commands/join-code.ts';
import { writeIfPossible } from '#server/db/transaction.ts';
import { callerId, type Context, type MemberContext } from '#server/http/context.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { limitCodeAttempts } from '#server/commands/join.ts';
import { emit } from '#server/live/emit.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { presentLeague, presentPreview } from '#server/presenters/league.ts';
import {
  isInvited,
  isMine,
  leaguePage,
  leagueRow,
  isRunByCaller,
  isVisibleToCaller,
  type LeagueRow,
} from '#server/queries/leagues.ts';
import { matches, matchesSearch } from '#server/queries/paged.ts';
import type { CreateInput, ModelEndpoint, UpdateInput } from '#server/endpoints/model-endpoint.ts';

/** Leagues (wire: `section`). */

const canViewLeague = async (ctx: Context, id: number): Promise<boolean> =>
  (await leagueRow(ctx, sql`l.id = ${id} and ${isVisibleToCaller}`)) !== null;

const presentForCaller = (row: LeagueRow): League =>
  row.is_member || row.runs || !row.custom ? presentLeague(row) : presentPreview(row);

/** A league by its join code: complete if it is visible to the caller, else a preview. */
async function findByCode(ctx: Context, typedCode: string, onlyId?: number): Promise<League | null> {
  return limitCodeAttempts(ctx, typedCode, async (code) => {
    const row = await leagueRow(
      ctx,
      sql`l.code = ${code} and (${onlyId ?? null}::int is null or l.id = ${onlyId ?? null}::int)`,
    );
    if (!row) return null;
    if (await canViewLeague(ctx, row.id)) return presentLeague(row);
    return row.active ? presentPreview(row) : null;
  });
}

async function createOne(ctx: MemberContext, input: CreateInput<'section'>): Promise<number> {
  const { db, me } = ctx;
  const { custom = true, image, groupMembersCount, ...columns } = input;
  if (!custom && !me.isStaff) throw problem.forbidden();
  await countAgainstQuota(ctx, 'leagues');
  const { id } = await db
    .insertInto('leagues')
    .values({
      ...columns,
      group_members: groupMembersCount,
      custom,
      code: await newJoinCode(db),
      owner_id: custom ? me.id : null,
      image_id: await attachPicture(ctx, image, 'section'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (custom) await db.insertInto('league_members').values({ league_id: id, member_id: me.id }).execute();
  await emit(db, { type: 'league', league: id, ...(custom ? { member: me.id } : {}) });
  return id;
}

/** Throws unless the new owner is a member of the league. */
async function requireNewOwner(ctx: MemberContext, league: number, newOwner: number): Promise<void> {
  const { rows } = await sql`
    select 1 from league_members m join leagues l on l.id = m.league_id and l.custom
    where m.league_id = ${league} and m.member_id = ${newOwner} and m.active`.execute(ctx.db);
  if (rows.length === 0) throw problem.field('owner', 'unknown_id');
}

async function updateOne(ctx: MemberContext, id: number, input: UpdateInput<'section'>): Promise<void> {
  const current = await ctx.db
    .selectFrom('leagues')
    .select(['custom', 'owner_id', 'image_id', 'tie_break'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { image, owner, groupMembersCount, ...columns } = input;
  const { custom, tie_break } = columns;
  if (custom !== undefined && custom !== current.custom && !ctx.me.isStaff) throw problem.forbidden();
  if (owner !== undefined && owner !== current.owner_id) await requireNewOwner(ctx, id, owner);
  await ctx.db
    .updateTable('leagues')
    .set({
      ...columns,
      group_members: groupMembersCount,
      owner_id: owner,
      image_id: image === current.image_id ? image : await attachPicture(ctx, image, 'section'),
      updated: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
  await emit(ctx.db, { type: 'league', league: id });
  if (tie_break !== undefined && tie_break !== current.tie_break)
    await emit(ctx.db, { type: 'standings', league: id });
}

const readOne = async (ctx: Context, id: number): Promise<League> =>
  presentLeague(orNotFound(await leagueRow(ctx, sql`l.id = ${id}`)));

export const league: ModelEndpoint<'section'> = {
  async list(ctx, { search, custom, active, mine, is_staff, invited, code, limit, offset }) {
    if (code !== undefined) {
      const found = await findByCode(ctx, code);
      return { results: found && offset === 0 ? [found] : [], count: found ? 1 : 0 };
    }
    // `invited` lists leagues as previews (name, picture, size).
    const visible =
      invited === true ? isInvited : sql`${isVisibleToCaller} and ${matches(isInvited, invited)}`;
    const where = sql`${visible} and ${matchesSearch(sql`l.name`, search)} and ${matches(sql`l.custom`, custom)}
      and ${matches(sql`l.active`, active)} and ${matches(isMine, mine)} and ${matches(isRunByCaller, is_staff)}`;
    return leaguePage(ctx, where, presentForCaller, { limit, offset });
  },

  async get(ctx, id, code) {
    const row = await leagueRow(ctx, sql`l.id = ${id} and ${isVisibleToCaller}`);
    if (row) {
      // Reading a league marks its news as seen, for the next read. Not in a transaction that writes, which only compares.
      if (row.is_member && !ctx.locks) {
        await writeIfPossible(
          sql`
            update league_members set seen_at = now()
            where league_id = ${id} and member_id = ${callerId(ctx)}`.execute(ctx.db),
        );
      }
      return presentLeague(row);
    }
    const invitation = await leagueRow(ctx, sql`l.id = ${id} and ${isInvited}`);
    if (invitation) return presentPreview(invitation);
    return code === null || parseJoinCode(code) === null ? null : findByCode(ctx, code, id);
  },

  async create(ctx, inputs) {
    const leagues: League[] = [];
    for (const input of inputs) leagues.push(await readOne(ctx, await createOne(ctx, input)));
    return leagues;
  },

  async update(ctx, id, input) {
    await updateOne(ctx, id, input);
    return readOne(ctx, id);
  },

  async remove({ db }, ids) {
    const { rows } = await sql<{ league: number; member: number }>`
      update league_members set active = false
      where league_id = any(${ids}::int[]) and active
      returning league_id as league, member_id as member`.execute(db);
    await sql`delete from league_grants where league_id = any(${ids}::int[])`.execute(db);
    await sql`
      update leagues set removed_at = now(), active = false, updated = now()
      where id = any(${ids}::int[])`.execute(db);
    await emit(db, ...rows.map((row) => ({ type: 'league' as const, ...row })));
  },
};
