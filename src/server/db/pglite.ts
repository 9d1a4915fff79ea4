import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { Mutex } from '#contract/mutex.ts';
import type { Database } from './open.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import type { Tables } from './tables.ts';

/** Opens the embedded database at a folder, made first if need be. */
export async function openFolder(folder: string): Promise<Database> {
  if (!existsSync(folder)) {
    // Created in a temporary folder and renamed: a killed start leaves no half-made database.
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    await (await PGlite.create(draft)).close();
    renameSync(draft, folder);
  }
  const pglite = await PGlite.create(folder);
  await pglite.exec("set timezone = 'UTC'");
  const mutex = new Mutex();
  const db = new Kysely<Tables>({ dialect: pgliteDialect(pglite, mutex) });
  return {
    kind: 'pglite',
    db,
    withoutDeadlines: db,
    async listen(channel, onMessage) {
      // LISTEN inside a transaction would be undone with it.
      const stop = await mutex.run(() => pglite.listen(channel, onMessage));
      return () => mutex.run(() => stop());
    },
    pool: () => ({ total: 1, idle: Number(mutex.isFree), waiting: mutex.waiting }),
    close: () => db.destroy(),
  };
}

/** The embedded database of a data folder. */
export function openPglite(dataDir: string): Promise<Database> {
  return openFolder(join(dataDir, 'db'));
}
