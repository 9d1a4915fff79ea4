import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import type { Bet } from '#contract/models.ts';
import { startCluster, type Cluster } from '#tests/support/database/postgres-cluster.ts';
import { startProxy, type TcpProxy } from '#tests/support/database/tcp-proxy.ts';
import { api, type Answer } from '#tests/support/server/api-client.ts';
import { openEventStream } from '#tests/support/server/event-stream.ts';
import {
  createMembers,
  leagueWithMembers,
  makeGame,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { fullTest, expectWithin, runSize } from '#tests/support/run-size.ts';
import { spawnServer, type SpawnedServer } from '#tests/support/server/server.ts';

/**
 * A server process keeps running when its database drops connections, does not answer or takes no writes. Observed from
 * outside: HTTP, signals, a proxy in between, PostgreSQL's own views.
 */

describe('a server on PostgreSQL', () => {
  const memberCount = 12;
  const dataDir = mkdtempSync(join(tmpdir(), 'hevre-'));
  let cluster: Cluster;
  let proxy: TcpProxy;
  let admin: Pool;
  let server: SpawnedServer;
  let dana: ApiMember;
  let bettors: ApiMember[];
  let itemOption: number;
  const betIds = new Map<number, number>();
  let game: { section: number; post: number; item: number };

  const openServer = (url: string) =>
    createServer(readSettings({ DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }), {
      io: { print: () => {} },
    });

  beforeAll(async () => {
    cluster = await startCluster();
    const url = new URL(cluster.url);
    url.pathname = '/hevre';
    admin = new Pool({ connectionString: cluster.url, max: 1 });
    admin.on('error', () => {});
    await admin.query('create database hevre');
    await admin.end();
    admin = new Pool({ connectionString: url.href, max: 1 });
    admin.on('error', () => {});
    const setupServer = await openServer(url.href);
    const { section, options, members } = await leagueWithMembers(
      setupServer,
      ['דנה'],
      ['קבוצה 1', 'קבוצה 2'],
    );
    const { id: post, items_data } = await makeGame(members[0], section, 'home/away', [options]);
    const friends = await createMembers(setupServer, section, memberCount);
    await setupServer.close();
    [itemOption = 0] = items_data.flatMap(optionIdsOf);
    game = { section, post, item: items_data[0]?.id ?? 0 };
    // Short enough for a test to wait for.
    url.searchParams.set('idle_in_transaction_session_timeout', '2000');
    proxy = await startProxy(url.href);
    server = await spawnServer({ on: { env: { DATA_DIR: dataDir, DATABASE_URL: proxy.url } } });
    dana = { ...members[0], ...api(server.url, members[0].token) };
    bettors = friends.map((friend) => ({ ...friend, ...api(server.url, friend.token) }));
    for (const member of bettors) {
      const { body } = await member.post<Bet>('bet/', { itemOption, value: 0 });
      betIds.set(member.id, body.id);
    }
  });
  afterAll(async () => {
    await server.remove();
    await proxy.close();
    await admin.end();
    await cluster.stop();
    rmSync(dataDir, { recursive: true });
  });

  const place = (member: ApiMember, value: number) => member.post('bet/', { itemOption, value });
  /** Changes a bet in a transaction of several statements; a new bet takes one statement. */
  const changeBet = (member: ApiMember, value: number) =>
    member.put(`bet/${betIds.get(member.id)}/`, { value });
  /** Expects a bet that was stored, or refused with 503 and Retry-After. */
  const expectStoredOrUnavailable = ({ status, headers }: Answer<unknown>) => {
    expect([200, 201, 503]).toContain(status);
    if (status === 503) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  };
  /** Repeats a bet until it is stored; returns the time of that. */
  const placeUntilStored = async (member: ApiMember, value: number): Promise<number> => {
    for (;;) {
      const answer = await place(member, value);
      expectStoredOrUnavailable(answer);
      if (answer.status === 201) return performance.now();
    }
  };
  /** How many of the server's connections are idle in a transaction. */
  const idleInTransaction = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = 'hevre' and application_name = 'hevre' and state = 'idle in transaction'`,
    );
    return rows[0]?.n ?? 0;
  };
  const terminateAll = () =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = 'hevre' and application_name = 'hevre'`,
    );
  /** Lets all bettors change their bets, and pauses the process when some transactions are idle and stay so. */
  const pauseInTransaction = async (value: number) => {
    for (;;) {
      const bets = { answered: false };
      let caught = 0;
      const answers = Promise.all(bettors.map((member) => changeBet(member, value))).finally(
        () => (bets.answered = true),
      );
      while (caught === 0 && !bets.answered) {
        if ((await idleInTransaction()) === 0) continue;
        process.kill(server.pid, 'SIGSTOP');
        caught = await idleInTransaction();
        if (caught === 0) process.kill(server.pid, 'SIGCONT');
      }
      if (caught > 0) return { caught, answers };
      await answers;
    }
  };

  describe('connections lost inside transactions', () => {
    const interruptions = {
      async 'are terminated'() {
        await terminateAll();
        process.kill(server.pid, 'SIGCONT');
      },
      async 'time out while the process is paused'() {
        await expect.poll(idleInTransaction).toBe(0);
        process.kill(server.pid, 'SIGCONT');
      },
      async 'end with a restart of PostgreSQL'() {
        const restarted = cluster.restart();
        process.kill(server.pid, 'SIGCONT');
        const [stored] = await Promise.all([
          placeUntilStored(dana, 1),
          restarted.then(() => (recovered = performance.now())),
        ]);
        slowest = Math.max(slowest, stored - recovered);
      },
    };
    const rounds = runSize('interruptions of connections in transactions, of each kind', 1, 20);
    let recovered = 0;
    let slowest = 0;

    test.each(Object.entries(interruptions))(
      'are replaced, and their calls answered, when they %s',
      async (_, interrupt) => {
        let connections = 0;
        for (let round = 0; round < rounds; round += 1) {
          const { caught, answers } = await pauseInTransaction(round % 10);
          connections += caught;
          await interrupt();
          for (const answer of await answers) expectStoredOrUnavailable(answer);
          const again = await Promise.all(bettors.map((member) => place(member, (round + 1) % 10)));
          expect(again.map(({ status }) => status)).toEqual(bettors.map(() => 201));
        }
        console.log(`${connections} connections were lost inside a transaction`);
        if (slowest > 0) expectWithin('first bet stored after PostgreSQL was back', slowest, 1_000);
        expect(server.errors.filter((line) => line.includes('Unhandled'))).toEqual([]);
      },
    );
  });

  describe('a database that takes no writes', () => {
    const states = {
      'because it is read-only': {
        begin: () => admin.query('alter database hevre set default_transaction_read_only = on'),
        end: () => admin.query('alter database hevre reset default_transaction_read_only'),
      },
      'because its disk is full': {
        // No room for temporary files either.
        begin: () =>
          admin.query(`
            create function disk_full() returns trigger as $$
              begin raise 'could not extend file' using errcode = 'disk_full'; end $$ language plpgsql;
            create trigger disk_full before insert or update on bets execute function disk_full();
            create trigger disk_full before insert or update on sessions execute function disk_full();
            create trigger disk_full before insert or update on league_members execute function disk_full();
            alter database hevre set temp_file_limit = 0`),
        end: () => admin.query('drop function disk_full cascade; alter database hevre reset temp_file_limit'),
      },
      'because it is a standby': {
        begin: () => cluster.restart('standby'),
        end: () => admin.query('select pg_promote()'),
      },
    };
    const reads = () => {
      const { section, post, item } = game;
      return [
        'getAppData/?pushId=device-1',
        'section/',
        `section/${section}/`,
        'post/',
        `post/?section=${section}`,
        `post/${post}/`,
        `item/?post=${post}`,
        `item/${item}/`,
        `getItemBets/?item=${item}`,
        `standings/?section=${section}`,
        `points/?section=${section}`,
        `missing/?post=${post}`,
        `bettors/?item=${item}`,
        `profile/?member=${dana.id}`,
        `talk/?post=${post}`,
        `postComment/?comment_post=${post}`,
        'notification/',
        'session/',
        'export/',
        'clan/',
        'itemtype/',
      ];
    };
    /** Changed settings of a database apply only to new connections. */
    const settle = async (change: () => Promise<unknown>) => {
      await change();
      await terminateAll();
    };
    const health = (takesWrites: boolean) => ({
      ok: takesWrites,
      version: '3.1.0',
      database: 'postgres',
      reads: true,
      writes: takesWrites,
    });

    test.each(Object.entries(states))(
      '%s still serves reads, and has bets refused with 503',
      async (_, { begin, end }) => {
        // Reading would update the session's time of last use.
        await admin.query(`update sessions set last_seen = now() - interval '1 hour'`);
        await settle(begin);
        try {
          await expect.poll(async () => (await dana.get('healthz')).body).toEqual(health(false));
          const answers = await Promise.all(
            reads().map(async (path) => [path, (await dana.get(path)).status] as const),
          );
          expect(answers).toEqual(reads().map((path) => [path, 200]));
          const refused = await place(dana, 5);
          expectStoredOrUnavailable(refused);
          expect(refused.status).toBe(503);
          // Another server can start on it, where nothing is to be migrated.
          await (await openServer(proxy.url)).close();
        } finally {
          await settle(end);
        }
        await expect.poll(async () => (await dana.get('healthz')).body).toEqual(health(true));
        expect((await place(dana, 5)).status).toBe(201);
      },
    );
  });

  test('refuses event streams on a standby, which sends no notices', async () => {
    await cluster.restart('standby');
    try {
      const { status, headers } = await dana.get('events/');
      expect(status).toBe(503);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    } finally {
      await admin.query('select pg_promote()');
    }
    const stream = await openEventStream(server.url, dana.token);
    expect(stream.status).toBe(200);
    stream.close();
  });

  describe('connections that do not answer', () => {
    const within = 15_000;

    test('are closed, after which bets are stored on new ones and streams can be resumed', async () => {
      const stream = await openEventStream(server.url, dana.token);
      await Promise.all(bettors.map((member) => place(member, 7)));
      const began = performance.now();
      proxy.silence('open');
      await admin.query(`insert into live_events (type, member_id) values ('notification', ${dana.id})`);
      const stored = await Promise.all(bettors.map((member) => placeUntilStored(member, 8)));
      expectWithin('bets stored after the silence began', Math.max(...stored) - began, within);
      await stream.ended;
      expectWithin('streams ended after the silence began', performance.now() - began, within);
      const resumed = await openEventStream(server.url, dana.token, stream.lastId());
      expect((await resumed.until(1))[0]).toMatchObject({ type: 'notification' });
      resumed.close();
    });

    test('are used again or replaced when all of them were silent for some time', async () => {
      const seconds = runSize('seconds in which no connection answers', 1, 30);
      const stream = await openEventStream(server.url, dana.token);
      proxy.silence('all');
      const until = performance.now() + 1_000 * seconds;
      const early = bettors.map((member) => placeUntilStored(member, 3));
      await expect.poll(() => performance.now(), { timeout: 60_000 }).toBeGreaterThan(until);
      proxy.resume();
      const resumed = performance.now();
      const stored = await Promise.all([...early, ...bettors.map((member) => placeUntilStored(member, 4))]);
      expectWithin('bets stored after the silence ended', Math.max(...stored) - resumed, within);
      await admin.query(`insert into live_events (type, member_id) values ('notification', ${dana.id})`);
      const after = await Promise.race([
        stream.until(1),
        stream.ended.then(async () =>
          (await openEventStream(server.url, dana.token, stream.lastId())).until(1),
        ),
      ]);
      expect(after[0]).toMatchObject({ type: 'notification' });
      expectWithin('an event received after the silence ended', performance.now() - resumed, within);
      // An idle listener is checked by a query: otherwise it would be replaced although it works.
      await expect
        .poll(async () => {
          const { rows } = await admin.query(
            `select from pg_stat_activity where datname = 'hevre' and query = 'select 1'`,
          );
          return rows.length;
        })
        .toBe(1);
    });

    /** How many connections of the pool requests and jobs use. */
    const connectionsInUse = async () => {
      const metrics = (await api(server.url).get<string>('metrics')).body;
      const count = (state: string) =>
        Number(new RegExp(`connections{state="${state}"} (\\d+)`).exec(metrics)?.[1]);
      return count('open') - count('idle');
    };

    fullTest('do not delay the exit on SIGTERM', async () => {
      await openEventStream(server.url, dana.token);
      // More connections than are needed below: none has to be opened.
      await Promise.all(bettors.map((member) => placeUntilStored(member, 5)));
      await expect.poll(connectionsInUse).toBe(0);
      proxy.silence('all');
      // A connection that transfers bytes is not closed by itself.
      proxy.drip();
      // The statement of a request whose caller has disconnected is still running.
      const caller = new AbortController();
      const headers = { Authorization: `Token ${dana.token}`, 'Content-Type': 'application/json' };
      const abandonedRequest = fetch(`${server.url}/api/section/`, { headers, signal: caller.signal }).catch(
        () => {},
      );
      await expect.poll(connectionsInUse).toBeGreaterThan(0);
      caller.abort();
      await abandonedRequest;
      // One of the jobs waits as well.
      await expect.poll(connectionsInUse).toBeGreaterThan(1);
      server.kill('SIGTERM');
      expect(await server.exited).toEqual({ code: 0, signal: null });
    });
  });
});
