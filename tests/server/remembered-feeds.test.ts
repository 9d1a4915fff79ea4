import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { layouts } from '#contract/layouts.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Post } from '#contract/models.ts';
import { createServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import { readFeed, type FeedQuery } from '#server/queries/post-rows.ts';
import { readRememberedFeed } from '#server/queries/remembered-feeds.ts';
import {
  createMember,
  createStaff,
  makeLeague,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { runSize } from '#tests/support/run-size.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * A feed that is ordered from memory equals the one that the database orders: in random leagues, whose posts and items are in
 * every state and at every time, for each of their members. Its invalidation is tested in remembered-writes.test.ts.
 */

/** A seeded generator of numbers below `n`. */
function seeded(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** The full size takes a quarter of an hour on the embedded database. */
const longestRun = 30 * 60_000;
const runCount = runSize('random leagues of feeds', 1, 40);

/** Hours from now, far from any moment that passes during the test. */
const ahead = [0.5, 3, 3, 30, 400, null];
const past = [-0.5, -3, -11, -13, -23, -25, -400];

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let people: ApiMember[];
  let staff: ApiMember;
  let leagues: number[];
  /** A group of Dana, Noa and, until he left, Yossi; in the second league. */
  let clan: number;
  beforeAll(async () => {
    server = await startServer({ database });
    await server.platform.jobs.stop();
    await stopReminders(server);
    people = [];
    for (const name of ['יוסי', 'נועה', 'דנה', 'אבי']) people.push(await createMember(server, name));
    staff = await createStaff(server, 'צוות');
    const [yossi, noa, dana, avi] = people as [ApiMember, ApiMember, ApiMember, ApiMember];
    const createdLeagues = [
      await makeLeague(yossi, [noa, dana, avi], 'אחת'),
      await makeLeague(noa, [yossi, dana], 'שתיים'),
      await makeLeague(dana, [noa], 'ארכיון'),
      await makeLeague(avi, [noa, dana], 'שהוסרה'),
    ];
    leagues = createdLeagues.map(({ id }) => id);
    await avi.del('membership/', { section: leagues[0] ?? 0 });
    await dana.put(`section/${leagues[2]}/`, { active: false });
    await sql`update leagues set removed_at = now() where id = ${leagues[3]}::integer`.execute(
      server.platform.db,
    );
    const { body: group } = await dana.post<{ id: number; code: string }>('clan/', { name: 'קבוצה' });
    clan = group.id;
    for (const person of [noa, yossi]) await person.get('joinAClan/', { code: group.code });
    await dana.get('inviteClanToSection/', { section: leagues[1] ?? 0, clan });
    await yossi.del('membership/', { clan });
  });
  afterAll(() => server.close());

  /** Replaces all posts by others, with items and bets in every state. */
  async function fill(seed: number): Promise<void> {
    const below = seeded(seed);
    const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
    const { db } = server.platform;
    await sql`update posts set active = false where slug is null`.execute(db);
    for (let at = 0; at < 60; at += 1) {
      const league = pick([...leagues, ...leagues.slice(0, 2), null]);
      const { rows } = await sql<{ id: number }>`
        insert into posts (league_id, author_id, layout, description, active, pinned)
        values (${league}, ${people[0]?.id}, null, ${`פוסט ${at}`}, ${below(8) > 0}, ${below(6) === 0}) returning id`.execute(
        db,
      );
      const post = rows[0]?.id;
      // Posts outside leagues have no items.
      for (let nth = league === null ? 0 : below(4); nth > 0; nth -= 1) {
        const status = pick(['open', 'open', 'open', 'open', 'started', 'ended', 'void']);
        const isOver = status === 'ended' || status === 'void';
        const date = status === 'open' ? pick([...ahead, ...ahead, ...past]) : pick([...past, 3, null]);
        const started = status === 'started' || (isOver && below(3) > 0) ? pick(past) : null;
        const ended = status === 'ended' || (isOver && below(2) === 0) ? pick(past) : null;
        // A closed item stays closed, whatever its date is now.
        const closed = below(6) === 0 ? pick(past) : null;
        const time = (hours: number | null) => sql`now() + ${hours}::float8 * interval '1 hour'`;
        const layout = pick(layouts);
        const item = await sql<{ id: number }>`
          insert into items (post_id, position, name, layout, rules, status, date, started_at, ended_at, closed_at, updated)
          values (${post}, ${nth}, 'על מה', ${layout}, ${JSON.stringify({ joker: below(2) === 0 })}::jsonb, ${status}, ${time(date)}, ${time(started)}, ${time(ended)}, ${time(closed)},
            ${time(isOver ? pick(past) : 0)}) returning id`.execute(db);
        const id = item.rows[0]?.id;
        const options = await sql<{ id: number }>`
          insert into item_options (item_id, position, name)
          select ${id}::integer, n, 'מה ' || n from generate_series(0, 1) n returning id`.execute(db);
        for (const person of people)
          for (const option of options.rows)
            if (below(3) > 0)
              await sql`
                insert into bets (item_id, item_option_id, member_id, value)
                values (${id}, ${option.id}, ${person.id}, 1)`.execute(db);
        if (status === 'ended')
          for (const person of people)
            await sql`
              insert into ledger (league_id, post_id, item_id, item_version, member_id, points, total, played, reason)
              select p.league_id, p.id, ${id}::integer, n, ${person.id}::integer, 2, 2 * n, 1, '{"code": "outcome"}'
              from posts p cross join generate_series(1, 2) n where p.id = ${post}::integer`.execute(db);
      }
      if (below(5) === 0 && post !== undefined)
        await sql`
          insert into jokers (post_id, member_id, item_id)
          select post_id, ${people[1]?.id}::integer, id from items where post_id = ${post}::integer limit 1`.execute(
          db,
        );
    }
  }

  const queries = (): FeedQuery[] => {
    const places = [{}, ...leagues.map((section) => ({ section }))];
    const states = (['live', 'open', 'ended'] as const).map((state) => ({ state }));
    const kinds = [{}, { to_bet: true }, { everyone: false }, ...states];
    const windows = [
      { offset: 0, limit: 10 },
      { offset: 0, limit: 3 },
      { offset: 3, limit: 3 },
      { offset: 7, limit: 40 },
      { offset: 90, limit: 10 },
    ];
    return places.flatMap((place) =>
      kinds.flatMap((kind) => windows.map((window) => ({ ...place, ...kind, ...window }))),
    );
  };

  test('a viewer who is in the database no longer, as after a restore, gets what the database answers', async () => {
    const { db, caches } = server.platform;
    const viewer = { id: 999_999, isStaff: false, language: null };
    const query: FeedQuery = { limit: 10, offset: 0 };
    const { asOf: _, ...found } = await readFeed({ db, memory: caches, viewer }, query);
    const { asOf: __, ...expected } = await readFeed({ db, memory: null, viewer }, query);
    expect(found).toEqual(expected);
  });

  test(
    'every page equals the one that the database orders, for every viewer',
    async () => {
      const { db, caches } = server.platform;
      let remembered = 0;
      for (let seed = 1; seed <= runCount; seed += 1) {
        await fill(seed);
        const viewers = [
          ...people.map(({ id }) => ({ id, language: 'he' as const, isStaff: false })),
          { id: people[1]?.id ?? 0, language: 'en' as const, isStaff: false },
          { id: staff.id, language: 'he' as const, isStaff: true },
        ];
        for (const viewer of viewers)
          for (const query of queries()) {
            const { rows, count } = await readFeed({ db, memory: caches, viewer }, query);
            const expected = await readFeed({ db, memory: null, viewer }, query);
            expect({ seed, viewer, query, rows, count }).toEqual({
              seed,
              viewer,
              query,
              rows: expected.rows,
              count: expected.count,
            });
            if (await readRememberedFeed(db, caches, viewer, query)) remembered += 1;
          }
      }
      expect(remembered).toBeGreaterThan(150);
    },
    longestRun,
  );

  test('later pages of a reading, filtered queries and guests’ feeds are read from the database', async () => {
    const { db, caches } = server.platform;
    const viewer = { id: people[1]?.id ?? 0, language: null, isStaff: false };
    const page = { offset: 0, limit: 10 };
    const others: FeedQuery[] = [
      { ...page, as_of: new Date().toISOString() },
      { ...page, active: false },
      { ...page, to_bet: false },
      { ...page, everyone: true },
      { ...page, order: 'chat' },
      { ...page, pinned: true },
      { ...page, ids: [1] },
      { ...page, state: 'open', to_bet: true },
      { ...page, search: 'ה' },
      { ...page, section: 987_654 },
    ];
    for (const query of others)
      expect([query, await readRememberedFeed(db, caches, viewer, query)]).toEqual([query, null]);
    const guest = { id: null, language: null, isStaff: false };
    expect(await readRememberedFeed(db, caches, guest, page)).toBe(null);
    expect((await readRememberedFeed(db, caches, viewer, page))?.ids.length).toBe(10);
  });

  test('an item added by another program, and a group that is left, change the feed', async () => {
    const { db } = server.platform;
    const [, noa] = people;
    const section = leagues[1] ?? 0;
    await sql`update posts set active = false where slug is null`.execute(db);
    const { rows } = await sql<{ id: number }>`
      insert into posts (league_id, layout, description) values (${section}, 'vote', 'חדש') returning id`.execute(
      db,
    );
    const read = async (query: object = {}) =>
      (await noa?.get<Page<Post>>('post/', { section, ...query }))?.body.results.map(
        ({ items_data, clans }) => [items_data.length, clans],
      );
    await expect.poll(() => read(), { interval: 20 }).toEqual([[0, [clan]]]);
    expect(await read({ to_bet: true })).toEqual([]);
    await sql`
      with item as (insert into items (post_id, layout) values (${rows[0]?.id}, 'vote') returning id)
      insert into item_options (item_id, position, name) select id, 0, 'כן' from item`.execute(db);
    // The card is invalidated by its post's own row.
    await sql`update posts set updated = now() where id = ${rows[0]?.id}`.execute(db);
    expect(await read({ to_bet: true })).toEqual([[1, [clan]]]);
    await noa?.del('membership/', { clan });
    expect(await read()).toEqual([[1, []]]);
  });

  test('a process that receives no notifications reads the database, and caches nothing', async () => {
    const { caches, db } = server.platform;
    await sql`insert into posts (league_id, description) values (${leagues[0]}, 'שלום')`.execute(db);
    const { feedLeagues, feedViewers, tables, cards } = caches;
    const sizes = () => [feedLeagues, feedViewers, tables, cards].map(({ size }) => size > 0);
    const readAll = async () => {
      const section = leagues[0] ?? 0;
      const feed = await people[0]?.get<Page<Post>>('post/');
      const table = await people[0]?.get<{ count: number }>('standings/', { section });
      return [feed?.body.count, table?.body.count];
    };
    await expect
      .poll(async () => (await readAll(), sizes()), { interval: 20 })
      .toEqual([true, true, true, true]);
    const remembered = await readAll();
    for (const cache of [feedLeagues, feedViewers, tables, cards]) cache.clear();
    const currentSpy = vi.spyOn(caches, 'isCurrent').mockReturnValue(false);
    expect([await readAll(), sizes()]).toEqual([remembered, [false, false, false, false]]);
    currentSpy.mockRestore();
  });

  describe('the newest live event that a first page includes', () => {
    const lastEvent = async (query: Record<string, string | number> = { as_of: 'now' }) => {
      const { body } = await (people[0] as ApiMember).get<Page<Post>>('post/', query);
      return body.last_event;
    };
    const newestEvent = async () => {
      const { rows } = await sql<{ id: number }>`select max(id) as id from live_events`.execute(
        server.platform.db,
      );
      return rows[0]?.id;
    };
    const addPost = () =>
      (people[0] as ApiMember).post<Post>('post/', { section: leagues[0], description: 'חדש' });

    test('is named, and follows what happens', async () => {
      await expect
        .poll(async () => [await lastEvent(), await newestEvent()])
        .toEqual([await newestEvent(), await newestEvent()]);
      const before = await newestEvent();
      await addPost();
      const after = await newestEvent();
      expect(after).toBeGreaterThan(before ?? Infinity);
      await expect.poll(() => lastEvent(), { interval: 20 }).toBe(after);
    });

    test('is known to a process from its start', async () => {
      await expect.poll(() => lastEvent(), { interval: 20 }).toBe(await newestEvent());
      const DATABASE_URL = server.platform.settings.databaseUrl ?? '';
      const settings = readSettings({
        PORT: '0',
        REQUESTS_PER_MINUTE: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL,
      });
      const other = await createServer(settings, { log: pino({ level: 'silent' }) });
      try {
        await expect
          .poll(() => other.platform.caches.lastEventId(), { interval: 20 })
          .toBe(await newestEvent());
      } finally {
        await other.close();
      }
    });

    test('is read before the page, so that it is never newer than what the page shows', async () => {
      const { caches } = server.platform;
      const known = await newestEvent();
      await expect.poll(() => lastEvent(), { interval: 20 }).toBe(known);
      const order: string[] = [];
      // Asked when the page begins to be read.
      const isCurrent = vi.spyOn(caches, 'isCurrent').mockImplementation(() => {
        order.push('isCurrent');
        return true;
      });
      const lastEventId = vi.spyOn(caches, 'lastEventId').mockImplementation(() => {
        order.push('lastEventId');
        return 7;
      });
      try {
        expect(await lastEvent()).toBe(7);
        expect(order.slice(0, 2)).toEqual(['lastEventId', 'isCurrent']);
      } finally {
        isCurrent.mockRestore();
        lastEventId.mockRestore();
      }
    });

    test('is not named by later pages, or while messages may be missing', async () => {
      const first = await (people[0] as ApiMember).get<Page<Post>>('post/', { as_of: 'now', limit: 2 });
      expect(typeof first.body.last_event).toBe('number');
      expect(await lastEvent({ as_of: first.body.as_of ?? '', offset: 2, limit: 2 })).toBeUndefined();
      expect(await lastEvent({})).toBeUndefined();
      const isCurrent = vi.spyOn(server.platform.database, 'isCurrent').mockReturnValue(false);
      expect(await lastEvent()).toBeUndefined();
      isCurrent.mockRestore();
      expect(await lastEvent()).toBe(first.body.last_event);
    });

    test('is unknown after a restore, until the next one', async () => {
      const { db, caches } = server.platform;
      await sql`select pg_notify('live', '{"restored": true}')`.execute(db);
      await expect.poll(() => caches.lastEventId(), { interval: 20 }).toBeNull();
      expect(await lastEvent()).toBeUndefined();
      await addPost();
      await expect.poll(() => lastEvent(), { interval: 20 }).toBe(await newestEvent());
    });
  });

  test('later pages of many posts, and too many open items, are not cached but read from the database', async () => {
    const { db, caches } = server.platform;
    const { id } = await makeLeague(people[0] as ApiMember, [], 'גדולה');
    const viewer = { id: people[0]?.id ?? 0, language: null, isStaff: false };
    const query = { section: id, offset: 90, limit: 10 };
    const counts = async (page: FeedQuery) => {
      const { rows, count } = await readFeed({ db, memory: caches, viewer }, page);
      const remembered = (await readRememberedFeed(db, caches, viewer, page)) !== null;
      return { rows: rows.length, count, remembered };
    };
    await sql`
      insert into posts (league_id, description) select ${id}::integer, 'עוד' from generate_series(1, 130)`.execute(
      db,
    );
    expect(await counts(query)).toEqual({ rows: 10, count: 130, remembered: true });
    expect(await counts({ ...query, offset: 91 })).toEqual({ rows: 10, count: 130, remembered: false });
    expect(await counts({ ...query, offset: 125 })).toEqual({ rows: 5, count: 130, remembered: false });
    // Of all the viewer's leagues too, of which the others have fewer posts.
    const ofAll = { offset: 95, limit: 10 };
    expect(await counts(ofAll)).toMatchObject({ rows: 10, remembered: false });
    expect(await counts({ ...ofAll, offset: 0 })).toMatchObject({ rows: 10, remembered: true });
    await sql`
      insert into items (post_id, layout, status, ended_at)
      select id, 'vote', 'ended', now() - interval '30 days' from posts
      where league_id = ${id}::integer order by id desc offset 1 limit 3`.execute(db);
    const ended = { ...query, offset: 0, state: 'ended' as const };
    await expect.poll(() => counts(ended)).toEqual({ rows: 3, count: 3, remembered: true });
    expect(await counts({ ...ended, state: 'open' })).toEqual({ rows: 0, count: 0, remembered: true });
    const addItems = (number: number) =>
      sql`
      with item as (
        insert into items (post_id, layout)
        select (select max(id) from posts where league_id = ${id}::integer), 'vote' from generate_series(1, ${number}::integer)
        returning id
      )
      insert into item_options (item_id, position, name) select id, 0, 'כן' from item`.execute(db);
    await addItems(1000);
    expect(await counts({ ...query, offset: 0, to_bet: true })).toEqual({
      rows: 1,
      count: 1,
      remembered: true,
    });
    await addItems(1);
    expect(await counts({ ...query, offset: 0, to_bet: true })).toEqual({
      rows: 1,
      count: 1,
      remembered: false,
    });
  });
});
