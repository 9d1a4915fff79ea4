import type { Settings } from '#server/boot/settings.ts';
import type { Log } from '#server/boot/log.ts';
import type { Db } from './tables.ts';

export type StopListening = () => Promise<void>;

/** A database, embedded or PostgreSQL. */
export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** The same for migrations: a statement may take any time. */
  readonly withoutDeadlines: Db;
  /** Subscribes to a channel. onGap: called after a reconnect; messages may have been lost. */
  listen(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<StopListening>;
  /** Numbers for the metrics. */
  pool(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** Opens the database of the settings; only its driver is loaded. */
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
