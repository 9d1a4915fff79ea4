import { lockDataFolder } from '#server/boot/data-folder-lock.ts';
import type { Settings } from '#server/boot/settings.ts';

/** Works on the database alone where it must be alone: on the embedded one, under the lock of its folder. */
export async function withDataFolderLock<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  if (settings.databaseUrl !== null) return work();
  const lock = await lockDataFolder(settings.dataDir, () => process.exit(1));
  try {
    return await work();
  } finally {
    lock.release();
  }
}
