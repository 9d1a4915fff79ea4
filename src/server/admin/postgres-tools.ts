import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { StartError } from '#server/boot/start-error.ts';

/** PostgreSQL's own programs. The password is passed in the environment: command lines are visible to all users of a machine. */

type Tool = 'pg_dump' | 'pg_restore' | 'psql';
type RunningTool = { readonly child: ChildProcess; readonly done: Promise<void> };

function connectionEnvironment(url: string): { env: NodeJS.ProcessEnv; database: string } {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const sslmode = searchParams.get('sslmode');
  const database = decodeURIComponent(pathname.slice(1));
  const env = {
    ...process.env,
    PGOPTIONS: '-c TimeZone=UTC -c client_min_messages=warning',
    ...(host ? { PGHOST: host.replace(/^\[|\]$/g, '') } : {}),
    ...(port ? { PGPORT: port } : {}),
    ...(username ? { PGUSER: decodeURIComponent(username) } : {}),
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...(sslmode ? { PGSSLMODE: sslmode } : {}),
  };
  return { env, database };
}

/** Starts a program; `done` rejects with its stderr as one line. */
function startTool(
  tool: Tool,
  args: readonly string[],
  stdio: StdioOptions,
  env: NodeJS.ProcessEnv = process.env,
): RunningTool {
  const child = spawn(tool, args, { env, stdio });
  const done = new Promise<void>((resolve, reject) => {
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2_000)));
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
      else reject(new StartError(`${tool} failed: ${stderr.trim().replace(/\s*\n\s*/g, '; ')}`));
    });
  });
  return { child, done };
}

/** Dumps the database into an open file. */
export function dumpPostgres(url: string, file: number): Promise<void> {
  const { env, database } = connectionEnvironment(url);
  const args = ['--format=custom', '--no-owner', `--dbname=${database}`];
  return startTool('pg_dump', args, ['ignore', file, 'pipe'], env).done;
}

/** The rows of one table of a dump; null if the dump has no such table. */
export async function readDumpedTable(file: string, table: string): Promise<Record<string, string>[] | null> {
  const args = ['--data-only', '--schema=public', `--table=${table}`, '--file=-', file];
  const { child, done } = startTool('pg_restore', args, ['ignore', 'pipe', 'pipe']);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await done;
  const copied = /^COPY \S+ \((.*)\) FROM stdin;\n((?:.*\n)*?)\\\.$/m.exec(text);
  if (!copied) return null;
  const [, columns = '', rows = ''] = copied;
  const names = columns.split(', ');
  return rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => Object.fromEntries(row.split('\t').map((value, at) => [names[at] ?? '', value])));
}

/** Runs `before`, the dump and `after` in one session; `after` commits, or nothing is changed. */
export async function replayDump(
  url: string,
  file: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const { env, database } = connectionEnvironment(url);
  const psqlArgs = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-', `--dbname=${database}`];
  const psql = startTool('psql', psqlArgs, ['pipe', 'ignore', 'pipe'], env);
  const dumpArgs = ['--no-owner', '--schema=public', '--file=-', file];
  const dump = startTool('pg_restore', dumpArgs, ['ignore', 'pipe', 'pipe']);
  const { stdin } = psql.child;
  if (!stdin) throw new Error('psql has no stdin');
  // The pipe breaks when psql fails, which `done` reports.
  stdin.on('error', () => {});
  stdin.write(before);
  dump.child.stdout?.pipe(stdin, { end: false });
  await Promise.all([
    psql.done.catch((error: unknown) => {
      dump.child.kill();
      throw error;
    }),
    dump.done.then(
      () => stdin.end(after),
      (error: unknown) => {
        psql.child.kill('SIGKILL');
        throw error;
      },
    ),
  ]);
}
