import pino from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, League, PointsEntry, Post, Profile, StandingsRow } from '#contract/models.ts';
import { settleLateJoiners } from '#server/commands/late-joiners.ts';
import { mergeAccounts } from '#server/commands/merge-accounts.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { transaction } from '#server/db/transaction.ts';
import {
  createMember,
  createStaff,
  isoInDays,
  itemTypeIdFor,
  makeGame,
  makeLeague,
  makeOptions,
  optionIdsOf,
  postBets,
  readItem,
  type ServerWithDb,
} from '#tests/support/server/leagues-and-games.ts';
import { api } from '#tests/support/server/api-client.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import {
  onOneDatabase,
  spawnServer,
  startServer,
  type SpawnedServer,
  type TestServer,
} from '#tests/support/server/server.ts';
import { runSize } from '#tests/support/run-size.ts';

type Table = { results: StandingsRow[] };

const end = async (by: ApiMember, item: Item, value: unknown) => {
  const { version } = await readItem(by, item);
  const { status } = await by.post<Item>('setItemResults/', { item: item.id, value, version });
  expect(status).toBe(200);
};
const score = (home: number, away: number) => ({ home, away });
const join = async (who: ApiMember, { code }: { code: string | null }) =>
  expect((await who.get<{ res: object }>('joinAClan/', { code: code ?? '' })).body.res).not.toBe(0);
