import { sql } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import type { Context } from '#server/http/context.ts';
import { brokenRuleFields } from '#server/commands/game-rules.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { lockGameTypes } from '#server/db/locks.ts';
import { storableId } from '#server/db/values.ts';
import { matchesSearch, readPage } from '#server/queries/paged.ts';
import { isRuleOfType } from '#server/queries/type-rules.ts';
import { nameRule } from '#server/texts/seeds.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type ItemRule = Row<'itemrule'>;

const columns = sql`r.id, r.name, r.key, r.value, r.type, r.maxlength, r.details, r.required, r.readonly,
  r.item_type_id as "itemType"`;

const presentFor =
  ({ language }: Context) =>
  (rule: ItemRule) =>
    nameRule(rule, language);

async function read(ctx: Context, id: number): Promise<ItemRule | null> {
  const { rows } = await sql<ItemRule>`
    select ${columns} from item_rules r where r.id = ${id}::integer`.execute(ctx.db);
  return rows[0] ? presentFor(ctx)(rows[0]) : null;
}

async function requireItemType(ctx: Context, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const { rows } = await sql`
    select from item_types where id = ${storableId(id)}::integer and active`.execute(ctx.db);
  if (rows.length === 0) throw problem.field('itemType', 'unknown_id');
  return id;
}

/** Throws if another own rule of the type has this key. */
async function refuseDuplicateKey(ctx: Context, { id, key, itemType }: ItemRule): Promise<void> {
  const { rows } = await sql`
    select from item_rules
    where key = ${key}::text and active and id <> ${id}::integer and layout is null
      and item_type_id is not distinct from ${itemType}::integer`.execute(ctx.db);
  if (rows.length > 0) throw problem.field('key', 'duplicate');
}

/** Throws if a rule's default is outside its own bounds. */
function refuseBrokenRule(rule: ItemRule): void {
  const fields = brokenRuleFields(rule, new Date());
  if (Object.keys(fields).length > 0) throw problem.validation(fields);
}

/** A value for a jsonb column; undefined: no change. */
const json = (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value));

/** Rules of game types: the fields of the wizard's settings. A change affects no existing game. */
export const itemRule: ModelEndpoint<'itemrule'> = {
  list(ctx, { itemType, search, limit, offset }) {
    const ofType = itemType === undefined ? sql`true` : isRuleOfType(storableId(itemType));
    const from = sql`from item_rules r where r.active and ${ofType} and ${matchesSearch(sql`r.name`, search)}`;
    const query = { columns, from, order: sql`r.position, r.id`, present: presentFor(ctx) };
    return readPage(ctx.db, query, { limit, offset });
  },

  get: read,

  async create(ctx, inputs) {
    await lockGameTypes(ctx.db);
    const created: ItemRule[] = [];
    for (const { value, details, itemType, ...rest } of inputs) {
      const { id } = await ctx.db
        .insertInto('item_rules')
        .values({
          ...rest,
          value: json(value),
          details: JSON.stringify(details),
          item_type_id: await requireItemType(ctx, itemType),
          position: sql<number>`(select coalesce(max(position), 0) + 1 from item_rules)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const rule = orNotFound(await read(ctx, id));
      await refuseDuplicateKey(ctx, rule);
      refuseBrokenRule(rule);
      created.push(rule);
    }
    return created;
  },

  async update(ctx, id, { value, details, itemType, ...rest }) {
    await lockGameTypes(ctx.db);
    const values = {
      ...rest,
      value: json(value),
      details: details && JSON.stringify(details),
      item_type_id: itemType && (await requireItemType(ctx, itemType)),
    };
    if (Object.values(values).some((field) => field !== undefined)) {
      await ctx.db.updateTable('item_rules').set(values).where('id', '=', id).execute();
    }
    const rule = orNotFound(await read(ctx, id));
    await refuseDuplicateKey(ctx, rule);
    // A rule that is already invalid may still be renamed.
    if ([value, details, rest.type, rest.maxlength, rest.key].some((field) => field !== undefined))
      refuseBrokenRule(rule);
    return rule;
  },

  async remove(ctx, ids) {
    await ctx.db.updateTable('item_rules').set({ active: false }).where('id', 'in', ids).execute();
  },
};
