import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import { plannedEachTime } from '#server/db/prepared-statements.ts';
import { migrate, migrationFiles } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import type { Db } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { JobScheduler } from '#server/boot/job-scheduler.ts';
import { openLog } from '#server/boot/log.ts';
import { createGate } from '#tests/support/concurrency.ts';
import { formerMigrations, formerNames } from '#tests/support/database/former-migrations.ts';
import { createTestDatabase } from '#tests/support/database/postgres.ts';
import { preparedFolder } from '#tests/support/database/pglite.ts';
import { fullTest } from '#tests/support/run-size.ts';
import { onBothDatabases, onOneDatabase } from '#tests/support/server/server.ts';

/** Both databases behave alike: values, transactions, notices, jobs and migrations. */

const log = openLog('silent');

/** Sends a notice to every listener of a channel, at commit when `db` is a transaction. */
const notify = (db: Db, channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(db);

type Open = { open(): Promise<Database>; remove(): Promise<void> };

async function createUnopened(kind: 'pglite' | 'postgres', blank = false): Promise<Open> {
  if (kind === 'postgres') {
    const { url, drop } = await createTestDatabase({ blank });
    return { open: () => openDatabase({ databaseUrl: url, dataDir: '' }, log), remove: drop };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'hevre-db-'));
  if (!blank) await preparedFolder(dataDir);
  return {
    open: () => openDatabase({ databaseUrl: null, dataDir }, log),
    remove: async () => rmSync(dataDir, { recursive: true }),
  };
}

/** The definitions of columns, constraints, indexes, triggers and functions, and the migrations, without indentation. */
async function readSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ made: string }>`
    select made from (
      select format('%s.%s %s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull, pg_get_expr(adbin, adrelid)) as made
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      join pg_class c on c.oid = attrelid and c.relkind in ('r', 'c', 'S') and c.relnamespace = 'public'::regnamespace
      where attnum > 0 and not attisdropped
      union all
      select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
      union all
      select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
      where c.relnamespace = 'public'::regnamespace
      union all
      select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all
      select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select format('migration %s %s', name, checksum) from migrations
    ) schema order by 1`.execute(db);
  return rows.map(({ made }) => made.replaceAll(/\s+/g, ' '));
}

