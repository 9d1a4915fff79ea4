import { readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from '#contract/model-registry.ts';
import type { GameStep, Item, Message, Notification, Option, Post } from '#contract/models.ts';
import type { Problem } from '#contract/failures.ts';
import { cleanUpPictures } from '#server/db/cleanup.ts';
import type { Tables } from '#server/db/tables.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  leagueWithMembers,
  createMember,
  createStaff,
  makeGame,
  makeOptions,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';
import { openEventStream } from '#tests/support/server/event-stream.ts';

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember, outsider: ApiMember, staff: ApiMember;
  let section: number;
  let teams: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    outsider = await createMember(server, 'זר');
    staff = await createStaff(server, 'צוות');
    ({
      section,
      options: teams,
      members: [dana, noa, avi],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי'], ['אריות', 'נמרים']));
  });
  afterAll(() => server.close());

  describe('the newest message of a chat, and the number of its messages', () => {
    let post: number;
    const db = () => server.platform.db;
    beforeEach(async () => {
      post = (await makeGame(dana, section, 'home/away', [teams])).id;
    });
    const write = async (on: Kysely<Tables> = db()) => {
      const row = { post_id: post, member_id: noa.id, description: 'שלום' };
      return (await on.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow()).id;
    };
    const hide = (id: number, on: Kysely<Tables> = db()) =>
      on.updateTable('comments').set({ active: false }).where('id', '=', id).execute();
    /** Its newest message, and the number of its messages. */
    const chat = async () => {
      const { rows } = await sql<{ newest: number; messages: number }>`
        select newest, messages from chats
        where post_id = ${post}::integer and league_id = ${section}::integer`.execute(db());
      return rows.map(({ newest, messages }) => [newest, messages]);
    };
    /** Runs `second` while the transaction of `first` is open, which ends once `second` waits for it. */
    async function overlap(
      first: (on: Kysely<Tables>) => Promise<unknown>,
      second: () => Promise<unknown>,
    ): Promise<void> {
      let waiting: Promise<unknown> | undefined;
      await db()
        .transaction()
        .execute(async (transaction) => {
          await first(transaction);
          waiting = second();
          await expect
            .poll(async () => {
              const { rows } = await sql`
                select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
                db(),
              );
              return rows.length;
            })
            .toBe(1);
        });
      await waiting;
    }

    test('change with every message that is written, deleted or brought back', async () => {
      const [first, second] = [await write(), await write()];
      expect(await chat()).toEqual([[second, 2]]);
      await hide(second);
      expect(await chat()).toEqual([[first, 1]]);
      await db().updateTable('comments').set({ active: true }).where('id', '=', second).execute();
      expect(await chat()).toEqual([[second, 2]]);
      await db().updateTable('comments').set({ description: 'שלום!' }).where('post_id', '=', post).execute();
      expect(await chat()).toEqual([[second, 2]]);
      await db().updateTable('comments').set({ active: false }).where('id', 'in', [first, second]).execute();
      expect(await chat()).toEqual([]);
      const row = { post_id: post, member_id: noa.id, description: 'שוב' };
      const written = await db().insertInto('comments').values([row, row, row]).returning('id').execute();
      expect(await chat()).toEqual([[Math.max(...written.map(({ id }) => id)), 3]]);
    });

    test('include the message that was written while the one before was deleted, whichever began first', async () => {
      await write();
      const first = await write();
      let second = 0;
      await overlap(
        async (on) => (second = await write(on)),
        () => hide(first),
      );
      expect(await chat()).toEqual([[second, 2]]);
      let third = 0;
      await overlap(
        (on) => hide(second, on),
        async () => (third = await write()),
      );
      expect(await chat()).toEqual([[third, 2]]);
    });

    test('include both of two messages that are written at once', async () => {
      await overlap(write, write);
      await overlap(write, write);
      expect(await chat()).toEqual([[expect.any(Number), 4]]);
    });

    test('include a message with a lower id that is stored later, which is not the newest', async () => {
      const { rows } = await sql<{ id: number }>`
        select nextval(pg_get_serial_sequence('comments', 'id')) as id`.execute(db());
      const latest = await write();
      await sql`
        insert into comments (id, post_id, member_id) overriding system value
        values (${rows[0]?.id}::integer, ${post}, ${noa.id})`.execute(db());
      expect(await chat()).toEqual([[latest, 2]]);
    });

    test('are known to the migrations of the messages that there are', async () => {
      const [, shown, deleted] = [await write(), await write(), await write()];
      await hide(deleted);
      const before = await sql`select * from chats order by post_id`.execute(db());
      await sql`drop table chats`.execute(db());
      await sql`drop index posts_of_league`.execute(db());
      await sql`drop function place_chats, place_chats_again cascade`.execute(db());
      for (const name of ['0048_chats', '0049_message_counts']) {
        const migration = new URL(`../../src/server/db/migrations/${name}.sql`, import.meta.url);
        await sql.raw(readFileSync(migration, 'utf8')).execute(db());
      }
      expect((await sql`select * from chats order by post_id`.execute(db())).rows).toEqual(before.rows);
      expect(await chat()).toEqual([[shown, 2]]);
    });
  });

  test('a game’s steps are its starts and results in order; only the current result lists the exact hits', async () => {
    const game = await makeGame(dana, section, 'home/away', [teams]);
    const item = game.items_data[0] as Item;
    const [home, away] = Object.keys(item.options);
    await postBets(noa, item, 2, 1);
    await postBets(avi, item, 0, 0);
    const steps = async () => {
      const { results } = (await noa.get<{ results: GameStep[] }>('steps/', { post: game.id })).body;
      return results.map(({ kind, to, exact, item: of }) => [of === item.id, kind, to, exact]);
    };
    expect(await steps()).toEqual([]);
    await dana.post('setItemResults/', { item: item.id, value: 'start' });
    await dana.post('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
    const start = [true, 'started', null, []];
    const score = (homeGoals: number, awayGoals: number) => ({
      [home ?? '']: homeGoals,
      [away ?? '']: awayGoals,
    });
    expect(await steps()).toEqual([start, [true, 'result', score(2, 1), ['נועה']]]);
    const { version } = (await dana.get<Item>(`item/${item.id}/`)).body;
    await dana.post('result/', { item: item.id, home: 0, away: 0, version });
    expect(await steps()).toEqual([
      start,
      [true, 'result', score(2, 1), []],
      [true, 'corrected', score(0, 0), ['אבי']],
    ]);
  });

  test('a member with an exact hit who has deleted their account is not listed in the step', async () => {
    const game = await makeGame(dana, section, 'home/away', [teams]);
    const item = game.items_data[0] as Item;
    const formerMember = await createMember(server, 'הלכה');
    const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
    await formerMember.get('joinAClan/', { code });
    for (const who of [formerMember, avi]) await postBets(who, item, 1, 0);
    await dana.post('setItemResults/', { item: item.id, value: 'start' });
    await dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
    const named = async () => {
      const { results } = (await noa.get<{ results: GameStep[] }>('steps/', { post: game.id })).body;
      return results.at(-1)?.exact;
    };
    expect(await named()).toEqual(['אבי', 'הלכה']);
    await formerMember.del('member/', { ids: 'me' });
    expect(await named()).toEqual(['אבי']);
  });

  describe('messages', () => {
    let post: number;
    const postMessage = (who: ApiMember, description: unknown, more: object = {}) =>
      who.post<Message & Problem>('postComment/', { comment_post: post, description, ...more });
    const listMessages = async (who: ApiMember, query: object = {}) =>
      (await who.get<{ results: Message[]; count: number }>('postComment/', { comment_post: post, ...query }))
        .body;
    const createLeagueMember = async (name: string) => {
      const person = await createMember(server, name);
      const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
      await person.get('joinAClan/', { code });
      return person;
    };
    const picture = async (who: ApiMember, model = 'postcomment') => {
      const { id } = await server.platform.db
        .insertInto('images')
        .values({
          name: crypto.randomUUID(),
          maker_id: who.id,
          model,
          width: 4,
          height: 3,
          large: new Uint8Array([1]),
          small: new Uint8Array([1]),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    beforeAll(async () => {
      post = (await makeGame(dana, section, 'home/away', [teams], { description: 'הדרבי' })).id;
    });

    test('messages are listed newest first, in pages, with their authors', async () => {
      for (const text of ['א', 'ב', 'ג', 'ד', 'ה'])
        expect((await postMessage(noa, ` ${text} `)).status).toBe(201);
      const first = await listMessages(avi, { limit: 4 });
      expect([first.count, first.results.map(({ description }) => description)]).toEqual([
        5,
        ['ה', 'ד', 'ג', 'ב'],
      ]);
      expect(first.results[0]).toMatchObject({
        section,
        comment_post: post,
        member: noa.id,
        member_data: { name: 'נועה', image: null },
        images: [],
        active: true,
      });
      expect(
        (await listMessages(avi, { limit: 4, page: 2 })).results.map(({ description }) => description),
      ).toEqual(['א']);
    });

    test('a page of a chat and a card tell how many messages there are, with those just written and without deleted ones', async () => {
      const game = (await makeGame(dana, section, 'home/away', [teams])).id;
      const write = async (description: string) =>
        (await noa.post<Message>('postcomment/', { comment_post: game, description })).body.id;
      const pageOf = async (query: object) => {
        const params = { comment_post: game, limit: 2, ...query };
        const { results, count } = (await dana.get<Page<Message>>('postcomment/', params)).body;
        return [results.map(({ description }) => description), count];
      };
      const onCard = async () => (await dana.get<Post>(`post/${game}/`)).body.comments;
      expect([await pageOf({}), await onCard()]).toEqual([[[], 0], 0]);
      for (const text of ['אחת', 'שתיים', 'שלוש']) await write(text);
      expect([await pageOf({}), await onCard()]).toEqual([[['שלוש', 'שתיים'], 3], 3]);
      const latest = await write('ארבע');
      expect([await pageOf({}), await onCard()]).toEqual([[['ארבע', 'שלוש'], 4], 4]);
      await noa.del('postcomment/', { ids: latest });
      expect([await pageOf({}), await onCard()]).toEqual([[['שלוש', 'שתיים'], 3], 3]);
      expect(await pageOf({ search: 'ש', limit: 1 })).toEqual([['שלוש'], 2]);
      expect(await pageOf({ page: 2 })).toEqual([['אחת'], 3]);
      await dana.put(`post/${game}/`, { active: false });
      expect(await pageOf({})).toEqual([[], 0]);
    });

    test('messages are paged before and after a message, and a new one shifts none of these pages', async () => {
      const game = (await makeGame(dana, section, 'home/away', [teams])).id;
      const postTo = async (who: ApiMember, description: string) =>
        (await who.post<Message>('postComment/', { comment_post: game, description })).body.id;
      const ids: number[] = [];
      for (let at = 0; at < 9; at += 1) ids.push(await postTo(at < 5 ? noa : avi, String(at)));
      const page = async (query: object) => {
        const { body } = await dana.get<{ results: Message[]; count: number }>('postComment/', {
          comment_post: game,
          limit: 2,
          ...query,
        });
        return [body.results.map(({ description }) => description).join(' '), body.count];
      };
      const [third, sixth] = [ids[3] ?? 0, ids[6] ?? 0];
      expect(await page({ before: sixth })).toEqual(['5 4', 6]);
      expect(await page({ before: sixth, page: 2 })).toEqual(['3 2', 6]);
      const pagesAfter = () => Promise.all([1, 2, 3].map((nth) => page({ after: third, page: nth })));
      // The next messages, still with the newest of them first.
      expect(await pagesAfter()).toEqual([
        ['5 4', 5],
        ['7 6', 5],
        ['8', 5],
      ]);
      await postTo(noa, 'חדשה');
      expect(await page({ before: sixth, page: 2 })).toEqual(['3 2', 6]);
      expect(await pagesAfter()).toEqual([
        ['5 4', 6],
        ['7 6', 6],
        ['חדשה 8', 6],
      ]);
      expect(await page({ after: third, before: sixth })).toEqual(['5 4', 2]);
      expect(await page({ after: 999_999_999_999_999 })).toEqual(['', 0]);
    });

    test('before or after a message 1000 messages beyond the page are counted, between two and in a whole chat all', async () => {
      const game = (await makeGame(dana, section, 'home/away', [teams])).id;
      const { rows } = await sql<{ id: number }>`
        insert into comments (post_id, member_id, description, active)
        select ${game}::integer, ${noa.id}::integer, n::text, n <> 1 from generate_series(0, 1010) n
        returning id`.execute(server.platform.db);
      const idOf = (nth: number) => rows[nth]?.id ?? 0;
      const page = async (query: object) => {
        const { results, count } = await listMessages(dana, { comment_post: game, limit: 4, ...query });
        return [results.map(({ description }) => description).join(' '), count];
      };
      // Of the 1011 messages one is hidden.
      expect(await page({})).toEqual(['1010 1009 1008 1007', 1010]);
      expect(await page({ before: idOf(1010) + 1 })).toEqual(['1010 1009 1008 1007', 1004]);
      expect(await page({ before: idOf(1005) })).toEqual(['1004 1003 1002 1001', 1004]);
      expect(await page({ before: idOf(1004) })).toEqual(['1003 1002 1001 1000', 1003]);
      expect(await page({ before: idOf(1010), page: 2 })).toEqual(['1005 1004 1003 1002', 1008]);
      expect(await page({ after: 0 })).toEqual(['4 3 2 0', 1004]);
      expect(await page({ after: 0, before: idOf(1010) })).toEqual(['1009 1008 1007 1006', 1009]);
    });

    test('a message sent again under its key is stored once, even after its stored answer was deleted, and a key belongs to one member', async () => {
      const key = crypto.randomUUID();
      const message = { comment_post: post, description: 'פעם אחת', key };
      const tries = await Promise.all([1, 2, 3].map(() => noa.post<Message>('postComment/', message)));
      expect(tries.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(tries.map(({ body }) => body.id)).size).toBe(1);
      for (const replayed of [null, 'true', null]) {
        const { body, headers } = await noa.post<Message>('postComment/', message, {
          'Idempotency-Key': key,
        });
        expect([body.id, headers.get('Idempotency-Replayed')]).toEqual([tries[0]?.body.id, replayed]);
        // The second one is a replay; then its stored answer is deleted, as it is after a day.
        if (replayed) await server.platform.db.deleteFrom('idempotency').where('key', '=', key).execute();
      }
      const sentMessages = (await listMessages(avi, { search: 'פעם אחת' })).results;
      expect(sentMessages.map(({ id, key: named }) => [id, named])).toEqual([[tries[0]?.body.id, null]]);
      expect((await listMessages(noa, { search: 'פעם אחת' })).results[0]?.key).toBe(key);
      // Another member may use the same key.
      const ofAvi = (await avi.post<Message>('postComment/', message)).body.id;
      expect(ofAvi).not.toBe(tries[0]?.body.id);
      expect((await avi.post<Message>('postComment/', message)).body.id).toBe(ofAvi);
      expect((await postMessage(noa, 'עוד', { key: 'מילים עם רווח' })).status).toBe(400);
    });

    test('a message with pictures sent again under its key is found by its post, its text, and its pictures in their order', async () => {
      const key = crypto.randomUUID();
      const [one, two, other] = [await picture(noa), await picture(noa), await picture(noa)];
      await postMessage(noa, 'אחרת', { images: [other], key: crypto.randomUUID() });
      const { id } = (await postMessage(noa, 'שלי', { images: [two, one], key })).body;
      const again = await postMessage(noa, 'שלי', { images: [two, one], key });
      expect([again.status, again.body.id]).toEqual([201, id]);
      const game = (await makeGame(dana, section, 'home/away', [teams])).id;
      for (const [text, more] of [
        ['שלי', { images: [one, two] }],
        ['שלי', { images: [two] }],
        ['שלי', {}],
        ['שלי!', { images: [two, one] }],
        ['שלי', { images: [two, one], comment_post: game }],
      ] as const) {
        const { status, body } = await postMessage(noa, text, { ...more, key });
        expect([status, body.code]).toEqual([422, 'idempotency_mismatch']);
      }
    });

    test('a member may post thirty messages a minute; the next is a 429 with Retry-After', async () => {
      const fast = await createLeagueMember('מהיר');
      const many = await fast.post<Message[]>(
        'postComment/',
        Array.from({ length: 30 }, () => ({ comment_post: post, description: 'עוד' })),
      );
      expect(many.status).toBe(201);
      const more = await postMessage(fast, 'ועוד');
      expect([more.status, more.body.code]).toEqual([429, 'too_many']);
      const wait = Number(more.headers.get('Retry-After'));
      expect(wait > 0 && wait <= 60).toBe(true);
      expect((await postMessage(noa, 'לי מותר')).status).toBe(201);
      await server.platform.db
        .updateTable('counters')
        .set({ expires_at: new Date() })
        .where('bucket', '=', `comments:${fast.id}`)
        .execute();
      expect((await postMessage(fast, 'שוב כאן')).status).toBe(201);
    });

    test('a message has 1 to 500 characters', async () => {
      expect((await postMessage(noa, 'א'.repeat(500))).status).toBe(201);
      expect((await postMessage(noa, 'א'.repeat(501))).body.fields).toEqual({
        description: { code: 'too_long', limit: 500 },
      });
      expect((await postMessage(noa, '   ')).body.fields).toEqual({ description: { code: 'required' } });
    });

    test('a message takes its author’s own pictures, in order, each in one message only', async () => {
      const [one, two, foreign, other] = [
        await picture(noa),
        await picture(noa),
        await picture(avi),
        await picture(noa, 'member'),
      ];
      const sent = await postMessage(noa, '', { images: [two, one] });
      expect(sent.body.images.map(({ id, width, height }) => [id, width, height])).toEqual([
        [two, 4, 3],
        [one, 4, 3],
      ]);
      for (const images of [[foreign], [other], [two], [9_999_999_999]]) {
        expect((await postMessage(noa, 'עוד', { images })).body.fields).toEqual({
          'images.0': { code: 'unknown_id' },
        });
      }
      const newPicture = await picture(noa);
      expect((await postMessage(noa, 'עוד', { images: [newPicture, newPicture] })).status).toBe(400);
    });

    test('a picture that was never used is deleted after an hour', async () => {
      const { db } = server.platform;
      const [attached, orphaned, recent] = [await picture(noa), await picture(noa), await picture(noa)];
      await postMessage(noa, '', { images: [attached] });
      const old = new Date(Date.now() - 61 * 60_000);
      await db.updateTable('images').set({ created: old }).where('id', 'in', [attached, orphaned]).execute();
      await cleanUpPictures(db).run(new AbortController().signal);
      const remaining = await db
        .selectFrom('images')
        .select('id')
        .where('id', 'in', [attached, orphaned, recent])
        .orderBy('id')
        .execute();
      expect(remaining.map(({ id }) => id)).toEqual([attached, recent]);
    });

    test('an outsider can neither list nor post messages', async () => {
      expect((await postMessage(outsider, 'שלום')).status).toBe(404);
      expect((await outsider.get('postComment/', { comment_post: post })).status).toBe(404);
      expect((await outsider.get<{ count: number }>('postComment/')).body.count).toBe(0);
      expect((await api(server.url).get('postComment/', { comment_post: post })).status).toBe(401);
    });

    test('only the author and staff can delete a message', async () => {
      const { id } = (await postMessage(noa, 'טעות')).body;
      expect((await avi.put(`postComment/${id}/`, { active: false })).status).toBe(403);
      expect((await dana.put(`postComment/${id}/`, { active: false })).status).toBe(403);
      expect((await noa.put<Message>(`postComment/${id}/`, { active: false })).body.active).toBe(false);
      const second = (await postMessage(noa, 'ועוד אחת')).body.id;
      expect((await staff.del('postComment/', { ids: second })).status).toBe(200);
      const remainingIds = (await listMessages(avi, { limit: 100 })).results.map((comment) => comment.id);
      expect(remainingIds).not.toContain(id);
      expect(remainingIds).not.toContain(second);
      // A deleted message is a 404, even for the member who deleted it.
      for (const who of [noa, dana, staff]) expect((await who.get(`postComment/${id}/`)).status).toBe(404);
    });

    test('messages of an official league are hidden from those who have not joined it', async () => {
      const official = (await staff.post<{ id: number }>('section/', { name: 'רשמית', custom: false })).body
        .id;
      await noa.post('membership/', { section: official });
      const game = (await makeGame(staff, official, 'home/away', [teams])).id;
      const { id } = (await noa.post<Message>('postComment/', { comment_post: game, description: 'שלום' }))
        .body;
      const accessOf = async (who: ApiMember) => [
        (await who.get<{ count: number }>('postComment/', { comment_post: game })).body.count,
        (await who.get(`postComment/${id}/`)).status,
      ];
      expect([await accessOf(noa), await accessOf(outsider)]).toEqual([
        [1, 200],
        [0, 404],
      ]);
    });

    test('a read position belongs to one member, only increases, and is at most the newest message', async () => {
      const game = (await makeGame(dana, section, 'home/away', [teams])).id;
      const last = async (who: ApiMember) =>
        (await who.get<{ last: number }>('talk/', { post: game })).body.last;
      const read = async (who: ApiMember, id: number) =>
        (await who.put<{ last: number | null }>('talk/', { post: game, last: id })).body.last;
      expect([await last(avi), await read(avi, 999_999_999)]).toEqual([null, null]);
      const ids: number[] = [];
      for (const description of ['א', 'ב', 'ג'])
        ids.push((await noa.post<Message>('postComment/', { comment_post: game, description })).body.id);
      const [first = 0, second = 0, third = 0] = ids;
      expect([await read(avi, second), await read(avi, first), await last(avi)]).toEqual([
        second,
        second,
        second,
      ]);
      expect([await read(avi, 999_999_999_999), await last(noa)]).toEqual([third, null]);
      // The chat of another game has no read position.
      const another = (await makeGame(dana, section, 'home/away', [teams])).id;
      expect((await avi.get('talk/', { post: another })).body).toEqual({ last: null });
    });

    test('a posted or deleted message is sent as an event to a member of the league, and not to an outsider', async () => {
      const reader = await createLeagueMember('קוראת');
      const [inside, outside] = await Promise.all([
        openEventStream(server.url, reader.token),
        openEventStream(server.url, outsider.token),
      ]);
      try {
        const { id } = (await postMessage(noa, 'חי')).body;
        const commentEvent = { type: 'comment', section, post, item: null, version: null };
        await inside.until(1);
        await noa.del('postComment/', { ids: id });
        expect(await inside.until(2)).toMatchObject([commentEvent, commentEvent]);
        expect(outside.events).toEqual([]);
      } finally {
        inside.close();
        outside.close();
      }
    });

    test('a message notifies the game’s author and who wrote before, but not its own author or another member', async () => {
      const silent = await createLeagueMember('שותק');
      const quiet = (await makeGame(dana, section, 'home/away', [teams], { description: 'שקט' })).id;
      await noa.post('postComment/', { comment_post: quiet, description: 'אני בא' });
      await avi.post('postComment/', { comment_post: quiet, description: 'מי בא?' });
      const notificationsOf = async (who: ApiMember) =>
        (await who.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results.filter(
          ({ kind, link }) => kind === 'comment' && link === `post/${quiet}?sheet=chat&of=${quiet}`,
        );
      for (const who of [dana, noa])
        expect((await notificationsOf(who)).map(({ description }) => description)).toEqual(['מי בא?']);
      expect([await notificationsOf(avi), await notificationsOf(silent)]).toEqual([[], []]);
    });
  });

  describe('options', () => {
    const find = async (who: ApiMember, query: object = {}) =>
      (await who.get<Page<Option>>('option/', { ...query })).body;
    const names = ({ results }: Page<Option>) => results.map(({ name }) => name);

    test('search matches the Hebrew or English name; a league’s options are listed first, and for its members only', async () => {
      expect(names(await find(noa, { search: 'ברז' }))).toEqual(['ברזיל']);
      expect(names(await find(noa, { search: 'brazil' }))).toEqual(['ברזיל']);
      expect(names(await find(noa, { section, limit: 2 }))).toEqual(['אריות', 'נמרים']);
      expect((await find(noa)).count).toBe(50);
      expect((await find(outsider)).count).toBe(48);
      expect(names(await find(outsider, { search: 'אריות' }))).toEqual([]);
      expect((await outsider.get(`option/${teams[0]}/`)).status).toBe(404);
    });

    test('search ignores case, and the kinds of geresh and hyphen', async () => {
      for (const search of ["אלג'יריה", 'אלג’יר', 'אלג׳יריה', 'ALGERIA'])
        expect(names(await find(noa, { search }))).toEqual(['אלג׳יריה']);
      for (const search of ['ארצות-הברית', 'ארצות הב', 'ות־הברית'])
        expect(names(await find(noa, { search }))).toEqual(['ארצות הברית']);
    });

    test('a member can add an option to a league of theirs; only staff can add to the catalogue', async () => {
      const added = await noa.post<Option>('option/', { name: 'זאבים', section });
      expect([added.status, added.body.name]).toEqual([201, 'זאבים']);
      expect((await noa.post('option/', { name: 'רק שלי' })).status).toBe(201);
      expect(names(await find(outsider, { search: 'רק שלי' }))).toEqual([]);
      expect((await outsider.post('option/', { name: 'פולש', section })).status).toBe(404);
      expect((await staff.post('option/', { name: 'לכולם' })).status).toBe(201);
      expect(names(await find(outsider, { search: 'לכולם' }))).toEqual(['לכולם']);
      expect((await noa.put<Option>(`option/${added.body.id}/`, { name: 'זאבות' })).body.name).toBe('זאבות');
      expect((await avi.put(`option/${added.body.id}/`, { name: 'שלי' })).status).toBe(403);
      expect((await staff.put(`option/${added.body.id}/`, { name: 'זאבי־ים' })).status).toBe(200);
    });

    test('are paged, those of the member’s leagues first, then those that begin with the search', async () => {
      for (const name of ['אל זית', 'זית', 'בזית']) await staff.post('option/', { name });
      await makeOptions(dana, section, ['תל זית']);
      const all = ['תל זית', 'זית', 'אל זית', 'בזית'];
      const page = async (query: object) => {
        const found = await find(noa, { search: 'זית', ...query });
        return [names(found), found.count];
      };
      expect(await page({})).toEqual([all, 4]);
      expect(await page({ limit: 2 })).toEqual([all.slice(0, 2), 4]);
      expect(await page({ limit: 2, page: 2 })).toEqual([all.slice(2), 4]);
    });

    test('a game keeps the option names it was created with', async () => {
      const [one = 0, two = 0] = await makeOptions(dana, section, ['ישן', 'אחר']);
      const { id } = await makeGame(dana, section, 'home/away', [[one, two]]);
      await dana.put(`option/${one}/`, { name: 'חדש' });
      const post = (await noa.get<{ items_data: { name: string }[] }>(`post/${id}/`)).body;
      expect(post.items_data[0]?.name).toBe('ישן · אחר');
    });
  });
});
