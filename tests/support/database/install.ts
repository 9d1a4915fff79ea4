import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Finding and fetching the programs that tests need. */

export function onPath(name: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder && existsSync(join(folder, name))) return join(folder, name);
  }
  return null;
}

/** Installs a Debian package where that is possible at all: apt at hand, and root. Says whether it did. */
export function aptInstall(name: string): boolean {
  if (process.getuid?.() !== 0 || onPath('apt-get') === null) return false;
  console.log(`installing Debian's ${name} for the tests`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' });
  const got = spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], {
    env,
    encoding: 'utf8',
  });
  if (got.status !== 0) console.error(got.stderr);
  return got.status === 0;
}

/** Installs an npm package into a folder of its own, away from the project's; its scripts run only if they must. Says whether it did. */
export function npmInstall(name: string, folder: string, { scripts = false } = {}): boolean {
  console.log(`installing the npm package ${name} for the tests`);
  try {
    const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--prefix', folder];
    if (!scripts) options.push('--ignore-scripts');
    execFileSync('npm', ['install', name, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch {
    return false;
  }
}
