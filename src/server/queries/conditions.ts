import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#contract/language.ts';
import { itemName } from '#server/db/content-names.ts';
import { matchesSearch } from './paged.ts';

/** SQL shared by several queries. */

type Sql = RawBuilder<unknown> | number | null;

/** SQL: the member is in the league now; false for a guest (null). */
export const isInLeague = (league: Sql, member: Sql): RawBuilder<boolean> => sql`exists (
  select from league_members membership
  where membership.league_id = ${league} and membership.member_id = ${member} and membership.active)`;

/** SQL: the member is in the group now. */
export const isInGroup = (group: Sql, member: Sql): RawBuilder<boolean> => sql`exists (
  select from group_members membership
  where membership.group_id = ${group} and membership.member_id = ${member} and membership.active)`;

/** SQL: the sort order of a table: points, then the counters in the league's order, all descending (decisions §6, §14). */
export function tableOrder(
  tieBreak: RawBuilder<unknown>,
  sums: Readonly<Record<'points' | 'exact' | 'difference' | 'outcome', RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const decision = (step: number) => sql`case split_part(${tieBreak}, ',', ${step}::integer)
    when 'exact' then ${sums.exact} when 'difference' then ${sums.difference} else ${sums.outcome} end`;
  return sql`array[${sums.points}, ${decision(1)}, ${decision(2)}, ${decision(3)}] desc`;
}

/** SQL: the date of item `i` has passed, now or before the database's clock was set back. */
export const isPassedItem: RawBuilder<boolean> = sql`(
  i.closed_at is not null or coalesce(i.date <= clock_timestamp(), false))`;

/** SQL: item `i` takes bets: it has not started, and its date has not passed. */
export const isOpenItem: RawBuilder<boolean> = sql`(i.status = 'open' and not ${isPassedItem})`;

/** SQL: item `i` has neither ended nor was voided; in the form of the index `items_in_play`. */
export const isUnfinished: RawBuilder<boolean> = sql`(over_at(i.status, i.ended_at, i.updated) = 'infinity')`;

/**
 * SQL: the members with a bet on an item, as `member_id` and `since`. With `offset 0` it is not merged into a join, in which
 * the view would be computed of every bet there is.
 */
export const bettorsOf = (item: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select member_id, since from item_bettors where item_id = ${item} offset 0`;

/** SQL: a NamedPicture as JSON, from the aliases of a league's or member's table and of its image. */
export const namedPictureJson = (
  owner: string,
  image: string,
  name: RawBuilder<string> = sql.ref(`${owner}.name`),
): RawBuilder<unknown> =>
  sql`jsonb_build_object('id', ${sql.ref(`${owner}.id`)}, 'name', ${name}, 'file', ${sql.ref(`${image}.name`)})`;

/** SQL: the name of item `i` matches the search; for English readers in either language. */
export const matchesItem = (search: string | undefined, language: Language | null): RawBuilder<boolean> =>
  language === 'en'
    ? sql`(${matchesSearch(sql`i.name`, search)} or ${matchesSearch(itemName('en'), search)})`
    : matchesSearch(sql`i.name`, search);
