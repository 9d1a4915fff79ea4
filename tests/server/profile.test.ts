import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item, Profile, StandingsRow } from '#contract/models.ts';
import {
  createMember,
  postBets,
  makeGame,
  makeLeague,
  makeOptions,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember;
  let first: number, noasPicture: number;
  let teams: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    dana = await createMember(server, 'דנה');
    noa = await createMember(server, 'נועה');
    avi = await createMember(server, 'אבי');
    first = (await makeLeague(dana, [noa, avi], 'ראשונה')).id;
    await makeLeague(dana, [noa], 'שנייה');
    noasPicture = (await makeLeague(noa, [], 'של נועה')).id;
    teams = await makeOptions(dana, first, ['אריות', 'נמרים']);
  });
  afterAll(() => server.close());

  const profileOf = async (member: ApiMember, by: ApiMember) =>
    (await by.get<Profile>('profile/', { member: member.id })).body;
  const leagueOf = async (member: ApiMember, by: ApiMember, id = first) =>
    (await profileOf(member, by)).leagues.find(({ section }) => section.id === id);
  const match = async (rules = {}) =>
    (await makeGame(dana, first, 'home/away', [teams], rules)).items_data[0] as Item;
  const ends = async ({ id }: Item, home: number, away: number, version?: number) => {
    const value = { home, away };
    const { status } = await dana.post('setItemResults/', { item: id, value, ...(version && { version }) });
    expect(status).toBe(200);
  };

  test('another member’s profile lists the leagues that both are in; a member’s own profile lists all', async () => {
    const names = async (member: ApiMember, by: ApiMember) =>
      (await profileOf(member, by)).leagues.map(({ section }) => section.name).toSorted();
    expect(await names(noa, noa)).toEqual(['ראשונה', 'של נועה', 'שנייה']);
    expect(await names(noa, dana)).toEqual(['ראשונה', 'שנייה']);
    expect(await names(noa, avi)).toEqual(['ראשונה']);
    expect((await profileOf(noa, avi)).member).toEqual({ id: noa.id, name: 'נועה', image: null });
    expect(await leagueOf(noa, noa, noasPicture)).toMatchObject({
      rank: 1,
      players: 1,
      points: 0,
      history: [],
    });
  });

  test('history follows corrections and voids; rank, points, bets and wins agree with the standings', async () => {
    const items = [await match(), await match({ pts_outcome: 1 }), await match(), await match()];
    const [one, two, three, four] = items as [Item, Item, Item, Item];
    // An exact bet, a right outcome, a miss, and a voided match.
    await postBets(noa, one, 2, 1);
    await postBets(noa, two, 3, 1);
    await postBets(noa, three, 0, 1);
    await postBets(noa, four, 1, 1);
    await postBets(dana, one, 0, 0);
    // A score with one side missing is not a bet, and counts nowhere.
    await postBets(avi, one, 2);
    await ends(one, 2, 1);
    await ends(two, 1, 0);
    await ends(three, 2, 2);
    await ends(four, 1, 1);
    await dana.post('setItemResults/', { item: four.id, value: 'void', version: 2 });
    const noasLeague = await leagueOf(noa, dana);
    expect(noasLeague).toEqual({
      section: { id: first, name: 'ראשונה', image: null },
      rank: 1,
      players: 3,
      points: 5,
      bets: 3,
      wins: 2,
      history: [
        { item: one.id, name: 'אריות · נמרים', at: expect.any(String), points: 4, total: 4, code: 'exact' },
        { item: two.id, name: 'אריות · נמרים', at: expect.any(String), points: 1, total: 5, code: 'outcome' },
        {
          item: three.id,
          name: 'אריות · נמרים',
          at: expect.any(String),
          points: 0,
          total: 5,
          code: 'missed',
        },
      ],
    });
    await ends(one, 1, 0, 2);
    await ends(two, 0, 1, 2);
    expect(
      (await leagueOf(noa, dana))?.history.map(({ points, total, code }) => [points, total, code]),
    ).toEqual([
      [3, 3, 'difference'],
      [0, 3, 'missed'],
      [0, 3, 'missed'],
    ]);
    for (const person of [dana, noa, avi]) {
      const { results } = (await dana.get<{ results: StandingsRow[] }>('standings/', { section: first }))
        .body;
      const row = results.find(({ member }) => member.id === person.id) as StandingsRow;
      const { rank, points, bets, exact, difference, outcome } = row;
      const wins = exact + difference + outcome;
      expect(await leagueOf(person, dana)).toMatchObject({ rank, points, bets, wins });
    }
    expect(await leagueOf(avi, noa)).toMatchObject({ bets: 0, wins: 0, history: [] });
  });

  test('a stranger’s profile is a 404, and a former member’s profile omits the league they left', async () => {
    const stranger = await createMember(server, 'זר');
    expect((await stranger.get('profile/', { member: noa.id })).status).toBe(404);
    expect((await stranger.get('profile/', { member: 999_999 })).status).toBe(404);
    const gal = await createMember(server, 'גל');
    const { id } = await makeLeague(gal, [noa, avi], 'של גל');
    await avi.del('membership/', { section: id });
    expect((await profileOf(avi, noa)).leagues.map(({ section }) => section.name)).toEqual(['ראשונה']);
    expect(await leagueOf(noa, gal, id)).toMatchObject({ players: 2 });
    expect((await profileOf(noa, avi)).leagues.map(({ section }) => section.name)).toEqual(['ראשונה']);
  });

  test('the leagues are in the order of the member’s points, equal ones by age, without removed ones', async () => {
    const [mia, tal] = [await createMember(server, 'מיה'), await createMember(server, 'טל')];
    const leagues = [];
    for (const name of ['א', 'ב', 'ג', 'ד']) leagues.push((await makeLeague(mia, [tal], name)).id);
    const [, , best = 0, removed = 0] = leagues;
    const { db } = server.platform;
    await sql`
      with game as (insert into posts (league_id, description) values (${best}, 'משחק') returning id),
      item as (
        insert into items (post_id, layout, status, ended_at) select id, 'vote', 'ended', now() from game
        returning id, post_id
      )
      insert into ledger (league_id, post_id, item_id, item_version, member_id, points, total, played, reason)
      select ${best}, post_id, id, 1, ${mia.id}, 2, 2, 1, '{"code": "correct"}' from item`.execute(db);
    await sql`update leagues set removed_at = now() where id = ${removed}`.execute(db);
    const { leagues: listed } = await profileOf(mia, tal);
    expect(listed.map(({ section, points }) => [section.name, points])).toEqual([
      ['ג', 2],
      ['א', 0],
      ['ב', 0],
    ]);
  });

  test('the history is of the latest forty items, with the points from before; equal ends go by age', async () => {
    const ron = await createMember(server, 'רון');
    const { id: section } = await makeLeague(ron, [], 'של רון');
    await sql`
      with game as (
        insert into posts (league_id, description) values (${section}, 'משחק') returning id
      ),
      item as (
        insert into items (post_id, layout, name, position, status, ended_at)
        select id, 'home/away', 'מפגש ' || n, n, 'ended', now() - (n / 2) * interval '1 hour'
        from game cross join generate_series(1, 41) n
        returning id, post_id
      )
      insert into ledger (league_id, post_id, item_id, item_version, member_id, points, total, played, reason)
      select ${section}, post_id, id, 1, ${ron.id}, 2, 2, 1, '{"code": "outcome"}' from item`.execute(
      server.platform.db,
    );
    // Two at a time ended together, the later made ones earlier: 40 and 41, 38 and 39, and so on.
    const order = Array.from({ length: 41 }, (_, at) => (at === 40 ? 1 : at % 2 === 0 ? 40 - at : 42 - at));
    const { history = [], bets } = (await leagueOf(ron, ron, section)) ?? {};
    expect(bets).toBe(41);
    expect(history.map(({ name, total }) => [name, total])).toEqual(
      order.slice(1).map((nth, at) => [`מפגש ${nth}`, 4 + 2 * at]),
    );
  });
});
