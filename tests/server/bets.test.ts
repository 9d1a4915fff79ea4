import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bet, Item, Post } from '#contract/models.ts';
import type { Problem } from '#contract/failures.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  leagueWithMembers,
  createMember,
  createStaff,
  postBets,
  isoInDays,
  readItem,
  makeGame,
  makeLeague,
  makeOptions,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server/server.ts';

const only = ({ items_data: [item] }: Post): Item => {
  if (!item) throw new Error('no item');
  return item;
};

onBothDatabases((database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, outsider: ApiMember;
  let section: number;
  let options: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    outsider = await createMember(server, 'זר');
    ({
      section,
      options,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב', 'ג']));
  });
  afterAll(() => server.close());

  const values = async (item: Item, who = noa) =>
    Object.values((await readItem(who, item)).options).map(({ value }) => value);
  const o = (item: Item, at: number): number => optionIdsOf(item)[at] ?? 0;
  const match = async (rules = {}) =>
    only(await makeGame(dana, section, 'home/away', [options.slice(0, 2)], rules));
  const vote = async (rules = {}) => only(await makeGame(dana, section, 'vote', [options], rules));
  const balance = async (rules = {}) => only(await makeGame(dana, section, 'balance', [options], rules));
  const refused = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    const { code, fields } = body as Problem;
    return { status, code, fields };
  };

  describe('writing bets', () => {
    test('one bet is answered 201 with the bet; a later one replaces it under the same id', async () => {
      const item = await match();
      const body = { itemOption: o(item, 0), post: item.post, value: 2 };
      const first = await noa.post<Bet>('bet/', body);
      expect([first.status, first.body]).toEqual([
        201,
        {
          ...body,
          item: item.id,
          id: first.body.id,
          created: first.body.created,
          updated: first.body.updated,
          version: 1,
          seal: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        },
      ]);
      const second = await noa.post<Bet>('bet/', { ...body, value: 3 });
      expect(second.body).toMatchObject({ id: first.body.id, value: 3 });
      expect(await values(item)).toEqual([3, null]);
    });

    test('an array is answered by an array in its order, and the later of two bets on one option counts', async () => {
      const item = await match();
      const [home, away] = optionIdsOf(item);
      const answer = await noa.post<Bet[]>('bet/', [
        { itemOption: away, value: 1 },
        { itemOption: home, value: 2 },
        { itemOption: away, value: 0 },
      ]);
      expect(answer.body.map(({ itemOption, value }) => [itemOption, value])).toEqual([
        [away, 0],
        [home, 2],
        [away, 0],
      ]);
      expect(await values(item)).toEqual([2, 0]);
    });

    test('all or nothing: a bet that is refused undoes the others of its array', async () => {
      const [open, closed] = [await match(), await match()];
      await dana.post('setItemResults/', { item: closed.id, value: 'start' });
      const both = [open, closed].map((item) => ({ itemOption: o(item, 0), value: 1 }));
      const answer = await noa.post<Problem>('bet/', both);
      expect(answer.status).toBe(409);
      expect(answer.body.current).toMatchObject({ id: closed.id, status: 'started' });
      expect([await values(open), await values(closed)]).toEqual([
        [null, null],
        [null, null],
      ]);
      expect(
        await refused(noa.post('bet/', [both[0], { itemOption: 2_000_000_000, value: 1 }])),
      ).toMatchObject({ status: 404 });
      expect(await values(open)).toEqual([null, null]);
    });

    test('PUT changes a bet, DELETE clears it; each only by its own member', async () => {
      const item = await match();
      await postBets(noa, item, 2, 1);
      const [home, away] = (await noa.get<{ results: Bet[] }>('bet/', { item: item.id })).body.results;
      expect((await noa.put<Bet>(`bet/${home?.id}/`, { value: 5 })).body.value).toBe(5);
      expect((await dana.put(`bet/${home?.id}/`, { value: 7 })).status).toBe(404);
      expect((await dana.get(`bet/${home?.id}/`)).status).toBe(404);
      expect((await dana.del('bet/', { ids: home?.id ?? 0 })).status).toBe(404);
      expect(
        (await noa.put<Problem>(`bet/${home?.id}/`, { value: 5, itemOption: away?.itemOption })).body.fields,
      ).toEqual({
        itemOption: { code: 'invalid' },
      });
      expect((await noa.put<Problem>(`bet/${home?.id}/`, { value: 10 })).body.fields).toEqual({
        value: { code: 'too_big', limit: 9 },
      });
      expect((await noa.del('bet/', { ids: `${home?.id}` })).status).toBe(200);
      expect(await values(item)).toEqual([null, 1]);
      expect((await dana.get<{ count: number }>('bet/', { item: item.id })).body.count).toBe(0);
    });
  });

  describe('a closed item', () => {
    // Every way to write a bet, tried against every reason to be closed.
    const writesOfBets: Record<
      string,
      (item: Item, betIds: number[]) => Promise<{ status: number; body: unknown }>
    > = {
      single: (item) => noa.post('bet/', { itemOption: o(item, 0), value: 3 }),
      bulk: (item) => postBets(noa, item, 3, 3),
      put: (_, [id]) => noa.put(`bet/${id}/`, { value: 3 }),
      delete: (_, ids) => noa.del('bet/', { ids: ids.join(',') }),
    };
    const reasons: Record<string, (item: Item) => Promise<unknown>> = {
      started: (item) => dana.post('setItemResults/', { item: item.id, value: 'start' }),
      ended: (item) => dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 1 } }),
      void: (item) => dana.post('setItemResults/', { item: item.id, value: 'void' }),
      // The trigger refuses a date in the past.
      'past its date': (item) =>
        server.platform.db.transaction().execute(async (trx) => {
          await sql`alter table items disable trigger item_life`.execute(trx);
          await sql`update items set date = clock_timestamp() - interval '1 millisecond' where id = ${item.id}`.execute(
            trx,
          );
          await sql`alter table items enable trigger item_life`.execute(trx);
        }),
    };
    for (const [reason, close] of Object.entries(reasons)) {
      test.each(Object.keys(writesOfBets))(`${reason}: %s is refused with the current item`, async (way) => {
        const item = await match();
        await postBets(noa, item, 1, 0);
        const { results } = (await noa.get<{ results: Bet[] }>('bet/', { item: item.id })).body;
        await close(item);
        const { status, body } = (await writesOfBets[way]?.(
          item,
          results.map(({ id }) => id),
        )) ?? { status: 0, body: null };
        expect(status).toBe(409);
        expect(body).toMatchObject({ code: 'item_closed', current: { id: item.id, readonly: true } });
        expect(await values(item)).toEqual([1, 0]);
      });
    }

    test('a post that was removed takes no bets', async () => {
      const item = await match();
      await dana.del('post/', { ids: item.post });
      expect(await refused(postBets(dana, item, 1, 1))).toMatchObject({ status: 409, code: 'item_closed' });
      expect((await postBets(noa, item, 1, 1)).status).toBe(404);
    });

    test('a league that is closed takes no bets', async () => {
      const league = await makeLeague(dana, [noa], 'סגורה');
      const item = only(await makeGame(dana, league.id, 'home/away', [options.slice(0, 2)]));
      await dana.put(`section/${league.id}/`, { active: false });
      expect(await refused(postBets(noa, item, 1, 1))).toMatchObject({ status: 409, code: 'item_closed' });
    });

    test('an outsider’s bet is a 404 as on an unknown option, and so is a former member’s', async () => {
      const item = await match();
      const absent = await outsider.post('bet/', { itemOption: 2_000_000_000, value: 1 });
      const foreign = await outsider.post('bet/', { itemOption: o(item, 0), value: 1 });
      expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
      const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
      await outsider.get('joinAClan/', { code });
      expect((await postBets(outsider, item, 1, 1)).status).toBe(201);
      await outsider.del('membership/', { section });
      expect((await postBets(outsider, item, 2, 2)).status).toBe(404);
    });

    test('a guest’s bet is a 401; a bet of staff who are not in the league is a 403', async () => {
      const item = await match();
      expect((await api(server.url).post('bet/', { itemOption: o(item, 0), value: 1 })).status).toBe(401);
      expect((await postBets(await createStaff(server, 'צוות'), item, 1, 1)).status).toBe(403);
    });

    test('a bet in another league refuses all bets of its array', async () => {
      const item = await match();
      const own = { itemOption: o(item, 0), value: 1 };
      const staff = await createStaff(server, 'צוות');
      const hidden = await makeLeague(outsider, [], 'של זר');
      const foreign = only(
        await makeGame(outsider, hidden.id, 'vote', [await makeOptions(outsider, hidden.id, ['ד', 'ה'])]),
      );
      const official = (await staff.post<{ id: number }>('section/', { name: 'רשמית', custom: false })).body
        .id;
      const open = only(
        await makeGame(staff, official, 'vote', [await makeOptions(staff, official, ['ו', 'ז'])]),
      );
      const statusWith = async (other: Item) =>
        (await noa.post('bet/', [own, { itemOption: o(other, 0), value: 1 }])).status;
      expect([await statusWith(foreign), await statusWith(open)]).toEqual([404, 403]);
      expect(await values(item)).toEqual([null, null]);
    });

    test('the database itself refuses to reopen an item', async () => {
      const item = await match();
      await reasons['past its date']?.(item);
      const { db } = server.platform;
      await expect(
        db
          .updateTable('items')
          .set({ date: isoInDays(1) })
          .where('id', '=', item.id)
          .execute(),
      ).rejects.toThrow(/ahead/);
      expect((await dana.put<Problem>(`item/${item.id}/`, { date: isoInDays(1) })).body.code).toBe(
        'item_closed',
      );
      await dana.post('setItemResults/', { item: item.id, value: 'start' });
      await expect(
        db.updateTable('items').set({ status: 'open' }).where('id', '=', item.id).execute(),
      ).rejects.toThrow(/one way/);
    });
  });

  describe('values', () => {
    test('a digit is a whole number from 0 to 9', async () => {
      const item = await match();
      const [home] = optionIdsOf(item);
      const one = (value: unknown) => refused(noa.post('bet/', { itemOption: home, value }));
      expect(await one(10)).toEqual({
        status: 400,
        code: 'validation',
        fields: { value: { code: 'too_big', limit: 9 } },
      });
      expect((await one(-1)).fields).toEqual({ value: { code: 'too_small', limit: 0 } });
      for (const value of [1.5, '1', null]) expect((await one(value)).status).toBe(400);
      expect((await refused(postBets(noa, item, 1, 12))).fields).toEqual({
        '1.value': { code: 'too_big', limit: 9 },
      });
      expect(
        (await refused(noa.post('bet/', { itemOption: home, value: 1, member: dana.id }))).fields,
      ).toEqual({
        member: { code: 'unknown_field' },
      });
      expect((await refused(noa.post('bet/', { itemOption: home, value: 1, post: 999_999 }))).fields).toEqual(
        {
          post: { code: 'invalid' },
        },
      );
      expect(await values(item)).toEqual([null, null]);
    });

    test('a vote with one pick: a new bet replaces it, 0 deletes it', async () => {
      const item = await vote();
      await postBets(noa, item, 1);
      expect((await postBets(noa, item, undefined, 1)).status).toBe(201);
      expect(await values(item)).toEqual([null, 1, null]);
      expect((await readItem(noa, item)).bet_option).toBe(o(item, 1));
      expect((await refused(postBets(noa, item, 1, 1))).fields).toEqual({
        '1.value': { code: 'too_big', limit: 1 },
      });
      expect((await refused(postBets(noa, item, 2))).fields).toEqual({
        '0.value': { code: 'too_big', limit: 1 },
      });
      const takenBack = await noa.post<Bet>('bet/', { itemOption: o(item, 1), value: 0 });
      expect([takenBack.status, takenBack.body.value]).toEqual([201, 0]);
      expect((await noa.post<Bet>('bet/', { itemOption: o(item, 1), value: 0 })).status).toBe(201);
      expect(await values(item)).toEqual([null, null, null]);
      expect((await readItem(noa, item)).bettors).toBe(0);
    });

    test('a vote with two picks: a third is refused, swapping one for another in one array is accepted', async () => {
      const item = await vote({ bets_allow: 2 });
      await postBets(noa, item, 1, 1);
      expect((await refused(postBets(noa, item, undefined, undefined, 1))).fields).toEqual({
        '0.value': { code: 'too_big', limit: 2 },
      });
      expect((await postBets(noa, item, 0, undefined, 1)).status).toBe(201);
      expect(await values(item)).toEqual([null, 1, 1]);
    });

    test('a balance takes up to its votes in all, checked by the sum after the whole array', async () => {
      const item = await balance({ votesForPoint: 50, bets_allow: 2 });
      expect((await postBets(noa, item, 60, 40)).status).toBe(201);
      expect((await refused(postBets(noa, item, undefined, undefined, 1))).fields).toEqual({
        '0.value': { code: 'too_big', limit: 100 },
      });
      expect((await refused(postBets(noa, item, 101))).fields).toEqual({
        '0.value': { code: 'too_big', limit: 100 },
      });
      // More on one option and less on another fits, in one array.
      expect((await postBets(noa, item, 10, 40, 50)).status).toBe(201);
      expect(await values(item)).toEqual([10, 40, 50]);
      const mine = (await noa.get<{ results: Bet[] }>('bet/', { item: item.id })).body.results;
      expect((await refused(noa.put(`bet/${mine[0]?.id}/`, { value: 11 }))).status).toBe(400);
    });
  });

  describe('an Idempotency-Key', () => {
    let item: Item;
    beforeEach(async () => {
      item = await match();
    });
    test('a repeated request gets the first answer; another body under the same key is 422', async () => {
      const body = { itemOption: o(item, 0), value: 4 };
      const headers = { 'Idempotency-Key': `bet-${item.id}` };
      const first = await noa.post('bet/', body, headers);
      await noa.post('bet/', { ...body, value: 5 });
      expect((await noa.post('bet/', body, headers)).body).toEqual(first.body);
      expect(await values(item)).toEqual([5, null]);
      expect((await noa.post('bet/', { ...body, value: 6 }, headers)).status).toBe(422);
    });
  });
});
