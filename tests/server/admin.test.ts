import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#tests/support/server/api-client.ts';
import { fileOfMatches, windows1255 } from '#tests/support/server/competitions.ts';
import { createTestDatabase } from '#tests/support/database/postgres.ts';
import { fullTest } from '#tests/support/run-size.ts';
import { preparedFolder } from '#tests/support/database/pglite.ts';
import { newPhone, signIn } from '#tests/support/server/members.ts';
import { programArguments } from '#tests/support/server/programs.ts';
import { onBothDatabases, spawnServer } from '#tests/support/server/server.ts';
import type { Post } from '#contract/models.ts';
import { runAdmin } from '#server/admin/run-admin.ts';
import { lockDataFolder } from '#server/boot/data-folder-lock.ts';
import { openLog } from '#server/boot/log.ts';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import type { Db } from '#server/db/tables.ts';
import { openDatabase } from '#server/db/open.ts';

type Done = { code: number; stdout: string; error: string };

/** Runs `npm run admin -- …` as a process. The other tests call `runAdmin` in their own process. */
function spawnAdmin(
  env: Record<string, string>,
  args: readonly string[],
  from?: 'bundle' | 'source',
): Promise<Done> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, DATABASE_URL: '', ...env } };
    const argv = [...programArguments('admin', from), ...args];
    execFile(process.execPath, argv, options, (failure, stdout, error) => {
      resolve({
        code: typeof failure?.code === 'number' ? failure.code : 0,
        stdout: stdout.trim(),
        error: error.trim(),
      });
    });
  });
}

