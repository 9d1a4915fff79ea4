import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { MemberBets } from '#contract/models.ts';
import { memberName } from '#server/db/content-names.ts';
import type { MemberContext } from '#server/http/context.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import type { ReasonCode } from '#contract/scoring.ts';
import type { ItemRow } from './item-rows.ts';
import { isInGroup } from './conditions.ts';
import { matchesSearch, readPage, type PageWindow } from './paged.ts';

type Row = Pick<MemberBets, 'member' | 'name' | 'points'> & {
  file: string | null;
  bets: MemberBets['options'];
  code: ReasonCode | null;
  joker: boolean;
};

const columns = (name: RawBuilder<string>) => sql`m.id as member, ${name} as name, g.name as file,
  (select jsonb_agg(jsonb_build_object('id', o.id, 'value', b.value) order by o.position)
   from bets b join item_options o on o.id = b.item_option_id
   where b.item_id = i.id and b.member_id = m.id) as bets,
  exists (select from jokers j where j.item_id = i.id and j.member_id = m.id) as joker,
  last.total as points, last.reason ->> 'code' as code`;

/**
 * Members' bets on one item, by points and then by name: before the start only the caller's own. A score with one side
 * missing is visible only to its own member.
 */
export async function readItemBets(
  { db, me, language }: MemberContext,
  item: ItemRow,
  query: QueryOf<'itemBets'> & PageWindow,
): Promise<{ membersOptions: MemberBets[]; count: number }> {
  const name = memberName('m', language);
  const inGroup = query.clan === undefined ? sql`true` : isInGroup(query.clan, sql`m.id`);
  const from = sql`
    from items i
    join lateral (
      select member_id from item_bettors where item_id = i.id
      union select ${me.id}::integer where exists (select from bets where item_id = i.id and member_id = ${me.id}::integer)
    ) bettor on true
    join members m on m.id = bettor.member_id
    left join images g on g.id = m.image_id
    left join lateral (
      select total, reason from ledger where item_id = i.id and member_id = m.id order by id desc limit 1
    ) last on true
    where i.id = ${item.id}::integer and (i.started_at is not null or m.id = ${me.id}::integer)
      and ${inGroup} and ${matchesSearch(name, query.search)}`;
  const order = sql`last.total desc nulls last, m.name, m.id`;
  const presentRow = (row: Row) => present(row, item);
  const { results, count } = await readPage(
    db,
    { columns: columns(name), from, order, present: presentRow },
    query,
  );
  return { membersOptions: results, count };
}

function present(row: Row, { layout, options, status }: ItemRow): MemberBets {
  const valueOf = (at: number) => row.bets.find(({ id }) => id === options[at]?.id)?.value ?? null;
  const isMatch = layout === 'home/away';
  const picked = layout === 'vote' ? options.filter(({ id }) => row.bets.some((bet) => bet.id === id)) : [];
  const face = picked.length === 1 ? picked[0]?.faces[0] : undefined;
  const counted = status === 'ended' && row.points !== null && row.code !== 'poll';
  return {
    member: row.member,
    name: row.name,
    image: pictureUrl(row.file),
    home_bet: isMatch ? valueOf(0) : null,
    away_bet: isMatch ? valueOf(1) : null,
    option_name: picked.length > 0 ? picked.map(({ name }) => name).join(' · ') : null,
    option_image: face ? pictureUrl(face.file, face.picture) : null,
    options: row.bets,
    result: counted ? ((row.points ?? 0) > 0 ? 'win' : 'faild') : null,
    points: row.points,
    ...(row.joker ? { joker: true } : {}),
  };
}
