import type { Settings } from '#server/boot/settings.ts';
import type { Log } from '#server/boot/log.ts';
import type { Db } from './tables.ts';

export type StopListening = () => Promise<void>;

/** The database, whichever it is. */
export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /**
   * Hears `pg_notify` on a channel, from this process and every other. After a lost connection `gap` is called:
   * something may have been missed.
   */
  listen(channel: string, heard: (payload: string) => void, gap?: () => void): Promise<StopListening>;
  /** Numbers for the metrics. */
  pool(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** Opens what the settings name; each driver is loaded only when it is the one. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<Database> {
  if (settings.databaseUrl !== null) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(settings.databaseUrl, log);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(settings.dataDir);
}
