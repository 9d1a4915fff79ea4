import { sql, type RawBuilder } from 'kysely';
import type { QueryOf } from '#contract/calls.ts';
import type { StandingsRow, TieBreak } from '#contract/models.ts';
import type { LiveMatch } from '#contract/what-if.ts';
import { optionName } from '#server/db/content-names.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import { isInGroup, tableOrder } from './conditions.ts';
import { missedRounds } from './missed-rounds.ts';
import { matches, matchesSearch, type PageWindow } from './paged.ts';
import { ruleOf, scoredBets } from './score-bets.ts';

export type StandingRow = Omit<StandingsRow, 'member' | 'average'> & {
  member: number;
  /** The part of the points that are medians of missed rounds. */
  late: number;
  name: string;
  file: string | null;
};
/** The number of settled items in a row's form. */
const formLength = 5;

export type StandingsPage<Row, Live> = {
  count: number;
  rows: Row[];
  mine: Row | null;
  above: Row | null;
  tie_break: TieBreak;
  live: Live;
};
export type StandingsQuery = QueryOf<'standings'> & PageWindow;

/** SQL: the table's started matches with a known score; only `item`, if given. */
const liveMatches = ({ section, post }: StandingsQuery, item?: number) => sql`
  select i.id, i.post_id, i.date, i.layout, i.rules, i.details #> '{source,score}' as score
  from items i join posts p on p.id = i.post_id and p.active join leagues l on l.id = i.league_id and l.active
  where i.league_id = ${section}::integer and i.status = 'started' and i.layout = 'home/away'
    and ${matches(sql`i.post_id`, post)} and ${matches(sql`i.id`, item)}
    and jsonb_typeof(i.details #> '{source,score}') = 'object'`;

/** SQL: scores of the members' bets on match `live` by its current score. */
const liveScores = scoredBets({
  id: sql`live.id`,
  layout: 'home/away',
  rule: ruleOf(sql`live.rules`, sql`live.layout`),
  hasJokers: sql`coalesce(live.rules -> 'joker' = 'true', false)`,
  isByCrowd: sql`false`,
  options: (item) => sql`
    select id, position, name, no_points,
      (live.score ->> case position when 0 then 'home' else 'away' end)::integer as result
    from item_options where item_id = ${item}`,
});

/** SQL: points of late joiners for games that will be over when the live matches end. */
const liveMedians = missedRounds({
  games: sql`i.post_id in (select post_id from live) and i.rules ->> 'late_joiner' = 'median'`,
  isOver: sql`i.status in ('ended', 'void') or i.id in (select id from live)`,
  bettors: sql`
    select member_id, sum(points) as points from (
      select l.member_id, l.points, l.played from ledger l where l.post_id = game.post_id and l.item_id is not null
      union all
      select score.member_id, score.points, 1 from score where score.post_id = game.post_id
    ) line group by member_id having sum(played) > 0`,
  members: sql`true`,
});

/** The data of a table: its ledger lines, and which of them count for the previous ranks. */
type Source = {
  /** Lines in addition to the ledger's. */
  lines: RawBuilder<unknown>;
  /** SQL: ledger line `l` counts for the previous ranks. */
  isEarlier: RawBuilder<boolean>;
  /** SQL: the player was not in the previous table. */
  isNew: RawBuilder<boolean>;
  /** Additional columns of a row, and the expression for `live`. */
  columns: RawBuilder<unknown>;
  live: RawBuilder<unknown>;
  item?: number | undefined;
};

/** The source of the real table. */
const currentLedger: Source = {
  lines: sql``,
  // The median of a missed game came with the game's last item.
  isEarlier: sql`case when l.item_id is null then l.post_id is distinct from newest.post_id
    else l.item_id is distinct from newest.id end`,
  // Members who joined after the last item ended were not in the previous table.
  isNew: sql`player.joined_at > newest.ended_at`,
  columns: sql``,
  live: sql`(select count(*) from live)`,
};

/**
 * A page of the table, the caller's row and one row of the next better place, in one round trip: the ledger's sums of the
 * league's members, ranked 1-2-2-4 (decisions §6) by the league's tie-breaks, with ranks before the last ended item (for
 * `move`) and form. A vote that ended without a result was a poll, and is not part of the form.
 */
export const readStandings = (
  db: Db,
  me: number | null,
  query: StandingsQuery,
): Promise<StandingsPage<StandingRow, number>> => readTable(db, me, query, currentLedger);

export type ProjectedStanding = StandingRow & { gain: number };
export type ProjectionQuery = StandingsQuery & { item?: number | undefined };

/** The current score of a live match. */
export type LiveScore = { item: number; home: number; away: number };

