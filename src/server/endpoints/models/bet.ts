import { sql, type RawBuilder } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import { callerId, type Context } from '#server/http/context.ts';
import type { BetRequest } from '#server/commands/write-bets.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { placeBets, placeBetsAtOnce } from '#server/commands/place-bets.ts';
import { matchesItem } from '#server/queries/conditions.ts';
import { matches, readPage } from '#server/queries/paged.ts';
import type { CreateInput, ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Bet = Row<'bet'>;

const columns = sql`
  b.id, b.created, b.updated, b.item_option_id as "itemOption", b.item_id as item, i.post_id as post, b.value,
  coalesce(s.version, 0) as version, case when i.started_at is null then s.seal end as seal`;

/** The caller's bets; `where` refers to `b` (bets), `i` (items) and `p` (posts). */
const from = (ctx: Context, where: RawBuilder<unknown>) => sql`
  from bets b join items i on i.id = b.item_id join posts p on p.id = i.post_id
  left join seals s on s.item_id = b.item_id and s.member_id = b.member_id
  where b.member_id = ${callerId(ctx)}::integer and ${where}`;

async function readBets(ctx: Context, ids: readonly number[]): Promise<Bet[]> {
  const { rows } = await sql<Bet>`
    select ${columns} ${from(ctx, sql`b.id = any(${[...ids]}::integer[])`)} order by b.id`.execute(ctx.db);
  return rows;
}

const fieldPath = (bulk: boolean) => (index: number, name: string) => (bulk ? `${index}.${name}` : name);

const requestsOf = (inputs: readonly CreateInput<'bet'>[]): BetRequest[] =>
  inputs.map(({ itemOption, ...bet }) => ({ option: itemOption, ...bet }));

/** The caller's own bets. Every write goes through commands/place-bets. */
export const bet: ModelEndpoint<'bet'> = {
  list(ctx, { post, item, itemOption, search, limit, offset }) {
    const where = sql`p.active and ${matches(sql`i.post_id`, post)} and ${matches(sql`b.item_id`, item)}
      and ${matches(sql`b.item_option_id`, itemOption)} and ${matchesItem(search, ctx.language)}`;
    const query = { columns, from: from(ctx, where), order: sql`b.id`, present: (row: Bet) => row };
    return readPage(ctx.db, query, { limit, offset });
  },

  get: async (ctx, id) => (await readBets(ctx, [id]))[0] ?? null,

  parentOf: ({ itemOption }) => ({ model: 'itemoption', id: itemOption }),

  createAtOnce: (ctx, inputs, bulk) => placeBetsAtOnce(ctx, requestsOf(inputs), bulk),

  create: (ctx, inputs, bulk) => placeBets(ctx, requestsOf(inputs), fieldPath(bulk)),

  async update(ctx, id, { itemOption, ...change }) {
    const [current] = await readBets(ctx, [id]);
    const { itemOption: option } = orNotFound(current);
    // The option of a bet cannot change.
    if (itemOption !== undefined && itemOption !== option) throw problem.field('itemOption', 'invalid');
    const [placed] = await placeBets(ctx, [{ option, ...change }], fieldPath(false));
    return orNotFound(placed);
  },

  async remove(ctx, ids, { version }) {
    const bets = await readBets(ctx, ids);
    const requests = bets.map(({ itemOption }) => ({ option: itemOption, value: null, version }));
    await placeBets(ctx, requests, () => 'ids');
  },
};
