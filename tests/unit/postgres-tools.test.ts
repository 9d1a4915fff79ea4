import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { dumpPostgres, readDumpedTable } from '#server/admin/postgres-tools.ts';

/** The calls of PostgreSQL's programs, against stand-ins of their names; admin.test.ts runs the real ones. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hevre-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of Object.keys(process.env).filter((one) => one.startsWith('PG')))
    vi.stubEnv(name, undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
});
/** From now on the program is this shell script, and no other program of PostgreSQL is found. */
function standIn(tool: string, script: string): void {
  writeFileSync(join(folder, tool), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`, { mode: 0o700 });
  vi.stubEnv('PATH', folder);
}

describe('a dump', () => {
  const dump = async (url: string) => {
    const path = join(folder, 'dump');
    const file = openSync(path, 'w');
    try {
      await dumpPostgres(url, file);
    } finally {
      closeSync(file);
    }
    return readFileSync(path, 'utf8').trim().split('\n');
  };
  const options = "PGOPTIONS='-c TimeZone=UTC -c client_min_messages=warning'";

  test.each([
    [
      'all of them',
      'postgres://hev%40re:p%3A%40ss%20word@db.example:5433/hev%20re?sslmode=require',
      [
        'PGHOST=db.example',
        options,
        'PGPASSWORD=p:@ss word',
        'PGPORT=5433',
        'PGSSLMODE=require',
        'PGUSER=hev@re',
      ],
      'hev re',
    ],
    ['none but a database', 'postgres:///hevre', [options], 'hevre'],
    ['an IPv6 address', 'postgres://[::1]/hevre', ['PGHOST=::1', options], 'hevre'],
    ['a socket', 'postgres:///hevre?host=/run/postgresql', ['PGHOST=/run/postgresql', options], 'hevre'],
    ['an escaped socket', 'postgres://%2Frun%2Fpg/hevre', ['PGHOST=/run/pg', options], 'hevre'],
  ])('passes the parts of the address by environment: %s', async (_, url, env, database) => {
    standIn('pg_dump', `set | grep ^PG | sort\nprintf '%s\\n' "$@"`);
    expect(await dump(url)).toEqual([
      ...env.map((one) =>
        one.replace(/^(PG(?!OPTIONS)\w+)=(.*)$/, (__, name, value) => `${name}='${value}'`),
      ),
      '--format=custom',
      '--no-owner',
      `--dbname=${database}`,
    ]);
  });

  test('that fails rejects with the program’s message in one line', async () => {
    standIn('pg_dump', `printf 'error: no\\n  hint: yes \\n\\n' >&2; exit 1`);
    await expect(dump('postgres:///hevre')).rejects.toThrow(/^pg_dump failed: error: no; hint: yes$/);
  });

  test('that fails with many lines rejects with the last 2,000 characters', async () => {
    standIn('pg_dump', `yes 'error: 1234567890' | head -n 5000 >&2; echo 'the last' >&2; exit 1`);
    const message = await dump('postgres:///hevre').catch(String);
    expect(message).toMatch(/^StartError: pg_dump failed: .*; error: 1234567890; the last$/);
    // Of 2,000 characters, the line breaks become two each.
    const ends = Math.floor(2_000 / 'error: 1234567890\n'.length);
    expect(String(message).length).toBeLessThan('StartError: pg_dump failed: '.length + 2_000 + ends + 1);
  });

  test('rejects with the name of a program that is not installed', async () => {
    standIn('psql', '');
    await expect(dump('postgres:///hevre')).rejects.toThrow(
      /^pg_dump is needed for a PostgreSQL database and is not installed here \(Debian: apt-get install postgresql-client\)$/,
    );
  });
});

describe('a table of a dump', () => {
  const copied = (rows: string) =>
    `SET x = 0;\n\nCOPY public.jobs (name, last_run) FROM stdin;\n${rows}\\.\n\n-- done\n`;

  test.each([
    [
      'its rows',
      copied('remind\t2026-06-11\n\nclose\t\\N\n'),
      [
        { name: 'remind', last_run: '2026-06-11' },
        { name: 'close', last_run: '\\N' },
      ],
    ],
    ['none', copied(''), []],
    ['no such table', '-- done\n', null],
  ])('is read: %s', async (_, text, rows) => {
    writeFileSync(join(folder, 'text'), text);
    standIn('pg_restore', `printf '%s\\n' "$@" > ${folder}/asked; cat ${folder}/text`);
    expect(await readDumpedTable('/backups/mine', 'jobs')).toEqual(rows);
    expect(readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')).toEqual([
      '--data-only',
      '--schema=public',
      '--table=jobs',
      '--file=-',
      '/backups/mine',
    ]);
  });
});
