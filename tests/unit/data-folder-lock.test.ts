import childProcess from 'node:child_process';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockDataFolder } from '#server/boot/data-folder-lock.ts';

/** The lock of a data folder within one process; what servers do with it is in startup.test.ts. */

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hevre-lock-'));
  path = join(folder, 'lock');
  // Each reading of the clock is 100 ms later, so that a held lock is not waited for long.
  const now = Date.now();
  let calls = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now + 100 * calls++);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const lock = (onLost = () => {}) => lockDataFolder(folder, onLost);
type Holder = { pid: number; began: string; world: string; token: string };
const holder = () => JSON.parse(readFileSync(path, 'utf8')) as Holder;
/** Writes a lock file of this process with these fields changed. */
async function lockOf(different: Partial<Holder>, name = 'lock'): Promise<void> {
  const own = await lock();
  const text = JSON.stringify({ ...holder(), token: 'theirs', ...different });
  own.release();
  writeFileSync(join(folder, name), text);
}
const refusal = (who: string) => `the data folder ${folder} is in use by ${who}`;
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test('the lock is one file that names its process, and is deleted on release', async () => {
  const { release } = await lock();
  expect(readdirSync(folder)).toEqual(['lock']);
  expect(holder()).toEqual({
    pid: process.pid,
    began: expect.stringMatching(/^\d+$/),
    world: expect.stringMatching(/^[\da-f-]{36} pid:\[\d+\]$/),
    token: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  await expect(lock()).rejects.toThrow(refusal(`process ${process.pid}.`));
  expect(readdirSync(folder)).toEqual(['lock']);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

/** The holder of the lock; null where the lock could be taken. */
const holding = () =>
  lock().then(
    (taken) => (taken.release(), null),
    (error: unknown) =>
      String(error)
        .split('\n')[0]
        ?.replace(/^.* is in use by (.*?)\..*$/, '$1'),
  );

test.each<[string, Partial<Holder>, number, string | null]>([
  ['a process that began at another time', { began: '1' }, 0, null],
  ['a process that is gone', { pid: 2 ** 22 + 1 }, 0, null],
  ['no process', { pid: 0 }, 0, null],
  ['another machine, which renewed it lately', { world: 'elsewhere', pid: 12 }, 28, 'process 12'],
  ['another machine, long ago', { world: 'elsewhere', pid: 12 }, 31, null],
])('a lock of %s is held or free: %j', async (_, different, age, who) => {
  await lockOf(different);
  utimesSync(path, secondsAgo(age), secondsAgo(age));
  expect(await holding()).toBe(who);
  expect(readdirSync(folder)).toEqual(who === null ? [] : ['lock']);
});

/** Has the files of /proc with other contents; null: there is no such file. */
function mockProc(contentOf: (file: string) => string | null | undefined): void {
  const { readFileSync: read } = fs;
  vi.spyOn(fs, 'readFileSync').mockImplementation(((file: string, options: 'utf8') => {
    const content = contentOf(file);
    if (content === null) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return content ?? read(file, options);
  }) as typeof read);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

test.each([
  ['runs', '(node) S', 'process 4242'],
  ['runs by a name of several words', '(npm) Z (run start) R', 'process 4242'],
  ['ended, and waits for its parent', '(node) Z', null],
  ['is being removed', '(node) X', null],
])('a lock of a process that %s is held or free: %s', async (_, stat, who) => {
  await lockOf({ pid: 4242, began: '555' });
  const times = '1 4242 4242 0 -1 4194304 100 0 0 0 5 5 0 0 20 0 11 0 555 1000 200';
  mockProc((file) => (file === '/proc/4242/stat' ? `4242 ${stat} ${times}` : undefined));
  expect(await holding()).toBe(who);
});

test('where there is no /proc, a lock names the host, and when ps says that its process began', async () => {
  mockProc((file) => (file.startsWith('/proc/') ? null : undefined));
  const ps = vi.spyOn(childProcess, 'execFileSync').mockReturnValue('Thu Jun 11 19:00:00 2026\n');
  syncBuiltinESMExports();
  await lock();
  expect(holder()).toEqual({
    pid: process.pid,
    began: 'Thu Jun 11 19:00:00 2026',
    world: `host ${hostname()}`,
    token: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(await holding()).toBe(`process ${process.pid}`);
  ps.mockReturnValue('Thu Jun 11 20:00:00 2026\n');
  expect(await holding()).toBe(null);
});

test.each([
  [28, 'another process'],
  [31, null],
])('an unreadable lock is held for half a minute: after %i seconds by %s', async (age, who) => {
  writeFileSync(path, '');
  utimesSync(path, secondsAgo(age), secondsAgo(age));
  expect(await holding()).toBe(who);
});

describe('a lock that is being taken over', () => {
  test('by a running process is not taken', async () => {
    await lockOf({}, 'lock.takeover');
    const otherHolder = readFileSync(`${path}.takeover`, 'utf8').replace(/"began":"\d+"/, '"began":"1"');
    writeFileSync(path, otherHolder);
    await expect(lock()).rejects.toThrow(refusal(`process ${process.pid}.`));
    expect(readFileSync(path, 'utf8')).toBe(otherHolder);
    expect(readdirSync(folder).toSorted()).toEqual(['lock', 'lock.takeover']);
  });

  test('by a process that has ended is taken', async () => {
    await lockOf({ began: '1' });
    writeFileSync(`${path}.takeover`, readFileSync(path, 'utf8'));
    (await lock()).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a lock on a file system', () => {
  const failLinks = (code: string) => {
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error(`no link: ${code}`), { code });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
  };

  test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('without hard links is exclusive too: %s', async (code) => {
    failLinks(code);
    const { release } = await lock();
    const lockText = readFileSync(path, 'utf8');
    await expect(lock()).rejects.toThrow(refusal(`process ${process.pid}.`));
    expect(readFileSync(path, 'utf8')).toBe(lockText);
    release();
    await lockOf({ began: '1' });
    (await lock()).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('whose links fail for another reason is not taken', async () => {
    failLinks('EIO');
    await expect(lock()).rejects.toThrow('no link: EIO');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a lock is renewed every five seconds; one that another process holds is reported lost and left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const onLost = vi.fn<() => void>();
  const { release } = await lock(onLost);
  utimesSync(path, 0, 0);
  vi.advanceTimersByTime(4_999);
  expect(statSync(path).mtimeMs).toBe(0);
  vi.advanceTimersByTime(1);
  expect(statSync(path).mtimeMs).toBeGreaterThan(0);
  expect(onLost).not.toHaveBeenCalled();

  const otherLock = JSON.stringify({ ...holder(), token: 'theirs' });
  writeFileSync(path, otherLock);
  utimesSync(path, 0, 0);
  vi.advanceTimersByTime(5_000);
  expect([onLost.mock.calls.length, statSync(path).mtimeMs]).toEqual([1, 0]);
  release();
  expect([existsSync(path) && readFileSync(path, 'utf8'), vi.getTimerCount()]).toEqual([otherLock, 0]);
});

describe('the lock of a data folder', () => {
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  const makeFolders = (modes: Readonly<Record<string, number>>) => {
    for (const [name, mode] of Object.entries(modes)) {
      mkdirSync(join(folder, name));
      chmodSync(join(folder, name), mode);
    }
  };

  test('closes its databases to other users, and leaves closed ones and other folders as they are', async () => {
    const modes = { db: 0o755, 'db.aside': 0o701, 'db.read-only': 0o500, dbx: 0o755, admin: 0o755 };
    makeFolders(modes);
    (await lock()).release();
    expect(Object.keys(modes).map((name) => [name, modeOf(name)])).toEqual([
      ['db', '700'],
      ['db.aside', '700'],
      ['db.read-only', '500'],
      ['dbx', '755'],
      ['admin', '755'],
    ]);
  });

  test('is released again if a database cannot be closed to other users', async () => {
    makeFolders({ db: 0o755 });
    vi.spyOn(fs, 'chmodSync').mockImplementation(() => {
      throw Object.assign(new Error('not yours'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    await expect(lock()).rejects.toThrow(
      `the database folder ${join(folder, 'db')} cannot be closed to other users (EPERM). ` +
        'Make it this user’s (chown), or start with another DATA_DIR.',
    );
    expect(readdirSync(folder)).toEqual(['db']);
  });
});