onBothDatabases((kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-admin-'));
  let env: Record<string, string>;
  let drop = async () => {};
  beforeAll(async () => {
    const DATA_DIR = join(folder, 'data');
    if (kind === 'pglite') {
      await preparedFolder(DATA_DIR);
      env = { DATA_DIR };
    } else {
      const database = await createTestDatabase();
      env = { DATA_DIR, DATABASE_URL: database.url };
      drop = database.drop;
    }
  });
  afterAll(async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** For tests that are slow on the embedded database and hardly depend on the kind of database. */
  const slowTest = kind === 'pglite' ? fullTest : test;
  const admin = (...args: string[]) => runAdmin(args, env);
  const settings = () => readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...env });

  /** Runs `work` with the database open. */
  async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const database = await openDatabase(settings(), openLog('silent'));
    try {
      return await work(database.db);
    } finally {
      await database.close();
    }
  }

  /** Runs `work` with a server on the database. */
  async function withServer<T>(
    work: (server: RunningServer & { pin(phone: string): string }) => Promise<T>,
  ): Promise<T> {
    const printed: string[] = [];
    const server = await createServer(settings(), {
      io: { print: (line) => void printed.push(line) },
    });
    const pin = () => (JSON.parse(printed.at(-1) ?? '{}') as { pin: string }).pin;
    try {
      return await work({ ...server, pin });
    } finally {
      await server.close();
    }
  }

  const phone = '+972501234567';
  const roles = () =>
    withDb((db) =>
      db
        .selectFrom('members')
        .select(['id', 'name', 'is_staff', 'is_superuser'])
        .where('phone', '=', phone)
        .execute(),
    );

  slowTest('roles are granted and revoked by phone; the first login sets the name', async () => {
    // The process prints what was done, and exits with 0.
    expect(await spawnAdmin(env, ['grant-staff', '050-1234567'])).toEqual({
      code: 0,
      stdout: '050-123-4567 is staff now',
      error: '',
    });
    const { id } = await withServer((server) => signIn(server, 'דנה', { phone }));
    const dana = { id, name: 'דנה' };
    expect(await roles()).toEqual([{ ...dana, is_staff: true, is_superuser: false }]);
    expect(await admin('grant-superuser', phone)).toBe('050-123-4567 is a superuser now');
    expect(await admin('grant-staff', phone)).toBe('050-123-4567 is staff now');
    expect(await roles()).toEqual([{ ...dana, is_staff: true, is_superuser: true }]);
    expect(await admin('revoke-superuser', phone)).toBe('050-123-4567 is no superuser now');
    expect(await roles()).toEqual([{ ...dana, is_staff: true, is_superuser: false }]);
    expect(await admin('revoke-staff', phone)).toBe('050-123-4567 is an ordinary member now');
    expect(await roles()).toEqual([{ ...dana, is_staff: false, is_superuser: false }]);
    await expect(admin('revoke-staff', '0509999999')).rejects.toThrow(
      /^nobody here has the number 050-999-9999$/,
    );
  });

  slowTest('a member is signed out of every device by phone number', async () => {
    const answers = (url: string, tokens: readonly string[]) =>
      Promise.all(tokens.map(async (token) => (await api(url, token).get('session/')).status));
    const tokens = await withServer(async (server) => {
      await server.platform.db.deleteFrom('pins').execute();
      // That of the test before.
      await server.platform.db.deleteFrom('sessions').execute();
      const both = [await signIn(server, 'דנה', { phone }), await signIn(server, 'דנה', { phone })].map(
        ({ token }) => token,
      );
      expect(await answers(server.url, both)).toEqual([200, 200]);
      return both;
    });
    expect(await admin('sign-out', '0501234567')).toBe('050-123-4567 is signed out on 2 devices');
    expect(await withServer(({ url }) => answers(url, tokens))).toEqual([401, 401]);
    await expect(admin('sign-out', '0509999999')).rejects.toThrow(
      /^nobody here has the number 050-999-9999$/,
    );
  });

  const addLeague = (db: Db, name: string) => db.insertInto('leagues').values({ name, code: name }).execute();
  const leagueNames = async (db: Db) =>
    (await db.selectFrom('leagues').select('name').orderBy('id').execute()).map(({ name }) => name);
  const triggers = async (db: Db) =>
    (
      await sql<{ trigger: string }>`
        select tgrelid::regclass || ' ' || tgname as trigger from pg_trigger
        where not tgisinternal order by 1`.execute(db)
    ).rows;

  slowTest('restoring a backup restores rows, sequences and triggers', async () => {
    const file = join(folder, 'backup.file');
    const before = await withDb(async (db) => {
      await addLeague(db, 'BEFORE');
      return triggers(db);
    });
    expect(before).not.toEqual([]);
    expect(await admin('backup', file)).toBe(`backed up to ${file}`);
    await expect(admin('backup', file)).rejects.toThrow(`${file} is there already; choose another name`);
    await withDb((db) => addLeague(db, 'AFTER'));
    expect(await admin('restore', file)).toContain(`restored from ${file}`);
    await withDb(async (db) => {
      expect(await leagueNames(db)).toEqual(['BEFORE']);
      // Sequences and append-only triggers are restored too.
      await addLeague(db, 'NEXT');
      expect(await leagueNames(db)).toEqual(['BEFORE', 'NEXT']);
      expect(await triggers(db)).toEqual(before);
    });
  });

  test('restoring a file that is not a backup fails and changes nothing', async () => {
    const file = join(folder, 'not-a-backup');
    writeFileSync(file, 'hello');
    // Left by a restore that was killed.
    const leftover = join(env['DATA_DIR'] ?? '', 'db.restoring');
    if (kind === 'pglite') {
      mkdirSync(leftover);
      writeFileSync(join(leftover, 'PG_VERSION'), '18');
    }
    await withDb((db) => addLeague(db, 'HERE'));
    await expect(admin('restore', file)).rejects.toThrow(
      // The error of pg_restore is reported in one line, with nothing after it.
      kind === 'pglite' ? /is not a backup/ : /^pg_restore failed: pg_restore: error: input file .*[^;\s]$/,
    );
    const nothing = join(folder, 'nothing');
    await expect(admin('restore', nothing)).rejects.toThrow(`there is no file ${nothing}`);
    expect(await withDb(leagueNames)).toContain('HERE');
    expect(existsSync(leftover)).toBe(false);
  });
  fullTest('create, archive, reopen, list and import work while the server runs', async () => {
    const server = await spawnServer({ on: { env } });
    try {
      const highest = '{"name":"ליגת העל"}';
      await expect(admin('create', 'leagues', highest)).rejects.toThrow(/^name a superuser first/);
      await admin('grant-superuser', phone);
      const output = await admin('create', 'leagues', highest);
      const [, id = ''] = /^leagues has a new one: (\d+) {2}ליגת העל$/.exec(output) ?? [];
      // Sent again, as after a lost answer.
      expect(await admin('create', 'leagues', highest)).toBe(`leagues has it already: ${id}  ליגת העל`);
      const guest = api(server.url);
      const official = async () =>
        (await guest.get<{ results: { id: number }[] }>('section/')).body.results.map((row) => row.id);
      expect(await official()).toEqual([Number(id)]);
      expect(await admin('archive', 'leagues', id)).toBe(`leagues: ${id} is archived`);
      expect(await official()).toEqual([]);
      expect(await admin('list', 'leagues')).toBe(`${id}  ליגת העל  archived`);
      expect(await admin('reopen', 'leagues', id)).toBe(`leagues: ${id} is open again`);
      expect(await official()).toEqual([Number(id)]);

      const idOf = (text: string) => /: (\d+)/.exec(text)?.[1] ?? '';
      // The author is the superuser with the lower id, whose row is now stored after the other's.
      await admin('grant-superuser', '0507654321');
      for (const change of ['revoke-superuser', 'grant-superuser']) await admin(change, phone);
      const superusers = (await admin('list', 'staff')).split('\n').map((line) => Number(line.split(' ')[0]));
      const post = idOf(await admin('create', 'posts', '{"description":"ברוכים הבאים"}'));
      const posts = (await guest.get<{ results: Post[] }>('post/', { everyone: 'True' })).body.results;
      expect(posts.map((one) => one.publisher_data.member?.id)).toEqual([Math.min(...superusers)]);
      await admin('revoke-staff', '0507654321');
      const type = idOf(await admin('create', 'types', '{"name":"כדורעף","type":"bets"}'));
      const place = JSON.stringify({ name: 'איפה?', key: 'place', itemType: Number(type) });
      const rule = idOf(await admin('create', 'rules', place));
      expect(await admin('list', 'types')).toContain(`${type}  כדורעף  bets`);
      expect(await admin('list', 'rules')).toContain(`${rule}  איפה?  place  text  of ${type}`);
      expect(await admin('list', 'staff')).toMatch(/^\d+ {2}.*superuser$/);
      for (const [kinds, deletedId] of [
        ['rules', rule],
        ['types', type],
        ['posts', post],
      ] as const)
        expect(await admin('archive', kinds, deletedId)).toBe(`${kinds}: ${deletedId} is archived`);
      expect(await admin('list', 'types')).not.toContain('כדורעף');
      await expect(admin('reopen', 'types', type)).rejects.toThrow(
        /^types are not reopened: create it again$/,
      );
      // An archived one does not count as existing; one with another parent or type is a different one.
      const typeInput = { name: 'כדורעף', type: 'bets' };
      const createType = (more: object) =>
        admin('create', 'types', JSON.stringify({ ...typeInput, ...more }));
      const createRule = (itemType: string) =>
        admin('create', 'rules', JSON.stringify({ name: 'איפה?', key: 'place', itemType: Number(itemType) }));
      const again = idOf(await createType({}));
      const below = idOf(await createType({ parent: Number(again) }));
      const rules = [idOf(await createRule(again)), idOf(await createRule(below))];
      expect(new Set([type, again, below]).size).toBe(3);
      expect(new Set([rule, ...rules]).size).toBe(3);
      expect([
        await createType({}),
        await createType({ parent: Number(again) }),
        await createRule(below),
      ]).toEqual([
        `types has it already: ${again}  כדורעף`,
        `types has it already: ${below}  כדורעף`,
        `rules has it already: ${rules[1]}  איפה?`,
      ]);
      for (const [kinds, one] of [
        ['rules', rules[0]],
        ['rules', rules[1]],
        ['types', below],
        ['types', again],
      ] as const)
        await admin('archive', kinds, one ?? '');
      expect(await admin('list', 'rules')).not.toContain('place');
      expect(await admin('list', 'posts')).toBe(`${post}  ברוכים הבאים  archived`);

      // Rows that a list does not show cannot be archived or reopened by id either.
      const fan = newPhone();
      await guest.get('sendPinCode/', { cellphone: fan });
      const login = { username: fan, password: await server.pin(fan), name: 'נועה' };
      const noa = guest.with((await guest.post<{ token: string }>('api-token-auth/', login)).body.token);
      const own = (await noa.post<{ id: number }>('section/', { name: 'שלנו' })).body.id;
      const message = { section: own, description: 'שלום' };
      const posted = (await noa.post<{ id: number }>('post/', message)).body.id;
      const pageIds = ['gameRules', 'terms'].map(
        async (slug) => (await guest.get<{ id: number }>(`post/${slug}/`)).body.id,
      );
      const hidden = [...(await Promise.all(pageIds)), posted].map(
        (other) => ['posts', String(other)] as const,
      );
      for (const [kinds, other] of [...hidden, ['leagues', String(own)] as const])
        for (const change of ['archive', 'reopen'])
          await expect(admin(change, kinds, other)).rejects.toThrow(
            `${other} is none of the ${kinds}: npm run admin -- list ${kinds} shows them`,
          );

      // A refusal names the field, as the API does.
      await expect(admin('create', 'types', '{"name":""}')).rejects.toThrow(/^name: required/);
      await expect(admin('create', 'types', 'כדורעף')).rejects.toThrow(/^FIELDS is JSON/);
      await expect(admin('archive', 'staff', '1')).rejects.toThrow(
        /^KIND is one of leagues, posts, types, rules$/,
      );
      await expect(admin('archive', 'types', 'x')).rejects.toThrow(/^x is no id/);
      await expect(admin('archive', 'types', '999999')).rejects.toThrow(/^There is nothing here\.$/);
      const [league = ''] = (await admin('list', 'leagues')).split(' ');
      // A competition is named after the first twenty letters of its file's name.
      const file = join(folder, 'ליגת השכונות ברחוב הגפן.CSV');
      const name = 'ליגת השכונות ברחוב ה';
      // In the encoding of a Hebrew spreadsheet.
      writeFileSync(file, windows1255(fileOfMatches(0).text));
      expect(await admin('import', league, file)).toBe(
        `${name}: 4 matches were added to league ${league}, which has 2 of its rounds now`,
      );
      // The next version: one match moved, one was played, one is missing and one is new.
      const year = new Date().getUTCFullYear() + 1;
      const next = [
        'מחזור,תאריך,שעה,מארחת,אורחת,שערי מארחת,שערי אורחת',
        `מחזור ב,9.3.${year},20:00,נמרי הרחוב,ברזיל,,`,
        `מחזור ב,8.3.${year},18:00,שועלי הגן,נץ הגג,2,1`,
        `מחזור א,1.3.${year},18:00,שועלי הגן,נץ הגג,,`,
        `מחזור א,2.3.${year},18:00,ברזיל,נץ הגג,,`,
      ];
      writeFileSync(file, windows1255(next.join('\n')));
      expect(await admin('import', league, file)).toBe(
        [
          `${name}: 1 matches were added to league ${league}, which has 2 of its rounds now`,
          '1 dates moved, 1 results were entered, and 0 matches closed, whose new dates have passed',
          'no longer in the file, and left as it is: נמרי הרחוב – ברזיל',
        ].join('\n'),
      );
      writeFileSync(file, 'מחזור,תאריך,מארחת,אורחת\nא,30.2.2027,נמרים,שועלים');
      await expect(admin('import', league, file)).rejects.toThrow(
        /^nothing was imported:\n {2}line 2, date, invalid \(30\.2\.2027\)$/,
      );
      const wrong = (lines: number) =>
        ['מחזור,תאריך,מארחת,אורחת', ...Array(lines).fill('א,30.2.2027,נמרים,שועלים')].join('\n');
      writeFileSync(file, wrong(31));
      await expect(admin('import', league, file)).rejects.toThrow(
        /\n {2}line 31, date, invalid \(30\.2\.2027\)\n {2}and 1 more$/,
      );
      writeFileSync(file, 'מחזור,תאריך,"מארחת');
      await expect(admin('import', league, file)).rejects.toThrow(
        /^nothing was imported:\n {2}line 1, invalid$/,
      );
      writeFileSync(file, fileOfMatches(0).text);
      await expect(admin('import', '999999', file)).rejects.toThrow(/^There is nothing here\.$/);
      await expect(admin('import', league, join(folder, 'none.csv'))).rejects.toThrow(
        /cannot be read \(ENOENT\)$/,
      );
      await expect(admin('import', league, join(folder, 'busy'))).rejects.toThrow(
        /is neither a table \(\.csv\)/,
      );
      // On the embedded database only the folder's owner can use the server's socket; the server locks the data folder.
      const door = join(folder, 'data', 'admin');
      expect(existsSync(door) ? statSync(door).mode & 0o777 : null).toBe(kind === 'pglite' ? 0o700 : null);
      const backedUp = await admin('backup', join(folder, 'busy')).catch(String);
      expect(backedUp).toMatch(kind === 'pglite' ? /is in use by process/ : /^backed up to/);
    } finally {
      await server.remove();
    }
    // The socket that a killed server left is ignored.
    expect(await admin('revoke-staff', phone)).toBe('050-123-4567 is an ordinary member now');
  });
});

