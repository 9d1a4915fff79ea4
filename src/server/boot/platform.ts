import type { Kysely } from 'kysely';
import type { Database } from '#server/db/open.ts';
import type { Tables } from '#server/db/tables.ts';
import type { JobScheduler } from './job-scheduler.ts';
import type { Log } from './log.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { Settings } from './settings.ts';

/** Where the server touches the world besides its database; tests put their own in place. */
export type ExternalIo = {
  /** One line on stdout, for people: the console SMS goes here. */
  print(line: string): void;
  /** Calls to other services. */
  fetch: typeof fetch;
};

/** What the routes stand on. */
export type Platform = {
  readonly settings: Settings;
  readonly database: Database;
  readonly db: Kysely<Tables>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly jobs: JobScheduler;
  readonly outside: ExternalIo;
  /** Aborted when the server begins to stop: an open stream ends itself then. */
  readonly stopping: AbortSignal;
};
