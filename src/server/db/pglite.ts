import type { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { Mutex } from '#contract/mutex.ts';
import type { Database } from './open.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import { embeddedFolder, openOrMakeFolder } from './pglite-folder.ts';
import type { Tables } from './tables.ts';

/** The database of an open PGlite. */
export async function databaseOf(pglite: PGlite): Promise<Database> {
  await pglite.exec("set timezone = 'UTC'");
  const mutex = new Mutex();
  let isFollowing = false;
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
    // The one connection hears what it tells before the answer to its commit.
    follow(channel, { onMessage }) {
      void mutex
        .run(() => pglite.listen(channel, onMessage))
        .then(
          () => (isFollowing = true),
          // Closed meanwhile.
          () => {},
        );
    },
    isCurrent: () => isFollowing,
    pool: () => ({ total: 1, idle: Number(mutex.isFree), waiting: mutex.waiting }),
    close: () => db.destroy(),
  };
}

/** Opens the embedded database at a folder, made first if need be. */
export async function openFolder(folder: string): Promise<Database> {
  return databaseOf(await openOrMakeFolder(folder));
}

/** The embedded database of a data folder. */
export function openPglite(dataDir: string): Promise<Database> {
  return openFolder(embeddedFolder(dataDir));
}