const leave = (who: ApiMember, { id: section }: League) => who.del('membership/', { section });

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.close());

  /** Created in the reverse order of their names here. */
  const people = async <const Names extends readonly string[]>(...names: Names) => {
    const members = new Map<string, ApiMember>();
    for (const name of names.toReversed()) members.set(name, await createMember(server, name));
    return names.map((name) => members.get(name)) as { [Nth in keyof Names]: ApiMember };
  };
  const newLeague = async (owner: ApiMember, friends: readonly ApiMember[], late_joiner = 'median') => {
    const league = await makeLeague(owner, friends, 'חבורה', { late_joiner });
    return { league, options: await makeOptions(owner, league.id, ['א', 'ב', 'ג', 'ד']) };
  };
  /** A round of two matches, or of one. */
  const newRound = async (
    owner: ApiMember,
    { id }: League,
    options: number[],
    description: string,
    matches = 2,
  ) => {
    const groups = [options.slice(0, 2), options.slice(2)].slice(0, matches);
    const { items_data } = await makeGame(owner, id, 'home/away', groups, { description });
    return items_data as [Item, Item];
  };
  const pointsOf = async (who: ApiMember, { id: section }: League) =>
    (await who.get<{ results: PointsEntry[] }>('points/', { section, limit: 100 })).body.results
      .filter(({ item }) => item === null)
      .map(({ game, points, total, reason, post }) => ({ game, post, points, total, reason }));
  const table = async (who: ApiMember, { id: section }: League, query: object = {}) =>
    (await who.get<Table>('standings/', { section, ...query })).body.results;
  const rowOf = async (who: ApiMember, of: ApiMember, league: League, query: object = {}) =>
    (await table(who, league, query)).find(({ member }) => member.id === of.id);
  const lateReason = (members: number, was?: number) => ({
    code: 'late',
    bet: [],
    result: [],
    members,
    ...(was === undefined ? {} : { was }),
  });

  test('a late joiner gets the lower median of a missed round when it is over, and its corrections', async () => {
    const [noa, dana, avi, ron, gal, dina, tal] = await people(
      'נועה',
      'דנה',
      'אבי',
      'רון',
      'גל',
      'דינה',
      'טל',
    );
    const { league, options } = await newLeague(noa, [avi, ron, dana]);
    const [first, second] = await newRound(noa, league, options, 'מחזור 9\nבלי הארכות');
    await postBets(noa, first, 2, 1);
    await postBets(noa, second, 0, 0);
    await postBets(dana, first, 3, 2);
    await postBets(dana, second, 1, 1);
    await postBets(avi, first, 1, 0);
    await postBets(avi, second, 1, 0);
    await postBets(ron, second, 3, 0);
    await leave(ron, league);
    await end(noa, first, 'start');
    // She can still bet on the second match.
    await join(dina, league);
    await end(noa, second, 'start');
    await join(gal, league);
    await end(noa, first, score(2, 1));
    expect(await pointsOf(gal, league)).toEqual([]);

    // The median of 8, 5, 3 and the 0 of ron, who has left: the lower of 3 and 5.
    await end(noa, second, score(0, 0));
    const nine = { game: 'מחזור 9', post: first.post };
    expect(await pointsOf(gal, league)).toEqual([{ ...nine, points: 3, total: 3, reason: lateReason(4) }]);
    expect(await pointsOf(dina, league)).toEqual([]);
    // Tal missed all of it, and gets the median at joining.
    await join(tal, league);
    expect(await pointsOf(tal, league)).toEqual([{ ...nine, points: 3, total: 3, reason: lateReason(4) }]);

    const row = (rank: number, who: ApiMember, points: number, rest: object) => ({
      rank,
      member: { id: who.id, name: who.name, image: null },
      points,
      exact: 0,
      difference: 0,
      outcome: 0,
      bets: 0,
      average: 0,
      move: 0,
      form: ['none', 'none'],
      ...rest,
    });
    const expected = [
      row(1, noa, 8, { exact: 2, bets: 2, average: 4, form: ['exact', 'exact'] }),
      row(2, dana, 5, { difference: 1, outcome: 1, bets: 2, average: 2.5, form: ['hit', 'hit'] }),
      row(3, avi, 3, { difference: 1, bets: 2, average: 1.5, form: ['missed', 'hit'], move: -1 }),
      // Before the last item: noa 4, and dana and avi 3 each; then dina and gal, who have nothing yet.
      row(4, gal, 3, { move: 0 }),
      row(4, tal, 3, { move: null }),
      row(6, dina, 0, { move: -2 }),
    ];
    expect(await table(noa, league)).toEqual(expected);
    // The game's own table is the same here.
    expect(await table(noa, league, { post: first.post })).toEqual(expected);

    // The median of 4, 3, 5 and 4.
    await end(noa, second, score(3, 0));
    expect(await pointsOf(gal, league)).toEqual([
      { ...nine, points: 1, total: 4, reason: lateReason(4, 3) },
      { ...nine, points: 3, total: 3, reason: lateReason(4) },
    ]);
    expect((await rowOf(noa, tal, league))?.points).toBe(4);
    // Ron has no bet that counts: the median of 4, 3 and 3. The item dina could have bet on is void: she missed the round too.
    await end(noa, second, 'void');
    expect((await pointsOf(tal, league))[0]).toEqual({
      ...nine,
      points: -1,
      total: 3,
      reason: lateReason(3, 4),
    });
    expect(await pointsOf(dina, league)).toEqual([{ ...nine, points: 3, total: 3, reason: lateReason(3) }]);
    await end(noa, first, 'void');
    expect((await table(noa, league)).map(({ points }) => points)).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await pointsOf(dina, league))[0]).toEqual({
      ...nine,
      points: -3,
      total: 0,
      reason: { code: 'late', bet: [], result: [], was: 3 },
    });
  });

  test('a median of one point is given, and taken back when its round is void', async () => {
    const [noa, gal] = await people('נועה', 'גל');
    const { league, options } = await newLeague(noa, []);
    const rules = { pts_correct: 1 };
    const [item] = (await makeGame(noa, league.id, 'vote', [options.slice(0, 2)], rules)).items_data as [
      Item,
    ];
    await postBets(noa, item, undefined, 1);
    await end(noa, item, { options: optionIdsOf(item).slice(1) });
    await join(gal, league);
    const medians = async () => (await pointsOf(gal, league)).map(({ points, total }) => [points, total]);
    expect(await medians()).toEqual([[1, 1]]);
    await end(noa, item, 'void');
    expect(await medians()).toEqual([
      [-1, 0],
      [1, 1],
    ]);
  });

  test('only games that closed before the first joining are missed; leaving and coming back add no median', async () => {
    const [noa, dana, gal, ron] = await people('נועה', 'דנה', 'גל', 'רון');
    const { league, options } = await newLeague(noa, [dana, gal]);
    const [before] = await newRound(noa, league, options, 'א', 1);
    const [skipped] = await newRound(noa, league, options, 'ב', 1);
    const [away] = await newRound(noa, league, options, 'ג', 1);
    for (const item of [before, skipped, away]) await postBets(noa, item, 2, 1);
    await end(noa, before, score(2, 1));
    await join(ron, league);
    const medians = async (who: ApiMember) =>
      (await pointsOf(who, league)).map(({ game, points }) => [game, points]);
    expect([await medians(gal), await medians(ron)]).toEqual([[], [['א', 4]]]);
    // Both are in the league, and do not bet.
    await end(noa, skipped, score(2, 1));
    for (const who of [gal, ron]) await leave(who, league);
    await end(noa, away, score(2, 1));
    for (const who of [gal, ron]) await join(who, league);
    expect([await medians(gal), await medians(ron)]).toEqual([[], [['א', 4]]]);
    // The median that ron has is also corrected while he is away.
    await leave(ron, league);
    await end(noa, before, score(0, 0));
    await join(ron, league);
    expect(await medians(ron)).toEqual([
      ['א', -4],
      ['א', 4],
    ]);
    expect((await rowOf(noa, ron, league))?.points).toBe(0);
  });

  test('a bet on an item that is void now excludes the median of its game; coming back adds no median twice', async () => {
    const [noa, gal] = await people('נועה', 'גל');
    const { league, options } = await newLeague(noa, []);
    const [missed] = await newRound(noa, league, options, 'א', 1);
    const [half, other] = await newRound(noa, league, options, 'ב');
    for (const item of [missed, half, other]) await postBets(noa, item, 2, 1);
    await end(noa, missed, score(2, 1));
    await end(noa, half, 'start');
    await join(gal, league);
    await postBets(gal, other, 0, 0);
    await end(noa, half, score(2, 1));
    await end(noa, other, 'void');
    const medians = async () => (await pointsOf(gal, league)).map(({ game, points }) => [game, points]);
    expect(await medians()).toEqual([['א', 4]]);
    await leave(gal, league);
    await join(gal, league);
    await join(gal, league);
    expect(await medians()).toEqual([['א', 4]]);
  });

  test('the earlier joining of merged accounts counts, also in a league that one of them has left', async () => {
    const [noa, gal, social] = await people('נועה', 'גל', 'חברתי');
    const leagues = [
      await newLeague(noa, [social]),
      await newLeague(noa, [social]),
      await newLeague(noa, [social]),
    ] as const;
    const [inBoth, stays, afterLeaving] = leagues.map(({ league }) => league) as [League, League, League];
    for (const { league, options } of leagues) {
      const [item] = await newRound(noa, league, options, 'א', 1);
      await postBets(noa, item, 1, 0);
      await end(noa, item, score(1, 0));
    }
    await leave(social, afterLeaving);
    await join(gal, inBoth);
    expect((await pointsOf(gal, inBoth)).map(({ points }) => points)).toEqual([4]);
    const { db } = server.platform;
    await db.updateTable('members').set({ phone: null }).where('id', '=', social.id).execute();
    expect(await transaction(db, (trx) => mergeAccounts(trx, social.id, gal.id))).toBe(true);
    expect((await pointsOf(gal, inBoth)).map(({ points }) => points)).toEqual([-4, 4]);
    expect((await table(noa, afterLeaving)).map(({ member }) => member.name)).toEqual(['נועה']);
    await join(gal, afterLeaving);
    expect([await pointsOf(gal, stays), await pointsOf(gal, afterLeaving)]).toEqual([[], []]);
  });

  test('a game has the league’s late joiner rule of its creation, and a later change does not affect it', async () => {
    const [noa, dana, gal] = await people('נועה', 'דנה', 'גל');
    const { league, options } = await newLeague(noa, [dana], 'zero');
    const choose = (late_joiner: string, who = noa) =>
      who.put<League>(`section/${league.id}/`, { late_joiner });
    expect(league.late_joiner).toBe('zero');
    const [before] = await newRound(noa, league, options, 'קודם', 1);
    expect((await choose('median', dana)).status).toBe(403);
    expect((await choose('mean')).body).toMatchObject({ fields: { late_joiner: { code: 'invalid' } } });
    expect((await choose('median')).body.late_joiner).toBe('median');
    const [between] = await newRound(noa, league, options, 'אמצע', 1);
    await choose('zero');
    const [after] = await newRound(noa, league, options, 'אחרי', 1);
    expect([before, between, after].map(({ rules }) => rules['late_joiner'])).toEqual([
      undefined,
      'median',
      undefined,
    ]);
    // A game cannot be created with a rule of its own.
    const refused = await noa.post('createPostV3/', {
      section: league.id,
      itemType: await itemTypeIdFor(noa, 'home/away'),
      rules: { due_date: isoInDays(1), late_joiner: 'median' },
      groups: [{ options: options.slice(0, 2) }],
    });
    expect(refused.status).toBe(400);

    for (const item of [before, between, after]) {
      await postBets(noa, item, 1, 1);
      await end(noa, item, score(1, 1));
    }
    await join(gal, league);
    expect((await pointsOf(gal, league)).map(({ game, points }) => [game, points])).toEqual([['אמצע', 4]]);
  });

  test('an item is also closed by its date, and a game without bets has no median', async () => {
    const [noa, gal, dana] = await people('נועה', 'גל', 'דנה');
    const { league, options } = await newLeague(noa, []);
    const [passed] = await newRound(noa, league, options, 'עבר', 1);
    const [ahead] = await newRound(noa, league, options, 'עוד יבוא', 1);
    const [empty] = await newRound(noa, league, options, 'ריק', 1);
    for (const item of [passed, ahead]) await postBets(noa, item, 1, 0);
    await transaction(server.platform.db, async (trx) => {
      await sql`alter table items disable trigger item_life`.execute(trx);
      await sql`update items set date = ${isoInDays(-1)}::timestamptz where id in (${passed.id}, ${empty.id})`.execute(
        trx,
      );
      await sql`alter table items enable trigger item_life`.execute(trx);
    });
    await join(gal, league);
    await end(noa, empty, score(0, 0));
    await end(noa, ahead, score(1, 0));
    await end(noa, passed, score(1, 0));
    expect((await pointsOf(gal, league)).map(({ game, points }) => [game, points])).toEqual([['עבר', 4]]);
    await join(dana, league);
    expect((await pointsOf(dana, league)).map(({ game, points }) => [game, points])).toEqual([
      ['עוד יבוא', 4],
      ['עבר', 4],
    ]);
  });

  test('every way to join a league adds the missed median once, with one standings event', async () => {
    const [noa, dana, byCode, byGroup, byInvitation, byMerge, social] = await people(
      ...(['נועה', 'דנה', 'בקוד', 'בקבוצה', 'בהזמנה', 'במיזוג', 'חברתי'] as const),
    );
    const { league, options } = await newLeague(noa, [dana]);
    const [item] = await newRound(noa, league, options, 'א', 1);
    await postBets(noa, item, 1, 0);
    await postBets(dana, item, 2, 0);
    await end(noa, item, score(1, 0));
    const events = async () =>
      (
        await server.platform.db
          .selectFrom('live_events')
          .select('id')
          .where('league_id', '=', league.id)
          .where('type', '=', 'standings')
          .execute()
      ).length;
    const before = await events();

    const group = (await byGroup.post<{ id: number; code: string }>('clan/', { name: 'קבוצה' })).body;
    await join(noa, group);
    await join(byInvitation, group);
    expect((await noa.get('inviteClanToSection/', { section: league.id, clan: group.id })).body).toEqual({
      res: 1,
    });
    await byGroup.get('joinAClan/', { code: group.code, section: league.id });
    expect((await byInvitation.post('membership/', { section: league.id })).status).toBe(200);
    await join(byCode, league);
    await join(social, league);
    expect(await events()).toBe(before + 4);
    // Merging a social account drops its medians, and the other account gets its own.
    await server.platform.db
      .updateTable('members')
      .set({ phone: null })
      .where('id', '=', social.id)
      .execute();
    expect(await transaction(server.platform.db, (trx) => mergeAccounts(trx, social.id, byMerge.id))).toBe(
      true,
    );
    // The median of 4 and 2.
    expect((await table(noa, league)).map(({ member, points }) => [member.name, points])).toEqual(
      [['נועה', 4], ...['במיזוג', 'בהזמנה', 'בקבוצה', 'בקוד', 'דנה'].map((name) => [name, 2])].toSorted(
        ([one, a], [other, b]) =>
          Number(b) - Number(a) ||
          (rank.get(`${one}`) ?? 1) - (rank.get(`${other}`) ?? 1) ||
          (`${one}` < `${other}` ? -1 : 1),
      ),
    );
    expect(await pointsOf(byMerge, league)).toHaveLength(1);
  });
  // Dana has an outcome, which decides between equal points.
  const rank = new Map([['דנה', 0]]);

  test('joining an official league adds the missed median too', async () => {
    const [gal, dana] = await people('גל', 'דנה');
    const staff = await createStaff(server, 'צוות');
    const { body: league } = await staff.post<League>('section/', {
      name: 'העל',
      custom: false,
      late_joiner: 'median',
    });
    await dana.post('membership/', { section: league.id });
    const options = await makeOptions(staff, league.id, ['א', 'ב']);
    const [item] = await newRound(staff, league, options, 'א', 1);
    await postBets(dana, item, 1, 0);
    await end(staff, item, score(1, 0));
    expect((await gal.post('membership/', { section: league.id })).status).toBe(200);
    expect((await pointsOf(gal, league)).map(({ points }) => points)).toEqual([4]);
  });

  test('a median wins no round and counts as no item, and is included in the profile’s points and the export', async () => {
    const [noa, gal] = await people('נועה', 'גל');
    const { league, options } = await newLeague(noa, []);
    const [missed] = await newRound(noa, league, options, 'הוחמץ', 1);
    await postBets(noa, missed, 1, 0);
    await end(noa, missed, score(1, 0));
    await join(gal, league);
    const [own] = await newRound(noa, league, options, 'שוחק', 1);
    await postBets(gal, own, 2, 1);
    await end(noa, own, score(1, 0));

    const { rounds, race } = (
      await noa.get<{
        rounds: { name: string; winners: { name: string }[]; points: number }[];
        race: { member: { name: string }; points: number[] }[];
      }>('statistics/', { section: league.id })
    ).body;
    expect(rounds.map(({ name, winners, points }) => [name, winners.map((one) => one.name), points])).toEqual(
      [
        ['הוחמץ', ['נועה'], 4],
        ['שוחק', ['גל'], 3],
      ],
    );
    expect(race.map(({ member, points }) => [member.name, points])).toEqual([
      ['גל', [4, 7]],
      ['נועה', [4, 4]],
    ]);
    expect((await noa.get<Post>(`post/${missed.post}/`)).body.winner).toMatchObject({
      member: { id: noa.id },
      ties: 0,
    });
    expect(await rowOf(noa, gal, league)).toMatchObject({ points: 7, bets: 1, average: 3 });
    const { body: profile } = await noa.get<Profile>('profile/', { member: gal.id });
    expect(
      profile.leagues.map(({ points, bets, wins, history }) => [
        points,
        bets,
        wins,
        history.map(({ points: own_, total }) => [own_, total]),
      ]),
    ).toEqual([[7, 1, 1, [[3, 7]]]]);
    const numbers = (await noa.get('memberStatistics/', { section: league.id, member: gal.id })).body;
    expect(numbers).toMatchObject({ played: 1, bets: 1, points: 3 });
    const { points } = (await gal.get<{ points: object[] }>('export/')).body;
    expect(points[0]).toMatchObject({
      league: league.id,
      post: missed.post,
      item: null,
      points: 4,
      reason: lateReason(1),
    });
    // A search finds items only.
    const found = await gal.get<{ count: number }>('points/', { section: league.id, search: 'א' });
    expect(found.body.count).toBe(1);
  });

  test('a game without the rule runs no statement', async () => {
    let statements = 0;
    const countingDb = server.platform.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await settleLateJoiners(countingDb, { league: 1, post: 1, rules: {} })).toBe(false);
    expect(statements).toBe(0);
    await transaction(countingDb, (trx) =>
      settleLateJoiners(trx, { league: 1, post: 1, rules: { late_joiner: 'median' } }),
    );
    expect(statements).toBe(2);
  });
});

