import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tournament } from '#contract/make-game-calls.ts';
import type { Item, Post } from '#contract/models.ts';
import type { PrintedGame } from '#contract/printing.ts';
import { match, neighbourhoodCup } from '#tests/support/server/competitions.ts';
import { leagueWithMembers, makeGame, postBets } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

type Page = { results: PrintedGame[]; count: number };

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let section: number;
  let dana: ApiMember, noa: ApiMember, gil: ApiMember, oren: ApiMember;
  let posts: number[];
  let played: Item, running: Item, undated: Item;
  const printed = (person: ApiMember, more: object = {}, headers: Record<string, string> = {}) =>
    person.get<Page>('printedGames/', { section, ...more }, headers);
  const optionsOf = ({ options }: Item) => Object.keys(options).map(Number);

  beforeAll(async () => {
    server = await startServer({ database });
    ({
      section,
      members: [dana, noa, gil, oren],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'גיל', 'אורן']));
    const cup = neighbourhoodCup(
      [
        match('9', 'final', 8, 'lions', 'bears'),
        // The later one comes first in the file.
        match('2', 'semi', 5, 'bra', 'lions'),
        match('1', 'semi', 3, 'wolves', 'bra'),
        match('3', 'semi', 6, 'bears', 'wolves'),
        match('4', 'semi', null, 'lions', 'wolves'),
      ],
      { id: 'ours' },
    );
    const text = JSON.stringify(cup);
    await dana.post('competitionFile/', { section, format: 'json', name: 'json', text, store: true });
    const { body } = await dana.post<Tournament>('importCompetition/', {
      section,
      competition: 'ours',
      rules: {},
    });
    posts = body.games.map(({ post }) => post);
    const { items_data } = (await dana.get<Post>(`post/${posts[0]}/`)).body;
    const named = (name: string) => items_data.find((item) => item.name === name) as Item;
    played = named('זאבי הגבעה · ברזיל');
    running = named('ברזיל · אריות הכיכר');
    undated = named('אריות הכיכר · זאבי הגבעה');
    const hidden = named('דובי הוואדי · זאבי הגבעה');
    await postBets(noa, played, 2, 1);
    await postBets(gil, played, 0, 3);
    await postBets(noa, running, 1, 1);
    await postBets(noa, hidden, 4, 4);
    // A score with one side missing is not a bet.
    await dana.post('bet/', { itemOption: optionsOf(running)[0], post: posts[0], value: 5 });
    await dana.post('setItemResults/', { item: played.id, value: { home: 0, away: 3 } });
    // After the correction, what counts is the later of a member's two lines.
    const value = { home: 2, away: 1 };
    const corrected = await dana.post('setItemResults/', { item: played.id, value, version: 2 });
    expect(corrected.status).toBe(200);
    await dana.post('setItemResults/', { item: running.id, value: 'start' });
    // A game of another league has started, too.
    const other = await leagueWithMembers(server, ['שכן'], ['א', 'ב']);
    const [neighbour] = other.members;
    const [away] = (await makeGame(neighbour, other.section, 'home/away', [other.options])).items_data;
    await neighbour.post('setItemResults/', { item: away?.id, value: 'start' });
    // The bets of a former member are printed too.
    await gil.del('membership/', { section });
  });
  afterAll(() => server.close());

  test('items that have started are listed by date, with everybody’s picks and points', async () => {
    const [home, away] = optionsOf(played);
    const [one, other] = optionsOf(running);
    const dateOf = ({ date }: Item) => date;
    const picks = (values: readonly number[], [first, second]: readonly (number | undefined)[]) => [
      { id: first, value: values[0] },
      { id: second, value: values[1] },
    ];
    const { body } = await printed(noa);
    expect(body).toEqual({
      count: 1,
      results: [
        {
          id: posts[0],
          name: 'חצי הגמר',
          items: [
            {
              id: played.id,
              name: 'זאבי הגבעה · ברזיל',
              layout: 'home/away',
              date: dateOf(played),
              options: [
                { id: home, name: 'זאבי הגבעה', result: 2 },
                { id: away, name: 'ברזיל', result: 1 },
              ],
              picks: [
                { member: gil.id, name: 'גיל', picks: picks([0, 3], [home, away]), points: 0 },
                { member: noa.id, name: 'נועה', picks: picks([2, 1], [home, away]), points: 4 },
              ],
            },
            {
              id: running.id,
              name: 'ברזיל · אריות הכיכר',
              layout: 'home/away',
              date: dateOf(running),
              options: [
                { id: one, name: 'ברזיל', result: null },
                { id: other, name: 'אריות הכיכר', result: null },
              ],
              picks: [{ member: noa.id, name: 'נועה', picks: picks([1, 1], [one, other]), points: null }],
            },
          ],
        },
      ],
    });
  });

  test('a reader of English gets the catalogue’s English names', async () => {
    const { body } = await printed(noa, {}, { 'Accept-Language': 'en' });
    expect(body.results[0]?.items.map(({ name, options }) => [name, options.map((one) => one.name)])).toEqual(
      [
        ['זאבי הגבעה · Brazil', ['זאבי הגבעה', 'Brazil']],
        ['Brazil · אריות הכיכר', ['Brazil', 'אריות הכיכר']],
      ],
    );
  });

  test('games are paged, oldest first, without deleted ones', async () => {
    const final = (await dana.get<Post>(`post/${posts[1]}/`)).body.items_data[0];
    await dana.post('setItemResults/', { item: final?.id, value: 'start' });
    const ids = async (more: object = {}) => {
      const { results, count } = (await printed(noa, more)).body;
      return { ids: results.map(({ id }) => id), count };
    };
    const both = posts.toSorted((one, other) => one - other);
    expect(await ids()).toEqual({ ids: both, count: 2 });
    const { results } = (await printed(noa)).body;
    expect(results.map(({ id, items }) => [id, items.map((item) => item.id)])).toEqual(
      both.map((id) => [id, id === posts[0] ? [played.id, running.id] : [final?.id]]),
    );
    expect(await ids({ limit: 1, offset: 1 })).toEqual({ ids: both.slice(1), count: 2 });
    expect(await ids({ search: 'חצי' })).toEqual({ ids: [posts[0]], count: 1 });
    await dana.put(`post/${posts[1]}/`, { active: false });
    expect(await ids()).toEqual({ ids: [posts[0]], count: 1 });
  });

  test('points without a bet are included, and no points without a bet are not', async () => {
    const line = (member: ApiMember, points: number) => sql`
      insert into ledger (league_id, post_id, item_id, item_version, member_id, points, total, reason)
      values (${section}, ${posts[0] ?? 0}, ${played.id}, 3, ${member.id}, ${points}, ${points}, '{"code":"exact"}')`;
    await line(dana, 1).execute(server.platform.db);
    await line(oren, 0).execute(server.platform.db);
    const [game] = (await printed(noa)).body.results;
    expect(game?.items[0]?.picks.map(({ name, points }) => [name, points])).toEqual([
      ['גיל', 0],
      ['דנה', 1],
      ['נועה', 4],
    ]);
    expect(game?.items[0]?.picks[1]).toEqual({ member: dana.id, name: 'דנה', picks: [], points: 1 });
  });

  test('a match that started without a date is the last one of its game', async () => {
    await dana.post('setItemResults/', { item: undated.id, value: 'start' });
    const [game] = (await printed(noa)).body.results;
    expect(game?.items.map(({ id, date }) => [id, date])).toEqual([
      [played.id, played.date],
      [running.id, running.date],
      [undated.id, null],
    ]);
  });

  test('outsiders and former members get 404', async () => {
    const { members } = await leagueWithMembers(server, ['זרה']);
    expect((await printed(members[0])).status).toBe(404);
    expect((await printed(gil)).status).toBe(404);
  });
});
