import type { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { Mutex } from '#contract/mutex.ts';
import type { Database } from './open.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import { embeddedFolder, openOrMakeFolder } from './pglite-folder.ts';
import type { Tables } from './tables.ts';

/** The `Database` of an open PGlite. */
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
      // Not inside a transaction, whose rollback would undo LISTEN.
      const stop = await mutex.run(() => pglite.listen(channel, onMessage));
      return () => mutex.run(() => stop());
    },
    // The only connection gets its own notifications before the response to its commit.
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

/** Opens the embedded database in a folder, creating it if there is none. */
export async function openFolder(folder: string): Promise<Database> {
  return databaseOf(await openOrMakeFolder(folder));
}

/** The embedded database of a data folder. */
export function openPglite(dataDir: string): Promise<Database> {
  return openFolder(embeddedFolder(dataDir));
}
