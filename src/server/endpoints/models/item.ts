import { sql } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import { callerId, type Context, type MemberContext } from '#server/http/context.ts';
import { parseFutureDate } from '#server/commands/game-rules.ts';
import { problem } from '#server/http/problems.ts';
import { appendStep, lockItem, type LockedItem } from '#server/commands/item-lifecycle.ts';
import { nextStep } from '#machines/item-lifecycle.ts';
import { emit } from '#server/live/emit.ts';
import { presentItem, presentTimelineEntry } from '#server/presenters/item.ts';
import { readItemSteps } from '#server/queries/item-steps.ts';
import { readItem, readItems } from '#server/queries/item-rows.ts';
import { likePattern } from '#server/queries/paged.ts';
import { viewerOf, visiblePosts } from '#server/queries/post-rows.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

async function readWithTimeline(ctx: Context, id: number): Promise<Row<'item'> | null> {
  const row = await readItem(ctx.db, callerId(ctx), id);
  return row && presentItem(row, (await readItemSteps(ctx.db, id)).map(presentTimelineEntry));
}

async function readOrNotFound(ctx: MemberContext, id: number): Promise<Row<'item'>> {
  const item = await readWithTimeline(ctx, id);
  if (!item) throw problem.notFound();
  return item;
}

/** Moves the closing date: only an open date, only into the future. */
async function moveDate(ctx: MemberContext, item: LockedItem, newDate: string | null): Promise<void> {
  const step = nextStep(item, { type: 'date.move' });
  if (!step) {
    const row = await readItem(ctx.db, ctx.me.id, item.id);
    throw problem.itemClosed(row && presentItem(row));
  }
  const date = newDate === null ? null : parseFutureDate(newDate, new Date());
  if (date && 'code' in date) throw problem.validation({ date });
  const toDate = date?.value ?? null;
  await ctx.db
    .updateTable('items')
    .set({ date: toDate, version: step.version, updated: sql<string>`now()` })
    .where('id', '=', item.id)
    .execute();
  await appendStep(ctx.db, item.id, ctx.me.id, {
    kind: step.kind,
    version: step.version,
    was: item.date,
    became: toDate,
  });
}

/** Items: timeline, list, and edits of date and details. */
export const item: ModelEndpoint<'item'> = {
  async list(ctx, { post, search, limit, offset }) {
    const visible = visiblePosts(viewerOf(ctx));
    const inOwnLeague = sql`(exists (select from league_members lm
      where lm.league_id = p.league_id and lm.member_id = ${callerId(ctx)}::integer and lm.active))`;
    const inScope = post === undefined ? inOwnLeague : sql`p.id = ${post}::integer`;
    const matching = sql`(${search ?? ''}::text = '' or i.name ilike ${likePattern(search ?? '')}::text)`;
    const { rows } = await sql<{ count: number; ids: number[] }>`
      with listed as materialized (
        select i.id, i.post_id, i.position
        from items i join posts p on p.id = i.post_id left join leagues l on l.id = p.league_id
        where ${visible} and ${inScope} and ${matching}
      ),
      page as (select id from listed order by post_id desc, position, id limit ${limit}::integer offset ${offset}::integer)
      select (select count(*) from listed) as count, coalesce((select jsonb_agg(id) from page), '[]') as ids`.execute(
      ctx.db,
    );
    const { count, ids } = rows[0] ?? { count: 0, ids: [] };
    const items = await readItems(ctx.db, callerId(ctx), sql`i.id = any(${ids}::integer[])`);
    const byId = new Map(items.map((row) => [row.id, presentItem(row)]));
    return { results: ids.flatMap((id) => byId.get(id) ?? []), count };
  },

  get: (ctx, id) => readWithTimeline(ctx, id),

  async update(ctx, id, { date, description, id: _, ...details }) {
    const locked = await lockItem(ctx.db, id);
    if (!locked) throw problem.notFound();
    if (date !== undefined && date !== locked.date) await moveDate(ctx, locked, date);
    if (description !== undefined) {
      await ctx.db
        .updateTable('items')
        .set({ description, updated: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
    }
    if (Object.keys(details).length > 0) {
      await ctx.db
        .updateTable('items')
        .set({ details: sql`details || ${JSON.stringify(details)}::jsonb`, updated: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
    }
    const after = await readOrNotFound(ctx, id);
    await emit(ctx.db, {
      type: 'item',
      league: locked.league,
      post: locked.post,
      item: id,
      version: after.version,
    });
    return after;
  },
};