// Locks have no effect on a single connection: this runs only on PostgreSQL, through two server processes.
describe('joining during the last result, on PostgreSQL with two servers', () => {
  let first: SpawnedServer, second: SpawnedServer;
  let database: ReturnType<typeof openPostgres>;
  let server: ServerWithDb;
  beforeAll(async () => {
    first = await spawnServer({ database: 'postgres' });
    second = await spawnServer({ on: first });
    database = openPostgres(first.env['DATABASE_URL'] ?? '', pino({ level: 'silent' }));
    server = { url: first.url, platform: { db: database.db } };
  });
  afterAll(async () => {
    await database.close();
    await second.remove();
    await first.remove();
  });

  test('adds the median exactly once, whichever comes first', async () => {
    const rounds = runSize('rounds whose last two results race who joins', 8, 400);
    const elsewhere = ({ token }: ApiMember) => api(second.url, token);
    let owner = await createMember(server, 'נועה');
    let atJoining = 0;
    let atSettling = 0;
    for (let round = 0; round < rounds; round += 1) {
      // One member may not create so many leagues in a day.
      if (round % 20 === 19) owner = await createMember(server, 'נועה');
      const league = await makeLeague(owner, [], 'חבורה', { late_joiner: 'median' });
      const options = await makeOptions(owner, league.id, ['א', 'ב', 'ג', 'ד']);
      const { items_data } = await makeGame(owner, league.id, 'home/away', [
        options.slice(0, 2),
        options.slice(2),
      ]);
      for (const item of items_data) {
        await postBets(owner, item, 1, 0);
        await end(owner, item, 'start');
      }
      const joiners = await Promise.all([createMember(server, 'גל'), createMember(server, 'דנה')]);
      const settle = items_data.map(
        (item, at) => () => end(at ? { ...owner, ...elsewhere(owner) } : owner, item, score(1, 0)),
      );
      const enter = joiners.map(
        (who, at) => () => (at ? elsewhere(who) : who).get('joinAClan/', { code: league.code ?? '' }),
      );
      const [earlier, later] = round % 2 ? [settle, enter] : [enter, settle];
      const sent = earlier.map((call) => call());
      // Each order occurs once for certain; then both are sent at the same time.
      if (round < 2) await Promise.all(sent);
      await Promise.all([...sent, ...later.map((call) => call())]);
      const { rows } = await sql<{ member: number; points: number; lines: number; came: boolean }>`
        select l.member_id as member, sum(l.points) as points, count(*)::integer as lines,
          bool_or(l.created > (select max(ended_at) from items where post_id = ${items_data[0]?.post}) and lm.joined_at > (
            select max(ended_at) from items where post_id = ${items_data[0]?.post})) as came
        from ledger l join league_members lm using (league_id, member_id)
        where l.league_id = ${league.id} and l.item_id is null group by 1 order by 1`.execute(database.db);
      expect(rows.map(({ member, points, lines }) => [member, points, lines])).toEqual(
        joiners.map(({ id }) => [id, 8, 1]).toSorted(([one = 0], [other = 0]) => one - other),
      );
      for (const { came } of rows) {
        if (came) atJoining += 1;
        else atSettling += 1;
      }
    }
    console.log(`medians that came with the joining: ${atJoining}, with a result: ${atSettling}`);
    expect(Math.min(atJoining, atSettling)).toBeGreaterThan(0);
  }, 600_000);
});
