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

/** Folder of an embedded database. PGlite itself would create a new database over a folder that it does not recognise. */

/** The embedded database's folder in a data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'db');

/** A write-ahead log segment is 16 MB: with less space, a full disk cannot be told from a damaged database. */
const leastFreeBytes = 20_000_000;

/** Whether a disk has enough space to open a database. */
export function hasRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= leastFreeBytes;
}

/** Why a folder cannot be written; null if it can. */
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

/** Error with advice for a database that could not be opened or created: PGlite's own errors give none. */
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

/** Opens the database in a folder; throws if the folder holds anything else. */
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

/** Creates a database in a temporary folder and renames it, so that a killed start leaves nothing incomplete. */
async function makeFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  try {
    await (await PGlite.create(draft)).close();
    // PGlite allows the group.
    chmodSync(draft, 0o700);
    renameSync(draft, folder);
  } catch {
    const failure = explainFolderFailure(folder);
    rmSync(draft, { recursive: true, force: true });
    throw failure;
  }
}

/** Where a restore moves the previous folder until the new one is in place. */
export const asideFolder = (folder: string): string => `${folder}.aside`;

/** Gives the folder that a restore replaced its final name, and returns it; null if there is none. */
export function keepAside(folder: string): string | null {
  if (!existsSync(asideFolder(folder))) return null;
  const previous = `${folder}.before-${Date.now()}`;
  renameSync(asideFolder(folder), previous);
  return previous;
}

/** Completes a restore that was killed: moves the previous folder back, or keeps it if the new one is in place. */
export function recoverAside(folder: string): void {
  if (isEmpty(folder) && existsSync(asideFolder(folder))) renameSync(asideFolder(folder), folder);
  keepAside(folder);
}

/** Opens the database in a folder, creating it if there is none. */
export async function openOrMakeFolder(folder: string): Promise<PGlite> {
  recoverAside(folder);
  if (isEmpty(folder)) await makeFolder(folder);
  return openWholeFolder(folder);
}