onBothDatabases((kind) => {
  const slowIt = kind === 'pglite' ? fullTest : it;
  let source: Open;
  let database: Database;
  beforeAll(async () => {
    source = await createUnopened(kind);
    database = await source.open();
    await sql`create table trial (id integer primary key, n integer not null default 0)`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await source.remove();
  });

  it('reads every column type as its documented JavaScript type', async () => {
    const { rows } = await sql`
      select
        count(*) as count, sum(n) as sum, 9007199254740991::bigint as big, 1.50::numeric as exact, 0.5::float8 as float,
        timestamptz '2026-06-11 21:00:00.123456+02' as time, timestamptz '0044-03-15 12:00:00+00' as old,
        timestamptz 'infinity' as never, date '2026-06-11' as day, '{"a":[1]}'::jsonb as json, 'null'::jsonb as nothing,
        '\\x00ff'::bytea as bytes, true as flag, null::integer as missing,
        array[1, 2]::bigint[] as bigs, array[1, null]::integer[] as ints, array['a,b', 'c"d']::text[] as texts,
        array[timestamptz '2026-06-11 21:00:00+00'] as times, '{}'::bigint[] as none
      from trial`.execute(database.db);
    const { bytes, ...rest } = rows[0] as { bytes: Uint8Array };
    expect([...bytes]).toEqual([0, 255]);
    expect(rest).toEqual({
      count: 0,
      sum: null,
      big: 9007199254740991,
      exact: 1.5,
      float: 0.5,
      time: '2026-06-11T19:00:00.123Z',
      old: '0044-03-15T12:00:00.000Z',
      never: 'infinity',
      day: '2026-06-11',
      json: { a: [1] },
      nothing: null,
      flag: true,
      missing: null,
      bigs: [1, 2],
      ints: [1, null],
      texts: ['a,b', 'c"d'],
      times: ['2026-06-11T21:00:00.000Z'],
      none: [],
    });
  });

  it('accepts every documented JavaScript type as a parameter', async () => {
    const time = new Date('2026-06-11T19:00:00.123Z');
    const texts = ['plain', 'a,b', 'q"u\\o', 'חבר׳ה', ''];
    const { rows } = await sql<{ bytes: Uint8Array }>`
      select ${time}::timestamptz as time, ${texts}::text[] as words, ${[3, 4]}::int[] as numbers, ${[]}::int[] as none,
        ${JSON.stringify([1, { a: 'ב' }])}::jsonb as json, ${true}::boolean as flag, ${null}::text as missing, ${5}::int as int,
        ${new Uint8Array([0, 1, 255])}::bytea as bytes, ${0.25}::float8 as float`.execute(database.db);
    const [row] = rows;
    expect(row && { ...row, bytes: [...row.bytes] }).toEqual({
      time: '2026-06-11T19:00:00.123Z',
      words: texts,
      numbers: [3, 4],
      none: [],
      json: [1, { a: 'ב' }],
      flag: true,
      missing: null,
      int: 5,
      bytes: [0, 1, 255],
      float: 0.25,
    });
  });

  it('counts the rows that a statement changed', async () => {
    await sql`insert into trial (id) values (101), (102)`.execute(database.db);
    const result = await sql`update trial set n = 1 where id > 100`.execute(database.db);
    expect(result.numAffectedRows).toBe(2n);
    await sql`delete from trial where id > 100`.execute(database.db);
  });

  it('commits all of a transaction or nothing', async () => {
    const attempt = transaction(database.db, async (trx) => {
      await sql`insert into trial (id) values (1)`.execute(trx);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    await transaction(database.db, (trx) => sql`insert into trial (id) values (2)`.execute(trx));
    const { rows } = await sql`select id from trial`.execute(database.db);
    expect(rows).toEqual([{ id: 2 }]);
  });

  it('hides what a transaction wrote until it ends', async () => {
    const [inserted, finish] = [createGate(), createGate()];
    const slow = transaction(database.db, async (trx) => {
      await sql`insert into trial (id) values (3)`.execute(trx);
      inserted.open();
      await finish.opened;
      throw new Error('undone');
    }).catch(() => {});
    await inserted.opened;
    const readRow = sql`select id from trial where id = 3`.execute(database.db);
    // PostgreSQL answers at once; the embedded database has one connection, and answers after the transaction.
    const answers = readRow.then(() => 'answers');
    const early = kind === 'postgres' ? answers : Promise.race([answers, setTimeout(50, 'waits')]);
    expect(await early).toBe(kind === 'postgres' ? 'answers' : 'waits');
    finish.open();
    await slow;
    expect((await readRow).rows).toEqual([]);
  });

  it('retries transactions that deadlock until each has committed', async () => {
    await sql`insert into trial (id) values (10), (11)`.execute(database.db);
    // On PostgreSQL each locks its first row before either asks for its second: a deadlock, the first time.
    let holding = 0;
    let attempts = 0;
    const both = createGate();
    const add = (first: number, second: number) =>
      transaction(database.db, async (trx) => {
        attempts += 1;
        await sql`update trial set n = n + 1 where id = ${first}`.execute(trx);
        holding += 1;
        if (holding === 2 || kind === 'pglite') both.open();
        await both.opened;
        await sql`update trial set n = n + 1 where id = ${second}`.execute(trx);
      });
    await Promise.all([add(10, 11), add(11, 10)]);
    const { rows } = await sql`select n from trial where id in (10, 11)`.execute(database.db);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
    expect(attempts).toBe(kind === 'postgres' ? 3 : 2);
  });

  it('delivers a notice at commit, and none of a transaction that was rolled back', async () => {
    const payloads: string[] = [];
    const stop = await database.listen('trial', (payload) => payloads.push(payload));
    await transaction(database.db, async (trx) => {
      await notify(trx, 'trial', 'undone');
      throw new Error('no');
    }).catch(() => {});
    await transaction(database.db, async (trx) => {
      await notify(trx, 'trial', 'done');
      expect(payloads).toEqual([]);
    });
    await expect.poll(() => payloads).toEqual(['done']);
    await stop();
    await notify(database.db, 'trial', 'late');
    const again: string[] = [];
    await database.listen('trial', (payload) => again.push(payload));
    await notify(database.db, 'trial', 'new');
    await expect.poll(() => again).toEqual(['new']);
    expect(payloads).toEqual(['done']);
  });

  it('delivers notices of a second followed channel, and is not current until it listens to it', async () => {
    const payloads: string[] = [];
    const follow = (channel: string) =>
      database.follow(channel, {
        onMessage: (payload) => payloads.push(`${channel}: ${payload}`),
        onOwnChange() {},
        onCut() {},
      });
    expect(database.isCurrent()).toBe(false);
    follow('trial_one');
    await expect.poll(() => database.isCurrent()).toBe(true);
    follow('trial_two');
    expect(database.isCurrent()).toBe(kind === 'pglite');
    await expect.poll(() => database.isCurrent()).toBe(true);
    await notify(database.db, 'trial_one', 'first');
    await notify(database.db, 'trial_two', 'second');
    await expect.poll(() => payloads).toEqual(['trial_one: first', 'trial_two: second']);
  });

  it('runs a job once an interval over all servers, and again when it is due', async () => {
    let runs = 0;
    const finish = createGate();
    const job = {
      name: 'trial',
      intervalMs: 60_000,
      async run() {
        runs += 1;
        await finish.opened;
      },
    };
    const servers = [1, 2, 3].map(() => new JobScheduler(database.db, log));
    const answers: boolean[] = [];
    const attempts = servers.map(async (one) => answers.push(await one.runIfDue(job)));
    // The other two do not run it meanwhile.
    await expect.poll(() => answers).toEqual([false, false]);
    const { rows: claims } = await sql`
      select round(extract(epoch from held_until - last_run))::integer as seconds from jobs where name = 'trial'`.execute(
      database.db,
    );
    expect(claims).toEqual([{ seconds: 600 }]);
    // Nor once another job has ended.
    const other = { name: 'other', intervalMs: 60_000, run: async () => {} };
    expect(await servers[1]?.runIfDue(other)).toBe(true);
    expect(await servers[1]?.runIfDue(job, true)).toBe(false);
    finish.open();
    await Promise.all(attempts);
    expect(answers).toEqual([false, false, true]);
    expect(runs).toBe(1);
    expect(await servers[0]?.runIfDue(job)).toBe(false);
    await sql`update jobs set last_run = now() - interval '61 seconds' where name = 'trial'`.execute(
      database.db,
    );
    expect(await servers[0]?.runIfDue(job)).toBe(true);
    // A job that runs longer than its interval is not started twice; that of a dead server is, once its claim has expired.
    const holdJob = (by: string) =>
      sql`update jobs set last_run = 'epoch', held_until = now() + ${by}::interval where name = 'trial'`.execute(
        database.db,
      );
    await holdJob('1 minute');
    expect(await servers[0]?.runIfDue(job)).toBe(false);
    await holdJob('-1 second');
    expect(await servers[0]?.runIfDue(job)).toBe(true);
  });

  it('keeps another server’s claim on a job when a server that ran past its own claim ends', async () => {
    const gates = [createGate(), createGate()];
    const [slow, next, third] = [0, 1, 2].map(() => new JobScheduler(database.db, log));
    let runs = 0;
    const job = { name: 'long', intervalMs: 60_000, run: () => gates[runs++]?.opened ?? Promise.resolve() };
    const first = slow?.runIfDue(job);
    await expect.poll(() => runs).toBe(1);
    // As if ten minutes had passed.
    await sql`update jobs set last_run = 'epoch', held_until = now() - interval '1 second' where name = 'long'`.execute(
      database.db,
    );
    const second = next?.runIfDue(job);
    await expect.poll(() => runs).toBe(2);
    gates[0]?.open();
    expect(await first).toBe(true);
    expect(await third?.runIfDue(job, true)).toBe(false);
    gates[1]?.open();
    expect(await second).toBe(true);
    expect(await third?.runIfDue(job, true)).toBe(true);
  });

  it('runs added jobs until it is stopped', async () => {
    const jobs = new JobScheduler(database.db, log);
    let runs = 0;
    jobs.add({ name: 'rounds', intervalMs: 20, run: async () => void (runs += 1) });
    await expect.poll(() => runs).toBeGreaterThan(2);
    await jobs.stop();
    const then = runs;
    // Long enough for more runs, if a timer were left.
    await setTimeout(80);
    expect(runs).toBe(then);
  });

  describe('migrations', () => {
    slowIt('run once, all or none, and report a newer or changed database', async () => {
      const blank = await createUnopened(kind, true);
      const one = await blank.open();
      try {
        const file = (name: string, text: string) => ({ name, text, checksum: text });
        const first = file('0001_a', "create table a (id integer); insert into a values (1); select 'a;b';");
        const broken = file('0002_b', 'create table b (id integer); insert into b values (1, 2);');
        expect(await migrate(one.db, [first])).toEqual(['0001_a']);
        expect(await migrate(one.db, [first])).toEqual([]);
        await expect(migrate(one.db, [first, broken])).rejects.toThrow('INSERT has more expressions');
        expect((await sql`select to_regclass('b') as b`.execute(one.db)).rows).toEqual([{ b: null }]);
        await expect(migrate(one.db, [])).rejects.toThrow('newer version of Hevre (it has 0001_a)');
        await expect(migrate(one.db, [file('0001_a', 'other')])).rejects.toThrow('0001_a is not the one');
      } finally {
        await one.close();
        await blank.remove();
      }
    });

    it('of this version have all run', async () => {
      expect(await migrate(database.db)).toEqual([]);
      const names = await database.db.selectFrom('migrations').select('name').orderBy('name').execute();
      expect(names.map(({ name }) => name)).toEqual(migrationFiles().map(({ name }) => name));
    });
  });
});

onOneDatabase('postgres', (kind) => {
  test.each(formerNames)(
    'a database made by the former text of %s is migrated to the same schema as a new one',
    async (name) => {
      const [blank, migrated] = [await createUnopened(kind, true), await createUnopened(kind)];
      const [blankSchema, newSchema] = [await blank.open(), await migrated.open()];
      try {
        const former = formerMigrations(name);
        await migrate(blankSchema.db, former);
        const later = migrationFiles().slice(former.length);
        expect(await migrate(blankSchema.db)).toEqual([name, ...later.map((file) => file.name)]);
        expect(await migrate(blankSchema.db)).toEqual([]);
        expect(await readSchema(blankSchema.db)).toEqual(await readSchema(newSchema.db));
      } finally {
        await Promise.all([blankSchema.close(), newSchema.close()]);
        await Promise.all([blank.remove(), migrated.remove()]);
      }
    },
  );
});

describe('pglite', () => {
  it('refuses a query that bypasses the open transaction, instead of a deadlock', async () => {
    const source = await createUnopened('pglite');
    const { db, close } = await source.open();
    const round = transaction(db, () => sql`select 1`.execute(db));
    await expect(round).rejects.toThrow('went around its transaction');
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await close();
    await source.remove();
  });

  it('has every row after its folder was copied while open, as after a kill', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hevre-db-'));
    await preparedFolder(dataDir);
    const one = await openDatabase({ databaseUrl: null, dataDir }, log);
    await sql`create table kept as select generate_series(1, 1000) as id`.execute(one.db);
    const copy = mkdtempSync(join(tmpdir(), 'hevre-db-'));
    cpSync(dataDir, copy, { recursive: true });
    const other = await openDatabase({ databaseUrl: null, dataDir: copy }, log);
    expect((await sql`select count(*) as count from kept`.execute(other.db)).rows).toEqual([{ count: 1000 }]);
    await other.close();
    await one.close();
    for (const folder of [dataDir, copy]) rmSync(folder, { recursive: true });
  });
});

describe('postgres', () => {
  it('has ten connections with time limits, and one without them for migrations', async () => {
    const source = await createUnopened('postgres');
    const database = await source.open();
    const read = async (db: Db) => {
      const { rows } = await sql`
        select current_setting('application_name') as name, current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`.execute(
        db,
      );
      return rows;
    };
    const common = { name: 'hevre', jit: 'off' };
    expect(await read(database.db)).toEqual([{ ...common, statement: '10s', idle: '15s' }]);
    expect(await read(database.withoutDeadlines)).toEqual([{ ...common, statement: '0', idle: '0' }]);
    const end = createGate();
    const open = Array.from({ length: 12 }, () => transaction(database.db, () => end.opened));
    await expect.poll(() => database.pool()).toEqual({ total: 10, idle: 0, waiting: 2 });
    end.open();
    await Promise.all(open);
    await database.close();
    await source.remove();
  });

  it('migrates without the time limit of statements, which is valid again afterwards', async () => {
    const source = await createUnopened('postgres', true);
    const { db, close } = await source.open();
    const text = "create table seen as select current_setting('statement_timeout') as during";
    expect(await migrate(db, [{ name: '0001_a', text, checksum: 'a' }])).toEqual(['0001_a']);
    const { rows } = await sql`
      select during, current_setting('statement_timeout') as afterwards from seen`.execute(db);
    expect(rows).toEqual([{ during: '0', afterwards: '10s' }]);
    await close();
    await source.remove();
  });

  it('prepares a repeated statement, and prepares it again when its tables have changed', async () => {
    const source = await createUnopened('postgres');
    const [database, other] = [await source.open(), await source.open()];
    await sql`create table changing (id integer primary key)`.execute(other.db);
    await sql`insert into changing values (7)`.execute(other.db);
    const read = async (db: Db) => (await sql`select * from changing where id = ${7}`.execute(db)).rows;
    const prepared = async (db: Db) =>
      (await sql`select 1 from pg_prepared_statements where statement like '%from changing%'`.execute(db))
        .rows.length;
    // A statement that runs once is not prepared on the server.
    const counts = await transaction(database.db, async (trx) => {
      const found: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        await read(trx);
        found.push(await prepared(trx));
      }
      return found;
    });
    expect(counts).toEqual([0, 1, 1]);

    await sql`alter table changing add column name text not null default 'x'`.execute(other.db);
    const reads = () => Array.from({ length: 20 }, () => read(database.db));
    expect(await Promise.all(reads())).toEqual(Array.from({ length: 20 }, () => [{ id: 7, name: 'x' }]));
    await Promise.all(reads());
    await sql`alter table changing drop column name`.execute(other.db);
    let attempts = 0;
    const rows = await transaction(database.db, async (trx) => {
      attempts += 1;
      return read(trx);
    });
    expect([rows, attempts]).toEqual([[{ id: 7 }], 2]);
    await Promise.all([database.close(), other.close()]);
    await source.remove();
  });

  it('does not prepare a statement that is planned each time', async () => {
    const source = await createUnopened('postgres');
    const { db, close } = await source.open();
    const count = await transaction(db, async (trx) => {
      for (let time = 0; time < 3; time += 1)
        await sql`${plannedEachTime} select from members planned where id = ${7}::integer`.execute(trx);
      const { rows } =
        await sql`select from pg_prepared_statements where statement like '%members planned%'`.execute(trx);
      return rows.length;
    });
    expect(count).toBe(0);
    await close();
    await source.remove();
  });

  it('does not prepare a statement with a list of more than 100 values among its parameters', async () => {
    const source = await createUnopened('postgres');
    const { db, close } = await source.open();
    const read = (trx: Db, ids: readonly number[]) =>
      sql`select count(*) from members listed where id > ${0}::integer and id = any(${ids}::integer[])`.execute(
        trx,
      );
    const counts = await transaction(db, async (trx) => {
      const found: number[] = [];
      for (const length of [101, 101, 101, 100, 100]) {
        await read(
          trx,
          Array.from({ length }, (_, at) => at),
        );
        const { rows } =
          await sql`select from pg_prepared_statements where statement like '%members listed%'`.execute(trx);
        found.push(rows.length);
      }
      return found;
    });
    expect(counts).toEqual([0, 0, 0, 0, 1]);
    await close();
    await source.remove();
  });

  it('migrates once when several servers start together', async () => {
    const { url, drop } = await createTestDatabase({ blank: true });
    const all = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: url, dataDir: '' }, log)));
    const ran = await Promise.all(all.map(({ withoutDeadlines }) => migrate(withoutDeadlines)));
    expect(ran.filter((names) => names.length > 0)).toEqual([migrationFiles().map(({ name }) => name)]);
    for (const { close } of all) await close();
    await drop();
  });

  it('delivers notices between servers, and reports when it may have missed some', async () => {
    const { url, drop } = await createTestDatabase();
    const [one, two] = await Promise.all(
      [1, 2].map(() => openDatabase({ databaseUrl: url, dataDir: '' }, log)),
    );
    if (!one || !two) throw new Error('not opened');
    const payloads: string[] = [];
    let gaps = 0;
    await one.listen(
      'trial',
      (payload) => payloads.push(payload),
      () => (gaps += 1),
    );
    await notify(two.db, 'trial', 'first');
    await expect.poll(() => payloads).toEqual(['first']);

    const admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    await expect.poll(() => gaps).toBe(1);
    await notify(two.db, 'trial', 'second').catch(() => notify(two.db, 'trial', 'second'));
    await expect.poll(() => payloads).toEqual(['first', 'second']);
    await one.close();
    await two.close();
    await drop();
  });

  it('reports an unreachable database as unavailable, and can be closed twice', async () => {
    const unreachable = await openDatabase({ databaseUrl: 'postgres://x@127.0.0.1:1/x', dataDir: '' }, log);
    const error = await sql`select 1`.execute(unreachable.db).catch((thrown: unknown) => thrown);
    expect(isDatabaseUnavailable(error)).toBe(true);
    // Closing it again does nothing.
    await unreachable.close();
    await unreachable.close();
  });
});
