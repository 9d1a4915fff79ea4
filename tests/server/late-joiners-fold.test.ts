import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleDefaults, type Layout } from '#contract/layouts.ts';
import { scoreBet, type ItemResult } from '#contract/scoring.ts';
import { enterLeague } from '#server/commands/join.ts';
import { lockItemOfSource } from '#server/commands/item-steps.ts';
import { newJoinCode } from '#server/commands/join-code.ts';
import { leaveLeague } from '#server/commands/leave.ts';
import { planStep, takeStep } from '#server/commands/record-result.ts';
import { transaction } from '#server/db/transaction.ts';
import { readStandings } from '#server/queries/standings.ts';
import { leagueWithMembers } from '#tests/support/server/leagues-and-games.ts';
import { pointsOfMissed } from '#tests/support/server/missed-rounds.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';
import { runSize } from '#tests/support/run-size.ts';

const memberCount = 6;
/** The number of members who are in the league from the start. */
const founders = 3;
const shapes: readonly (readonly Layout[])[] = [['home/away', 'home/away'], ['vote'], ['home/away', 'vote']];
const places = shapes.flatMap((layouts, round) => layouts.map((layout, at) => ({ layout, round, at })));

type Move = { kind: 'join' | 'leave'; member: number };
type Op =
  | Move
  | { kind: 'bet'; member: number; place: number; values: [number, number | null] }
  | { kind: 'start' | 'close' | 'void'; place: number }
  /** A second result of an item is a correction. */
  | { kind: 'result'; place: number; values: [number, number] };

// Few values, so that bets often hit.
const small = fc.integer({ min: 0, max: 1 });
const member = fc.integer({ min: 0, max: memberCount - 1 });
const place = fc.integer({ min: 0, max: places.length - 1 });
const bet: fc.Arbitrary<Op> = fc.record({
  kind: fc.constant('bet' as const),
  member,
  place,
  // A score with a side missing is no bet.
  values: fc.tuple(small, fc.option<number>(small, { freq: 4 })),
});
const move: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom('join' as const, 'join' as const, 'leave' as const),
  member,
});
const step: fc.Arbitrary<Op> = fc.record({
  kind: fc.constantFrom(
    'start' as const,
    'start' as const,
    'close' as const,
    'close' as const,
    'void' as const,
  ),
  place,
});
const end: fc.Arbitrary<Op> = fc.record({
  kind: fc.constant('result' as const),
  place,
  values: fc.tuple(small, small),
});
const ops = (arbitrary: fc.Arbitrary<Op>, minLength: number, maxLength: number) =>
  fc.array(arbitrary, { minLength, maxLength });
/** Bets, then closings while members join and leave, then nearly every result, so that rounds are missed. */
const history = fc
  .tuple(
    ops(fc.oneof({ weight: 14, arbitrary: bet }, { weight: 1, arbitrary: move }), 12, 20),
    fc.shuffledSubarray([...places.keys()]),
    ops(fc.oneof({ weight: 2, arbitrary: step }, { weight: 4, arbitrary: move }, bet, end), 4, 10),
    fc.array(fc.tuple(small, small), { minLength: places.length, maxLength: places.length }),
    fc.shuffledSubarray([...places.keys()], { minLength: places.length - 1 }),
    ops(fc.oneof({ weight: 4, arbitrary: move }, { weight: 8, arbitrary: end }, step), 4, 10),
  )
  .map(([bets, closed, closing, results, order, after]) => [
    ...bets,
    ...closed.map((at): Op => ({ kind: at % 2 ? 'start' : 'close', place: at })),
    ...closing,
    ...order.map((at): Op => ({ kind: 'result', place: at, values: results[at] ?? [0, 0] })),
    ...after,
  ]);

type Item = {
  id: number;
  options: number[];
  layout: Layout;
  round: number;
  status: 'open' | 'started' | 'ended' | 'void';
  /** The number of the step that closed it. */
  closed: number | null;
  version: number;
  result: [number, number] | null;
  bets: Map<number, [number, number | null]>;
};

const resultOf = ({ layout, options, result }: Item): ItemResult => {
  const [home, away] = result ?? [0, 0];
  if (layout === 'home/away') return { kind: 'score', home, away };
  return { kind: 'options', options: options.filter((_, at) => [home, away][at] === 1) };
};
const valuesOf = ({ options }: Item, values: readonly (number | null)[]) =>
  Object.fromEntries(options.flatMap((id, at) => (values[at] === null ? [] : [[id, values[at] ?? 0]])));
/** A vote is for one option; a score has two sides. */
const asBet = (layout: Layout, [home, away]: [number, number | null]): [number, number | null] =>
  layout === 'vote' ? (home === 0 ? [1, null] : [0, 1]) : [home, away];
