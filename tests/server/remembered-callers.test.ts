import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import { startProxy } from '#tests/support/database/tcp-proxy.ts';
import { expectWithin } from '#tests/support/run-size.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createMember } from '#tests/support/server/leagues-and-games.ts';
import { signIn, type ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * The caller of a request is cached by each process, which is notified of every change: a session that has ended, or a role
 * that was taken back, is refused at once by the process that did it, and by the others within a second.
 */

type Db = RunningServer['platform']['db'];

const superuser = async (server: RunningServer, name: string): Promise<ApiMember> => {
  const person = await createMember(server, name);
  await sql`update members set is_superuser = true where id = ${person.id}`.execute(server.platform.db);
  return person;
};

/** 200 for a superuser, 403 for another member, 401 without a valid session; the answer depends on the caller alone. */
const roleStatus = async (person: Pick<ApiMember, 'get'>) => (await person.get('role/', { limit: 1 })).status;

/** Changes a role without a notification. */
const changeSilently = (db: Db, { id }: ApiMember, isSuperuser: boolean) =>
  db.transaction().execute(async (trx) => {
    await sql`alter table members disable trigger user`.execute(trx);
    await sql`update members set is_superuser = ${isSuperuser} where id = ${id}`.execute(trx);
    await sql`alter table members enable trigger user`.execute(trx);
  });

/** Waits until the member is served from the cache, where a change without a notification has no effect. */
async function untilRemembered(db: Db, person: ApiMember, client: Pick<ApiMember, 'get'> = person) {
  await expect
    .poll(async () => {
      await sql`update members set name = name || '·' where id = ${person.id}`.execute(db);
      await roleStatus(client);
      await changeSilently(db, person, false);
      const answer = await roleStatus(client);
      await changeSilently(db, person, true);
      return answer;
    })
    .toBe(200);
}

onBothDatabases((database) => {
  let server: TestServer;
  let db: Db;
  let now = 0;
  beforeAll(async () => {
    server = await startServer({ database, io: { now: () => now } });
    ({ db } = server.platform);
  });
  afterAll(() => server.close());

  type Change = (person: ApiMember) => Promise<unknown>;
  const changes: Record<string, { change: Change; status: number }> = {
    'loses a role': {
      change: async ({ id }) => {
        const other = await superuser(server, 'נועה');
        return other.put('role/', { member: id, role: 'member' });
      },
      status: 403,
    },
    'loses a role by SQL': {
      change: ({ id }) => sql`update members set is_superuser = false where id = ${id}`.execute(db),
      status: 403,
    },
    'ends the session': { change: (person) => person.post('logout/'), status: 401 },
    'is signed out by SQL': {
      change: ({ id }) => sql`update sessions set revoked_at = now() where member_id = ${id}`.execute(db),
      status: 401,
    },
    'has a session that is deleted': {
      change: ({ id }) => sql`delete from sessions where member_id = ${id}`.execute(db),
      status: 401,
    },
    'has a session that expires': {
      change: ({ id }) => sql`update sessions set expires_at = now() where member_id = ${id}`.execute(db),
      status: 401,
    },
    'has a session that is somebody else’s': {
      change: async ({ id }) => {
        const other = await createMember(server, 'יעל');
        return sql`update sessions set member_id = ${other.id} where member_id = ${id}`.execute(db);
      },
      status: 403,
    },
    'deletes the account': { change: (person) => person.del('member/', { ids: 'me' }), status: 401 },
    'is deleted by SQL': {
      change: ({ id }) =>
        sql`update members set phone = null, is_superuser = false, deleted_at = now() where id = ${id}`.execute(
          db,
        ),
      status: 401,
    },
  };

  test.each(Object.entries(changes))('a member who %s is refused at once', async (_, { change, status }) => {
    const dana = await superuser(server, 'דנה');
    await untilRemembered(db, dana);
    await change(dana);
    expect(await roleStatus(dana)).toBe(status);
  });

  test('a role that is granted is valid at once', async () => {
    const [dana, noa] = [await superuser(server, 'דנה'), await createMember(server, 'נועה')];
    expect(await roleStatus(noa)).toBe(403);
    await dana.put('role/', { member: noa.id, role: 'superuser' });
    expect(await roleStatus(noa)).toBe(200);
  });

  test('a session that another device revokes is refused at once, and no other session', async () => {
    const dana = await signIn(server, 'דנה');
    const phone = await signIn(server, 'דנה', { phone: dana.phone });
    expect([await roleStatus(dana), await roleStatus(phone)]).toEqual([403, 403]);
    const { rows } = await sql<{ id: number }>`
      select id from sessions where member_id = ${dana.id} order by id desc limit 1`.execute(db);
    await dana.del('session/', { ids: rows[0]?.id ?? 0 });
    expect([await roleStatus(dana), await roleStatus(phone)]).toEqual([403, 401]);
  });

  test('a change that is rolled back has no effect', async () => {
    const dana = await superuser(server, 'דנה');
    await untilRemembered(db, dana);
    const rolledBack = db.transaction().execute(async (trx) => {
      await sql`update members set is_superuser = false where id = ${dana.id}`.execute(trx);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await roleStatus(dana)).toBe(200);
  });

  test('no caller is cached beyond a minute, nor beyond the session’s end', async () => {
    const [dana, noa] = [await superuser(server, 'דנה'), await superuser(server, 'נועה')];
    await sql`update sessions set expires_at = now() + interval '30 seconds' where member_id = ${noa.id}`.execute(
      db,
    );
    for (const person of [dana, noa]) {
      await untilRemembered(db, person);
      await changeSilently(db, person, false);
    }
    const statuses = [];
    for (const seconds of [25, 10, 30]) {
      now += seconds * 1_000;
      statuses.push([await roleStatus(dana), await roleStatus(noa)]);
    }
    expect(statuses).toEqual([
      [200, 200],
      [200, 403],
      [403, 403],
    ]);
  });
});

describe('two processes on one PostgreSQL', () => {
  let server: TestServer;
  let db: Db;
  const others: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await startServer({ database: 'postgres' });
    ({ db } = server.platform);
  });
  afterEach(async () => {
    for (const close of others.splice(0).toReversed()) await close();
  });
  afterAll(() => server.close());

  const databaseUrl = () => server.platform.settings.databaseUrl ?? '';
  const startOther = async (url = databaseUrl()) => {
    const settings = readSettings({
      PORT: '0',
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: url,
    });
    const other = await createServer(settings);
    others.push(() => other.close());
    return other;
  };
  /** Another process that has cached a member, and receives no notifications from now on. */
  const startSilenced = async () => {
    const proxy = await startProxy(databaseUrl());
    others.push(() => proxy.close());
    const other = await startOther(proxy.url);
    const dana = await superuser(server, 'דנה');
    const otherClient = api(other.url, dana.token);
    await untilRemembered(db, dana, otherClient);
    proxy.silence('listening');
    return { other, dana, otherClient };
  };
  const refusedWithin = async (what: string, client: Pick<ApiMember, 'get'>, status: number) => {
    const began = performance.now();
    await expect.poll(() => roleStatus(client), { interval: 5 }).toBe(status);
    expectWithin(what, performance.now() - began, 1_000);
  };

  test('each applies the other’s changes within a second', async () => {
    const other = await startOther();
    for (const [what, change, status] of [
      [
        'a lost role',
        (dana: ApiMember) => sql`update members set is_superuser = false where id = ${dana.id}`.execute(db),
        403,
      ],
      ['a session that was ended', (dana: ApiMember) => dana.post('logout/'), 401],
      ['a deleted account', (dana: ApiMember) => dana.del('member/', { ids: 'me' }), 401],
    ] as const) {
      const dana = await superuser(server, 'דנה');
      const otherClient = api(other.url, dana.token);
      await untilRemembered(db, dana, otherClient);
      await change(dana);
      expect(await roleStatus(dana)).toBe(status);
      await refusedWithin(`${what}, refused by the other process`, otherClient, status);
    }
  });

  test('a process whose listener was disconnected clears its cache', async () => {
    const other = await startOther();
    const dana = await superuser(server, 'דנה');
    const otherClient = api(other.url, dana.token);
    await untilRemembered(db, dana, otherClient);
    await changeSilently(db, dana, false);
    const listeners = sql`
      from pg_stat_activity where datname = current_database() and query in ('listen live', 'select 1')`;
    const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) ${listeners}`.execute(
      db,
    );
    const terminatedPids = rows.map(({ pid }) => pid);
    await expect
      .poll(
        async () =>
          (await sql`select ${listeners} and pid <> all(${terminatedPids}::int[])`.execute(db)).rows.length,
      )
      .toBe(2);
    await expect.poll(() => other.platform.database.isCurrent()).toBe(true);
    // Entries from before the disconnection are dropped, although no request came in between.
    expect(await roleStatus(otherClient)).toBe(403);
    await changeSilently(db, dana, true);
    await sql`update members set name = 'דנה ב' where id = ${dana.id}`.execute(db);
    // It is notified again, and caches again.
    await expect.poll(() => roleStatus(otherClient)).toBe(200);
    await untilRemembered(db, dana, otherClient);
  });

  test('a process applies its own changes before it is notified of them', async () => {
    const { otherClient } = await startSilenced();
    expect((await otherClient.post('logout/')).status).toBe(200);
    expect(await roleStatus(otherClient)).toBe(401);
  });

  test('a process that receives no notifications, though its connection is open, reads from the database', async () => {
    const { other, dana, otherClient } = await startSilenced();
    await dana.post('logout/');
    await refusedWithin('a session that was ended without a notification', otherClient, 401);
    // It does not read its cache again while notifications are missing.
    await expect.poll(() => other.platform.database.isCurrent()).toBe(false);
  });
});
