import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Renews the sums that are shown before the start, of items whose game does not hide them, and returns the items whose
 * sums moved. The sums are of a copy of the bets, replaced only when the bets of five members differ from it and five
 * have bet: any two looks differ by five members' bets or by none, whatever one of them makes, changes or takes back.
 */
export async function renewOpenSums(db: Db, items: readonly number[]): Promise<Set<number>> {
  if (items.length === 0) return new Set();
  // Bets of other members on these items wait here, so that the last of them sees all.
  await sql`
    select pg_advisory_xact_lock(0, item)
    from (select unnest(${[...items]}::integer[]) as item order by 1 offset 0) locked`.execute(db);
  const { rows } = await sql<{ item: number }>`
    with bet as (
      select b.item_id, b.item_option_id, b.member_id, b.value
      from bets b join item_bettors whole on whole.item_id = b.item_id and whole.member_id = b.member_id
      where b.item_id = any(${[...items]}::integer[])
    ),
    shown as (
      select item_id, item_option_id, member_id, value from shown_bets where item_id = any(${[...items]}::integer[])
    ),
    differing as materialized (
      select distinct item_id, member_id
      from ((table bet except table shown) union all (table shown except table bet)) difference
    ),
    due as materialized (
      select item_id from differing group by item_id having count(*) >= ${limits.sumsFromBettors}::integer
      intersect
      select item_id from bet group by item_id having count(distinct member_id) >= ${limits.sumsFromBettors}::integer
    ),
    gone as (
      delete from shown_bets old using differing join due using (item_id)
      where old.item_id = differing.item_id and old.member_id = differing.member_id
        and not exists (select from bet where bet.item_option_id = old.item_option_id and bet.member_id = old.member_id)
    ),
    renewed as (
      insert into shown_bets (item_id, item_option_id, member_id, value)
      select item_id, bet.item_option_id, member_id, bet.value
      from bet join differing using (item_id, member_id) join due using (item_id)
      on conflict (item_option_id, member_id) do update set value = excluded.value
    )
    select item_id as item from due`.execute(db);
  return new Set(rows.map(({ item }) => item));
}
