import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import { errorCode } from '#server/db/errors.ts';

/**
 * The lock of a data folder, held by one process: two would silently lose rows. This module imports nothing heavy, so that
 * a second start is refused within two seconds. The lock of a killed process is taken over once that process is gone.
 */
type DataFolderLock = { release(): void };

/** `world`: boot id and pid namespace (or the host) within which a pid identifies a process. */
type Holder = { pid: number; began: string; world: string; token: string };

const heartbeatInterval = 5_000;
/** A holder in another container or host is alive while its heartbeat is younger than 30 s. */
const heartbeatTimeout = 30_000;

function pidNamespace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `host ${hostname()}`;
  }
}

/** Start time of a process, which distinguishes a reused pid; '' if there is no such process, or it is a zombie. */
function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted after the command's closing parenthesis: the command may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie keeps its pid until its parent waits for it, which may be never.
    const isGone = fields[0] === 'Z' || fields[0] === 'X';
    return isGone ? '' : (fields[19] ?? '');
  } catch {
    if (pidNamespace().startsWith('host ')) return processStartTimeWithoutProc(pid);
    return '';
  }
}

function processStartTimeWithoutProc(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return '';
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function readHolder(path: string): Holder | null {
  try {
    const holder: Holder = JSON.parse(readFileSync(path, 'utf8'));
    return holder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (error instanceof SyntaxError) return { pid: 0, began: '', world: 'unreadable', token: '' };
    throw error;
  }
}

function isHolderAlive(path: string, holder: Holder): boolean {
  if (holder.world === pidNamespace()) return holder.pid > 0 && processStartTime(holder.pid) === holder.began;
  try {
    return Date.now() - statSync(path).mtimeMs < heartbeatTimeout;
  } catch {
    return false;
  }
}

/** Atomically links `from` to `to`; false if `to` exists. */
function linkExclusively(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
  }
  // The file system may not support hard links.
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function inUseError(dataDir: string, holder: Holder | null): StartError {
  const who = holder && holder.pid > 0 ? `process ${holder.pid}` : 'another process';
  return new StartError(
    `the data folder ${dataDir} is in use by ${who}. Stop it first, or start this one with another DATA_DIR (and PORT), ` +
      'or with DATABASE_URL for a shared PostgreSQL.\n' +
      'hevre: תיקיית הנתונים תפוסה: שרת אחר כבר רץ עליה. אפשר לעצור אותו, או לבחור DATA_DIR אחר.',
  );
}

/** Replaces a dead holder's lock. A guard file serialises takeovers. */
function takeOver(path: string, ownFile: string, deadHolder: Holder): boolean {
  const guard = `${path}.takeover`;
  if (!linkExclusively(ownFile, guard)) {
    const otherTaker = readHolder(guard);
    if (otherTaker && !isHolderAlive(guard, otherTaker)) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (readHolder(path)?.token !== deadHolder.token) return false;
    // A rename replaces atomically.
    const replacement = `${ownFile}.fresh`;
    copyFileSync(ownFile, replacement);
    renameSync(replacement, path);
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

async function acquire(dataDir: string, path: string, ownFile: string): Promise<void> {
  const deadline = Date.now() + 1_000;
  for (;;) {
    if (linkExclusively(ownFile, path)) return;
    const holder = readHolder(path);
    if (holder && !isHolderAlive(path, holder) && takeOver(path, ownFile, holder)) return;
    // A killed process exists until the system has released its resources.
    if (Date.now() > deadline) throw inUseError(dataDir, holder);
    await sleep(20);
  }
}

/**
 * Removes access of other users to the databases in a data folder, including those left by restores: an embedded database
 * creates its files with wide modes. Folders that are already private stay as they are.
 */
function closeDatabases(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => /^db(\.|$)/.test(entry))) {
    const folder = join(dataDir, name);
    try {
      if (statSync(folder).mode & 0o077) chmodSync(folder, 0o700);
    } catch (error) {
      throw new StartError(
        `the database folder ${folder} cannot be closed to other users (${errorCode(error)}). ` +
          'Make it this user’s (chown), or start with another DATA_DIR.',
      );
    }
  }
}

/**
 * Takes `dataDir/lock`, or throws a StartError that says what to do. `onLost`: called if another process takes the lock.
 * Also makes the folder's databases readable only by their owner.
 */
export async function lockDataFolder(dataDir: string, onLost: () => void): Promise<DataFolderLock> {
  const path = join(dataDir, 'lock');
  const token = randomUUID();
  const ownFile = join(dataDir, `lock.${token}`);
  const holder: Holder = {
    pid: process.pid,
    began: processStartTime(process.pid),
    world: pidNamespace(),
    token,
  };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(ownFile, JSON.stringify(holder), { flag: 'wx' });
  } catch (error) {
    // On a full disk the file may exist, but empty.
    if (existsSync(ownFile)) rmSync(ownFile);
    throw new StartError(
      `the data folder ${dataDir} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  try {
    await acquire(dataDir, path, ownFile);
  } finally {
    rmSync(ownFile);
  }
  const isOurs = () => readHolder(path)?.token === token;
  await sleep(20);
  if (!isOurs()) throw inUseError(dataDir, readHolder(path));
  const heartbeat = setInterval(() => {
    if (!isOurs()) return onLost();
    const now = new Date();
    utimesSync(path, now, now);
  }, heartbeatInterval);
  heartbeat.unref();
  const release = () => {
    clearInterval(heartbeat);
    if (isOurs()) rmSync(path, { force: true });
  };
  try {
    closeDatabases(dataDir);
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** Runs `work` under the data folder's lock (embedded database only). */
export async function withDataFolderLock<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  if (settings.databaseUrl !== null) return work();
  const lock = await lockDataFolder(settings.dataDir, () => process.exit(1));
  try {
    return await work();
  } finally {
    lock.release();
  }
}
