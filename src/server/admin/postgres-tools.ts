import { spawn } from 'node:child_process';
import { StartError } from '#server/boot/start-error.ts';

/** pg_dump and pg_restore. The password is passed by environment: command lines are public on a machine. */

function connectionEnvironment(url: string): { env: NodeJS.ProcessEnv; database: string } {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const sslmode = searchParams.get('sslmode');
  const database = decodeURIComponent(pathname.slice(1));
  const env = {
    ...process.env,
    ...(host ? { PGHOST: host.replace(/^\[|\]$/g, '') } : {}),
    ...(port ? { PGPORT: port } : {}),
    ...(username ? { PGUSER: decodeURIComponent(username) } : {}),
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...(sslmode ? { PGSSLMODE: sslmode } : {}),
  };
  return { env, database };
}

function runTool(
  tool: 'pg_dump' | 'pg_restore',
  url: string,
  args: (database: string) => string[],
): Promise<void> {
  const { env, database } = connectionEnvironment(url);
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args(database), { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2_000)));
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ENOENT'
          ? new StartError(
              `${tool} is needed for a PostgreSQL database and is not installed here (Debian: apt-get install postgresql-client)`,
            )
          : error,
      );
    });
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartError(`${tool} failed: ${stderr.trim()}`));
    });
  });
}

export function dumpPostgres(url: string, file: string): Promise<void> {
  return runTool('pg_dump', url, (database) => [
    '--format=custom',
    '--no-owner',
    `--file=${file}`,
    `--dbname=${database}`,
  ]);
}

/** All or nothing, in one transaction. */
export function restorePostgres(url: string, file: string): Promise<void> {
  return runTool('pg_restore', url, (database) => [
    '--clean',
    '--if-exists',
    '--no-owner',
    '--single-transaction',
    '--exit-on-error',
    `--dbname=${database}`,
    file,
  ]);
}
