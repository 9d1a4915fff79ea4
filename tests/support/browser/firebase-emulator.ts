import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/database/postgres-cluster.ts';
import { npmInstall } from '#tests/support/database/install.ts';

/** The real Firebase Auth emulator, fetched by the first run that needs it: it is no part of an installation. */

const version = '15.34.2';
const folder = fileURLToPath(new URL(`../../../.cache/firebase-tools-${version}`, import.meta.url));
const program = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js');

/** A project that exists nowhere: the emulator keeps away from Google for names that begin so. */
export const demoProject = 'demo-hevre';

function installFirebaseTools(): void {
  if (existsSync(program)) return;
  const began = performance.now();
  // Under its own name only once it is whole.
  const making = `${folder}.${process.pid}`;
  if (!npmInstall(`firebase-tools@${version}`, making))
    throw new Error(`firebase-tools@${version} could not be fetched from npm: see above.`);
  renameSync(making, folder);
  console.log(`firebase-tools fetched in ${Math.round((performance.now() - began) / 1000)} s`);
}

export type Emulator = {
  /** Where it listens: `127.0.0.1:9099`. */
  readonly host: string;
  close(): Promise<void>;
};

/** Starts the emulator on a free port, with nothing of this machine's own settings. */
export async function startEmulator(): Promise<Emulator> {
  installFirebaseTools();
  const began = performance.now();
  const home = mkdtempSync(join(tmpdir(), 'hevre-firebase-'));
  const [auth, hub, logging] = await Promise.all([freePort(), freePort(), freePort()]);
  const at = (port: number) => ({ host: '127.0.0.1', port });
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } };
  writeFileSync(join(home, 'firebase.json'), JSON.stringify({ emulators }));
  const child = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', demoProject],
    {
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, CI: '1', NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('All emulators ready')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`the Firebase emulator ended:\n${said}`)));
  });
  console.log(`the Firebase Auth emulator was ready in ${Math.round((performance.now() - began) / 1000)} s`);
  return {
    host: `127.0.0.1:${auth}`,
    async close() {
      process.off('exit', end);
      const gone = once(child, 'close');
      end();
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
