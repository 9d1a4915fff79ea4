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

/** With VITE_QA=1 the app has the inspector of its charts in it, and a folder of its own. */
const isQaBuild = process.env['VITE_QA'] === '1';
/** Where the build of the app stands that everybody gets, or QA does. */
export const clientFolder = (qa = isQaBuild): string => join(root, qa ? 'dist/qa' : 'dist/client');

/** Builds the app, unless what was built is as new as its sources. */
export async function buildClient(qa = isQaBuild): Promise<void> {
  const page = join(clientFolder(qa), 'index.html');
  const built = existsSync(page) ? statSync(page).mtimeMs : 0;
  if (built > 0 && sources.every((source) => newestMtime(join(root, source)) <= built)) return;
  process.stdout.write('Building the app, once…\n');
  // A process of its own: whatever this one's NODE_ENV says, what is served is the real thing.
  const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', VITE_QA: qa ? '1' : '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new StartError('the app could not be built: see above.');
}
