import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Item, League, StandingsRow, TieBreak } from '#contract/models.ts';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import {
  createMember,
  createMembers,
  leagueWithMembers,
  makeGame,
  postBets,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import { api } from '#tests/support/server/api-client.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * A league's table is cached. A change is read at once in the process that made it, and soon in every other; each reader has
 * their own row. The effect of every call on it is tested in remembered-writes.test.ts.
 */

type Standings = {
  results: StandingsRow[];
  count: number;
  me: StandingsRow | null;
  above: StandingsRow | null;
  tie_break: TieBreak;
  live?: number;
};

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let running: RunningServer[] = [];
  beforeAll(async () => {
    server = await startServer({ database });
    await server.platform.jobs.stop();
    await stopReminders(server);
    running = [server];
    const { databaseUrl } = server.platform.settings;
    if (databaseUrl !== null) {
      const env = { PORT: '0', REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl };
      running.push(await createServer(readSettings(env)));
    }
  });
  afterAll(async () => {
    for (const other of running.slice(1)) await other.close();
    await server.close();
  });

  let section: number;
  let yossi: ApiMember, noa: ApiMember, dana: ApiMember, avi: ApiMember;
  let items: [Item, Item];
  let post: number;
  beforeEach(async () => {
    // Their order by name differs from their order by id.
    const league = await leagueWithMembers(
      server,
      ['יוסי', 'נועה', 'דנה', 'אבי'],
      ['חיפה', 'יפו', 'עכו', 'לוד'],
    );
    ({ section } = league);
    [yossi, noa, dana, avi] = league.members;
    const { options } = league;
    const game = await makeGame(yossi, section, 'home/away', [options.slice(0, 2), options.slice(2)]);
    post = game.id;
    items = game.items_data as [Item, Item];
    await postBets(yossi, items[0], 1, 0);
    await postBets(noa, items[0], 2, 1);
    await postBets(dana, items[0], 0, 1);
    for (const person of [yossi, noa, dana]) await postBets(person, items[1], 1, 1);
    await enter(items[0], { home: 2, away: 1 });
  });

  const enter = (item: Item, value: unknown, version?: number) =>
    yossi.post<Item>('setItemResults/', { item: item.id, value, ...(version && { version }) });
  const table = async (who: ApiMember, query: object = {}, url = server.url) => {
    const { status, body } = await api(url, who.token).get<Standings>('standings/', { section, ...query });
    expect(status).toBe(200);
    return body;
  };
  /** Name, rank and points of each row; how many matches are live. */
  const tableSummary = async (url: string) => {
    const { results, live = 0 } = await table(yossi, {}, url);
    return { rows: results.map(({ member, rank, points }) => [member.name, rank, points]), live };
  };
  const isRemembered = ({ platform }: RunningServer, key = `${section} `) =>
    platform.caches.tables.get(key) !== undefined;

  /** Reads in every process until the table is cached there; then makes the change, and reads until every one has it. */
  async function reads(change: () => Promise<unknown>, expected: Awaited<ReturnType<typeof tableSummary>>) {
    for (const it of running) {
      await expect
        .poll(async () => (await tableSummary(it.url), isRemembered(it)), { interval: 20 })
        .toBe(true);
    }
    await change();
    expect(await tableSummary(server.url)).toEqual(expected);
    for (const { url } of running.slice(1))
      await expect.poll(() => tableSummary(url), { interval: 20 }).toEqual(expected);
  }

  /** Several pages of the table, for every member. */
  const everything = () =>
    Promise.all(
      [yossi, noa, dana, avi].flatMap((who) =>
        [
          {},
          { limit: 1 },
          { limit: 2, page: 2 },
          { limit: 2, offset: 3 },
          { page: 2 },
          { post },
          { post, limit: 3 },
        ].map((query) => table(who, query)),
      ),
    );

  test('each cached page, with the caller’s own row and the one above, equals the one from the database', async () => {
    await expect
      .poll(
        async () => (await everything(), isRemembered(server) && isRemembered(server, `${section} ${post}`)),
        {
          interval: 20,
        },
      )
      .toBe(true);
    const remembered = await everything();
    const isCurrent = vi.spyOn(server.platform.caches, 'isCurrent').mockReturnValue(false);
    const read = await everything();
    isCurrent.mockRestore();
    expect(remembered).toEqual(read);
    const of = async (who: ApiMember) => {
      const { results, count, me, above } = await table(who, { limit: 2, offset: 1 });
      const named = (row: StandingsRow | null) => row && [row.rank, row.member.name, row.points];
      return { results: results.map(named), count, me: named(me), above: named(above) };
    };
    await table(avi);
    const page = {
      count: 4,
      results: [
        [2, 'יוסי', 3],
        [3, 'אבי', 0],
      ],
    };
    expect(await of(noa)).toEqual({ ...page, me: [1, 'נועה', 4], above: null });
    expect(await of(yossi)).toEqual({ ...page, me: [2, 'יוסי', 3], above: [1, 'נועה', 4] });
    // Two share the third place: above both is the second.
    expect(await of(dana)).toEqual({ ...page, me: [3, 'דנה', 0], above: [2, 'יוסי', 3] });
  });

  test('outsiders and former members get 404 for what is cached', async () => {
    const stranger = await createMember(server, 'זר');
    await table(yossi);
    expect((await stranger.get('standings/', { section })).status).toBe(404);
    await avi.del('membership/', { section });
    expect((await avi.get('standings/', { section })).status).toBe(404);
  });

  test('a result, its correction and a void change the table', async () => {
    const row = (name: string, rank: number, points: number) => [name, rank, points];
    await reads(() => enter(items[1], { home: 1, away: 1 }), {
      rows: [row('נועה', 1, 8), row('יוסי', 2, 7), row('דנה', 3, 4), row('אבי', 4, 0)],
      live: 0,
    });
    const { body } = await yossi.get<Item>(`item/${items[0].id}/`);
    await reads(() => enter(items[0], { home: 0, away: 1 }, body.version), {
      rows: [row('דנה', 1, 8), row('יוסי', 2, 4), row('נועה', 2, 4), row('אבי', 4, 0)],
      live: 0,
    });
    // Of the two in the place above, the first by name.
    expect((await table(avi)).above).toMatchObject({ rank: 2, member: { name: 'יוסי' } });
    const second = (await yossi.get<Item>(`item/${items[1].id}/`)).body;
    await reads(() => enter(items[1], 'void', second.version), {
      rows: [row('דנה', 1, 4), row('אבי', 2, 0), row('יוסי', 2, 0), row('נועה', 2, 0)],
      live: 0,
    });
  });

  test('a line of the ledger changes the table, whatever wrote the line', () =>
    reads(
      () =>
        sql`
        insert into ledger (league_id, post_id, item_id, item_version, member_id, points, played, total, reason)
        select league_id, post_id, item_id, item_version, ${avi.id}::integer, 5, 1, 5, reason from ledger
        where item_id = ${items[0].id}::integer limit 1`.execute(server.platform.db),
      {
        rows: [
          ['אבי', 1, 5],
          ['נועה', 2, 4],
          ['יוסי', 3, 3],
          ['דנה', 4, 0],
        ],
        live: 0,
      },
    ));

  test('matches that are live with a score are counted, until their game is deleted', async () => {
    const rows = [
      ['נועה', 1, 4],
      ['יוסי', 2, 3],
      ['אבי', 3, 0],
      ['דנה', 3, 0],
    ];
    const source = { name: 'מקור', state: 'live', held: false, extraTime: null, penalties: null };
    const plays = (score: object | null) =>
      sql`update items set details = details || jsonb_build_object('source', ${JSON.stringify({ ...source, score })}::jsonb)
        where id = ${items[1].id}::integer`.execute(server.platform.db);
    await reads(() => plays({ home: 0, away: 0 }), { rows, live: 0 });
    await reads(() => enter(items[1], 'start'), { rows, live: 1 });
    await reads(() => plays(null), { rows, live: 0 });
    await reads(() => plays({ home: 2, away: 1 }), { rows, live: 1 });
    await reads(() => yossi.put(`post/${post}/`, { active: false }), { rows, live: 0 });
  });

  test('a vote that ended without a result leaves the form unchanged; once corrected it counts as one without a bet', async () => {
    const options = Object.values(items[0].options).flatMap(({ option }) => option ?? []);
    const vote = (await makeGame(yossi, section, 'vote', [options])).items_data[0];
    if (!vote) throw new Error('a game of no item');
    const mine = async () => {
      const { me } = await table(yossi);
      return { form: me?.form, move: me?.move };
    };
    await expect.poll(async () => (await mine(), isRemembered(server)), { interval: 20 }).toBe(true);
    expect(await mine()).toEqual({ form: ['hit'], move: null });
    const ended = await enter(vote, { options: [] });
    // The move is counted from the last item that ended, which is the vote.
    expect(await mine()).toEqual({ form: ['hit'], move: 0 });
    const [first] = Object.values(vote.options);
    await enter(vote, { options: [first?.id] }, ended.body.version);
    expect(await mine()).toEqual({ form: ['none', 'hit'], move: 0 });
  });

  test('members who join, leave or are renamed change the table', async () => {
    const gil = await createMember(server, 'גיל');
    const { body } = await yossi.get<League>(`section/${section}/`);
    const first = ['נועה', 1, 4];
    await reads(() => gil.get('joinAClan/', { code: body.code ?? '' }), {
      rows: [first, ['יוסי', 2, 3], ['אבי', 3, 0], ['גיל', 3, 0], ['דנה', 3, 0]],
      live: 0,
    });
    await reads(() => dana.put(`member/${dana.id}/`, { name: 'בר' }), {
      rows: [first, ['יוסי', 2, 3], ['אבי', 3, 0], ['בר', 3, 0], ['גיל', 3, 0]],
      live: 0,
    });
    await reads(() => noa.del('membership/', { section }), {
      rows: [
        ['יוסי', 1, 3],
        ['אבי', 2, 0],
        ['בר', 2, 0],
        ['גיל', 2, 0],
      ],
      live: 0,
    });
  });

  test('a search by name and the table of a group are answered while the table is cached', async () => {
    await table(yossi);
    const named = await table(dana, { search: 'נו' });
    expect([named.results.map(({ member }) => member.name), named.count, named.me?.member.name]).toEqual([
      ['נועה'],
      1,
      'דנה',
    ]);
    const { body: clan } = await yossi.post<{ id: number }>('clan/', { name: 'קבוצה' });
    const grouped = await table(yossi, { clan: clan.id });
    expect(grouped.results.map(({ member, rank }) => [member.name, rank])).toEqual([['יוסי', 1]]);
  });

  test('any page of a league of many members is read, and a renamed member moves in it', async () => {
    await createMembers(server, section, 1200);
    await expect.poll(async () => (await table(noa), isRemembered(server)), { interval: 20 }).toBe(true);
    const { count, me, above, results } = await table(dana, { limit: 3, offset: 1201 });
    const named = (row: StandingsRow | null) => row && [row.rank, row.member.name, row.points, row.form];
    expect({ count, me: named(me), above: named(above), results: results.map(named) }).toEqual({
      count: 1204,
      me: [3, 'דנה', 0, ['missed']],
      above: [2, 'יוסי', 3, ['hit']],
      results: [
        [3, 'חבר 997', 0, ['none']],
        [3, 'חבר 998', 0, ['none']],
        [3, 'חבר 999', 0, ['none']],
      ],
    });
    // Those found keep their ranks in the whole table.
    const found = await table(dana, { search: 'חבר 99', limit: 2, offset: 3 });
    expect({ count: found.count, me: named(found.me), above: named(found.above) }).toEqual({
      count: 11,
      me: [3, 'דנה', 0, ['missed']],
      above: [2, 'יוסי', 3, ['hit']],
    });
    expect(found.results.map(named)).toEqual([
      [3, 'חבר 992', 0, ['none']],
      [3, 'חבר 993', 0, ['none']],
    ]);
    expect((await table(dana, { search: 'יוס' })).results.map(named)).toEqual([[2, 'יוסי', 3, ['hit']]]);
    await avi.put(`member/${avi.id}/`, { name: 'תום' });
    const last = await table(dana, { limit: 1, offset: 1203 });
    expect(last.results.map(named)).toEqual([[3, 'תום', 0, ['none']]]);
  });
});
