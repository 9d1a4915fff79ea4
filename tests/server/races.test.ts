import pino from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, Post } from '#contract/models.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  leagueWithMembers,
  createMember,
  postBets,
  createMembers,
  readItem,
  makeGame,
  optionIdsOf,
  type ServerWithDb,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { spawnServer, type SpawnedServer } from '#tests/support/server/server.ts';
import { runSize } from '#tests/support/run-size.ts';
import { openEventStream } from '#tests/support/server/event-stream.ts';

const only = ({ items_data: [item] }: Post): Item => {
  if (!item) throw new Error('no item');
  return item;
};

// Row locks have no effect on a single connection, so these run only on PostgreSQL, through two server processes.
describe('races, on a real PostgreSQL with two servers', () => {
  let first: SpawnedServer, second: SpawnedServer;
  let database: Database;
  let server: ServerWithDb;
  let dana: ApiMember;
  let members: ApiMember[];
  let section: number;
  let options: number[];
  beforeAll(async () => {
    first = await spawnServer({ database: 'postgres' });
    second = await spawnServer({ on: first });
    database = openPostgres(first.env['DATABASE_URL'] ?? '', pino({ level: 'silent' }));
    server = { url: first.url, platform: { db: database.db } };
    ({
      section,
      options,
      members: [dana],
    } = await leagueWithMembers(server, ['דנה'], ['א', 'ב', 'ג']));
    members = await createMembers(server, section, 30);
  });
  afterAll(async () => {
    await database.close();
    await second.remove();
    await first.remove();
  });

  /** The same member, calling the other server. */
  const elsewhere = ({ token }: ApiMember) => api(second.url, token);
  const betIds = async (item: number) => {
    const rows = await database.db
      .selectFrom('bets')
      .select('id')
      .where('item_id', '=', item)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };

  /** Makes a game regardless of the quota. */
  async function newGame(...game: Parameters<typeof makeGame>): Promise<Post> {
    await database.db.deleteFrom('counters').execute();
    return makeGame(...game);
  }

  test('bets against starts: none is stored after a start, and none that was acknowledged is missing', async () => {
    const starts = runSize('starts that race with bets', 8, 400);
    const bets = starts * members.length;
    console.log(`bets racing them: ${bets.toLocaleString('en')}`);
    const items: Item[] = [];
    while (items.length < starts) {
      const groups = Array.from({ length: Math.min(100, starts - items.length) }, () => options.slice(0, 2));
      items.push(...(await newGame(dana, section, 'home/away', groups)).items_data);
    }
    const [early, ...others] = members;
    const tardy = others.pop();
    if (!early || !tardy) throw new Error('nobody');
    let refusedCount = 0;
    const unexpected: number[] = [];
    let accepted = 0;
    let refused = 0;
    const race = async (item: Item) => {
      const [home] = optionIdsOf(item);
      const place = async (member: ApiMember, at: number) => {
        const body = { itemOption: home, value: at % 10 };
        const { status } = await (at % 2 ? elsewhere(member) : member).post('bet/', body);
        if (status === 201) accepted += 1;
        else if (status === 409) refused += 1;
        else unexpected.push(status);
      };
      const start = async () => {
        const { status } = await elsewhere(dana).post('setItemResults/', { item: item.id, value: 'start' });
        expect(status).toBe(200);
        // The bets that were stored before the start; a bet added later would be late.
        return betIds(item.id);
      };
      // One bet is stored before the start, and one sent after it; the others race it.
      await place(early, 0);
      const middle = 5 + (item.id % 20);
      const running = others.slice(0, middle).map(place);
      const starting = start();
      running.push(...others.slice(middle).map((member, at) => place(member, middle + at)));
      const before = await starting;
      await place(tardy, 0);
      await Promise.all(running);
      const after = await betIds(item.id);
      refusedCount += after.length - before.length;
    };
    const waiting = [...items];
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let item = waiting.pop(); item; item = waiting.pop()) await race(item);
      }),
    );
    console.log(`late: ${refusedCount}; accepted ${accepted}, refused ${refused}`);
    expect(refusedCount).toBe(0);
    expect(unexpected).toEqual([]);
    expect(accepted + refused).toBe(bets);
    expect(Math.min(accepted, refused)).toBeGreaterThanOrEqual(starts);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from bets where item_id = any(${items.map(({ id }) => id)}::integer[])`.execute(
      database.db,
    );
    expect(rows[0]?.count).toBe(accepted);
  }, 1_800_000);

  test('jokers against starts: none moves to or from an item after its start, and no acknowledged move is lost', async () => {
    const rounds = runSize('starts that race with jokers', 5, 200);
    let refusedCount = 0;
    let moved = 0;
    let keptCount = 0;
    for (let round = 0; round < rounds; round += 1) {
      const pairs = [options.slice(0, 2), options.slice(1), [options[2] ?? 0, options[0] ?? 0]];
      const { items_data } = await newGame(dana, section, 'home/away', pairs, { joker: true });
      const [from, to, other] = items_data as [Item, Item, Item];
      const racing = members.slice(0, 20);
      await Promise.all(racing.map((member) => member.post('joker/', { item: from.id })));
      const jokers = async () => {
        const rows = await database.db
          .selectFrom('jokers')
          .select(['member_id', 'item_id'])
          .where('post_id', '=', from.post)
          .execute();
        return new Map(rows.map(({ member_id: member, item_id: item }) => [member, item]));
      };
      const start = async () => {
        // Half of the rounds start the item that the jokers leave, half the one that they move to.
        const item = round % 2 ? from : to;
        expect(
          (await elsewhere(dana).post('setItemResults/', { item: item.id, value: 'start' })).status,
        ).toBe(200);
        const placedJokers = await jokers();
        return new Set([...placedJokers].flatMap(([member, at]) => (at === item.id ? [member] : [])));
      };
      const move = async (member: ApiMember, at: number) => {
        const answers = await Promise.all([
          (at % 2 ? elsewhere(member) : member).post('joker/', { item: to.id }),
          // Two requests at once, for two items.
          ...(at % 4 === 0 ? [elsewhere(member).post('joker/', { item: other.id })] : []),
        ]);
        return answers.map(({ status }) => status);
      };
      // One moves before the start, one after it, and the others race it.
      const [early, ...others] = racing.map((member, at) => () => move(member, at));
      const tardy = others.pop();
      if (!early || !tardy) throw new Error('nobody');
      const running = [early()];
      await running[0];
      running.push(...others.slice(0, 4).map((one) => one()));
      const starting = start();
      running.push(...others.slice(4).map((one) => one()));
      const before = await starting;
      running.push(tardy());
      const statuses = await Promise.all(running);
      const after = await jokers();
      const item = round % 2 ? from : to;
      refusedCount += racing.filter(({ id }) => before.has(id) !== (after.get(id) === item.id)).length;
      expect(after.size).toBe(racing.length);
      racing.forEach(({ id }, at) => {
        const own = statuses[at] ?? [];
        expect(own.every((status) => status === 200 || status === 409)).toBe(true);
        // A refused joker stays in its place, an acknowledged one is where one of the answers put it.
        const places = [...(own[0] === 200 ? [to.id] : []), ...(own[1] === 200 ? [other.id] : [])];
        expect(places.length === 0 ? [from.id] : places).toContain(after.get(id));
        if (places.length === 0) keptCount += 1;
        else moved += 1;
      });
    }
    console.log(`late: ${refusedCount}; moved ${moved}, refused ${keptCount}`);
    expect(refusedCount).toBe(0);
    expect(Math.min(moved, keptCount)).toBeGreaterThan(0);
  }, 1_800_000);

  test('one start of ten succeeds; the others get 409 with the item', async () => {
    const item = only(await newGame(dana, section, 'home/away', [options.slice(0, 2)]));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? elsewhere(dana) : dana).post<{ current?: Item }>('setItemResults/', {
          item: item.id,
          value: 'start',
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    const refusals = answers.filter(({ status }) => status === 409);
    expect(new Set(refusals.map(({ body }) => body.current?.status))).toEqual(new Set(['started']));
  });

  test('two results at once: one succeeds, the other gets 409 with the item; likewise two corrections', async () => {
    for (let round = 0; round < 5; round += 1) {
      const item = only(await newGame(dana, section, 'home/away', [options.slice(0, 2)]));
      await Promise.all(members.slice(0, 5).map((member) => postBets(member, item, 1, 0)));
      const both = (version?: number) =>
        Promise.all(
          [1, 2].map((home) =>
            (home === 1 ? dana : elsewhere(dana)).post<Item & { current?: Item }>('setItemResults/', {
              item: item.id,
              value: { home: home + (version ?? 0), away: 0 },
              ...(version ? { version } : {}),
            }),
          ),
        );
      for (const version of [undefined, 2]) {
        const answers = await both(version);
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
        const won = answers.find(({ status }) => status === 200)?.body;
        const refused = answers.find(({ status }) => status === 409)?.body.current;
        const goals = (one?: Item) => Object.values(one?.options ?? {}).map(({ result }) => result);
        expect(goals(refused)).toEqual(goals(won));
        expect(refused?.version).toBe(won?.version);
      }
      // The ledger counts the item as played once, however often it was settled.
      const { rows } = await sql<{ off: number }>`
        select count(*) as off from (
          select member_id from ledger where item_id = ${item.id}::integer group by member_id having sum(played) <> 1
        ) wrong`.execute(database.db);
      expect(rows[0]?.off).toBe(0);
    }
  });

  test('a member’s votes and picks never exceed their limits, however many are sent at once', async () => {
    const [noa] = members;
    if (!noa) throw new Error('nobody');
    for (let round = 0; round < 5; round += 1) {
      const balance = only(await newGame(dana, section, 'balance', [options]));
      const vote = only(await newGame(dana, section, 'vote', [options]));
      const picks = only(await newGame(dana, section, 'vote', [options], { bets_allow: 2 }));
      const all = [balance, vote, picks].flatMap((item) =>
        optionIdsOf(item).map((itemOption, at) => ({ itemOption, value: item === balance ? 60 : 1, at })),
      );
      const answers = await Promise.all(
        all.map(({ itemOption, value, at }) =>
          (at % 2 ? elsewhere(noa) : noa).post('bet/', { itemOption, value }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
      const sum = async (item: Item) => (await readItem(noa, item)).value;
      expect([await sum(balance), await sum(vote), await sum(picks)]).toEqual([60, 1, 2]);
    }
  });

  test('requests of many items, in any order, never deadlock', async () => {
    const post = await newGame(
      dana,
      section,
      'vote',
      Array.from({ length: 12 }, () => options),
    );
    const picks = post.items_data.map((item) => ({ itemOption: optionIdsOf(item)[0], value: 1 }));
    const starts = post.items_data.slice(0, 3).map((item) => ({ item: item.id, value: 'start' }));
    const answers = await Promise.all([
      ...members.flatMap((member, at) => {
        const mixed = at % 2 ? picks.toReversed() : picks;
        return [member.post('bet/', mixed), elsewhere(member).post('bet/', mixed.toReversed())];
      }),
      ...starts.map((start) => dana.post('setItemResults/', start)),
    ]);
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
  });

  test('an event of one server is received through the other, which also ends the streams of a session that logs out', async () => {
    const [noa] = members;
    if (!noa) throw new Error('nobody');
    const liveStream = await openEventStream(second.url, noa.token);
    const item = only(await newGame(dana, section, 'home/away', [options.slice(0, 2)]));
    await dana.post('setItemResults/', { item: item.id, value: 'start' });
    await expect
      .poll(() => liveStream.events.map(({ type, item: about, version }) => [type, about, version]))
      .toContainEqual(['item', item.id, 2]);
    const ids = liveStream.events.map(({ id }) => id);
    // The stream continues at the other server.
    liveStream.close();
    await dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
    const again = await openEventStream(first.url, noa.token, ids.at(-1));
    expect((await again.until(1)).map(({ type, version }) => [type, version])).toContainEqual(['item', 3]);
    again.close();
    // Signing out at one server ends the stream at the other.
    const third = await createMember(server, 'יוצא');
    const otherStream = await openEventStream(second.url, third.token);
    await third.post('logout/');
    await otherStream.ended;
  });

  test('event ids ascend in the order in which streams send them, under concurrent transactions', async () => {
    const [noa] = members;
    if (!noa) throw new Error('nobody');
    const liveStream = await openEventStream(first.url, noa.token);
    const items = (
      await newGame(
        dana,
        section,
        'home/away',
        Array.from({ length: 20 }, () => options.slice(0, 2)),
      )
    ).items_data;
    await Promise.all(
      items.flatMap((item) =>
        members
          .slice(0, 5)
          .map((member, at) => postBets({ ...member, ...(at % 2 ? elsewhere(member) : {}) }, item, 1, 1)),
      ),
    );
    await expect.poll(() => liveStream.events.filter(({ type }) => type === 'votes').length).toBe(100);
    const ids = liveStream.events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    liveStream.close();
  });
});
