import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import pino from 'pino';
import { buildClient } from '#server/boot/client-build.ts';
import { maxStreamsPerMember } from '#server/endpoints/calls/events.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { openPglite } from '#server/db/pglite.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { startCluster } from '#tests/support/database/postgres-cluster.ts';
import { readArguments } from '#tests/support/read-arguments.ts';
import { measureBrowser } from './browser.ts';
import { measureCalls } from './calls.ts';
import { Report, type Figure } from './figures.ts';
import { measureGrowth, type Growth } from './growth.ts';
import { startServer, type Program } from './programs.ts';
import { measureSettling } from './settling.ts';
import { measureStreams } from './streams.ts';
import { makeWorld, type World, type WorldSize } from './world.ts';

/**
 * `npm run bench [SECTION…] [--small]`: measures everything, or the named sections; `--small` tries it in a few minutes.
 * Prints a table, writes it to `dist/bench/index.html`, and exits with 1 where a figure does not keep its bound.
 */

const full = {
  seconds: 5,
  loads: 5,
  streams: 8_000,
  bets: 100_000,
  growth: { games: 1_000_000, ownGames: 800, members: 100_000, notifications: 1_000_000, messages: 100_000 },
};
const small: typeof full = {
  seconds: 1,
  loads: 1,
  streams: 200,
  bets: 2_000,
  growth: {
    games: 2_000,
    ownGames: 80,
    members: 1_000,
    notifications: 10_000,
    messages: 1_000,
  } satisfies Growth,
};
const friends = { members: 50, games: 200, messages: 500 };

const report = new Report();

/** A world in a database of its own, and a server on it; `url` is the database’s. */
type Stage = {
  readonly server: Program;
  readonly world: World;
  readonly database: Database;
  readonly url: string;
};

async function onPostgres(
  cluster: string,
  name: string,
  measure: (stage: Stage) => Promise<void>,
  worldSize: WorldSize = friends,
): Promise<void> {
  const admin = new Client({ connectionString: cluster });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, pino({ level: 'silent' }));
  const folder = mkdtempSync(join(tmpdir(), 'hevre-bench-'));
  try {
    await migrate(database.withoutDeadlines);
    const world = await makeWorld(database.withoutDeadlines, worldSize);
    const server = await startServer({ DATABASE_URL: url.href, DATA_DIR: folder });
    try {
      await measure({ server, world, database, url: url.href });
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPglite(measure: (stage: Pick<Stage, 'server' | 'world'>) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-bench-'));
  try {
    const database = await openPglite(folder);
    await migrate(database.withoutDeadlines);
    const world = await makeWorld(database.withoutDeadlines, friends);
    await database.close();
    const server = await startServer({ DATA_DIR: folder });
    try {
      await measure({ server, world });
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const into = (section: string) => (figure: Figure) => report.add(section, figure);

const sections: Readonly<Record<string, (cluster: string, size: typeof full) => Promise<void>>> = {
  browser: (cluster, size) =>
    onPostgres(cluster, 'browser', ({ server, world }) =>
      measureBrowser(server, world, size.loads, into('In the browser')),
    ),
  calls: (cluster, size) =>
    onPostgres(cluster, 'calls', ({ server, world, url }) =>
      measureCalls(server, world, url, size.seconds, into('Calls of 16 callers, one process, PostgreSQL')),
    ),
  embedded: (_, size) =>
    onPglite(({ server, world }) =>
      measureCalls(server, world, null, size.seconds, into('Calls of 16 callers, embedded database')),
    ),
  streams: (cluster, size) =>
    onPostgres(
      cluster,
      'streams',
      ({ server, world }) => measureStreams(server, world, size.streams, into('Live streams, one process')),
      { members: size.streams / maxStreamsPerMember, games: 10, messages: 1 },
    ),
  settling: (cluster, size) =>
    onPostgres(cluster, 'settling', ({ database }) =>
      measureSettling(database.withoutDeadlines, size.bets, into('Settling')),
    ),
  growth: (cluster, size) =>
    onPostgres(cluster, 'small', (smallStage) =>
      onPostgres(cluster, 'large', (largeStage) =>
        measureGrowth(
          { ...smallStage, db: smallStage.database.withoutDeadlines },
          { ...largeStage, db: largeStage.database.withoutDeadlines },
          size.growth,
          into('Lists, after their tables grew'),
        ),
      ),
    ),
};

const usage = `npm run bench -- [SECTION…] [--small]: measures ${Object.keys(sections).join(', ')}, or those that are named`;
const { names, size } = readArguments(usage, () => {
  const { values, positionals } = parseArgs({
    options: { small: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !Object.hasOwn(sections, name));
  if (unknown !== undefined) throw new Error(`${unknown} is no section`);
  return { names: positionals, size: values.small ? small : full };
});
await buildClient(false);
const cluster = await startCluster();
try {
  for (const [name, measure] of Object.entries(sections))
    if (names.length === 0 || names.includes(name)) await measure(cluster.url, size);
} finally {
  await cluster.stop();
}
if (report.finish() > 0) process.exitCode = 1;
