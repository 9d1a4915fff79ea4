import type { Settings } from '#server/boot/settings.ts';
import type { Log } from '#server/boot/log.ts';
import type { Db } from './tables.ts';

export type StopListening = () => Promise<void>;

/** A subscriber for as long as the database is open. */
export type Follower = {
  readonly onMessage: (payload: string) => void;
  /** A tag that this process changed (0023_changes.sql); called before the changing statement's caller continues. */
  readonly onOwnChange: (what: string) => void;
  /** The connection was lost or restored: messages may be missing. */
  readonly onCut: () => void;
};

/** A database, embedded or PostgreSQL. */
export type Database = {
  readonly kind: 'pglite' | 'postgres';
  readonly db: Db;
  /** The same database without a statement timeout, for migrations. */
  readonly withoutDeadlines: Db;
  /** Subscribes to a channel; rejects if it cannot. onGap: called after a reconnect, when messages may be missing. */
  listen(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<StopListening>;
  /** Subscribes until the database is closed, and retries by itself. */
  follow(channel: string, follower: Follower): void;
  /** Whether followers have received everything that was sent more than a second ago. */
  isCurrent(): boolean;
  /** Connection counts, for the metrics. */
  pool(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** Opens the database of the settings; only that driver is loaded. */
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
