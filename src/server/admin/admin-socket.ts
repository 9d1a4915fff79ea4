import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { fileLimits } from '#contract/make-game-calls.ts';
import { explainDatabaseError } from '#server/boot/explain-database-error.ts';
import type { Settings } from '#server/boot/settings.ts';
import { errorText, StartError } from '#server/boot/start-error.ts';
import type { Platform } from '#server/boot/platform.ts';
import { errorCode } from '#server/db/errors.ts';

/**
 * How `npm run admin` reaches a server that holds the embedded database: a Unix socket in the data folder. Only the folder's
 * owner can open it, and it is not on the network. An HTTP endpoint would not do: behind a proxy on the same machine every
 * caller is local. Nor would a file of requests, which needs names, locks and responses of its own.
 */

const Request = v.array(v.pipe(v.string(), v.maxLength(2 * fileLimits.characters)));
const Answer = v.union([v.object({ output: v.string() }), v.object({ error: v.string() })]);

/** Maximum characters of a request: a file of matches as a JSON string within a JSON string. */
const maxLength = 4 * fileLimits.characters;
/** Maximum length of a socket's path: some systems truncate longer ones. */
const maxPath = 100;

const folderOf = (dataDir: string) => join(dataDir, 'admin');

function socketOf(dataDir: string): string {
  const whole = join(folderOf(dataDir), 'socket');
  const short = relative(process.cwd(), whole);
  return short.length < whole.length ? short : whole;
}

/** Reads a socket until the other end closes its side. This side stays open. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.length > maxLength) throw new StartError('that is too long');
  }
  return text;
}

async function answer(
  socket: Socket,
  settings: Settings,
  run: (argv: readonly string[]) => Promise<string>,
): Promise<v.InferOutput<typeof Answer>> {
  try {
    return { output: await run(v.parse(Request, JSON.parse(await readAll(socket)))) };
  } catch (error) {
    return { error: errorText(await explainDatabaseError(error, settings)) ?? 'failed' };
  }
}

/** Answers commands until `close` is called. If the socket cannot be opened, the server starts without it. */
export async function listenForAdmin(
  { settings, log }: Pick<Platform, 'settings' | 'log'>,
  run: (argv: readonly string[]) => Promise<string>,
): Promise<{ close(): Promise<void> }> {
  const { dataDir } = settings;
  const path = socketOf(dataDir);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', (error) => log.warn({ error }, 'an admin command was cut off'));
    void answer(socket, settings, run).then((said) => socket.end(JSON.stringify(said)));
  });
  try {
    if (path.length > maxPath) throw new StartError(`the path of DATA_DIR is too long for a socket`);
    mkdirSync(folderOf(dataDir), { recursive: true });
    chmodSync(folderOf(dataDir), 0o700);
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } catch (error) {
    log.warn({ error }, 'npm run admin has to wait until this server is stopped');
  }
  return {
    close: () => new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve())),
  };
}

/** The response of the server that runs on this data folder; null if none listens. */
export async function askServer(dataDir: string, argv: readonly string[]): Promise<string | null> {
  const path = socketOf(dataDir);
  if (path.length > maxPath) return null;
  const socket = createConnection({ path, allowHalfOpen: true });
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(errorCode(error) ?? '')) return null;
    throw new StartError(`the server on ${dataDir} cannot be reached (${errorCode(error)})`);
  }
  socket.end(JSON.stringify(argv));
  const text = await readAll(socket);
  if (text === '') throw new StartError('the server went away before it answered: run this again');
  const said = v.parse(Answer, JSON.parse(text));
  if ('error' in said) throw new StartError(said.error);
  return said.output;
}
