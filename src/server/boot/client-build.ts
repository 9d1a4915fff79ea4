import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
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
];

function newestMtime(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestMtime(join(path, name))));
}

/** VITE_QA=1 builds the client with the inspector, into dist/qa. */
const isQaBuild = process.env['VITE_QA'] === '1';
/** Folder of the built client. */
export const clientFolder = (forQa = isQaBuild): string => join(root, forQa ? 'dist/qa' : 'dist/client');

/** Builds the client unless the build is newer than its sources. */
export async function buildClient(forQa = isQaBuild): Promise<void> {
  const indexHtml = join(clientFolder(forQa), 'index.html');
  const builtAt = existsSync(indexHtml) ? statSync(indexHtml).mtimeMs : 0;
  if (builtAt > 0 && sources.every((source) => newestMtime(join(root, source)) <= builtAt)) return;
  process.stdout.write('Building the app, once…\n');
  // Child process with NODE_ENV=production, whatever this one's is.
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', VITE_QA: forQa ? '1' : '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new StartError('the app could not be built: see above.');
}
