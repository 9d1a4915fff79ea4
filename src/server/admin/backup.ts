import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { errorCode } from '#server/db/errors.ts';
import {
  compareHistory,
  migrate,
  migrationFiles,
  requireUsable,
  type Migration,
  type RanMigration,
} from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { databaseOf } from '#server/db/pglite.ts';
import {
  asideFolder,
  embeddedFolder,
  explainFolderFailure,
  hasRoom,
  keepAside,
  openWholeFolder,
  recoverAside,
} from '#server/db/pglite-folder.ts';
import { openLog } from '#server/boot/log.ts';
import type { Settings } from '#server/boot/settings.ts';
import { StartError } from '#server/boot/start-error.ts';
import { withDataFolderLock } from '#server/boot/data-folder-lock.ts';
import { dumpPostgres, readDumpedTable, replayDump } from './postgres-tools.ts';

/** Writes the whole database to a new file, or none. The file is created readable by its owner only. */
export async function backup(settings: Settings, file: string): Promise<string> {
  const target = resolve(file);
  if (existsSync(target)) throw new StartError(`${target} is there already; choose another name`);
  if (!existsSync(dirname(target))) throw new StartError(`there is no folder ${dirname(target)}`);
  const partFile = `${target}.part`;
  rmSync(partFile, { force: true });
  try {
    const part = openSync(partFile, 'wx', 0o600);
    try {
      if (settings.databaseUrl !== null) {
        await requireUsablePostgres(settings.databaseUrl);
        await dumpPostgres(settings.databaseUrl, part);
      } else await withDataFolderLock(settings, () => dumpFolder(embeddedFolder(settings.dataDir), part));
    } finally {
      closeSync(part);
    }
    renameSync(partFile, target);
  } catch (error) {
    const isRefused = ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].includes(errorCode(error) ?? '');
    throw isRefused ? new StartError(`${target} cannot be written (${errorCode(error)})`) : error;
  } finally {
    rmSync(partFile, { force: true });
  }
  return `backed up to ${target}`;
}

/** Throws the StartError of `requireUsable` (db/migrate.ts) before anything is dumped or dropped. */
async function requireUsablePostgres(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' }, openLog('silent'));
  try {
    await requireUsable(database.withoutDeadlines);
  } finally {
    await database.close();
  }
}

async function dumpFolder(folder: string, file: number): Promise<void> {
  recoverAside(folder);
  if (!existsSync(folder)) throw new StartError(`there is no database in ${dirname(folder)} yet`);
  const pglite = await openWholeFolder(folder);
  try {
    writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer()));
  } finally {
    await pglite.close();
  }
}

/**
 * Restores the database from a backup of this version or an older one, and migrates it, all or nothing. An embedded
 * database's previous folder is renamed and its path returned; servers on PostgreSQL may be running.
 */
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

/** The migrations that a backup still needs; a StartError if another version of the app made it. */
function pendingMigrations(file: string, ran: readonly RanMigration[]): Migration[] {
  const history = compareHistory(migrationFiles(), ran);
  if ('pending' in history) return history.pending;
  const version = 'newer' in history ? 'a newer version' : 'another version';
  throw new StartError(`${file} was made by ${version} of Hevre; nothing was changed`);
}

/**
 * Devices may hold event ids that the restored database has not assigned, or will assign to other events. Its next ids are
 * therefore above all of them, so that each device gets a `reset`. Every process ends its streams.
 */
const afterRestore = `
delete from live_events;
select setval('live_event_ids', nextval('live_event_ids') + 1000000000);
select pg_notify('live', '{"restored":true}');
`;

/** Drops all tables. Requests in progress may deadlock with it: it retries. */
const dropEverything = `
begin;
select pg_advisory_xact_lock(hashtext('hevre migrations'));
do $$ begin
  for attempt in 1..10 loop
    begin
      drop schema if exists public cascade;
      return;
    exception when deadlock_detected then
      if attempt = 10 then raise; end if;
    end;
  end loop;
end $$;
create schema public authorization pg_database_owner;
grant usage on schema public to public;
`;

async function restorePostgres(url: string, file: string): Promise<void> {
  await requireUsablePostgres(url);
  const rows = await readDumpedTable(file, 'migrations');
  if (rows === null) throw new StartError(`${file} is not a backup of Hevre; nothing was changed`);
  const ran = rows.map(({ name = '', checksum = '' }) => ({ name, checksum }));
  const migrations = pendingMigrations(file, ran).map(
    ({ name, text, checksum }) =>
      `${text}\n;insert into migrations (name, checksum) values ('${name}', '${checksum}')
       on conflict (name) do update set checksum = excluded.checksum;`,
  );
  // The dump changes settings of the session, such as an empty search path.
  const after = ['reset all;', ...migrations, afterRestore, 'commit;\n'].join('\n');
  await replayDump(url, file, { before: dropEverything, after }).catch((error: unknown) => {
    throw error instanceof StartError ? new StartError(`${error.message}; nothing was changed`) : error;
  });
}

async function restoreFolder(dataDir: string, file: string): Promise<string | null> {
  const folder = embeddedFolder(dataDir);
  recoverAside(folder);
  const restoring = `${folder}.restoring`;
  rmSync(restoring, { recursive: true, force: true });
  mkdirSync(restoring, { mode: 0o700 });
  try {
    await unpack(file, restoring);
    if (existsSync(folder)) renameSync(folder, asideFolder(folder));
    // If the process is killed here, the next start restores the previous folder.
    renameSync(restoring, folder);
    return keepAside(folder);
  } finally {
    rmSync(restoring, { recursive: true, force: true });
  }
}

/** Unpacks the backup into a folder of its own and migrates it there, before anything is replaced. */
async function unpack(file: string, folder: string): Promise<void> {
  const gzip = readFileSync(file);
  if (gzip[0] !== 0x1f || gzip[1] !== 0x8b)
    throw new StartError(`${file} is not a backup of an embedded database`);
  const database = await load(file, gzip, folder);
  try {
    const ran = await database.db.selectFrom('migrations').select(['name', 'checksum']).execute();
    pendingMigrations(file, ran);
    await migrate(database.db);
    await sql.raw(afterRestore).execute(database.db);
  } finally {
    await database.close();
  }
}

async function load(file: string, gzip: Buffer, folder: string): Promise<Database> {
  let pglite: PGlite | null = null;
  try {
    // PGlite's own unzipping would end the process on a damaged file.
    const loadDataDir = new Blob([new Uint8Array(gunzipSync(gzip))], { type: 'application/x-tar' });
    pglite = await PGlite.create({ dataDir: folder, loadDataDir });
    await pglite.query('select name from migrations');
  } catch {
    await pglite?.close();
    if (!hasRoom(dirname(folder))) throw explainFolderFailure(folder);
    throw new StartError(`${file} cannot be read as a backup of Hevre; nothing was changed`);
  }
  return databaseOf(pglite);
}
