import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleDefaults, type Layout } from '#contract/layouts.ts';
import { tieBreaks, type TieBreak } from '#contract/models.ts';
import {
  balanceWinners,
  hasMedians,
  scoreBet,
  type BetValues,
  type ItemResult,
  type Rules,
  type RuleValue,
} from '#contract/scoring.ts';
import { settleLateJoiners } from '#server/commands/late-joiners.ts';
import { settleItem, writeCrowdResults } from '#server/commands/settle-item.ts';
import { transaction } from '#server/db/transaction.ts';
import { readRulesPreview } from '#server/queries/rules-preview.ts';
import { readProjectedStandings, readStandings } from '#server/queries/standings.ts';
import { runSize } from '#tests/support/run-size.ts';
import { leagueWithMembers } from '#tests/support/server/leagues-and-games.ts';
import { pointsOfMissed } from '#tests/support/server/missed-rounds.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** Tables by other rules and by live scores equal a fold over bets alone, in random leagues. */

const people = ['ו', 'ב', 'ה', 'א', 'ד'] as const;
/** A member who has bet, and has left the league since. */
const leaverIndex = 3;
/** The items of a game were closed one a day from then on. */
const firstDay = '2026-06-11T12:00:00Z';

type Play = {
  noPoints: boolean[];
  /** By member, then by option. */
  bets: (number | null)[][];
  /** `live`: a match with a known score; `silent`: one without. */
  state: 'ended' | 'void' | 'live' | 'silent' | 'open';
  result: number[];
};
type Game = {
  layout: Layout;
  rules: Rules;
  deleted: boolean;
  plays: Play[];
  /** By member: the index of the item that has their joker. */
  jokers: (number | null)[];
};
type LeagueModel = {
  over: Game;
  other: Rules;
  /** Games that are not over. */
  cups: Game[];
  tieBreak: TieBreak;
  caller: number;
  /** By member: how many items of each game were closed when they joined. */
  joined: number[];
};

const few = fc.integer({ min: 0, max: 2 });
const points = fc.integer({ min: 0, max: 9 });
const each = <T>(value: fc.Arbitrary<T>, length: number) =>
  fc.array(value, { minLength: length, maxLength: length });

const values: Record<Layout, fc.Arbitrary<number>> = {
  'home/away': few,
  vote: fc.constantFrom(0, 1),
  balance: fc.integer({ min: 0, max: 5 }).map((tens) => tens * 10),
  bets: few,
};
const results: Record<Layout, fc.Arbitrary<number>> = {
  'home/away': few,
  vote: fc.constantFrom(0, 0, 1),
  balance: fc.constantFrom(0, 0, 1),
  bets: few,
};
const stageRules = { multiplier: fc.integer({ min: 1, max: 3 }), joker: fc.boolean() };
const underdog = fc.integer({ min: 0, max: 4 });
const ownRules: Record<Layout, Record<string, fc.Arbitrary<RuleValue>>> = {
  'home/away': { pts_exact: points, pts_difference: points, pts_outcome: points, underdog, ...stageRules },
  vote: { pts_correct: points, underdog, ...stageRules },
  balance: {
    pts_correct: points,
    decided_by: fc.constantFrom('result', 'crowd'),
    even_breakpoint: fc.constantFrom(0, 5, 20),
    ...stageRules,
  },
  bets: { pts_exact: points, pts_close: points, ...stageRules },
};
const rulesOf = (layout: Layout) =>
  fc.record<Record<string, RuleValue>>(ownRules[layout], { requiredKeys: [] });

