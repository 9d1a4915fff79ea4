import { sql } from 'kysely';
import type { Bet } from '#contract/models.ts';
import type { Layout } from '#contract/layouts.ts';
import type { Rules } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { renewOpenSums } from './open-sums.ts';
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
  requests: readonly BetRequest[],
): Promise<Map<number, BetOption>> {
  const options = [...new Set(requests.map(({ option }) => storableId(option)))];
  const betOptions = await readBetOptions(ctx.db, ctx.me.id, ctx.me.isStaff, options);
  for (const { option } of requests) {
    const betOption = betOptions.get(option);
    if (!betOption?.visible) throw problem.notFound();
    if (!betOption.is_member) throw problem.forbidden();
  }
  return betOptions;
}

/** The member's current bets on these items, under an advisory lock per member and item. */
async function lockAndReadBets(
  db: Db,
  memberId: number,
  items: number[],
): Promise<Map<number, Map<number, number>>> {
  await sql`
    select pg_advisory_xact_lock(${memberId}::integer, item)
    from (select unnest(${items}::integer[]) as item order by 1 offset 0) locked`.execute(db);
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
    with locked_items as materialized (
      select i.id, i.date
      from items i
      join posts p on p.id = i.post_id and p.active
      join leagues l on l.id = p.league_id and l.active and l.removed_at is null
      join league_members m on m.league_id = l.id and m.member_id = ${memberId}::integer and m.active
      where i.id = any(${items}::integer[]) and i.status = 'open' and i.started_at is null and i.ended_at is null
        and i.closed_at is null
      order by i.id
      for share of i
    ),
    betting as materialized (
      -- The date is read behind the lock: however long the wait was, it has to be ahead now.
      select count(*) = ${items.length}::integer and coalesce(bool_and(date is null or date > clock_timestamp()), true) as open
      from locked_items
    ),
    written as (
      insert into bets (item_id, item_option_id, member_id, value)
      select o.item_id, o.id, ${memberId}::integer, request.value
      from unnest(${[...change.values.keys()]}::integer[], ${[...change.values.values()]}::integer[]) as request (option, value)
      join item_options o on o.id = request.option
      cross join betting
      where betting.open
      order by o.id
      on conflict (item_option_id, member_id)
        do update set value = excluded.value, updated = clock_timestamp()
      returning id, item_option_id as option, item_id as item, value, created, updated, xmax = 0 as fresh
    ),
    cleared as (
      delete from bets using betting
      where betting.open and member_id = ${memberId}::integer and item_option_id = any(${[...change.cleared]}::integer[])
      returning id, item_option_id as option, item_id as item, 0 as value, created, clock_timestamp() as updated
    )
    select (select open from betting),
      coalesce((select jsonb_agg(written) from written), '[]') as written,
      coalesce((select jsonb_agg(cleared) from cleared), '[]') as cleared`.execute(db);
  return rows[0] ?? { open: false, written: [], cleared: [] };
}

async function explainRefusal(
  ctx: MemberContext,
  requests: readonly BetRequest[],
  items: number[],
): Promise<Error> {
  // Checks visibility again: the member may have left meanwhile.
  await requireBetOptions(ctx, requests);
  const rows = await readItems(ctx, sql`i.id = any(${items}::integer[])`);
  const closed = rows.find(({ open }) => !open) ?? rows[0];
  return problem.itemClosed(closed && presentItem(closed));
}

async function emitVotes(
  ctx: MemberContext,
  { written, cleared }: WriteResult,
  betOptions: Map<number, BetOption>,
  movedSums: ReadonlySet<number>,
): Promise<void> {
  // `votes` goes to the league if bettors or visible sums changed, else to the member's own devices.
  const byItem = new Map<number, { betOption: BetOption; forLeague: boolean }>();
  for (const row of [...written, ...cleared]) {
    const betOption =
      betOptions.get(row.option) ?? [...betOptions.values()].find(({ item }) => item === row.item);
    if (!betOption) continue;
    const forLeague = !('fresh' in row) || row.fresh === true || movedSums.has(row.item);
    byItem.set(row.item, { betOption, forLeague: forLeague || (byItem.get(row.item)?.forLeague ?? false) });
  }
  const events = [...byItem.values()].map(({ betOption: { league, post, item }, forLeague }) => ({
    type: 'votes' as const,
    league,
    post,
    item,
    ...(forLeague ? {} : { member: ctx.me.id }),
  }));
  await emit(ctx.db, ...events);
}

/**
 * Places and removes bets, all or nothing, validated on the state they lead to. Every way of betting comes through
 * here. `field` names a request's value in a refusal. Returns bets by option; a removed one has the value 0.
 */
export async function placeBets(
  ctx: MemberContext,
  requests: readonly BetRequest[],
  field: (index: number) => string,
): Promise<Map<number, Bet>> {
  const betOptions = await requireBetOptions(ctx, requests);
  const byItem = new Map<number, { betOption: BetOption; requests: BetRequest[] }>();
  for (const request of requests) {
    const betOption = betOptions.get(request.option);
    if (!betOption) continue;
    const entry = byItem.get(betOption.item) ?? { betOption, requests: [] };
    entry.requests.push(request);
    byItem.set(betOption.item, entry);
  }
  const items = [...byItem.keys()].toSorted((one, other) => one - other);
  const bounded = items.filter((item) => sharesBudget(byItem.get(item)?.betOption.layout ?? 'bets'));
  const current = bounded.length > 0 ? await lockAndReadBets(ctx.db, ctx.me.id, bounded) : null;

  const change: BetChanges = { values: new Map(), cleared: new Set() };
  for (const [item, { betOption, requests: itemRequests }] of byItem) {
    const validated = validateBets(betOption, current?.get(item) ?? new Map<number, number>(), itemRequests);
    if ('problem' in validated) throw problem.validation({ [field(validated.index)]: validated.problem });
    for (const [option, value] of validated.values) change.values.set(option, value);
    for (const option of validated.cleared) change.cleared.add(option);
  }

  const result = await writeBets(ctx.db, ctx.me.id, items, change);
  if (!result.open) throw await explainRefusal(ctx, requests, items);
  const openItems = items.filter((item) => byItem.get(item)?.betOption.sums_shown);
  await emitVotes(ctx, result, betOptions, await renewOpenSums(ctx.db, openItems));
  return presentBets(ctx.db, result, requests, betOptions);
}

async function presentBets(
  db: Db,
  { written, cleared }: WriteResult,
  requests: readonly BetRequest[],
  betOptions: Map<number, BetOption>,
): Promise<Map<number, Bet>> {
  const rows = new Map([...cleared, ...written].map((row) => [row.option, row]));
  const placed = new Map<number, Bet>();
  for (const { option } of requests) {
    const betOption = betOptions.get(option);
    if (!betOption || placed.has(option)) continue;
    const row = rows.get(option) ?? (await placeholderBet(db));
    placed.set(option, {
      id: row.id,
      created: new Date(row.created).toISOString(),
      updated: new Date(row.updated).toISOString(),
      itemOption: option,
      item: betOption.item,
      post: betOption.post,
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
