import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Bettor, League, Member, Message, Notification, Post } from '#contract/models.ts';
import type { AppData } from '#machines/app.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createMember, leagueWithMembers, makeGame } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * The numbers of a league's members and of a member's notifications, and a league's members by name, are cached. A change is
 * read at once in the process that made it, and soon in every other.
 */

onBothDatabases((database) => {
  let server: TestServer;
  let running: RunningServer[] = [];
  let section: number;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember;
  let options: number[];
  let game: Post;
  beforeAll(async () => {
    server = await startServer({ database });
    running = [server];
    const { databaseUrl } = server.platform.settings;
    if (databaseUrl !== null) {
      const env = { PORT: '0', REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl };
      running.push(await createServer(readSettings(env)));
    }
    const league = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי'], ['הפועל', 'מכבי']);
    ({ section, options } = league);
    [dana, noa, avi] = league.members;
    game = await makeGame(dana, section, 'home/away', [options]);
  });
  afterAll(async () => {
    for (const other of running.slice(1)) await other.close();
    await server.close();
  });

  const readsAt = (url: string) => api(url, dana.token);
  /** Names on a page of members and how many there are, as `url` returns them. */
  const members = async (url: string, query: object = {}) => {
    const { body } = await readsAt(url).get<Page<Member>>('member/', { section, limit: 2, ...query });
    return [body.results.map(({ name }) => name), body.count];
  };
  /** Kinds on a page of Noa's notifications and how many there are, as `url` returns them. */
  const notifications = async (url: string, query: object = {}) => {
    const { body } = await api(url, noa.token).get<Page<Notification>>('notification/', {
      limit: 1,
      ...query,
    });
    return [body.results.map(({ kind }) => kind), body.count];
  };
  /** The league's size in the list of leagues, in what the app starts with, and alone, as `url` returns them. */
  const sizes = async (url: string) => {
    const who = readsAt(url);
    const { body: listed } = await who.get<Page<League>>('section/', { limit: 10 });
    const { body: started } = await who.get<AppData>('getAppData/');
    const { body: alone } = await who.get<League>(`section/${section}/`);
    return [...listed.results, ...started.sections, alone].map(({ users }) => users);
  };
  /** Names on a page of those who have bet on the game's match and who have not yet, and how many they are, as `url` returns them. */
  const bettors = async (url: string, query: object = {}) => {
    const item = game.items_data[0]?.id ?? 0;
    const { body } = await readsAt(url).get<Page<Bettor>>('bettors/', { item, limit: 2, ...query });
    return [body.results.map(({ name, has_bet: hasBet }) => (hasBet ? `${name} ✓` : name)), body.count];
  };
  /** Reads in every process until this list is cached there; then makes the change, and reads until every one has it. */
  async function reads<Seen>(
    read: (url: string) => Promise<Seen>,
    change: () => Promise<unknown>,
    expected: Seen,
  ) {
    for (const { url, platform } of running) {
      const { leagueMembers, memberCounts, notificationCounts } = platform.caches;
      const lists = [leagueMembers, memberCounts, notificationCounts];
      for (const list of lists) list.clear();
      const cached = () => lists.map(({ size }) => size);
      await expect.poll(async () => (await read(url), cached()), { interval: 20 }).toContain(1);
    }
    await change();
    expect(await read(server.url)).toEqual(expected);
    for (const { url } of running.slice(1))
      await expect.poll(() => read(url), { interval: 20 }).toEqual(expected);
  }

  test('members of a league are listed by name, a page at a time', async () => {
    expect(await members(server.url)).toEqual([['אבי', 'דנה'], 3]);
    expect(await members(server.url, { page: 2 })).toEqual([['נועה'], 3]);
    expect(await members(server.url, { page: 3 })).toEqual([[], 3]);
    expect(await members(server.url, { search: 'נ' })).toEqual([['דנה', 'נועה'], 2]);
  });

  test('a member whose name contains the search twice is found once', async () => {
    await noa.put(`member/${noa.id}/`, { name: 'ננסי נון' });
    expect(await members(server.url, { search: 'נ', limit: 3 })).toEqual([['דנה', 'ננסי נון'], 2]);
    await noa.put(`member/${noa.id}/`, { name: 'נועה' });
  });

  test('an outsider gets 404 for what is cached', async () => {
    const stranger = await createMember(server, 'זר');
    await members(server.url);
    expect((await stranger.get('member/', { section })).status).toBe(404);
  });

  test('a renamed member moves in the list', () =>
    reads(members, () => avi.put(`member/${avi.id}/`, { name: 'שי' }), [['דנה', 'נועה'], 3]));

  test('a member who joins, and one who deletes their account, change the list', async () => {
    const gil = await createMember(server, 'גיל');
    const { body } = await dana.get<{ code: string }>(`section/${section}/`);
    await reads(members, () => gil.get('joinAClan/', { code: body.code, section }), [['גיל', 'דנה'], 4]);
    await reads(members, () => gil.del('member/', { ids: 'me' }), [['דנה', 'נועה'], 3]);
  });

  test('a league’s size changes with who joins and who leaves', async () => {
    const gil = await createMember(server, 'גיל');
    const { body } = await dana.get<{ code: string }>(`section/${section}/`);
    expect(await sizes(server.url)).toEqual([3, 3, 3]);
    await reads(sizes, () => gil.get('joinAClan/', { code: body.code, section }), [4, 4, 4]);
    await reads(sizes, () => gil.del('membership/', { section }), [3, 3, 3]);
  });

  test('those who have bet are listed first, each part by name, a page at a time', async () => {
    const gil = await createMember(server, 'גיל');
    const { body } = await dana.get<{ code: string }>(`section/${section}/`);
    await gil.get('joinAClan/', { code: body.code, section });
    const bet = (who: ApiMember) =>
      who.post(
        'bet/',
        Object.values(game.items_data[0]?.options ?? {}).map(({ id }) => ({
          itemOption: id,
          post: game.id,
          value: 1,
        })),
      );
    expect(await bettors(server.url)).toEqual([['גיל', 'דנה'], 4]);
    await bet(noa);
    expect(await bettors(server.url)).toEqual([['נועה ✓', 'גיל'], 4]);
    expect(await bettors(server.url, { page: 2 })).toEqual([['דנה', 'שי'], 4]);
    await bet(gil);
    expect(await bettors(server.url, { limit: 3 })).toEqual([['גיל ✓', 'נועה ✓', 'דנה'], 4]);
    expect(await bettors(server.url, { limit: 1, page: 2 })).toEqual([['נועה ✓'], 4]);
    expect(await bettors(server.url, { limit: 3, page: 2 })).toEqual([['שי'], 4]);
    expect(await bettors(server.url, { page: 3 })).toEqual([[], 4]);
    expect(await bettors(server.url, { search: 'נ' })).toEqual([['נועה ✓', 'דנה'], 2]);
    // Whoever left is not listed, though their bet stands.
    await reads(bettors, () => gil.del('membership/', { section }), [['נועה ✓', 'דנה'], 3]);
  });

  test('a new and a withdrawn notification change the count', async () => {
    const before = Number((await notifications(server.url))[1]);
    await noa.put('notification/', { new: false });
    const newGame = () => makeGame(dana, section, 'home/away', [options]);
    const { id } = await newGame();
    await reads(notifications, newGame, [['new_game'], before + 2]);
    expect(await notifications(server.url, { new: true })).toEqual([['new_game'], 2]);
    await noa.post('postcomment/', { comment_post: id, description: 'מי לוקח?' });
    const { body } = await avi.post<Message>('postcomment/', { comment_post: id, description: 'הפועל' });
    expect(await notifications(server.url)).toEqual([['comment'], before + 3]);
    await reads(notifications, () => avi.del('postcomment/', { ids: body.id }), [['new_game'], before + 2]);
    await noa.put('notification/', { new: false });
    expect(await notifications(server.url, { new: true })).toEqual([[], 0]);
    expect(await notifications(server.url)).toEqual([['new_game'], before + 2]);
  });
});
