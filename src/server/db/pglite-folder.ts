import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { StartError } from '#server/boot/start-error.ts';
import { errorCode } from './errors.ts';

/** The folder of an embedded database. PGlite itself makes a new database over whatever it does not know as one. */

/** The embedded database's folder in a data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'db');

/** A segment of the write-ahead log is 16 MB: with less room than this a damaged database and a full disk look alike. */
const leastFreeBytes = 20_000_000;

/** Whether the disk of a path has room enough for a database to be opened. */
export function hasRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= leastFreeBytes;
}

/** Why the folder cannot be written, or null. */
function writeProblem(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return errorCode(error) ?? 'no access';
  }
}

const adviceFor = (folder: string) =>
  `Restore a backup (npm run admin -- restore FILE), or move ${folder} away to begin with an empty database.`;

/** What an operator can do about a database that could not be opened or made: PGlite's own errors do not say. */
export function explainFolderFailure(folder: string): StartError {
  const parent = dirname(folder);
  const unwritable = writeProblem(existsSync(folder) ? folder : parent);
  if (unwritable !== null)
    return new StartError(
      `the database folder ${folder} cannot be written (${unwritable}). Let this user write it, or start with another DATA_DIR.`,
    );
  if (!hasRoom(parent))
    return new StartError(
      `the disk of ${folder} is full. Make room (100 MB or more), or start with another DATA_DIR.`,
    );
  return new StartError(`the database in ${folder} is damaged; it was left as it is. ${adviceFor(folder)}`);
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    if (errorCode(error) === 'ENOTDIR') return false;
    throw explainFolderFailure(folder);
  }
}

/** Opens the database that a folder holds; refuses a folder that holds anything else. */
export async function openWholeFolder(folder: string): Promise<PGlite> {
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new StartError(
      `${folder} is neither empty nor a whole database (it has no PG_VERSION); it was left as it is. ${adviceFor(folder)}`,
    );
  try {
    return await PGlite.create(folder);
  } catch {
    throw explainFolderFailure(folder);
  }
}

/** Made in a temporary folder and renamed: a killed start leaves no half-made database. */
async function makeFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  try {
    await (await PGlite.create(draft)).close();
    // PGlite lets the owner's group in.
    chmodSync(draft, 0o700);
    renameSync(draft, folder);
  } catch {
    const failure = explainFolderFailure(folder);
    rmSync(draft, { recursive: true, force: true });
    throw failure;
  }
}

/** Where a restore keeps the folder it replaces until its own is in place. */
export const asideFolder = (folder: string): string => `${folder}.aside`;

/** Gives the folder that a restore has replaced its own name, for good; null if there is none. */
export function keepAside(folder: string): string | null {
  if (!existsSync(asideFolder(folder))) return null;
  const previous = `${folder}.before-${Date.now()}`;
  renameSync(asideFolder(folder), previous);
  return previous;
}

/** Ends a restore that was killed: what it had moved aside is put back, or kept where its own is in place. */
export function recoverAside(folder: string): void {
  if (isEmpty(folder) && existsSync(asideFolder(folder))) renameSync(asideFolder(folder), folder);
  keepAside(folder);
}

/** Opens a folder's database, made first where there is none. */
export async function openOrMakeFolder(folder: string): Promise<PGlite> {
  recoverAside(folder);
  if (isEmpty(folder)) await makeFolder(folder);
  return openWholeFolder(folder);
}
