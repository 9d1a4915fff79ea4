import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrationFiles } from '#server/db/migrate.ts';
import type { Settings } from '#server/boot/settings.ts';
import { StartError } from '#server/boot/start-error.ts';
import { withDataFolderLock } from '#server/boot/data-folder-lock.ts';
import { dumpPostgres, restorePostgres } from './postgres-tools.ts';

/** Writes the whole database to a new file, all of it or none. */
export async function backup(settings: Settings, file: string): Promise<string> {
  const target = resolve(file);
  if (existsSync(target)) throw new StartError(`${target} is there already; choose another name`);
  if (!existsSync(dirname(target))) throw new StartError(`there is no folder ${dirname(target)}`);
  const partFile = `${target}.part`;
  try {
    if (settings.databaseUrl !== null) await dumpPostgres(settings.databaseUrl, partFile);
    else await withDataFolderLock(settings, () => dumpFolder(join(settings.dataDir, 'db'), partFile));
    renameSync(partFile, target);
  } finally {
    rmSync(partFile, { force: true });
  }
  return `backed up to ${target}`;
}

async function dumpFolder(folder: string, file: string): Promise<void> {
  if (!existsSync(folder)) throw new StartError(`there is no database in ${dirname(folder)} yet`);
  const pglite = await PGlite.create(folder);
  try {
    writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer()), { mode: 0o600 });
  } finally {
    await pglite.close();
  }
}

/** Restores the database from a backup. The previous folder is renamed and its path returned. */
export async function restore(settings: Settings, file: string): Promise<string> {
  const source = resolve(file);
  if (!existsSync(source)) throw new StartError(`there is no file ${source}`);
  if (settings.databaseUrl !== null) {
    await restorePostgres(settings.databaseUrl, source);
    return `restored from ${source}`;
  }
  const previous = await withDataFolderLock(settings, () => restoreFolder(settings.dataDir, source));
  return `restored from ${source}${previous === null ? '' : `; what was there before is in ${previous}`}`;
}

async function restoreFolder(dataDir: string, file: string): Promise<string | null> {
  mkdirSync(dataDir, { recursive: true });
  const folder = join(dataDir, 'db');
  const restoring = `${folder}.restoring`;
  rmSync(restoring, { recursive: true, force: true });
  try {
    await unpack(file, restoring);
    const previous = existsSync(folder) ? `${folder}.before-${Date.now()}` : null;
    if (previous !== null) renameSync(folder, previous);
    renameSync(restoring, folder);
    return previous;
  } finally {
    rmSync(restoring, { recursive: true, force: true });
  }
}

/** Unpacks the backup into a temporary folder and checks its migrations before anything is replaced. */
async function unpack(file: string, folder: string): Promise<void> {
  const gzip = readFileSync(file);
  if (gzip[0] !== 0x1f || gzip[1] !== 0x8b)
    throw new StartError(`${file} is not a backup of an embedded database`);
  let migrationNames: string[];
  try {
    const loadDataDir = new Blob([gzip], { type: 'application/x-gzip' });
    const pglite = await PGlite.create({ dataDir: folder, loadDataDir });
    try {
      migrationNames = (await pglite.query<{ name: string }>('select name from migrations')).rows.map(
        ({ name }) => name,
      );
    } finally {
      await pglite.close();
    }
  } catch {
    throw new StartError(`${file} cannot be read as a backup of Hevre; nothing was changed`);
  }
  const known = new Set(migrationFiles().map(({ name }) => name));
  if (!migrationNames.every((name) => known.has(name))) {
    throw new StartError(`${file} was made by a newer version of Hevre; nothing was changed`);
  }
}
