import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { StartError } from '#server/boot/start-error.ts';
import { amendments } from './amendments.ts';
import { onlyRow } from './only-row.ts';
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

export type RanMigration = Pick<Migration, 'name' | 'checksum'>;

/**
 * The migrations and amendments that a database still has to run, in order, given those it ran. Otherwise the first one that
 * this version does not have, or has with an unknown text.
 */
export function compareHistory(
  files: readonly Migration[],
  ran: readonly RanMigration[],
): { pending: Migration[] } | { newer: string } | { changed: string } {
  const names = new Set(files.map(({ name }) => name));
  const newer = ran.find(({ name }) => !names.has(name));
  if (newer) return { newer: newer.name };
  const checksums = new Map(ran.map(({ name, checksum }) => [name, checksum]));
  const pending: Migration[] = [];
  for (const file of files) {
    const checksum = checksums.get(file.name);
    if (checksum === file.checksum) continue;
    const amendment = amendments.find(({ name, former }) => name === file.name && former === checksum);
    if (checksum !== undefined && !amendment) return { changed: file.name };
    pending.push(amendment ? { ...file, text: amendment.text } : file);
  }
  return { pending };
}

/** Throws a StartError for a database of an old major version, or one whose tables would be outside `public`. */
export async function requireUsable(db: Db): Promise<void> {
  const { rows } = await sql<{ number: number; schema: string | null; isMade: boolean }>`
    select current_setting('server_version_num')::integer as number, current_schema() as schema,
      to_regclass('public.migrations') is not null as "isMade"`.execute(db);
  const { number, schema, isMade } = onlyRow(rows);
  if (number < 150_000) {
    throw new StartError(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(number / 10_000)}.`);
  }
  // Without any schema, a backup can still be restored.
  if (!isMade && schema !== null && schema !== 'public') {
    throw new StartError(
      `the search_path of this database's role begins with the schema "${schema}", and Hevre keeps its tables in public: ` +
        'alter role ROLE set search_path = public; or, if its tables are in that schema by now: ' +
        `drop schema public; alter schema "${schema}" rename to public;`,
    );
  }
}

/** The migrations still to run; a StartError if another version of the app made the database. */
async function pendingOf(connection: Db, files: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await sql`select where to_regclass('migrations') is not null`.execute(connection);
  if (rows.length === 0) return files;
  const ran = await connection.selectFrom('migrations').select(['name', 'checksum']).execute();
  const history = compareHistory(files, ran);
  if ('newer' in history) {
    throw new StartError(
      `the database was made by a newer version of Hevre (it has ${history.newer}). Run that version, or restore a backup of this one's.`,
    );
  }
  if ('changed' in history) {
    throw new StartError(
      `the migration ${history.changed} is not the one that made this database: its text has changed.`,
    );
  }
  return history.pending;
}

/** Runs pending migrations, in one process at a time. Returns the names of those that ran. */
export async function migrate(db: Db, files: readonly Migration[] = migrationFiles()): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await requireUsable(connection);
    // A read-only database is usable if nothing is pending.
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
      await trx
        .insertInto('migrations')
        .values({ name, checksum })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ checksum }))
        .execute();
    });
  }
  return pending.map(({ name }) => name);
}
