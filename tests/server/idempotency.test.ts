import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import { runSize } from '#tests/support/run-size.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createMember, createMembers, leagueWithMembers } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import {
  freshDatabase,
  onOneDatabase,
  spawnServer,
  startServer,
  type TestServer,
} from '#tests/support/server/server.ts';

/** An Idempotency-Key in flight is held by the process that handles the request, and released when that process dies. */

const send = (url: string, { id, token }: Pick<ApiMember, 'id' | 'token'>, key: string) =>
  api(url, token).post<{ id: number }>('section/', { name: `${id}` }, { 'Idempotency-Key': key });

/** The number of members who each send one request. */
const perKill = 20;

onOneDatabase('postgres', (database) => {
  test('keys in flight when the server is killed can be used again at once, and each takes effect once', async () => {
    const kills = runSize(`${database}: kills with keys in flight`, 1, 20);
    const data = await freshDatabase(database);
    const setupServer = await createServer(readSettings({ ...data.env, PORT: '0', LOG_LEVEL: 'silent' }), {
      io: { print: () => {} },
    });
    const { section } = await leagueWithMembers(setupServer, ['דנה']);
    const allMembers = await createMembers(setupServer, section, kills * perKill);
    await setupServer.close();
    let server = await spawnServer({ on: data });
    let inFlight = 0;
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const members = allMembers.slice(kill * perKill, (kill + 1) * perKill);
        // Connections are opened first, so that all arrive together.
        await Promise.all(members.map(({ token }) => api(server.url, token).get('session/')));
        const first = members.map((member) => send(server.url, member, `kill-${kill}`));
        const answered = Promise.allSettled(first);
        // Killed at the first answer: the others are on their way.
        await Promise.race(first);
        server.kill('SIGKILL');
        const before = await answered;
        inFlight += before.filter(({ status }) => status === 'rejected').length;
        server = await spawnServer({ on: data });
        const again = await Promise.all(members.map((member) => send(server.url, member, `kill-${kill}`)));
        expect(again.map(({ status }) => status)).toEqual(members.map(() => 201));
        const answeredBefore = before.map((one) => (one.status === 'fulfilled' ? one.value.body : null));
        const repeated = again.map(({ body }, nth) => answeredBefore[nth] && body);
        expect(repeated).toEqual(answeredBefore);
        // The league that all are in, and the one that each has made.
        const owned = await Promise.all(
          members.map(({ token }) =>
            api(server.url, token).get<{ count: number }>('section/', { mine: true }),
          ),
        );
        expect(owned.map(({ body }) => body.count)).toEqual(members.map(() => 2));
      }
      console.log(`${database}: ${inFlight} keys were in flight at ${kills} kills`);
      expect(inFlight).toBeGreaterThan(0);
    } finally {
      server.kill('SIGKILL');
      await server.exited;
      await data.remove();
    }
  });
});

describe('with two servers on one PostgreSQL', () => {
  let first: TestServer, second: TestServer;
  let holder: Client;
  let dana: ApiMember;
  beforeAll(async () => {
    first = await startServer({ database: 'postgres' });
    const env = { DATABASE_URL: first.platform.settings.databaseUrl ?? '' };
    second = await startServer({ env });
    dana = await createMember(first, 'דנה');
    holder = new Client({ connectionString: env.DATABASE_URL });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await second.close();
    await first.close();
  });
  const [one, two] = [() => first.url, () => second.url];
  const countOf = async (member: ApiMember) =>
    (await member.get<{ count: number }>('section/', { mine: true })).body.count;

  test('a key in flight on one server is a conflict on the other, which later returns the same answer', async () => {
    await holder.query('begin; lock table leagues in exclusive mode');
    let isAnswered = false;
    const sent = send(one(), dana, 'held').finally(() => (isAnswered = true));
    const repeat = async () => (await send(two(), dana, 'held')).status;
    // Before the first server holds the key, the other would wait for the same table.
    await expect
      .poll(async () => {
        const { rows } = await holder.query<{ held: boolean }>(
          `select exists (select from pg_locks where locktype = 'advisory' and granted
             and database = (select oid from pg_database where datname = current_database())) as held`,
        );
        return rows[0]?.held;
      })
      .toBe(true);
    expect([await repeat(), await repeat(), isAnswered]).toEqual([409, 409, false]);
    await holder.query('commit');
    const { status, body } = await sent;
    expect(status).toBe(201);
    expect((await send(two(), dana, 'held')).body).toEqual(body);
    expect(await countOf(dana)).toBe(1);
  });

  test('the same key sent to both at once takes effect once', async () => {
    let noa = dana;
    const rounds = runSize('keys sent to two servers at once', 20, 1_000);
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      // A new member every few rounds: how many leagues one may make is limited.
      if (round % 5 === 0) noa = await createMember(first, 'נועה');
      const answers = await Promise.all(
        [one(), two(), one(), two()].map((url) => send(url, noa, `${round}`)),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect((await send(two(), noa, `${round}`)).status).toBe(201);
      expect(await countOf(noa)).toBe((round % 5) + 1);
    }
    console.log(`answers: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
    expect([...statuses.keys()].filter((status) => status !== 201 && status !== 409)).toEqual([]);
  });
});
