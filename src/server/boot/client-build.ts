import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from './start-error.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = [
  'src',
  'machines',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
].map((source) => join(root, source));

function newestMtime(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestMtime(join(path, name))));
}

/** Whether VITE_QA=1 is set, which builds the client with the inspector into dist/qa. */
const isQaBuild = process.env['VITE_QA'] === '1';
/** Folder of the built client. */
export const clientFolder = (forQa = isQaBuild): string => join(root, forQa ? 'dist/qa' : 'dist/client');

/** The marker file of a complete build; its mtime is when the build began. */
const markOf = (folder: string) => join(folder, '.built');

/** Runs a build, which empties its folder first, and writes the marker file if it succeeds. */
export async function markedBuild(folder: string, build: () => Promise<void>): Promise<void> {
  const began = new Date();
  await build();
  writeFileSync(markOf(folder), '');
  // The start time, so that sources changed during the build count as newer.
  utimesSync(markOf(folder), began, began);
}

/** Whether a folder has a complete build that is not older than any of these sources. */
export function isBuilt(folder: string, from: readonly string[]): boolean {
  const builtAt = statSync(markOf(folder), { throwIfNoEntry: false })?.mtimeMs;
  return builtAt !== undefined && from.every((source) => newestMtime(source) <= builtAt);
}

async function runVite(forQa: boolean): Promise<void> {
  // A child process, so that NODE_ENV=production applies only there.
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', VITE_QA: forQa ? '1' : '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new StartError('the app could not be built: see above.');
}

/** Builds the client unconditionally. */
export const buildAnew = (forQa = isQaBuild): Promise<void> =>
  markedBuild(clientFolder(forQa), () => runVite(forQa));

/** Builds the client unless the build is newer than its sources. */
export async function buildClient(forQa = isQaBuild): Promise<void> {
  if (isBuilt(clientFolder(forQa), sources)) return;
  process.stdout.write('Building the app, once…\n');
  await buildAnew(forQa);
}