test('a role can be granted on a new database, before the server’s first start', async () => {
  const { url, drop } = await createTestDatabase({ blank: true });
  try {
    expect(await runAdmin(['grant-superuser', '0501234567'], { DATABASE_URL: url })).toBe(
      '050-123-4567 is a superuser now',
    );
  } finally {
    await drop();
  }
});

test('a list of 230 leagues is complete, and creating one that exists reports it', async () => {
  const { url, drop } = await createTestDatabase();
  const env = { DATABASE_URL: url };
  try {
    await runAdmin(['grant-superuser', '0501234567'], env);
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' }, openLog('silent'));
    await sql`
      insert into leagues (name, code, custom)
      select 'ליגה ' || n, 'C' || n, false from generate_series(1, 230) n`.execute(db);
    await close();
    const lines = (await runAdmin(['list', 'leagues'], env)).split('\n');
    expect(new Set(lines).size).toBe(230);
    for (const line of [lines[0], lines[229]]) {
      const [, name = ''] = line?.split('  ') ?? [];
      expect(await runAdmin(['create', 'leagues', JSON.stringify({ name })], env)).toBe(
        `leagues has it already: ${line}`,
      );
    }
  } finally {
    await drop();
  }
});

const usage = /^usage: npm run admin -- COMMAND/;

