import { sql } from 'kysely';
import type * as v from 'valibot';
import type { FieldProblem } from '#contract/failures.ts';
import type { Layout } from '#contract/layouts.ts';
import type { GameInput } from '#contract/make-game-calls.ts';
import type { ItemRule } from '#contract/models.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import { storableId } from '#server/db/values.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notifyLeague } from '#server/notifications/game-notifications.ts';
import { isInLeague } from '#server/queries/conditions.ts';
import { isRuleOfType } from '#server/queries/type-rules.ts';
import { drawGroups, planItems, validateGroups } from './game-plan.ts';
import { displayRules, validateRules, withLeagueRules, type RuleSpec } from './game-rules.ts';
import { insertGame } from './insert-game.ts';

type GameBody = v.InferOutput<typeof GameInput>;

/** The layout of a playable game type; throws a field problem for other types. */
async function readPlayableLayout(ctx: MemberContext, id: number): Promise<Layout> {
  const { rows } = await sql<{ layout: Layout | null; has_subs: boolean }>`
    select t.layout, exists (select from item_types sub where sub.parent_id = t.id and sub.active) as has_subs
    from item_types t where t.id = ${storableId(id)}::integer and t.active`.execute(ctx.db);
  const [type] = rows;
  if (!type) throw problem.field('itemType', 'unknown_id');
  // Categories are not playable.
  if (!type.layout || type.has_subs) throw problem.field('itemType', 'invalid');
  return type.layout;
}

/** The id of the first game type of a layout, which has the layout's rules. */
export async function typeOfLayout({ db }: MemberContext, layout: Layout): Promise<number> {
  const type = await db
    .selectFrom('item_types as t')
    .select('t.id')
    .where('t.layout', '=', layout)
    .where('t.active', '=', true)
    .where(sql<boolean>`not exists (select from item_types sub where sub.parent_id = t.id and sub.active)`)
    .orderBy('t.id')
    .executeTakeFirst();
  if (!type) throw problem.field('type', 'invalid');
  return type.id;
}

export async function readTypeRules(
  { db }: Pick<MemberContext, 'db'>,
  itemType: number,
): Promise<(RuleSpec & Pick<ItemRule, 'name'>)[]> {
  return db
    .selectFrom('item_rules as r')
    .select(['r.key', 'r.name', 'r.value', 'r.type', 'r.maxlength', 'r.details', 'r.required', 'r.readonly'])
    .where(isRuleOfType(itemType))
    .where('r.active', '=', true)
    .orderBy('r.position')
    .orderBy('r.id')
    .execute();
}

/** Names by id of those options that the caller may use: the staff's catalogue, their leagues' and their own. */
async function readOptionNames(ctx: MemberContext, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from options o
    where o.id = any(${ids.map(storableId)}::integer[]) and o.active and (
      case when o.private then o.maker_id = ${ctx.me.id}::integer
        else o.league_id is null or ${ctx.me.isStaff}::boolean or ${isInLeague(sql`o.league_id`, ctx.me.id)} end
    )`.execute(ctx.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function unknownOptions(body: GameBody, names: ReadonlyMap<number, string>): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  body.groups.forEach((group, groupIndex) => {
    group.options.forEach((option, optionIndex) => {
      const ids = typeof option === 'number' ? [option] : option;
      if (ids.some((id) => !names.has(id)))
        problems[`groups.${groupIndex}.options.${optionIndex}`] = { code: 'unknown_id' };
    });
  });
  return problems;
}

/** Creates a game; returns its post id. Rules and groups are validated together, so that all field problems are reported. */
export async function createGameInLeague(ctx: MemberContext, body: GameBody): Promise<number> {
  const league = await ctx.db
    .selectFrom('leagues')
    .select(['id', 'rounds', 'group_members', 'late_joiner', 'active'])
    .where('id', '=', body.section)
    .executeTakeFirstOrThrow();
  if (!league.active) throw problem.field('section', 'invalid');
  const { itemType } = body;
  const layout = await readPlayableLayout(ctx, itemType);
  const now = new Date();
  const typeRules = await readTypeRules(ctx, itemType);
  const validated = validateRules(layout, typeRules, body.rules, league, now);
  const format = {
    layout,
    rounds: Number(validated.rules.rounds ?? 1),
    groupMembers: league.group_members,
    dueDate: typeof validated.rules.due_date === 'string' ? validated.rules.due_date : null,
  };
  const planned = validateGroups(body.groups, format, now);
  const names = await readOptionNames(ctx, [
    ...new Set(planned.groups.flatMap(({ entries }) => entries.flat())),
  ]);
  const problems = { ...validated.problems, ...unknownOptions(body, names), ...planned.problems };
  if (Object.keys(problems).length > 0) throw problem.validation(problems);

  await countAgainstQuota(ctx, 'posts');
  const groups = validated.rules.ordering_type === 'random' ? drawGroups(planned.groups) : planned.groups;
  const items = planItems(groups, format);
  const id = await insertGame(ctx.db, {
    league: league.id,
    author: ctx.me.id,
    itemType,
    layout,
    rules: withLeagueRules(validated.rules, { late_joiner: league.late_joiner }),
    displayRules: displayRules(layout, typeRules, validated.rules),
    groups,
    items,
    names,
  });
  await notifyLeague(ctx, 'new_game', league.id, id);
  await emit(ctx.db, { type: 'post', league: league.id, post: id, version: 1 });
  return id;
}
