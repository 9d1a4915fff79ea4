import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import { maxRivals, minSample, type MemberStatistics } from '#contract/statistics.ts';
import { itemName, optionName } from '#server/db/content-names.ts';
import { plannedEachTime } from '#server/db/prepared-statements.ts';
import type { Context } from '#server/http/context.ts';
import { presentNamed, type NamedPicture } from '#server/presenters/picture.ts';
import { byName, endedItems, namedPlayer } from './statistics-parts.ts';

const formLength = 5;

type RivalRow = Omit<MemberStatistics['rivals'][number], 'member'> & { member: NamedPicture };
/** What the statistics of a member are until something in the league ends: without the names of the items in their form. */
export type MemberHistory = Omit<MemberStatistics, 'form'> & {
  readonly form: readonly Omit<MemberStatistics['form'][number], 'name'>[];
};
type HistoryRow = Omit<MemberHistory, 'rivals' | 'alike' | 'nemesis'> & {
  rivals: RivalRow[];
  alike: RivalRow | null;
  nemesis: RivalRow | null;
};

const presentRival = ({ member, ...rival }: RivalRow) => ({ ...rival, member: presentNamed(member) });

/** SQL: the first team in this order among those with enough bets, with its score as JSON. */
const firstTeam = (order: RawBuilder<unknown>) => sql`
  select jsonb_build_object('name', name, 'bets', bets, 'points', points) as score, team
  from team order by ${order}, ${byName()}, team limit 1`;

const rivalJson = sql`jsonb_build_object('member', ${namedPlayer}, 'shared', shared, 'same', same, 'gained', gained)`;

