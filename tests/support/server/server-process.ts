import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programArguments } from './programs.ts';

/** A server in its own process, started as by an operator. */
export type ServerProcess = {
  readonly pid: number;
  /** Lines of stdout and of stderr so far. */
  readonly lines: readonly string[];
  readonly errors: readonly string[];
  /** Resolves with the first past or future line of stdout that passes; rejects when the process ends, or after a minute. */
  line(passes: (line: string) => boolean): Promise<string>;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal?: NodeJS.Signals): void;
  /** Whether the process has ended, even if its output was not read. */
  isGone(): boolean;
  /** Pauses and resumes reading its stderr. */
  pauseErrors(): void;
  resumeErrors(): void;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `boot/main.ts` with this environment, without the tests' own. */
export function launchServerProcess(env: Record<string, string>, from?: 'bundle' | 'source'): ServerProcess {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const child = spawn(process.execPath, programArguments('server', from), {
    cwd: root,
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const lines: string[] = [];
  const errors: string[] = [];
  const listeners = new Set<(line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener(line);
  });
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const exited: ServerProcess['exited'] = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  return {
    pid: child.pid ?? 0,
    lines,
    errors,
    exited,
    line(passes) {
      const printedLine = lines.find(passes);
      if (printedLine !== undefined) return Promise.resolve(printedLine);
      return new Promise((resolve, reject) => {
        const fail = (why: string) => {
          clearTimeout(limit);
          reject(new Error(`${why}:\n${[...lines, ...errors].join('\n')}`));
        };
        const limit = setTimeout(() => fail('the server did not say it in three minutes'), 180_000);
        const listener = (line: string) => {
          if (!passes(line)) return;
          clearTimeout(limit);
          listeners.delete(listener);
          resolve(line);
        };
        listeners.add(listener);
        void exited.then(() => fail('the server ended'));
      });
    },
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    pauseErrors: () => void child.stderr.pause(),
    resumeErrors: () => void child.stderr.resume(),
  };
}
