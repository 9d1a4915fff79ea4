import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Item,
  ItemRule,
  ItemType,
  MemberBets,
  Message,
  Notification,
  Option,
  Post,
} from '#contract/models.ts';
import { notificationText } from '#server/texts/notifications.ts';
import {
  leagueWithMembers,
  makeGame,
  makeOptions,
  optionIdsOf,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** The names of seeded content are translated to the reader's language; members' own names stay as they wrote them. */

const hebrew = /\p{Script=Hebrew}/u;
const inEnglish = { 'Accept-Language': 'en' };
const inHebrew = { 'Accept-Language': 'he' };

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember;
  let noa: ApiMember;
  let section: number;
  beforeAll(async () => {
    server = await startServer({ database });
    const league = await leagueWithMembers(server, ['דנה', 'נועה'], []);
    ({ section } = league);
    [dana, noa] = league.members;
  });
  afterAll(() => server.close());

  const rows = async <Row>(path: string, query: object = {}, headers = inEnglish) =>
    (await dana.get<{ results: Row[] }>(path, { limit: 100, ...query }, headers)).body.results;
  const optionId = async (name: string) => {
    const [option] = await rows<Option>('option/', { search: name });
    return option?.id ?? 0;
  };

  describe('in English', () => {
    test('every seeded team, game type and rule has an English name', async () => {
      const [teams, types] = await Promise.all([rows<Option>('option/'), rows<ItemType>('itemtype/')]);
      const rules = await Promise.all(
        types.filter(({ type }) => type).map(({ id }) => rows<ItemRule>('itemrule/', { itemType: id })),
      );
      expect([teams.length, types.length, rules.flat().length]).toEqual([48, 7, 63]);
      const seededNames = [
        ...teams.map(({ name }) => name),
        ...types.flatMap(({ name, description }) => [name, description]),
        ...rules
          .flat()
          .flatMap(({ name, details: { choices = [], hint = '' } }) => [
            name,
            hint,
            ...choices.map(({ title }) => title),
          ]),
      ];
      expect(seededNames.filter((name) => hebrew.test(name))).toEqual([]);
      const names = await rows<ItemType>('itemtype/', { parent: 0 });
      expect(names.map(({ name }) => name)).toEqual([
        'Football',
        'Basketball',
        'Vote',
        'Sharing votes',
        'Numbers',
      ]);
    });

    test('a team is found by its name in either language, and sorted by the requested one', async () => {
      const found = async (search: string, headers = inEnglish) =>
        (await rows<Option>('option/', { search }, headers)).map(({ name, value }) => [name, value]);
      expect(await found('Brazil')).toEqual([['Brazil', 'ברזיל']]);
      expect(await found('ברזיל')).toEqual([['Brazil', 'ברזיל']]);
      expect(await found('brazil', inHebrew)).toEqual([['ברזיל', 'Brazil']]);
      const teams = (await rows<Option>('option/')).map(({ name }) => name);
      expect(teams.slice(0, 3)).toEqual(['Algeria', 'Argentina', 'Australia']);
      // Names that begin with the search come first.
      expect((await found('ir')).map(([name]) => name)).toEqual(['Iran', 'Iraq']);
    });

    test('a game’s catalogue teams are translated; a member’s own option of the same name is not', async () => {
      const [brazil, morocco] = await Promise.all([optionId('Brazil'), optionId('Morocco')]);
      // The second name of a member's option is not its translation.
      const { body: created } = await dana.post<Option>('option/', {
        name: 'מרוקו',
        section,
        value: 'Maroc',
      });
      const own = created.id;
      const post = await makeGame(dana, section, 'home/away', [
        [brazil, morocco],
        [brazil, own],
      ]);
      const read = async (headers: Record<string, string>) =>
        (await noa.get<Post>(`post/${post.id}/`, {}, headers)).body;
      const named = ({ options, items_data, groups }: Post) => ({
        options: options.map(({ name }) => name),
        groups: groups.map(({ name }) => name),
        items: items_data.map(({ name, details: { home, away }, options: sides }) => [
          name,
          home,
          away,
          ...Object.values(sides).flatMap((side) => [side.name, ...side.data.map((face) => face.name)]),
        ]),
      });
      expect(named(await read(inEnglish))).toEqual({
        options: ['Brazil', 'Morocco', 'מרוקו'],
        groups: ['Brazil · Morocco', 'Brazil · מרוקו'],
        items: [
          ['Brazil · Morocco', 'Brazil', 'Morocco', 'Brazil', 'Brazil', 'Morocco', 'Morocco'],
          ['Brazil · מרוקו', 'Brazil', 'מרוקו', 'Brazil', 'Brazil', 'מרוקו', 'מרוקו'],
        ],
      });
      const inTheirWords = named(post);
      expect(inTheirWords.groups).toEqual(['ברזיל · מרוקו', 'ברזיל · מרוקו']);
      for (const headers of [inHebrew, {}]) expect(named(await read(headers))).toEqual(inTheirWords);

      // Games are found by their names in the requested language, or as stored.
      const titles = async (search: string, headers = inEnglish) =>
        (await rows<Item>('item/', { post: post.id, search }, headers)).map(({ name }) => name);
      expect(await titles('morocco')).toEqual(['Brazil · Morocco']);
      expect(await titles('ברזיל')).toHaveLength(2);
      expect(await titles('morocco', inHebrew)).toEqual([]);
      expect((await rows<Post>('post/', { section, search: 'Brazil' })).map(({ id }) => id)).toEqual([
        post.id,
      ]);
      expect(await rows('post/', { section, search: 'Brazil' }, inHebrew)).toEqual([]);
    });

    test('a name that a member gave a match and the description of its game are not translated', async () => {
      const [brazil, morocco] = await Promise.all([optionId('Brazil'), optionId('Morocco')]);
      const itemType = (await rows<ItemType>('itemtype/')).find(({ type }) => type === 'home/away')?.id;
      const { body } = await dana.post<Post>(
        'createPostV3/',
        {
          section,
          itemType,
          rules: { description: 'ברזיל · מרוקו' },
          groups: [{ name: 'ברזיל', options: [brazil, morocco] }],
        },
        inEnglish,
      );
      expect(body.description).toBe('ברזיל · מרוקו');
      expect(body.items_data.map(({ name, details }) => [name, details.groupName, details.home])).toEqual([
        ['ברזיל', 'ברזיל', 'Brazil'],
      ]);
    });

    test('a pair is named by both of its options', async () => {
      const { section: pairs, members } = await leagueWithMembers(server, ['אבי'], ['דני']);
      await server.platform.db
        .updateTable('leagues')
        .set({ group_members: 2 })
        .where('id', '=', pairs)
        .execute();
      const [avi] = members;
      const [brazil, morocco] = await Promise.all([optionId('Brazil'), optionId('Morocco')]);
      const [own = 0] = await makeOptions(avi, pairs, ['אלי']);
      const post = await makeGame(avi, pairs, 'home/away', [[[brazil, morocco], [own]]]);
      const { body } = await avi.get<Post>(`post/${post.id}/`, {}, inEnglish);
      const [item] = body.items_data;
      expect(item?.name).toBe('Brazil + Morocco · אלי');
      expect(Object.values(item?.options ?? {}).map(({ data }) => data.map(({ name }) => name))).toEqual([
        ['Brazil', 'Morocco'],
        ['אלי'],
      ]);
    });

    test('an item’s bets, points and timeline, a member’s profile and notifications have the translated names', async () => {
      const [brazil, morocco] = await Promise.all([optionId('Brazil'), optionId('Morocco')]);
      const [own = 0] = await makeOptions(dana, section, ['ברזיל']);
      const { items_data } = await makeGame(dana, section, 'vote', [[brazil, morocco, own]]);
      const item = items_data[0] as Item;
      const [first = 0, second = 0, third = 0] = optionIdsOf(item);
      await dana.put(`itemoption/${second}/`, { no_points: true });
      await postBets(noa, item, 1);
      const settle = (options: number[], version?: number) =>
        dana.post<Item>('setItemResults/', { item: item.id, value: { options }, version }, inEnglish);
      const { body: settled } = await settle([first]);
      const win = [{ id: first, name: 'Brazil', value: 1 }];
      const { body: mine } = await noa.get<Item>(`item/${item.id}/`, {}, inEnglish);
      expect(mine.ptsDetails.reason).toMatchObject({ bet: win, result: [win[0], { name: 'Morocco' }, {}] });
      expect(mine.timeline?.map(({ kind, to }) => [kind, to])).toContainEqual(['no_points', 'Morocco']);
      const { body: bets } = await noa.get<{ membersOptions: MemberBets[] }>(
        'getItemBets/',
        { item: item.id },
        inEnglish,
      );
      expect(bets.membersOptions.map(({ option_name }) => option_name)).toEqual(['Brazil']);
      await settle([third], settled.version);

      const name = 'Brazil · Morocco · ברזיל';
      const points = async (headers: Record<string, string>) =>
        (await noa.get<{ results: { item: Item; reason: object }[] }>('points/', { section }, headers)).body
          .results;
      expect(await points(inEnglish)).toMatchObject([
        { item: { name }, reason: { bet: win } },
        { item: { name }, reason: { bet: win } },
      ]);
      const profile = async (headers: Record<string, string>) =>
        (
          await noa.get<{ leagues: { history: { name: string }[] }[] }>(
            'profile/',
            { member: noa.id },
            headers,
          )
        ).body.leagues.flatMap(({ history }) => history.map((it) => it.name));
      expect(await profile(inEnglish)).toEqual([name]);
      expect(await profile(inHebrew)).toEqual(['ברזיל · מרוקו · ברזיל']);

      const readNotifications = async (headers: Record<string, string>) =>
        (await noa.get<{ results: Notification[] }>('notification/', { limit: 2 }, headers)).body.results.map(
          (it) => [it.title, it.description],
        );
      expect(await readNotifications(inEnglish)).toEqual([
        ['Result corrected: 0 points instead of 3', `${name} · It is now \u2068ברזיל\u2069 · חבורה`],
        ['The result is in: 3 points', `${name} · חבורה`],
      ]);
      // A request without a language uses the member's own.
      await noa.put(`member/${noa.id}/`, { preferences: { language: 'en' } });
      expect(await readNotifications({})).toEqual(await readNotifications(inEnglish));
      expect((await readNotifications(inHebrew))[1]).toEqual([
        'יש תוצאה: 3 נקודות',
        'ברזיל · מרוקו · ברזיל · חבורה',
      ]);
    });
    test('a deleted member has a name in the reader’s language in a game, its chat, bets, timeline and notification', async () => {
      const { section: league, members } = await leagueWithMembers(server, ['גיל', 'מאיה']);
      const [gil, maya] = members;
      const game = await makeGame(gil, league, 'home/away', [
        await makeOptions(gil, league, ['אריות', 'נמרים']),
      ]);
      const [item] = game.items_data as [Item];
      await postBets(gil, item, 1, 1);
      for (const who of [maya, gil])
        await who.post('postComment/', { comment_post: game.id, description: 'הייתי פה' });
      await gil.post('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
      expect((await gil.del('member/', { ids: 'me' })).status).toBe(200);

      const names = async (headers: Record<string, string>) => {
        const read = async <Body>(path: string, query: object = {}) =>
          (await maya.get<Body>(path, { ...query }, headers)).body;
        const post = await read<Post>(`post/${game.id}/`);
        const chat = await read<{ results: Message[] }>('postComment/', { comment_post: game.id });
        const bets = await read<{ membersOptions: MemberBets[] }>('getItemBets/', { item: item.id });
        const timeline = (await read<Item>(`item/${item.id}/`)).timeline ?? [];
        const notifications = await read<{ results: Notification[] }>('notification/');
        return [
          post.publisher_data.member,
          ...post.voters,
          // The newest is first; the other one is maya's own.
          chat.results[0]?.member_data,
          ...bets.membersOptions,
          ...timeline.map(({ by }) => by),
          notifications.results.find(({ kind }) => kind === 'comment')?.publisher_data.member,
        ].map((who) => who?.name);
      };
      // Author, voter, message, bet, the steps made and result, and the notification of the message.
      const all = (name: string) => Array.from({ length: 7 }, () => name);
      expect(await names(inEnglish)).toEqual(all('A face from the past'));
      for (const headers of [inHebrew, {}]) expect(await names(headers)).toEqual(all('פנים מהעבר'));
      // Bets are searched by the names that their reader is shown.
      const found = async (search: string, headers = inEnglish) =>
        (await maya.get<{ membersOptions: MemberBets[] }>('getItemBets/', { item: item.id, search }, headers))
          .body.membersOptions.length;
      expect(await Promise.all([found('face'), found('פנים'), found('פנים', inHebrew)])).toEqual([1, 0, 1]);
    });
  });
});

test('a notification translates the name of its game, and not the text of a message', () => {
  const english = { ברזיל: 'Brazil', constructor: 'no' };
  const stored = (data: object) => ({ kind: 'comment', data, deleted: false, english });
  const text = (data: object) => notificationText(stored(data), { league: '', actor: 'ברזיל' }, 'en');
  expect(text({ game: 'ברזיל', text: 'ברזיל' })).toEqual({
    title: 'ברזיל · Brazil',
    description: 'ברזיל',
  });
  expect(text({ game: 'toString', text: '' }).title).toBe('ברזיל · toString');
});
