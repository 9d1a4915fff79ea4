import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Programs in their own processes, so that the measured code does not share a thread with the measuring code. */

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Program = {
  readonly url: string;
  /** Bytes of memory that the process holds; 0 where the system does not report it. */
  memory(): number;
  stop(): Promise<void>;
};

/** Resolves with the address that the process prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output to read');
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('the process ended before it listened');
}

async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const url = await addressOf(child);
  child.stdout.resume();
  return {
    url,
    memory() {
      try {
        const [, kilobytes = '0'] =
          /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
        return Number(kilobytes) * 1024;
      } catch {
        return 0;
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** The app's server without rate limits. */
export const startServer = (env: Readonly<Record<string, string>>): Promise<Program> =>
  startProgram(['--import', 'tsx', 'src/server/boot/main.ts'], {
    PORT: '0',
    REQUESTS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    ...env,
  });

const bareServer = `
  const { createServer } = require('node:http');
  const { BODY = '', TYPE = 'application/json' } = process.env;
  const headers = { 'Content-Type': TYPE, 'Content-Length': Buffer.byteLength(BODY) };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end(BODY));
  });
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
  process.on('SIGTERM', () => process.exit());`;

/** A bare `node:http` server that answers every request with this body. */
export const startBareServer = (body: string, type = 'application/json'): Promise<Program> =>
  startProgram(['--eval', bareServer], { BODY: body, TYPE: type });
