import { sql } from 'kysely';
import type { Bet } from '#contract/models.ts';
import type { Layout } from '#contract/layouts.ts';
import type { Rules } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { sharesBudget, validateBets, type BetChanges, type BetRequest } from './validate-bets.ts';
import { problem } from '#server/http/problems.ts';
import { storableId } from '#server/db/values.ts';
import { emit } from '#server/live/emit.ts';
import { presentItem } from '#server/presenters/item.ts';
import { readItems } from '#server/queries/item-rows.ts';

type BetOption = {
  option: number;
  item: number;
  post: number;
  league: number;
  layout: Layout;
  rules: Rules;
  sums_shown: boolean;
  is_member: boolean;
  visible: boolean;
};

/** Item, league and layout of each option, and the member's visibility; none of it changes later. */
async function readBetOptions(
  db: Db,
  memberId: number,
  isStaff: boolean,
  options: number[],
): Promise<Map<number, BetOption>> {
  const { rows } = await sql<BetOption>`
    select o.id as option, i.id as item, p.id as post, l.id as league, i.layout, i.rules,
      not p.hide_options as sums_shown, m.member_id is not null as is_member,
      (m.member_id is not null or ${isStaff}::boolean or (not l.custom and l.active)) as visible
    from item_options o
    join items i on i.id = o.item_id
    join posts p on p.id = i.post_id
    join leagues l on l.id = p.league_id and l.removed_at is null
    left join league_members m on m.league_id = l.id and m.member_id = ${memberId}::integer and m.active
    where o.id = any(${options}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.option, row]));
}

async function requireBetOptions(
  ctx: MemberContext,
  wishes: readonly BetRequest[],
): Promise<Map<number, BetOption>> {
  const options = [...new Set(wishes.map(({ option }) => storableId(option)))];
  const found = await readBetOptions(ctx.db, ctx.me.id, ctx.me.isStaff, options);
  for (const { option } of wishes) {
    const standing = found.get(option);
    if (!standing?.visible) throw problem.notFound();
    if (!standing.is_member) throw problem.forbidden();
  }
  return found;
}

/** The member's current bets on these items, under an advisory lock per member and item. */
async function lockAndReadBets(
  db: Db,
  memberId: number,
  items: number[],
): Promise<Map<number, Map<number, number>>> {
  await sql`
    select pg_advisory_xact_lock(${memberId}::integer, item)
    from (select unnest(${items}::integer[]) as item order by 1 offset 0) one`.execute(db);
  const { rows } = await sql<{ item: number; option: number; value: number }>`
    select item_id as item, item_option_id as option, value from bets
    where item_id = any(${items}::integer[]) and member_id = ${memberId}::integer`.execute(db);
  const current = new Map(items.map((item) => [item, new Map<number, number>()]));
  for (const { item, option, value } of rows) current.get(item)?.set(option, value);
  return current;
}

type BetRow = { id: number; option: number; item: number; value: number; created: string; updated: string };
type WriteResult = { open: boolean; written: (BetRow & { fresh: boolean })[]; cleared: BetRow[] };

/**
 * Locks the items' rows FOR SHARE in id order, checks each behind the lock with the database clock, and writes only
 * if all are open: one statement. A start (FOR UPDATE) waits for bets in progress; later bets see it.
 */
async function writeBets(
  db: Db,
  memberId: number,
  items: number[],
  change: BetChanges,
): Promise<WriteResult> {
  const { rows } = await sql<WriteResult>`
    with door as materialized (
      select i.id, i.date
      from items i
      join posts p on p.id = i.post_id and p.active
      join leagues l on l.id = p.league_id and l.active and l.removed_at is null
      join league_members m on m.league_id = l.id and m.member_id = ${memberId}::integer and m.active
      where i.id = any(${items}::integer[]) and i.status = 'open' and i.started_at is null and i.ended_at is null
      order by i.id
      for share of i
    ),
    gate as materialized (
      -- The date is read behind the lock: however long the wait was, it has to be ahead now.
      select count(*) = ${items.length}::integer and coalesce(bool_and(date is null or date > clock_timestamp()), true) as open
      from door
    ),
    written as (
      insert into bets (item_id, item_option_id, member_id, value)
      select o.item_id, o.id, ${memberId}::integer, wish.value
      from unnest(${[...change.put.keys()]}::integer[], ${[...change.put.values()]}::integer[]) as wish (option, value)
      join item_options o on o.id = wish.option
      cross join gate
      where gate.open
      order by o.id
      on conflict (item_option_id, member_id)
        do update set value = excluded.value, updated = clock_timestamp()
      returning id, item_option_id as option, item_id as item, value, created, updated, xmax = 0 as fresh
    ),
    cleared as (
      delete from bets using gate
      where gate.open and member_id = ${memberId}::integer and item_option_id = any(${[...change.clear]}::integer[])
      returning id, item_option_id as option, item_id as item, 0 as value, created, clock_timestamp() as updated
    )
    select (select open from gate),
      coalesce((select jsonb_agg(written) from written), '[]') as written,
      coalesce((select jsonb_agg(cleared) from cleared), '[]') as cleared`.execute(db);
  return rows[0] ?? { open: false, written: [], cleared: [] };
}

async function explainRefusal(
  ctx: MemberContext,
  wishes: readonly BetRequest[],
  items: number[],
): Promise<Error> {
  // Checks visibility again: the member may have left meanwhile.
  await requireBetOptions(ctx, wishes);
  const rows = await readItems(ctx.db, ctx.me.id, sql`i.id = any(${items}::integer[])`);
  const closed = rows.find(({ open }) => !open) ?? rows[0];
  return problem.itemClosed(closed && presentItem(closed));
}

async function emitVotes(
  ctx: MemberContext,
  { written, cleared }: WriteResult,
  found: Map<number, BetOption>,
): Promise<void> {
  // `votes` goes to the league if bettors or visible sums changed, else to the member's own devices.
  const seen = new Map<number, { standing: BetOption; everyone: boolean }>();
  for (const row of [...written, ...cleared]) {
    const standing = found.get(row.option) ?? [...found.values()].find(({ item }) => item === row.item);
    if (!standing) continue;
    const everyone = !('fresh' in row) || row.fresh === true || standing.sums_shown;
    seen.set(row.item, { standing, everyone: everyone || (seen.get(row.item)?.everyone ?? false) });
  }
  const events = [...seen.values()].map(({ standing: { league, post, item }, everyone }) => ({
    type: 'votes' as const,
    league,
    post,
    item,
    ...(everyone ? {} : { member: ctx.me.id }),
  }));
  await emit(ctx.db, ...events);
}

/**
 * Places and removes bets, all or nothing, validated on the state they lead to. Every way of betting comes through
 * here. `field` names a request's value in a refusal. Returns bets by option; a removed one has the value 0.
 */
export async function placeBets(
  ctx: MemberContext,
  wishes: readonly BetRequest[],
  field: (at: number) => string,
): Promise<Map<number, Bet>> {
  const found = await requireBetOptions(ctx, wishes);
  const byItem = new Map<number, { standing: BetOption; wishes: BetRequest[] }>();
  for (const wish of wishes) {
    const standing = found.get(wish.option);
    if (!standing) continue;
    const entry = byItem.get(standing.item) ?? { standing, wishes: [] };
    entry.wishes.push(wish);
    byItem.set(standing.item, entry);
  }
  const items = [...byItem.keys()].sort((one, other) => one - other);
  const bounded = items.filter((item) => sharesBudget(byItem.get(item)?.standing.layout ?? 'bets'));
  const current = bounded.length > 0 ? await lockAndReadBets(ctx.db, ctx.me.id, bounded) : null;

  const change: BetChanges = { put: new Map(), clear: new Set() };
  for (const [item, { standing, wishes: own }] of byItem) {
    const judged = validateBets(standing, current?.get(item) ?? new Map<number, number>(), own);
    if ('problem' in judged) throw problem.validation({ [field(judged.at)]: judged.problem });
    for (const [option, value] of judged.put) change.put.set(option, value);
    for (const option of judged.clear) change.clear.add(option);
  }

  const passed = await writeBets(ctx.db, ctx.me.id, items, change);
  if (!passed.open) throw await explainRefusal(ctx, wishes, items);
  await emitVotes(ctx, passed, found);
  return presentBets(ctx.db, passed, wishes, found);
}

async function presentBets(
  db: Db,
  { written, cleared }: WriteResult,
  wishes: readonly BetRequest[],
  found: Map<number, BetOption>,
): Promise<Map<number, Bet>> {
  const rows = new Map([...cleared, ...written].map((row) => [row.option, row]));
  const placed = new Map<number, Bet>();
  for (const { option } of wishes) {
    const standing = found.get(option);
    if (!standing || placed.has(option)) continue;
    const row = rows.get(option) ?? (await placeholderBet(db));
    placed.set(option, {
      id: row.id,
      created: new Date(row.created).toISOString(),
      updated: new Date(row.updated).toISOString(),
      itemOption: option,
      item: standing.item,
      post: standing.post,
      value: row.value,
    });
  }
  return placed;
}

/** Removing a bet that did not exist answers with an unused id and value 0. */
async function placeholderBet(db: Db): Promise<Pick<BetRow, 'id' | 'created' | 'updated' | 'value'>> {
  const { rows } = await sql<{ id: number; now: string }>`
    select nextval(pg_get_serial_sequence('bets', 'id')) as id, now() as now`.execute(db);
  const now = rows[0]?.now ?? '';
  return { id: rows[0]?.id ?? 0, created: now, updated: now, value: 0 };
}
