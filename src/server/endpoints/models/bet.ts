import { sql, type RawBuilder } from 'kysely';
import type { Row } from '#contract/model-registry.ts';
import { callerId, type Context, type MemberContext } from '#server/http/context.ts';
import type { BetRequest } from '#server/commands/validate-bets.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { placeBets } from '#server/commands/place-bets.ts';
import { matches, readPage } from '#server/queries/paged.ts';
import type { ModelEndpoint } from '#server/endpoints/model-endpoint.ts';

type Bet = Row<'bet'>;

const columns = sql`
  b.id, b.created, b.updated, b.item_option_id as "itemOption", b.item_id as item, i.post_id as post, b.value`;

/** The caller's bets; `where` refers to `b` (bets), `i` (items) and `p` (posts). */
const from = (ctx: Context, where: RawBuilder<unknown>) => sql`
  from bets b join items i on i.id = b.item_id join posts p on p.id = i.post_id
  where b.member_id = ${callerId(ctx)}::integer and ${where}`;

async function readBets(ctx: Context, ids: readonly number[]): Promise<Bet[]> {
  const { rows } = await sql<Bet>`
    select ${columns} ${from(ctx, sql`b.id = any(${[...ids]}::integer[])`)} order by b.id`.execute(ctx.db);
  return rows;
}

async function placeAndAnswer(
  ctx: MemberContext,
  requests: (BetRequest & { post?: number | undefined })[],
  bulk: boolean,
): Promise<Bet[]> {
  const fieldPath = (index: number, name: string) => (bulk ? `${index}.${name}` : name);
  const placed = await placeBets(ctx, requests, (index) => fieldPath(index, 'value'));
  return requests.map(({ option, post, index }) => {
    const bet = orNotFound(placed.get(option));
    if (post !== undefined && post !== bet.post) throw problem.field(fieldPath(index, 'post'), 'invalid');
    return bet;
  });
}

/** The caller's own bets. Every write goes through commands/place-bets. */
export const bet: ModelEndpoint<'bet'> = {
  list(ctx, { post, item, itemOption, limit, offset }) {
    const where = sql`p.active and ${matches(sql`i.post_id`, post)} and ${matches(sql`b.item_id`, item)}
      and ${matches(sql`b.item_option_id`, itemOption)}`;
    const query = { columns, from: from(ctx, where), order: sql`b.id`, present: (row: Bet) => row };
    return readPage(ctx.db, query, { limit, offset });
  },

  get: async (ctx, id) => (await readBets(ctx, [id]))[0] ?? null,

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
    const [current] = await readBets(ctx, [id]);
    const { itemOption: option } = orNotFound(current);
    // A bet's option cannot be changed.
    if (itemOption !== undefined && itemOption !== option) throw problem.field('itemOption', 'invalid');
    const [placed] = await placeAndAnswer(ctx, [{ option, value, post, index: 0 }], false);
    return orNotFound(placed);
  },

  async remove(ctx, ids) {
    const bets = await readBets(ctx, ids);
    const requests = bets.map(({ itemOption }, index) => ({ option: itemOption, value: null, index }));
    await placeBets(ctx, requests, () => 'ids');
  },
};
