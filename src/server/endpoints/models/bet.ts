import { sql } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import type { Db } from '#server/db/tables.ts';
import { callerId, type Context, type MemberContext } from '#server/http/context.ts';
import type { BetRequest } from '#server/commands/validate-bets.ts';
import { problem } from '#server/http/problems.ts';
import { placeBets } from '#server/commands/place-bets.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Bet = Row<'bet'>;

async function readBets(
  db: Db,
  me: number | null,
  query: {
    post?: number | undefined;
    item?: number | undefined;
    itemOption?: number | undefined;
    ids?: readonly number[];
    limit: number;
    offset: number;
  },
): Promise<{ results: Bet[]; count: number }> {
  const { post = null, item = null, itemOption = null, ids } = query;
  const { rows } = await sql<{ count: number; page: Bet[] }>`
    with mine as (
      select b.id, b.created, b.updated, b.item_option_id as "itemOption", b.item_id as item, i.post_id as post, b.value
      from bets b join items i on i.id = b.item_id join posts p on p.id = i.post_id
      where b.member_id = ${me}::integer and (p.active or ${ids !== undefined}::boolean)
        and (${post}::integer is null or i.post_id = ${post}::integer)
        and (${item}::integer is null or b.item_id = ${item}::integer)
        and (${itemOption}::integer is null or b.item_option_id = ${itemOption}::integer)
        and (${ids === undefined}::boolean or b.id = any(${[...(ids ?? [])]}::integer[]))
    ),
    page as (select * from mine order by id limit ${query.limit}::integer offset ${query.offset}::integer)
    select (select count(*) from mine) as count, coalesce((select jsonb_agg(page order by id) from page), '[]') as page`.execute(
    db,
  );
  const iso = (time: string) => new Date(time).toISOString();
  const { count, page } = rows[0] ?? { count: 0, page: [] };
  return {
    results: page.map((bet) => ({ ...bet, created: iso(bet.created), updated: iso(bet.updated) })),
    count,
  };
}

/** The option of an existing bet of the caller's. */
async function readOptionId(ctx: Context, id: number): Promise<number> {
  const { results } = await readBets(ctx.db, callerId(ctx), { ids: [id], limit: 1, offset: 0 });
  const bet = results[0];
  if (!bet) throw problem.notFound();
  return bet.itemOption;
}

async function placeAndAnswer(
  ctx: MemberContext,
  requests: (BetRequest & { post?: number | undefined })[],
  bulk: boolean,
): Promise<Bet[]> {
  const fieldPath = (index: number, name: string) => (bulk ? `${index}.${name}` : name);
  const placed = await placeBets(ctx, requests, (index) => fieldPath(index, 'value'));
  return requests.map(({ option, post, index }) => {
    const bet = placed.get(option);
    if (!bet) throw problem.notFound();
    if (post !== undefined && post !== bet.post) throw problem.field(fieldPath(index, 'post'), 'invalid');
    return bet;
  });
}

/** The caller's own bets. Every write goes through commands/place-bets. */
export const bet: ModelEndpoint<'bet'> = {
  list: (ctx, query) => readBets(ctx.db, callerId(ctx), query),

  async get(ctx, id) {
    const query = { ids: [id], limit: 1, offset: 0 };
    return (await readBets(ctx.db, callerId(ctx), query)).results[0] ?? null;
  },

  parentOf: ({ itemOption }) => ({ model: 'itemoption', id: itemOption }),

  create(ctx, inputs, bulk) {
    const requests = inputs.map(({ itemOption, value, post }, index) => ({
      option: itemOption,
      value,
      post,
      index,
    }));
    return placeAndAnswer(ctx, requests, bulk);
  },

  async update(ctx, id, { itemOption, value, post }) {
    const option = await readOptionId(ctx, id);
    // A bet's option cannot be changed.
    if (itemOption !== undefined && itemOption !== option) throw problem.field('itemOption', 'invalid');
    const [placed] = await placeAndAnswer(ctx, [{ option, value, post, index: 0 }], false);
    if (!placed) throw problem.notFound();
    return placed;
  },

  async remove(ctx, ids) {
    const { results } = await readBets(ctx.db, ctx.me.id, { ids, limit: ids.length, offset: 0 });
    const requests = results.map(({ itemOption }, index) => ({ option: itemOption, value: null, index }));
    await placeBets(ctx, requests, () => 'ids');
  },
};
