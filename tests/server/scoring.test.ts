import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleDefaults, type Layout } from '#contract/layouts.ts';
import {
  scoreBet,
  type ItemResult,
  type RuleValue,
  type Rules,
  type BetScore,
  type ScoringInput,
} from '#contract/scoring.ts';
import { writeCrowdResults, settleItem } from '#server/commands/settle-item.ts';
import { readStandings } from '#server/queries/standings.ts';
import { leagueWithMembers } from '#tests/support/server/leagues-and-games.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';
import { runSize } from '#tests/support/run-size.ts';

const memberCount = 5;

type Game = {
  layout: Layout;
  rules: Rules;
  noPoints: boolean[];
  /** By member, then by option. */
  bets: (number | null)[][];
  /** By member: whether their joker is on it. */
  jokers?: boolean[];
  /** The first result, then its corrections, in order; null is void, and is the last. */
  results: (number[] | null)[];
};

const points = fc.integer({ min: 0, max: 12 });
const digit = fc.integer({ min: 0, max: 9 });
// Small numbers, so that bets and results are often close enough to give points.
const few = fc.integer({ min: 0, max: 2 });
const guess = fc.oneof({ weight: 3, arbitrary: few }, { weight: 1, arbitrary: digit });
const goals = fc.oneof(
  { weight: 3, arbitrary: few },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }) },
);
const votes = fc.oneof(
  fc.integer({ min: 0, max: 4 }).map((tens) => tens * 10),
  fc.integer({ min: 0, max: 60 }),
);

function table(value: fc.Arbitrary<number>, options: number, filled: number) {
  const cell = fc.option(value, { freq: filled });
  return fc.array(fc.array(cell, { minLength: options, maxLength: options }), {
    minLength: memberCount,
    maxLength: memberCount,
  });
}