function playsOf(layout: Layout, states: readonly Play['state'][]): fc.Arbitrary<Play> {
  const sizes = layout === 'home/away' ? fc.constant(2) : fc.integer({ min: 2, max: 4 });
  return sizes.chain((options) =>
    fc.record<Play>({
      noPoints:
        layout === 'home/away'
          ? each(fc.constant(false), 2)
          : each(
              fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
              options,
            ),
      bets: each(each(fc.option(values[layout], { freq: 6 }), options), people.length),
      state: fc.constantFrom(...states),
      result: each(results[layout], options),
    }),
  );
}
const gamesOf = (layout: Layout, states: readonly Play['state'][], deleted: fc.Arbitrary<boolean>) =>
  fc
    .record({
      rules: fc
        .tuple(rulesOf(layout), fc.constantFrom(true, true, false))
        .map(([rules, medians]): Rules => (medians ? { ...rules, late_joiner: 'median' } : rules)),
      deleted,
      plays: fc.array(playsOf(layout, states), { minLength: 1, maxLength: 3 }),
      jokers: each(fc.option(few), people.length),
    })
    .map((game): Game => ({ ...game, layout }));

/** More items than any game has. */
const newcomer = 9;
/** Newcomers have not bet; a late member with bets has been in the league before. */
const withoutBetsOf = (joined: readonly number[], game: Game): Game => ({
  ...game,
  plays: game.plays.map((play) => ({
    ...play,
    bets: play.bets.map((row, member) => (joined[member] === newcomer ? row.map(() => null) : row)),
  })),
});

const leagueModels = fc.constantFrom<Layout>('home/away', 'vote', 'balance', 'bets').chain((layout) =>
  fc
    .record<LeagueModel>({
      over: gamesOf(layout, ['ended', 'ended', 'ended', 'void'], fc.constant(false)),
      other: rulesOf(layout),
      cups: fc.array(
        gamesOf(
          'home/away',
          ['ended', 'live', 'live', 'live', 'live', 'silent', 'open'],
          fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
        ),
        { minLength: 1, maxLength: 2 },
      ),
      tieBreak: fc.constantFrom(...tieBreaks),
      caller: fc.integer({ min: 0, max: people.length - 1 }),
      joined: each(fc.constantFrom(0, 0, 0, 1, 3, newcomer, newcomer), people.length),
    })
    .map(({ over, cups, joined, ...model }) => ({
      ...model,
      joined,
      over: withoutBetsOf(joined, over),
      cups: cups.map((cup) => withoutBetsOf(joined, cup)),
    })),
);

const nothing = { points: 0, exact: 0, difference: 0, outcome: 0, bets: 0 };
type Sums = Record<keyof typeof nothing, number>;

