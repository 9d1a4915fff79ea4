import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, ItemOption, ItemRule, ItemType, Post } from '#contract/models.ts';
import type { Problem } from '#contract/failures.ts';
import {
  leagueWithMembers,
  createStaff,
  postBets,
  readItem,
  makeGame,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

const only = (post: Post): Item => {
  const [item] = post.items_data;
  if (!item) throw new Error('one item was expected');
  return item;
};
const wordless = { gameTimeDisplay: '', gameTimeAndStatusDisplayType: 0, shortStatusText: '', roundName: '' };

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, staff: ApiMember;
  let section: number;
  let pair: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    staff = await createStaff(server, 'צוות');
    ({
      section,
      options: pair,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה'], ['פיצה', 'חומוס']));
  });
  afterAll(() => server.close());

  describe('the details of a match', () => {
    test('are written by the league’s owner and read by everyone; absent fields stay', async () => {
      const item = only(await makeGame(dana, section, 'home/away', [pair]));
      expect(item.details).toMatchObject({ ...wordless, home: 'פיצה', away: 'חומוס', roundNum: null });
      const displayTexts = {
        roundName: 'חצי גמר',
        gameTimeDisplay: 'אחרי החדשות',
        gameTimeAndStatusDisplayType: 1,
        shortStatusText: 'הארכה',
      };
      const updated = await dana.put<Item>(`item/${item.id}/`, displayTexts);
      expect([updated.status, updated.body.version]).toEqual([200, item.version]);
      await dana.put(`item/${item.id}/`, { shortStatusText: 'פנדלים' });
      expect((await readItem(noa, item)).details).toEqual({
        ...item.details,
        ...displayTexts,
        shortStatusText: 'פנדלים',
      });
      // Also after the start.
      await dana.post('setItemResults/', { item: item.id, value: 'start' });
      expect((await dana.put(`item/${item.id}/`, { shortStatusText: '' })).status).toBe(200);
    });
    test('are refused if they are too long, of an unknown display type, or not editable', async () => {
      const item = only(await makeGame(dana, section, 'home/away', [pair]));
      const long = await dana.put<Problem>(`item/${item.id}/`, { shortStatusText: 'א'.repeat(41) });
      expect([long.status, long.body.fields]).toEqual([
        400,
        { shortStatusText: { code: 'too_long', limit: 40 } },
      ]);
      const invalid = await dana.put<Problem>(`item/${item.id}/`, { gameTimeAndStatusDisplayType: 3 });
      expect([invalid.status, Object.keys(invalid.body.fields ?? {})]).toEqual([
        400,
        ['gameTimeAndStatusDisplayType'],
      ]);
      const group = await dana.put<Problem>(`item/${item.id}/`, { groupName: 'בית א' });
      expect(group.status).toBe(400);
    });
  });

  test('rules that give no points are shown by the names they had when the game was created', async () => {
    const type = (await staff.post<ItemType>('itemtype/', { name: 'פיצות', type: 'vote' })).body;
    const rule = async (more: Record<string, unknown>) =>
      (await staff.post<ItemRule>('itemrule/', { itemType: type.id, ...more })).body;
    const loser = await rule({ key: 'loser_pays', name: 'מי משלם?', type: 'select', details: { choices } });
    await rule({ key: 'pts_correct', name: 'נקודות', type: 'number', value: 7 });
    await rule({ key: 'jokers', name: 'ג׳וקרים', type: 'number' });
    const created = await dana.post<Post>('createPostV3/', {
      section,
      itemType: type.id,
      rules: { loser_pays: 'last', pts_correct: 5 },
      groups: [{ options: pair }],
    });
    await staff.put(`itemrule/${loser.id}/`, { name: 'שם אחר' });
    const { details, rules } = await readItem(noa, only(created.body));
    expect(details.rules).toEqual([{ name: 'מי משלם?', type: 'select', value: 'האחרון בטבלה' }]);
    expect(rules).toMatchObject({ loser_pays: 'last', pts_correct: 5 });
  });
  const choices = [
    { value: 'first', title: 'הראשון בטבלה' },
    { value: 'last', title: 'האחרון בטבלה' },
  ];

  test('the options of an item are listed in its order, by page and by a part of their names in any case', async () => {
    const cats = await leagueWithMembers(server, ['רן'], ['Tigers', 'Lions', 'LIONESS']);
    const [ran] = cats.members;
    const [tigers = 0, lions = 0, lioness = 0] = cats.options;
    const item = only(await makeGame(ran, cats.section, 'vote', [[lioness, tigers, lions]]));
    const list = async (query: Record<string, string | number>) => {
      const { body } = await ran.get<{ results: ItemOption[]; count: number }>('itemoption/', query);
      return [body.results.map(({ name }) => name), body.count];
    };
    expect(await list({ item: item.id })).toEqual([['LIONESS', 'Tigers', 'Lions'], 3]);
    expect(await list({ item: item.id, search: 'lIoN' })).toEqual([['LIONESS', 'Lions'], 2]);
    expect(await list({ item: item.id, limit: 1, page: 2 })).toEqual([['Tigers'], 3]);
    expect(await list({ item: item.id, search: 'lion', limit: 1, offset: 1 })).toEqual([['Lions'], 2]);
    expect(await list({ item: item.id, search: 'bears' })).toEqual([[], 0]);
    expect(await list({})).toEqual([[], 0]);
  });

  describe('an option that gives no points', () => {
    const menuOf = (item: Item) => Object.values(item.options).map(({ details }) => details);
    const mark = (person: ApiMember, option: number | undefined, no_points: boolean) =>
      person.put<ItemOption & Problem>(`itemoption/${option}/`, { no_points });
    const menu = [{ key: 'no_points', title: 'להוציא מהניקוד' }];

    test('is marked from its menu, which only managers of the league have, and cannot win', async () => {
      const item = only(await makeGame(dana, section, 'vote', [pair]));
      expect(menuOf(item)).toEqual([
        { no_points: false, actions: menu },
        { no_points: false, actions: menu },
      ]);
      expect(menuOf(await readItem(noa, item)).flatMap(({ actions }) => actions)).toEqual([]);
      expect(menuOf(await readItem(staff, item))[0]?.actions).toEqual(menu);

      const [pizza, hummus] = optionIdsOf(item);
      expect((await mark(noa, pizza, true)).status).toBe(403);
      const marked = await mark(dana, pizza, true);
      expect([marked.status, marked.body.details]).toEqual([
        200,
        { no_points: true, actions: [{ key: 'points', title: 'להחזיר לניקוד' }] },
      ]);
      await postBets(noa, item, 1, undefined);
      const wins = (options: unknown[]) =>
        dana.post<Problem>('setItemResults/', { item: item.id, value: { options } });
      expect((await wins([pizza])).body.fields).toEqual({ 'value.options.0': { code: 'invalid' } });
      await wins([hummus]);
      expect((await readItem(noa, item)).pts).toBe(0);
    });
    test('can be marked only while the item is open', async () => {
      const item = only(await makeGame(dana, section, 'balance', [pair]));
      const [pizza] = optionIdsOf(item);
      expect((await mark(dana, pizza, true)).status).toBe(200);
      expect((await mark(dana, pizza, false)).body.details.no_points).toBe(false);
      await dana.post('setItemResults/', { item: item.id, value: 'start' });
      const lateMark = await mark(dana, pizza, true);
      expect([lateMark.status, lateMark.body.code]).toEqual([409, 'item_closed']);
      const after = menuOf(await readItem(dana, item));
      expect(after).toEqual(after.map(() => ({ no_points: false, actions: [] })));
    });
    test('cannot be a side of a match', async () => {
      const item = only(await makeGame(dana, section, 'home/away', [pair]));
      expect(menuOf(item).flatMap(({ actions }) => actions)).toEqual([]);
      expect((await mark(dana, optionIdsOf(item)[0], true)).status).toBe(400);
    });
  });
});
