import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Finds and installs the programs that tests need. */

export function onPath(name: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder && existsSync(join(folder, name))) return join(folder, name);
  }
  return null;
}

/** Runs a program with its stderr shown; resolves with whether it exited with 0. */
function run(program: string, args: readonly string[], env = process.env): Promise<boolean> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return once(child, 'close').then(
    ([code]) => code === 0,
    () => false,
  );
}

/** The last apt installation; they run one at a time, since apt takes a lock. */
let apt: Promise<unknown> = Promise.resolve();

/** Installs a Debian package if apt exists and the user is root; resolves with whether it did. */
export async function aptInstall(name: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || onPath('apt-get') === null) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const installed = apt.then(async () => {
    console.log(`installing Debian's ${name} for the tests`);
    await run('apt-get', ['update', '-q'], env);
    return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], env);
  });
  apt = installed;
  return installed;
}

/** Installs an npm package into its own folder, running its scripts only with `scripts`; resolves with whether it did. */
export function npmInstall(name: string, folder: string, { scripts = false } = {}): Promise<boolean> {
  console.log(`installing the npm package ${name} for the tests`);
  const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--prefix', folder];
  if (!scripts) options.push('--ignore-scripts');
  return run('npm', ['install', name, ...options]);
}