/** The source of the table if its live matches ended with their present scores. */
const projection: Source = {
  lines: sql`
    union all (
      with score as (
        select live.post_id, live.id, scored.* from live cross join lateral (with ${liveScores} select * from scored) scored
      )
      select member_id, id, points, exact, difference, outcome, 1, false from score
      union all
      select member_id, null, points, 0, 0, 0, 0, false from (${liveMedians}) missed
    )`,
  isEarlier: sql`true`,
  isNew: sql`false`,
  columns: sql`, points - points_before as gain`,
  live: sql`(select coalesce(jsonb_agg(jsonb_build_object('item', id, 'home', (score ->> 'home')::integer,
    'away', (score ->> 'away')::integer) order by date, id), '[]') from live)`,
};

/**
 * The table if its live matches (or only `item`) ended with their present scores, in one round trip. `move` is relative to
 * the real table.
 */
export const readProjectedStandings = (
  db: Db,
  me: number | null,
  { item, ...query }: ProjectionQuery,
): Promise<StandingsPage<ProjectedStanding, LiveScore[]>> =>
  readTable(db, me, query, { ...projection, item });

/** Live matches with the names of their sides, in the order of their scores. */
export async function readLiveMatches(
  { db, language }: Pick<Context, 'db' | 'language'>,
  live: readonly LiveScore[],
): Promise<LiveMatch[]> {
  if (live.length === 0) return [];
  const { rows } = await sql<{ item: number; names: [home: string, away: string] }>`
    select o.item_id as item, jsonb_agg(${optionName(language)} order by o.position) as names
    from item_options o
    left join options first on first.id = o.option_id
    left join options second on second.id = o.partner_id
    where o.item_id = any(${live.map(({ item }) => item)}::integer[]) group by o.item_id`.execute(db);
  const namesOf = new Map(rows.map(({ item, names }) => [item, names]));
  return live.map(({ item, home, away }) => {
    const [ofHome = '', ofAway = ''] = namesOf.get(item) ?? [];
    return { item, home: { name: ofHome, score: home }, away: { name: ofAway, score: away } };
  });
}

