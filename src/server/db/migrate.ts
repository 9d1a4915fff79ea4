import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { StartError } from '#server/boot/start-error.ts';
import type { Db } from './tables.ts';

export type Migration = { name: string; text: string; checksum: string };

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

/** The migrations of this version, in order: `NNNN_name.sql`. */
export function migrationFiles(from: string = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(`${from}/${file}`, 'utf8').replaceAll('\r\n', '\n');
      return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

function checkHistory(files: readonly Migration[], ran: readonly { name: string; checksum: string }[]): void {
  const known = new Map(files.map((file) => [file.name, file.checksum]));
  for (const { name, checksum } of ran) {
    if (!known.has(name)) {
      throw new StartError(
        `the database was made by a newer version of Hevre (it has ${name}). Run that version, or restore a backup of this one's.`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new StartError(
        `the migration ${name} is not the one that made this database: its text has changed.`,
      );
    }
  }
}

/** Refuses a database of an old version, and one whose tables would be made where no backup looks for them. */
export async function requireUsable(db: Db): Promise<void> {
  const { rows } = await sql<{ number: number; schema: string | null; isMade: boolean }>`
    select current_setting('server_version_num')::integer as number, current_schema() as schema,
      to_regclass('public.migrations') is not null as "isMade"`.execute(db);
  const { number = 0, schema = null, isMade = false } = rows[0] ?? {};
  if (number < 150_000) {
    throw new StartError(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(number / 10_000)}.`);
  }
  // Without any schema one can still be restored.
  if (!isMade && schema !== null && schema !== 'public') {
    throw new StartError(
      `the search_path of this database's role begins with the schema "${schema}", and Hevre keeps its tables in public: ` +
        'alter role ROLE set search_path = public; or, if its tables are in that schema by now: ' +
        `drop schema public; alter schema "${schema}" rename to public;`,
    );
  }
}

/** The migrations that have not run yet. */
async function pendingOf(connection: Db, files: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await sql`select where to_regclass('migrations') is not null`.execute(connection);
  if (rows.length === 0) return files;
  const ran = await connection.selectFrom('migrations').select(['name', 'checksum']).execute();
  checkHistory(files, ran);
  const done = new Set(ran.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

/** Runs pending migrations, on one process at a time; the others wait. Returns the names that ran. */
export async function migrate(db: Db, files: readonly Migration[] = migrationFiles()): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await requireUsable(connection);
    // A database that takes no writes now can still be read.
    if ((await pendingOf(connection, files)).length === 0) return [];
    // No statement timeout: another server may be migrating.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(hashtext('hevre migrations'))`.execute(connection);
    try {
      return await runPending(connection, files);
    } finally {
      // If this fails the connection is lost, which releases the lock.
      await sql`select pg_advisory_unlock(hashtext('hevre migrations'))`.execute(connection).catch(() => {});
      await sql`reset statement_timeout`.execute(connection).catch(() => {});
    }
  });
}

async function runPending(connection: Db, files: readonly Migration[]): Promise<string[]> {
  await sql`
    create table if not exists migrations (
      name text primary key,
      checksum text not null,
      ran timestamptz not null default now()
    )`.execute(connection);
  const pending = await pendingOf(connection, files);
  for (const { name, text, checksum } of pending) {
    await connection.transaction().execute(async (trx) => {
      await sql.raw(text).execute(trx);
      await trx.insertInto('migrations').values({ name, checksum }).execute();
    });
  }
  return pending.map(({ name }) => name);
}
