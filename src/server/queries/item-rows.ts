import { sql, type RawBuilder } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import type { Item, ItemOption, ItemStatus, Reason } from '#contract/models.ts';
import type { ResultStanding } from '#contract/objections.ts';
import type { RuleValue } from '#contract/scoring.ts';
import { callerId, type Context } from '#server/http/context.ts';
import { isInLeague, isOpenItem } from './conditions.ts';
import { itemName, optionName, optionNames, renamedReason, type Reader } from '#server/db/content-names.ts';

/** A picture: `file`, an upload's file name, or `picture`, bundled with the app. */
type PictureSource = { file: string | null; picture: string | null };

export type ItemOptionRow = Omit<ItemOption, 'data' | 'image' | 'details'> & {
  names: string[];
  partner: number | null;
  faces: PictureSource[];
  no_points: boolean;
  /** Whether the caller may exclude the option from scoring: they manage the league, and the item is open. */
  may_mark: boolean;
};

export type ItemRow = {
  id: number;
  post_id: number;
  name: string;
  description: string;
  layout: Layout;
  date: string | null;
  status: ItemStatus;
  started_at: string | null;
  ended_at: string | null;
  /** The standing of its result; null if that was never provisional. */
  standing: ResultStanding | null;
  version: number;
  rules: Record<string, RuleValue>;
  details: Partial<Omit<Item['details'], 'home' | 'away'>> & { group?: number };
  position: number;
  custom: boolean;
  /** Whether it is open and was closed before its date. */
  closed: boolean;
  /** Whether the caller may bet on it now. */
  open: boolean;
  bettors: number;
  options: ItemOptionRow[];
  points: number | null;
  reason: Reason | null;
  joker: Item['joker'] | null;
  /** Of the caller's bets; null before the first. */
  bet_version: number | null;
};

/**
 * SQL: items as one caller may see them; `where` refers to `i` (items), `p` (posts) and `l` (leagues). Until the start, sums
 * are hidden, or include only the bets that place_bets reveals (0022_place_bets.sql) if the game shows them.
 */
export function itemRows({ id: me, language }: Reader, where: RawBuilder<unknown>): RawBuilder<ItemRow> {
  return sql<ItemRow>`
    select i.id, i.post_id, ${itemName(language)} as name, i.description, i.layout, i.date, i.status, i.started_at, i.ended_at, i.standing, i.version,
      i.rules, i.details, i.position, coalesce(l.custom, false) as custom,
      (i.status = 'open' and i.closed_at is not null and i.closed_at < coalesce(i.date, 'infinity')) as closed, crowd.bettors, choice.options,
      case when i.rules -> 'joker' = 'true' and ${isInLeague(sql`p.league_id`, me)} then coalesce((
        select case when j.item_id = i.id then 'here'
          when (select ${isOpenItem} from items i where i.id = j.item_id) then 'free' else 'spent' end
        from jokers j where j.post_id = i.post_id and j.member_id = ${me}::integer), 'free') end as joker,
      mine.total as points, ${renamedReason(sql`mine.reason`, language)} as reason,
      (select s.version from seals s where s.item_id = i.id and s.member_id = ${me}::integer) as bet_version,
      (${isOpenItem} and p.active and coalesce(l.active, false) and ${isInLeague(sql`p.league_id`, me)}) as open
    from items i
    join posts p on p.id = i.post_id
    left join leagues l on l.id = p.league_id
    cross join lateral (
      select coalesce((select m.is_staff or m.is_superuser from members m where m.id = ${me}::integer)
        or (l.custom and l.owner_id = ${me}::integer and ${isInLeague(sql`l.id`, me)}), false) as runs
    ) caller
    cross join lateral (
      select count(*)::integer as bettors,
        not p.hide_options and exists (select from shown_bets s where s.item_id = i.id) as sums_shown
      from item_bettors b where b.item_id = i.id
    ) crowd
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
          'id', o.id, 'item', o.item_id, 'name', ${optionName(language)}, 'names', ${optionNames(language)}, 'option', o.option_id, 'partner', o.partner_id,
          'faces', jsonb_build_array(
            jsonb_build_object('file', first_image.name, 'picture', first.picture),
            jsonb_build_object('file', second_image.name, 'picture', second.picture)),
          'no_points', o.no_points, 'may_mark', ${isOpenItem}
            and i.layout <> 'home/away' and caller.runs, 'result', o.result, 'bet', bet.id, 'value', bet.value,
          'amount', case
            when i.started_at is not null then (select coalesce(sum(value), 0) from bets where item_option_id = o.id)
            when crowd.sums_shown then (select coalesce(sum(value), 0) from shown_bets where item_option_id = o.id) end
        ) order by o.position) as options
      from item_options o
      left join options first on first.id = o.option_id
      left join images first_image on first_image.id = first.image_id
      left join options second on second.id = o.partner_id
      left join images second_image on second_image.id = second.image_id
      left join bets bet on bet.item_option_id = o.id and bet.member_id = ${me}::integer
      where o.item_id = i.id
    ) choice
    left join lateral (
      select total, reason from ledger
      where item_id = i.id and member_id = ${me}::integer order by id desc limit 1
    ) mine on true
    where ${where}`;
}

/** The items that match `where`, as the caller may see them, in their games' order. */
export async function readItems(ctx: Context, where: RawBuilder<unknown>): Promise<ItemRow[]> {
  const reader = { id: callerId(ctx), language: ctx.language };
  const { rows } = await sql<ItemRow>`
    ${itemRows(reader, where)} order by i.post_id, i.position, i.id`.execute(ctx.db);
  return rows;
}

/** One item as the caller may see it; null if there is none. */
export async function readItem(ctx: Context, id: number): Promise<ItemRow | null> {
  return (await readItems(ctx, sql`i.id = ${id}::integer`))[0] ?? null;
}