async function loadHistory(
  { db, language }: Context,
  { section, member }: QueryOf<'memberStatistics'>,
): Promise<MemberHistory | null> {
  const { rows } = await sql<{ statistics: HistoryRow | null }>`${plannedEachTime}
    with player as (
      select lm.member_id, lm.joined_at from league_members lm
      where lm.league_id = ${section}::integer and lm.active
    ),
    subject as (select * from player where member_id = ${member}::integer),
    ended as (${endedItems(section)}),
    score as (
      select l.item_id, l.member_id, sum(l.points) as points, sum(l.exact) as exact, sum(l.difference) as difference,
        sum(l.outcome) as outcome
      from ledger l join ended on ended.id = l.item_id join player using (member_id)
      where l.league_id = ${section}::integer
      group by l.item_id, l.member_id having sum(l.played) > 0
    ),
    own as (
      select ended.*, score.member_id is not null as has_bet, coalesce(score.points, 0) as points,
        coalesce(score.exact, 0) as exact, coalesce(score.difference, 0) as difference, coalesce(score.outcome, 0) as outcome
      from subject
      cross join ended
      left join score on score.item_id = ended.id and score.member_id = subject.member_id
      where score.member_id is not null or ended.ended_at >= subject.joined_at
    ),
    -- A run is what lies between two items without points.
    run as (
      select points, count(*) filter (where points <= 0) over (order by ended_at, id) as nth from own where not is_poll
    ),
    length as (select nth, count(*) filter (where points > 0) as items from run group by nth),
    recent as (
      select own.id, own.ended_at, own.points,
        case when not has_bet then 'none' when exact > 0 then 'exact' when points > 0 then 'hit' else 'missed' end as mark
      from own
      where not is_poll order by own.ended_at desc, own.id desc limit ${formLength}::integer
    ),
    choice as (
      select b.item_id, b.member_id, ended.layout, o.id, o.position, o.option_id, o.partner_id, b.value,
        b.value = max(b.value) over (partition by b.item_id, b.member_id) as is_most
      from own as ended
      join bets b on b.item_id = ended.id
      join item_options o on o.id = b.item_option_id
      where ended.has_bet and ended.is_shown and (b.value > 0 or ended.layout in ('home/away', 'bets'))
    ),
    team as (
      select array[choice.option_id, choice.partner_id] as team, count(*) as bets, sum(own.points) as points,
        (array_agg(${optionName(language)} order by own.ended_at desc, own.id desc, o.id))[1] as name
      from choice
      join subject using (member_id)
      join own on own.id = choice.item_id
      join item_options o on o.id = choice.id
      left join options first on first.id = o.option_id
      left join options second on second.id = o.partner_id
      where choice.option_id is not null and not own.is_poll
      group by choice.option_id, choice.partner_id having count(*) >= ${minSample}::integer
    ),
    best as (${firstTeam(sql`points::numeric / bets desc`)}),
    worst as (${firstTeam(sql`points::numeric / bets`)}),
    pick as (
      select item_id, member_id, case layout
        when 'home/away' then
          sign(max(value) filter (where position = 0) - max(value) filter (where position = 1))::text
        when 'vote' then string_agg(id::text, ' ' order by id)
        when 'balance' then string_agg(id::text, ' ' order by id) filter (where is_most)
        else string_agg(id || ':' || value, ' ' order by id) end as picked
      from choice group by item_id, member_id, layout
    ),
    rival as (
      select theirs.member_id, count(*) as shared, count(*) filter (where theirs.picked = mine.picked) as same,
        sum(score.points - own.points) as gained
      from subject
      join pick mine using (member_id)
      join own on own.id = mine.item_id
      join pick theirs on theirs.item_id = mine.item_id and theirs.member_id <> mine.member_id
      -- Whom the ledger gives no bet there, has left.
      join score on score.item_id = theirs.item_id and score.member_id = theirs.member_id
      group by theirs.member_id
    ),
    named as (
      select rival.*, m.id, m.name, g.name as file,
        row_number() over (order by same::numeric / shared desc, shared desc, ${byName(sql.ref('m.name'))}, m.id) as nth
      from rival join members m on m.id = rival.member_id left join images g on g.id = m.image_id
    )
    select (select jsonb_build_object(
        'played', count(*), 'bets', count(*) filter (where has_bet), 'points', coalesce(sum(points), 0),
        'scores', count(*) filter (where has_bet and layout = 'home/away'),
        'exact', coalesce(sum(exact), 0), 'difference', coalesce(sum(difference), 0), 'outcome', coalesce(sum(outcome), 0),
        'form', coalesce((
          select jsonb_agg(jsonb_build_object('item', id, 'points', points, 'mark', mark)
            order by ended_at desc, id desc) from recent), '[]'),
        'longest', coalesce((select max(items) from length), 0),
        'streak', coalesce((select items from length order by nth desc limit 1), 0),
        'best', (select score from best),
        'worst', (select worst.score from best join worst on worst.team is distinct from best.team),
        'rivals', coalesce((
          select jsonb_agg(${rivalJson} order by nth) from named where nth <= ${maxRivals}::integer), '[]'),
        'alike', (select ${rivalJson} from named where shared >= ${minSample}::integer order by nth limit 1),
        'nemesis', (select ${rivalJson} from named where gained > 0 order by gained desc, shared, ${byName()}, id limit 1))
      from own having exists (select from subject)) as statistics`.execute(db);
  const found = rows[0]?.statistics;
  if (!found) return null;
  return {
    ...found,
    rivals: found.rivals.map(presentRival),
    alike: found.alike && presentRival(found.alike),
    nemesis: found.nemesis && presentRival(found.nemesis),
  };
}

/** Names of those of the items whose games are not deleted. */
async function readItemNames(
  { db, language }: Context,
  items: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select i.id, ${itemName(language)} as name from items i join posts p on p.id = i.post_id and p.active
    where i.id = any(${[...items]}::integer[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Statistics of a member of the table, defined in contract/statistics.ts; null if they are not in it. */
export async function readMemberStatistics(
  ctx: Context,
  query: QueryOf<'memberStatistics'>,
): Promise<MemberStatistics | null> {
  const { section, member } = query;
  const history = await ctx.platform.caches.memberHistories.getOrLoad(
    `${section} ${member} ${ctx.language}`,
    () => loadHistory(ctx, query),
    (found) => ({
      // Teams are named.
      tags: [`league:${section}`, `table:${section}`, 'member:', 'option:'],
      bytes: 2 * JSON.stringify(found).length,
    }),
  );
  if (!history) return null;
  const names = await readItemNames(
    ctx,
    history.form.map(({ item }) => item),
  );
  return { ...history, form: history.form.map((it) => ({ ...it, name: names.get(it.item) ?? null })) };
}
