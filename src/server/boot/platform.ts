import type { Database } from '#server/db/open.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caches } from '#server/cache/caches.ts';
import type { Catalogue } from '#server/competitions/catalogue.ts';
import type { JobScheduler } from './job-scheduler.ts';
import type { Log } from './log.ts';
import type { PostPublic } from '#server/http/public-post.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { Settings } from './settings.ts';

/** I/O other than the database; tests replace it. */
export type ExternalIo = {
  /** Prints one line on stdout, the console SMS; throws where nobody reads it. */
  print(line: string): void;
  /** HTTP requests to other services. */
  fetch: typeof fetch;
  /** POST requests to addresses that devices gave. */
  postPublic: PostPublic;
  /** Milliseconds on a clock that never goes back. */
  now(): number;
};

/** How long a client may take, in milliseconds, before it is hung up on. */
export type ClientTimeouts = {
  /** For its headers, and for its whole request. */
  headers: number;
  request: number;
  /** From one look at who is over time to the next. */
  check: number;
  /** Without a byte of a picture it sends. */
  uploadSilence: number;
  /** Before a slow picture gives way to one that waits. */
  uploadGrace: number;
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
