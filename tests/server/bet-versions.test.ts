import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#contract/failures.ts';
import type { Bet, Item, Post } from '#contract/models.ts';
import { betQueueOf } from '#server/commands/bet-queue.ts';
import {
  leagueWithMembers,
  makeGame,
  optionIdsOf,
  postBets,
  readItem,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server/server.ts';

/** A bet names the version of the member's picks on the item that it changes; on an outdated version it changes nothing. */

type Answer = { status: number; body: unknown };
const refusalOf = ({ status, body }: Answer) => ({ status, code: (body as Problem).code });
const stale = { status: 409, code: 'conflict' };

onBothDatabases((database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember;
  let section: number;
  let options: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    ({
      section,
      options,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב', 'ג']));
  });
  afterAll(() => server.close());

  const makeItem = async (layout: 'home/away' | 'vote' | 'balance' | 'bets', rules = {}): Promise<Item> => {
    const group = layout === 'home/away' ? options.slice(0, 2) : options;
    const [item] = (await makeGame(dana, section, layout, [group], rules)).items_data;
    if (!item) throw new Error('no item');
    return item;
  };
  const place = (item: Item, values: readonly (number | undefined)[], version?: number) =>
    noa.post<Bet[]>(
      'bet/',
      optionIdsOf(item).flatMap((itemOption, at) =>
        values[at] === undefined ? [] : [{ itemOption, value: values[at], version }],
      ),
    );
  const placed = async (...args: Parameters<typeof place>) => {
    const { status, body } = await place(...args);
    expect(status).toBe(201);
    return body;
  };
  /** The member's own picks, as reading the item returns them. */
  const picksOf = async (item: Item, who = noa) => {
    const { bet_version: version, options: own } = await readItem(who, item);
    return { version, values: Object.values(own).map(({ value }) => value) };
  };

  test('a version counts the changes of all picks on the item, and is returned wherever their member reads the item', async () => {
    const item = await makeItem('bets');
    const [first = 0, second = 0] = optionIdsOf(item);
    expect(await picksOf(item)).toEqual({ version: undefined, values: [null, null, null] });
    const [one] = await placed(item, [3, 4]);
    // Saving the same values again is not a change.
    const [again] = await placed(item, [3, 4]);
    const [other] = await placed(item, [undefined, 5]);
    expect([one?.version, again?.version, other?.version]).toEqual([1, 1, 2]);
    const { status, body } = await noa.put<Bet>(`bet/${one?.id}/`, { value: 9 });
    expect([status, body.version]).toEqual([200, 3]);
    expect((await noa.del('bet/', { ids: `${one?.id},${other?.id}` })).status).toBe(200);
    expect(await picksOf(item)).toEqual({ version: 4, values: [null, null, null] });
    const [last] = await placed(item, [0]);
    expect(last?.version).toBe(5);

    const own = (await noa.get<{ results: Bet[] }>('bet/', { item: item.id })).body.results;
    expect(own.map(({ itemOption, value, version }) => [itemOption, value, version])).toEqual([
      [first, 0, 5],
    ]);
    expect((await picksOf(item, dana)).version).toBeUndefined();

    // Each member has their own version, wherever the item is read.
    expect((await postBets(dana, item, undefined, 7)).body).toMatchObject([
      { itemOption: second, version: 1 },
    ]);
    const seenBy = async (who: ApiMember) => {
      const items = [
        await readItem(who, item),
        (await who.get<Post>(`post/${item.post}/`)).body.items_data[0],
        (await who.get<{ results: Post[] }>('post/', { section, limit: 1 })).body.results[0]?.items_data[0],
        (await who.get<{ results: Post[] }>('post/', { ids: item.post })).body.results[0]?.items_data[0],
        (await who.get<{ results: Item[] }>('item/', { post: item.post })).body.results[0],
      ];
      return items.map((shown) => [shown?.id, shown?.bet_version]);
    };
    expect([await seenBy(noa), await seenBy(dana)]).toEqual(
      [5, 1].map((version) => Array.from({ length: 5 }, () => [item.id, version])),
    );
  });

  test('a bet on another version is refused with the current item, and writes nothing', async () => {
    const item = await makeItem('home/away');
    await placed(item, [6, 9], 0);
    await placed(item, [5, 9], 1);
    const current = await readItem(noa, item);
    const outdatedBet = await place(item, [6, 9], 0);
    expect([outdatedBet.status, outdatedBet.body]).toEqual([
      409,
      {
        type: 'urn:hevre:problem:conflict',
        title: 'Conflict',
        status: 409,
        code: 'conflict',
        detail: 'This has changed in the meantime.',
        current: { ...current, timeline: undefined },
      },
    ]);
    expect(refusalOf(await place(item, [6, 9], 3))).toEqual(stale);
    expect(await picksOf(item)).toEqual({ version: 2, values: [5, 9] });
    // A bet that is stored already is not refused: its answer may have been lost.
    expect(await placed(item, [5, 9], 0)).toMatchObject([{ version: 2 }, { version: 2 }]);
    // Without a version the later bet replaces the earlier one.
    expect(await placed(item, [6, 9])).toMatchObject([{ version: 3 }, { version: 3 }]);
    expect(await placed(item, [7, 7], 3)).toMatchObject([{ version: 4 }, { version: 4 }]);
  });

  test('a bet on an outdated version does not restore a withdrawn pick, and one on an unknown version is refused', async () => {
    for (const layout of ['vote', 'balance'] as const) {
      const item = await makeItem(layout);
      const value = layout === 'vote' ? 1 : 60;
      await placed(item, [value], 0);
      expect(await placed(item, [0], 1)).toMatchObject([{ value: 0, version: 2 }]);
      // Withdrawing it again is not a change.
      expect(await placed(item, [0], 1)).toMatchObject([{ value: 0, version: 2 }]);
      for (const version of [0, 1]) expect(refusalOf(await place(item, [value], version))).toEqual(stale);
      expect(await picksOf(item)).toEqual({ version: 2, values: [null, null, null] });
    }
    const untouched = await makeItem('balance');
    expect(refusalOf(await place(untouched, [60], 3))).toEqual(stale);
    expect(await placed(untouched, [0], 0)).toMatchObject([{ value: 0, version: 0 }]);
    expect(await picksOf(untouched)).toEqual({ version: undefined, values: [null, null, null] });
  });

  test('PUT and DELETE are refused if they name another version', async () => {
    const item = await makeItem('bets');
    const [one, other] = (await placed(item, [1, 2])) as [Bet, Bet];
    await placed(item, [3]);
    expect(refusalOf(await noa.put(`bet/${one.id}/`, { value: 8, version: 1 }))).toEqual(stale);
    const ids = `${one.id},${other.id}`;
    expect(refusalOf(await noa.del('bet/', { ids, version: 1 }))).toEqual(stale);
    expect(await picksOf(item)).toEqual({ version: 2, values: [3, 2, null] });
    expect((await noa.put<Bet>(`bet/${one.id}/`, { value: 8, version: 2 })).body).toMatchObject({
      value: 8,
      version: 3,
    });
    for (const version of ['999999999999999', 'x', '-1', '1.5', '1000000001'])
      expect(refusalOf(await noa.del('bet/', { ids, version }))).toEqual({ status: 400, code: 'validation' });
    expect((await noa.del('bet/', { ids, version: 3 })).status).toBe(200);
    expect(await picksOf(item)).toEqual({ version: 4, values: [null, null, null] });
    expect(refusalOf(await noa.del('postcomment/', { ids: '1', version: 1 }))).toEqual({
      status: 400,
      code: 'validation',
    });
    for (const version of [-1, 1.5, '1', null, 1_000_000_001])
      expect(refusalOf(await noa.post('bet/', { itemOption: one.itemOption, value: 1, version }))).toEqual({
        status: 400,
        code: 'validation',
      });
  });

  test('each bet of an array is checked against its own item’s version, and a stale one refuses them all', async () => {
    const [first, second] = [await makeItem('vote'), await makeItem('vote')];
    await placed(second, [1]);
    const [one = 0] = optionIdsOf(first);
    const [, other = 0] = optionIdsOf(second);
    const both = (version: number) =>
      noa.post<Problem>('bet/', [
        { itemOption: one, value: 1, version: 0 },
        { itemOption: other, value: 1, version },
      ]);
    const answer = await both(0);
    expect([answer.status, answer.body.current]).toMatchObject([409, { id: second.id, bet_version: 1 }]);
    expect((await picksOf(first)).values).toEqual([null, null, null]);
    expect((await both(1)).status).toBe(201);
    expect([await picksOf(first), await picksOf(second)]).toEqual([
      { version: 1, values: [1, null, null] },
      { version: 2, values: [null, 1, null] },
    ]);
  });

  test('a closed item, another post or an invalid value is reported before a stale version, an exceeded budget after', async () => {
    const item = await makeItem('balance');
    await placed(item, [60, 40]);
    const [first = 0] = optionIdsOf(item);
    // Over the budget only because of votes that the sender had not seen.
    expect(refusalOf(await place(item, [undefined, undefined, 50], 0))).toEqual(stale);
    expect(refusalOf(await place(item, [undefined, undefined, 50], 1)).status).toBe(400);
    expect(refusalOf(await place(item, [101], 0)).status).toBe(400);
    const elsewhere = { itemOption: first, value: 1, version: 0, post: item.post + 1000 };
    expect(await noa.post('bet/', elsewhere)).toMatchObject({ status: 400, body: { fields: { post: {} } } });
    await dana.post('setItemResults/', { item: item.id, value: 'start' });
    expect(refusalOf(await place(item, [50, 40], 0))).toEqual({ status: 409, code: 'item_closed' });
  });

  test('picks older than versions have version 0, and a repeated Idempotency-Key gets the first answer', async () => {
    const item = await makeItem('home/away');
    await placed(item, [1, 1]);
    await sql`delete from seals where item_id = ${item.id}`.execute(server.platform.db);
    expect(await picksOf(item)).toEqual({ version: undefined, values: [1, 1] });
    expect((await noa.get<{ results: Bet[] }>('bet/', { item: item.id })).body.results).toMatchObject([
      { version: 0 },
      { version: 0 },
    ]);
    const [itemOption] = optionIdsOf(item);
    const send = () =>
      noa.post<Bet>(
        'bet/',
        { itemOption, value: 2, version: 0 },
        { 'Idempotency-Key': `version-${item.id}` },
      );
    const once = await send();
    expect([once.status, once.body.version]).toEqual([201, 1]);
    await placed(item, [3], 1);
    expect(await send()).toMatchObject({ status: 201, body: once.body });
    expect(await picksOf(item)).toEqual({ version: 2, values: [3, 1] });
  });

  test('only one of several concurrent bets on one version is placed; refused ones do not affect other members’', async () => {
    const item = await makeItem('home/away');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => place(item, [at, 1], 0)));
    const accepted = answers.flatMap(({ status, body }, at) => (status === 201 ? [{ at, body }] : []));
    expect(accepted).toMatchObject([{ body: [{ version: 1 }, { version: 1 }] }]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await picksOf(item)).toEqual({ version: 1, values: [accepted[0]?.at, 1] });

    const [option = 0] = optionIdsOf(item);
    const queue = betQueueOf(server.platform.database);
    const write = (member: ApiMember, version: number) =>
      queue.write({ member: member.id, bets: [{ option, value: 5, version }], bulk: false });
    const outcomes = await Promise.all([write(noa, 0), write(dana, 0)]);
    expect(outcomes).toMatchObject([{ refusal: { stale: item.id } }, { placed: [{ version: 1 }] }]);

    // Withdrawing one member's pick changes nothing of another's.
    const [cancelledItem, deletedItem] = [await makeItem('vote'), await makeItem('vote')];
    const takeBack = (member: ApiMember, from: Item) =>
      queue.write({
        member: member.id,
        bets: [{ option: optionIdsOf(from)[0] ?? 0, value: null }],
        bulk: false,
      });
    for (const who of [noa, dana]) await postBets(who, cancelledItem, 1);
    await placed(deletedItem, [1]);
    await takeBack(noa, cancelledItem);
    expect(
      await Promise.all([
        takeBack(noa, cancelledItem),
        takeBack(dana, cancelledItem),
        takeBack(dana, deletedItem),
      ]),
    ).toMatchObject([2, 2, 0].map((version) => ({ placed: [{ value: 0, version }] })));
    expect([
      await picksOf(cancelledItem),
      await picksOf(cancelledItem, dana),
      await picksOf(deletedItem),
    ]).toEqual([
      { version: 2, values: [null, null, null] },
      { version: 2, values: [null, null, null] },
      { version: 1, values: [1, null, null] },
    ]);
  });
});