const isBet = (layout: Layout, [, away]: [number, number | null]) => layout === 'vote' || away !== null;

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let members: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    const people = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי', 'גל', 'רון', 'טל']);
    members = people.members.map(({ id }) => id);
  });
  afterAll(() => server.close());

  /** A league without an owner, with three games. */
  async function makeLeagueModel(withRule: boolean) {
    const { db } = server.platform;
    const { rows } = await sql<{ league: number; posts: number[] }>`
      with league as (
        insert into leagues (name, code) values ('חבורה', ${await newJoinCode(db)}) returning id
      ),
      entered as (
        insert into league_members (league_id, member_id)
        select league.id, member from league, unnest(${members.slice(0, founders)}::integer[]) as member
      ),
      post as (insert into posts (league_id) select league.id from league, generate_series(1, ${shapes.length}) returning id)
      select (select id from league) as league, array(select id from post order by id) as posts`.execute(db);
    const created = rows[0];
    if (!created) throw new Error('no league');
    const items: Item[] = [];
    for (const { layout, round } of places) {
      const rules = { ...ruleDefaults[layout], ...(withRule && { late_joiner: 'median' }) };
      const { rows: found } = await sql<{ id: number; options: number[] }>`
        with item as (
          insert into items (post_id, layout, rules)
          values (${created.posts[round]}::integer, ${layout}, ${JSON.stringify(rules)}::jsonb) returning id
        ),
        choice as (
          insert into item_options (item_id, position, name)
          select item.id, place, place::text from item, generate_series(0, 1) as place returning id
        )
        select (select id from item), array(select id from choice order by id) as options`.execute(db);
      const { id = 0, options = [] } = found[0] ?? {};
      items.push({
        id,
        options,
        layout,
        round,
        status: 'open',
        closed: null,
        version: 1,
        result: null,
        bets: new Map(),
      });
    }
    return {
      ...created,
      items,
      joined: new Map(members.slice(0, founders).map((id) => [id, 0])),
      inLeague: new Set(members.slice(0, founders)),
    };
  }
  type LeagueModel = Awaited<ReturnType<typeof makeLeagueModel>>;

  /** Applies an operation if it is possible, and updates the model; returns whether it was possible. */
  async function run(leagueModel: LeagueModel, one: Op, nth: number): Promise<boolean> {
    const { db } = server.platform;
    if (!('place' in one)) {
      const id = members[one.member] ?? 0;
      if (leagueModel.inLeague.has(id) === (one.kind === 'join')) return false;
      await transaction<unknown>(db, (trx) =>
        (one.kind === 'join' ? enterLeague : leaveLeague)(trx, leagueModel.league, id),
      );
      if (one.kind === 'leave') return leagueModel.inLeague.delete(id);
      leagueModel.inLeague.add(id);
      // Coming back does not count as joining late.
      if (!leagueModel.joined.has(id)) leagueModel.joined.set(id, nth);
      return true;
    }
    const item = leagueModel.items[one.place];
    if (!item) throw new Error('no item');
    const isOpen = item.status === 'open' && item.closed === null;
    if (one.kind === 'bet') {
      const id = members[one.member] ?? 0;
      if (!isOpen || !leagueModel.inLeague.has(id)) return false;
      const values = asBet(item.layout, one.values);
      await sql`delete from bets where item_id = ${item.id}::integer and member_id = ${id}::integer`.execute(
        db,
      );
      await sql`
        insert into bets (item_id, item_option_id, member_id, value)
        select ${item.id}::integer, choice, ${id}::integer, value
        from unnest(${item.options}::integer[], ${values}::integer[]) as v (choice, value) where value is not null`.execute(
        db,
      );
      item.bets.set(id, values);
      return true;
    }
    if (one.kind === 'close') {
      if (!isOpen) return false;
      await sql`update items set closed_at = clock_timestamp() where id = ${item.id}::integer`.execute(db);
      item.closed = nth;
      return true;
    }
    const value =
      one.kind === 'result'
        ? item.layout === 'vote'
          ? { options: item.options.filter((_, at) => one.values[at] === 1) }
          : { home: one.values[0], away: one.values[1] }
        : one.kind;
    const taken = await transaction(db, async (trx) => {
      const locked = await lockItemOfSource(trx, item.id);
      if (!locked) throw new Error('not active');
      const planned = await planStep(trx, locked, value, { version: item.version });
      if (typeof planned === 'string') return null;
      await takeStep(trx, { source: 'הבדיקה' }, locked, planned);
      return planned.step;
    });
    if (!taken) return false;
    item.version = taken.version;
    if (taken.kind === 'void') item.status = 'void';
    else {
      item.status = one.kind === 'start' ? 'started' : 'ended';
      item.closed ??= nth;
      if (one.kind === 'result') item.result = one.values;
    }
    return true;
  }

  /** Points of a member's bets, by round; absent where none of them counts. */
  function pointsOfBets({ items }: LeagueModel, id: number): Map<number, number> {
    const sums = new Map<number, number>();
    for (const item of items) {
      const own = item.bets.get(id);
      if (!own || item.status !== 'ended') continue;
      const rules = ruleDefaults[item.layout];
      const options = item.options.map((option) => ({ id: option, noPoints: false }));
      const score = scoreBet(
        { layout: item.layout, rules, options, result: resultOf(item) },
        valuesOf(item, own),
      );
      if (score) sums.set(item.round, (sums.get(item.round) ?? 0) + score.points);
    }
    return sums;
  }

  /** The medians of all members, by `member round`. */
  function expectedMedians(leagueModel: LeagueModel, withRule: boolean): Map<string, number> {
    const found = new Map<string, number>();
    for (const round of withRule ? shapes.keys() : []) {
      const items = leagueModel.items.filter((item) => item.round === round);
      const points = members.flatMap((id) => pointsOfBets(leagueModel, id).get(round) ?? []);
      for (const [id, joined] of leagueModel.joined) {
        const own = pointsOfMissed({
          items: items.map(({ status, closed }) => ({
            status,
            wasClosed: closed !== null && closed <= joined,
          })),
          hasBet: items.some(({ layout, bets }) => isBet(layout, bets.get(id) ?? [0, null]) && bets.has(id)),
          points,
        });
        if (own !== 0) found.set(`${id} ${round}`, own);
      }
    }
    return found;
  }

  async function storedMedians({ league, posts }: LeagueModel): Promise<Map<string, number>> {
    const { rows } = await sql<{ member: number; post: number; points: number; total: number }>`
      select member_id as member, post_id as post, sum(points) as points, (array_agg(total order by id desc))[1] as total
      from ledger where league_id = ${league}::integer and item_id is null group by 1, 2`.execute(
      server.platform.db,
    );
    for (const { points, total } of rows) expect(total).toBe(points);
    return new Map(
      rows.flatMap(({ member: id, post, points }) =>
        points === 0 ? [] : [[`${id} ${posts.indexOf(post)}`, points]],
      ),
    );
  }

  test('medians in SQL and the pure function agree after every step of random histories of games', async () => {
    const runs = runSize('random histories with late joiners', 25, 10_000);
    const caseCounts = { medians: 0, taken: 0, atJoining: 0, atSettling: 0, without: 0 };
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 0, max: 7 }), async (steps, of8) => {
        const withRule = of8 > 0;
        const leagueModel = await makeLeagueModel(withRule);
        let before = new Map<string, number>();
        for (const [at, one] of steps.entries()) {
          if (!(await run(leagueModel, one, at + 1))) continue;
          const expectedStored = expectedMedians(leagueModel, withRule);
          expect(await storedMedians(leagueModel)).toEqual(expectedStored);
          const newMedians = [...expectedStored.keys()].filter((key) => !before.has(key)).length;
          if (one.kind === 'join') caseCounts.atJoining += newMedians;
          else caseCounts.atSettling += newMedians;
          caseCounts.taken += [...before].filter(
            ([key, points]) => expectedStored.get(key) !== points,
          ).length;
          before = expectedStored;
        }
        caseCounts.medians += before.size;
        if (!withRule) caseCounts.without += 1;
        const { rows } = await readStandings(server.platform.db, null, {
          section: leagueModel.league,
          limit: memberCount,
          offset: 0,
        });
        const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);
        expect(new Map(rows.map(({ member: id, points, late }) => [id, [points, late]]))).toEqual(
          new Map(
            [...leagueModel.inLeague].map((id) => {
              const medianPoints = sumOf(
                [...before].flatMap(([key, value]) => (key.startsWith(`${id} `) ? [value] : [])),
              );
              return [id, [sumOf(pointsOfBets(leagueModel, id).values()) + medianPoints, medianPoints]];
            }),
          ),
        );
      }),
      { numRuns: runs, seed: 20260611 },
    );
    console.log(
      `medians: ${caseCounts.medians} at the end, ${caseCounts.atJoining} came with a joining and ${caseCounts.atSettling} with a result, ${caseCounts.taken} were corrected; ${caseCounts.without} without the rule`,
    );
    // A case that has not occurred was not tested.
    expect(Math.min(...Object.values(caseCounts))).toBeGreaterThan(0);
  }, 7_200_000);
});
