import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Group, Item, League, Post, Profile, StandingsRow, TieBreak } from '#contract/models.ts';
import { worldCup } from '#server/demo/worldcup.ts';
import {
  createMember,
  leagueWithMembers,
  postBets,
  isoInDays,
  makeGame,
  makeLeague,
  makeOptions,
  optionIdsOf,
  itemTypeIdFor,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

type Table = {
  results: StandingsRow[];
  count: number;
  me: StandingsRow | null;
  above: StandingsRow | null;
};
type Guess = [home: number, away: number] | null;

/** A seeded generator, so that every run has the same bets. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Random bets as people make them: small scores, and sometimes none. */
function guesses(seed: number, matches: number): Guess[] {
  const random = seeded(seed);
  const goals = () => [0, 0, 1, 1, 1, 2, 2, 3, 4][Math.floor(random() * 9)] ?? 0;
  return Array.from({ length: matches }, () => (random() < 0.12 ? null : [goals(), goals()]));
}

type Sum = { points: number; exact: number; difference: number; outcome: number; bets: number };

/** A member's sums, computed again from bets and results alone. */
function fold(bets: Guess[], results: readonly (readonly [number, number])[]): Sum {
  const sum = { points: 0, exact: 0, difference: 0, outcome: 0, bets: 0 };
  bets.forEach((guess, at) => {
    const result = results[at];
    if (!guess || !result) return;
    const [home, away] = guess;
    const [goals, against] = result;
    sum.bets += 1;
    if (home === goals && away === against) {
      sum.points += 4;
      sum.exact += 1;
    } else if (goals !== against && home - away === goals - against) {
      sum.points += 3;
      sum.difference += 1;
    } else if (
      (home > away && goals > against) ||
      (home < away && goals < against) ||
      (home === away && goals === against)
    ) {
      sum.points += 2;
      sum.outcome += 1;
    }
  });
  return sum;
}

/** How the last five matches went, the newest first, computed again from bets and results alone. */
function formOf(bets: Guess[], results: readonly (readonly [number, number])[]): StandingsRow['form'] {
  const marks = results.map((result, at) => {
    const own = fold([bets[at] ?? null], [result]);
    return own.bets === 0 ? 'none' : own.exact === 1 ? 'exact' : own.points > 0 ? 'hit' : 'missed';
  });
  return marks.slice(-5).toReversed();
}

const keys = ['points', 'exact', 'difference', 'outcome'] as const;
function compare(one: Sum, other: Sum): number {
  for (const key of keys) if (one[key] !== other[key]) return other[key] - one[key];
  return 0;
}

function ranks(sums: readonly Sum[]): number[] {
  return sums.map((sum) => 1 + sums.filter((other) => compare(other, sum) < 0).length);
}

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.close());

  describe('the World Cup: 104 matches, twelve members', () => {
    const matches = worldCup();
    const bets = Array.from({ length: 12 }, (_, at) => guesses(at + 1, matches.length));
    let members: ApiMember[];
    let section: number;
    let posts: Post[];
    let items: Item[];

    const owner = (): ApiMember => {
      const [first] = members;
      if (!first) throw new Error('nobody');
      return first;
    };
    const table = async (query: object = {}) =>
      (await owner().get<Table>('standings/', { section, limit: 100, ...query })).body;
    const enter = (item: Item, value: unknown, version?: number) =>
      owner().post<Item>('setItemResults/', { item: item.id, value, ...(version ? { version } : {}) });

    function expectedRows(results: (readonly [number, number])[], without = -1) {
      const sums = bets.map((own) => fold(own, results));
      const places = ranks(sums);
      const earlier = ranks(
        bets.map((own) =>
          fold(
            own.map((guess, at) => (at === without ? null : guess)),
            results,
          ),
        ),
      );
      return new Map(
        members.map(({ id }, at) => {
          const sum = sums[at] ?? fold([], []);
          const average = sum.bets === 0 ? 0 : Math.round((100 * sum.points) / sum.bets) / 100;
          const rank = places[at] ?? 0;
          const move = without < 0 ? null : (earlier[at] ?? 0) - rank;
          return [id, { ...sum, rank, average, move, form: formOf(bets[at] ?? [], results) }];
        }),
      );
    }
    const rowsById = ({ results }: Table) => new Map(results.map(({ member, ...row }) => [member.id, row]));

    beforeAll(async () => {
      members = [];
      for (let at = 0; at < 12; at += 1)
        members.push(await createMember(server, `חבר ${String(at + 1).padStart(2, '0')}`));
      section = (await makeLeague(owner(), members.slice(1), 'מונדיאל')).id;
      const catalogue = await server.platform.db
        .selectFrom('options')
        .select(['id', 'value'])
        .where('league_id', 'is', null)
        .execute();
      const idOf = (name: string) => catalogue.find(({ value }) => value === name)?.id ?? 0;
      const itemType = await itemTypeIdFor(owner(), 'home/away');
      // Two games, since a league's standings are over all of its games.
      const half = matches.length / 2;
      posts = [];
      for (const part of [matches.slice(0, half), matches.slice(half)]) {
        const { body, status } = await owner().post<Post>('createPostV3/', {
          section,
          itemType,
          rules: { due_date: isoInDays(30) },
          groups: part.map(({ home, away }) => ({ options: [idOf(home), idOf(away)] })),
        });
        if (status !== 201) throw new Error(JSON.stringify(body));
        posts.push(body);
      }
      items = posts.flatMap(({ items_data }) => items_data);
      for (const [at, member] of members.entries()) {
        const all = items.flatMap((item, match) => {
          const guess = bets[at]?.[match];
          return guess
            ? optionIdsOf(item).map((itemOption, side) => ({ itemOption, value: guess[side] }))
            : [];
        });
        for (let from = 0; from < all.length; from += 50)
          await member.post('bet/', all.slice(from, from + 50));
      }
    }, 180_000);

    test('before any result everyone is first', async () => {
      const { results, count, me } = await table();
      expect(count).toBe(12);
      expect(
        new Set(results.map(({ rank, points, move, average }) => `${rank} ${points} ${move} ${average}`)),
      ).toEqual(new Set(['1 0 null 0']));
      expect(me?.member.id).toBe(owner().id);
    });

    test('after all 104 results every count and move equals an independent computation', async () => {
      for (const [at, item] of items.entries()) {
        const match = matches[at];
        if (at % 2 === 0) await enter(item, 'start');
        await enter(item, { home: match?.homeGoals, away: match?.awayGoals });
      }
      const results = matches.map(({ homeGoals, awayGoals }) => [homeGoals, awayGoals] as const);
      expect(rowsById(await table())).toEqual(expectedRows(results, 103));
      // In order of rank, then of name.
      const rows = (await table()).results;
      expect(rows).toEqual(
        rows.toSorted(
          (one, other) => one.rank - other.rank || one.member.name.localeCompare(other.member.name),
        ),
      );
    }, 180_000);

    test('each total is the sum of the member’s ledger lines', async () => {
      for (const { member, points } of (await table()).results) {
        let sum = 0;
        for (let page = 1, remaining = 1; remaining > 0; page += 1) {
          const { body } = await owner().get<{ results: { points: number }[]; count: number }>('points/', {
            section,
            member: member.id,
            limit: 100,
            page,
          });
          sum += body.results.reduce((all, entry) => all + entry.points, 0);
          remaining = body.count - page * 100;
        }
        expect(sum).toBe(points);
      }
    });

    test('the standings of a game count that game alone', async () => {
      const results = matches.slice(0, 52).map(({ homeGoals, awayGoals }) => [homeGoals, awayGoals] as const);
      expect(rowsById(await table({ post: posts[0]?.id ?? 0 }))).toEqual(expectedRows(results, 51));
      expect((await owner().get('standings/', { section, post: 1 })).status).toBe(404);
    });

    test('the winner of a game is the first of its standings', async () => {
      for (const { id } of posts) {
        const { results } = await table({ post: id });
        const [first, ...others] = results.filter(({ rank }) => rank === 1).map(({ member }) => member);
        const shownGame = await members[11]?.get<Post>(`post/${id}/`);
        expect(shownGame?.body.winner).toEqual({ member: first, ties: others.length });
      }
    });

    test('a member’s ledger lines of a game are of that game alone, and add up to their points in it', async () => {
      const post = posts[0]?.id ?? 0;
      const [first] = (await table({ post })).results;
      const { body } = await owner().get<{ results: { post: number; points: number }[] }>('points/', {
        section,
        post,
        member: first?.member.id ?? 0,
        limit: 100,
      });
      expect(new Set(body.results.map((entry) => entry.post))).toEqual(new Set([post]));
      expect(body.results.reduce((sum, { points }) => sum + points, 0)).toBe(first?.points);
      expect((await owner().get('points/', { section, post: 1 })).status).toBe(404);
    });

    test('the standings of a group rank its members among themselves, and only members may read them', async () => {
      const group = (await owner().post<Group>('clan/', { name: 'ארבעה' })).body;
      const four = members.slice(0, 4);
      for (const friend of four.slice(1)) await friend.get('joinAClan/', { code: group.code ?? '' });
      const { results, count } = await table({ clan: group.id });
      expect(count).toBe(4);
      expect(new Set(results.map(({ member }) => member.id))).toEqual(new Set(four.map(({ id }) => id)));
      const sums = results.map((row): Sum => row);
      expect(results.map(({ rank }) => rank)).toEqual(ranks(sums));
      expect((await members[5]?.get('standings/', { section, clan: group.id }))?.status).toBe(404);
    });

    test('a page of the standings has the caller’s own row, and one of the next place above', async () => {
      const all = (await table()).results;
      const last = all.at(-1);
      const lowest = members.find(({ id }) => id === last?.member.id);
      const page = (await lowest?.get<Table>('standings/', { section, limit: 5, page: 2 }))?.body;
      expect(page?.results).toEqual(all.slice(5, 10));
      expect([page?.count, page?.me]).toEqual([12, last]);
      // The row above is the first one of the next higher place; the first place has none above it.
      const higher = all.filter(({ rank }) => rank < (last?.rank ?? 0));
      expect(page?.above).toEqual(higher.find(({ rank }) => rank === higher.at(-1)?.rank));
      const first = members.find(({ id }) => id === all[0]?.member.id);
      expect((await first?.get<Table>('standings/', { section, limit: 1 }))?.body.above).toBeNull();
      expect(
        (await owner().get<Table>('standings/', { section, search: '03' })).body.results.map(
          ({ member }) => member.name,
        ),
      ).toEqual(['חבר 03']);
      // What is found is in the table's order, which is not that of names.
      const found = all.filter(({ member }) => member.name.includes('1'));
      const names = found.map(({ member }) => member.name);
      expect(names).not.toEqual(names.toSorted());
      const second = { section, search: '1', limit: 2, page: 2 };
      expect((await owner().get<Table>('standings/', second)).body).toMatchObject({
        results: found.slice(2, 4),
        count: found.length,
      });
    });

    test('after corrections A → B → A, of the first and of the last match, the standings are as before', async () => {
      const before = await table();
      for (const at of [0, 103]) {
        const item = items[at];
        const match = matches[at];
        if (!item || !match) throw new Error('no match');
        const version = (await owner().get<Item>(`item/${item.id}/`)).body.version;
        await enter(item, { home: 9, away: 0 }, version);
        const changed = matches.map(({ homeGoals, awayGoals }, place) =>
          place === at ? ([9, 0] as const) : ([homeGoals, awayGoals] as const),
        );
        expect(rowsById(await table())).toEqual(expectedRows(changed, 103));
        await enter(item, { home: match.homeGoals, away: match.awayGoals }, version + 1);
        expect(await table()).toEqual(before);
      }
    });

    test('a voided match counts for nobody', async () => {
      const item = items[103];
      if (!item) throw new Error('no match');
      const { version } = (await owner().get<Item>(`item/${item.id}/`)).body;
      await enter(item, 'void', version);
      const results = matches
        .slice(0, 103)
        .map(({ homeGoals, awayGoals }) => [homeGoals, awayGoals] as const);
      expect(rowsById(await table())).toEqual(expectedRows(results, 102));
    });
  });

  test('equal ranks are counted 1-2-2-4, and late members get nothing for earlier items', async () => {
    const people = await Promise.all(['א', 'ב', 'ג', 'ד'].map((name) => createMember(server, name)));
    const [one, two, three, four] = people;
    if (!one || !two || !three || !four) throw new Error('nobody');
    const league = await makeLeague(one, [two, three, four], 'שיוויון');
    const options = await makeOptions(one, league.id, ['א', 'ב']);
    const [item] = (await makeGame(one, league.id, 'home/away', [options])).items_data;
    if (!item) throw new Error('no item');
    await postBets(one, item, 2, 1);
    await postBets(two, item, 3, 2);
    await postBets(three, item, 1, 0);
    await postBets(four, item, 5, 0);
    await one.post('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
    const lateMember = await createMember(server, 'ה');
    await lateMember.get('joinAClan/', { code: league.code ?? '' });
    const rows = async () =>
      (await lateMember.get<Table>('standings/', { section: league.id })).body.results.map(
        ({ rank, move, member, points, bets }) => [rank, move, member.name, points, bets],
      );
    expect(await rows()).toEqual([
      [1, null, 'א', 4, 1],
      [2, null, 'ב', 3, 1],
      [2, null, 'ג', 3, 1],
      [4, null, 'ד', 2, 1],
      [5, null, 'ה', 0, 0],
    ]);
    const [next] = (await makeGame(one, league.id, 'home/away', [options])).items_data;
    if (!next) throw new Error('no item');
    await postBets(lateMember, next, 0, 0);
    await one.post('setItemResults/', { item: next.id, value: { home: 0, away: 0 } });
    // Four points with one exact: as many as the first one's; the late member was fifth, and shares the first rank.
    expect(await rows()).toEqual([
      [1, 0, 'א', 4, 1],
      [1, 4, 'ה', 4, 1],
      [3, -1, 'ב', 3, 1],
      [3, -1, 'ג', 3, 1],
      [5, -1, 'ד', 2, 1],
    ]);
  });

  test('the winner of a round is shown once all of it is over; of equal winners a viewer sees themselves first', async () => {
    const { section, members, options } = await leagueWithMembers(
      server,
      ['אבי', 'בני', 'גיא', 'דנה'],
      ['א', 'ב', 'ג', 'ד'],
    );
    const [avi, beni, guy, dana] = members;
    const groups = [options.slice(0, 2), options.slice(2)];
    const { id, items_data } = await makeGame(avi, section, 'home/away', groups, { hide_options: false });
    const [first, second] = items_data as [Item, Item];
    const winner = async (who: ApiMember) => (await who.get<Post>(`post/${id}/`)).body.winner;
    const inFeed = async (who: ApiMember) =>
      (await who.get<{ results: Post[] }>('post/', { section })).body.results[0]?.winner;
    const end = (item: Item, value: unknown, by: object = {}) =>
      avi.post('setItemResults/', { item: item.id, value, ...by });
    const nobody = { member: { id: 0, name: '', image: null }, ties: 0 };
    const winning = ({ id: member, name }: ApiMember, ties: number) => ({
      ...nobody,
      member: { id: member, name, image: null },
      ties,
    });
    for (const who of [beni, guy, dana]) expect((await postBets(who, first, 2, 1)).status).toBe(201);
    await postBets(dana, second, 0, 0);
    await end(first, { home: 2, away: 1 });
    // Three have four points; while one match is open or live no winner is shown.
    expect(await winner(dana)).toBeNull();
    await end(second, 'start');
    expect([await winner(dana), await inFeed(avi)]).toEqual([null, null]);

    await end(second, { home: 3, away: 0 });
    expect(await winner(avi)).toEqual(winning(beni, 2));
    expect([await winner(guy), await inFeed(guy)]).toEqual([winning(guy, 2), winning(guy, 2)]);
    // A correction makes her the only winner.
    const { version } = (await avi.get<Item>(`item/${second.id}/`)).body;
    await end(second, { home: 1, away: 1 }, { version });
    expect(await inFeed(beni)).toEqual(winning(dana, 0));
    // A former member is not in the table.
    await dana.del('membership/', { section });
    expect(await winner(avi)).toEqual(winning(beni, 1));

    // A void ends a match too; where nobody has points there is no winner.
    const [only] = (await makeGame(avi, section, 'home/away', [options.slice(0, 2)])).items_data as [Item];
    await postBets(beni, only, 5, 0);
    await end(only, 'void');
    const { body } = await beni.get<Post>(`post/${only.post}/`);
    expect([body.items_data[0]?.status, body.winner]).toEqual(['void', null]);
  });

  test('ties are decided by exact scores, then differences, then outcomes; moves are counted from before the last end', async () => {
    // The order of the members' ids is the opposite one.
    const { section, members, options } = await leagueWithMembers(server, ['ד', 'ג', 'ב', 'א'], ['כן', 'לא']);
    const [four, three, two, one] = members;
    const game = async (layout: 'home/away' | 'vote', rules: Record<string, number>) => {
      const [item] = (await makeGame(four, section, layout, [options], rules)).items_data;
      if (!item) throw new Error('no item');
      return item;
    };
    const rows = async () =>
      (await four.get<Table>('standings/', { section })).body.results.map(
        ({ rank, move, member, points }) => [rank, move, member.name, points],
      );
    const end = async (item: Item, value: unknown) =>
      expect((await four.post('setItemResults/', { item: item.id, value })).status).toBe(200);
    const match = await game('home/away', { pts_exact: 2, pts_difference: 2, pts_outcome: 2 });
    const vote = await game('vote', { pts_correct: 2 });
    const unanswered = await game('vote', { pts_correct: 2 });
    await postBets(one, match, 2, 1);
    await postBets(two, match, 3, 2);
    await postBets(three, match, 4, 0);
    await postBets(four, vote, 1);
    const forms = async () =>
      (await four.get<Table>('standings/', { section })).body.results.map(({ member, form }) => [
        member.name,
        ...form,
      ]);
    // An item that is open or has started is not in the form.
    await four.post('setItemResults/', { item: match.id, value: 'start' });
    expect((await forms()).flat()).toEqual(['א', 'ב', 'ג', 'ד']);
    // The vote, which was made after the match, ends first.
    await end(vote, { options: optionIdsOf(vote).slice(0, 1) });
    await end(match, { home: 2, away: 1 });
    expect(await rows()).toEqual([
      [1, 1, 'א', 2],
      [2, 0, 'ב', 2],
      [3, -1, 'ג', 2],
      [4, -3, 'ד', 2],
    ]);
    const lateMember = await createMember(server, 'ה');
    const { code } = (await four.get<League>(`section/${section}/`)).body;
    await lateMember.get('joinAClan/', { code: code ?? '' });
    const withLate = await rows();
    expect(withLate).toEqual([
      [1, 1, 'א', 2],
      [2, 0, 'ב', 2],
      [3, -1, 'ג', 2],
      [4, -3, 'ד', 2],
      [5, null, 'ה', 0],
    ]);
    // The poll changes no rank, and is not in the form.
    await end(unanswered, { options: [] });
    expect(await rows()).toEqual(withLate.map(([rank, , ...rest]) => [rank, 0, ...rest]));
    expect(await forms()).toEqual([
      ['א', 'exact', 'none'],
      ['ב', 'hit', 'none'],
      ['ג', 'hit', 'none'],
      ['ד', 'none', 'hit'],
      ['ה', 'none', 'none'],
    ]);
    // A correction changes the mark, and a void removes the item from everybody's form.
    const { version } = (await four.get<Item>(`item/${match.id}/`)).body;
    await four.post('setItemResults/', { item: match.id, value: { home: 0, away: 1 }, version });
    expect(new Map((await forms()).map(([name, ...form]) => [name, form])).get('א')).toEqual([
      'missed',
      'none',
    ]);
    await four.post('setItemResults/', { item: match.id, value: 'void', version: version + 1 });
    expect((await forms()).toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
      ['א', 'none'],
      ['ב', 'none'],
      ['ג', 'none'],
      ['ד', 'hit'],
      ['ה', 'none'],
    ]);
  });

  test('a league’s own tie-break order ranks its table, the winner of a game, and its members’ profiles', async () => {
    const { section, members, options } = await leagueWithMembers(server, ['ג', 'א', 'ב'], ['כן', 'לא']);
    const [onOutcome, onExact, onDifference] = members;
    const even = { pts_exact: 2, pts_difference: 2, pts_outcome: 2 };
    const [item] = (await makeGame(onOutcome, section, 'home/away', [options], even)).items_data as [Item];
    await postBets(onExact, item, 2, 1);
    await postBets(onDifference, item, 3, 2);
    await postBets(onOutcome, item, 4, 0);
    await onOutcome.post('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
    // Another match without points: the ranks before and after it are the same, so no row moves.
    const [next] = (await makeGame(onOutcome, section, 'home/away', [options], even)).items_data as [Item];
    await onOutcome.post('setItemResults/', { item: next.id, value: { home: 0, away: 0 } });
    const orders: [TieBreak, string[]][] = [
      ['exact,difference,outcome', ['א', 'ב', 'ג']],
      ['exact,outcome,difference', ['א', 'ג', 'ב']],
      ['difference,exact,outcome', ['ב', 'א', 'ג']],
      ['difference,outcome,exact', ['ב', 'ג', 'א']],
      ['outcome,exact,difference', ['ג', 'א', 'ב']],
      ['outcome,difference,exact', ['ג', 'ב', 'א']],
    ];
    const found: unknown[] = [];
    for (const [tie_break] of orders) {
      const { body } = await onOutcome.put<League>(`section/${section}/`, { tie_break });
      const table = (await onExact.get<Table & Pick<League, 'tie_break'>>('standings/', { section })).body;
      const { winner } = (await onExact.get<Post>(`post/${item.post}/`)).body;
      const profiles = await Promise.all(
        members.map(({ id }) => onOutcome.get<Profile>(`profile/`, { member: id })),
      );
      found.push([
        body.tie_break,
        table.tie_break,
        table.results.map(({ rank, move, member }) => [rank, move, member.name]),
        winner?.member.name,
        profiles.map(({ body: profile }) => profile.leagues[0]?.rank),
      ]);
    }
    expect(found).toEqual(
      orders.map(([order, names]) => [
        order,
        order,
        names.map((name, at) => [at + 1, 0, name]),
        names[0],
        ['ג', 'א', 'ב'].map((name) => names.indexOf(name) + 1),
      ]),
    );
  });
});