function games(
  layout: Layout,
  rules: fc.Arbitrary<Rules>,
  value: fc.Arbitrary<number>,
  result: fc.Arbitrary<number>,
) {
  const sizes = layout === 'home/away' ? fc.constant(2) : fc.integer({ min: 2, max: 5 });
  return sizes.chain((options) =>
    fc.record<Game>({
      layout: fc.constant(layout),
      rules: rules.map((own) => ({ ...ruleDefaults[layout], ...own })),
      noPoints:
        layout === 'home/away'
          ? fc.constant([false, false])
          : fc.array(
              fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
              { minLength: options, maxLength: options },
            ),
      bets: table(value, options, 4),
      jokers: fc.array(fc.boolean(), { minLength: memberCount, maxLength: memberCount }),
      results: fc.array(
        fc.option(fc.array(result, { minLength: options, maxLength: options }), { freq: 8 }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    }),
  );
}

/** Reduces bets to a member's limits: picks to `bets_allow`, votes to `bets_allow` times `votesForPoint`. */
function withinLimits(game: Game): Game {
  const allowed = Number(game.rules.bets_allow ?? Infinity) * Number(game.rules.votesForPoint ?? 1);
  const bets = game.bets.map((row) => {
    let remaining = allowed;
    return row.map((value) => {
      if (value === null) return null;
      const withinLimit = Math.min(value, remaining);
      remaining -= withinLimit;
      return withinLimit;
    });
  });
  return { ...game, bets };
}

const allowance = fc.integer({ min: 1, max: 3 });
/** Rules of a stage, each of which a game may lack. */
const multiplier = fc.integer({ min: 1, max: 3 });
const underdog = fc.integer({ min: 0, max: 4 });
const withStageRules = <Shape extends Record<string, fc.Arbitrary<RuleValue>>>(own: Shape) =>
  fc.record<Record<string, RuleValue>>(
    { ...own, multiplier, underdog, joker: fc.boolean() },
    { requiredKeys: Object.keys(own) },
  );
const anyGame = fc.oneof(
  games(
    'home/away',
    withStageRules({ pts_exact: points, pts_difference: points, pts_outcome: points }),
    guess,
    goals,
  ),
  games(
    'vote',
    withStageRules({ pts_correct: points, bets_allow: allowance }),
    fc.constantFrom(0, 1),
    fc.constantFrom(0, 0, 1),
  ).map(withinLimits),
  games(
    'balance',
    withStageRules({
      pts_correct: points,
      bets_allow: allowance,
      votesForPoint: fc.integer({ min: 1, max: 120 }),
      decided_by: fc.constantFrom('result', 'crowd'),
      even_breakpoint: fc.constantFrom(0, 0, 5, 10, 20, 25),
    }),
    votes,
    fc.constantFrom(0, 0, 1),
  ).map(withinLimits),
  games('bets', withStageRules({ pts_exact: points, pts_close: points }), digit, digit),
);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let members: number[];
  let league: number;
  let post: number;
  beforeAll(async () => {
    server = await startServer({ database });
    const names = ['דנה', 'נועה', 'אבי', 'גל', 'רון'] as const;
    const { section, members: people } = await leagueWithMembers(server, names);
    members = people.map(({ id }) => id);
    league = section;
    const { db } = server.platform;
    const game = await db
      .insertInto('posts')
      .values({ league_id: league })
      .returning('id')
      .executeTakeFirstOrThrow();
    post = game.id;
  });
  afterAll(() => server.close());

  async function store({
    layout,
    rules,
    noPoints,
    bets,
    jokers = [],
  }: Game): Promise<{ item: number; options: number[] }> {
    const { rows } = await sql<{ item: number; options: number[] }>`
      with item as (
        insert into items (post_id, layout, rules, status)
        values (${post}::integer, ${layout}::text, ${JSON.stringify(rules)}::jsonb, 'open') returning id
      ),
      choice as (
        insert into item_options (item_id, position, name, no_points)
        select item.id, place - 1, place::text, no_points
        from item, unnest(${noPoints}::boolean[]) with ordinality as o (no_points, place) order by place
        returning id, item_id, position
      ),
      placed as (
        insert into bets (item_id, item_option_id, member_id, value)
        select choice.item_id, choice.id, bet.member, bet.value
        from jsonb_to_recordset(${JSON.stringify(
          bets.flatMap((row, at) =>
            row.flatMap((value, place) => (value === null ? [] : [{ member: members[at], place, value }])),
          ),
        )}::jsonb) as bet (member integer, place integer, value integer)
        join choice on choice.position = bet.place
      ),
      doubled as (
        insert into jokers (post_id, member_id, item_id)
        select ${post}::integer, member, item.id
        from item, unnest(${members.filter((_, at) => jokers[at] === true)}::integer[]) as member
        on conflict (post_id, member_id) do update set item_id = excluded.item_id
      )
      select (select id from item) as item, (select jsonb_agg(id order by position) from choice) as options`.execute(
      server.platform.db,
    );
    const row = rows[0];
    if (!row) throw new Error('nothing stored');
    return row;
  }

  /** The scores of the pure function, by member. */
  function expected(
    { layout, rules, noPoints, bets, jokers }: Game,
    options: number[],
    result: number[],
  ): Map<number, BetScore> {
    const byId = (values: (number | null)[]) =>
      Object.fromEntries(
        options.flatMap((id, at) =>
          values[at] === null || values[at] === undefined ? [] : [[id, values[at]]],
        ),
      );
    const [home = 0, away = 0] = result;
    const named = options.filter((_, at) => result[at] === 1 && noPoints[at] === false);
    const itemResult: ItemResult =
      layout === 'home/away'
        ? { kind: 'score', home, away }
        : layout === 'bets'
          ? { kind: 'values', values: byId(result) }
          : { kind: 'options', options: named };
    const settlement: ScoringInput = {
      layout,
      rules,
      options: options.map((id, at) => ({ id, noPoints: noPoints[at] === true })),
      result: itemResult,
      totals: byId(options.map((_, at) => bets.reduce((sum, row) => sum + (row[at] ?? 0), 0))),
      bets: bets.map(byId),
    };
    return new Map(
      bets.flatMap((row, at) => {
        const found = scoreBet(settlement, byId(row), { joker: jokers?.[at] === true });
        return found ? [[members[at] ?? 0, found] as const] : [];
      }),
    );
  }

  /** The ledger's sums, by member. */
  async function ledger(item: number): Promise<Map<number, BetScore & { played: number; last: number }>> {
    const { rows } = await sql<BetScore & { member: number; played: number; last: number }>`
      select member_id as member, sum(points) as points, sum(exact) as exact, sum(difference) as difference,
        sum(outcome) as outcome, sum(played) as played, (array_agg(reason ->> 'code' order by id desc))[1] as code,
        coalesce((array_agg((reason ->> 'underdog')::integer order by id desc))[1], 0) as underdog,
        (array_agg(total order by id desc))[1] as last
      from ledger where item_id = ${item}::integer group by member_id`.execute(server.platform.db);
    return new Map(rows.map(({ member, ...sums }) => [member, sums]));
  }

  /** How many lines of the ledger say that a joker doubled them. */
  async function jokersIn(item: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ledger where item_id = ${item}::integer and reason ->> 'joker' = 'true'`.execute(
      server.platform.db,
    );
    return rows[0]?.count ?? 0;
  }

  async function end(game: Game, item: number, result: number[] | null): Promise<void> {
    const { db } = server.platform;
    const { layout, rules, noPoints } = game;
    const isPick = layout === 'vote' || layout === 'balance';
    const named = result?.map((value, at) => (isPick && noPoints[at] === true ? 0 : value)) ?? null;
    const isPoll = layout === 'vote' && named?.every((value) => value === 0);
    await sql`
      update item_options set result = (${JSON.stringify(isPoll ? [] : (named ?? []))}::jsonb ->> position)::integer
      where item_id = ${item}::integer`.execute(db);
    await sql`
      update items set status = ${result ? 'ended' : 'void'}::text, version = version + 1 where id = ${item}::integer`.execute(
      db,
    );
    const settled = { id: item, layout, rules };
    if (result && layout === 'balance' && rules.decided_by === 'crowd') await writeCrowdResults(db, settled);
    await settleItem(db, settled);
  }

  test('settling in SQL equals the pure function on random games, their corrections and voids', async () => {
    // In the full run about 10,000 of each of the four layouts.
    const runs = runSize('random games settled both ways', 200, 40_000);
    let settled = 0;
    let underdogs = 0;
    let doubled = 0;
    const codes = new Map<string, number>();
    /** The sum of each member's points, for the standings at the end. */
    const totals = new Map(members.map((member) => [member, 0]));
    await fc.assert(
      fc.asyncProperty(anyGame, async (game) => {
        const { item, options } = await store(game);
        settled += 1;
        const everBet = new Set<number>();
        let first: Awaited<ReturnType<typeof ledger>> | null = null;
        for (const result of game.results) {
          await end(game, item, result);
          const expectedScores = result ? expected(game, options, result) : new Map<number, BetScore>();
          for (const member of expectedScores.keys()) everBet.add(member);
          const found = await ledger(item);
          doubled += await jokersIn(item);
          for (const { code, underdog: bonus } of found.values()) {
            codes.set(code, (codes.get(code) ?? 0) + 1);
            underdogs += Math.sign(bonus);
          }
          for (const member of everBet) {
            const none = {
              points: 0,
              exact: 0 as const,
              difference: 0 as const,
              outcome: 0 as const,
              code: 'void' as const,
              underdog: 0,
            };
            const own = expectedScores.get(member) ?? none;
            expect(found.get(member)).toEqual({
              ...own,
              played: expectedScores.has(member) ? 1 : 0,
              last: own.points,
            });
          }
          expect([...found.keys()].toSorted((a, b) => a - b)).toEqual([...everBet].toSorted((a, b) => a - b));
          // Settling again adds nothing.
          expect(
            await settleItem(server.platform.db, { id: item, layout: game.layout, rules: game.rules }),
          ).toEqual([]);
          if (!result) break;
          first ??= found;
        }
        const returns = !game.results.includes(null);
        if (returns) await end(game, item, game.results[0] ?? null);
        const last = await ledger(item);
        // Corrected back to the first result, everybody has the first points again: A → B → A is A.
        expect(returns ? last : null).toEqual(returns ? first : null);
        // A member who did not bet has no ledger line.
        const idle = members.filter((_, at) => game.bets[at]?.every((value) => value === null));
        expect(idle.filter((member) => last.has(member))).toEqual([]);
        for (const member of members)
          totals.set(member, (totals.get(member) ?? 0) + (last.get(member)?.points ?? 0));
      }),
      { numRuns: runs, seed: 20260611 },
    );
    expect(settled).toBeGreaterThanOrEqual(runs);
    // The standings are the sum of the ledger's lines over all games.
    const { rows } = await readStandings(server.platform.db, members[0] ?? 0, {
      section: league,
      limit: memberCount,
      offset: 0,
    });
    expect(new Map(rows.map(({ member, points: sum }) => [member, sum]))).toEqual(totals);
    // Each reason must have occurred, or it is not tested.
    console.log(
      `reasons: ${[...codes].map(([code, count]) => `${code} ${count}`).join(', ')}; of few ${underdogs}, doubled ${doubled}`,
    );
    expect(Math.min(underdogs, doubled)).toBeGreaterThan(0);
    expect([...codes.keys()].toSorted()).toEqual([
      'correct',
      'difference',
      'digits',
      'even',
      'exact',
      'missed',
      'outcome',
      'poll',
      'share',
      'void',
    ]);
  }, 3_600_000);

  /** The last ledger line of a member, and how many there are. */
  async function lastLine(item: number, member: number | undefined) {
    const { rows } = await sql<{
      lines: number;
      points: number;
      total: number;
      reason: Record<string, unknown>;
    }>`
      select count(*) over ()::integer as lines, points, total, reason - 'bet' - 'result' as reason from ledger
      where item_id = ${item}::integer and member_id = ${member}::integer order by id desc limit 1`.execute(
      server.platform.db,
    );
    return rows[0];
  }

  test('two right bettors of twenty get the underdog bonus; a correction takes it back, and the reasons have both', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into members (phone, name) select '+97258' || lpad(n::text, 7, '0'), 'חבר' from generate_series(1, 15) n
      returning id`.execute(server.platform.db);
    const allMembers = members;
    members = [...members, ...rows.map(({ id }) => id)];
    const rules = { ...ruleDefaults['home/away'], underdog: 5, multiplier: 2 };
    const game: Game = {
      layout: 'home/away',
      rules,
      noPoints: [false, false],
      bets: members.map((_, at) => (at === 3 ? [1, 0] : at === 17 ? [2, 1] : [0, 0])),
      results: [],
    };
    const { item } = await store(game);
    const [exact, difference, drawn] = [members[17], members[3], members[0]];
    members = allMembers;
    await end(game, item, [2, 1]);
    const ledgerLine = { lines: 1, reason: { underdog: 5, multiplier: 2 } };
    expect([
      await lastLine(item, exact),
      await lastLine(item, difference),
      await lastLine(item, drawn),
    ]).toEqual([
      { ...ledgerLine, points: 18, total: 18, reason: { ...ledgerLine.reason, code: 'exact' } },
      { ...ledgerLine, points: 16, total: 16, reason: { ...ledgerLine.reason, code: 'difference' } },
      { lines: 1, points: 0, total: 0, reason: { code: 'missed' } },
    ]);
    await end(game, item, [1, 1]);
    expect([await lastLine(item, difference), await lastLine(item, drawn)]).toEqual([
      { lines: 2, points: -16, total: 0, reason: { code: 'missed', was: 16 } },
      { lines: 2, points: 4, total: 4, reason: { code: 'outcome', was: 0, multiplier: 2 } },
    ]);
  });

  test('a joker doubles the points of its member alone; a correction takes them all back, and the reasons have both', async () => {
    const game: Game = {
      layout: 'home/away',
      rules: { ...ruleDefaults['home/away'], multiplier: 3, underdog: 1, joker: true },
      noPoints: [false, false],
      bets: members.map((_, at) => (at === 1 ? [2, 1] : [0, 0])),
      jokers: [false, true, true, false, false],
      results: [],
    };
    const { item } = await store(game);
    const lastLines = () => Promise.all(members.slice(0, 3).map((member) => lastLine(item, member)));
    const missed = { lines: 1, points: 0, total: 0, reason: { code: 'missed' } };
    await end(game, item, [2, 1]);
    expect(await lastLines()).toEqual([
      missed,
      { lines: 1, points: 30, total: 30, reason: { code: 'exact', underdog: 1, multiplier: 3, joker: true } },
      missed,
    ]);
    await end(game, item, [1, 1]);
    const outcome = { code: 'outcome', multiplier: 3, was: 0 };
    expect(await lastLines()).toEqual([
      { lines: 2, points: 6, total: 6, reason: outcome },
      { lines: 2, points: -30, total: 0, reason: { code: 'missed', was: 30 } },
      { lines: 2, points: 12, total: 12, reason: { ...outcome, joker: true } },
    ]);
    await end(game, item, null);
    expect((await lastLines()).map((line) => [line?.points, line?.total, line?.reason])).toEqual([
      [-6, 0, { code: 'void', was: 6 }],
      [0, 0, { code: 'void', was: 0 }],
      [-12, 0, { code: 'void', was: 12 }],
    ]);
  });

  test('each part of a reason is present also where it is the only one', async () => {
    const reasonBy = async (rules: object, more: Partial<Game> = {}) => {
      const game: Game = {
        layout: 'home/away',
        rules: { ...ruleDefaults['home/away'], ...rules },
        noPoints: [false, false],
        bets: members.map((_, at) => (at === 1 ? [2, 1] : [0, 0])),
        results: [],
        ...more,
      };
      const { item } = await store(game);
      await end(game, item, [2, 1]);
      return (await lastLine(item, members[1] ?? 0))?.reason;
    };
    expect({
      none: await reasonBy({}),
      multiplier: await reasonBy({ multiplier: 2 }),
      underdog: await reasonBy({ underdog: 3 }),
      joker: await reasonBy({ joker: true }, { jokers: [false, true, false, false, false] }),
    }).toEqual({
      none: { code: 'exact' },
      multiplier: { code: 'exact', multiplier: 2 },
      underdog: { code: 'exact', underdog: 3 },
      joker: { code: 'exact', joker: true },
    });
  });

  test('points that stay the same for another reason add a ledger line too', async () => {
    const game: Game = {
      layout: 'vote',
      rules: { bets_allow: 4, pts_correct: 1, underdog: 2 },
      noPoints: [false, false, false, false],
      bets: [
        [1, 1, 1, null],
        [1, 1, 1, 1],
        [1, 1, 1, null],
        [null, null, null, null],
        [1, 1, 1, 0],
      ],
      results: [],
    };
    const { item } = await store(game);
    await end(game, item, [1, 1, 1, 0]);
    expect(await lastLine(item, members[1])).toEqual({
      lines: 1,
      points: 3,
      total: 3,
      reason: { code: 'correct' },
    });
    await end(game, item, [0, 0, 0, 1]);
    expect(await lastLine(item, members[1])).toEqual({
      lines: 2,
      points: 0,
      total: 3,
      reason: { code: 'correct', underdog: 2, was: 3 },
    });
  });

  test('a member who took back every vote does not count as a bettor for the underdog bonus', async () => {
    const none = [null, null];
    const game: Game = {
      layout: 'vote',
      rules: { bets_allow: 1, pts_correct: 1, underdog: 2 },
      noPoints: [false, false],
      bets: [[0, null], none, [1, null], none, none],
      results: [],
    };
    const { item } = await store(game);
    await end(game, item, [1, 0]);
    expect(await lastLine(item, members[2])).toEqual({
      lines: 1,
      points: 1,
      total: 1,
      reason: { code: 'correct' },
    });
  });
});
