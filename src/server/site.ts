import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'src',
  'machines',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds the app, unless what was built is as new as its sources. */
export async function buildSite(): Promise<void> {
  const page = join(root, 'dist/client/index.html');
  const built = existsSync(page) ? statSync(page).mtimeMs : 0;
  if (built > 0 && sources.every((source) => newest(join(root, source)) <= built)) return;
  process.stdout.write('Building the app, once…\n');
  const { build } = await import('vite');
  await build({ root, logLevel: 'warn' });
}
