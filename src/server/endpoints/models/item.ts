import { sql } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import { isAmong } from '#server/db/among.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import type { Context, MemberContext } from '#server/http/context.ts';
import { createGameInLeague, typeOfLayout } from '#server/commands/create-game.ts';
import { parseFutureDate } from '#server/commands/game-rules.ts';
import { HttpProblem, orNotFound, problem } from '#server/http/problems.ts';
import { appendStep, lockItem, refusePassedDate, type LockedItem } from '#server/commands/item-steps.ts';
import { nextStep } from '#machines/item-lifecycle.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { notifyMoved } from '#server/notifications/game-notifications.ts';
import { presentItem, presentTimelineEntry } from '#server/presenters/item.ts';
import { readItemSteps } from '#server/queries/item-steps.ts';
import { readItem, readItems } from '#server/queries/item-rows.ts';
import { isInLeague, matchesItem } from '#server/queries/conditions.ts';
import { readPage } from '#server/queries/paged.ts';
import { viewerOf, visiblePosts } from '#server/queries/viewer.ts';
import type { CreateInput, ModelEndpoint } from '#server/endpoints/model-endpoint.ts';
import { itemClosed } from '#server/commands/presented-item.ts';

async function readWithTimeline(ctx: Context, id: number): Promise<Row<'item'> | null> {
  const row = await readItem(ctx, id);
  return row && presentItem(row, (await readItemSteps(ctx, id)).map(presentTimelineEntry));
}

/** Moves an item's deadline: only an open one, and only into the future. */
async function moveDate(ctx: MemberContext, item: LockedItem, newDate: string | null): Promise<void> {
  const step = nextStep(item, { type: 'date.move' });
  if (!step) throw await itemClosed(ctx, item.id);
  const date = newDate === null ? null : parseFutureDate(newDate, new Date());
  if (date && 'code' in date) throw problem.validation({ date });
  const toDate = date?.value ?? null;
  await ctx.db
    .updateTable('items')
    .set({ date: toDate, version: step.version, updated: sql<string>`now()` })
    .where('id', '=', item.id)
    .execute()
    .catch(refusePassedDate('date'));
  await appendStep(
    ctx.db,
    item.id,
    { member: ctx.me.id },
    {
      kind: step.kind,
      version: step.version,
      was: item.date,
      became: toDate,
    },
  );
}

/** Renames the field problems of a game with one group to the fields of a question. */
function asItemProblem(error: unknown): unknown {
  const fields = error instanceof HttpProblem ? error.document.fields : undefined;
  if (!fields) return error;
  const ofQuestion = Object.entries(fields).map(([path, what]) => [path.replace(/^groups\.0\./, ''), what]);
  return problem.validation(Object.fromEntries(ofQuestion));
}

/** Creates a question: a game of one item, played once. */
async function createOne(
  ctx: MemberContext,
  { section, description, type, options }: CreateInput<'item'>,
): Promise<number> {
  const game = await createGameInLeague(ctx, {
    section,
    itemType: await typeOfLayout(ctx, type),
    rules: { rounds: 1 },
    groups: [{ name: '', options }],
  }).catch((error: unknown) => {
    throw asItemProblem(error);
  });
  const { id } = await ctx.db
    .updateTable('items')
    .set({ description })
    .where('post_id', '=', game)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Items: read with their timeline, listed, and edited; changes of the date and the texts are timeline entries. */
export const item: ModelEndpoint<'item'> = {
  async list(ctx, { post, ids, search, limit, offset }) {
    const viewer = viewerOf(ctx);
    const isOfPost = post === undefined ? isInLeague(sql`p.league_id`, viewer.id) : sql`p.id = ${post}`;
    const inScope = ids === undefined ? isOfPost : sql`${isOfPost} and ${isAmong(sql`i.id`, ids)}`;
    const from = sql`
      from items i join posts p on p.id = i.post_id left join leagues l on l.id = p.league_id
      where ${visiblePosts(viewer)} and ${inScope} and ${matchesItem(search, ctx.language)}`;
    const order = sql`i.post_id desc, i.position, i.id`;
    const present = ({ id }: { id: number }) => id;
    const page = await readPage(ctx.db, { columns: sql`i.id`, from, order, present }, { limit, offset });
    const items = await readItems(ctx, isAmong(sql`i.id`, page.results));
    const byId = new Map(items.map((row) => [row.id, presentItem(row)]));
    return { results: page.results.flatMap((id) => byId.get(id) ?? []), count: page.count };
  },

  get: (ctx, id) => readWithTimeline(ctx, id),

  parentOf: ({ section }) => ({ model: 'section', id: section }),

  async create(ctx, inputs) {
    const created: Row<'item'>[] = [];
    for (const input of inputs)
      created.push(orNotFound(await readWithTimeline(ctx, await createOne(ctx, input))));
    return created;
  },

  async update(ctx, id, { date, description, ...details }) {
    const locked = await lockItem(ctx, id);
    const edits = [
      { was: locked.description, became: description },
      { was: locked.roundName, became: details.roundName },
    ].filter(({ was, became }) => became !== undefined && became !== was);
    const isMoved = date !== undefined && date !== locked.date;
    if (edits.length > 0 || isMoved) await countAgainstQuota(ctx, 'edits');
    for (const edit of edits) {
      await appendStep(
        ctx.db,
        id,
        { member: ctx.me.id },
        { kind: 'edited', version: locked.version, ...edit },
      );
    }
    if (isMoved) await moveDate(ctx, locked, date);
    if (description !== undefined || Object.keys(details).length > 0) {
      await ctx.db
        .updateTable('items')
        .set({
          description,
          details: sql`details || ${JSON.stringify(details)}::jsonb`,
          updated: sql<string>`now()`,
        })
        .where('id', '=', id)
        .execute();
    }
    const after = orNotFound(await readWithTimeline(ctx, id));
    await emit(ctx.db, itemEvent({ ...locked, version: after.version }));
    // Removing the date closes nothing earlier, so nobody is notified.
    if (isMoved && date !== null) await notifyMoved(ctx.db, [{ ...locked, date: after.date }], ctx.me.id);
    return after;
  },
};