test.each([[], ['grant-staff'], ['grant'], ['backup'], ['grant-staff', '0501234567', 'twice']])(
  'the arguments %j are refused with the usage',
  (...args) => expect(runAdmin(args, {})).rejects.toThrow(usage),
);

test('the process prints the usage on stderr, and exits with 1', async () => {
  const { code, stdout, error } = await spawnAdmin({}, ['--help'], 'source');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(error).toMatch(usage);
});

test('an invalid number, a missing database and a running server are reported without a stack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-admin-'));
  try {
    const env = { DATA_DIR: join(folder, 'data') };
    await expect(runAdmin(['grant-staff', '0312345678'], env)).rejects.toThrow(
      /^0312345678 is not an Israeli mobile number such as 0501234567$/,
    );
    expect(existsSync(env.DATA_DIR)).toBe(false);
    await expect(runAdmin(['backup', join(folder, 'none')], env)).rejects.toThrow(
      /^there is no database in /,
    );
    expect(readdirSync(folder)).toEqual(['data']);

    const lock = await lockDataFolder(env.DATA_DIR, () => {});
    const refused = await spawnAdmin(env, ['grant-staff', '0501234567']);
    lock.release();
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      error:
        `the data folder ${env.DATA_DIR} is in use by process ${process.pid}. Stop it first, or start this one with ` +
        'another DATA_DIR (and PORT), or with DATABASE_URL for a shared PostgreSQL.\n' +
        'hevre: תיקיית הנתונים תפוסה: שרת אחר כבר רץ עליה. אפשר לעצור אותו, או לבחור DATA_DIR אחר.',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(['grant-staff', 'backup', 'restore'])(
  '%s reports in one line that its database cannot be opened',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'hevre-admin-'));
    try {
      const file = join(folder, 'file');
      if (name === 'restore') writeFileSync(file, '');
      const argument = name === 'grant-staff' ? '0501234567' : file;
      const env = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/hevre' };
      const { code, stdout, error } = await spawnAdmin(env, [name, argument]);
      expect({ code, stdout, error }).toEqual({
        code: 1,
        stdout: '',
        error:
          'the database of DATABASE_URL (127.0.0.1:1/hevre) cannot be opened: connect ECONNREFUSED 127.0.0.1:1',
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