/** Each member's sums over the items in these states by the rules; results are by the game's own rules. */
function fold(
  { layout, rules: own, plays, jokers }: Game,
  states: readonly Play['state'][],
  other: Rules = {},
): Sums[] {
  const sums = people.map(() => ({ ...nothing }));
  plays.forEach(({ state, bets, noPoints, result }, at) => {
    if (!states.includes(state)) return;
    const byId = (row: readonly (number | null)[]): BetValues =>
      Object.fromEntries(row.flatMap((value, id) => (value === null ? [] : [[id, value]])));
    const options = noPoints.map((hasNoPoints, id) => ({ id, noPoints: hasNoPoints }));
    const totals = byId(options.map(({ id }) => bets.reduce((sum, row) => sum + (row[id] ?? 0), 0)));
    const named = options
      .filter(({ id, noPoints: hasNoPoints }) => result[id] === 1 && !hasNoPoints)
      .map(({ id }) => id);
    const [home = 0, away = 0] = result;
    const entered: ItemResult =
      layout === 'home/away'
        ? { kind: 'score', home, away }
        : layout === 'bets'
          ? { kind: 'values', values: byId(result) }
          : { kind: 'options', options: named };
    const allBets = bets.map(byId);
    const settlement = { layout, options, result: entered, totals, bets: allBets };
    // What the crowd decided by the game's own rules is kept as the result.
    const itemResult: ItemResult =
      layout === 'balance'
        ? {
            kind: 'options',
            options: [
              ...balanceWinners({ ...settlement, rules: { ...ruleDefaults[layout], ...own } }).winners,
            ],
          }
        : entered;
    const rules = { ...ruleDefaults[layout], ...own, ...other };
    allBets.forEach((bet, member) => {
      const score = scoreBet({ ...settlement, rules, result: itemResult }, bet, {
        joker: jokers[member] === at,
      });
      const sum = sums[member];
      if (!score || !sum) return;
      sum.points += score.points;
      sum.exact += score.exact;
      sum.difference += score.difference;
      sum.outcome += score.outcome;
      sum.bets += 1;
    });
  });
  return sums;
}
/** Adds what late joiners get, if the game is over once the items in these states have ended. */
function withMedian(
  { layout, rules, plays }: Game,
  states: readonly Play['state'][],
  joined: readonly number[],
  sums: readonly Sums[],
): Sums[] {
  if (!hasMedians(rules)) return [...sums];
  const isBet = (row: readonly (number | null)[] = []) =>
    layout === 'home/away' ? row.every((value) => value !== null) : row.some((value) => value !== null);
  const scored = sums.filter(({ bets }) => bets > 0).map((sum) => sum.points);
  return sums.map((sum, member) => ({
    ...sum,
    points:
      sum.points +
      pointsOfMissed({
        items: plays.map(({ state }, at) => ({
          status: state === 'open' || state === 'void' ? state : states.includes(state) ? 'ended' : 'started',
          wasClosed: state !== 'open' && at < (joined[member] ?? 0),
        })),
        hasBet: plays.some(({ bets }) => isBet(bets[member])),
        points: scored,
      }),
  }));
}
const add = (one: Sums[], other: Sums[]): Sums[] =>
  one.map((sum, at) => ({
    points: sum.points + (other[at]?.points ?? 0),
    exact: sum.exact + (other[at]?.exact ?? 0),
    difference: sum.difference + (other[at]?.difference ?? 0),
    outcome: sum.outcome + (other[at]?.outcome ?? 0),
    bets: sum.bets + (other[at]?.bets ?? 0),
  }));

