import { sql } from 'kysely';
import type { Profile, ProfileItem } from '#contract/models.ts';
import type { MemberContext } from '#server/http/context.ts';
import { presentNamed, type NamedPicture } from '#server/presenters/picture.ts';
import { itemName } from '#server/db/content-names.ts';
import { readPlace } from './league-tables.ts';

/** Maximum items in the history chart. */
const maxHistory = 40;

type LeagueRow = Omit<Profile['leagues'][number], 'section' | 'rank' | 'players' | 'points'> & {
  league: NamedPicture;
};
type Row = { name: string; file: string | null; leagues: LeagueRow[] };

/**
 * A member in the leagues shared with the caller: their place in its table, and settled items in the order they ended. A
 * correction changes an item's points; a void removes the item. Medians of missed rounds count from the beginning.
 */
export async function readProfile(ctx: MemberContext, member: number): Promise<Profile | null> {
  const { db, me, language } = ctx;
  const { rows } = await sql<Row>`
    with shared as (
      select l.id, l.name, g.name as file from league_members mine
      join league_members theirs on theirs.league_id = mine.league_id and theirs.member_id = ${member}::integer and theirs.active
      join leagues l on l.id = mine.league_id and l.removed_at is null
      left join images g on g.id = l.image_id
      where mine.member_id = ${me.id}::integer and mine.active
    ),
    settled as (
      select d.league_id, d.item_id, sum(d.points) as points, (array_agg(d.reason ->> 'code' order by d.id desc))[1] as code
      from shared join ledger d on d.league_id = shared.id and d.member_id = ${member}::integer
      group by d.league_id, d.item_id
      having sum(d.played) > 0
    ),
    -- Once, not per settled item.
    missed as materialized (
      select d.league_id, sum(d.points) as points
      from shared join ledger d on d.league_id = shared.id and d.member_id = ${member}::integer and d.item_id is null
      group by d.league_id
    ),
    progress as (
      select s.*, ${itemName(language)} as name, i.ended_at,
        coalesce(missed.points, 0) + sum(s.points) over (partition by s.league_id order by i.ended_at, i.id) as total,
        row_number() over (partition by s.league_id order by i.ended_at desc, i.id desc) as from_newest
      from settled s join items i on i.id = s.item_id left join missed on missed.league_id = s.league_id
    )
    select m.name, g.name as file, coalesce((
      select jsonb_agg(jsonb_build_object(
        'league', jsonb_build_object('id', shared.id, 'name', shared.name, 'file', shared.file),
        'bets', (select count(*) from settled s where s.league_id = shared.id),
        'wins', (select count(*) from settled s where s.league_id = shared.id and s.points > 0),
        'history', coalesce((
          select jsonb_agg(jsonb_build_object('item', item_id, 'name', name, 'at', ended_at, 'points', points,
            'total', total, 'code', code) order by from_newest desc)
          from progress where progress.league_id = shared.id and from_newest <= ${maxHistory}::integer), '[]')
      )) from shared), '[]') as leagues
    from members m left join images g on g.id = m.image_id
    where m.id = ${member}::integer and m.deleted_at is null`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const withIsoDate = (it: ProfileItem): ProfileItem => ({ ...it, at: new Date(it.at).toISOString() });
  const leagues = await Promise.all(
    row.leagues.map(async ({ league, history, ...rest }) => {
      const place = await readPlace(ctx, league.id, member);
      return place && { section: presentNamed(league), ...place, ...rest, history: history.map(withIsoDate) };
    }),
  );
  return {
    member: presentNamed({ id: member, name: row.name, file: row.file }),
    leagues: leagues
      .filter((it) => it !== null)
      .toSorted((one, other) => other.points - one.points || one.section.id - other.section.id),
  };
}
