import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresBinaries } from './postgres-binaries.ts';

/** A temporary PostgreSQL cluster: in a temporary folder, on a loopback port, removed afterwards. */
export type Cluster = {
  /** The URL of the maintenance database. */
  readonly url: string;
  /** Kills it, like a crash, and starts it again; optionally as a standby until `pg_promote()`. */
  restart(as?: 'standby'): Promise<void>;
  stop(): Promise<void>;
};

type User = { uid: number; gid: number } | Record<string, never>;

/** PostgreSQL refuses to run as root; under root it runs as the user postgres, else as nobody. */
function unprivileged(): User {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot run as root, and this system has neither a user postgres nor nobody.');
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Whether another process has taken the port in the meantime. */
const isPortTaken = (error: unknown) => String(error).includes('could not bind');

async function untilReady(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 180_000;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${output()}`);
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

// The shell waits on a pipe to the tests. When it closes for any reason, the shell stops the server and removes its
// folder, so that a killed test run leaves nothing behind. If the server ends while the file `again` exists, the shell
// starts it again.
const watchdog = `
exec 3<&0
(cat <&3; rm -f "$FOLDER/again"; while kill -QUIT $(cat "$FOLDER/pid"); do sleep 0.1; done) > /dev/null 2>&1 &
while
  "$@" & echo $! > "$FOLDER/pid"
  wait $!
  rm "$FOLDER/again" 2> /dev/null
do :; done
rm -rf "$FOLDER"
`;

export async function startCluster(tries = 3): Promise<Cluster> {
  try {
    return await startClusterOnce();
  } catch (error) {
    if (tries > 1 && isPortTaken(error)) return startCluster(tries - 1);
    throw error;
  }
}

async function startClusterOnce(): Promise<Cluster> {
  const bin = await postgresBinaries();
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'hevre-pg-'));
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initialized = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (initialized.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${initialized.error?.message ?? initialized.stderr}`);
  }
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // Without fsync a commit is still written: it survives a crash of PostgreSQL, not of the machine.
  const speed = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
  const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  args.push('-c', 'max_connections=200', ...speed);

  const shell = spawn('sh', ['-c', watchdog, 'sh', join(bin, 'postgres'), ...args], {
    ...user,
    cwd: '/',
    env: { PATH: process.env['PATH'], FOLDER: folder, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // In a process group of its own, so that Ctrl-C reaches only the tests, whose pipe then closes.
    detached: true,
  });
  let output = '';
  shell.stderr.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4_000)));
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  const stop = async () => {
    shell.stdin.end();
    await ended;
  };
  try {
    await untilReady(url, shell, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  const pid = () => readFileSync(join(folder, 'pid'), 'utf8').trim();
  const restart = async (as?: 'standby') => {
    const stopped = pid();
    writeFileSync(join(folder, 'again'), '');
    if (as === 'standby') writeFileSync(join(data, 'standby.signal'), '');
    process.kill(Number(stopped), 'SIGQUIT');
    while (['', stopped].includes(pid())) await sleep(10);
    await untilReady(url, shell, () => output);
  };
  return { url, restart, stop };
}
