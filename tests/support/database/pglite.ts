import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, migrationFiles } from '#server/db/migrate.ts';
import { openFolder } from '#server/db/pglite.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder of a migrated embedded database of this version, created once and cached. */
async function preparedDatabase(): Promise<string> {
  const driver = readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'));
  const hash = createHash('sha256').update(driver);
  for (const { name, checksum } of migrationFiles()) hash.update(`${name} ${checksum}\n`);
  const folder = join(root, '.cache/pglite', hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(join(root, '.cache/pglite'), { recursive: true });
  const database = await openFolder(draft);
  await migrate(database.withoutDeadlines);
  await database.close();
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    // Another test process created the folder concurrently.
    rmSync(draft, { recursive: true });
  }
  return folder;
}

/** Copies a migrated embedded database into a data folder, which is much faster than migrating one. */
export async function preparedFolder(dataDir: string): Promise<void> {
  cpSync(await preparedDatabase(), join(dataDir, 'db'), { recursive: true });
}