/** SQL: the marks of the items `recent` for a member, in their order. */
const formOf = (member: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(case when last.code is null or last.code = 'void' then 'none'
    when last.code = 'exact' then 'exact' when last.total > 0 then 'hit' else 'missed' end order by recent.nth), '[]')
  from recent
  left join lateral (
    select l.total, l.reason ->> 'code' as code from ledger l
    where l.item_id = recent.id and l.member_id = ${member} order by l.id desc limit 1
  ) last on true)`;

/** SQL: the common table expressions of a table; the last one, `page`, has a row per player, with those on the page marked. */
function tableParts(query: StandingsQuery, { lines, isEarlier, isNew, columns, item }: Source) {
  const { section, clan, post, search, limit, offset } = query;
  const inGroup = clan === undefined ? sql`true` : isInGroup(clan, sql`lm.member_id`);
  const sum = (name: string) => sql`coalesce(${sql.ref(name)}, 0)`;
  const order = (when: '' | '_before') =>
    tableOrder(sql`league.tie_break`, {
      points: sum(`points${when}`),
      exact: sum(`exact${when}`),
      difference: sum(`difference${when}`),
      outcome: sum(`outcome${when}`),
    });
  return sql`
    league as (select tie_break from leagues where id = ${section}::integer),
    player as (
      select lm.member_id, lm.joined_at from league_members lm
      where lm.league_id = ${section}::integer and lm.active and ${inGroup}
    ),
    ended as (
      select i.id, i.post_id, i.ended_at, i.layout from items i join posts p on p.id = i.post_id
      where p.league_id = ${section}::integer and ${matches(sql`p.id`, post)} and i.status = 'ended'
    ),
    newest as (select id, post_id, ended_at from ended order by ended_at desc, id desc limit 1),
    recent as (
      select id, row_number() over (order by ended_at desc, id desc) as nth from ended
      where layout <> 'vote' or exists (select from item_options o where o.item_id = ended.id and o.result = 1)
      order by nth limit ${formLength}::integer
    ),
    live as (${liveMatches(query, item)}),
    line as (
      select l.member_id, l.item_id, l.points, l.exact, l.difference, l.outcome, l.played, ${isEarlier} as earlier
      from ledger l left join newest on true
      where l.league_id = ${section}::integer and ${matches(sql`l.post_id`, post)} ${lines}
    ),
    sums as (
      select member_id, sum(points) as points, sum(exact) as exact, sum(difference) as difference,
        sum(outcome) as outcome, sum(played) as bets, sum(points) filter (where item_id is null) as late,
        coalesce(sum(points) filter (where earlier), 0) as points_before,
        coalesce(sum(exact) filter (where earlier), 0) as exact_before,
        coalesce(sum(difference) filter (where earlier), 0) as difference_before,
        coalesce(sum(outcome) filter (where earlier), 0) as outcome_before
      from line group by member_id
    ),
    ranked as (
      select player.member_id, coalesce(points, 0) as points, coalesce(exact, 0) as exact,
        coalesce(difference, 0) as difference, coalesce(outcome, 0) as outcome, coalesce(bets, 0) as bets, coalesce(late, 0) as late,
        coalesce(points_before, 0) as points_before, rank() over (order by ${order('')}) as rank,
        ${isNew} as is_new,
        rank() over (partition by ${isNew}
          order by ${order('_before')}) as rank_before,
        exists (select from line where earlier) as had_table
      from player
      cross join league
      left join sums using (member_id)
      left join newest on true
    ),
    named as (
      select ranked.*, m.name, g.name as file, ${matchesSearch(sql`m.name`, search)} as found
      from ranked
      join members m on m.id = ranked.member_id
      left join images g on g.id = m.image_id
    ),
    placed as (
      select named.*, row_number() over (partition by found order by rank, name, member_id) as place from named
    ),
    page as (
      select rank, case when is_new is false and had_table then rank_before - rank end as move, member_id as member,
        name, file, points, exact, difference, outcome, bets, late, place, found and place > ${offset}::integer
          and place <= ${offset + limit}::integer as on_page ${columns}
      from placed
    )`;
}

async function readTable<Row, Live>(
  db: Db,
  me: number | null,
  query: StandingsQuery,
  source: Source,
): Promise<StandingsPage<Row, Live>> {
  const { rows } = await sql<StandingsPage<Row, Live>>`
    with ${tableParts(query, source)},
    above as (
      select member from page where rank < (select rank from page where member = ${me}::integer)
      order by rank desc, name, member limit 1
    ),
    shown as (
      select page.*, ${formOf(sql`page.member`)} as form
      from page where on_page or member in (${me}::integer, (select member from above))
    )
    select (select count(*) from placed where found) as count,
      coalesce((select jsonb_agg(shown order by place) from shown where on_page), '[]') as rows,
      (select to_jsonb(shown) from shown where member = ${me}::integer) as mine,
      (select to_jsonb(shown) from shown where member = (select member from above)) as above,
      (select tie_break from league) as tie_break, ${source.live} as live`.execute(db);
  return onlyRow(rows);
}

/** The numeric columns of a table row, in this order; `move` is null for new members. */
export const rowNumbers = [
  'member',
  'rank',
  'move',
  'points',
  'exact',
  'difference',
  'outcome',
  'bets',
  'late',
] as const satisfies readonly (keyof StandingRow)[];

/** Those of a projected table. */
export const projectedNumbers = [...rowNumbers, 'gain'] as const;

/** A whole table in rank order, without the names, pictures and form of its rows. */
export type TableNumbers<Live> = Pick<StandingsPage<never, Live>, 'tie_break' | 'live'> & {
  rows: (number | null)[][];
  /** Ids of the items that the form consists of, newest first. */
  recent: number[];
};

async function readNumbers<Live>(
  db: Db,
  table: Pick<StandingsQuery, 'section' | 'post'>,
  names: readonly string[],
  source: Source,
): Promise<TableNumbers<Live>> {
  const { rows } = await sql<TableNumbers<Live>>`
    with ${tableParts({ ...table, limit: 0, offset: 0 }, source)}
    select coalesce((
        select json_agg(json_build_array(${sql.join(names.map((name) => sql.ref(`page.${name}`)))}) order by place) from page
      ), '[]') as rows,
      coalesce((select jsonb_agg(id order by nth) from recent), '[]') as recent,
      (select tie_break from league) as tie_break, ${source.live} as live`.execute(db);
  return onlyRow(rows);
}

/** The numbers of all rows of a league's or game's table, in one round trip. */
export const readTableNumbers = (
  db: Db,
  table: Pick<StandingsQuery, 'section' | 'post'>,
): Promise<TableNumbers<number>> => readNumbers(db, table, rowNumbers, currentLedger);

/** The numbers of all rows of a projected table, in one round trip. */
export const readProjectedNumbers = (
  db: Db,
  { item, ...table }: Pick<ProjectionQuery, 'section' | 'post' | 'item'>,
): Promise<TableNumbers<LiveScore[]>> => readNumbers(db, table, projectedNumbers, { ...projection, item });

/** Names, pictures and form (on the items `recent`) of members; unordered. */
export async function readPlayers(
  db: Db,
  recent: readonly number[],
  members: readonly number[],
): Promise<Pick<StandingRow, 'member' | 'name' | 'file' | 'form'>[]> {
  const { rows } = await sql<Pick<StandingRow, 'member' | 'name' | 'file' | 'form'>>`
    with recent as (select id, nth from unnest(${[...recent]}::integer[]) with ordinality item (id, nth))
    select m.id as member, m.name, g.name as file, ${formOf(sql`m.id`)} as form
    from members m left join images g on g.id = m.image_id
    where m.id = any(${[...members]}::integer[])`.execute(db);
  return rows;
}
