import { sql } from 'kysely';
import type { Group } from '#contract/models.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { newJoinCode } from '#server/commands/join-code.ts';
import type { MemberContext } from '#server/http/context.ts';
import { orNotFound } from '#server/http/problems.ts';
import { emitToGroup } from '#server/commands/join.ts';
import { withdrawInvitations } from '#server/commands/leave.ts';
import { emit } from '#server/live/emit.ts';
import { attachPicture } from '#server/pictures/attach.ts';
import { presentGroup } from '#server/presenters/group.ts';
import { groupPage, isMine, readGroup } from '#server/queries/groups.ts';
import { matchesSearch } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

/** Groups of friends (wire: `clan`). */

const readOne = async (ctx: MemberContext, id: number): Promise<Group> =>
  presentGroup(orNotFound(await readGroup(ctx, id)));

export const group: ModelEndpoint<'clan'> = {
  /** The caller's groups; with a league, only those invited to it or only the others, by `invited`. */
  list(ctx, { section = null, invited = true, search, limit, offset }) {
    const invitedToLeague = sql`exists (select 1 from league_groups i where i.group_id = g.id and i.league_id = ${section})`;
    const inLeague = section === null ? sql`true` : sql`${invitedToLeague} = ${invited}::boolean`;
    const where = sql`${isMine} and ${matchesSearch(sql`g.name`, search)} and ${inLeague}`;
    return groupPage(ctx, where, presentGroup, { limit, offset }, section);
  },

  async get(ctx, id) {
    const row = await readGroup(ctx, id);
    return row && presentGroup(row);
  },

  async create(ctx, inputs) {
    const { db, me } = ctx;
    const groups: Group[] = [];
    for (const { name, image } of inputs) {
      await countAgainstQuota(ctx, 'groups');
      const image_id = await attachPicture(ctx, image, 'clan');
      const { id } = await db
        .insertInto('groups')
        .values({ name, image_id, owner_id: me.id, code: await newJoinCode(db) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('group_members').values({ group_id: id, member_id: me.id }).execute();
      groups.push(await readOne(ctx, id));
    }
    await emit(db, { type: 'member', member: me.id });
    return groups;
  },

  async update(ctx, id, { name, image }) {
    const current = await ctx.db
      .selectFrom('groups')
      .select('image_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await ctx.db
      .updateTable('groups')
      .set({
        name,
        image_id: image === current.image_id ? image : await attachPicture(ctx, image, 'clan'),
        updated: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute();
    await emitToGroup(ctx.db, id);
    return readOne(ctx, id);
  },

  async remove({ db }, ids) {
    const { rows } = await sql<{ member: number }>`
      update group_members set active = false
      where group_id = any(${ids}::int[]) and active
      returning member_id as member`.execute(db);
    await withdrawInvitations(db, ids, null);
    await sql`update groups set active = false, updated = now() where id = any(${ids}::int[])`.execute(db);
    await emit(db, ...rows.map(({ member }) => ({ type: 'member' as const, member })));
  },
};
