import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { askServer, listenForAdmin } from '#server/admin/admin-socket.ts';
import type { Log } from '#server/boot/log.ts';
import { readSettings } from '#server/boot/settings.ts';
import { StartError } from '#server/boot/start-error.ts';

/** How `npm run admin` reaches a server that holds the embedded database. */

let folder: string;
let warned: unknown[];
beforeEach(() => {
  warned = [];
  folder = mkdtempSync(join(tmpdir(), 'hevre-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const log = { warn: (fields: object, text: string) => void warned.push([fields, text]) } as unknown as Log;
/** A server on the folder that answers commands like this. */
async function open(run: (argv: readonly string[]) => Promise<string>, dataDir = folder) {
  const server = await listenForAdmin({ settings: readSettings({ DATA_DIR: dataDir }), log }, run);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= server.close());
  onTestFinished(close);
  return close;
}
const echo = (argv: readonly string[]) => Promise.resolve(`done: ${argv.join(' | ')}`);
const socket = () => join(folder, 'admin', 'socket');

test('each command gets its own answer until the server is closed', async () => {
  const close = await open(echo);
  expect(warned).toEqual([]);
  expect(await Promise.all(['א', 'ב'].map((name) => askServer(folder, ['grant-staff', name])))).toEqual([
    'done: grant-staff | א',
    'done: grant-staff | ב',
  ]);
  await close();
  expect(await askServer(folder, ['list'])).toBe(null);
});

test('the socket’s folder is closed to all but its owner, even where it was open before', async () => {
  mkdirSync(join(folder, 'admin'), { mode: 0o777 });
  await open(echo);
  expect(statSync(join(folder, 'admin')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'admin'))).toEqual(['socket']);
});

// Only root may become another user.
test.runIf(process.getuid?.() === 0)('the socket refuses a process of another user', async () => {
  await open(echo);
  chmodSync(folder, 0o755);
  const answerTo = (uid: number) => {
    const connect = `process.setuid(${uid});
      require('node:net').connect(${JSON.stringify(socket())})
        .on('connect', () => process.exit())
        .on('error', ({ code }) => console.log(code));`;
    return spawnSync(process.execPath, ['-e', connect]).stdout.toString();
  };
  expect([answerTo(0), answerTo(65_534)]).toEqual(['', 'EACCES\n']);
});

test('a refused command rejects with its own message, an unexpected error with its stack', async () => {
  await open((argv) =>
    Promise.reject(argv[0] === 'refused' ? new StartError('no such KIND') : new TypeError('x')),
  );
  await expect(askServer(folder, ['refused'])).rejects.toEqual(new StartError('no such KIND'));
  await expect(askServer(folder, ['broken'])).rejects.toThrow(/^TypeError: x\n +at /);
});

test('a command has no answer where no server listens', async () => {
  expect(await askServer(folder, ['list'])).toBe(null);
  writeFileSync(join(folder, 'admin'), '');
  expect(await askServer(folder, ['list'])).toBe(null);
});

test('a killed server’s socket file gives no answer, and the next server replaces it', async () => {
  mkdirSync(join(folder, 'admin'));
  // Closing a server unlinks its socket by path, so a socket that was moved stays behind.
  const killed = createServer().listen(join(folder, 'admin', 'first'));
  await new Promise((resolve) => killed.once('listening', resolve));
  renameSync(join(folder, 'admin', 'first'), socket());
  await new Promise((resolve) => killed.close(resolve));
  expect(readdirSync(join(folder, 'admin'))).toEqual(['socket']);
  expect(await askServer(folder, ['list'])).toBe(null);
  await open(echo);
  expect(await askServer(folder, ['list'])).toBe('done: list');
});

test('a server that ends the connection without an answer rejects with advice to run the command again', async () => {
  mkdirSync(join(folder, 'admin'));
  const silentServer = createServer((connection) => connection.end()).listen(socket());
  onTestFinished(() => void silentServer.close());
  await new Promise((resolve) => silentServer.once('listening', resolve));
  await expect(askServer(folder, ['list'])).rejects.toThrow(
    /^the server went away before it answered: run this again$/,
  );
});

test.each([
  ['whose path is too long for a socket', () => join(folder, 'x'.repeat(100))],
  ['that has a file in its place', () => join(folder, 'file', 'data')],
])('a server on a folder %s starts without its admin socket, with a warning', async (_, dataDir) => {
  writeFileSync(join(folder, 'file'), '');
  await open(echo, dataDir());
  expect(warned).toEqual([
    [{ error: expect.any(Error) }, 'npm run admin has to wait until this server is stopped'],
  ]);
  expect(await askServer(dataDir(), ['list'])).toBe(null);
});
