import { lockDataFolder } from './data-folder-lock.ts';
import { explainDatabaseError } from './explain-database-error.ts';
import { requireFreePlace } from './listen.ts';
import type { Platform } from './platform.ts';
import type { Overrides } from './server.ts';
import { readSettings } from './settings.ts';
import { errorText, StartError } from './start-error.ts';

/**
 * The server process: settings, data folder lock, server, signals. Heavy modules are imported only after the lock is
 * held.
 */

function exitWithError(error: unknown): never {
  process.stderr.write(`hevre: ${errorText(error)}\n`);
  process.exit(1);
}

const durabilityNotice =
  'The embedded database keeps every saved bet when this process is killed, but makes no promise for a power cut ' +
  '(it never syncs to the disk). For real hosting set DATABASE_URL to a PostgreSQL.';

async function runServer(overrides: Overrides): Promise<void> {
  const settings = readSettings(process.env);
  const embedded = settings.databaseUrl === null;
  const lock = embedded
    ? await lockDataFolder(settings.dataDir, () =>
        exitWithError(new StartError('the lock of the data folder was taken away: stopping.')),
      )
    : null;
  try {
    await requireFreePlace(settings);
    await overrides.build?.();
    const { createServer } = await import('./server.ts');
    if (embedded) process.stdout.write(`${durabilityNotice}\n`);
    const server = await createServer(settings, overrides).catch(async (error: unknown) => {
      throw await explainDatabaseError(error, settings);
    });
    // The folder's lock is held, so an existing socket belongs to a dead process.
    const admin = embedded ? await serveAdmin(server.platform) : null;
    stopOnSignals(async () => {
      await admin?.close();
      await server.close();
      lock?.release();
    });
    process.stdout.write(`חבר׳ה Hevre is ready: ${server.url}\n`);
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function serveAdmin(platform: Platform): Promise<{ close(): Promise<void> }> {
  const { listenForAdmin } = await import('#server/admin/admin-socket.ts');
  const { runCommand } = await import('#server/admin/commands.ts');
  return listenForAdmin(platform, (argv) => runCommand(platform, argv));
}

/** Stops gracefully on the first signal, and exits on the second. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(() => process.exit(0), exitWithError);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Starts a server in this process, or prints the error and exits. */
export function start(overrides: Overrides = {}): void {
  runServer(overrides).catch(exitWithError);
}
