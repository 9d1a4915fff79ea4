import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockDataFolder } from '#server/boot/data-folder-lock.ts';

/** The lock of a data folder within one process; what servers do with it is in startup.test.ts. */

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hevre-lock-'));
  path = join(folder, 'lock');
  // Each look at the clock is a while later: nobody waits long for a lock that is held.
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
/** A lock as this process has it, with what is different. */
async function lockOf(different: Partial<Holder>, name = 'lock'): Promise<void> {
  const own = await lock();
  const text = JSON.stringify({ ...holder(), token: 'theirs', ...different });
  own.release();
  writeFileSync(join(folder, name), text);
}
const refusal = (who: string) => `the data folder ${folder} is in use by ${who}`;
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test('is one file that names its process, and nothing once it is released', async () => {
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

/** Who has the lock that is there; null where it was free. */
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
])('of %s: %j', async (_, different, age, who) => {
  await lockOf(different);
  utimesSync(path, secondsAgo(age), secondsAgo(age));
  expect(await holding()).toBe(who);
  expect(readdirSync(folder)).toEqual(who === null ? [] : ['lock']);
});

test.each([
  [28, 'another process'],
  [31, null],
])('that cannot be read counts for half a minute: after %i seconds it is of %s', async (age, who) => {
  writeFileSync(path, '');
  utimesSync(path, secondsAgo(age), secondsAgo(age));
  expect(await holding()).toBe(who);
});

describe('that is being taken over', () => {
  test('by somebody else is not taken', async () => {
    await lockOf({}, 'lock.takeover');
    const otherHolder = readFileSync(`${path}.takeover`, 'utf8').replace(/"began":"\d+"/, '"began":"1"');
    writeFileSync(path, otherHolder);
    await expect(lock()).rejects.toThrow(refusal(`process ${process.pid}.`));
    expect(readFileSync(path, 'utf8')).toBe(otherHolder);
    expect(readdirSync(folder).toSorted()).toEqual(['lock', 'lock.takeover']);
  });

  test('by a process that is gone is taken', async () => {
    await lockOf({ began: '1' });
    writeFileSync(`${path}.takeover`, readFileSync(path, 'utf8'));
    (await lock()).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('on a file system', () => {
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

  test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('without hard links is one process’s too: %s', async (code) => {
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

  test('that fails otherwise is not taken', async () => {
    failLinks('EIO');
    await expect(lock()).rejects.toThrow('no link: EIO');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('is renewed every five seconds; one that another process has is lost, and stays', async () => {
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
