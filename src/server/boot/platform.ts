import type { Database } from '#server/db/open.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caches } from '#server/cache/caches.ts';
import type { Catalogue } from '#server/competitions/catalogue.ts';
import type { JobScheduler } from './job-scheduler.ts';
import type { Log } from './log.ts';
import type { PostPublic } from '#server/http/public-post.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { Settings } from './settings.ts';

/** I/O besides the database; replaced in tests. */
export type ExternalIo = {
  /** Prints one line on stdout, such as an SMS to the console; throws if stdout is closed. */
  print(line: string): void;
  /** HTTP requests to other services. */
  fetch: typeof fetch;
  /** POST requests to URLs received from devices. */
  postPublic: PostPublic;
  /** Milliseconds of a monotonic clock. */
  now(): number;
};

/** Timeouts in milliseconds, after which a client's connection is closed. */
export type ClientTimeouts = {
  /** For receiving the headers, and the whole request. */
  headers: number;
  request: number;
  /** Interval of the check for exceeded timeouts. */
  check: number;
  /** Without any byte of an upload. */
  uploadSilence: number;
  /** After which a slow upload is ended if another waits. */
  uploadGrace: number;
  /** For requests and jobs under way when the server stops. */
  shutdown: number;
};

/** The parts of a running server process. */
export type Platform = {
  readonly settings: Settings;
  readonly database: Database;
  readonly db: Db;
  readonly caches: Caches;
  /** The competitions that can be imported. */
  readonly competitions: Catalogue;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly jobs: JobScheduler;
  readonly io: ExternalIo;
  readonly clientTimeouts: ClientTimeouts;
  /** Aborted when the server begins to stop: open streams end. */
  readonly stopping: AbortSignal;
};
