import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, vi } from 'vitest';
import { npmInstall } from '#tests/support/database/install.ts';

/** The real Firebase Auth emulator. It is not a dependency: the first run that needs it fetches it from npm. */

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that holds the emulator's address, or why it failed to start. */
    emulator: string;
  }
}

const version = '15.34.2';
const folder = fileURLToPath(new URL(`../../../.cache/firebase-tools-${version}`, import.meta.url));
/** The emulator's server module: the command line around it takes three times as long to start. */
const program = join(folder, 'node_modules/firebase-tools/lib/emulator/auth/server.js');

/** A made-up project: for names with this prefix the emulator calls nothing of Google. */
export const demoProject = 'demo-hevre';

/** A Node script that starts the emulator on a free port, and prints the port. */
const script = `
  const { createApp } = require(${JSON.stringify(program)});
  createApp(${JSON.stringify(demoProject)}).then((app) => {
    const server = app.listen(0, '127.0.0.1', () => console.log('listens on ' + server.address().port));
  });`;

async function installFirebaseTools(): Promise<void> {
  if (existsSync(program)) return;
  const began = performance.now();
  // Renamed only once it is complete.
  const making = `${folder}.${process.pid}`;
  if (!(await npmInstall(`firebase-tools@${version}`, making)))
    throw new Error(`firebase-tools@${version} could not be fetched from npm: see above.`);
  renameSync(making, folder);
  console.log(`firebase-tools fetched in ${Math.round((performance.now() - began) / 1000)} s`);
}

/** Fetches and starts the emulator in the background; `file` holds its address once it listens. */
export function launchEmulator(): { readonly file: string; stop(): Promise<void> } {
  const home = mkdtempSync(join(tmpdir(), 'hevre-firebase-'));
  const file = join(home, 'host.json');
  const stopping = new AbortController();
  const reportToParent = (what: { host: string } | { error: string }) => {
    if (stopping.signal.aborted) return;
    writeFileSync(`${file}.new`, JSON.stringify(what));
    renameSync(`${file}.new`, file);
  };
  const run = async () => {
    await installFirebaseTools();
    if (stopping.signal.aborted) return;
    // Without this machine's own Firebase settings.
    const child = spawn(process.execPath, ['--eval', script], {
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, CI: '1', NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => void child.kill('SIGKILL');
    process.once('exit', end);
    stopping.signal.addEventListener('abort', end);
    let output = '';
    const listener = (chunk: Buffer) => {
      output += chunk.toString();
      const [, port] = /listens on (\d+)/.exec(output) ?? [];
      if (port !== undefined) reportToParent({ host: `127.0.0.1:${port}` });
    };
    child.stdout.on('data', listener);
    child.stderr.on('data', listener);
    await once(child, 'close');
    process.off('exit', end);
    reportToParent({ error: `the Firebase emulator ended:\n${output}` });
  };
  const ended = run().catch((error: unknown) => reportToParent({ error: String(error) }));
  return {
    file,
    async stop() {
      stopping.abort();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Waits until the run's emulator listens; resolves with its address, such as `127.0.0.1:9099`. */
export async function emulatorHost(): Promise<string> {
  const file = inject('emulator');
  const text = await vi.waitFor(() => readFileSync(file, 'utf8'), { timeout: 300_000, interval: 100 });
  const answer = JSON.parse(text) as { host?: string; error?: string };
  if (answer.host === undefined) throw new Error(answer.error);
  return answer.host;
}
