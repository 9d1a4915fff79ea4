import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#contract/failures.ts';
import { layouts } from '#contract/layouts.ts';
import type { Item, ItemRule, ItemType, Option, Post } from '#contract/models.ts';
import { toRuleInput } from '#domain/wizard/game-type-forms.ts';
import {
  createMember,
  createStaff,
  makeLeague,
  makeOptions,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** Game types and rules that staff create in the wizard work at once, without code. */

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let staff: ApiMember;
  let dana: ApiMember;
  let section: number;
  let options: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    staff = await createStaff(server, 'צוות');
    dana = await createMember(server, 'דנה');
    section = (await makeLeague(dana, [])).id;
    options = await makeOptions(dana, section, ['א', 'ב', 'ג', 'ד']);
  });
  afterAll(() => server.close());

  const newType = async (type: ItemType['type'], parent: number | null = null) => {
    const { body, status } = await staff.post<ItemType>('itemtype/', { name: 'חדש', type, parent });
    expect(status).toBe(201);
    return body;
  };
  const newRule = (itemType: number, values: object) =>
    staff.post<ItemRule & Problem>('itemrule/', toRuleInput({ required: false, itemType, ...values }));
  const rulesOf = async (itemType: number, person = dana) =>
    (await person.get<{ results: ItemRule[] }>('itemrule/', { itemType, limit: 100 })).body.results;
  const keysOf = async (itemType: number) => (await rulesOf(itemType)).map(({ key }) => key);
  const make = (itemType: number, rules: object, groups: number[][] = [options.slice(0, 2)]) =>
    dana.post<Post & Problem>('createPostV3/', {
      section,
      itemType,
      rules,
      groups: groups.map((group) => ({ options: group })),
    });

  test.each(layouts)('a new type of %s has the rules of its layout', async (layout) => {
    const { body } = await dana.get<{ results: ItemType[] }>('itemtype/', { limit: 100 });
    const first = body.results.find((type) => type.type === layout);
    const { id } = await newType(layout);
    expect(await rulesOf(id)).toEqual(await rulesOf(first?.id ?? 0));
    const keys = await keysOf(id);
    expect(keys.slice(0, 2)).toEqual(['description', 'due_date']);
    expect(keys.at(-1)).toBe('hide_options');
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('ordering_type');
    expect((await make(id, {})).status).toBe(201);
  });

  test('a game cannot be created of a category, only of its sub-types', async () => {
    const category = await newType(null);
    expect((await make(category.id, {})).body.fields).toEqual({ itemType: { code: 'invalid' } });
    const leaf = await newType('bets', category.id);
    const { body } = await dana.get<{ results: ItemType[] }>('itemtype/', { parent: category.id });
    expect(body.results).toEqual([leaf]);
    expect((await make(leaf.id, {})).body.items_data.map(({ type }) => type)).toEqual(['bets']);
  });

  test('a single question has the rules of its layout’s first type, even if that was updated last', async () => {
    const { body } = await dana.get<{ results: ItemType[] }>('itemtype/', { limit: 100 });
    const [first] = body.results
      .filter(({ type, subs }) => type === 'vote' && subs === 0)
      .toSorted((one, other) => one.id - other.id);
    if (!first) throw new Error('no type of votes');
    await newType('vote');
    const { body: rule } = await newRule(first.id, {
      name: 'ראשון',
      key: 'of_first',
      type: 'text',
      value: 'כן',
    });
    // Its row is now stored after the others.
    expect((await staff.put(`itemtype/${first.id}/`, { name: first.name })).status).toBe(200);
    const item = { section, description: 'מי?', type: 'vote', options: options.slice(0, 2) };
    const { body: created } = await dana.post<Item>('item/', item);
    const { body: game } = await dana.get<Post>(`post/${created.post}/`);
    expect(game.rules).toMatchObject({ of_first: 'כן' });
    await staff.del('itemrule/', { ids: String(rule.id) });
  });

  test('a deleted type is not playable, nor used for questions; a type whose sub-types are deleted is playable again', async () => {
    const { db } = server.platform;
    const setActive = (id: number, active: boolean) =>
      sql`update item_types set active = ${active} where id = ${id}::int`.execute(db);
    const [first, second] = [await newType('vote'), await newType('vote')];
    for (const { id } of [first, second])
      await newRule(id, { name: 'איזה', key: 'which', type: 'text', value: String(id) });
    // No other type of votes can be played.
    const { rows: others } = await sql<{ id: number }>`
      update item_types set active = false where layout = 'vote' and active and id < ${first.id}::int
      returning id`.execute(db);
    const ofQuestion = async () => {
      const { body } = await dana.post<Item>('item/', {
        section,
        description: 'מי?',
        type: 'vote',
        options: options.slice(0, 2),
      });
      return (await dana.get<Post>(`post/${body.post}/`)).body.rules['which'];
    };
    const ofGame = async (id: number) => {
      const { body } = await make(id, {});
      return body.fields?.['itemType']?.code ?? body.rules['which'];
    };
    const chosenTypes = async () => [await ofQuestion(), await ofGame(first.id)];
    expect(await chosenTypes()).toEqual([String(first.id), String(first.id)]);
    const below = await newType('bets', first.id);
    expect(await chosenTypes()).toEqual([String(second.id), 'invalid']);
    await setActive(below.id, false);
    expect(await chosenTypes()).toEqual([String(first.id), String(first.id)]);
    await setActive(first.id, false);
    expect(await chosenTypes()).toEqual([String(second.id), 'unknown_id']);
    for (const { id } of others) await setActive(id, true);
  });

  test('types and rules are searched by a part of their names, also within one parent or type', async () => {
    const root = (await staff.post<ItemType>('itemtype/', { name: 'טורניר קיץ', type: null })).body;
    const leaf = { name: 'טורניר חורף', type: 'vote', parent: root.id };
    const { id } = (await staff.post<ItemType>('itemtype/', leaf)).body;
    await newType('vote', root.id);
    const named = async (model: 'itemtype' | 'itemrule', query: Record<string, string | number>) =>
      (await dana.get<{ results: { name: string }[] }>(`${model}/`, query)).body.results.map(
        ({ name }) => name,
      );
    expect(await named('itemtype', { search: 'טורניר' })).toEqual([root.name, leaf.name]);
    expect(await named('itemtype', { search: 'קיץ' })).toEqual([root.name]);
    expect(await named('itemtype', { parent: 0, search: 'טורניר' })).toEqual([root.name]);
    expect(await named('itemtype', { parent: root.id })).toEqual([leaf.name, 'חדש']);
    for (const name of ['ניקוד קיץ', 'ניקוד חורף'])
      await newRule(id, { name, key: name === 'ניקוד קיץ' ? 'summer' : 'winter', type: 'text' });
    expect(await named('itemrule', { itemType: id, search: 'ניקוד' })).toEqual(['ניקוד קיץ', 'ניקוד חורף']);
    expect(await named('itemrule', { itemType: id, search: 'חורף' })).toEqual(['ניקוד חורף']);
    expect(await named('itemrule', { itemType: root.id, search: 'חורף' })).toEqual([]);
  });

  test('a type can be moved below another or none, but not below its own sub-type; absent fields stay', async () => {
    const [above, below] = [await newType(null), await newType(null)];
    const move = async (parent: number | null, id = below.id) => {
      const { status, body } = await staff.put<ItemType & Problem>(`itemtype/${id}/`, { parent });
      return [status, body.parent, body.fields];
    };
    expect(await move(above.id)).toEqual([200, above.id, undefined]);
    expect(await move(below.id, above.id)).toEqual([400, undefined, { parent: { code: 'invalid' } }]);
    expect(await move(9_999_999)).toEqual([400, undefined, { parent: { code: 'unknown_id' } }]);
    const named = await staff.put<ItemType>(`itemtype/${below.id}/`, { name: 'למטה' });
    expect(named.body).toEqual({ ...below, name: 'למטה', parent: above.id });
    expect(await move(null)).toEqual([200, null, undefined]);
  });

  describe('a rule', () => {
    test('cannot be created for a deleted type', async () => {
      const { id } = await newType('vote');
      await staff.del('itemtype/', { ids: String(id) });
      const rule = { name: 'לאף אחד', key: 'of_none', type: 'text' };
      expect((await newRule(id, rule)).body.fields).toEqual({ itemType: { code: 'unknown_id' } });
    });

    test('of kind select is listed last, is required, and is stored with the game', async () => {
      const { id } = await newType('vote');
      const { body: rule } = await newRule(id, {
        name: 'איפה משחקים?',
        key: 'place',
        type: 'select',
        required: true,
        choices: 'דשא\nאולם',
      });
      expect(rule).toMatchObject({
        details: {
          choices: [
            { value: 'דשא', title: 'דשא' },
            { value: 'אולם', title: 'אולם' },
          ],
        },
      });
      expect((await keysOf(id)).at(-1)).toBe('place');
      expect((await make(id, {})).body.fields).toEqual({ 'rules.place': { code: 'required' } });
      expect((await make(id, { place: 'חוף' })).body.fields).toEqual({ 'rules.place': { code: 'invalid' } });
      expect((await make(id, { place: 'אולם' })).body.rules).toMatchObject({ place: 'אולם', pts_correct: 3 });
      // Other types do not have the rule.
      const other = await newType('vote');
      expect(await keysOf(other.id)).not.toContain('place');
      expect((await make(other.id, { place: 'אולם' })).body.fields).toEqual({
        'rules.place': { code: 'unknown_field' },
      });
    });

    test('is shown on a game in the order in which rules are listed', async () => {
      const { id } = await newType('vote');
      for (const key of ['place', 'judge', 'prize'])
        await newRule(id, { name: `${key}?`, key, type: 'text', value: key });
      // Different from the order of their creation, and of their rows.
      await sql`update item_rules set position = 10000 - id where item_type_id = ${id}::int`.execute(
        server.platform.db,
      );
      await sql`update item_rules set value = value where item_type_id = ${id}::int and key = 'prize'`.execute(
        server.platform.db,
      );
      expect((await keysOf(id)).slice(-3)).toEqual(['prize', 'judge', 'place']);
      expect((await make(id, {})).body.items_data.map(({ details }) => details.rules)).toEqual([
        [
          { name: 'prize?', type: 'text', value: 'prize' },
          { name: 'judge?', type: 'text', value: 'judge' },
          { name: 'place?', type: 'text', value: 'place' },
        ],
      ]);
      // Of equal positions the first created comes first, whose row is now stored after the others.
      await sql`update item_rules set position = 10000 where item_type_id = ${id}::int`.execute(
        server.platform.db,
      );
      await sql`update item_rules set value = value where item_type_id = ${id}::int and key = 'place'`.execute(
        server.platform.db,
      );
      expect((await keysOf(id)).slice(-3)).toEqual(['place', 'judge', 'prize']);
      const [shown] = (await make(id, {})).body.items_data.map(({ details }) => details.rules);
      expect(shown?.map(({ name }) => name)).toEqual(['place?', 'judge?', 'prize?']);
    });

    test('with a key of the layout replaces the layout’s rule', async () => {
      const { id } = await newType('vote');
      const own = { name: 'שווי', key: 'pts_correct', type: 'number', value: '7' };
      expect((await newRule(id, own)).status).toBe(201);
      expect((await newRule(id, own)).body.fields).toEqual({ key: { code: 'duplicate' } });
      const storedRules = (await rulesOf(id)).filter(({ key }) => key === 'pts_correct');
      expect(storedRules.map(({ value, itemType }) => [value, itemType])).toEqual([[7, id]]);
      expect((await make(id, {})).body.rules).toMatchObject({ pts_correct: 7 });
      // Once it is deleted, the layout's rule is back.
      await staff.del('itemrule/', { ids: String(storedRules[0]?.id) });
      expect((await make(id, {})).body.rules).toMatchObject({ pts_correct: 3 });
    });

    test('of all types is listed once, and is replaced by a more specific rule', async () => {
      const { id } = await newType('vote');
      for (const key of ['description', 'everywhere']) {
        const rule = { name: 'לכולם', key, type: 'text', value: 'כן', itemType: null };
        expect((await staff.post('itemrule/', rule)).status).toBe(201);
      }
      const storedRules = (await rulesOf(id)).filter(({ key }) =>
        ['description', 'everywhere'].includes(key),
      );
      expect(storedRules.map(({ key, name }) => [key, name])).toEqual([
        ['description', 'על מה הניחוש?'],
        ['everywhere', 'לכולם'],
      ]);
      const { body } = await make(id, {});
      expect([body.description, body.rules['everywhere']]).toEqual(['', 'כן']);
      await staff.del('itemrule/', { ids: String(storedRules[1]?.id) });
    });

    test('of grouping accepts groups of the chosen size', async () => {
      const { id } = await newType('bets');
      const { body } = await make(id, { players: 2, ordering_type: 'custom' }, [
        options.slice(0, 2),
        options.slice(2),
      ]);
      expect(body.items_data.map((item) => Object.keys(item.options).length)).toEqual([2, 2]);
    });

    test('whose default is out of its bounds is refused, whichever of them changes', async () => {
      const { id } = await newType('vote');
      const values = { name: 'כמה', key: 'how_many', type: 'number', value: 5, details: { min: 4, max: 6 } };
      const { body: rule } = await staff.post<ItemRule>('itemrule/', { ...values, itemType: id });
      const change = async (more: object) =>
        (await staff.put<Problem>(`itemrule/${rule.id}/`, more)).body.fields;
      const tooSmall = { value: { code: 'too_small', limit: 4 } };
      expect([
        await change({ value: 3 }),
        await change({ details: { min: 6 } }),
        await change({ type: 'datetime' }),
        await change({ name: 'כמה בדיוק' }),
      ]).toEqual([
        tooSmall,
        { value: { code: 'too_small', limit: 6 } },
        { value: { code: 'invalid' } },
        undefined,
      ]);
      const [last] = (await rulesOf(id)).filter(({ key }) => key === 'how_many');
      expect(last).toMatchObject({ ...values, name: 'כמה בדיוק' });
    });

    test('with an invalid key is refused by its field', async () => {
      const { id } = await newType('vote');
      const { body } = await newRule(id, { name: 'בונוס', key: 'בונוס', type: 'text' });
      expect(body.fields).toEqual({ key: { code: 'invalid' } });
    });
  });

  test('an option is editable by its creator and by staff, and by nobody else', async () => {
    const friend = await createMember(server, 'נועה');
    const league = await makeLeague(dana, [friend], 'תמונות');
    const [pizza = 0] = await makeOptions(dana, league.id, ['פיצה']);
    const editableFlagsFor = async (person: ApiMember) => {
      const one = await person.get<Option>(`option/${pizza}/`);
      const all = await person.get<{ results: Option[] }>('option/', { section: league.id, search: 'פיצה' });
      return [one.body.is_staff, ...all.body.results.map(({ is_staff }) => is_staff)];
    };
    expect(await editableFlagsFor(dana)).toEqual([true, true]);
    expect(await editableFlagsFor(friend)).toEqual([false, false]);
    // Staff list the options of their own leagues, and read any by its id.
    expect((await staff.get<Option>(`option/${pizza}/`)).body.is_staff).toBe(true);
    const catalogue = await dana.get<{ results: Option[] }>('option/', { search: 'ברזיל' });
    expect(catalogue.body.results.map(({ is_staff }) => is_staff)).toEqual([false]);
  });

  test('options of the member and their leagues are listed first, then those that begin with the search', async () => {
    const friend = await createMember(server, 'נועה');
    const league = await makeLeague(dana, [friend], 'אפשרויות');
    await makeOptions(friend, league.id, ['חוף ברזיל', 'ברזיל הקטנה']);
    for (const name of ['אצטדיון ברזיל', 'ברזיל שלי'])
      expect((await dana.post('option/', { name })).status).toBe(201);
    await friend.post('option/', { name: 'ברזיל של נועה' });
    const found = async (query: { search: string }) =>
      (await dana.get<{ results: Option[] }>('option/', query)).body.results.map(({ name }) => name);
    expect(await found({ search: 'ברזיל' })).toEqual([
      'ברזיל הקטנה',
      'ברזיל שלי',
      'אצטדיון ברזיל',
      'חוף ברזיל',
      'ברזיל',
    ]);
  });

  test('a pair is one item option of two options, only in a league of pairs', async () => {
    const couples = await makeLeague(dana, [], 'זוגות', { groupMembersCount: 2 });
    const [a = 0, b = 0, c = 0, d = 0] = await makeOptions(dana, couples.id, ['א', 'ב', 'ג', 'ד']);
    const { id } = await newType('vote');
    const game = (section_: number, last = d) =>
      dana.post<Post & Problem>('createPostV3/', {
        section: section_,
        itemType: id,
        rules: {},
        groups: [
          {
            options: [
              [a, b],
              [c, last],
            ],
          },
        ],
      });
    const { body } = await game(couples.id);
    expect(
      Object.values(body.items_data[0]?.options ?? {}).map(({ data }) => data.map((one) => one.name)),
    ).toEqual([
      ['א', 'ב'],
      ['ג', 'ד'],
    ]);
    expect((await game(section)).body.fields).toMatchObject({ 'groups.0.options.0': { code: 'invalid' } });
    // Half of a pair is another league's.
    const stranger = await createMember(server, 'זר');
    const { id: elsewhere } = await makeLeague(stranger, []);
    const [foreignOption = 0] = await makeOptions(stranger, elsewhere, ['ה']);
    expect((await game(couples.id, foreignOption)).body.fields).toEqual({
      'groups.0.options.1': { code: 'unknown_id' },
    });
  });
});
