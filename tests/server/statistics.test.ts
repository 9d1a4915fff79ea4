import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, League, StandingsRow } from '#contract/models.ts';
import type { LeagueStatistics, MemberStatistics } from '#contract/statistics.ts';
import {
  createMember,
  createStaff,
  leagueWithMembers,
  makeGame,
  makeLeague,
  optionIdsOf,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { api } from '#tests/support/server/api-client.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

const card = ({ id, name }: { id: number; name: string }) => ({ id, name, image: null });

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.close());

  const end = async (owner: ApiMember, { id: item }: Item, value: unknown) => {
    const { body } = await owner.get<Item>(`item/${item}/`);
    const version = body.status === 'ended' ? { version: body.version } : {};
    const { status } = await owner.post('setItemResults/', { item, value, ...version });
    expect(status).toBe(200);
  };
  const score = (home: number, away: number) => ({ home, away });
  const leagueOf = async (who: ApiMember, section: number) =>
    (await who.get<LeagueStatistics>('statistics/', { section })).body;
  const memberOf = async (who: ApiMember, section: number, member: number) =>
    (await who.get<MemberStatistics>('memberStatistics/', { section, member })).body;
  const itemsOf = async (...gameArgs: Parameters<typeof makeGame>) =>
    (await makeGame(...gameArgs)).items_data;
  const join = (section: number, { id }: ApiMember) =>
    sql`insert into league_members (league_id, member_id) values (${section}, ${id})`.execute(
      server.platform.db,
    );
  const leave = (section: number, { id }: ApiMember) =>
    sql`update league_members set active = false where league_id = ${section} and member_id = ${id}`.execute(
      server.platform.db,
    );

  describe('a season', () => {
    let section: number;
    let noa: ApiMember, dana: ApiMember, yossi: ApiMember, ron: ApiMember, gil: ApiMember;
    let round: Item[];
    let single: Item, vote: Item, poll: Item, voided: Item;
    const named = (item: Item | undefined, points: number, mark: string) => ({
      item: item?.id,
      name: item?.name,
      points,
      mark,
    });

    beforeAll(async () => {
      const league = await leagueWithMembers(server, ['נועה', 'דנה', 'יוסי', 'רון'], ['א', 'ב', 'ג', 'ד']);
      section = league.section;
      [noa, dana, yossi, ron] = league.members;
      gil = await createMember(server, 'גיל');
      const [a = 0, b = 0, c = 0, d = 0] = league.options;
      round = await itemsOf(
        noa,
        section,
        'home/away',
        [
          [a, b],
          [c, d],
          [a, c],
        ],
        { description: 'מחזור ראשון\nעם כל הקבוצות' },
      );
      const one = async (...rest: Parameters<typeof makeGame>) => {
        const [item] = await itemsOf(...rest);
        if (!item) throw new Error('no item');
        return item;
      };
      single = await one(noa, section, 'home/away', [[b, a]]);
      vote = await one(noa, section, 'vote', [[a, b, c]]);
      poll = await one(noa, section, 'vote', [[a, b, c]]);
      voided = await one(noa, section, 'home/away', [[c, a]]);
      const [first, second, third] = round as [Item, Item, Item];
      const bets: [Item, ...(number[] | null)[]][] = [
        [first, [2, 1], [1, 0], [0, 2], [2, 1]],
        [second, [1, 1], [0, 0], null, [1, 1]],
        [third, [0, 1], [2, 2], [1, 0], [1, 0]],
        [single, [3, 0], [2, 0], [1, 1], [2, 0]],
        [voided, [1, 0], [1, 0], [1, 0], [1, 0]],
      ];
      for (const [item, ...guesses] of bets)
        for (const [at, guess] of guesses.entries())
          if (guess) expect((await postBets(league.members[at] ?? noa, item, ...guess)).status).toBe(201);
      for (const [item, ...picks] of [
        [vote, 0, 1, 0, 0],
        [poll, 0, 0, 1, 0],
      ] as const)
        for (const [at, pick] of picks.entries())
          await postBets(
            league.members[at] ?? noa,
            item,
            ...Array.from({ length: pick }, () => undefined),
            1,
          );

      const [right] = optionIdsOf(vote);
      await end(noa, third, score(1, 0));
      await end(noa, vote, { options: [right] });
      await join(section, gil);
      await postBets(gil, single, 1, 0);
      await end(noa, first, score(2, 1));
      await end(noa, first, score(0, 0));
      await end(noa, first, score(2, 1));
      await end(noa, voided, score(1, 0));
      await end(noa, voided, 'void');
      await end(noa, poll, { options: [] });
      await end(noa, second, score(1, 1));
      await end(noa, single, score(2, 0));
      await leave(section, ron);
    });

    test('a member’s numbers are of what has ended, in the order in which it ended', async () => {
      const [first, second, third] = round;
      expect(await memberOf(gil, section, noa.id)).toEqual({
        played: 6,
        bets: 6,
        points: 13,
        scores: 4,
        exact: 2,
        difference: 0,
        outcome: 1,
        form: [
          named(single, 2, 'hit'),
          named(second, 4, 'exact'),
          named(first, 4, 'exact'),
          named(vote, 3, 'hit'),
          named(third, 0, 'missed'),
        ],
        longest: 4,
        streak: 4,
        best: { name: 'א', bets: 4, points: 9 },
        worst: null,
        rivals: [
          { member: card(gil), shared: 1, same: 1, gained: 0 },
          { member: card(dana), shared: 6, same: 4, gained: -4 },
          { member: card(yossi), shared: 5, same: 1, gained: -2 },
        ],
        alike: { member: card(dana), shared: 6, same: 4, gained: -4 },
        nemesis: null,
      });
    });

    test('an item without a bet ends a run of points; of rivals with equal gains the nemesis has fewer shared items', async () => {
      const [first, second, third] = round;
      expect(await memberOf(yossi, section, yossi.id)).toEqual({
        played: 6,
        bets: 5,
        points: 7,
        scores: 3,
        exact: 1,
        difference: 0,
        outcome: 0,
        form: [
          named(single, 0, 'missed'),
          named(second, 0, 'none'),
          named(first, 0, 'missed'),
          named(vote, 3, 'hit'),
          named(third, 4, 'exact'),
        ],
        longest: 2,
        streak: 0,
        best: { name: 'א', bets: 4, points: 7 },
        worst: null,
        rivals: [
          { member: card(noa), shared: 5, same: 1, gained: 2 },
          { member: card(dana), shared: 5, same: 0, gained: 0 },
          { member: card(gil), shared: 1, same: 0, gained: 2 },
        ],
        alike: { member: card(noa), shared: 5, same: 1, gained: 2 },
        nemesis: { member: card(gil), shared: 1, same: 0, gained: 2 },
      });
    });

    test('a late member has played what ended since they joined', async () => {
      const [first, second] = round;
      expect(await memberOf(noa, section, gil.id)).toEqual({
        played: 4,
        bets: 1,
        points: 2,
        scores: 1,
        exact: 0,
        difference: 0,
        outcome: 1,
        form: [named(single, 2, 'hit'), named(second, 0, 'none'), named(first, 0, 'none')],
        longest: 1,
        streak: 1,
        best: null,
        worst: null,
        rivals: [
          { member: card(dana), shared: 1, same: 1, gained: 2 },
          { member: card(noa), shared: 1, same: 1, gained: 0 },
          { member: card(yossi), shared: 1, same: 0, gained: -2 },
        ],
        alike: null,
        nemesis: { member: card(dana), shared: 1, same: 1, gained: 2 },
      });
    });

    test('a former member and a stranger have no numbers: 404', async () => {
      const stranger = await createMember(server, 'זר');
      const unknown = (await noa.get('memberStatistics/', { section, member: 987_654_321 })).body;
      for (const { id: member } of [ron, stranger]) {
        const { status, body } = await noa.get('memberStatistics/', { section, member });
        expect([status, body]).toEqual([404, unknown]);
      }
    });

    const rounds = (): LeagueStatistics['rounds'] => [
      {
        post: vote.post,
        name: vote.name,
        at: expect.any(String),
        items: 1,
        left: 0,
        points: 3,
        winners: [card(yossi), card(noa)],
        ahead: 2,
      },
      {
        post: poll.post,
        name: poll.name,
        at: expect.any(String),
        items: 1,
        left: 0,
        points: 0,
        winners: [],
        ahead: 0,
      },
      {
        post: round[0]?.post ?? 0,
        name: 'מחזור ראשון',
        at: expect.any(String),
        items: 3,
        left: 0,
        points: 8,
        winners: [card(noa)],
        ahead: 1,
      },
      {
        post: single.post,
        name: single.name,
        at: expect.any(String),
        items: 1,
        left: 0,
        points: 4,
        winners: [card(dana)],
        ahead: 1,
      },
    ];
    const race = (): LeagueStatistics['race'] => [
      { member: card(noa), rank: 1, before: 0, points: [3, 3, 11, 13] },
      { member: card(dana), rank: 2, before: 0, points: [0, 0, 5, 9] },
      { member: card(yossi), rank: 3, before: 0, points: [3, 3, 7, 7] },
      { member: card(gil), rank: 4, before: 0, points: [0, 0, 0, 2] },
    ];

    test('the race goes by rounds, in the order of their last end, up to the table; a former member is not in it', async () => {
      const found = await leagueOf(dana, section);
      expect(found).toEqual({ rounds: rounds(), race: race(), left: { items: 0, points: 0 } });
      const { results } = (await noa.get<{ results: StandingsRow[] }>('standings/', { section })).body;
      expect(found.race.map(({ member, rank, points }) => [member, rank, points.at(-1)])).toEqual(
        results.map(({ member, rank, points }) => [member, rank, points]),
      );
      const times = found.rounds.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
      expect(times.map((at) => new Date(at).toISOString())).toEqual(times);
    });

    test('a deleted game keeps its points, but not its name and its picks', async () => {
      await noa.del('post/', { ids: String(single.post) });
      const last = (rounds()[3] ?? {}) as LeagueStatistics['rounds'][number];
      const { rounds: found, race: points } = await leagueOf(noa, section);
      expect([found, points]).toEqual([[...rounds().slice(0, 3), { ...last, name: null }], race()]);
      const { form, best, rivals, points: sum, bets } = await memberOf(noa, section, yossi.id);
      expect({ form: form[0], best, rivals, sum, bets }).toEqual({
        form: { ...named(single, 0, 'missed'), name: null },
        best: { name: 'א', bets: 3, points: 7 },
        rivals: [
          { member: card(noa), shared: 4, same: 1, gained: 0 },
          { member: card(dana), shared: 4, same: 0, gained: -4 },
        ],
        sum: 7,
        bets: 5,
      });
    });
  });

  test('among teams with equal averages the first by name is the best, and likewise the worst', async () => {
    const {
      section,
      options: [a = 0, b = 0, c = 0, d = 0],
      members: [noa],
    } = await leagueWithMembers(server, ['נועה'], ['ת', 'ב', 'ש', 'ד']);
    const pairs = [
      [c, d],
      [a, b],
      [a, b],
      [c, d],
      [a, b],
      [c, d],
      // Two matches are too few for an average.
      [a, c],
      [d, c],
    ];
    const items = await itemsOf(noa, section, 'home/away', pairs);
    const results = [0, 1, 1, 0, 0, 1, 0, 0];
    for (const item of items.slice(0, 6)) await postBets(noa, item, 1, 0);
    for (const [at, item] of items.entries()) await end(noa, item, score(results[at] ?? 0, 0));
    const { best, worst } = await memberOf(noa, section, noa.id);
    expect({ best, worst }).toEqual({
      best: { name: 'ב', bets: 3, points: 8 },
      worst: { name: 'ד', bets: 3, points: 4 },
    });
  });

  test('a team has its present name, and an item its present text, each time they are read', async () => {
    const {
      section,
      options: [a = 0, b = 0],
      members: [noa],
    } = await leagueWithMembers(server, ['נועה'], ['א', 'ב']);
    await sql`update options set league_id = null, value = 'Alef' where id = ${a}`.execute(
      server.platform.db,
    );
    const items = await itemsOf(noa, section, 'home/away', [
      [a, b],
      [a, b],
      [a, b],
    ]);
    for (const item of items) {
      await postBets(noa, item, 1, 0);
      await end(noa, item, score(2, 1));
    }
    const english = api(server.url, noa.token);
    const read = async () => {
      const query = { section, member: noa.id };
      const { body } = await english.get<MemberStatistics>('memberStatistics/', query, {
        'Accept-Language': 'en',
      });
      return [body.best?.name, body.form[0]?.name];
    };
    expect(await read()).toEqual(['Alef', 'Alef · ב']);
    await sql`update options set value = 'Aleph' where id = ${a}`.execute(server.platform.db);
    await sql`update items set name = 'הגמר' where id = ${items[2]?.id}`.execute(server.platform.db);
    expect(await read()).toEqual(['Aleph', 'הגמר']);
  });

  test('picks are compared by options in votes, by most votes in balances, and by digits', async () => {
    const {
      section,
      options,
      members: [noa, dana],
    } = await leagueWithMembers(server, ['נועה', 'דנה'], ['א', 'ב', 'ג']);
    const same = async () => {
      const [rival] = (await memberOf(noa, section, noa.id)).rivals;
      return [rival?.same, rival?.shared];
    };
    const play = async (
      layout: 'vote' | 'balance' | 'bets',
      ownPicks: (number | undefined)[],
      otherPicks: (number | undefined)[],
    ) => {
      const [item] = await itemsOf(
        noa,
        section,
        layout,
        [options],
        layout === 'bets' ? {} : { bets_allow: 2 },
      );
      if (!item) throw new Error('no item');
      await postBets(noa, item, ...ownPicks);
      await postBets(dana, item, ...otherPicks);
      const ids = optionIdsOf(item);
      const values = Object.fromEntries(ids.map((id) => [id, 1]));
      await end(noa, item, layout === 'bets' ? { values } : { options: ids.slice(0, 1) });
      return same();
    };
    const none = undefined;
    expect(await play('vote', [1, none, 1], [1, none, 1])).toEqual([1, 1]);
    expect(await play('vote', [1, none, 1], [1, 1])).toEqual([1, 2]);
    expect(await play('balance', [150, 50], [90, 10, 80])).toEqual([2, 3]);
    expect(await play('balance', [100, 100], [100, 90])).toEqual([2, 4]);
    expect(await play('bets', [3, 4, 5], [3, 4, 5])).toEqual([3, 5]);
    expect(await play('bets', [3, 4], [3, 4, 5])).toEqual([3, 6]);
  });

  test('what is left is the most that each layout gives by its rules, with one joker a game', async () => {
    const {
      section,
      options: [a = 0, b = 0, c = 0, d = 0],
      members: [noa, dana, yossi],
    } = await leagueWithMembers(server, ['נועה', 'דנה', 'יוסי'], ['א', 'ב', 'ג', 'ד']);
    const leftOf = async () => (await leagueOf(noa, section)).left;
    expect(await leftOf()).toEqual({ items: 0, points: 0 });
    const game = (layout: Item['type'], groups: number[][], rules = {}) =>
      itemsOf(noa, section, layout, groups, rules);
    await game('home/away', [[a, b]]);
    expect(await leftOf()).toEqual({ items: 1, points: 4 });
    await game('vote', [[a, b]], { bets_allow: 3, pts_correct: 2 });
    expect(await leftOf()).toEqual({ items: 2, points: 8 });
    await game('vote', [[a, b, c, d]], { bets_allow: 3, underdog: 1 });
    expect(await leftOf()).toEqual({ items: 3, points: 20 });
    await game('balance', [[a, b, c]], { bets_allow: 2, pts_correct: 5, votesForPoint: 50 });
    expect(await leftOf()).toEqual({ items: 4, points: 30 });
    await game('bets', [[a, b, c]], { pts_exact: 2, pts_close: 1 });
    expect(await leftOf()).toEqual({ items: 5, points: 36 });
    const [first, second] = await game(
      'home/away',
      [
        [a, b],
        [c, d],
      ],
      { pts_exact: 5, pts_outcome: 6, multiplier: 2, underdog: 1, joker: true },
    );
    if (!first || !second) throw new Error('no items');
    expect(await leftOf()).toEqual({ items: 7, points: 36 + 14 + 14 + 14 });
    await postBets(dana, first, 1, 0);
    await postBets(yossi, first, 1, 0);
    await noa.post('setItemResults/', { item: second.id, value: 'start' });
    expect(await leftOf()).toEqual({ items: 7, points: 36 + 14 + 14 + 14 });
    await end(noa, first, score(3, 0));
    expect(await leftOf()).toEqual({ items: 6, points: 36 + 14 + 14 });
    const [{ left: more, winners, ahead, points } = { winners: [] }] = (await leagueOf(noa, section)).rounds;
    expect({ more, winners, ahead, points }).toEqual({
      more: 1,
      winners: [card(dana), card(yossi)],
      ahead: 2,
      points: 12,
    });
    await end(noa, second, 'void');
    expect(await leftOf()).toEqual({ items: 5, points: 36 });
  });

  test('the race has ten members of the table and the caller; equal ones share a rank, and a round names ten winners', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `חבר ${String(12 - at).padStart(2, '0')}`);
    const { section, options, members } = await leagueWithMembers(
      server,
      [names[0] ?? '', ...names.slice(1)],
      ['א', 'ב'],
    );
    const [owner, second] = members;
    if (!second) throw new Error('nobody');
    const [item] = await itemsOf(owner, section, 'home/away', [options]);
    if (!item) throw new Error('no item');
    for (const one of members.slice(1)) await postBets(one, item, 2, 0);
    await end(owner, item, score(1, 0));
    const { rounds, race } = await leagueOf(owner, section);
    const byName = members.slice(1).toReversed();
    expect(race).toEqual([
      ...byName.slice(0, 10).map((member) => ({ member: card(member), rank: 1, before: 0, points: [2] })),
      { member: card(owner), rank: 12, before: 0, points: [0] },
    ]);
    expect(rounds.map(({ winners, ahead }) => [winners, ahead])).toEqual([
      [byName.slice(0, 10).map(card), 11],
    ]);
    const without = (await leagueOf(second, section)).race.map(({ member }) => member.id);
    expect(without).toEqual([...byName.slice(0, 10).map(({ id }) => id), second.id]);
  });

  test('members without points share a rank in the race, whether they have bet or not', async () => {
    const {
      section,
      options,
      members: [noa, dana, yossi],
    } = await leagueWithMembers(server, ['נועה', 'דנה', 'יוסי'], ['א', 'ב']);
    const [item] = await itemsOf(noa, section, 'home/away', [options]);
    if (!item) throw new Error('no item');
    await postBets(yossi, item, 0, 2);
    await end(noa, item, score(1, 0));
    const row = { rank: 1, before: 0, points: [0] };
    expect((await leagueOf(noa, section)).race).toEqual([
      { member: card(dana), ...row },
      { member: card(yossi), ...row },
      { member: card(noa), ...row },
    ]);
  });

  test('the race begins with the points from before the latest hundred rounds', async () => {
    const others = Array.from({ length: 10 }, (_, at) => `חבר ${at}`);
    const {
      section,
      members: [noa, ...ahead],
    } = await leagueWithMembers(server, ['נועה', ...others], []);
    await sql`
      with game as (
        insert into posts (league_id, description) select ${section}, 'משחק ' || n from generate_series(1, 103) n
        returning id, description
      ),
      item as (
        insert into items (post_id, layout, status, ended_at)
        -- The later they were made, the earlier they ended.
        select id, 'home/away', 'ended', now() - split_part(description, ' ', 2)::integer * interval '1 hour' from game
        returning id, post_id
      )
      insert into ledger (league_id, post_id, item_id, item_version, member_id, points, total, played, reason)
      select ${section}::integer, post_id, id, 1, ${noa.id}::integer, 2, 2, 1, '{"code": "outcome"}'::jsonb from item
      union all
      select ${section}::integer, max(post_id), max(id), 1, member, 300, 300, 1, '{"code": "outcome"}'::jsonb
      from item cross join unnest(${ahead.map(({ id }) => id)}::integer[]) member group by member`.execute(
      server.platform.db,
    );
    const { rounds, race } = await leagueOf(noa, section);
    expect(rounds.map(({ name }) => name)).toEqual(
      Array.from({ length: 100 }, (_, at) => `משחק ${100 - at}`),
    );
    // The others' one game was before them.
    const rowOf = (member: ApiMember, rank: number, before: number, gain: number) => ({
      member: card(member),
      rank,
      before,
      points: Array.from({ length: 100 }, (_, at) => before + gain * (at + 1)),
    });
    expect(race).toEqual([...ahead.map((one) => rowOf(one, 1, 300, 0)), rowOf(noa, 11, 6, 2)]);
  });

  test('a league without items has empty numbers', async () => {
    const {
      section,
      members: [noa],
    } = await leagueWithMembers(server, ['נועה'], []);
    expect(await leagueOf(noa, section)).toEqual({
      rounds: [],
      race: [{ member: card(noa), rank: 1, before: 0, points: [] }],
      left: { items: 0, points: 0 },
    });
    expect(await memberOf(noa, section, noa.id)).toEqual({
      played: 0,
      bets: 0,
      points: 0,
      scores: 0,
      exact: 0,
      difference: 0,
      outcome: 0,
      form: [],
      longest: 0,
      streak: 0,
      best: null,
      worst: null,
      rivals: [],
      alike: null,
      nemesis: null,
    });
  });

  test('an official league’s numbers are open to guests, in the language they read', async () => {
    const staff = await createStaff(server, 'סגל');
    const { id: section } = await makeLeague(staff, [], 'רשמית', { custom: false });
    await sql`insert into league_members (league_id, member_id) values (${section}, ${staff.id})
      on conflict do nothing`.execute(server.platform.db);
    const { rows } = await sql<{ id: number; name: string; value: string }>`
      select id, name, value from options where league_id is null and not private and value <> '' order by id limit 2`.execute(
      server.platform.db,
    );
    const [home, away] = rows;
    const items = await itemsOf(
      staff,
      section,
      'home/away',
      [1, 2, 3].map(() => rows.map(({ id }) => id)),
    );
    for (const item of items) {
      await postBets(staff, item, 1, 0);
      await end(staff, item, score(1, 0));
    }
    const guest = api(server.url);
    const read = async (headers: Record<string, string>) => {
      const league = await guest.get<LeagueStatistics>('statistics/', { section }, headers);
      const member = await guest.get<MemberStatistics>(
        'memberStatistics/',
        { section, member: staff.id },
        headers,
      );
      return [league.body.rounds[0]?.name, member.body.form[0]?.name, member.body.best?.name];
    };
    const first = ([one = '', other = '']: (string | undefined)[]) => (one < other ? one : other);
    const title = (names: (string | undefined)[]) => names.join(' · ');
    const [heb, english] = [
      [home?.name, away?.name],
      [home?.value, away?.value],
    ];
    expect(await read({ 'Accept-Language': 'he' })).toEqual([title(heb), title(heb), first(heb)]);
    expect(await read({ 'Accept-Language': 'en' })).toEqual([title(english), title(english), first(english)]);
  });

  test('a missing or an additional parameter is 400, and another league’s member is 404', async () => {
    const { section, members } = await leagueWithMembers(server, ['נועה', 'דנה'], []);
    const [noa, dana] = members;
    const statuses = await Promise.all([
      noa.get('statistics/', { section, member: dana.id }),
      noa.get('statistics/'),
      noa.get('memberStatistics/', { section }),
      noa.get('memberStatistics/', { section, member: dana.id, post: 1 }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const { body: other } = await dana.post<League>('section/', { name: 'אחרת' });
    const outside = await noa.get('memberStatistics/', { section: other.id, member: dana.id });
    expect(outside.status).toBe(404);
  });
});
