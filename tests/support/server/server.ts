import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { createServer, type Overrides, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import { preparedFolder } from '#tests/support/database/pglite.ts';
import { createTestDatabase } from '#tests/support/database/postgres.ts';
import { isFullRun } from '#tests/support/run-size.ts';
import { launchServerProcess, type ServerProcess } from './server-process.ts';

export { api } from './api-client.ts';

export type DatabaseKind = 'pglite' | 'postgres';

const databases: readonly DatabaseKind[] = ['pglite', 'postgres'];

/**
 * Runs the same tests on the embedded database and on PostgreSQL, in every run: for what differs between the two, such as
 * connections, locks, files and clocks.
 */
export function onBothDatabases(tests: (database: DatabaseKind) => void): void {
  describe.each(databases)('on %s', (kind) => {
    tests(kind);
  });
}

/**
 * Runs tests on one database in `npm test`, and on both in `npm run test:full`. PostgreSQL needs less CPU time;
 * policies.test.ts covers every call on the embedded one, which is the default.
 */
export function onOneDatabase(database: DatabaseKind, tests: (database: DatabaseKind) => void): void {
  describe.each(isFullRun ? databases : [database])('on %s', (kind) => {
    tests(kind);
  });
}

/** Creates a migrated database; `env` is the environment of a server that uses it. */
export async function freshDatabase(
  kind: DatabaseKind,
): Promise<{ env: Record<string, string>; remove(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hevre-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'pglite') {
    await preparedFolder(dataDir);
    return { env: { DATA_DIR: dataDir }, remove: async () => removeFolder() };
  }
  const { url, drop } = await createTestDatabase();
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    async remove() {
      await drop();
      removeFolder();
    },
  };
}

/** The newest PIN in console lines for a number in E.164; null if there is none. */
function pinIn(lines: readonly string[], phone: string): string | null {
  for (const line of lines.toReversed()) {
    if (!line.startsWith('{"sms"')) continue;
    const { sms, pin } = JSON.parse(line) as { sms: string; pin: string };
    if (sms === phone) return pin;
  }
  return null;
}

export type TestServer = RunningServer & {
  /** Lines printed to the console, including those of the console SMS provider. */
  readonly printed: readonly string[];
  /** The newest PIN sent to a number (E.164). */
  pin(phone: string): string;
};

/** Defaults without rate limits, since tests send many requests, and sign in many members from one address. */
const testDefaults = { PORT: '0', REQUESTS_PER_MINUTE: '0', DAILY_SMS_CAP: '10000' };

export type ServerOptions = {
  database?: DatabaseKind;
  env?: Record<string, string>;
  /** Modifies the new database before the server opens it. */
  prepare?: (databaseEnv: Readonly<Record<string, string>>) => Promise<void>;
} & Pick<Overrides, 'io' | 'clientTimeouts' | 'clientFolder' | 'openPages' | 'routes' | 'log'>;

/** Starts a server in this process, on a free port and its own database. `close` stops it and removes the database. */
export async function startServer({
  database = 'postgres',
  env = {},
  prepare,
  io,
  ...overrides
}: ServerOptions = {}): Promise<TestServer> {
  const newDatabase = await freshDatabase(database);
  await prepare?.(newDatabase.env);
  const printed: string[] = [];
  const settings = readSettings({ ...testDefaults, LOG_LEVEL: 'silent', ...newDatabase.env, ...env });
  const server = await createServer(settings, {
    io: { print: (line) => void printed.push(line), ...io },
    ...overrides,
  });
  return {
    ...server,
    printed,
    pin(phone) {
      const pin = pinIn(printed, phone);
      if (pin === null) throw new Error(`no PIN was sent to ${phone}`);
      return pin;
    },
    async close() {
      await server.close();
      await newDatabase.remove();
    },
  };
}

export type SpawnedServer = ServerProcess & {
  readonly url: string;
  /** The environment, for starting another server on the same data. */
  readonly env: Readonly<Record<string, string>>;
  pin(phone: string): Promise<string>;
  /** Ends the process if it runs, and removes its data. */
  remove(): Promise<void>;
};

async function launchUntilReady(
  env: Record<string, string>,
  from?: 'bundle' | 'source',
): Promise<{ child: ServerProcess; url: string }> {
  const child = launchServerProcess(env, from);
  const ready = await child.line((line) => line.includes('is ready'));
  return { child, url: /http:\S+/.exec(ready)?.[0] ?? '' };
}

/**
 * Starts a server in its own process, which can be killed. With the `env` of an earlier one it uses that one's data, which
 * the earlier one removes.
 */
export async function spawnServer({
  database = 'pglite',
  env = {},
  on,
  from,
}: {
  database?: DatabaseKind;
  env?: Record<string, string>;
  on?: Pick<SpawnedServer, 'env'>;
  from?: 'bundle' | 'source';
} = {}): Promise<SpawnedServer> {
  const ownDatabase = on ? { env: on.env, remove: async () => {} } : await freshDatabase(database);
  const serverEnv = { ...testDefaults, ...ownDatabase.env, ...env };
  const { child, url } = await launchUntilReady(serverEnv, from);
  const isSms = (phone: string) => (line: string) => line.startsWith(`{"sms":"${phone}"`);
  return {
    ...child,
    url,
    env: serverEnv,
    async pin(phone) {
      await child.line(isSms(phone));
      return pinIn(child.lines, phone) ?? '';
    },
    async remove() {
      child.kill('SIGKILL');
      await child.exited;
      await ownDatabase.remove();
    },
  };
}
