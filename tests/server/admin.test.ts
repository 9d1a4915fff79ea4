import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppUser } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createTestDatabase } from '#tests/support/database/postgres.ts';
import { preparedFolder } from '#tests/support/database/pglite.ts';
import { signIn } from '#tests/support/server/members.ts';
import { lockDataFolder } from '#server/boot/data-folder-lock.ts';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';

type Done = { code: number; out: string; error: string };

/** `npm run admin -- …` on some database. */
function admin(env: Record<string, string>, ...words: string[]): Promise<Done> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, DATABASE_URL: '', ...env } };
    execFile(
      process.execPath,
      ['--import', 'tsx', 'src/server/admin/main.ts', ...words],
      options,
      (failure, out, error) => {
        resolve({
          code: typeof failure?.code === 'number' ? failure.code : 0,
          out: out.trim(),
          error: error.trim(),
        });
      },
    );
  });
}

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
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

  /** The server on that database, for as long as `work` takes. */
  async function withServer<T>(
    work: (server: RunningServer & { pin(phone: string): string }) => Promise<T>,
  ): Promise<T> {
    const printed: string[] = [];
    const server = await createServer(readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...env }), {
      outside: { print: (line) => void printed.push(line) },
    });
    const pin = () => (JSON.parse(printed.at(-1) ?? '{}') as { pin: string }).pin;
    try {
      return await work({ ...server, pin });
    } finally {
      await server.close();
    }
  }
  const rolesOf = (phone: string) =>
    withServer(async (server) => {
      // Signing in that often in ten minutes would be refused.
      await server.platform.db.deleteFrom('pins').execute();
      const person = await signIn(server, 'דנה', { phone });
      const { fname, is_staff, is_superuser } = (await person.get<{ appuser: AppUser }>('getAppData/')).body
        .appuser;
      return { id: person.id, fname, is_staff, is_superuser };
    });

  test('roles are given and taken by phone; the name comes with the first login', async () => {
    const phone = '+972501234567';
    expect(await admin(env, 'grant-staff', '050-1234567')).toEqual({
      code: 0,
      out: '050-123-4567 is staff now',
      error: '',
    });
    const staff = await rolesOf(phone);
    expect(staff).toEqual({ id: expect.any(Number), fname: 'דנה', is_staff: true, is_superuser: false });
    expect((await admin(env, 'grant-superuser', phone)).out).toBe('050-123-4567 is a superuser now');
    expect((await admin(env, 'grant-staff', phone)).code).toBe(0);
    expect(await rolesOf(phone)).toEqual({ ...staff, is_superuser: true });
    expect((await admin(env, 'revoke-staff', phone)).out).toBe('050-123-4567 is an ordinary member now');
    expect(await rolesOf(phone)).toEqual({ ...staff, is_staff: false });
    expect(await admin(env, 'revoke-staff', '0509999999')).toEqual({
      code: 1,
      out: '',
      error: 'nobody here has the number 050-999-9999',
    });
  });

  test('a member is signed out of every device by phone', async () => {
    const phone = '+972501234567';
    const tokens = await withServer(async (server) => {
      await server.platform.db.deleteFrom('pins').execute();
      const first = await signIn(server, 'דנה', { phone });
      await server.platform.db
        .updateTable('sessions')
        .set({ revoked_at: new Date().toISOString() })
        .execute();
      const second = await signIn(server, 'דנה', { phone });
      return [first.token, second.token];
    });
    const answers = () =>
      withServer(({ url }) =>
        Promise.all(tokens.map(async (token) => (await api(url, token).get('session/')).status)),
      );
    expect(await answers()).toEqual([401, 200]);
    expect(await admin(env, 'sign-out', '0501234567')).toEqual({
      code: 0,
      out: '050-123-4567 is signed out on 1 device',
      error: '',
    });
    expect(await answers()).toEqual([401, 401]);
    expect((await admin(env, 'sign-out', '0509999999')).error).toBe(
      'nobody here has the number 050-999-9999',
    );
  });

  test('a backup brings everything back as it was', async () => {
    const file = join(folder, 'backup.file');
    const league = (name: string) =>
      withServer(({ platform }) => platform.db.insertInto('leagues').values({ name, code: name }).execute());
    const names = () =>
      withServer(async ({ platform }) =>
        (await platform.db.selectFrom('leagues').select('name').orderBy('id').execute()).map(
          ({ name }) => name,
        ),
      );
    await league('BEFORE');
    expect(await admin(env, 'backup', file)).toEqual({ code: 0, out: `backed up to ${file}`, error: '' });
    expect((await admin(env, 'backup', file)).error).toBe(`${file} is there already; choose another name`);
    await league('AFTER');
    const restored = await admin(env, 'restore', file);
    expect({ code: restored.code, error: restored.error }).toEqual({ code: 0, error: '' });
    expect(await names()).toEqual(['BEFORE']);
    // The sequences and the append-only triggers came along.
    await league('NEXT');
    expect(await names()).toEqual(['BEFORE', 'NEXT']);
  });

  test('what is no backup changes nothing', async () => {
    const file = join(folder, 'not-a-backup');
    writeFileSync(file, 'hello');
    const before = await withServer(({ platform }) =>
      platform.db.selectFrom('leagues').select('id').execute(),
    );
    const refused = await admin(env, 'restore', file);
    expect({ code: refused.code, out: refused.out }).toEqual({ code: 1, out: '' });
    expect(refused.error).toMatch(kind === 'pglite' ? /is not a backup/ : /pg_restore failed/);
    expect((await admin(env, 'restore', join(folder, 'nothing'))).error).toBe(
      `there is no file ${join(folder, 'nothing')}`,
    );
    expect(
      await withServer(({ platform }) => platform.db.selectFrom('leagues').select('id').execute()),
    ).toEqual(before);
  });
});

test.each([[], ['grant-staff'], ['grant'], ['backup'], ['grant-staff', '0501234567', 'twice'], ['--help']])(
  'the usage is said for %j',
  async (...words) => {
    const { code, out, error } = await admin({}, ...words);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^usage: npm run admin -- COMMAND/);
  },
);

test('a number that is none, and a running server, are said in one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-admin-'));
  try {
    const env = { DATA_DIR: join(folder, 'data') };
    expect(await admin(env, 'grant-staff', '0312345678')).toMatchObject({
      code: 1,
      error: '0312345678 is not an Israeli mobile number such as 0501234567',
    });
    expect(existsSync(env.DATA_DIR)).toBe(false);
    expect((await admin(env, 'backup', join(folder, 'none'))).error).toMatch(/^there is no database in /);
    expect(readdirSync(folder)).toEqual(['data']);

    const lock = await lockDataFolder(env.DATA_DIR, () => {});
    const refused = await admin(env, 'grant-staff', '0501234567');
    lock.release();
    expect({ code: refused.code, first: refused.error.split('\n')[0] }).toEqual({
      code: 1,
      first: expect.stringContaining(`is in use by process ${process.pid}`),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
