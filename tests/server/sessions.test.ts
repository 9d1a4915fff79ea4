import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#server/auth/sessions.ts';
import { api } from '#tests/support/server/api-client.ts';
import { signIn, type ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.close());

  const status = async (token: string) => (await api(server.url, token).get('getAppData/')).status;
  const sessionsOf = async (who: { get: ReturnType<typeof api>['get'] }) =>
    (await who.get<{ results: { id: number; current: boolean }[]; count: number }>('session/')).body;
  const age = (member: number, column: 'last_seen' | 'expires_at', by: string) =>
    sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${by}::interval where member_id = ${member}`.execute(
      server.platform.db,
    );

  test.each(['nonsense', 'A'.repeat(43), ''])(
    'an unknown token (%j) is 401, on open calls too',
    async (token) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Token ${token}` };
      for (const path of ['getAppData/', 'section/', 'sendPinCode/?cellphone=0501234567', 'no-such-thing/']) {
        const answer = await fetch(`${server.url}/api/${path}`, { headers });
        expect({ path, status: answer.status }).toEqual({ path, status: 401 });
      }
    },
  );

  test('another scheme than Token is refused too', async () => {
    const dana = await signIn(server, 'דנה');
    const answer = await fetch(`${server.url}/api/getAppData/`, {
      headers: { Authorization: `Bearer ${dana.token}` },
    });
    expect(answer.status).toBe(401);
  });

  test('a session ends 30 days after its last use', async () => {
    const dana = await signIn(server, 'דנה');
    await age(dana.id, 'last_seen', '29 days 23 hours');
    expect(await status(dana.token)).toBe(200);
    // The last use starts another 30 days.
    await age(dana.id, 'last_seen', '29 days 23 hours');
    expect(await status(dana.token)).toBe(200);
    await age(dana.id, 'last_seen', '30 days 1 minute');
    expect(await status(dana.token)).toBe(401);
  });

  test('a session ends 180 days after it began, however much it is used', async () => {
    const dana = await signIn(server, 'דנה');
    await age(dana.id, 'expires_at', '179 days 23 hours');
    expect(await status(dana.token)).toBe(200);
    await age(dana.id, 'expires_at', '2 hours');
    expect(await status(dana.token)).toBe(401);
  });

  test('the time of the last use is written at most once a minute', async () => {
    const dana = await signIn(server, 'דנה');
    const lastUses = async () =>
      (
        await sql<{
          at: string;
        }>`select last_seen::text as at from sessions where member_id = ${dana.id}`.execute(
          server.platform.db,
        )
      ).rows[0]?.at;
    await age(dana.id, 'last_seen', '50 seconds');
    const before = await lastUses();
    await dana.get('getAppData/');
    expect(await lastUses()).toBe(before);
    await age(dana.id, 'last_seen', '11 seconds');
    const older = await lastUses();
    await dana.get('getAppData/');
    expect(await lastUses()).not.toBe(older);
  });

  test('sessions are listed and ended one by one, by their own member only', async () => {
    const dana = await signIn(server, 'דנה');
    const phone = await signIn(server, 'דנה', { phone: dana.phone });
    const noa = await signIn(server, 'נועה');
    const list = await sessionsOf(dana);
    expect(list).toEqual({
      results: [
        {
          id: expect.any(Number),
          created: expect.any(String),
          last_seen: expect.any(String),
          device: 'node',
          current: true,
        },
        {
          id: expect.any(Number),
          created: expect.any(String),
          last_seen: expect.any(String),
          device: 'node',
          current: false,
        },
      ],
      count: 2,
    });
    const other = list.results[1]?.id ?? 0;
    const foreign = (await sessionsOf(noa)).results[0]?.id ?? 0;
    expect((await dana.del('session/', { ids: `${other},${foreign}` })).status).toBe(404);
    expect((await dana.del('session/', { ids: `${other},99999999999` })).status).toBe(404);
    expect(await status(phone.token)).toBe(200);
    expect((await dana.del('session/', { ids: other })).body).toEqual({ res: 1 });
    expect([await status(phone.token), await status(dana.token), await status(noa.token)]).toEqual([
      401, 200, 200,
    ]);
    expect((await dana.del('session/', { ids: 'me' })).status).toBe(400);
  });

  test('the list of sessions is paged and searched as other lists are, the current one first', async () => {
    const dana = await signIn(server, 'דנה');
    await signIn(server, 'דנה', { phone: dana.phone });
    const { results: all } = await sessionsOf(dana);
    const page = async (query: Record<string, string | number>) =>
      (await dana.get<{ results: unknown[]; count: number }>('session/', query)).body;
    expect(await page({ limit: 1 })).toEqual({ results: [all[0]], count: 2 });
    expect(await page({ limit: 1, page: 2 })).toEqual({ results: [all[1]], count: 2 });
    expect(await page({ offset: 1 })).toEqual({ results: [all[1]], count: 2 });
    expect(await page({ search: 'NODE' })).toEqual({ results: all, count: 2 });
    expect(await page({ search: 'safari' })).toEqual({ results: [], count: 0 });
    expect((await dana.get('session/', { limit: 101 })).status).toBe(400);
  });

  test('logging out ends this session and its device’s pushes', async () => {
    const dana = await signIn(server, 'דנה');
    const phone = await signIn(server, 'דנה', { phone: dana.phone });
    expect((await dana.post('setPushId/', { pId: 'push-of-dana' })).body).toEqual({ res: 1 });
    expect((await phone.get('getAppData/', { pushId: 'push-of-phone' })).status).toBe(200);
    expect((await dana.post('logout/')).body).toEqual({ res: 1 });
    expect([await status(dana.token), await status(phone.token)]).toEqual([401, 200]);
    const remainingDevices = await server.platform.db
      .selectFrom('push_ids')
      .select(['push_id', 'member_id'])
      .where('member_id', '=', dana.id)
      .execute();
    expect(remainingDevices).toEqual([{ push_id: 'push-of-phone', member_id: dana.id }]);
  });

  test('a push id belongs to the last member who registered it', async () => {
    const dana = await signIn(server, 'דנה');
    const noa = await signIn(server, 'נועה');
    await dana.post('setPushId/', { pId: 'shared-tablet' });
    await noa.post('setPushId/', { pId: 'shared-tablet' });
    const owners = await server.platform.db
      .selectFrom('push_ids')
      .select('member_id')
      .where('push_id', '=', 'shared-tablet')
      .execute();
    expect(owners).toEqual([{ member_id: noa.id }]);
  });

  test('a member has at most twenty push ids, the newest ones', async () => {
    const dana = await signIn(server, 'דנה');
    const noa = await signIn(server, 'נועה');
    await noa.post('setPushId/', { pId: 'older-of-noa' });
    for (let nth = 0; nth < 25; nth += 1) await dana.post('setPushId/', { pId: `made-up-${nth}` });
    await noa.post('setPushId/', { pId: 'newer-of-noa' });
    const idsOf = async ({ id }: ApiMember) => {
      const stored = await server.platform.db
        .selectFrom('push_ids')
        .select('push_id')
        .where('member_id', '=', id)
        .execute();
      return stored.map(({ push_id }) => push_id).toSorted();
    };
    const newest = Array.from({ length: 20 }, (_, nth) => `made-up-${nth + 5}`);
    expect(await idsOf(dana)).toEqual(newest.toSorted());
    // The other member’s are not counted.
    expect(await idsOf(noa)).toEqual(['newer-of-noa', 'older-of-noa']);
  });

  test('signing in again ends the session of the request, and returns another token', async () => {
    const dana = await signIn(server, 'דנה');
    await dana.get('sendPinCode/', { cellphone: dana.phone });
    const { body } = await dana.post<{ token: string }>('api-token-auth/', {
      username: dana.phone,
      password: server.pin(dana.phone),
    });
    expect(body.token).not.toBe(dana.token);
    expect([await status(dana.token), await status(body.token)]).toEqual([401, 200]);
  });

  test('a role that is changed in the database is valid from the next request on', async () => {
    const dana = await signIn(server, 'דנה');
    const isStaff = async () =>
      (await dana.get<{ appuser: { is_staff: boolean } }>('getAppData/')).body.appuser.is_staff;
    const staffAnswers = [await isStaff()];
    for (const role of [true, false]) {
      await server.platform.db
        .updateTable('members')
        .set({ is_staff: role })
        .where('id', '=', dana.id)
        .execute();
      staffAnswers.push(await isStaff());
    }
    expect(staffAnswers).toEqual([false, true, false]);
  });

  test.each([
    ['3.0.9', 426],
    ['3.1.0', 200],
    ['3.10', 200],
    ['4', 200],
    ['new', 400],
  ])('an app of version %s gets %d on any call', async (ver, expected) => {
    const dana = await signIn(server, 'דנה');
    for (const path of ['getAppData/', 'section/', 'notification/']) {
      expect((await dana.get(path, { ver })).status).toBe(expected);
    }
  });

  test('an app’s version that is given twice is refused', async () => {
    const twice = await api(server.url).get('ping/?ver=3.1.0&ver=3.1.0');
    expect(twice).toMatchObject({ status: 400, body: { fields: { ver: { code: 'invalid' } } } });
  });

  test('a session keeps the first 200 characters of the name that its browser gives', async () => {
    const dana = await signIn(server, 'דנה');
    await openSession(server.platform.db, dana.id, { userAgent: 'x'.repeat(201) });
    const { rows } = await sql`
      select agent, device_hash from sessions where member_id = ${dana.id} order by id desc limit 1`.execute(
      server.platform.db,
    );
    expect(rows).toEqual([{ agent: 'x'.repeat(200), device_hash: null }]);
  });
});
