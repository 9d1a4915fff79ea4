import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import { api, type Answer } from '#tests/support/server/api-client.ts';
import {
  createMembers,
  leagueWithMembers,
  makeGame,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import { runSize } from '#tests/support/run-size.ts';
import { freshDatabase, spawnServer, type SpawnedServer } from '#tests/support/server/server.ts';

/** A server process outlives its database's connections. Looked at from outside: HTTP, signals, PostgreSQL's own views. */

describe('connections terminated while bets are being stored', () => {
  const memberCount = 12;
  let data: Awaited<ReturnType<typeof freshDatabase>>;
  let server: SpawnedServer;
  let admin: Client;
  let bets: { token: string; itemOption: number }[];

  beforeAll(async () => {
    data = await freshDatabase('postgres');
    const stage = await createServer(readSettings({ ...data.env, PORT: '0', LOG_LEVEL: 'silent' }), {
      io: { print: () => {} },
    });
    const { section, options, members } = await leagueWithMembers(stage, ['דנה'], ['קבוצה 1', 'קבוצה 2']);
    const { items_data } = await makeGame(members[0], section, 'home/away', [options]);
    const friends = await createMembers(stage, section, memberCount);
    const [home] = items_data.flatMap(optionIdsOf);
    bets = friends.map(({ token }) => ({ token, itemOption: home ?? 0 }));
    await stage.close();
    server = await spawnServer({ on: data });
    admin = new Client({ connectionString: data.env['DATABASE_URL'] });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await server.remove();
    await data.remove();
  });

  const place = ({ token, itemOption }: (typeof bets)[number], value: number) =>
    api(server.url, token).post('bet/', { itemOption, value });
  /** Connections of the server, by their state; those idle in a transaction hold a client that nobody reads from. */
  const idleInTransaction = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database()
       and application_name = 'hevre' and state = 'idle in transaction'`,
    );
    return rows[0]?.n ?? 0;
  };
  const terminateAll = () =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'hevre'`,
    );

  test('end no process; requests are answered 201, or 503 with Retry-After; the next bets are stored', async () => {
    const rounds = runSize('terminations of all connections', 4, 60);
    let inTransaction = 0;
    for (let round = 0; round < rounds; round += 1) {
      // The process is paused when transactions are seen between two statements, and stay there.
      let caught = 0;
      let answers: Promise<Answer<unknown>[]> = Promise.resolve([]);
      while (caught === 0) {
        let isAnswered = false;
        answers = Promise.all(bets.map((bet) => place(bet, round % 10))).finally(() => (isAnswered = true));
        while (caught === 0 && !isAnswered) {
          if ((await idleInTransaction()) === 0) continue;
          process.kill(server.pid, 'SIGSTOP');
          caught = await idleInTransaction();
          if (caught === 0) process.kill(server.pid, 'SIGCONT');
        }
        if (caught === 0) await answers;
      }
      inTransaction += caught;
      await terminateAll();
      process.kill(server.pid, 'SIGCONT');
      for (const { status, headers } of await answers) {
        expect([201, 503]).toContain(status);
        if (status === 503) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      }
      const again = await Promise.all(bets.map((bet) => place(bet, (round + 1) % 10)));
      expect(again.map(({ status }) => status)).toEqual(bets.map(() => 201));
    }
    console.log(`${inTransaction} connections were terminated inside a transaction`);
    expect(server.errors.filter((line) => line.includes('Unhandled'))).toEqual([]);
  });
});
