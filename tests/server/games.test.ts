import { isDeepStrictEqual } from 'node:util';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { Item, ItemRule, ItemType, League, Message, Post } from '#contract/models.ts';
import type { Problem } from '#contract/failures.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  leagueWithMembers,
  createMember,
  createMembers,
  createStaff,
  postBets,
  isoInDays,
  readItem,
  makeGame,
  makeLeague,
  makeOptions,
  optionIdsOf,
  itemTypeIdFor,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { runSize } from '#tests/support/run-size.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

type Page = { results: Post[]; count: number };
const only = (post: Post): Item => {
  const [item] = post.items_data;
  if (!item || post.items_data.length !== 1) throw new Error('one item was expected');
  return item;
};
const names = (item: Item) => Object.values(item.options).map(({ name }) => name);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember, outsider: ApiMember, staff: ApiMember;
  let section: number;
  let options: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    outsider = await createMember(server, 'זר');
    staff = await createStaff(server, 'צוות');
    ({
      section,
      options,
      members: [dana, noa, avi],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי'], ['א', 'ב', 'ג', 'ד', 'ה', 'ו']));
  });
  afterAll(() => server.close());

  const start = (item: Item) => dana.post<Item>('setItemResults/', { item: item.id, value: 'start' });
  const end = (item: Item, value: unknown) => dana.post<Item>('setItemResults/', { item: item.id, value });
  const o = (at: number): number => options[at] ?? 0;

  test('the multiplier and underdog rules of a game are checked by bounds and layout', async () => {
    const make = async (layout: Parameters<typeof makeGame>[2], rules: Record<string, number | null>) => {
      const { status, body } = await dana.post<Post & Problem>('createPostV3/', {
        section,
        itemType: await itemTypeIdFor(dana, layout),
        rules,
        groups: [{ options: [o(0), o(1)] }],
      });
      return status === 201 ? [body.rules['multiplier'], body.rules['underdog']] : body.fields;
    };
    expect([
      await make('vote', { multiplier: 10, underdog: 0 }),
      await make('home/away', { multiplier: 1, underdog: 100 }),
      await make('balance', { multiplier: null }),
      await make('vote', { multiplier: 0, underdog: -1 }),
      await make('home/away', { multiplier: 11, underdog: 101 }),
      await make('balance', { underdog: 3 }),
      await make('bets', { underdog: 3, multiplier: 2.5 }),
    ]).toEqual([
      [10, 0],
      [1, 100],
      [undefined, undefined],
      {
        'rules.multiplier': { code: 'too_small', limit: 1 },
        'rules.underdog': { code: 'too_small', limit: 0 },
      },
      {
        'rules.multiplier': { code: 'too_big', limit: 10 },
        'rules.underdog': { code: 'too_big', limit: 100 },
      },
      { 'rules.underdog': { code: 'unknown_field' } },
      { 'rules.underdog': { code: 'unknown_field' }, 'rules.multiplier': { code: 'invalid' } },
    ]);
  });

  describe('a whole game, from its creation to its points', () => {
    test('a match: a digit for each side; exact gives 4, difference 3, outcome 2', async () => {
      const item = only(await makeGame(dana, section, 'home/away', [[o(0), o(1)]]));
      expect(names(item)).toEqual(['א', 'ב']);
      expect(item).toMatchObject({
        name: 'א · ב',
        status: 'open',
        readonly: false,
        details: { home: 'א', away: 'ב' },
      });
      expect((await postBets(dana, item, 2, 1)).status).toBe(201);
      expect((await postBets(noa, item, 3, 2)).status).toBe(201);
      expect((await postBets(avi, item, 4, 0)).status).toBe(201);
      expect((await start(item)).body).toMatchObject({
        status: 'started',
        started: true,
        readonly: true,
        version: 2,
      });
      expect((await end(item, { home: 2, away: 1 })).body).toMatchObject({
        status: 'ended',
        version: 3,
        result: 'win',
        pts: 4,
      });
      expect(await readItem(noa, item)).toMatchObject({
        pts: 3,
        ptsDetails: { reason: { code: 'difference' } },
      });
      expect(await readItem(avi, item)).toMatchObject({
        pts: 2,
        ptsDetails: { reason: { code: 'outcome' } },
      });
      expect(Object.values((await readItem(avi, item)).options).map(({ result }) => result)).toEqual([2, 1]);
    });

    test('a vote: each pick that is in the result gives 3', async () => {
      const item = only(await makeGame(dana, section, 'vote', [[o(0), o(1), o(2)]], { bets_allow: 2 }));
      await postBets(dana, item, 1, 1);
      await postBets(noa, item, 0, 1, 1);
      await postBets(avi, item, undefined, undefined, 1);
      const [first, second] = optionIdsOf(item);
      const ended = await end(item, { options: [first, second] });
      expect(ended.body).toMatchObject({ status: 'ended', started: true, pts: 6, result: 'win' });
      expect(await readItem(noa, item)).toMatchObject({ pts: 3, result: 'win' });
      expect(await readItem(avi, item)).toMatchObject({
        pts: 0,
        result: 'faild',
        ptsDetails: { reason: { code: 'missed' } },
      });
    });

    test('a vote ended without a result is a poll, without points', async () => {
      const item = only(await makeGame(dana, section, 'vote', [[o(0), o(1)]]));
      await postBets(noa, item, 1);
      expect((await end(item, { options: [] })).status).toBe(200);
      expect(await readItem(noa, item)).toMatchObject({
        status: 'ended',
        pts: 0,
        result: null,
        ptsDetails: { reason: { code: 'poll' } },
      });
    });

    test('a balance by result: ⌊votes on winners × 3 ÷ 100⌋', async () => {
      const item = only(await makeGame(dana, section, 'balance', [[o(0), o(1), o(2)]]));
      await postBets(dana, item, 100);
      await postBets(noa, item, 67, 33);
      await postBets(avi, item, 33, 33, 34);
      const [first] = optionIdsOf(item);
      await end(item, { options: [first] });
      // 300 ÷ 100, 201 ÷ 100 and 99 ÷ 100, each rounded down.
      expect(
        [await readItem(dana, item), await readItem(noa, item), await readItem(avi, item)].map(
          ({ pts }) => pts,
        ),
      ).toEqual([3, 2, 0]);
    });

    test('a balance that the crowd decides: the most votes win, and options even with them give half', async () => {
      const rules = { decided_by: 'crowd', even_breakpoint: 10 };
      const item = only(await makeGame(dana, section, 'balance', [[o(0), o(1), o(2)]], rules));
      await postBets(dana, item, 100);
      await postBets(noa, item, 0, 90, 10);
      await postBets(avi, item, 10, 0, 90);
      // 110, 90 and 100 of 300 votes: 100 is 3⅓ points from the top and even with it, and so is 90 with its 6⅔.
      const ended = await end(item, { options: [] });
      expect(Object.values(ended.body.options).map(({ result }) => result)).toEqual([1, 1, 1]);
      // All 100 votes on winners: 300 ÷ 200, rounded down once.
      expect(
        [await readItem(dana, item), await readItem(noa, item), await readItem(avi, item)].map(
          ({ pts }) => pts,
        ),
      ).toEqual([1, 1, 1]);
      expect((await readItem(noa, item)).ptsDetails.reason?.code).toBe('even');
      const alone = only(await makeGame(dana, section, 'balance', [[o(0), o(1)]], { decided_by: 'crowd' }));
      await postBets(dana, alone, 60, 40);
      await postBets(noa, alone, 0, 100);
      await end(alone, { options: [] });
      expect([await readItem(dana, alone), await readItem(noa, alone)].map(({ pts }) => pts)).toEqual([1, 3]);
      const one = only(await makeGame(dana, section, 'balance', [[o(0), o(1)]], { decided_by: 'crowd' }));
      await postBets(noa, one, undefined, 1);
      expect(
        Object.values((await end(one, { options: [] })).body.options).map(({ result }) => result),
      ).toEqual([0, 1]);
    });

    test('numbers: exact gives 3, off by one 1, for each option', async () => {
      const item = only(await makeGame(dana, section, 'bets', [[o(0), o(1), o(2)]]));
      await postBets(dana, item, 5, 5, 5);
      await postBets(noa, item, 9, undefined, 0);
      const [a, b, c] = optionIdsOf(item);
      await end(item, { values: { [String(a)]: 5, [String(b)]: 4, [String(c)]: 1 } });
      expect((await readItem(dana, item)).pts).toBe(4);
      expect((await readItem(noa, item)).pts).toBe(1);
      expect((await readItem(avi, item)).pts).toBeNull();
    });
  });

  test('items are listed of one game, of all games of the caller’s leagues, or by their ids', async () => {
    const [one, other] = [
      await makeGame(dana, section, 'home/away', [[o(0), o(1)]]),
      await makeGame(dana, section, 'home/away', [
        [o(1), o(2)],
        [o(0), o(2)],
      ]),
    ];
    const listed = async (who: ApiMember, query: object) =>
      (await who.get<{ results: Item[] }>('item/', { ...query, limit: 100 })).body.results.map(
        ({ id }) => id,
      );
    const idsOf = ({ items_data }: Post) => items_data.map(({ id }) => id);
    expect(await listed(noa, { post: one.id })).toEqual(idsOf(one));
    expect(await listed(noa, { post: other.id })).toEqual(idsOf(other));
    expect((await listed(noa, {})).slice(0, 3)).toEqual([...idsOf(other), ...idsOf(one)]);
    // By their ids: only those of the caller's leagues, and of one game if that is given too.
    const [second] = idsOf(other);
    const ids = [...idsOf(one), second, 2_000_000].join(',');
    expect(await listed(noa, { ids })).toEqual([second, ...idsOf(one)]);
    expect(await listed(noa, { ids, post: one.id })).toEqual(idsOf(one));
    expect(await listed(outsider, { ids })).toEqual([]);
  });

  test('before the start nothing that other members read depends on a bet’s value', async () => {
    const post = await makeGame(dana, section, 'home/away', [[o(0), o(1)]]);
    const item = only(post);
    const [home] = optionIdsOf(item);
    const everything = async (who: ApiMember) => {
      const answers = await Promise.all([
        who.get(`item/${item.id}/`),
        who.get('item/', { post: post.id }),
        who.get(`post/${post.id}/`),
        who.get('post/', { section }),
        who.get('itemoption/', { item: item.id }),
        who.get(`itemoption/${home}/`),
        who.get('getItemBets/', { item: item.id }),
        who.get('bet/'),
        who.get('standings/', { section, post: post.id }),
      ]);
      return answers.map(({ body, headers }) => [body, headers.get('ETag'), headers.get('Content-Length')]);
    };
    await postBets(noa, item, 2, 1);
    const before = [await everything(avi), await everything(dana), await everything(staff)];
    await postBets(noa, item, 9, 0);
    expect([await everything(avi), await everything(dana), await everything(staff)]).toEqual(before);
    // The league sees who has bet, but not the values.
    const readGame = (await avi.get<Post>(`post/${post.id}/`)).body;
    expect(readGame).toMatchObject({ votes: 1, voters: [{ id: noa.id, name: 'נועה', image: null }] });
    expect(Object.values(only(readGame).options).map(({ value, amount }) => [value, amount])).toEqual([
      [null, null],
      [null, null],
    ]);
    type Bets = { membersOptions: { member: number; home_bet: number }[]; count: number };
    const own = { membersOptions: [{ member: noa.id, home_bet: 9, away_bet: 0 }], count: 1 };
    expect((await noa.get<Bets>('getItemBets/', { item: item.id })).body).toMatchObject(own);
    expect((await dana.get<Bets>('getItemBets/', { item: item.id })).body).toEqual({
      membersOptions: [],
      count: 0,
    });
    await start(item);
    expect((await dana.get<Bets>('getItemBets/', { item: item.id })).body).toMatchObject(own);
    expect(Object.values((await readItem(avi, item)).options).map(({ amount }) => amount)).toEqual([9, 0]);
  });

  test('after a result the members’ bets are ordered by points, and a score with one side missing is last', async () => {
    const item = only(await makeGame(dana, section, 'home/away', [[o(0), o(1)]], { pts_outcome: 1 }));
    const [home, away] = optionIdsOf(item);
    await postBets(avi, item, 3, 0);
    await postBets(noa, item, 0, 0);
    await postBets(dana, item, 2);
    await dana.post('setItemResults/', { item: item.id, value: { home: 0, away: 0 } });
    const value = { home: 2, away: 1 };
    await dana.post('setItemResults/', { item: item.id, value, version: 2 });
    const row = (member: ApiMember, name: string, values: readonly [number, number?]) => ({
      member: member.id,
      name,
      image: null,
      home_bet: values[0],
      away_bet: values[1] ?? null,
      option_name: null,
      option_image: null,
      options: values.map((one, at) => ({ id: [home, away][at], value: one })),
    });
    expect((await dana.get('getItemBets/', { item: item.id })).body).toEqual({
      membersOptions: [
        { ...row(avi, 'אבי', [3, 0]), result: 'win', points: 1 },
        { ...row(noa, 'נועה', [0, 0]), result: 'faild', points: 0 },
        { ...row(dana, 'דנה', [2]), result: null, points: null },
      ],
      count: 3,
    });
  });

  test('with hide_options off sums are shown from five bettors on, without names', async () => {
    const item = only(await makeGame(dana, section, 'vote', [[o(0), o(1)]], { hide_options: false }));
    const amounts = async () =>
      Object.values((await readItem(avi, item)).options).map(({ amount }) => amount);
    const friends = await Promise.all(['ו', 'ז', 'ח'].map((name) => createMember(server, name)));
    const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
    for (const friend of friends) await friend.get('joinAClan/', { code });
    for (const one of [dana, noa, friends[0], friends[1]]) if (one) await postBets(one, item, 1);
    expect(await amounts()).toEqual([null, null]);
    if (friends[2]) await postBets(friends[2], item, undefined, 1);
    expect(await amounts()).toEqual([4, 1]);
    expect((await avi.get('getItemBets/', { item: item.id })).body).toEqual({ membersOptions: [], count: 0 });
  });

  test('open sums change only after bets of five bettors have changed, so that no single bet can be derived', async () => {
    const item = only(
      await makeGame(dana, section, 'balance', [[o(0), o(1), o(2)]], { hide_options: false }),
    );
    const size = runSize(`changes to open sums, on ${database}`, 40, 600);
    const friends = await createMembers(server, section, 11);
    type Values = readonly [number, number, number];
    const placed = new Map<ApiMember, Values>();
    const amounts = async () => Object.values((await readItem(avi, item)).options).map((one) => one.amount);
    const sums = () =>
      [0, 1, 2].map((at) => [...placed.values()].reduce((sum, bet) => sum + (bet[at] ?? 0), 0));
    let shown = await amounts();
    let lastShown = new Map(placed);
    let steps = 0;
    for (let nth = 0; nth < size; nth += 1) {
      // In turns: each bettor places, changes or withdraws a bet before anybody does so again.
      const friend = friends[nth % friends.length];
      if (!friend) throw new Error('nobody is there');
      const isTakenBack = nth % 5 === 4;
      const first = isTakenBack ? 0 : 1 + ((nth * 7) % 50);
      const values: Values = [first, isTakenBack ? 0 : (nth * 3) % 50, 0];
      expect((await postBets(friend, item, ...values)).status).toBe(201);
      if (isTakenBack) placed.delete(friend);
      else placed.set(friend, values);
      const currentAmounts = await amounts();
      if (isDeepStrictEqual(currentAmounts, shown)) continue;
      const moved = friends.filter((one) => !isDeepStrictEqual(placed.get(one), lastShown.get(one)));
      expect(moved.length).toBeGreaterThanOrEqual(5);
      expect(currentAmounts).toEqual(sums());
      [shown, lastShown, steps] = [currentAmounts, new Map(placed), steps + 1];
    }
    // Most changes are shown as soon as they may be.
    expect(steps).toBeGreaterThanOrEqual(Math.floor(size / 7));
    // Repeated changes by one member count as one member's.
    const [changingBettor] = friends;
    for (const value of [1, 2, 3, 4, 5, 6])
      if (changingBettor) await postBets(changingBettor, item, value, 0, 80 + value);
    expect((await amounts())[2]).toBe(0);
    await start(item);
    expect((await amounts())[2]).toBe(86);
  });

  test('open sums show concurrent bets, except fewer than five of them', async () => {
    const item = only(await makeGame(dana, section, 'vote', [[o(0), o(1)]], { hide_options: false }));
    const friends = await createMembers(server, section, 10);
    const statuses = await Promise.all(friends.map(async (one) => (await postBets(one, item, 1)).status));
    expect(statuses).toEqual(Array(10).fill(201));
    const [shown = 0, other] = Object.values((await readItem(avi, item)).options).map(
      ({ amount }) => amount ?? 0,
    );
    // Fewer than five of those that are written together may not be shown yet; a fifth would have shown them.
    expect([shown > 10 - limits.sumsFromBettors, shown <= 10, other]).toEqual([true, true, 0]);
  });

  describe('a refused game names its fields', () => {
    const refusal = async (body: object, who: ApiMember = dana) => {
      const { status, body: document } = await who.post<Problem>('createPostV3/', body);
      return { status, code: document.code, fields: document.fields };
    };
    const game = async (more: object = {}) => ({
      section,
      itemType: await itemTypeIdFor(dana, 'home/away'),
      rules: { due_date: isoInDays(1) },
      groups: [{ options: [o(0), o(1)] }],
      ...more,
    });
    const fieldsOf = async (more: object) => (await refusal(await game(more))).fields;

    test('rules: unknown keys, kinds, bounds, choices, blanks and dates', async () => {
      expect(
        await fieldsOf({
          rules: {
            nonsense: 1,
            pts_exact: 101,
            pts_outcome: 1.5,
            pts_difference: '',
            rounds: 4,
            ordering_type: 'alphabetical',
            hide_options: 'maybe',
            due_date: '2020-01-01T10:00:00Z',
            description: 'א'.repeat(201),
          },
        }),
      ).toEqual({
        'rules.nonsense': { code: 'unknown_field' },
        'rules.pts_exact': { code: 'too_big', limit: 100 },
        'rules.pts_outcome': { code: 'invalid' },
        'rules.pts_difference': { code: 'required' },
        'rules.rounds': { code: 'too_big', limit: 3 },
        'rules.ordering_type': { code: 'invalid' },
        'rules.hide_options': { code: 'invalid' },
        'rules.due_date': { code: 'past' },
        'rules.description': { code: 'too_long', limit: 200 },
      });
      const balance = { itemType: await itemTypeIdFor(dana, 'balance'), rules: { votesForPoint: 0 } };
      expect(await fieldsOf(balance)).toEqual({ 'rules.votesForPoint': { code: 'too_small', limit: 1 } });
    });

    test('groups: too few, too many, duplicate, unknown, of another league or member, removed, pairs in a league without them', async () => {
      const elsewhere = await makeLeague(outsider, []);
      const [foreign] = await makeOptions(outsider, elsewhere.id, ['זר']);
      const own = (await outsider.post<{ id: number }>('option/', { name: 'שלי בלבד' })).body.id;
      const [removed = 0] = await makeOptions(dana, section, ['הוסרה']);
      expect((await dana.del('option/', { ids: removed })).status).toBe(200);
      expect(
        await fieldsOf({
          groups: [
            { options: [o(0)] },
            { options: [o(0), o(1), o(2)] },
            { options: [o(0), o(0)] },
            { options: [o(0), 2_000_000_000] },
            { options: [o(0), foreign] },
            {
              options: [
                [o(0), o(1)],
                [o(2), o(3)],
              ],
            },
            { options: [o(0), o(1)], dates: ['2020-01-01T10:00:00Z'] },
            { options: [o(0), o(1)], dates: [isoInDays(1), isoInDays(2)] },
            { options: [o(0), own] },
            { options: [removed, o(1)] },
          ],
        }),
      ).toEqual({
        'groups.0.options': { code: 'too_short', limit: 2 },
        'groups.1.options': { code: 'too_long', limit: 2 },
        'groups.2.options.1': { code: 'duplicate' },
        'groups.3.options.1': { code: 'unknown_id' },
        'groups.4.options.1': { code: 'unknown_id' },
        'groups.5.options.0': { code: 'invalid' },
        'groups.5.options.1': { code: 'invalid' },
        'groups.6.dates.0': { code: 'past' },
        'groups.7.dates': { code: 'too_long', limit: 1 },
        'groups.8.options.1': { code: 'unknown_id' },
        'groups.9.options.0': { code: 'unknown_id' },
      });
      const many = Array.from({ length: 65 }, () => ({ options: [o(0), o(1)] }));
      expect(await fieldsOf({ groups: many, rules: { rounds: 2 } })).toEqual({
        groups: { code: 'too_long', limit: 64 },
      });
    });

    test('a type that is a category, or does not exist', async () => {
      const { body } = await dana.get<{ results: ItemType[] }>('itemtype/', { parent: 0 });
      const category = body.results.find(({ subs }) => subs > 0);
      expect(await fieldsOf({ itemType: category?.id })).toEqual({ itemType: { code: 'invalid' } });
      expect(await fieldsOf({ itemType: 999_999 })).toEqual({ itemType: { code: 'unknown_id' } });
      expect(await fieldsOf({ itemType: 9_999_999_999 })).toEqual({ itemType: { code: 'unknown_id' } });
    });

    test('a member gets 403, and an outsider 404 as for an unknown league', async () => {
      expect(await refusal(await game(), noa)).toMatchObject({ status: 403, code: 'forbidden' });
      const foreign = await outsider.post('createPostV3/', await game());
      const absent = await outsider.post('createPostV3/', await game({ section: 999_999 }));
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(absent.body);
      expect((await staff.post('createPostV3/', await game())).status).toBe(201);
    });

    test('a refused game stores nothing', async () => {
      const count = async () => (await dana.get<Page>('post/', { section })).body.count;
      const before = await count();
      await refusal(await game({ groups: [{ options: [o(0), o(1)] }, { options: [o(0), 2_000_000_000] }] }));
      expect(await count()).toBe(before);
    });
  });

  test('a single question is a game of one item and one leg', async () => {
    const createQuestion = (body: object) =>
      dana.post<Item & Pick<Problem, 'fields'>>('item/', {
        section,
        description: 'מי?',
        options: [o(0), o(1)],
        ...body,
      });
    const { status, body } = await createQuestion({});
    expect({ status, type: body.type, description: body.description, names: names(body) }).toEqual({
      status: 201,
      type: 'vote',
      description: 'מי?',
      names: ['א', 'ב'],
    });
    expect((await dana.get<Post>(`post/${body.post}/`)).body.items_data.map(({ id }) => id)).toEqual([
      body.id,
    ]);
    // Also a match in a league whose matches have two legs by default.
    const { id: twice } = await makeLeague(dana, [], 'הלוך ושוב', { rounds: 2 });
    const pair = await makeOptions(dana, twice, ['א', 'ב']);
    const { body: once } = await createQuestion({ section: twice, type: 'home/away', options: pair });
    const { rounds, items_data } = (await dana.get<Post>(`post/${once.post}/`)).body;
    expect([rounds, items_data.map(({ id }) => id)]).toEqual([1, [once.id]]);
    const fieldsOf = async (input: object) => (await createQuestion(input)).body.fields;
    expect(await fieldsOf({ description: ' ' })).toEqual({ description: { code: 'required', limit: 1 } });
    expect(await fieldsOf({ options: [o(0)] })).toEqual({ options: { code: 'too_short', limit: 2 } });
    expect(await fieldsOf({ options: [o(0), 999_999] })).toEqual({ 'options.1': { code: 'unknown_id' } });
    expect(await fieldsOf({ type: 'home/away', options: options.slice(0, 3) })).toEqual({
      options: { code: 'too_long', limit: 2 },
    });
  });

  test('legs repeat each pairing with its sides swapped, each with its date', async () => {
    const [first, second] = [isoInDays(1), isoInDays(8)];
    const { body } = await dana.post<Post>('createPostV3/', {
      section,
      itemType: await itemTypeIdFor(dana, 'home/away'),
      rules: { rounds: '2', due_date: isoInDays(5), description: 'הליגה\nשלנו' },
      groups: [
        { name: 'פתיחה', options: [o(0), o(1)], dates: [first, second] },
        { options: [o(0), o(2)], dates: [null] },
      ],
    });
    expect(body).toMatchObject({ rounds: 2, groupSize: 2, description: 'הליגה\nשלנו', rules: { rounds: 2 } });
    expect(body.items_data.map((item) => [item.name, names(item), item.details.roundNum])).toEqual([
      ['פתיחה', ['א', 'ב'], 1],
      ['א · ג', ['א', 'ג'], 1],
      ['פתיחה', ['ב', 'א'], 2],
      ['ג · א', ['ג', 'א'], 2],
    ]);
    expect(body.items_data.map(({ date }) => date)).toEqual([first, body.due_date, second, body.due_date]);
    expect(body.options.map(({ id }) => id)).toEqual([o(0), o(1), o(2)]);
    expect(body.groups).toEqual([
      { id: 1, name: 'פתיחה' },
      { id: 2, name: 'א · ג' },
    ]);
  });

  test('a random order deals all options into groups of the same sizes', async () => {
    const groups = [
      [o(0), o(1)],
      [o(2), o(3)],
      [o(4), o(5)],
    ];
    const drawn = new Set<string>();
    for (let at = 0; at < 12; at += 1) {
      const post = await makeGame(dana, section, 'home/away', groups, { ordering_type: 'random' });
      const dealt = post.items_data.map((item) => Object.values(item.options).map(({ option }) => option));
      expect(dealt.map(({ length }) => length)).toEqual([2, 2, 2]);
      expect(
        dealt
          .flat()
          .map(Number)
          .toSorted((a, b) => a - b),
      ).toEqual(options.toSorted((a, b) => a - b));
      drawn.add(JSON.stringify(dealt));
    }
    // There are 720 orders: few of twelve may be alike.
    expect(drawn.size).toBeGreaterThan(6);
  });

  test('the group size of a game is that of its largest group, unless its rules have one', async () => {
    const sizeOf = async (groups: number[][], rules = {}) =>
      (await makeGame(dana, section, 'vote', groups, rules)).groupSize;
    const [pair, three] = [
      [o(0), o(1)],
      [o(2), o(3), o(4)],
    ];
    expect([
      await sizeOf([pair, three]),
      await sizeOf([three, pair]),
      await sizeOf([three, pair], { players: 2 }),
    ]).toEqual([3, 3, 2]);
  });

  test('a random order never puts an option that recurs against itself', async () => {
    const groups = [o(1), o(2), o(3), o(4)].map((other) => [o(0), other]);
    for (let at = 0; at < 8; at += 1) {
      const post = await makeGame(dana, section, 'home/away', groups, { ordering_type: 'random' });
      for (const item of post.items_data) expect(new Set(names(item)).size).toBe(2);
    }
  });

  test('a pair is one item option with both names and pictures', async () => {
    const league = await makeLeague(dana, [], 'זוגות', { groupMembersCount: 2 });
    const pair = [
      [o(0), o(1)],
      [o(2), o(3)],
    ];
    const post = await makeGame(dana, league.id, 'home/away', [pair]);
    expect(names(only(post))).toEqual(['א + ב', 'ג + ד']);
    expect(Object.values(only(post).options).map(({ data }) => data)).toEqual([
      [
        { name: 'א', image: null },
        { name: 'ב', image: null },
      ],
      [
        { name: 'ג', image: null },
        { name: 'ד', image: null },
      ],
    ]);
    expect(post.options.map(({ name }) => name)).toEqual(['א', 'ב', 'ג', 'ד']);
  });

  test('staff create types and rules; a later change does not touch existing games', async () => {
    const type = (await staff.post<ItemType>('itemtype/', { name: 'כדורעף', type: 'bets' })).body;
    const rule = {
      name: 'מערכות',
      key: 'sets',
      type: 'number',
      value: 3,
      details: { min: 1, max: 5 },
      itemType: type.id,
    };
    const created = await staff.post<ItemRule>('itemrule/', rule);
    expect(created.body).toMatchObject({ ...rule, required: false, readonly: false, maxlength: null });
    expect((await staff.post<Problem>('itemrule/', rule)).body.fields).toEqual({
      key: { code: 'duplicate' },
    });
    const game = (rules: object) =>
      dana.post<Post>('createPostV3/', {
        section,
        itemType: type.id,
        rules,
        groups: [{ options: [o(0), o(1)] }],
      });
    const post = (await game({})).body;
    expect(post.rules).toMatchObject({ sets: 3, pts_exact: 3, pts_close: 1 });
    expect((await game({ sets: 9 })).body).toMatchObject({
      fields: { 'rules.sets': { code: 'too_big', limit: 5 } },
    });
    expect((await staff.put(`itemrule/${created.body.id}/`, { value: 4 })).status).toBe(200);
    expect((await dana.get<Post>(`post/${post.id}/`)).body.rules).toMatchObject({ sets: 3 });
    expect((await game({})).body.rules).toMatchObject({ sets: 4 });
    expect((await dana.post('itemtype/', { name: 'שלי' })).status).toBe(403);
    expect((await dana.post('itemrule/', rule)).status).toBe(403);
  });

  test('deleting a type deletes its sub-types, and no existing game', async () => {
    const add = async (name: string, parent: number | null, type: 'vote' | null = null) =>
      (await staff.post<ItemType>('itemtype/', { name, parent, type })).body.id;
    const sport = await add('ספורט', null);
    const waterSports = await add('במים', sport);
    const polo = await add('כדורמים', waterSports, 'vote');
    const other = await add('אחר', null, 'vote');
    const game = (itemType: number) =>
      dana.post<Post>('createPostV3/', { section, itemType, rules: {}, groups: [{ options: [o(0), o(1)] }] });
    const post = (await game(polo)).body;

    expect((await staff.del('itemtype/', { ids: String(sport) })).status).toBe(200);
    for (const id of [sport, waterSports, polo])
      expect((await dana.get(`itemtype/${id}/`)).status, String(id)).toBe(404);
    const below = (await dana.get<{ count: number }>('itemtype/', { parent: waterSports })).body;
    expect(below.count).toBe(0);
    expect((await game(polo)).body).toMatchObject({ fields: { itemType: { code: 'unknown_id' } } });
    expect((await dana.get<Post>(`post/${post.id}/`)).body.items_data[0]?.type).toBe('vote');
    expect((await game(other)).status).toBe(201);
  });

  test('migration 0045 deletes the sub-types of deleted types', async () => {
    const { db } = server.platform;
    const add = async (name: string, parent: number | null, type: 'vote' | null = null) =>
      (await staff.post<ItemType>('itemtype/', { name, parent, type })).body.id;
    const removed = await add('נמחקה', null);
    const below = await add('מתחתיה', removed);
    const orphan = await add('מתחת לה', below, 'vote');
    const live = await add('נשארה', await add('קטגוריה', null), 'vote');
    await db.updateTable('item_types').set({ active: false }).where('id', '=', removed).execute();
    const migration = new URL('../../src/server/db/migrations/0045_orphaned_types.sql', import.meta.url);
    await sql.raw(readFileSync(migration, 'utf8')).execute(db);
    const statuses = [];
    for (const id of [below, orphan, live]) statuses.push((await dana.get(`itemtype/${id}/`)).status);
    expect(statuses).toEqual([404, 404, 200]);
  });

  describe('the feed', () => {
    let ownLeague: number;
    let posts: Post[];
    beforeAll(async () => {
      ownLeague = (await makeLeague(dana, [noa], 'פיד')).id;
      posts = [];
      const due_date = isoInDays(3);
      for (const at of [0, 1, 2]) {
        const rules = { description: `משחק ${at}`, due_date };
        posts.push(await makeGame(dana, ownLeague, 'home/away', [[o(at), o(at + 1)]], rules));
      }
    });
    const feed = async (who: ApiMember, query: Record<string, string | number | boolean> = {}) =>
      (await who.get<Page>('post/', { section: ownLeague, ...query })).body;
    const titles = ({ results }: Page) => results.map(({ description }) => description);

    test('lists games with the same deadline pinned first, then the newest, in pages', async () => {
      expect(titles(await feed(noa))).toEqual(['משחק 2', 'משחק 1', 'משחק 0']);
      expect((await noa.put(`post/${posts[0]?.id}/`, { pinned: true })).status).toBe(403);
      expect((await dana.put<Post>(`post/${posts[0]?.id}/`, { pinned: true })).body.pinned).toBe(true);
      expect(titles(await feed(noa))).toEqual(['משחק 0', 'משחק 2', 'משחק 1']);
      const page = await feed(noa, { limit: 2, page: 2 });
      expect([titles(page), page.count]).toEqual([['משחק 1'], 3]);
      expect(titles(await feed(noa, { pinned: 'True' }))).toEqual(['משחק 0']);
      expect(titles(await feed(noa, { search: '2' }))).toEqual(['משחק 2']);
      expect((await feed(noa, { search: '%' })).count).toBe(0);
    });

    test('lists live games, those to bet on by closing time, just settled ones, then the rest; as_of fixes its order', async () => {
      const {
        section: league,
        members,
        options: teams,
      } = await leagueWithMembers(server, ['רון', 'גל'], ['א', 'ב']);
      const [ron, gal] = members;
      const make = async (description: string, closesIn = 3, groups = [teams]) =>
        makeGame(ron, league, 'home/away', groups, { description, due_date: isoInDays(closesIn) });
      const firstOf = ({ items_data: [first] }: Post) => first?.id ?? 0;
      const result = (post: Post, value: unknown) =>
        ron.post('setItemResults/', { item: firstOf(post), value });
      const score = { home: 2, away: 1 };
      const shift = (post: Post, hours: number) =>
        server.platform.db
          .updateTable('items')
          .set({
            started_at: sql<string>`started_at - ${hours}::integer * interval '1 hour'`,
            ended_at: sql<string>`ended_at - ${hours}::integer * interval '1 hour'`,
          })
          .where('id', '=', firstOf(post))
          .execute();
      // Each is described by its state; the newest is last.
      const pinned = await make('נעוץ ונוחש');
      const [settledFirst, settledLast, settledBefore] = [
        await make('הסתיים קודם'),
        // One of its two matches was over before all others.
        await make('הסתיים אחרון', 3, [teams, teams]),
        await make('הסתיים שלשום'),
      ];
      const picked = await make('נוחש');
      const [half, later, sooner] = [
        await make('חצי ניחוש', 4),
        await make('מאוחר', 6),
        await make('מוקדם', 2),
      ];
      const [live, forgotten] = [await make('חי'), await make('התחיל אתמול')];
      await ron.post('post/', { section: league, description: 'מילים' });
      await ron.put(`post/${pinned.id}/`, { pinned: true });
      await ron.put(`post/${later.id}/`, { pinned: true });
      for (const game of [settledLast, settledFirst, settledBefore]) await result(game, score);
      await ron.post('setItemResults/', { item: settledLast.items_data[1]?.id, value: score });
      for (const game of [live, forgotten]) await result(game, 'start');
      await Promise.all([
        shift(settledLast, 5),
        shift(settledFirst, 2),
        shift(settledBefore, 25),
        shift(forgotten, 13),
      ]);
      for (const game of [pinned, picked]) await postBets(gal, only(game), 1, 0);
      await postBets(gal, only(half), 1, undefined);

      const read = async (who: ApiMember, query: Record<string, string | number | boolean> = {}) =>
        (await who.get<Page & { as_of: string }>('post/', { section: league, ...query })).body;
      const rest = ['נעוץ ונוחש', 'מילים', 'התחיל אתמול', 'נוחש', 'הסתיים שלשום'];
      const ordered = ['חי', 'מוקדם', 'חצי ניחוש', 'מאוחר', 'הסתיים אחרון', 'הסתיים קודם', ...rest];
      const fullFeed = await read(gal, { limit: 100 });
      expect([titles(fullFeed), fullFeed.count, fullFeed.as_of]).toEqual([ordered, 11, undefined]);
      // The order is the same in the feed of all of a member's leagues, and of games in one state.
      expect(titles((await gal.get<Page>('post/', { limit: 100 })).body)).toEqual(ordered);
      expect(titles(await read(gal, { state: 'ended' }))).toEqual([
        'הסתיים אחרון',
        'הסתיים קודם',
        'הסתיים שלשום',
      ]);
      expect(titles(await read(gal, { to_bet: true }))).toEqual(['מוקדם', 'חצי ניחוש', 'מאוחר']);
      // For the owner, who has bet on nothing, the pinned ones are among those to bet on.
      expect(titles(await read(ron, { limit: 4 }))).toEqual(['חי', 'מוקדם', 'נעוץ ונוחש', 'נוחש']);

      // Between the first page and the next ones, games move from each part of the feed to another.
      const first = await read(gal, { limit: 3, as_of: 'now' });
      const firstToBet = await read(gal, { to_bet: true, limit: 1, as_of: 'now' });
      await postBets(gal, only(sooner), 1, 0);
      await result(sooner, 'void');
      await postBets(gal, only(half), undefined, 0);
      await result(live, score);
      await result(later, 'start');
      await result(picked, 'void');
      await result(pinned, score);
      await make('חדש', 1);
      const pages = [first];
      for (let offset = 3; offset < 12; offset += 3)
        pages.push(await read(gal, { limit: 3, offset, as_of: first.as_of }));
      expect(pages.map(titles)).toEqual([
        ordered.slice(0, 3),
        ordered.slice(3, 6),
        ordered.slice(6, 9),
        ordered.slice(9),
      ]);
      expect(pages.map(({ count, as_of }) => [count, as_of])).toEqual(pages.map(() => [11, first.as_of]));
      const nextToBet = { to_bet: true, offset: 1, as_of: firstToBet.as_of };
      expect(titles(await read(gal, nextToBet))).toEqual(['חצי ניחוש', 'מאוחר']);
      // Without as_of each game is at its current place.
      expect(titles(await read(gal, { limit: 100 }))).toEqual([
        'מאוחר',
        'חדש',
        'נעוץ ונוחש',
        'חי',
        'הסתיים אחרון',
        'הסתיים קודם',
        'מילים',
        'התחיל אתמול',
        'מוקדם',
        'חצי ניחוש',
        'נוחש',
        'הסתיים שלשום',
      ]);
      // A future time counts as now, and an invalid one is refused.
      const ahead = await read(gal, { limit: 1, as_of: isoInDays(1) });
      expect([ahead.as_of < isoInDays(0.01), titles(ahead)]).toEqual([true, ['מאוחר']]);
      expect((await gal.get('post/', { as_of: 'אתמול' })).status).toBe(400);
    });

    test('to_bet: games of an official league are listed only for its members', async () => {
      const fan = await createMember(server, 'אוהד');
      const { body } = await staff.post<League>('section/', { name: 'הרשמית', custom: false });
      const teams = await makeOptions(staff, body.id, ['א', 'ב']);
      await makeGame(staff, body.id, 'home/away', [teams], { description: 'משחק רשמי' });
      const feedTitles = (query: object) => feed(fan, { section: body.id, ...query }).then(titles);
      // Answers to a search are not cached.
      for (const search of ['', 'רשמי']) {
        expect(await feedTitles({ search })).toEqual(['משחק רשמי']);
        expect(await feedTitles({ search, to_bet: true })).toEqual([]);
      }
      await fan.post('membership/', { section: body.id });
      for (const search of ['', 'רשמי'])
        expect(await feedTitles({ search, to_bet: true })).toEqual(['משחק רשמי']);
      await staff.put(`section/${body.id}/`, { active: false });
    });

    test('to_bet: the games with an open item that the member has not bet on', async () => {
      await dana.put(`post/${posts[0]?.id}/`, { pinned: true });
      const item = posts[1] && only(posts[1]);
      if (!item) throw new Error('no item');
      await postBets(noa, item, 1, undefined);
      // One side alone is no bet yet.
      expect(titles(await feed(noa, { to_bet: true }))).toContain('משחק 1');
      await postBets(noa, item, undefined, 2);
      expect(titles(await feed(noa, { to_bet: true }))).toEqual(['משחק 0', 'משחק 2']);
      expect(titles(await feed(noa, { to_bet: false }))).toEqual(['משחק 1']);
      expect((await feed(dana, { to_bet: true })).count).toBe(3);
    });

    test('to_bet: a post to everyone, without a league, is official, and has nothing to bet on', async () => {
      const { body: toAll } = await staff.post<Post>('post/', { section: null, description: 'לכולם' });
      expect(toAll).toMatchObject({
        section: null,
        custom: false,
        extra_data: { in_section: false },
        publisher_data: { section: null, member: { id: staff.id } },
      });
      const listed = async (to_bet: boolean) => {
        const { results } = (await noa.get<Page>('post/', { to_bet, ids: toAll.id })).body;
        return results.some(({ id }) => id === toAll.id);
      };
      expect([await listed(true), await listed(false)]).toEqual([false, true]);
      await staff.del('post/', { ids: toAll.id });
    });

    test('order=chat: by the latest message, of all the member’s leagues; those without one last, the newest first', async () => {
      const [zero, one] = posts;
      const sendMessage = async (who: ApiMember, post: Post | undefined) =>
        (await who.post<Message>('postcomment/', { comment_post: post?.id, description: 'שלום' })).body.id;
      const byChat = async (query: object = {}) =>
        (await noa.get<Page>('post/', { order: 'chat', limit: 100, ...query })).body;
      const quiet = await byChat();
      const all = (await noa.get<Page>('post/', { limit: 100 })).body;
      expect(quiet.count).toBe(all.count);
      const ids = (page: Page) => page.results.map(({ id }) => id);
      expect(ids(quiet)).toEqual(ids(all).toSorted((a, b) => b - a));

      await sendMessage(noa, one);
      const last = await sendMessage(noa, zero);
      const others = ids(quiet).filter((id) => id !== zero?.id && id !== one?.id);
      expect(ids(await byChat())).toEqual([zero?.id, one?.id, ...others]);
      expect(ids(await byChat({ limit: 1 }))).toEqual([zero?.id]);
      expect(ids(await byChat({ limit: 1, offset: 1 }))).toEqual([one?.id]);
      const again = await sendMessage(noa, one);
      expect(ids(await byChat())).toEqual([one?.id, zero?.id, ...others]);
      // A message that was deleted does not count.
      await noa.del('postcomment/', { ids: again });
      expect(ids(await byChat())).toEqual([zero?.id, one?.id, ...others]);
      await noa.del('postcomment/', { ids: last });
      expect(ids(await byChat())).toEqual([one?.id, ...ids(quiet).filter((id) => id !== one?.id)]);
      expect(ids(await byChat({ section: ownLeague })).length).toBe(
        (await noa.get<Page>('post/', { section: ownLeague })).body.count,
      );
      expect((await noa.get('post/', { order: 'name' })).status).toBe(400);
    });

    test('without a league: the posts of the member’s own leagues; an outsider gets none', async () => {
      const mine = (await noa.get<Page>('post/', { limit: 100 })).body.results.map(
        ({ section: league }) => league,
      );
      expect(new Set(mine)).toEqual(new Set([section, ownLeague]));
      expect(
        (await avi.get<Page>('post/', { limit: 100 })).body.results.some(
          (post) => post.section === ownLeague,
        ),
      ).toBe(false);
      expect((await avi.get('post/', { section: ownLeague })).status).toBe(404);
      expect((await avi.get(`post/${posts[0]?.id}/`)).body).toEqual((await avi.get('post/999999/')).body);
      expect((await avi.get(`item/${posts[0]?.items_data[0]?.id}/`)).status).toBe(404);
    });

    test('ids: these posts alone, of any league, without those that the member may not see', async () => {
      const [zero, one, two] = posts.map(({ id }) => id);
      const idsFor = async (who: ApiMember, ids: string) =>
        (await who.get<Page>('post/', { ids, limit: 100 })).body.results.map(({ id }) => id);
      expect(await idsFor(noa, `${one},${two},${one}`)).toEqual([two, one]);
      // Staff see leagues that they are not in.
      expect(await idsFor(staff, `${one}`)).toEqual([one]);
      expect(await idsFor(avi, `${zero},${one}`)).toEqual([]);
      for (const ids of ['', '0', '1,', '1;2', '-1', Array.from({ length: 101 }, (_, at) => at + 1).join()])
        expect((await noa.get('post/', { ids })).status).toBe(400);
      expect((await dana.put(`post/${two}/`, { active: false })).status).toBe(200);
      expect(await idsFor(dana, `${one},${two}`)).toEqual([one]);
      expect((await dana.put(`post/${two}/`, { active: true })).status).toBe(200);
    });

    test('a deleted post is a 404 for members, and its owner may restore it', async () => {
      const id = posts[2]?.id ?? 0;
      expect((await noa.del('post/', { ids: id })).status).toBe(403);
      expect((await dana.del('post/', { ids: id })).status).toBe(200);
      expect((await noa.get(`post/${id}/`)).status).toBe(404);
      expect((await noa.get(`item/${posts[2]?.items_data[0]?.id}/`)).status).toBe(404);
      expect(titles(await feed(noa))).not.toContain('משחק 2');
      expect((await feed(noa, { active: false })).count).toBe(0);
      expect(titles(await feed(dana, { active: false }))).toEqual(['משחק 2']);
      expect((await dana.put(`post/${id}/`, { active: true })).status).toBe(200);
      expect(titles(await feed(noa))).toContain('משחק 2');
    });

    test('deleted games are listed newest first, not by closing time', async () => {
      const ids: number[] = [];
      for (const [description, days] of [
        ['ישן', 1],
        ['חדש', 2],
      ] as const) {
        const rules = { description, due_date: isoInDays(days) };
        ids.push((await makeGame(dana, ownLeague, 'vote', [[o(0), o(1)]], rules)).id);
      }
      expect((await dana.del('post/', { ids: ids.join() })).status).toBe(200);
      expect(titles(await feed(dana, { active: false }))).toEqual(['חדש', 'ישן']);
    });

    test('an official league and the public pages are open to guests, without members’ names', async () => {
      const official = await makeLeague(staff, [], 'רשמית', { custom: false });
      const catalogue = [o(0), o(1)];
      await server.platform.db
        .updateTable('options')
        .set({ league_id: null })
        .where('id', 'in', catalogue)
        .execute();
      const post = await makeGame(staff, official.id, 'vote', [catalogue]);
      await noa.post('membership/', { section: official.id });
      expect((await postBets(noa, only(post), 1)).status).toBe(201);
      const guest = api(server.url);
      const readGame = await guest.get<Post>(`post/${post.id}/`);
      expect(readGame.body).toMatchObject({ votes: 1, voters: [], is_staff: false });
      // A guest has no bets: open games are sorted by closing time, after live ones.
      const closing = async (days: number) =>
        makeGame(staff, official.id, 'vote', [catalogue], { due_date: isoInDays(days) });
      const [last, next, live] = [await closing(9), await closing(1), await closing(8)];
      await staff.post('setItemResults/', { item: only(live).id, value: 'start' });
      for (const query of [{ section: official.id }, {}])
        expect((await guest.get<Page>('post/', query)).body.results.map(({ id }) => id)).toEqual([
          live.id,
          next.id,
          post.id,
          last.id,
        ]);
      expect((await guest.get<Post>('post/gameRules/')).body).toMatchObject({
        slug: 'gameRules',
        section: null,
      });
      for (const [page, title, rest] of [
        ['gameRules', 'בשתי מילים', 'ואפשר גם שכל תוצאה תהיה זמנית ליממה'],
        ['gameRules.en', 'In two words', 'may have every result provisional for a day'],
        ['terms', 'מה זה', 'אין בה כסף'],
        ['terms.en', 'What this is', 'There is no money in it'],
      ] as const) {
        const { description } = (await guest.get<Post>(`post/${page}/`)).body;
        expect({ page, title: description.split('\n')[0] }).toEqual({ page, title });
        expect(description).toContain(rest);
      }
      expect((await postBets(outsider, only(post), 1)).status).toBe(403);
    });
  });
});
