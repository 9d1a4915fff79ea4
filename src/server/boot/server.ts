import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { Socket } from 'node:net';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { migrate } from '#server/db/migrate.ts';
import { createCaches } from '#server/cache/caches.ts';
import { readCatalogue } from '#server/competitions/catalogue.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { createApp, type MountRoutes } from '#server/http/app.ts';
import { JobScheduler, type Job } from './job-scheduler.ts';
import { jobsOf } from './jobs.ts';
import { listen } from './listen.ts';
import { openLog, type Log } from './log.ts';
import { openOutput } from './output.ts';
import { Metrics } from '#server/http/metrics.ts';
import { openPublicPost } from '#server/http/public-post.ts';
import { readVapidKeys } from '#server/notifications/web-push.ts';
import type { ClientTimeouts, ExternalIo, Platform } from './platform.ts';
import { mountRoutes } from '#server/endpoints/routes.ts';
import { localUrl, type Settings } from './settings.ts';
import { clientFolder } from './client-build.ts';

export type Overrides = {
  log?: Log;
  io?: Partial<ExternalIo>;
  clientTimeouts?: Partial<ClientTimeouts>;
  /** Creates the handler of everything but the API; the development server's pages. */
  openPages?: (server: Server) => Promise<RequestListener>;
  /** Replaces the API's routes; the server's own jobs do not run then. */
  routes?: MountRoutes;
  /** The folder of the built app. */
  clientFolder?: string;
  /** Builds the app if needed, before it is served. */
  build?: () => Promise<void>;
  /** Deletes the embedded database of the data folder first. */
  emptyDatabase?: boolean;
  /** Runs on the migrated database before the server listens. */
  seed?: (db: Database['db']) => Promise<void>;
  /** Additional jobs. */
  jobs?: (platform: Platform) => readonly Job[];
};

export type RunningServer = {
  readonly url: string;
  readonly platform: Platform;
  /** Sends a request to the app without the network: `fetch('/api/ping/')`. */
  fetch(input: string | Request, init?: RequestInit): Promise<Response>;
  /** Stops accepting, waits for requests in progress, and closes everything. */
  close(): Promise<void>;
};

/** `check` is shorter than Node's default of 30 s, which would enforce the timeouts late. */
export const defaultClientTimeouts: ClientTimeouts = {
  headers: 15_000,
  request: 60_000,
  check: 2_500,
  uploadSilence: 10_000,
  uploadGrace: 2_000,
  shutdown: 10_000,
};

/** Closes idle connections immediately, busy ones after their response, and all after `timeout` ms. */
async function closeConnections(server: Server, unused: ReadonlySet<Socket>, timeout: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of unused) socket.destroy();
  // A connection becomes idle after its response, and would otherwise be kept alive.
  const idleSweep = setInterval(() => server.closeIdleConnections(), 20);
  const graceTimer = new AbortController();
  const forceClose = sleep(timeout, undefined, { signal: graceTimer.signal }).then(
    () => server.closeAllConnections(),
    () => {},
  );
  await closed;
  clearInterval(idleSweep);
  graceTimer.abort();
  await forceClose;
}

const isApiRequest = (request: IncomingMessage) => /^\/api(\/|\?|$)/.test(request.url ?? '');

/** Connections without a request yet, such as browsers' preconnects; Node does not count them as idle. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}

async function openMigratedDatabase(
  settings: Settings,
  log: Log,
  { emptyDatabase, seed }: Overrides,
): Promise<Database> {
  let database: Database | null = null;
  try {
    // start.ts holds the folder's lock.
    if (emptyDatabase) await rm(join(settings.dataDir, 'db'), { recursive: true, force: true });
    database = await openDatabase(settings, log);
    const ran = await migrate(database.withoutDeadlines);
    if (ran.length > 0) log.info({ ran }, 'database migrated');
    await readVapidKeys(database.db);
    await seed?.(database.db);
    return database;
  } catch (error) {
    await database?.close().catch(() => {});
    throw error;
  }
}

const stdout = openOutput(process.stdout, (dropped) => `${dropped} lines were lost: nobody read them\n`);
function printLine(line: string): void {
  if (!stdout.write(`${line}\n`)) throw new Error('nobody reads stdout');
}

/** The parts of a process over an open database. */
export function createPlatform(
  settings: Settings,
  database: Database,
  { log = openLog(settings.logLevel), io, clientTimeouts }: Overrides,
  stopping = new AbortController().signal,
  competitions = readCatalogue(settings.competitionsDir),
): Platform {
  return {
    settings,
    database,
    db: database.db,
    caches: createCaches(database),
    competitions,
    log,
    metrics: new Metrics(),
    jobs: new JobScheduler(database.db, log),
    io: {
      print: printLine,
      fetch: globalThis.fetch,
      postPublic: openPublicPost(),
      now: () => performance.now(),
      ...io,
    },
    clientTimeouts: { ...defaultClientTimeouts, ...clientTimeouts },
    stopping,
  };
}

/** Starts the server: opens and migrates the database, mounts the routes, listens. */
export async function createServer(settings: Settings, overrides: Overrides = {}): Promise<RunningServer> {
  const log = overrides.log ?? openLog(settings.logLevel);
  const competitions = readCatalogue(settings.competitionsDir);
  const database = await openMigratedDatabase(settings, log, overrides);
  const stopping = new AbortController();
  // Copy: port 0 and the derived siteUrl are replaced after binding.
  const actualSettings: Settings = { ...settings };
  const platform = createPlatform(
    actualSettings,
    database,
    { ...overrides, log },
    stopping.signal,
    competitions,
  );
  const { jobs } = platform;
  await platform.caches.follow();
  const server = createHttpServer({
    requestTimeout: platform.clientTimeouts.request,
    headersTimeout: platform.clientTimeouts.headers,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: platform.clientTimeouts.check,
  });
  const unused = unusedConnections(server);

  const close = async () => {
    stopping.abort();
    const jobsEnded = jobs.stop();
    const { shutdown } = platform.clientTimeouts;
    const graceTime = sleep(shutdown, undefined, { ref: false });
    await Promise.all([closeConnections(server, unused, shutdown), Promise.race([jobsEnded, graceTime])]);
    // Closing the database ends jobs that wait for an unanswered statement.
    await database.close();
    await jobsEnded;
  };

  try {
    const { clientFolder: folder = clientFolder(), routes = mountRoutes } = overrides;
    const app = createApp(platform, folder, routes);
    const api = getRequestListener(app.fetch);
    const handlePages = (await overrides.openPages?.(server)) ?? api;
    server.on('request', (request, response) => {
      // While stopping, no keep-alive.
      if (stopping.signal.aborted) response.setHeader('Connection', 'close');
      if (isApiRequest(request)) void api(request, response);
      else handlePages(request, response);
    });
    if (!overrides.routes) {
      for (const job of [...jobsOf(platform), ...(overrides.jobs?.(platform) ?? [])]) jobs.add(job);
      // After a cut the jobs' own intervals do.
      database.follow('live', { onMessage: (payload) => jobs.onLive(payload), onOwnChange() {}, onCut() {} });
    }
    actualSettings.port = await listen(server, settings);
    const url = localUrl(settings.host, actualSettings.port);
    if (settings.siteUrl === localUrl(settings.host, settings.port)) actualSettings.siteUrl = url;
    return {
      url,
      platform,
      fetch: async (input, init) => app.request(input, init, {}),
      close,
    };
  } catch (error) {
    await jobs.stop();
    await database.close().catch(() => {});
    throw error;
  }
}
