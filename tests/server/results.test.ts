import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Item, Notification, PointsEntry, Post } from '#contract/models.ts';
import type { Problem } from '#contract/failures.ts';
import {
  leagueWithMembers,
  createMember,
  postBets,
  isoInDays,
  readItem,
  makeGame,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

const only = ({ items_data: [item] }: Post): Item => {
  if (!item) throw new Error('no item');
  return item;
};
type Refused = Pick<Problem, 'code' | 'fields'> & { current?: Item };

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember, outsider: ApiMember;
  let section: number;
  let options: number[];
  let item: Item;
  beforeAll(async () => {
    server = await startServer({ database });
    outsider = await createMember(server, 'זר');
    ({
      section,
      options,
      members: [dana, noa, avi],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי'], ['א', 'ב', 'ג']));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    item = only(await makeGame(dana, section, 'home/away', [options.slice(0, 2)]));
  });

  const enter = (value: unknown, version?: number, who = dana, id = item.id) =>
    who.post<Item & Refused>('setItemResults/', {
      item: id,
      value,
      ...(version === undefined ? {} : { version }),
    });
  const kinds = async () => (await readItem(noa, item)).timeline?.map(({ kind, version }) => [kind, version]);
  const ledgerOf = async (who: ApiMember) =>
    (await who.get<{ results: PointsEntry[] }>('points/', { section, limit: 100 })).body.results.filter(
      (entry) => entry.item?.id === item.id,
    );

  describe('an item’s life', () => {
    test('an item is started once: a second start is 409 with the item', async () => {
      expect((await enter('start')).body).toMatchObject({
        status: 'started',
        started: true,
        ended: false,
        version: 2,
      });
      const second = await enter('start');
      expect(second.status).toBe(409);
      expect(second.body).toMatchObject({
        code: 'conflict',
        current: { id: item.id, status: 'started', version: 2 },
      });
      expect(await kinds()).toEqual([
        ['made', 1],
        ['started', 2],
      ]);
    });

    test('a result of an open item starts and ends it', async () => {
      const { body } = await enter({ home: 1, away: 0 });
      expect(body).toMatchObject({ status: 'ended', started: true, ended: true, version: 2 });
      expect((await enter('start')).status).toBe(409);
      const [, step] = (await readItem(noa, item)).timeline ?? [];
      const [home, away] = optionIdsOf(item);
      expect(step).toMatchObject({
        kind: 'result',
        by: { id: dana.id, name: 'דנה' },
        from: null,
        to: { [String(home)]: 1, [String(away)]: 0 },
      });
    });

    test('a correction needs the present version; without it, or with an old one, it is 409 with the item', async () => {
      await enter({ home: 1, away: 0 });
      for (const version of [undefined, 1, 3]) {
        const refused = await enter({ home: 2, away: 0 }, version);
        expect(refused.status).toBe(409);
        expect(refused.body.current).toMatchObject({ version: 2, status: 'ended' });
      }
      const corrected = await enter({ home: 2, away: 0 }, 2);
      expect(corrected.body).toMatchObject({ status: 'ended', version: 3 });
      const [home, away] = optionIdsOf(item);
      expect((await readItem(noa, item)).timeline?.at(-1)).toMatchObject({
        kind: 'corrected',
        from: { [String(home)]: 1, [String(away)]: 0 },
        to: { [String(home)]: 2, [String(away)]: 0 },
      });
    });

    test('the present result, sent again, is no correction', async () => {
      await enter({ home: 1, away: 0 });
      expect((await enter({ home: 1, away: 0 }, 2)).body).toMatchObject({ version: 2 });
      expect(await kinds()).toEqual([
        ['made', 1],
        ['result', 2],
      ]);
    });

    test('an item can be voided while it is open, after its start and after its result, and stays void', async () => {
      expect((await enter('void')).body).toMatchObject({ status: 'void', started: false, readonly: true });
      for (const value of ['start', 'void', { home: 1, away: 0 }])
        expect((await enter(value)).status).toBe(409);
      item = only(await makeGame(dana, section, 'home/away', [options.slice(0, 2)]));
      await enter('start');
      expect((await enter('void')).body).toMatchObject({ status: 'void', started: true, version: 3 });
      item = only(await makeGame(dana, section, 'home/away', [options.slice(0, 2)]));
      await postBets(noa, item, 1, 0);
      await enter({ home: 1, away: 0 });
      expect((await readItem(noa, item)).pts).toBe(4);
      expect((await enter('void')).status).toBe(409);
      expect((await enter('void', 2)).body).toMatchObject({ status: 'void', version: 3 });
      expect(await readItem(noa, item)).toMatchObject({
        pts: 0,
        result: null,
        ptsDetails: { reason: { code: 'void', result: [] } },
      });
      expect((await ledgerOf(noa)).map(({ points, total }) => [points, total])).toEqual([
        [-4, 0],
        [4, 4],
      ]);
    });

    test('a date can be moved only before the start, only to the future, and only by the league’s owner', async () => {
      const date = isoInDays(5);
      const moved = await dana.put<Item>(`item/${item.id}/`, { date });
      expect(moved.body).toMatchObject({ date, version: 2, status: 'open' });
      expect(moved.body.timeline?.at(-1)).toMatchObject({ kind: 'moved', from: item.date, to: date });
      // The same date is not a move, and a description changes no version.
      expect((await dana.put<Item>(`item/${item.id}/`, { date, description: 'גמר' })).body).toMatchObject({
        version: 2,
        description: 'גמר',
      });
      const past = await dana.put<Problem>(`item/${item.id}/`, { date: '2020-01-01T00:00:00Z' });
      expect([past.status, past.body.fields]).toEqual([400, { date: { code: 'past' } }]);
      expect((await noa.put(`item/${item.id}/`, { date })).status).toBe(403);
      expect((await outsider.put(`item/${item.id}/`, { date })).status).toBe(404);
      await enter('start');
      expect((await dana.put<Problem>(`item/${item.id}/`, { date: isoInDays(6) })).body).toMatchObject({
        code: 'item_closed',
        current: { status: 'started' },
      });
    });
  });

  describe('while the database is slow to store dates', () => {
    beforeAll(async () => {
      const { db } = server.platform;
      await sql`create function wait_a_moment() returns trigger language plpgsql as $$
        begin perform pg_sleep(0.6); return new; end $$`.execute(db);
      // Triggers fire in the order of their names.
      await sql`create trigger a_moment before update of date on items
        for each row execute function wait_a_moment()`.execute(db);
    });
    afterAll(async () => {
      await sql`drop function wait_a_moment cascade`.execute(server.platform.db);
    });
    const inHalfASecond = () => new Date(Date.now() + 500).toISOString();

    test('a date that passes meanwhile is refused as a past one, and nothing is moved', async () => {
      const { status, body } = await dana.put<Problem>(`item/${item.id}/`, { date: inHalfASecond() });
      expect([status, body.fields]).toEqual([400, { date: { code: 'past' } }]);
      expect(await readItem(noa, item)).toMatchObject({ date: item.date, version: 1 });
    });

    test('a game’s date that passes meanwhile is refused too', async () => {
      const due = isoInDays(2);
      const post = await makeGame(dana, section, 'home/away', [options.slice(0, 2)], { due_date: due });
      const { status, body } = await dana.put<Problem>(`post/${post.id}/`, { due_date: inHalfASecond() });
      expect([status, body.fields]).toEqual([400, { due_date: { code: 'past' } }]);
      expect((await noa.get<Post>(`post/${post.id}/`)).body.due_date).toBe(due);
    });
  });

  test('a game’s due date moves neither its started and closed items nor those of another game, and its text is no edit of theirs', async () => {
    const [due, later] = [isoInDays(2), isoInDays(6)];
    const pair = options.slice(0, 2);
    const make = () => makeGame(dana, section, 'home/away', [pair, pair, pair], { due_date: due });
    const [post, other] = [await make(), await make()];
    const [, started, closed] = post.items_data as [Item, Item, Item];
    await dana.post('setItemResults/', { item: started.id, value: 'start' });
    await sql`update items set closed_at = clock_timestamp() where id = ${closed.id}`.execute(
      server.platform.db,
    );
    expect((await dana.put(`post/${post.id}/`, { due_date: later, description: 'נדחה' })).status).toBe(200);
    const dates = async ({ id }: Post) =>
      (await noa.get<Post>(`post/${id}/`)).body.items_data.map(({ date }) => date);
    expect([await dates(post), await dates(other)]).toEqual([
      [later, due, due],
      [due, due, due],
    ]);
    const timelines = await Promise.all(
      [post, other].map(async ({ items_data }) =>
        (await readItem(noa, items_data[0] as Item)).timeline?.map(({ kind }) => kind).toSorted(),
      ),
    );
    expect(timelines).toEqual([['edited', 'made', 'moved'], ['made']]);
  });

  test('a game’s due date moves the items that close with it', async () => {
    const [due, own, later] = [isoInDays(2), isoInDays(4), isoInDays(6)];
    const post = await makeGame(dana, section, 'home/away', [options.slice(0, 2), options.slice(1, 3)], {
      due_date: due,
    });
    const [first, second] = post.items_data;
    if (!first || !second) throw new Error('no items');
    await dana.put(`item/${second.id}/`, { date: own });
    const moved = await dana.put<Post>(`post/${post.id}/`, { due_date: later, description: 'נדחה' });
    expect([moved.body.due_date, moved.body.items_data.map(({ date, version }) => [date, version])]).toEqual([
      later,
      [
        [later, 2],
        [own, 2],
      ],
    ]);
    expect((await readItem(noa, first)).timeline?.at(-1)).toMatchObject({
      kind: 'moved',
      from: due,
      to: later,
    });
    // The same date moves nothing.
    await dana.put(`post/${post.id}/`, { due_date: later });
    expect((await readItem(noa, first)).version).toBe(2);
    expect(
      (await dana.put<Problem>(`post/${post.id}/`, { due_date: '2020-01-01T00:00:00Z' })).body.fields,
    ).toEqual({
      due_date: { code: 'past' },
    });
    expect(
      (await dana.put<Post>(`post/${post.id}/`, { due_date: null })).body.items_data[0]?.date,
    ).toBeNull();
  });

  test('the other members are notified of a date that is moved by hand, but not of one that is removed', async () => {
    const {
      section: league,
      options: own,
      members: [owner, friend],
    } = await leagueWithMembers(server, ['גל', 'רון'], ['א', 'ב', 'ג']);
    const post = await makeGame(owner, league, 'home/away', [own.slice(0, 2), own.slice(1)]);
    const [first] = post.items_data;
    if (!first) throw new Error('no item');
    const closingNotifications = async (person: ApiMember) => {
      const { body } = await person.get<{ results: Notification[] }>('notification/', { limit: 100 });
      return body.results.filter(({ kind }) => kind === 'closing').map(({ title, link }) => [title, link]);
    };
    const date = isoInDays(4);
    const ofOne = ['המועד של המשחק השתנה', `item?id=${first.id}`];
    await owner.put(`item/${first.id}/`, { date });
    expect(await closingNotifications(friend)).toEqual([ofOne]);
    // Sending the same date again, or removing it, notifies nobody.
    await owner.put(`item/${first.id}/`, { date });
    await owner.put(`item/${first.id}/`, { date: null });
    expect(await closingNotifications(friend)).toEqual([ofOne]);
    await owner.put(`item/${first.id}/`, { date: post.due_date });
    await owner.put(`post/${post.id}/`, { due_date: isoInDays(5) });
    const ofAll = ['המועדים של כמה משחקים השתנו', `section/${league}?tab=games`];
    expect(await closingNotifications(friend)).toEqual([ofAll, ofOne, ofOne]);
    expect(await closingNotifications(owner)).toEqual([]);
  });

  describe('a game that is deleted, or whose league is archived', () => {
    type Place = { archive(): Promise<unknown>; restore(): Promise<unknown> };
    const places: Record<string, (post: Post) => Place> = {
      'its game is deleted': ({ id }) => ({
        archive: () => dana.del('post/', { ids: id }),
        restore: () => dana.put(`post/${id}/`, { active: true }),
      }),
      'its league is archived': () => ({
        archive: () => dana.put(`section/${section}/`, { active: false }),
        restore: () => dana.put(`section/${section}/`, { active: true }),
      }),
    };

    test.each(Object.entries(places))(
      'refuses every step and edit of its items while %s',
      async (name, place) => {
        const post = await makeGame(dana, section, 'vote', [options]);
        const vote = only(post);
        const [option] = optionIdsOf(vote);
        await postBets(noa, vote, 1);
        const steps: [path: string, body: unknown][] = [
          ['POST setItemResults/', { item: vote.id, value: 'start' }],
          ['POST setItemResults/', { item: vote.id, value: { options: [option] } }],
          ['POST setItemResults/', { item: vote.id, value: 'void' }],
          ['POST result/', { item: vote.id, options: [option] }],
          [`PUT item/${vote.id}/`, { date: isoInDays(9) }],
          [`PUT item/${vote.id}/`, { description: 'שאלה אחרת' }],
          [`PUT itemoption/${option}/`, { no_points: true }],
          [`PUT post/${post.id}/`, { due_date: isoInDays(9) }],
          [`PUT post/${post.id}/`, { description: 'שאלה אחרת' }],
        ];
        const send = async (who: ApiMember, [path, body]: [string, unknown]) => {
          const [method, to = ''] = path.split(' ');
          const { status, body: answer } = await (method === 'POST' ? who.post(to, body) : who.put(to, body));
          return { path, status, answer: answer as Refused };
        };
        const { archive, restore } = place(post);
        const before = await readItem(noa, vote);
        // The owner is offered no step that would be refused.
        const offered = async () => (await dana.get<Post>(`post/${post.id}/`)).body.is_staff;
        expect(await offered()).toBe(true);
        await archive();
        expect(await offered()).toBe(false);
        for (const step of steps) {
          const { status, answer } = await send(dana, step);
          expect([step, status, answer.current?.version ?? vote.version]).toEqual([step, 409, vote.version]);
          // Others get what they would get anyway: nothing is found, or it is not theirs to change.
          const isGameDeleted = name === 'its game is deleted';
          expect([step, (await send(noa, step)).status]).toEqual([step, isGameDeleted ? 404 : 403]);
          expect([step, (await send(outsider, step)).status]).toEqual([step, 404]);
        }
        await restore();
        expect(await offered()).toBe(true);
        expect(await readItem(noa, vote)).toEqual(before);
        expect((await send(dana, ['POST setItemResults/', { item: vote.id, value: 'start' }])).status).toBe(
          200,
        );
      },
    );
  });

  describe('edits of a question', () => {
    const stepsOf = async (one: Item) =>
      (await readItem(noa, one)).timeline
        ?.slice(1)
        .map(({ kind, by, version, from, to }) => [kind, by?.id, version, from, to]);

    test('are listed up to the newest 200, and displace no other step', async () => {
      await enter({ home: 1, away: 0 });
      await enter({ home: 2, away: 0 }, 2);
      await sql`
        insert into item_steps (item_id, kind, member_id, version, was, became)
        select ${item.id}::integer, 'edited', ${dana.id}::integer, 3, to_jsonb('לפני ' || nth), to_jsonb('אחרי ' || nth)
        from generate_series(1, 250) as nth order by nth`.execute(server.platform.db);
      await enter('void', 3);
      const stepKinds = (await readItem(noa, item)).timeline?.map(({ kind, to }) =>
        kind === 'edited' ? to : kind,
      );
      const edits = Array.from({ length: 200 }, (_, at) => `אחרי ${at + 51}`);
      expect(stepKinds).toEqual(['made', 'result', 'corrected', ...edits, 'void']);
    });

    test('are listed before the start and after it', async () => {
      const edit = (description: string) => dana.put<Item>(`item/${item.id}/`, { description });
      await edit('מי תנצח?');
      await edit('מי תנצח?');
      await enter('start');
      expect((await edit('מי תנצח בדקה ה־90?')).body.timeline?.at(-1)?.kind).toBe('edited');
      expect(await stepsOf(item)).toEqual([
        ['edited', dana.id, 1, '', 'מי תנצח?'],
        ['started', dana.id, 2, null, null],
        ['edited', dana.id, 2, 'מי תנצח?', 'מי תנצח בדקה ה־90?'],
      ]);
      // A correction needs the version of the result, which edits leave as it is.
      expect((await enter({ home: 1, away: 0 })).body.version).toBe(3);
      await dana.put(`item/${item.id}/`, { roundName: 'חצי גמר', shortStatusText: 'נגמר' });
      expect((await stepsOf(item))?.at(-1)).toEqual(['edited', dana.id, 3, '', 'חצי גמר']);
    });

    test('of a whole game’s description are listed on each of its items', async () => {
      const post = await makeGame(dana, section, 'vote', [options.slice(0, 2), options.slice(1)], {
        description: 'הגמר',
      });
      await dana.put(`post/${post.id}/`, { description: 'חצי הגמר', pinned: true });
      await dana.put(`post/${post.id}/`, { description: 'חצי הגמר', pinned: false });
      for (const one of post.items_data)
        expect(await stepsOf(one)).toEqual([['edited', dana.id, 1, 'הגמר', 'חצי הגמר']]);
    });

    test('to whether an option gives points are listed, and refused after the start', async () => {
      const vote = only(await makeGame(dana, section, 'vote', [options]));
      const [option] = optionIdsOf(vote);
      const mark = async (no_points: boolean) =>
        (await dana.put(`itemoption/${option}/`, { no_points })).status;
      await postBets(noa, vote, 1);
      expect([await mark(true), await mark(true), await mark(false)]).toEqual([200, 200, 200]);
      const steps = [
        ['no_points', dana.id, 1, null, 'א'],
        ['points', dana.id, 1, null, 'א'],
      ];
      expect(await stepsOf(vote)).toEqual(steps);
      await enter('start', undefined, dana, vote.id);
      expect(await mark(true)).toBe(409);
      expect(await stepsOf(vote)).toEqual([...steps, ['started', dana.id, 2, null, null]]);
    });
  });

  describe('a result', () => {
    test('is forbidden to members, and a 404 for outsiders', async () => {
      expect((await enter('start', undefined, noa)).status).toBe(403);
      const foreign = await enter('start', undefined, outsider);
      expect([foreign.status, foreign.body]).toEqual([
        404,
        (await enter('start', undefined, outsider, 999_999)).body,
      ]);
    });

    test('of another layout, or with invalid values, is refused by its field', async () => {
      const fields = async (value: unknown, id = item.id) =>
        (await enter(value, undefined, dana, id)).body.fields;
      expect(await fields({ options: [] })).toEqual({ 'value.home': { code: 'required' } });
      expect((await enter({ home: 1 })).status).toBe(400);
      expect((await enter({ home: 100, away: 0 })).status).toBe(400);
      expect((await enter('begin')).status).toBe(400);
      const vote = only(await makeGame(dana, section, 'vote', [options]));
      const [first] = optionIdsOf(vote);
      expect(await fields({ home: 1, away: 1 }, vote.id)).toEqual({ 'value.options': { code: 'required' } });
      expect(await fields({ options: [first, 999_999] }, vote.id)).toEqual({
        'value.options.1': { code: 'unknown_id' },
      });
      expect(await fields({ options: [first, first] }, vote.id)).toEqual({
        'value.options.1': { code: 'duplicate' },
      });
      const balance = only(await makeGame(dana, section, 'balance', [options]));
      expect(await fields({ options: [] }, balance.id)).toEqual({ 'value.options': { code: 'required' } });
      const crowd = only(await makeGame(dana, section, 'balance', [options], { decided_by: 'crowd' }));
      expect(await fields({ options: optionIdsOf(crowd).slice(0, 1) }, crowd.id)).toEqual({
        'value.options': { code: 'invalid' },
      });
      const numbers = only(await makeGame(dana, section, 'bets', [options]));
      const [a, b, c] = optionIdsOf(numbers).map(String);
      expect(await fields({ values: { [a ?? '']: 1, [b ?? '']: 2 } }, numbers.id)).toEqual({
        [`value.values.${c}`]: { code: 'required' },
      });
      expect((await readItem(dana, vote)).status).toBe('open');
    });

    test('can be entered by POST result/ too', async () => {
      const answer = await dana.post<Item>('result/', { item: item.id, home: 2, away: 2 });
      expect([answer.status, answer.body.status]).toEqual([201, 'ended']);
      expect((await dana.post('result/', { item: item.id, home: 2, away: 3 })).status).toBe(409);
      expect(
        (await dana.post<Item>('result/', { item: item.id, home: 2, away: 3, version: 2 })).body.version,
      ).toBe(3);
      const vote = only(await makeGame(dana, section, 'vote', [options]));
      expect(
        (await dana.post<Problem>('result/', { item: vote.id, options: [999_999] })).body.fields,
      ).toEqual({
        'options.0': { code: 'unknown_id' },
      });
      expect((await dana.post<Problem>('result/', { item: vote.id, home: 1 })).body.fields).toEqual({
        away: { code: 'required' },
      });
    });
  });

  describe('points and notifications', () => {
    const notificationsOf = async (who: ApiMember) =>
      (await who.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results
        .filter(({ link }) => link === `item?id=${item.id}`)
        .map(({ kind }) => kind);

    test('A → B → A: the ledger holds each difference with its reason, and its sum is that of A', async () => {
      await postBets(noa, item, 2, 1);
      await postBets(avi, item, 0, 0);
      const table = async () => (await noa.get('standings/', { section })).body;
      await enter({ home: 2, away: 1 });
      const first = await table();
      const standing = await readItem(noa, item);
      await enter({ home: 0, away: 0 }, 2);
      expect(await table()).not.toEqual(first);
      expect([(await readItem(noa, item)).pts, (await readItem(avi, item)).pts]).toEqual([0, 4]);
      await enter({ home: 2, away: 1 }, 3);
      expect(await table()).toEqual(first);
      expect(await readItem(noa, item)).toMatchObject({ pts: standing.pts, options: standing.options });
      const [home, away] = optionIdsOf(item);
      const reasonOf = (code: string, goals: number[], was?: number) => ({
        code,
        bet: [
          { id: home, name: 'א', value: 2 },
          { id: away, name: 'ב', value: 1 },
        ],
        result: [
          { id: home, name: 'א', value: goals[0] },
          { id: away, name: 'ב', value: goals[1] },
        ],
        ...(was === undefined ? {} : { was }),
      });
      expect((await ledgerOf(noa)).map(({ points, total, reason }) => ({ points, total, reason }))).toEqual([
        { points: 4, total: 4, reason: reasonOf('exact', [2, 1], 0) },
        { points: -4, total: 0, reason: reasonOf('missed', [0, 0], 4) },
        { points: 4, total: 4, reason: reasonOf('exact', [2, 1]) },
      ]);
      expect(await notificationsOf(noa)).toEqual(['correction', 'correction', 'results']);
      // The author of the result is not notified of it.
      expect(await notificationsOf(dana)).toEqual([]);
    });

    const newestNotification = async (who: ApiMember) => {
      const { body } = await who.get<{ results: Notification[] }>('notification/', { limit: 100 });
      const [newest] = body.results.filter(({ link }) => link === `item?id=${item.id}`);
      return [newest?.title, newest?.description];
    };

    test('a correction’s notification has the old and new points, and each side’s goals by its name', async () => {
      await postBets(noa, item, 2, 1);
      await enter({ home: 2, away: 1 });
      await enter({ home: 0, away: 3 }, 2);
      expect(await newestNotification(noa)).toEqual([
        'תוצאה תוקנה: 0 נקודות במקום 4',
        'א · ב · התוצאה עכשיו: \u2068א\u2069 0, \u2068ב\u2069 3 · חבורה',
      ]);
      await enter({ home: 2, away: 1 }, 3);
      expect(await newestNotification(noa)).toEqual([
        'תוצאה תוקנה: 4 נקודות במקום 0',
        'א · ב · התוצאה עכשיו: \u2068א\u2069 2, \u2068ב\u2069 1 · חבורה',
      ]);
      await enter('void', 4);
      expect(await newestNotification(noa)).toEqual(['משחק בוטל: 0 נקודות במקום 4', 'א · ב · חבורה']);
    });

    test('a result’s sides are told apart by their places, not by the order in which they are stored', async () => {
      await postBets(noa, item, 2, 1);
      // The home side's row is now stored after the away side's, in a small table that is read from end to end.
      const [home = 0, away = 0] = optionIdsOf(item);
      await sql`update item_options set name = name || '!' where id = ${home}`.execute(server.platform.db);
      await sql`analyze item_options`.execute(server.platform.db);
      const { body } = await enter({ home: 2, away: 1 });
      expect([body.options[home]?.result, body.options[away]?.result]).toEqual([2, 1]);
    });

    test('a correction’s notification names the sides in the order of their places', async () => {
      await postBets(noa, item, 2, 1);
      await enter({ home: 2, away: 1 });
      // The side that was made second becomes the home side, so the bet is one of 1 to 2; it is stored after the other.
      const [first = 0, second = 0] = optionIdsOf(item);
      for (const [id, position] of [
        [second, 2],
        [first, 1],
        [second, 0],
      ])
        await sql`update item_options set position = ${position} where id = ${id}`.execute(
          server.platform.db,
        );
      await sql`analyze item_options`.execute(server.platform.db);
      await enter({ home: 0, away: 3 }, 2);
      expect(await newestNotification(noa)).toEqual([
        'תוצאה תוקנה: שתי נקודות במקום 4',
        'א · ב · התוצאה עכשיו: \u2068ב\u2069 0, \u2068א\u2069 3 · חבורה',
      ]);
    });

    test('voiding an item without a result notifies its bettors alone', async () => {
      await postBets(noa, item, 2, 1);
      // A bettor of another game is not notified.
      const other = await makeGame(dana, section, 'home/away', [options.slice(0, 2)]);
      await postBets(avi, only(other), 2, 1);
      await server.platform.db.deleteFrom('notifications').where('member_id', '=', avi.id).execute();
      await enter('void');
      expect(await newestNotification(noa)).toEqual(['משחק בוטל, הנקודות לא השתנו', 'א · ב · חבורה']);
      expect(await notificationsOf(avi)).toEqual([]);
    });

    test('voiding an item after its result notifies each bettor once, with the points they had', async () => {
      await postBets(noa, item, 2, 1);
      await postBets(avi, item, 0, 2);
      await enter({ home: 2, away: 1 });
      await server.platform.db.deleteFrom('notifications').execute();
      await enter('void', 2);
      expect(await newestNotification(noa)).toEqual(['משחק בוטל: 0 נקודות במקום 4', 'א · ב · חבורה']);
      expect(await newestNotification(avi)).toEqual(['משחק בוטל, הנקודות לא השתנו', 'א · ב · חבורה']);
      const ofAll = [await notificationsOf(noa), await notificationsOf(avi), await notificationsOf(dana)];
      expect(ofAll).toEqual([['correction'], ['correction'], []]);
    });

    test('a corrected vote’s notification names its winners, or that there are none', async () => {
      item = only(await makeGame(dana, section, 'vote', [options]));
      const [first, second] = optionIdsOf(item);
      await postBets(noa, item, 1);
      await enter({ options: [first] });
      await enter({ options: [second] }, 2);
      expect(await newestNotification(noa)).toEqual([
        'תוצאה תוקנה: 0 נקודות במקום 3',
        `${item.name} · התוצאה עכשיו: \u2068ב\u2069 · חבורה`,
      ]);
      await enter({ options: [] }, 3);
      expect(await newestNotification(noa)).toEqual([
        'תוצאה תוקנה, הנקודות לא השתנו',
        `${item.name} · התוצאה עכשיו: בלי זוכים · חבורה`,
      ]);
    });

    test('the notification of corrected numbers has each option’s value after its name', async () => {
      item = only(await makeGame(dana, section, 'bets', [options]));
      const [first, second, third] = optionIdsOf(item);
      const values = (...[a, b, c]: readonly number[]) => ({
        values: { [String(first)]: a, [String(second)]: b, [String(third)]: c },
      });
      await postBets(noa, item, 1, 2, 9);
      await enter(values(1, 2, 3));
      await enter(values(4, 2, 3), 2);
      expect(await newestNotification(noa)).toEqual([
        'תוצאה תוקנה: 3 נקודות במקום 6',
        `${item.name} · התוצאה עכשיו: \u2068א\u2069 4, \u2068ב\u2069 2, \u2068ג\u2069 3 · חבורה`,
      ]);
    });

    test('a correction that changes nobody’s points writes no ledger line and notifies nobody', async () => {
      await postBets(noa, item, 5, 0);
      await enter({ home: 2, away: 1 });
      await enter({ home: 3, away: 1 }, 2);
      expect(await ledgerOf(noa)).toHaveLength(1);
      expect(await notificationsOf(noa)).toEqual(['results']);
      // The bet's reason has the present result.
      expect((await readItem(noa, item)).ptsDetails.reason?.result.map(({ value }) => value)).toEqual([3, 1]);
    });

    test('a member who did not bet gets no ledger line, and neither does one whose score has one side missing', async () => {
      await postBets(noa, item, 2, undefined);
      await enter({ home: 2, away: 1 });
      expect([await ledgerOf(noa), await ledgerOf(avi)]).toEqual([[], []]);
      expect(await readItem(noa, item)).toMatchObject({ pts: null, result: null, bettors: 0 });
    });

    test('the database refuses to update or delete ledger lines, and to delete steps', async () => {
      await postBets(noa, item, 2, 1);
      await enter({ home: 2, away: 1 });
      const { db } = server.platform;
      await expect(db.updateTable('ledger').set({ points: 9 }).execute()).rejects.toThrow(/append-only/);
      await expect(db.deleteFrom('ledger').execute()).rejects.toThrow(/append-only/);
      await expect(db.deleteFrom('item_steps').execute()).rejects.toThrow(/append-only/);
    });

    test('the database refuses ledger lines of a missing member or item, and never deletes either', async () => {
      await postBets(noa, item, 2, 1);
      await enter({ home: 2, away: 1 });
      const { db } = server.platform;
      const { id: _, ...line } = await db
        .selectFrom('ledger')
        .where('member_id', '=', noa.id)
        .selectAll()
        .executeTakeFirstOrThrow();
      const validLine = { ...line, reason: JSON.stringify(line.reason) };
      const append = (...lines: readonly Partial<typeof validLine>[]) =>
        db
          .insertInto('ledger')
          .values(lines.map((own) => ({ ...validLine, ...own })))
          .execute();
      const nobody = { member_id: 999_999 };
      const nothing = { item_id: 999_999 };
      for (const invalidLine of [nobody, nothing])
        await expect(append({}, invalidLine)).rejects.toThrow(/no member or no item/);
      expect(await ledgerOf(noa)).toHaveLength(1);
      await expect(db.deleteFrom('members').where('id', '=', noa.id).execute()).rejects.toThrow(
        /never deleted/,
      );
      await expect(db.deleteFrom('items').where('id', '=', item.id).execute()).rejects.toThrow(
        /never deleted/,
      );
    });
  });
});