/** Ranks 1-2-2-4 of the present members, by points and then the counters in this order. */
function ranksOf(sums: readonly Sums[], tieBreak: TieBreak): number[] {
  const keys = ['points', ...tieBreak.split(',')] as (keyof Sums)[];
  const isAbove = (one: Sums, other: Sums) => {
    const key = keys.find((name) => one[name] !== other[name]);
    return key !== undefined && one[key] > other[key];
  };
  return sums.map((sum) => 1 + sums.filter((other, at) => at !== leaverIndex && isAbove(other, sum)).length);
}
const compareText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
/** The members of the table by rank, then by name. */
const inOrder = (ranks: readonly number[]) =>
  people
    .map((name, at) => ({ name, at }))
    .filter(({ at }) => at !== leaverIndex)
    .toSorted((a, b) => (ranks[a.at] ?? 0) - (ranks[b.at] ?? 0) || compareText(a.name, b.name))
    .map(({ at }) => at);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let members: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    members = (await leagueWithMembers(server, people)).members.map(({ id }) => id);
  });
  afterAll(() => server.close());

  async function makeLeague(tieBreak: TieBreak, joined: readonly number[]): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      with league as (
        insert into leagues (name, code, tie_break) values ('ליגה', ${crypto.randomUUID()}, ${tieBreak}) returning id
      ),
      joined as (
        insert into league_members (league_id, member_id, active, first_joined_at)
        select league.id, member, member <> ${members[leaverIndex]}::integer, ${firstDay}::timestamptz + closed * interval '1 day'
        from league, unnest(${members}::integer[], ${joined}::integer[]) as m (member, closed)
      )
      select id from league`.execute(server.platform.db);
    return rows[0]?.id ?? 0;
  }

  /** Stores the game in the league, and settles what has ended. */
  async function store(league: number, game: Game): Promise<number> {
    const { db } = server.platform;
    const { layout, rules, deleted, plays, jokers } = game;
    const { rows } = await sql<{ post: number; items: number[] }>`
      with post as (
        insert into posts (league_id, layout, active) values (${league}::integer, ${layout}, ${!deleted}::boolean) returning id
      ),
      play as (select * from jsonb_array_elements(${JSON.stringify(plays)}::jsonb) with ordinality as p (play, place)),
      item as (
        insert into items (post_id, position, layout, rules, status, started_at, ended_at, details)
        select post.id, place, ${layout}, ${JSON.stringify(rules)}::jsonb,
          case play ->> 'state' when 'live' then 'started' when 'silent' then 'started' else play ->> 'state' end,
          case when play ->> 'state' <> 'open' then ${firstDay}::timestamptz + (place - 0.5) * interval '1 day' end,
          case when play ->> 'state' = 'ended' then clock_timestamp() end,
          case play ->> 'state'
            when 'live' then jsonb_build_object('source', jsonb_build_object('score',
              jsonb_build_object('home', play #> '{result,0}', 'away', play #> '{result,1}')))
            when 'silent' then '{"source": {"score": null}}' else '{}' end
        from post, play order by place returning id, position
      ),
      choice as (
        insert into item_options (item_id, position, name, no_points, result)
        select item.id, o.place - 1, o.place::text, o.out::boolean,
          case when play ->> 'state' = 'ended' then case
            when ${layout} in ('home/away', 'bets') then (play -> 'result' ->> (o.place - 1)::integer)::integer
            when o.out::boolean then 0 else (play -> 'result' ->> (o.place - 1)::integer)::integer end end
        from item join play on play.place = item.position,
          jsonb_array_elements(play -> 'noPoints') with ordinality as o (out, place) order by item.position, o.place
        returning id, item_id, position
      ),
      placed as (
        insert into bets (item_id, item_option_id, member_id, value)
        select item.id, choice.id, (${members}::integer[])[m.nth], (v.value #>> '{}')::integer
        from item join play on play.place = item.position join choice on choice.item_id = item.id,
          jsonb_array_elements(play -> 'bets') with ordinality as m (row, nth),
          jsonb_array_elements(m.row) with ordinality as v (value, nth)
        where v.nth = choice.position + 1 and v.value <> 'null'
      ),
      doubled as (
        insert into jokers (post_id, member_id, item_id)
        select post.id, (${members}::integer[])[j.nth], item.id
        from post, unnest(${jokers}::integer[]) with ordinality as j (place, nth) join item on item.position = j.place + 1
      )
      select (select id from post) as post, (select jsonb_agg(id order by position) from item) as items`.execute(
      db,
    );
    const stored = rows[0];
    if (!stored) throw new Error('nothing stored');
    for (const [at, id] of stored.items.entries()) {
      if (plays[at]?.state !== 'ended') continue;
      const item = { id, layout, rules };
      if (layout === 'balance' && rules.decided_by === 'crowd') await writeCrowdResults(db, item);
      await settleItem(db, item);
    }
    await transaction(db, (trx) => settleLateJoiners(trx, { league, post: stored.post, rules }));
    return stored.post;
  }

  test('tables by other rules and by live scores equal a fold over bets, and leave the real table unchanged', async () => {
    const runs = runSize('random leagues with other rules and live scores', 400, 10_000);
    const caseCounts = {
      moved: 0,
      gained: 0,
      changed: 0,
      live: 0,
      hidden: 0,
      medians: 0,
      projectedMedians: 0,
    };
    await fc.assert(
      fc.asyncProperty(leagueModels, async ({ over, other, cups, tieBreak, caller, joined }) => {
        const { db } = server.platform;
        const league = await makeLeague(tieBreak, joined);
        const post = await store(league, over);
        for (const cup of cups) await store(league, cup);
        const me = members[caller] ?? 0;
        const page = { limit: 100, offset: 0 };
        const before = await readStandings(db, me, { section: league, ...page });

        const tableOf = (game: Game, states: readonly Play['state'][], rules?: Rules) =>
          withMedian(game, states, joined, fold(game, states, rules));
        const real = tableOf(over, ['ended']);
        const previewed = tableOf(over, ['ended'], other);
        const [realRanks, ranks] = [ranksOf(real, tieBreak), ranksOf(previewed, tieBreak)];
        const preview = await readRulesPreview(db, me, { post, league, layout: over.layout }, other, page);
        const previewRow = (at: number) => ({
          rank: ranks[at],
          member: members[at],
          name: people[at],
          points: previewed[at]?.points,
          exact: previewed[at]?.exact,
          real_rank: realRanks[at],
          real_points: real[at]?.points,
        });
        const seenOf = <Row extends object>(row: Row, keys: object) =>
          Object.fromEntries(Object.entries(row).filter(([key]) => key in keys));
        expect(preview.count).toBe(people.length - 1);
        expect(preview.rows.map((row) => seenOf(row, previewRow(0)))).toEqual(inOrder(ranks).map(previewRow));
        expect(preview.mine && seenOf(preview.mine, previewRow(0))).toEqual(
          caller === leaverIndex ? null : previewRow(caller),
        );

        const playing = cups.filter(({ deleted }) => !deleted);
        const sumOf = (tables: readonly Sums[][]) => tables.reduce(add, real);
        const current = sumOf(cups.map((cup) => tableOf(cup, ['ended'])));
        const projected = sumOf(cups.map((cup) => tableOf(cup, cup.deleted ? ['ended'] : ['ended', 'live'])));
        const [standing, next] = [ranksOf(current, tieBreak), ranksOf(projected, tieBreak)];
        const hadTable = current.some(({ bets }) => bets > 0);
        const table = await readProjectedStandings(db, me, { section: league, ...page });
        const gainOf = (at: number) => (projected[at]?.points ?? 0) - (current[at]?.points ?? 0);
        const projectedRow = (at: number) => ({
          ...projected[at],
          rank: next[at],
          move: hadTable ? (standing[at] ?? 0) - (next[at] ?? 0) : null,
          member: members[at],
          gain: gainOf(at),
        });
        expect(table.rows.map((row) => seenOf(row, projectedRow(0)))).toEqual(
          inOrder(next).map(projectedRow),
        );
        expect(table.mine && seenOf(table.mine, projectedRow(0))).toEqual(
          caller === leaverIndex ? null : projectedRow(caller),
        );
        const live = playing.flatMap(({ plays }) => plays.filter(({ state }) => state === 'live'));
        expect(table.live.map(({ home, away }) => [home, away])).toEqual(live.map(({ result }) => result));
        expect(before.live).toBe(live.length);

        expect(await readStandings(db, me, { section: league, ...page })).toEqual(before);
        caseCounts.changed += previewed.filter((sum, at) => sum.points !== real[at]?.points).length;
        caseCounts.moved += ranks.filter((rank, at) => rank !== realRanks[at]).length;
        caseCounts.gained += people.filter((_, at) => gainOf(at) > 0).length;
        const hasNewMedian = (more: readonly Sums[], less: readonly Sums[]) =>
          Number(more.some((sum, at) => sum.points !== less[at]?.points && sum.bets === 0));
        caseCounts.medians += hasNewMedian(previewed, real);
        for (const cup of playing)
          caseCounts.projectedMedians += hasNewMedian(
            tableOf(cup, ['ended', 'live']),
            tableOf(cup, ['ended']),
          );
        caseCounts.live += live.length;
        caseCounts.hidden += cups.length - playing.length;
      }),
      { numRuns: runs, seed: 20260612 },
    );
    console.log(`what ifs: ${JSON.stringify(caseCounts)}`);
    expect(Math.min(...Object.values(caseCounts))).toBeGreaterThan(20);
  }, 3_600_000);
});
