import { sql } from 'kysely';
import type { MemberBets } from '#contract/models.ts';
import type { Db } from '#server/db/tables.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import type { ReasonCode } from '#contract/scoring.ts';
import type { ItemRow } from './item-rows.ts';
import { likePattern } from './paged.ts';

export type ItemBetsQuery = {
  readonly clan?: number | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

type Row = {
  member: number;
  name: string;
  file: string | null;
  bets: { id: number; value: number }[];
  points: number | null;
  code: ReasonCode | null;
};

/**
 * Members' bets on one item, by points and then by name: everybody's after the start, the caller's own before it. A
 * score with one side missing is visible to its own member only.
 */
export async function readItemBets(
  db: Db,
  me: number,
  item: ItemRow,
  query: ItemBetsQuery,
): Promise<{ membersOptions: MemberBets[]; count: number }> {
  const clan = query.clan ?? null;
  const search = query.search ?? '';
  const { rows } = await sql<{ count: number; page: Row[] }>`
    with visible as (
      select m.id as member, m.name, g.name as file,
        (select jsonb_agg(jsonb_build_object('id', o.id, 'value', b.value) order by o.position)
         from bets b join item_options o on o.id = b.item_option_id
         where b.item_id = i.id and b.member_id = m.id) as bets,
        last.total as points, last.reason ->> 'code' as code
      from items i
      join lateral (
        select member_id from item_bettors where item_id = i.id
        union select ${me}::integer where exists (select from bets where item_id = i.id and member_id = ${me}::integer)
      ) bettor on true
      join members m on m.id = bettor.member_id
      left join images g on g.id = m.image_id
      left join lateral (
        select total, reason from ledger where item_id = i.id and member_id = m.id order by id desc limit 1
      ) last on true
      where i.id = ${item.id}::integer
        and (i.started_at is not null or m.id = ${me}::integer)
        and (${clan}::integer is null or exists (
          select from group_members gm where gm.group_id = ${clan}::integer and gm.member_id = m.id and gm.active))
        and (${search}::text = '' or m.name ilike ${likePattern(search)}::text)
    ),
    page as (
      select *, row_number() over (order by points desc nulls last, name, member) as place from visible
      order by place limit ${query.limit}::integer offset ${query.offset}::integer
    )
    select (select count(*) from visible) as count,
      coalesce((select jsonb_agg(page order by place) from page), '[]') as page`.execute(db);
  const { count, page } = rows[0] ?? { count: 0, page: [] };
  return { membersOptions: page.map((row) => present(row, item)), count };
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
    image: pictureUrl({ file: row.file, picture: null }),
    home_bet: isMatch ? valueOf(0) : null,
    away_bet: isMatch ? valueOf(1) : null,
    option_name: picked.length > 0 ? picked.map(({ name }) => name).join(' · ') : null,
    option_image: face ? pictureUrl(face) : null,
    options: row.bets,
    result: counted ? ((row.points ?? 0) > 0 ? 'win' : 'faild') : null,
    points: row.points,
  };
}
