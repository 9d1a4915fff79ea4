import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, MemberBets, PointsEntry, Post } from '#contract/models.ts';
import {
  createStaff,
  isoInDays,
  leagueWithMembers,
  makeGame,
  postBets,
  readItem,
} from '#tests/support/server/leagues-and-games.ts';
import { openEventStream } from '#tests/support/server/event-stream.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

type Problem = { code?: string; current?: Item; fields?: unknown };

describe('a joker', () => {
  onOneDatabase('postgres', (database) => {
    let server: TestServer;
    let section: number;
    let options: number[];
    let noa: ApiMember, dana: ApiMember, yossi: ApiMember;
    beforeAll(async () => {
      server = await startServer({ database });
      ({
        section,
        options,
        members: [noa, dana, yossi],
      } = await leagueWithMembers(server, ['נועה', 'דנה', 'יוסי'], ['א', 'ב', 'ג', 'ד']));
    });
    afterAll(() => server.close());

    const round = async (rules: Record<string, number | boolean> = { joker: true }) => {
      const groups = [options.slice(0, 2), options.slice(2)];
      const { items_data } = await makeGame(noa, section, 'home/away', groups, rules);
      return items_data as [Item, Item];
    };
    const place = (who: ApiMember, { id: item }: Item) => who.post<Item & Problem>('joker/', { item });
    const takeJoker = (who: ApiMember, { id: item }: Item) => who.del<Item & Problem>('joker/', { item });
    const end = (item: Item, value: unknown, by: object = {}) =>
      noa.post<Item>('setItemResults/', { item: item.id, value, ...by });
    const states = async (who: ApiMember, items: readonly Item[]) => {
      const [first] = items;
      const { items_data } = (await who.get<Post>(`post/${first?.post}/`)).body;
      const alone = await Promise.all(items.map((item) => readItem(who, item)));
      expect(items_data.map(({ joker }) => joker)).toEqual(alone.map(({ joker }) => joker));
      return alone.map(({ joker }) => joker);
    };
    const shownJokers = async (who: ApiMember, { id: item }: Item) => {
      const { body } = await who.get<{ membersOptions: MemberBets[] }>('getItemBets/', { item });
      return Object.fromEntries(body.membersOptions.map(({ name, joker }) => [name, joker]));
    };

    test('can be placed, moved and withdrawn until its item closes, and then stays there', async () => {
      const [first, second] = await round();
      expect(await states(dana, [first, second])).toEqual(['free', 'free']);
      const { status, body } = await place(dana, first);
      expect([status, body.id, body.joker]).toEqual([200, first.id, 'here']);
      expect(await states(dana, [first, second])).toEqual(['here', 'free']);
      // Placing it again changes nothing; placing it on another item moves it.
      const placed = () =>
        server.platform.db
          .selectFrom('jokers')
          .select(['item_id', 'placed'])
          .where('post_id', '=', first.post)
          .execute();
      const before = await placed();
      expect((await place(dana, first)).body.joker).toBe('here');
      expect(await placed()).toEqual(before);
      expect((await place(dana, second)).body.joker).toBe('here');
      expect(await states(dana, [first, second])).toEqual(['free', 'here']);
      expect((await takeJoker(dana, first)).body.joker).toBe('free');
      expect(await states(dana, [first, second])).toEqual(['free', 'here']);
      expect((await takeJoker(dana, second)).body.joker).toBe('free');
      expect(await states(dana, [first, second])).toEqual(['free', 'free']);
      await place(dana, second);
      expect(await states(yossi, [first, second])).toEqual(['free', 'free']);
      await place(yossi, first);

      await end(second, 'start');
      expect(await states(dana, [first, second])).toEqual(['spent', 'here']);
      // Withdrawing it from another item changes nothing.
      const { status: taken, body: without } = await takeJoker(dana, first);
      expect([taken, without.joker]).toEqual([200, 'spent']);
      for (const refused of [
        await place(dana, first),
        await takeJoker(dana, second),
        await place(yossi, second),
      ])
        expect([refused.status, refused.body.code, refused.body.current?.id]).toEqual([
          409,
          'item_closed',
          second.id,
        ]);
      // A joker on the open item stays there, and a member without one can still place it there.
      expect(await states(yossi, [first, second])).toEqual(['here', 'free']);
      expect((await place(noa, first)).body.joker).toBe('here');
    });

    test('is taken back alone: neither its member’s joker of another game nor another member’s on the item', async () => {
      const [first, second] = await round();
      const [elsewhere] = await round();
      for (const [who, item] of [
        [dana, first],
        [yossi, first],
        [dana, elsewhere],
      ] as const)
        expect((await place(who, item)).body.joker).toBe('here');
      expect((await takeJoker(dana, first)).body.joker).toBe('free');
      expect([await states(dana, [first, second]), await states(yossi, [first, second])]).toEqual([
        ['free', 'free'],
        ['here', 'free'],
      ]);
      expect((await readItem(dana, elsewhere)).joker).toBe('here');
    });

    test('cannot be moved to or from an item whose date has passed by the server’s clock', async () => {
      const [first, second] = await round();
      await place(dana, second);
      const close = ({ id }: Item) =>
        server.platform.db.transaction().execute(async (trx) => {
          await sql`alter table items disable trigger item_life`.execute(trx);
          await trx
            .updateTable('items')
            .set({ date: isoInDays(-1) })
            .where('id', '=', id)
            .execute();
          await sql`alter table items enable trigger item_life`.execute(trx);
        });
      await close(second);
      const [conflicting, tooLate] = [await place(dana, first), await place(yossi, second)];
      expect([conflicting.status, conflicting.body.current?.id, tooLate.status]).toEqual([
        409,
        second.id,
        409,
      ]);
      expect(await states(dana, [first, second])).toEqual(['spent', 'here']);
    });

    test('is refused in a league that is archived, and placed once it is open again', async () => {
      const [item] = await round();
      await noa.put(`section/${section}/`, { active: false });
      const { status, body } = await place(dana, item);
      await noa.put(`section/${section}/`, { active: true });
      expect([status, body.code, body.current?.id]).toEqual([409, 'item_closed', item.id]);
      expect((await place(dana, item)).status).toBe(200);
    });

    test('is in its own member’s export only', async () => {
      const [first, second] = await round();
      await place(dana, first);
      await place(yossi, second);
      const exported = async (who: ApiMember) => {
        const { jokers } = (await who.get<{ jokers: { item: number; item_name: string }[] }>('export/')).body;
        return jokers.filter(({ item }) => [first.id, second.id].includes(item));
      };
      const placed = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
      expect(await exported(dana)).toEqual([{ placed, item: first.id, item_name: first.name }]);
      expect(await exported(yossi)).toEqual([{ placed, item: second.id, item_name: second.name }]);
      expect(await exported(noa)).toEqual([]);
    });

    test('is refused in a game without jokers, and to staff who are not in the league', async () => {
      for (const rules of [{}, { joker: false }]) {
        const [item] = await round(rules);
        expect(item.joker).toBeUndefined();
        const { status, body } = await place(dana, item);
        expect([status, body.fields]).toEqual([400, { item: { code: 'invalid' } }]);
      }
      const [item] = await round();
      const staff = await createStaff(server, 'צוות');
      expect([(await place(staff, item)).status, (await takeJoker(staff, item)).status]).toEqual([403, 403]);
      expect((await readItem(staff, item)).joker).toBeUndefined();
      expect((await noa.post('joker/', { item: 2_000_000_000 })).status).toBe(404);
    });

    test('is shown to others with the bet from the start on, and placing it is an event for its member only', async () => {
      const [first, second] = await round();
      const own = await openEventStream(server.url, dana.token);
      const others = await openEventStream(server.url, yossi.token);
      await postBets(dana, first, 2, 1);
      await postBets(yossi, first, 0, 0);
      await others.until(2);
      await place(dana, second);
      await place(dana, first);
      // The start is the next event that others get.
      expect([await shownJokers(dana, first), await shownJokers(yossi, first)]).toEqual([
        { דנה: true },
        { יוסי: undefined },
      ]);
      await end(first, 'start');
      const othersEvents = (await others.until(3)).map(({ type, item }) => [type, item]);
      expect(othersEvents).toEqual([
        ['votes', first.id],
        ['votes', first.id],
        ['item', first.id],
      ]);
      // Her own devices get an event of the second match, and of both when it moves to the first.
      const ownEvents = (await own.until(6)).slice(2, 5);
      expect(ownEvents.map(({ type }) => type)).toEqual(['votes', 'votes', 'votes']);
      expect(ownEvents.map(({ item }) => item ?? 0).toSorted((a, b) => a - b)).toEqual([
        first.id,
        second.id,
        second.id,
      ]);
      expect(await shownJokers(yossi, first)).toEqual({ דנה: true, יוסי: undefined });
      own.close();
      others.close();
      const { jokers } = (await dana.get<{ jokers: { item: number }[] }>('export/')).body;
      expect(jokers.filter(({ item }) => item === first.id || item === second.id)).toEqual([
        { item: first.id, item_name: 'א · ב', placed: expect.any(String) },
      ]);
    });

    test('doubles its member’s points, through corrections and a void, with a reason', async () => {
      const [first, second] = await round({ joker: true, multiplier: 2 });
      for (const item of [first, second]) {
        await postBets(dana, item, 2, 1);
        await postBets(yossi, item, 2, 1);
      }
      await place(dana, first);
      await place(yossi, second);
      const points = async () =>
        Promise.all(
          [dana, yossi].flatMap((who) =>
            [first, second].map(async (item) => (await readItem(who, item)).pts),
          ),
        );
      await end(first, { home: 2, away: 1 });
      await end(second, { home: 3, away: 2 });
      expect(await points()).toEqual([16, 6, 8, 12]);
      const reason = (await readItem(dana, first)).ptsDetails.reason;
      expect([reason?.code, reason?.multiplier, reason?.joker]).toEqual(['exact', 2, true]);
      expect((await readItem(yossi, first)).ptsDetails.reason?.joker).toBeUndefined();
      const before = (await noa.get('standings/', { section })).body;
      const { version } = await readItem(noa, first);
      await end(first, { home: 0, away: 0 }, { version });
      expect(await points()).toEqual([0, 6, 0, 12]);
      await end(first, { home: 2, away: 1 }, { version: version + 1 });
      expect(await points()).toEqual([16, 6, 8, 12]);
      expect((await noa.get('standings/', { section })).body).toEqual(before);
      const entries = (await dana.get<{ results: PointsEntry[] }>('points/', { section, post: first.post }))
        .body;
      expect(entries.results.map(({ points: ofLine, reason: why }) => [ofLine, why.joker])).toEqual([
        [16, true],
        [-16, undefined],
        [6, undefined],
        [16, true],
      ]);
      await end(second, 'void', { version: (await readItem(noa, second)).version });
      expect(await points()).toEqual([16, 0, 8, 0]);
    });
  });
});
