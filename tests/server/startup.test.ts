import { execFileSync, spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { lockDataFolder } from '#server/boot/data-folder-lock.ts';
import { StartError } from '#server/boot/start-error.ts';
import { openPglite } from '#server/db/pglite.ts';
import { createTestDatabase } from '#tests/support/database/postgres.ts';
import { preparedFolder } from '#tests/support/database/pglite.ts';
import { fullTest, isFullRun, runSize } from '#tests/support/run-size.ts';
import { launchServerProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import { api, onBothDatabases, onOneDatabase, spawnServer } from '#tests/support/server/server.ts';

/** Starting and stopping the server as a process: its output and exit codes. */

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function killAfterTest<T extends ServerProcess>(server: T): T {
  cleanups.push(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  return server;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'hevre-start-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function preparedDataDir(): Promise<string> {
  const path = folder();
  await preparedFolder(path);
  return path;
}

async function failedStart(
  env: Record<string, string>,
): Promise<{ code: number | null; lines: readonly string[]; errors: readonly string[] }> {
  const server = killAfterTest(launchServerProcess(env));
  const { code } = await server.exited;
  expect(server.lines.some((line) => line.includes('is ready'))).toBe(false);
  return { code, lines: server.lines, errors: server.errors };
}

const ready = (server: ServerProcess) => server.line((line) => line.includes('is ready'));

onBothDatabases((database) => {
  it('starts, answers, and exits with 0 at SIGTERM', async () => {
    const server = killAfterTest(await spawnServer({ database, from: 'source' }));
    cleanups.push(() => server.remove());
    const health = await api(server.url).get('healthz');
    expect(health.status).toBe(200);
    expect(health.body).toEqual({ ok: true, version: '3.1.0', database, reads: true, writes: true });
    expect(server.lines.some((line) => line.includes('no promise for a power cut'))).toBe(
      database === 'pglite',
    );

    const lock = join(server.env['DATA_DIR'] ?? '', 'lock');
    expect(existsSync(lock)).toBe(database === 'pglite');
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.errors).toEqual([]);
    expect(existsSync(lock)).toBe(false);
  });

  fullTest('exits at SIGINT too, with a connection kept open', async () => {
    const server = killAfterTest(await spawnServer({ database }));
    cleanups.push(() => server.remove());
    // fetch keeps its connection open.
    await api(server.url).get('ping/');
    const began = Date.now();
    server.kill('SIGINT');
    expect((await server.exited).code).toBe(0);
    // Waiting for the connection to end would take a minute, closing it by force 10 s.
    expect(Date.now() - began).toBeLessThan(9_000);
  });
});

onOneDatabase('postgres', (database) => {
  it('exits with 1 at a second signal, though a request is under way', async () => {
    const server = killAfterTest(await spawnServer({ database, from: 'source' }));
    cleanups.push(() => server.remove());
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    cleanups.push(() => socket.destroy());
    // Its body never comes.
    socket.write(
      `POST /api/api-token-auth/?ver=3.1.0 HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
        'Content-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    server.kill('SIGTERM');
    const isAnswered = () =>
      api(server.url)
        .get('ping/')
        .then(
          () => true,
          () => false,
        );
    await expect.poll(isAnswered).toBe(false);
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 1, signal: null });
  });
});

describe('the data folder', () => {
  it('belongs to one process: a second is refused with a message; after SIGKILL it is free again', async () => {
    const DATA_DIR = await preparedDataDir();
    const first = killAfterTest(launchServerProcess({ PORT: '0', DATA_DIR }));
    await ready(first);

    const { code, lines, errors } = await failedStart({ PORT: '0', DATA_DIR });
    expect(code).toBe(1);
    // Nothing was printed, so it did not open the database.
    expect(lines).toEqual([]);
    expect(errors).toEqual([
      `hevre: the data folder ${DATA_DIR} is in use by process ${first.pid}. Stop it first, or start this one with another ` +
        'DATA_DIR (and PORT), or with DATABASE_URL for a shared PostgreSQL.',
      'hevre: תיקיית הנתונים תפוסה: שרת אחר כבר רץ עליה. אפשר לעצור אותו, או לבחור DATA_DIR אחר.',
    ]);
    const url = /http:\S+/.exec(await ready(first))?.[0] ?? '';
    expect((await api(url).get('healthz')).status).toBe(200);

    first.kill('SIGKILL');
    await first.exited;
    const lockFile = join(DATA_DIR, 'lock');
    const leftLock = readFileSync(lockFile, 'utf8');
    expect(leftLock).toContain(`"pid":${first.pid}`);
    const next = await lockDataFolder(DATA_DIR, () => {});
    expect(readFileSync(lockFile, 'utf8')).toContain(`"pid":${process.pid}`);
    next.release();
    expect(existsSync(lockFile)).toBe(false);

    // A reused pid: this test's process is alive, but began at another time than the lock says.
    writeFileSync(lockFile, leftLock.replace(`"pid":${first.pid}`, `"pid":${process.pid}`));
    (await lockDataFolder(DATA_DIR, () => {})).release();
    // This time the lock's own process is alive.
    const lock = await lockDataFolder(DATA_DIR, () => {});
    await expect(lockDataFolder(DATA_DIR, () => {})).rejects.toThrow(`in use by process ${process.pid}`);
    lock.release();
  });

  const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  /** A data folder that is locked by another process of this machine. */
  async function folderOf(pid: number): Promise<string> {
    const DATA_DIR = folder();
    const own = await lockDataFolder(DATA_DIR, () => {});
    const holder = JSON.parse(readFileSync(join(DATA_DIR, 'lock'), 'utf8')) as object;
    own.release();
    const lock = { ...holder, pid, began: statOf(pid)[19], token: 'theirs' };
    writeFileSync(join(DATA_DIR, 'lock'), JSON.stringify(lock));
    return DATA_DIR;
  }
  function launch(command: string): ChildProcessByStdio<null, Readable, null> {
    const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
    cleanups.push(() => child.kill('SIGKILL'));
    return child;
  }

  it('is free after its process was killed and became a zombie', async () => {
    const parent = launch('sleep 60 & echo $!; exec sleep 60');
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    // The shell would wait for its child; the program that replaces the shell does not.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => statOf(pid)[0]).toBe('Z');
    (await lockDataFolder(await folderOf(pid), () => {})).release();
  });

  it('is waited for while its process is still exiting', async () => {
    const holder = launch('exec sleep 60');
    const DATA_DIR = await folderOf(holder.pid ?? 0);
    const takeover = lockDataFolder(DATA_DIR, () => {});
    setTimeout(() => holder.kill('SIGKILL'), 200);
    (await takeover).release();
  });

  it('is refused while a process of another machine renews its lock', async () => {
    const DATA_DIR = folder();
    const lock = JSON.stringify({ pid: 1, began: '1', world: 'another machine', token: 'theirs' });
    writeFileSync(join(DATA_DIR, 'lock'), lock);
    const { code, errors } = await failedStart({ PORT: '0', DATA_DIR });
    expect(code).toBe(1);
    expect(errors[0]).toContain('is in use by process 1');
    expect(readFileSync(join(DATA_DIR, 'lock'), 'utf8')).toBe(lock);
  });

  fullTest('goes to exactly one of several processes that start at once with a stale lock', async () => {
    const DATA_DIR = await preparedDataDir();
    const stale = { pid: 2 ** 22 + 1, began: '1', world: 'gone', token: 'stale' };
    writeFileSync(join(DATA_DIR, 'lock'), JSON.stringify(stale));
    // Its last renewal was long ago.
    execFileSync('touch', ['-d', '2020-01-01', join(DATA_DIR, 'lock')]);
    const rivals = [1, 2, 3, 4].map(() => killAfterTest(launchServerProcess({ PORT: '0', DATA_DIR })));
    const ends = await Promise.all(
      rivals
        .map((one) => Promise.race([ready(one).then(() => 'ready'), one.exited.then(({ code }) => code)]))
        .map((end) => end.catch(() => 1)),
    );
    expect(ends.map(String).toSorted()).toEqual(['1', '1', '1', 'ready']);
  });

  it('that cannot be written is reported in one line', async () => {
    const DATA_DIR = join(folder(), 'file');
    writeFileSync(DATA_DIR, '');
    const { code, errors } = await failedStart({ PORT: '0', DATA_DIR });
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`the data folder ${DATA_DIR} cannot be written`);
  });

  /** Names, sizes and times of all files, which differ if the database is created anew. */
  const filesOf = (path: string) =>
    execFileSync('find', [path, '-printf', '%P %s %T@\n'], { encoding: 'utf8' }).split('\n').toSorted();

  it('whose database has lost its PG_VERSION is refused in one line, and left as it was', async () => {
    const DATA_DIR = await preparedDataDir();
    const db = join(DATA_DIR, 'db');
    rmSync(join(db, 'PG_VERSION'));
    const before = filesOf(db);
    const { code, errors } = await failedStart({ PORT: '0', DATA_DIR });
    expect(code).toBe(1);
    expect(errors).toEqual([
      `hevre: ${db} is neither empty nor a whole database (it has no PG_VERSION); it was left as it is. ` +
        `Restore a backup (npm run admin -- restore FILE), or move ${db} away to begin with an empty database.`,
    ]);
    expect(filesOf(db)).toEqual(before);
  });

  const overwrite = (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size, 'garbage'));
  const damages: Record<string, (db: string) => void> = {
    'a truncated control file': (db) => truncateSync(join(db, 'global/pg_control'), 100),
    'garbage in base/': (db) => {
      for (const catalog of readdirSync(join(db, 'base/5')).filter((name) => /^\d+$/.test(name)))
        overwrite(join(db, 'base/5', catalog));
    },
    'no write-ahead log': (db) => rmSync(join(db, 'pg_wal'), { recursive: true }),
    'garbage for a control file': (db) => overwrite(join(db, 'global/pg_control')),
    'no base/': (db) => rmSync(join(db, 'base'), { recursive: true }),
  };
  const damageCount = runSize('kinds of damage to the data folder', 2, Object.keys(damages).length);
  it.each(Object.entries(damages).slice(0, damageCount))(
    'with %s is refused in one line',
    async (_, damage) => {
      const DATA_DIR = await preparedDataDir();
      const db = join(DATA_DIR, 'db');
      damage(db);
      const refusal =
        `the database in ${db} is damaged; it was left as it is. ` +
        `Restore a backup (npm run admin -- restore FILE), or move ${db} away to begin with an empty database.`;
      await expect(openPglite(DATA_DIR)).rejects.toEqual(new StartError(refusal));
      if (!isFullRun) return;
      const { code, errors } = await failedStart({ PORT: '0', DATA_DIR });
      expect({ code, errors }).toEqual({ code: 1, errors: [`hevre: ${refusal}`] });
    },
  );

  it('gets back the database that a killed restore had moved aside', async () => {
    const DATA_DIR = await preparedDataDir();
    const db = join(DATA_DIR, 'db');
    renameSync(db, `${db}.aside`);
    const server = killAfterTest(launchServerProcess({ PORT: '0', DATA_DIR }));
    await ready(server);
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['admin', 'db', 'lock']);
  });

  it('keeps the database that a killed restore had put in place, and the former one beside it', async () => {
    const DATA_DIR = await preparedDataDir();
    cpSync(join(DATA_DIR, 'db'), join(DATA_DIR, 'db.aside'), { recursive: true });
    await (await openPglite(DATA_DIR)).close();
    expect(readdirSync(DATA_DIR)).toEqual(['db', expect.stringMatching(/^db\.before-\d+$/)]);
  });

  /** A disk of this size, mounted at a folder; null where this user may not mount one. */
  function mountDisk(megabytes: number): string | null {
    const path = folder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
    if (mounted.status !== 0) return null;
    cleanups.push(() => execFileSync('umount', ['-l', path]));
    return path;
  }
  const fillUp = (disk: string) => {
    const file = openSync(join(disk, 'filler'), 'w');
    expect(() => {
      for (;;) writeSync(file, Buffer.alloc(4_096));
    }).toThrow('ENOSPC');
    closeSync(file);
  };

  /** Where no disk can be mounted: this process’s calls answer as on a full one, until the test ends. */
  function imitateFullDisk(): void {
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0, bsize: 4_096 } as fs.StatsFs);
    vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
    syncBuiltinESMExports();
    cleanups.push(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
  }

  it('on a full disk is refused in one line', async () => {
    const disk = mountDisk(80);
    const DATA_DIR = disk ?? folder();
    await preparedFolder(DATA_DIR);
    if (disk) fillUp(disk);
    else imitateFullDisk();
    const whatToDo = 'Make room (100 MB or more), or start with another DATA_DIR.';
    await expect(openPglite(DATA_DIR)).rejects.toEqual(
      new StartError(`the disk of ${join(DATA_DIR, 'db')} is full. ${whatToDo}`),
    );
    // Without a mounted disk every write of the process is made to fail as on a full one.
    const full = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      fs.writeSync = fs.writeFileSync = () => { throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }); };
      syncBuiltinESMExports();`;
    const NODE_OPTIONS = disk ? '' : `--import "data:text/javascript,${encodeURIComponent(full)}"`;
    const { code, errors } = await failedStart({ PORT: '0', DATA_DIR, NODE_OPTIONS });
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [
        `hevre: the data folder ${DATA_DIR} cannot be written: ENOSPC: no space left on device, write`,
      ],
    });
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  fullTest('whose database is read-only is refused in one line', async () => {
    const DATA_DIR = folder();
    const disk = mountDisk(80);
    const db = join(DATA_DIR, 'db');
    await preparedFolder(disk ?? DATA_DIR);
    if (disk) {
      symlinkSync(join(disk, 'db'), db);
      execFileSync('mount', ['-o', 'remount,ro', disk]);
    } else chmodSync(db, 0o500);
    await expect(openPglite(DATA_DIR)).rejects.toThrow(
      `the database folder ${db} cannot be written (${disk ? 'EROFS' : 'EACCES'}). Let this user write it, or start with another DATA_DIR.`,
    );
  });

  // Creating a database takes 10 s: only in test:full.
  it.each(isFullRun ? [24] : [])(
    'of %d MB, full while the database is created, is reported in one line',
    async (size) => {
      const DATA_DIR = mountDisk(size);
      if (DATA_DIR === null) throw new Error('mounting a small disk takes root');
      const { code, errors } = await failedStart({ PORT: '0', DATA_DIR });
      expect({ code, errors }).toEqual({
        code: 1,
        errors: [expect.stringMatching(/^hevre: the disk of .* is full\./)],
      });
      expect(readdirSync(DATA_DIR)).toEqual([]);
    },
  );

  // Creating a database takes 10 s.
  fullTest('has no half-created database after a start that was killed', async () => {
    const DATA_DIR = folder();
    // What PGlite leaves when it is killed while creating a database. An empty folder counts as none.
    mkdirSync(join(DATA_DIR, 'db'));
    mkdirSync(join(DATA_DIR, 'db.new'));
    writeFileSync(join(DATA_DIR, 'db.new', 'PG_VERSION'), '18\n');
    const server = killAfterTest(launchServerProcess({ PORT: '0', DATA_DIR }));
    const url = /http:\S+/.exec(await ready(server))?.[0] ?? '';
    expect((await api(url).get('healthz')).status).toBe(200);
    expect(modeOf(join(DATA_DIR, 'db'))).toBe('700');
  });

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('is its owner’s alone when it is created; a start restricts the databases of an existing one likewise', async () => {
    const newFolder = join(folder(), 'made');
    (await lockDataFolder(newFolder, () => {})).release();
    expect(modeOf(newFolder)).toBe('700');

    const DATA_DIR = await preparedDataDir();
    chmodSync(DATA_DIR, 0o755);
    const databases = ['db', 'db.before-1', 'db.aside'].map((name) => join(DATA_DIR, name));
    for (const path of databases) {
      mkdirSync(path, { recursive: true });
      chmodSync(path, 0o755);
    }
    (await lockDataFolder(DATA_DIR, () => {})).release();
    expect(databases.map(modeOf)).toEqual(['700', '700', '700']);
    // The mode of an existing folder is its owner's choice.
    expect(modeOf(DATA_DIR)).toBe('755');
  });
});

describe('a start that fails', () => {
  it('names every bad setting in one line', async () => {
    const { code, errors } = await failedStart({
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://u:secret@h/d',
    });
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBe(
      'hevre: bad settings: PORT must be a whole number from 0 to 65535; ' +
        'DATABASE_URL must be an address such as postgres://user:password@host:5432/hevre; ' +
        'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    );
  });

  it('names the port that is in use, before it creates anything', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => other.close());
    const { port } = other.address() as AddressInfo;
    const DATA_DIR = folder();
    const { code, errors } = await failedStart({ PORT: String(port), DATA_DIR });
    expect(code).toBe(1);
    expect(errors).toEqual([
      `hevre: port ${port} of 127.0.0.1 is in use. Stop what uses it, or start with another PORT.`,
    ]);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it('reports an unreachable database, without its password', async () => {
    const { code, errors } = await failedStart({
      PORT: '0',
      DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/hevre',
    });
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('the database of DATABASE_URL (127.0.0.1:1/hevre) cannot be opened');
    expect(errors[0]).not.toContain('secret');
  });

  fullTest(
    'reports a role that may not create tables, and a server without TLS where it is required',
    async () => {
      const { url, drop } = await createTestDatabase({ blank: true });
      const { host, pathname } = new URL(url);
      const role = `guest${pathname.slice(-12)}`;
      const query = async (database: string, statement: string) => {
        const client = new Client({ connectionString: database });
        await client.connect();
        await client.query(statement);
        await client.end();
      };
      cleanups.push(async () => {
        await drop();
        await query(inject('postgres').url, `drop role ${role}`);
      });
      await query(url, `create role ${role} login password 'secret'`);
      const refused = `hevre: the database of DATABASE_URL (${host}${pathname}) cannot be opened: `;

      const ofGuest = new URL(url);
      ofGuest.username = role;
      ofGuest.password = 'secret';
      expect(await failedStart({ PORT: '0', DATABASE_URL: ofGuest.href })).toMatchObject({
        code: 1,
        errors: [
          `${refused}permission denied for schema public. Its role must own it: alter database ${pathname.slice(1)} owner to ${role}`,
        ],
      });

      const { code, errors } = await failedStart({ PORT: '0', DATABASE_URL: `${url}?sslmode=require` });
      expect(code).toBe(1);
      // The driver first warns that another version of it will read this mode otherwise.
      expect(errors.at(-1)).toBe(`${refused}The server does not support SSL connections`);
    },
  );

  it.each(['missing', 'a file'])('names COMPETITIONS_DIR when it is %s', async (what) => {
    const COMPETITIONS_DIR = join(folder(), 'competitions');
    if (what === 'a file') writeFileSync(COMPETITIONS_DIR, '');
    const { code, errors } = await failedStart({ PORT: '0', DATA_DIR: folder(), COMPETITIONS_DIR });
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [
        `hevre: COMPETITIONS_DIR is no folder that can be read: ${COMPETITIONS_DIR} (${what === 'a file' ? 'ENOTDIR' : 'ENOENT'})`,
      ],
    });
  });
});

it('several servers start at once on one empty PostgreSQL', async () => {
  const { url, drop } = await createTestDatabase({ blank: true });
  cleanups.push(drop);
  const servers = [1, 2, 3].map(() => killAfterTest(launchServerProcess({ PORT: '0', DATABASE_URL: url })));
  const lines = await Promise.all(servers.map(ready));
  for (const line of lines) {
    expect((await api(/http:\S+/.exec(line)?.[0] ?? '').get('healthz')).status).toBe(200);
  }
});
