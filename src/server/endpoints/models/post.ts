import { sql } from 'kysely';
import { parseJoinCode } from '#contract/join-code.ts';
import type { Row } from '#contract/model-registry.ts';
import { isStaff, type Context, type MemberContext } from '#server/http/context.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { parseFutureDate } from '#server/commands/game-rules.ts';
import { limitCodeAttempts } from '#server/commands/join.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { moveItemDates, recordEditedGame, refusePassedDate } from '#server/commands/item-steps.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { presentPreview } from '#server/presenters/league.ts';
import { postJson, presentPost, presentPostPreview } from '#server/presenters/post.ts';
import { leagueRow } from '#server/queries/leagues.ts';
import { postReader, readFeed, readPost } from '#server/queries/post-rows.ts';
import { notifyLeague, notifyMoved } from '#server/notifications/game-notifications.ts';
import { JsonText, type ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

async function read(ctx: Context, id: number): Promise<Row<'post'> | null> {
  const row = await readPost(postReader(ctx), id);
  return row && presentPost(row, isStaff(ctx));
}

/** The preview of the post's league, by the league's code: what a shared link shows to an outsider. */
async function previewByCode(ctx: Context, id: number, typedCode: string): Promise<Row<'post'> | null> {
  const league = await limitCodeAttempts(ctx, typedCode, (code) =>
    leagueRow(
      ctx,
      sql`l.code = ${code} and l.active and exists (
        select from posts p where p.id = ${id} and p.league_id = l.id and p.active)`,
    ),
  );
  return league && presentPostPreview(id, presentPreview(league));
}

/** Moves a game's due date, only if it is open and only into the future, together with the items that have the same date. */
async function moveDueDate(
  ctx: MemberContext,
  { id, league, from }: { id: number; league: number | null; from: string | null },
  newDate: string | null,
): Promise<void> {
  const now = new Date();
  if (from !== null && from <= now.toISOString()) throw problem.field('due_date', 'past');
  const parsed = newDate === null ? null : parseFutureDate(newDate, now);
  if (parsed && 'code' in parsed) throw problem.validation({ due_date: parsed });
  const to = parsed?.value ?? null;
  await ctx.db.updateTable('posts').set({ due_date: to }).where('id', '=', id).execute();
  const moved = await moveItemDates(ctx.db, { post: id, from, to, by: ctx.me.id }).catch(
    refusePassedDate('due_date'),
  );
  await emit(ctx.db, ...moved.map((item) => itemEvent({ ...item, league, post: id })));
  // Removing the date closes nothing earlier, so nobody is notified.
  if (to !== null && league !== null)
    await notifyMoved(
      ctx.db,
      moved.map((item) => ({ ...item, league, date: to })),
      ctx.me.id,
    );
}

/** Posts: the feed, one post, posts without a game, and edits by those who run the league. */
export const post: ModelEndpoint<'post'> = {
  async list(ctx, query) {
    // Before the feed is read, which then includes it.
    const lastEvent = query.as_of === 'now' ? ctx.platform.caches.lastEventId() : null;
    const { rows, count, asOf } = await readFeed(postReader(ctx), query);
    const results = rows.map((row) => postJson(row, isStaff(ctx)));
    const asOfText = query.as_of === undefined ? '' : `,"as_of":${JSON.stringify(asOf)}`;
    const lastEventText = lastEvent === null ? '' : `,"last_event":${lastEvent}`;
    return new JsonText(`{"results":[${results.join(',')}],"count":${count}${asOfText}${lastEventText}}`);
  },

  async get(ctx, id, code) {
    const row = await read(ctx, id);
    if (row !== null || code === null || parseJoinCode(code) === null) return row;
    return previewByCode(ctx, id, code);
  },

  parentOf: ({ section }) => (section === null ? null : { model: 'section', id: section }),

  async create(ctx, inputs) {
    const created: Row<'post'>[] = [];
    for (const { section, description } of inputs) {
      // A post without a league is visible to everybody: staff only.
      if (section === null && !ctx.me.isStaff) throw problem.forbidden();
      await countAgainstQuota(ctx, 'posts');
      const { id } = await ctx.db
        .insertInto('posts')
        .values({ league_id: section, author_id: ctx.me.id, description })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (section !== null) {
        await notifyLeague(ctx, 'new_game', section, id);
        await emit(ctx.db, { type: 'post', league: section, post: id, version: 1 });
      }
      created.push(orNotFound(await read(ctx, id)));
    }
    return created;
  },

  async update(ctx, id, { active, pinned, description, due_date }) {
    const before = await ctx.db
      .selectFrom('posts as p')
      .leftJoin('leagues as l', 'l.id', 'p.league_id')
      .select([
        'p.league_id',
        'p.pinned',
        'p.active',
        'p.due_date',
        'p.description',
        'l.active as in_active_league',
      ])
      .where('p.id', '=', id)
      .executeTakeFirstOrThrow(problem.notFound);
    // An unchanged due_date is ignored even if it has passed.
    const isMoved = due_date !== undefined && due_date !== before.due_date;
    const isEdited = description !== undefined && description !== before.description;
    // In a deleted game or an archived league, neither the dates nor the question may change.
    const isActive = (active ?? before.active) && before.in_active_league !== false;
    if ((isMoved || isEdited) && !isActive) throw problem.conflict();
    if (isMoved || isEdited) await countAgainstQuota(ctx, 'edits');
    if (isEdited)
      await recordEditedGame(ctx.db, {
        post: id,
        was: before.description,
        became: description,
        by: ctx.me.id,
      });
    if (isMoved) await moveDueDate(ctx, { id, league: before.league_id, from: before.due_date }, due_date);
    await ctx.db
      .updateTable('posts')
      .set({ active, pinned, description, updated: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    // A restored post is emitted as new (version 1).
    const restored = active === true && !before.active;
    await emit(ctx.db, { type: 'post', league: before.league_id, post: id, ...(restored && { version: 1 }) });
    // Members are not notified of a post that their feed does not show.
    if (pinned === true && !before.pinned && before.league_id !== null && isActive) {
      await countAgainstQuota(ctx, 'pins');
      await notifyLeague(ctx, 'pinned', before.league_id, id);
    }
    return orNotFound(await read(ctx, id));
  },

  async remove(ctx, ids) {
    const removed = await ctx.db
      .updateTable('posts')
      .set({ active: false, updated: sql<string>`now()` })
      .where('id', 'in', ids)
      .returning(['id', 'league_id'])
      .execute();
    await emit(
      ctx.db,
      ...removed.map(({ id, league_id }) => ({ type: 'post' as const, league: league_id, post: id })),
    );
  },
};
