import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Item, Bettor, MissingBettor, Notification, Post } from '#contract/models.ts';
import { notificationKinds } from '#contract/notification-preferences.ts';
import { notify } from '#server/notifications/notify.ts';
import { sendReminders } from '#server/notifications/reminders.ts';
import { createServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import {
  leagueWithMembers,
  createMember,
  createStaff,
  postBets,
  isoInDays,
  makeGame,
  makeLeague,
  makeOptions,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

const inMinutes = (minutes: number) => isoInDays(minutes / (24 * 60));

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember;
  let section: number;
  let teams: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    await stopReminders(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({
      section,
      options: teams,
      members: [dana, noa, avi],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי'], ['אריות', 'נמרים', 'זאבים', 'דובים']));
  });

  const [one, two] = [() => teams.slice(0, 2), () => teams.slice(2, 4)];
  /** A game of two matches that close in this many minutes. */
  const game = (...minutes: [number, number]): Promise<Post> =>
    dana
      .post<Post>('createPostV3/', {
        section,
        itemType: type,
        rules: { description: 'המחזור' },
        groups: [one(), two()].map((options, at) => ({ options, dates: [inMinutes(minutes[at] ?? 0)] })),
      })
      .then(({ body }) => body);
  let type = 0;
  beforeEach(async () => {
    type =
      (await makeGame(dana, section, 'home/away', [one()], { description: 'אחר' })) &&
      (
        await server.platform.db
          .selectFrom('item_types')
          .select('id')
          .where('layout', '=', 'home/away')
          .orderBy('id')
          .executeTakeFirstOrThrow()
      ).id;
  });

  const newsOf = async (who: ApiMember, kind: string) =>
    (await who.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results
      .filter((it) => it.kind === kind)
      .map(({ title, description, link }) => ({ title, description, link }));
  const items = ({ items_data }: Post) => items_data as [Item, Item];

  describe('reminders', () => {
    test('a member who has not bet is reminded in the last hour, once for all items that close together', async () => {
      const post = await game(30, 40);
      const [first, second] = items(post);
      await postBets(noa, first, 1, 0);
      // A score with one side missing is not a bet.
      await postBets(noa, second, 1);
      await postBets(avi, first, 1, 0);
      await postBets(avi, second, 1, 0);
      // Each says how many members were reminded.
      expect(await sendReminders(server.platform.db)).toBe(2);
      expect(await sendReminders(server.platform.db)).toBe(0);
      const title = 'פחות משעה לסגירה, ועוד אין ניחוש';
      expect(await newsOf(dana, 'closing')).toEqual([
        { title, description: 'אריות · נמרים · ועוד אחד · חבורה', link: `post/${post.id}` },
      ]);
      expect(await newsOf(noa, 'closing')).toEqual([
        { title, description: 'זאבים · דובים · חבורה', link: `item?id=${second.id}` },
      ]);
      expect(await newsOf(avi, 'closing')).toEqual([]);
    });

    test('an item that closes later gets a separate reminder in its own last hour', async () => {
      const post = await game(30, 90);
      const [first, second] = items(post);
      await sendReminders(server.platform.db);
      expect(await newsOf(noa, 'closing')).toMatchObject([{ link: `item?id=${first.id}` }]);
      await server.platform.db
        .updateTable('items')
        .set({ date: inMinutes(50) })
        .where('id', '=', second.id)
        .execute();
      await sendReminders(server.platform.db);
      expect(await newsOf(noa, 'closing')).toMatchObject([
        { link: `item?id=${second.id}` },
        { link: `item?id=${first.id}` },
      ]);
    });

    test('no reminder is sent for a started, deleted or later item, nor to former members and outsiders', async () => {
      const outsider = await createMember(server, 'זר');
      const [started, deleted, distant] = [await game(30, 40), await game(30, 40), await game(61, 600)];
      for (const { id } of started.items_data)
        expect((await dana.post('setItemResults/', { item: id, value: 'start' })).status).toBe(200);
      expect((await dana.put(`post/${deleted.id}/`, { active: false })).status).toBe(200);
      await sendReminders(server.platform.db);
      expect(await newsOf(noa, 'closing')).toEqual([]);
      const [soonItem] = items(distant);
      await server.platform.db
        .updateTable('items')
        .set({ date: inMinutes(59) })
        .where('id', '=', soonItem.id)
        .execute();
      await noa.del('membership/', { section });
      await sendReminders(server.platform.db);
      expect(await newsOf(avi, 'closing')).toHaveLength(1);
      expect([await newsOf(noa, 'closing'), await newsOf(outsider, 'closing')]).toEqual([[], []]);
    });

    test('a member who joins after the others were reminded is reminded too', async () => {
      const [first] = items(await game(30, 400));
      await sendReminders(server.platform.db);
      const ron = await createMember(server, 'רון');
      const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
      await ron.get('joinAClan/', { code });
      await sendReminders(server.platform.db);
      for (const who of [noa, ron])
        expect(await newsOf(who, 'closing')).toMatchObject([{ link: `item?id=${first.id}` }]);
    });

    test('an item that moves by less than an hour gets no other reminder, one that moves by an hour does', async () => {
      const post = await game(5, 6);
      const [first, second] = items(post);
      await sendReminders(server.platform.db);
      await sql`update items set date = date + interval '53 minutes' where id = ${first.id}`.execute(
        server.platform.db,
      );
      const links = async () => (await newsOf(noa, 'closing')).map(({ link }) => link);
      await sendReminders(server.platform.db);
      expect(await links()).toEqual([`post/${post.id}`]);
      await sql`update reminders set date = (select date from items where id = item_id) - interval '1 hour'
        where item_id = ${second.id}`.execute(server.platform.db);
      await sendReminders(server.platform.db);
      expect(await links()).toEqual([`item?id=${second.id}`, `post/${post.id}`]);
    });

    test('no reminder is sent in an archived league', async () => {
      await game(30, 40);
      expect((await dana.put(`section/${section}/`, { active: false })).status).toBe(200);
      await sendReminders(server.platform.db);
      expect(await newsOf(noa, 'closing')).toEqual([]);
    });
  });

  describe('preferences by kind', () => {
    const choose = (who: ApiMember, preferences: object) =>
      who.put<{ preferences: object }>(`member/${who.id}/`, { preferences });
    const all = Object.fromEntries(notificationKinds.map((kind) => [kind, true]));

    test('every kind is on by default, and preferences that a request omits stay unchanged', async () => {
      const me = async () => (await noa.get<{ preferences: object }>(`member/${noa.id}/`)).body.preferences;
      const awake = { night: false, holidays: true, from: '22:30', until: '06:00' };
      expect(await me()).toEqual({
        notifications: all,
        quiet: { night: true, holidays: false, from: '23:00', until: '07:30' },
        mutedLeagues: [],
        language: null,
      });
      await choose(noa, { notifications: { closing: false } });
      await choose(noa, { quiet: { night: false }, muteLeagues: { [section]: true } });
      await choose(noa, { quiet: { holidays: true, from: '22:30' } });
      await choose(noa, { quiet: { until: '06:00' } });
      const { body } = await choose(noa, { notifications: { comment: false }, language: 'en' });
      const chosen = {
        notifications: { ...all, closing: false, comment: false },
        quiet: awake,
        mutedLeagues: [section],
        language: 'en',
      };
      expect(body.preferences).toEqual(chosen);
      await noa.put(`member/${noa.id}/`, { name: 'נועה לוי' });
      expect(await me()).toEqual(chosen);
    });

    test('a member gets no notifications of a muted league until they unmute it', async () => {
      const { section: other, members } = await leagueWithMembers(server, ['נועה', 'דנה']);
      const [muting, unmuted] = members;
      await choose(muting, { muteLeagues: { [other]: true } });
      const notifyOf = (link: string, league = other) =>
        notify(server.platform.db, [muting.id, unmuted.id], {
          kind: 'pinned',
          league,
          actor: null,
          link,
          data: { game: '' },
        });
      await notifyOf('post/1');
      // Another league is not muted.
      await notifyOf('post/2', section);
      await choose(muting, { muteLeagues: { [other]: false } });
      await notifyOf('post/3');
      expect((await newsOf(muting, 'pinned')).map(({ link }) => link).toSorted()).toEqual([
        'post/2',
        'post/3',
      ]);
      expect((await newsOf(unmuted, 'pinned')).map(({ link }) => link).toSorted()).toEqual([
        'post/1',
        'post/2',
        'post/3',
      ]);
    });

    test('only a member’s own leagues can be muted; another league refuses the whole request', async () => {
      const { section: other } = await leagueWithMembers(server, ['רון']);
      for (const league of [other, 999_999, 9_999_999_999])
        expect((await choose(noa, { muteLeagues: { [section]: true, [league]: true } })).status).toBe(404);
      const { body } = await noa.get<{ preferences: object }>(`member/${noa.id}/`);
      expect(body.preferences).toMatchObject({ mutedLeagues: [] });
    });

    test('only the member sees and sets their preferences', async () => {
      expect((await dana.get<object>(`member/${noa.id}/`)).body).not.toHaveProperty('preferences');
      const { results } = (await dana.get<{ results: object[] }>('member/', { section })).body;
      expect(results.filter((row) => 'preferences' in row)).toMatchObject([{ id: dana.id }]);
      expect((await dana.put(`member/${noa.id}/`, { preferences: {} })).status).toBe(403);
    });

    test.each([
      [{ notifications: { closing: 'no' } }, 'preferences.notifications.closing', 'invalid'],
      [{ notifications: { gossip: false } }, 'preferences.notifications.gossip', 'unknown_field'],
      [{ quiet: { night: 1 } }, 'preferences.quiet.night', 'invalid'],
      [{ quiet: { morning: true } }, 'preferences.quiet.morning', 'unknown_field'],
      [{ quiet: { from: '24:00' } }, 'preferences.quiet.from', 'invalid'],
      [{ quiet: { until: '07:15' } }, 'preferences.quiet.until', 'invalid'],
      [{ quiet: { from: '07:30' } }, 'preferences.quiet.until', 'invalid'],
      [{ quiet: { until: '23:00' } }, 'preferences.quiet.until', 'invalid'],
      [{ muteLeagues: { all: true } }, 'preferences.muteLeagues.all', 'invalid'],
      [{ theme: 'dark' }, 'preferences.theme', 'unknown_field'],
      [{ language: '../heb' }, 'preferences.language', 'invalid'],
    ])('%j is refused', async (preferences, field, code) => {
      const { status, body } = await noa.put<{ fields: object }>(`member/${noa.id}/`, { preferences });
      expect([status, body.fields]).toEqual([400, { [field]: { code } }]);
    });

    test('a kind that is off is not sent, and the others are', async () => {
      await choose(noa, { notifications: { closing: false, new_game: false } });
      const post = await game(30, 40);
      await sendReminders(server.platform.db);
      await dana.put(`post/${post.id}/`, { pinned: true });
      expect(await newsOf(noa, 'closing')).toEqual([]);
      expect(await newsOf(noa, 'new_game')).toHaveLength(1);
      expect(await newsOf(noa, 'pinned')).toHaveLength(1);
      expect(await newsOf(avi, 'closing')).toHaveLength(1);
      // Turning it on again sends no past notifications.
      await choose(noa, { notifications: { closing: true } });
      await sendReminders(server.platform.db);
      expect(await newsOf(noa, 'closing')).toEqual([]);
    });

    test('a notification is in its member’s language, or in Hebrew if there is no such translation', async () => {
      await choose(noa, { language: 'en' });
      await choose(avi, { language: 'fr' });
      await game(30, 40);
      await sendReminders(server.platform.db);
      expect(await newsOf(noa, 'closing')).toMatchObject([
        {
          title: 'Less than an hour left, and no pick yet',
          description: 'אריות · נמרים · and 1 more · חבורה',
        },
      ]);
      expect(await newsOf(avi, 'closing')).toMatchObject([{ title: 'פחות משעה לסגירה, ועוד אין ניחוש' }]);
    });
  });

  describe('members who have not bet yet', () => {
    const lacking = async (who: ApiMember, post: number, query: object = {}) => {
      const { body } = await who.get<{ results: MissingBettor[]; count: number }>('missing/', {
        post,
        ...query,
      });
      return {
        names: body.results.map(({ name, items: openItems }) => [name, openItems]),
        count: body.count,
      };
    };

    test('are listed with the number of their open items, without values, until they bet or the items start', async () => {
      const post = await game(300, 400);
      const [first, second] = items(post);
      await postBets(avi, first, 1, 0);
      await postBets(noa, first, 1);
      expect(await lacking(noa, post.id)).toEqual({
        names: [
          ['אבי', 1],
          ['דנה', 2],
          ['נועה', 2],
        ],
        count: 3,
      });
      expect(await lacking(noa, post.id, { limit: 1, page: 2 })).toEqual({ names: [['דנה', 2]], count: 3 });
      expect(await lacking(noa, post.id, { search: 'נוע' })).toEqual({ names: [['נועה', 2]], count: 1 });
      const { body } = await noa.get<{ results: object[] }>('missing/', { post: post.id });
      expect(body.results.map((row) => Object.keys(row).toSorted())).toEqual(
        Array.from({ length: 3 }, () => ['id', 'image', 'items', 'name']),
      );
      await postBets(avi, second, 2, 2);
      await dana.post('setItemResults/', { item: second.id, value: 'start' });
      expect(await lacking(noa, post.id)).toEqual({
        names: [
          ['דנה', 1],
          ['נועה', 1],
        ],
        count: 2,
      });
      expect(await lacking(noa, post.id, { search: 'נוע' })).toEqual({ names: [['נועה', 1]], count: 1 });
      await dana.post('setItemResults/', { item: first.id, value: 'start' });
      expect(await lacking(noa, post.id)).toEqual({ names: [], count: 0 });
    });

    test('are none in an archived league', async () => {
      const post = await game(300, 400);
      await dana.put(`section/${post.section}/`, { active: false });
      expect(await lacking(noa, post.id)).toEqual({ names: [], count: 0 });
      await dana.put(`section/${post.section}/`, { active: true });
      expect((await lacking(noa, post.id)).count).toBe(3);
    });

    test('are listed after those who have bet on one item, without values, also once it has started', async () => {
      const [first, second] = items(await game(300, 400));
      const bettors = async (item: Item, query: object = {}) => {
        const { body } = await noa.get<{ results: Bettor[]; count: number }>('bettors/', {
          item: item.id,
          ...query,
        });
        return { names: body.results.map(({ name, has_bet }) => [name, has_bet]), count: body.count };
      };
      await postBets(noa, first, 1, 0);
      // A score with one side missing is not a bet.
      await postBets(avi, first, 1);
      await postBets(avi, second, 1, 0);
      const names = [
        ['נועה', true],
        ['אבי', false],
        ['דנה', false],
      ];
      expect(await bettors(first)).toEqual({ names, count: 3 });
      expect(await bettors(first, { limit: 2, page: 2 })).toEqual({ names: [['דנה', false]], count: 3 });
      expect(await bettors(first, { search: 'אב' })).toEqual({ names: [['אבי', false]], count: 1 });
      const { body } = await noa.get<{ results: object[] }>('bettors/', { item: first.id });
      expect(body.results.map((row) => Object.keys(row).toSorted())).toEqual(
        Array.from({ length: 3 }, () => ['has_bet', 'id', 'image', 'name']),
      );
      await dana.post('setItemResults/', { item: first.id, value: 'start' });
      expect(await bettors(first)).toEqual({ names, count: 3 });
    });

    test('are none for a post without items', async () => {
      const { body } = await dana.post<Post>('post/', { section, description: 'סתם' });
      expect(await lacking(noa, body.id)).toEqual({ names: [], count: 0 });
    });
  });

  describe('notifications of messages', () => {
    const postMessage = async (who: ApiMember, post: number, description: string) => {
      const { status, body } = await who.post<{ id: number }>('postComment/', {
        comment_post: post,
        description,
      });
      expect(status).toBe(201);
      return body.id;
    };
    const takeDown = async (who: ApiMember, id: number) =>
      expect((await who.put(`postComment/${id}/`, { active: false })).status).toBe(200);
    const commentNotifications = async (who: ApiMember) =>
      (await who.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results
        .filter(({ kind }) => kind === 'comment')
        .map(({ description, publisher_data, new: isNew }) => [
          publisher_data.member?.name,
          description,
          isNew,
        ]);
    const unread = async (who: ApiMember) =>
      (await who.get<{ activeParams: { notifications: number } }>('getAppData/')).body.activeParams
        .notifications;

    test('the unread messages of a chat share one notification, with the newest; after reading there is a new one', async () => {
      const { id } = await game(300, 400);
      for (const text of ['א', 'ב', 'ג']) await postMessage(noa, id, text);
      const sent = async () => (await newsOf(dana, 'comment')).map(({ description }) => description);
      expect(await sent()).toEqual(['ג']);
      await dana.put('notification/', { new: false });
      await postMessage(avi, id, 'ד');
      expect(await sent()).toEqual(['ד', 'ג']);
      // Another chat has a notification of its own.
      const other = await game(300, 400);
      await postMessage(avi, other.id, 'ה');
      expect(await sent()).toEqual(['ה', 'ד', 'ג']);
      expect((await newsOf(noa, 'comment')).map(({ description }) => description)).toEqual(['ד']);
    });

    test('deleting the newest message puts the unread one before it into the notification, or removes the notification', async () => {
      const { id } = await game(300, 400);
      const staff = await createStaff(server, 'צוות');
      for (const who of [dana, noa, avi]) await who.put('notification/', { new: false });
      const first = await postMessage(noa, id, 'א');
      const second = await postMessage(avi, id, 'ב');
      const third = await postMessage(avi, id, 'ג');
      expect([await commentNotifications(dana), await commentNotifications(noa)]).toEqual([
        [['אבי', 'ג', true]],
        [['אבי', 'ג', true]],
      ]);
      const notifiedMembers = () =>
        server.platform.db
          .selectFrom('live_events')
          .select('member_id')
          .where('type', '=', 'notification')
          .where('id', '>', before)
          .orderBy('member_id')
          .execute();
      let before = 0;
      const startListening = async () => {
        const { rows } = await sql<{ id: number }>`select max(id) as id from live_events`.execute(
          server.platform.db,
        );
        before = rows[0]?.id ?? 0;
      };

      // The notification shows another message.
      await startListening();
      await takeDown(avi, second);
      expect([await commentNotifications(dana), await notifiedMembers()]).toEqual([[['אבי', 'ג', true]], []]);

      await takeDown(avi, third);
      // Noa has no notification of her own message.
      expect([await commentNotifications(dana), await commentNotifications(noa)]).toEqual([
        [['נועה', 'א', true]],
        [],
      ]);
      expect([await unread(dana), await unread(noa)]).toEqual([1, 0]);
      expect((await notifiedMembers()).map(({ member_id }) => member_id)).toEqual(
        [dana.id, noa.id].toSorted((a, b) => a - b),
      );

      await startListening();
      expect((await staff.del('postComment/', { ids: first })).status).toBe(200);
      expect([await commentNotifications(dana), await unread(dana), await notifiedMembers()]).toEqual([
        [],
        0,
        [{ member_id: dana.id }],
      ]);
    });

    test('deleting a message brings back none that was already read, and removes its read notification too', async () => {
      const { id } = await game(300, 400);
      const first = await postMessage(noa, id, 'א');
      await dana.put('notification/', { new: false });
      const second = await postMessage(noa, id, 'ב');
      await takeDown(noa, second);
      expect(await commentNotifications(dana)).toEqual([['נועה', 'א', false]]);
      await takeDown(noa, first);
      expect(await commentNotifications(dana)).toEqual([]);
    });

    test('messages deleted at the same moment leave no notification', async () => {
      for (let nth = 0; nth < 10; nth += 1) {
        const { id } = await game(300, 400);
        const both = [await postMessage(noa, id, 'א'), await postMessage(avi, id, 'ב')] as const;
        await Promise.all([takeDown(noa, both[0]), takeDown(avi, both[1])]);
        expect(await commentNotifications(dana)).toEqual([]);
      }
    });

    test('the migration adds the message to older notifications, and removes those of deleted messages', async () => {
      const { db } = server.platform;
      const [gameWithDeleted, gameWithMessage] = [await game(300, 400), await game(300, 400)];
      const down = await postMessage(noa, gameWithDeleted.id, 'עלבון');
      const up = await postMessage(noa, gameWithMessage.id, 'שלום');
      await sql`update notifications set data = data - 'comment' where kind = 'comment'`.execute(db);
      await takeDown(noa, down);
      expect(await commentNotifications(dana)).toHaveLength(2);
      const migration = new URL('../../src/server/db/migrations/0037_told_messages.sql', import.meta.url);
      await sql`drop index notifications_of_message`.execute(db);
      await sql.raw(readFileSync(migration, 'utf8')).execute(db);
      expect(await commentNotifications(dana)).toEqual([['נועה', 'שלום', true]]);
      await takeDown(noa, up);
      expect(await commentNotifications(dana)).toEqual([]);
    });

    test.each([
      ['has muted the league', (): object => ({ muteLeagues: { [section]: true } })],
      ['has turned off notifications of messages', () => ({ notifications: { comment: false } })],
    ])('a member who %s keeps the earlier notification and its count', async (_, preferences) => {
      const { id } = await game(300, 400);
      await dana.put('notification/', { new: false });
      await postMessage(noa, id, 'א');
      await dana.put(`member/${dana.id}/`, { preferences: preferences() });
      const before = [await commentNotifications(dana), await unread(dana)];
      expect(before).toEqual([[['נועה', 'א', true]], 1]);
      await postMessage(avi, id, 'ב');
      expect([await commentNotifications(dana), await unread(dana)]).toEqual(before);
      const { body } = await dana.get<{ count: number }>('notification/', { new: 'true' });
      expect(body.count).toBe(1);
      expect(await commentNotifications(noa)).toEqual([['אבי', 'ב', true]]);
    });

    test('a member who left the league gets no notification of its messages', async () => {
      const { id } = await game(300, 400);
      await postMessage(noa, id, 'שלום');
      // She is still in another league.
      await noa.post('section/', { name: 'אחרת' });
      await noa.del('membership/', { section });
      await postMessage(avi, id, 'סוד');
      expect(await newsOf(noa, 'comment')).toEqual([]);
      expect(await newsOf(dana, 'comment')).toMatchObject([{ description: 'סוד' }]);
    });

    test('a member whose only message in a chat was deleted gets no notification of later ones', async () => {
      const { id } = await game(300, 400);
      await takeDown(noa, await postMessage(noa, id, 'טעות'));
      await postMessage(avi, id, 'בלעדיה');
      expect(await newsOf(noa, 'comment')).toEqual([]);
      expect((await newsOf(dana, 'comment')).map(({ description }) => description)).toEqual(['בלעדיה']);
    });

    test('deleting the newest message puts none of another chat into the notification', async () => {
      const { id } = await game(300, 400);
      const { id: elsewhere } = await makeLeague(noa, [avi], 'אחרת');
      const own = await makeGame(noa, elsewhere, 'vote', [await makeOptions(noa, elsewhere, ['א', 'ב'])]);
      await dana.put('notification/', { new: false });
      await postMessage(avi, id, 'כאן');
      await postMessage(avi, own.id, 'שם');
      await takeDown(avi, await postMessage(avi, id, 'כאן שוב'));
      expect(await commentNotifications(dana)).toEqual([['אבי', 'כאן', true]]);
    });
  });

  test('a new game, its pin and its moved date notify its league, but nobody who left it or is in another', async () => {
    const {
      members: [ron],
    } = await leagueWithMembers(server, ['רון']);
    const all = async (who: ApiMember) =>
      (await who.get<{ results: Notification[] }>('notification/')).body.results.map(({ kind, link }) => [
        kind,
        link,
      ]);
    await avi.del('membership/', { section });
    const before = await Promise.all([noa, avi].map(all));
    const post = await game(300, 400);
    const [item] = items(post);
    await dana.put(`post/${post.id}/`, { pinned: true });
    await dana.put(`item/${item.id}/`, { date: inMinutes(500) });
    const link = `post/${post.id}`;
    expect(await Promise.all([noa, avi, ron].map(all))).toEqual([
      [['closing', `item?id=${item.id}`], ['pinned', link], ['new_game', link], ...(before[0] ?? [])],
      before[1],
      [],
    ]);
  });

  test('an account that was closed after the members to notify were read gets nothing', async () => {
    await avi.del('member/', { ids: 'me' });
    const link = `section/${section}`;
    const news = { kind: 'pinned', league: section, actor: null, link, data: { game: '' } } as const;
    await notify(server.platform.db, [avi.id, noa.id], news);
    const { rows } = await sql<{ member: number }>`
      select member_id as member from notifications
      where member_id in (${avi.id}, ${noa.id}) and kind = 'pinned'`.execute(server.platform.db);
    expect(rows).toEqual([{ member: noa.id }]);
  });

  test('a member who left the league gets no notification of its results', async () => {
    const [item] = items(await game(300, 400));
    for (const who of [noa, avi]) await postBets(who, item, 1, 0);
    await noa.del('membership/', { section });
    await dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
    expect(await newsOf(noa, 'results')).toEqual([]);
    expect(await newsOf(avi, 'results')).toHaveLength(1);
  });

  test('a result’s notification has the item with the reader’s own pick and points; a former member’s has no item', async () => {
    const post = await game(300, 400);
    const [item] = items(post);
    await postBets(noa, item, 2, 1);
    await postBets(avi, item, 0, 0);
    await dana.post('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
    const itemOf = async (who: ApiMember, kind: string) => {
      const { results } = (await who.get<{ results: Notification[] }>('notification/')).body;
      return results.find((row) => row.kind === kind)?.item;
    };
    for (const [who, values, pts] of [
      [noa, [2, 1], 4],
      [avi, [0, 0], 0],
    ] as const) {
      const about = await itemOf(who, 'results');
      const { timeline: _, ...here } = (await who.get<Item>(`item/${item.id}/`)).body;
      expect(about).toEqual(here);
      const options = Object.values(about?.options ?? {});
      expect([options.map(({ value }) => value), options.map(({ result }) => result), about?.pts]).toEqual([
        values,
        [2, 1],
        pts,
      ]);
    }
    expect(await itemOf(noa, 'new_game')).toBe(null);
    await avi.del('membership/', { section });
    expect(await itemOf(avi, 'results')).toBe(null);
    await dana.put(`post/${post.id}/`, { active: false });
    expect(await itemOf(noa, 'results')).toBe(null);
  });

  test('all notifications can be marked as read at once; the answer has the ids of those that were new', async () => {
    await game(300, 400);
    const { results } = (
      await noa.get<{ results: Notification[] }>('notification/', { new: 'true', limit: 100 })
    ).body;
    expect(results.length).toBeGreaterThan(1);
    const page = async (query: object) => {
      const { body } = await noa.get<{ results: Notification[]; count: number }>('notification/', {
        new: 'true',
        ...query,
      });
      return [body.results, body.count];
    };
    expect(await page({ limit: 1 })).toEqual([results.slice(0, 1), results.length]);
    expect(await page({ limit: 1, page: 2 })).toEqual([results.slice(1, 2), results.length]);
    expect(await page({ offset: 1, limit: 100 })).toEqual([results.slice(1), results.length]);
    // The updates move the oldest one's row behind the others, in the index of members too.
    const { id: someone } = await createMember(server, 'טל');
    for (const owner of [someone, noa.id])
      await sql`update notifications set member_id = ${owner} where id = ${results.at(-1)?.id}`.execute(
        server.platform.db,
      );
    const unreadOf = (who: ApiMember) =>
      who.get<{ count: number }>('notification/', { new: 'true', limit: 1 }).then(({ body }) => body.count);
    const ofOthers = await unreadOf(avi);
    const read = async () => (await noa.put<{ ids: number[] }>('notification/', { new: false })).body.ids;
    expect(await read()).toEqual(results.map(({ id }) => id).toReversed());
    expect(await read()).toEqual([]);
    expect([await unreadOf(noa), await unreadOf(avi)]).toEqual([0, ofOthers]);
    expect(ofOthers).toBeGreaterThan(0);
  });

  test('notifications of a deleted game say so and link to its league; restoring it restores them', async () => {
    const post = await game(30, 40);
    await sendReminders(server.platform.db);
    const link = `post/${post.id}`;
    const { description } = post;
    const expectedText = { title: 'משחק חדש מחכה לניחוש', description: `${description} · חבורה`, link };
    const newest = async (who: ApiMember) => (await newsOf(who, 'new_game'))[0];
    expect(await newest(noa)).toEqual(expectedText);
    await postBets(avi, items(post)[0], 1, 0);
    await dana.post('setItemResults/', { item: items(post)[0].id, value: { home: 1, away: 0 } });
    await avi.post('postComment/', { comment_post: post.id, description: 'בול' });

    await dana.put(`post/${post.id}/`, { active: false });
    const deleted = {
      title: 'המשחק הזה נמחק',
      description: `${description} · חבורה`,
      link: `section/${section}`,
    };
    expect(await newest(noa)).toEqual(deleted);
    expect(await newsOf(dana, 'comment')).toEqual([deleted]);
    const ofItem = { ...deleted, description: 'אריות · נמרים · חבורה' };
    expect(await newsOf(avi, 'results')).toEqual([ofItem]);
    expect((await newsOf(noa, 'closing')).map((row) => row.link)).toEqual([`section/${section}`]);
    await avi.put(`member/${avi.id}/`, { preferences: { language: 'en' } });
    expect(await newest(avi)).toMatchObject({ title: 'This game was deleted' });
    // A former member is linked to the notifications only.
    await avi.del('membership/', { section });
    expect(await newest(avi)).toEqual({ title: 'This game was deleted', description, link: 'notifications' });

    await dana.put(`post/${post.id}/`, { active: true });
    expect(await newest(noa)).toEqual(expectedText);
  });

  test('pinning a post that is deleted, or whose league is archived, notifies nobody', async () => {
    const post = await game(30, 40);
    const pin = async (change: object) =>
      expect((await dana.put(`post/${post.id}/`, change)).status).toBe(200);
    await pin({ active: false });
    await pin({ pinned: true });
    await pin({ pinned: false });
    await pin({ active: true });
    await pin({ active: false, pinned: true });
    await pin({ pinned: false });
    await pin({ active: true });
    await dana.put(`section/${section}/`, { active: false });
    await pin({ pinned: true });
    await pin({ pinned: false });
    expect(await newsOf(noa, 'pinned')).toEqual([]);
    await dana.put(`section/${section}/`, { active: true });
    await pin({ pinned: true });
    expect(await newsOf(noa, 'pinned')).toHaveLength(1);
  });

  test('notifications of a post without items do not mention picks', async () => {
    const { id } = (await dana.post<Post>('post/', { section, description: 'נפגשים אצלי' })).body;
    expect((await newsOf(noa, 'new_game'))[0]).toMatchObject({
      title: 'הודעה חדשה לכולם',
      description: 'נפגשים אצלי · חבורה',
    });
    await noa.put(`member/${noa.id}/`, { preferences: { language: 'en' } });
    expect((await newsOf(noa, 'new_game'))[0]).toMatchObject({ title: 'A new message for everyone' });
    await dana.del('post/', { ids: id });
    expect((await newsOf(noa, 'new_game'))[0]).toMatchObject({ title: 'This message was deleted' });
    expect((await newsOf(avi, 'new_game'))[0]).toMatchObject({ title: 'ההודעה הזאת נמחקה' });
  });

  describe('the games that a member has not bet on', () => {
    test('are ordered by their first open deadline, regardless of pins and age', async () => {
      const [laterGame, soonerGame, betGame] = [
        await game(500, 400),
        await game(300, 900),
        await game(100, 800),
      ];
      const dateless = (
        await dana.post<Post>('createPostV3/', {
          section,
          itemType: type,
          rules: { description: 'בלי שעה' },
          groups: [{ options: one() }],
        })
      ).body;
      await dana.put(`post/${laterGame.id}/`, { pinned: true });
      // Its first match has a bet, so its second one counts.
      await postBets(noa, items(betGame)[0], 1, 0);
      const { body } = await noa.get<{ results: Post[]; count: number }>('post/', {
        section,
        to_bet: 'true',
      });
      const mine = body.results.map(({ id }) => id).filter((id) => id !== other(body.results));
      expect(mine).toEqual([soonerGame.id, laterGame.id, betGame.id, dateless.id]);
      for (const item of items(soonerGame)) await postBets(noa, item, 1, 1);
      const gamesToBet = await noa.get<{ results: Post[] }>('post/', { section, to_bet: 'true', limit: 1 });
      expect(gamesToBet.body.results.map(({ id }) => id)).toEqual([laterGame.id]);
    });
    const other = (posts: Post[]) => posts.find(({ description }) => description === 'אחר')?.id;
  });
});

test('two servers that send reminders at the same moment remind each member once', async () => {
  const server = await startServer({ database: 'postgres' });
  const { databaseUrl, dataDir } = server.platform.settings;
  const second = await createServer(
    readSettings({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir }),
  );
  try {
    const dana = await createMember(server, 'דנה');
    const friends = await Promise.all(['נועה', 'אבי', 'גיא'].map((name) => createMember(server, name)));
    const { id: section } = await makeLeague(dana, friends);
    const teams = await makeOptions(dana, section, ['אריות', 'נמרים']);
    for (let at = 0; at < 5; at += 1)
      await makeGame(dana, section, 'home/away', [teams], { due_date: inMinutes(20 + at) });
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, at) => sendReminders((at % 2 ? server : second).platform.db)),
    );
    const { rows } = await sql<{ member: number; count: number }>`
      select member_id as member, count(*) as count from notifications where kind = 'closing' group by 1 order by 1`.execute(
      server.platform.db,
    );
    const memberIds = [dana, ...friends].map(({ id }) => id).toSorted((a, b) => a - b);
    expect(rows).toEqual(memberIds.map((member) => ({ member, count: 5 })));
    // The servers' own jobs may have sent some before.
    expect(sent.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20);
  } finally {
    await second.close();
    await server.close();
  }
});

test('reminders wait for a bet that is being stored: nobody is reminded after their bet', async () => {
  const server = await startServer({ database: 'postgres' });
  try {
    const { db } = server.platform;
    const dana = await createMember(server, 'דנה');
    const { id: section } = await makeLeague(dana, []);
    const teams = await makeOptions(dana, section, ['אריות', 'נמרים']);
    for (let round = 0; round < 40; round += 1) {
      const post = await makeGame(dana, section, 'home/away', [teams], { due_date: inMinutes(20) });
      const [item] = post.items_data as [Item];
      const { rows: before } = await sql<{ id: number }>`select max(id) as id from live_events`.execute(db);
      const [answer] = await Promise.all([postBets(dana, item, 1, 0), sendReminders(db)]);
      expect(answer.status).toBe(201);
      // Event ids are in order of commit: a reminder's event must come before the bet's.
      const { rows } = await sql<{ type: string }>`
        select type from live_events where id > ${before[0]?.id} order by id`.execute(db);
      const types = rows.map(({ type }) => type);
      expect([['votes'], ['notification', 'votes']]).toContainEqual(types);
    }
  } finally {
    await server.close();
  }
});
