import type { Settings } from '#server/boot/settings.ts';
import type { Log } from '#server/boot/log.ts';
import type { Db } from './tables.ts';

export type StopListening = () => Promise<void>;

/** Who follows a channel for as long as the database is open. */
export type Follower = {
  readonly onMessage: (payload: string) => void;
  /** This process has changed something, which its statement's notice tells: before whoever asked for it is answered. */
  readonly onOwnChange: (what: string) => void;
  /** Messages may have been lost: the connection was lost, or stands again. */
  readonly onCut: () => void;
};

/** A database, embedded or PostgreSQL. */
export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** The same for migrations: a statement may take any time. */
  readonly withoutDeadlines: Db;
  /** Subscribes to a channel. onGap: called after a reconnect; messages may have been lost. */
  listen(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<StopListening>;
  /** The same for good, however often the connection is lost. */
  follow(channel: string, follower: Follower): void;
  /** Whether followers have heard by now whatever was told more than a second ago. */
  isCurrent(): boolean;
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
