import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAdmin } from '#server/admin/run-admin.ts';
import { openLog } from '#server/boot/log.ts';
import { migrate, migrationFiles } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Db } from '#server/db/tables.ts';
import { emit } from '#server/live/emit.ts';
import { formerMigrations } from '#tests/support/database/former-migrations.ts';
import { createTestDatabase } from '#tests/support/database/postgres.ts';
import { fullTest, isFullRun, runSize } from '#tests/support/run-size.ts';
import { programArguments } from '#tests/support/server/programs.ts';
import { api } from '#tests/support/server/api-client.ts';
import { openEventStream, type EventStream } from '#tests/support/server/event-stream.ts';
import { createMember, leagueWithMembers } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import {
  freshDatabase,
  onBothDatabases,
  startServer,
  type TestServer,
} from '#tests/support/server/server.ts';
import { tableFingerprints } from '#tests/support/server/table-fingerprints.ts';

/** Restoring backups: into databases of other versions, under running servers, and failing half way. */

const folder = mkdtempSync(join(tmpdir(), 'hevre-restore-'));
afterAll(() => rmSync(folder, { recursive: true }));
let lastFile = 0;
const newFile = () => join(folder, `backup-${(lastFile += 1)}`);

type Env = Record<string, string>;

/** Opens the database of an environment for the duration of `work`. */
async function withDatabase<T>(
  env: Env,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const settings = { databaseUrl: env['DATABASE_URL'] ?? null, dataDir: env['DATA_DIR'] ?? '' };
  const database = await openDatabase(settings, openLog('silent'));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const addLeague = (env: Env, name: string) =>
  withDatabase(env, ({ db }) => db.insertInto('leagues').values({ name, code: name }).execute());
/** Five hundred leagues with incompressible descriptions, which are most of what a backup then holds. */
const addIncompressibleLeagues = (db: Db) =>
  sql`
    insert into leagues (name, code, description)
    select n::text, n::text, (select string_agg(md5(random()::text), '') from generate_series(1, 40) where n = n)
    from generate_series(1, 500) n`.execute(db);
const leaguesOf = (env: Env) =>
  withDatabase(env, async ({ db }) => {
    const rows = await db.selectFrom('leagues').select('name').orderBy('id').execute();
    return rows.map(({ name }) => name);
  });
const migrationsOf = (env: Env) =>
  withDatabase(env, async ({ db }) => {
    const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  });
const thisVersion = migrationFiles().map(({ name }) => name);
/** What a newer version may have added: tables, a view and a column that depend on the older tables. */
const newerVersion = `
  create table seasons (id integer primary key, league_id integer references leagues (id));
  create table fans (member_id integer references members (id), season_id integer references seasons (id));
  create view fan_count as select count(*) from fans join members on id = member_id;
  alter table leagues add column season_id integer references seasons (id);
  insert into migrations (name, checksum) values ('9999_seasons', 'x');`;

onBothDatabases((kind) => {
  let data: Awaited<ReturnType<typeof freshDatabase>>;
  let file: string;
  beforeAll(async () => {
    data = await freshDatabase(kind);
    await addLeague(data.env, 'BEFORE');
    file = newFile();
    await runAdmin(['backup', file], data.env);
  });
  afterAll(() => data.remove());

  /** A test that takes 10 s on the embedded database. */
  const slowTest = kind === 'pglite' ? fullTest : test;
  slowTest(
    'a backup is restored into a newer version’s database; a newer version’s backup is refused in one line',
    async () => {
      await addLeague(data.env, 'AFTER');
      await withDatabase(data.env, ({ db }) => sql.raw(newerVersion).execute(db));
      const newer = newFile();
      await runAdmin(['backup', newer], data.env);

      expect(await runAdmin(['restore', file], data.env)).toContain(`restored from ${file}`);
      expect(await migrationsOf(data.env)).toEqual(thisVersion);
      expect(await leaguesOf(data.env)).toEqual(['BEFORE']);
      await expect(runAdmin(['restore', newer], data.env)).rejects.toThrow(
        new RegExp(`^${newer} was made by a newer version of Hevre; nothing was changed$`),
      );
      expect(await leaguesOf(data.env)).toEqual(['BEFORE']);
    },
  );

  test.each(kind === 'pglite' ? [kind] : [])(
    'a restore after a killed one is complete, and all of its folders are its owner’s alone, on %s',
    async () => {
      const db = join(data.env['DATA_DIR'] ?? '', 'db');
      cpSync(db, `${db}.aside`, { recursive: true });
      chmodSync(`${db}.aside`, 0o755);
      const output = await runAdmin(['restore', file], data.env);
      expect(output).toContain(`restored from ${file}`);
      expect(existsSync(`${db}.aside`)).toBe(false);
      expect(await leaguesOf(data.env)).toEqual(['BEFORE']);
      const dataFolders = readdirSync(join(db, '..'))
        .filter((name) => name.startsWith('db'))
        .toSorted();
      expect(output.endsWith(dataFolders.at(-1) ?? '')).toBe(true);
      const modes = dataFolders.map((name) => statSync(join(db, '..', name)).mode & 0o777);
      expect(modes.map((mode) => mode.toString(8))).toEqual(dataFolders.map(() => '700'));
    },
  );

  // Making an embedded database takes 10 s: only in test:full.
  const olderOn = kind === 'postgres' || isFullRun ? [kind] : [];
  test.each(olderOn)(
    'an older version’s backup is migrated forward, and one of another history is refused, on %s',
    async () => {
      const blank = kind === 'postgres' ? await createTestDatabase({ blank: true }) : null;
      const old: Env = { DATA_DIR: join(folder, 'old'), ...(blank && { DATABASE_URL: blank.url }) };
      mkdirSync(join(folder, 'old'), { recursive: true });
      await withDatabase(old, async ({ db }) => {
        await migrate(db, formerMigrations('0022_place_bets'));
        await sql`insert into leagues (name, code) values ('OLD', 'OLD')`.execute(db);
      });
      const older = newFile();
      await runAdmin(['backup', older], old);
      await blank?.drop();

      await runAdmin(['restore', older], data.env);
      expect(await migrationsOf(data.env)).toEqual(thisVersion);
      expect(await leaguesOf(data.env)).toEqual(['OLD']);
      expect(await withDatabase(data.env, ({ db }) => migrate(db))).toEqual([]);

      // One differing migration makes another history.
      const change = (step: string | undefined, checksum: string) =>
        withDatabase(data.env, ({ db }) =>
          db
            .updateTable('migrations')
            .set({ checksum })
            .where('name', '=', step ?? '')
            .execute(),
        );
      const [second] = migrationFiles().slice(1);
      await change(second?.name, 'another');
      const other = newFile();
      await runAdmin(['backup', other], data.env);
      await change(second?.name, second?.checksum ?? '');
      await expect(runAdmin(['restore', other], data.env)).rejects.toThrow(
        new RegExp(`^${other} was made by another version of Hevre; nothing was changed$`),
      );
      expect(await leaguesOf(data.env)).toEqual(['OLD']);
    },
  );

  slowTest('a backup that is damaged half way changes nothing', async () => {
    await withDatabase(data.env, ({ db }) => addIncompressibleLeagues(db));
    const broken = newFile();
    await runAdmin(['backup', broken], data.env);
    const bytes = readFileSync(broken);
    const middle = Math.floor(bytes.length * 0.6);
    bytes.fill(0, middle, middle + 1_000);
    writeFileSync(broken, bytes);
    await addLeague(data.env, 'HERE');
    const before = await withDatabase(data.env, ({ db }) => tableFingerprints(db));
    await expect(runAdmin(['restore', broken], data.env)).rejects.toThrow(/nothing was changed$/);
    expect(await withDatabase(data.env, ({ db }) => tableFingerprints(db))).toEqual(before);
  });

  test('a backup’s file is its owner’s alone', async () => {
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });
});

describe('a PostgreSQL whose search_path begins with another schema than public', () => {
  const refusal = 'begins with the schema "own", and Hevre keeps its tables in public';
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let env: Env;
  const query = async (...statements: string[]) => {
    const client = new Client({ connectionString: own.url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  beforeAll(async () => {
    own = await createTestDatabase({ blank: true });
    env = { DATABASE_URL: own.url };
    await query(
      'create schema own',
      `alter database ${new URL(own.url).pathname.slice(1)} set search_path = own, public`,
    );
  });
  afterAll(() => own.drop());

  test('is neither migrated nor backed up nor restored into', async () => {
    await expect(withDatabase(env, ({ db }) => migrate(db))).rejects.toThrow(refusal);
    const target = newFile();
    await expect(runAdmin(['backup', target], env)).rejects.toThrow(refusal);
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, '');
    await expect(runAdmin(['restore', target], env)).rejects.toThrow(refusal);
  });

  test('keeps its tables when that schema becomes public', async () => {
    await query(
      'set search_path = own',
      ...migrationFiles().map(({ text }) => text),
      `create table migrations (name text primary key, checksum text not null, ran timestamptz not null default now())`,
      ...migrationFiles().map(
        ({ name, checksum }) => `insert into migrations (name, checksum) values ('${name}', '${checksum}')`,
      ),
      `insert into leagues (name, code) values ('HERE', 'HERE')`,
      'drop schema public',
      'alter schema own rename to public',
    );
    expect(await withDatabase(env, ({ db }) => migrate(db))).toEqual([]);
    const target = newFile();
    await runAdmin(['backup', target], env);
    await runAdmin(['restore', target], env);
    expect(await leaguesOf(env)).toEqual(['HERE']);
  });
});

describe('on PostgreSQL, with servers running', () => {
  let first: TestServer, second: TestServer;
  let env: Env;
  let admin: Client;
  let dana: ApiMember;
  let section: number;
  let file: string;
  const streams: EventStream[] = [];
  beforeAll(async () => {
    first = await startServer({ database: 'postgres' });
    env = { DATABASE_URL: first.platform.settings.databaseUrl ?? '' };
    second = await startServer({ env });
    ({
      section,
      members: [dana],
    } = await leagueWithMembers(first, ['דנה']));
    admin = new Client({ connectionString: env['DATABASE_URL'] });
    await admin.connect();
    await addIncompressibleLeagues(first.platform.db);
    file = newFile();
    await runAdmin(['backup', file], env);
  });
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await admin.end();
    await second.close();
    await first.close();
  });

  const openStream = async (server: TestServer, token: string, after?: number) => {
    const stream = await openEventStream(server.url, token, after);
    streams.push(stream);
    return stream;
  };
  const change = (type: 'post' | 'league') => emit(first.platform.db, { type, league: section, version: 1 });
  const staffOf = async (server: TestServer, token: string) => {
    const { body } = await api(server.url, token).get<{ appuser: { is_staff: boolean } }>('getAppData/');
    return body.appuser.is_staff;
  };

  test('a restore ends every stream and resets the next one; sessions and roles are the backup’s', async () => {
    await admin.query('update members set is_staff = true where id = $1', [dana.id]);
    const lateMember = await createMember(first, 'נועה');
    const servers = [first, second];
    const before = await Promise.all(servers.map((server) => openStream(server, dana.token)));
    const lateStream = await openStream(second, lateMember.token);
    await change('post');
    for (const stream of before) await stream.until(1);
    for (const server of servers) expect(await staffOf(server, dana.token)).toBe(true);

    // Requests during the restore wait, or get 503.
    const statuses = new Set<number>();
    const restored = { yet: false };
    const requestUntilRestored = async (server: TestServer) => {
      while (!restored.yet) statuses.add((await api(server.url, dana.token).get('section/')).status);
    };
    const restoring = runAdmin(['restore', file], env).finally(() => (restored.yet = true));
    await Promise.all([restoring, ...servers.map(requestUntilRestored)]);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);

    await Promise.all([...before, lateStream].map(({ ended }) => ended));
    for (const [nth, server] of servers.entries()) {
      expect(await staffOf(server, dana.token)).toBe(false);
      expect((await api(server.url, lateMember.token).get('session/')).status).toBe(401);
      // The stream's last id belongs to the replaced history.
      const again = await openStream(server, dana.token, before[nth]?.lastId());
      expect((await again.until(1)).map(({ type }) => type)).toEqual(['reset']);
    }
    await change('league');
    for (const stream of streams.slice(-2)) {
      expect((await stream.until(2)).map(({ type }) => type)).toEqual(['reset', 'league']);
      expect(stream.lastId()).toBeGreaterThan(1_000_000_000);
    }
    // That id is not accepted either once as many new events have been emitted.
    const lagging = await openStream(first, dana.token, before[0]?.lastId());
    expect((await lagging.until(1)).map(({ type }) => type)).toEqual(['reset']);
  });

  /** Locks a table, so that whatever needs it waits, until the returned function is called. */
  const holdTable = async (mode: string): Promise<() => Promise<unknown>> => {
    await admin.query('begin');
    await admin.query(`lock table members in ${mode} mode`);
    return () => admin.query('rollback');
  };
  /** Connections of a program, and how many of them wait for a lock. */
  const connectionsOf = async (program: string) => {
    const { rows } = await sql<{ open: number; waiting: number }>`
      select count(*)::int as open, count(*) filter (where wait_event_type = 'Lock')::int as waiting
      from pg_stat_activity where datname = current_database() and application_name = ${program}`.execute(
      first.platform.db,
    );
    return rows[0];
  };
  const untilWaiting = async (program: string) => {
    await expect.poll(() => connectionsOf(program)).toEqual({ open: 1, waiting: 1 });
  };

  test('a backup’s file has the mode 0600 from its creation', async () => {
    const release = await holdTable('access exclusive');
    const target = newFile();
    const backup = runAdmin(['backup', target], env);
    await untilWaiting('pg_dump');
    expect((statSync(`${target}.part`).mode & 0o777).toString(8)).toBe('600');
    await release();
    await backup;
    expect((statSync(target).mode & 0o777).toString(8)).toBe('600');
  });

  test('a restore that is killed changes nothing', async () => {
    const kills = runSize('kills of a restore', 1, 20);
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await tableFingerprints(first.platform.db);
      const release = await holdTable('access share');
      const restoring = spawn(process.execPath, [...programArguments('admin'), 'restore', file], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => restoring.once('close', resolve));
      await untilWaiting('psql');
      restoring.kill('SIGKILL');
      await ended;
      await release();
      await expect.poll(() => connectionsOf('psql')).toEqual({ open: 0, waiting: 0 });
      expect(await tableFingerprints(first.platform.db)).toEqual(before);
    }
  });
});
