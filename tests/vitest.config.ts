import { existsSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';
import { messages } from '#i18n/vite-messages.ts';
import { claimTimeout } from './support/claim-timeout.ts';
import { LongestFirst } from './support/vitest/longest-first.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A folder in memory, where Linux has one with room for many databases and browsers' profiles. */
const inMemory = '/dev/shm';
if (!process.env['TMPDIR'] && existsSync(inMemory)) {
  const { bavail, bsize } = statfsSync(inMemory);
  if (bavail * bsize > 4 * 2 ** 30) process.env['TMPDIR'] = inMemory;
}

/** What server and journeys stand on: databases, a browser, the built client. */
const globalSetup = ['./tests/support/vitest/global-setup.ts'];

/** No test uses the embedded database for long enough to gain from WebAssembly that was compiled twice. */
const compileOnce = ['--liftoff-only'];

/** One project a room of tests. */
function room(name: string, timeout: number, mode: string, setup: string[] = [], execArgv: string[] = []) {
  return {
    extends: true as const,
    // A project takes no part in the command's mode by itself.
    mode,
    test: {
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      // Files whose tests all belong to `npm run test:full`.
      exclude: mode === 'test' ? ['**/*.full.test.ts'] : [],
      testTimeout: timeout,
      hookTimeout: timeout * 2,
      globalSetup: setup,
      execArgv,
    },
  };
}

/** Views in jsdom, which lays nothing out: their styles are names alone. */
function views(project: ReturnType<typeof room>) {
  return {
    ...project,
    plugins: [
      vanillaExtractPlugin({ unstable_mode: 'transform' }),
      messages({ first: [], excludedKeys: [], deferred: [] }),
    ],
    test: {
      ...project.test,
      environment: fileURLToPath(new URL('support/views/environment.ts', import.meta.url)),
      setupFiles: ['@vanilla-extract/css/disableRuntimeStyles', './tests/support/views/setup.ts'],
    },
  };
}

export default defineConfig(({ mode }) => ({
  root,
  test: {
    // More than two processors need: a file of the server's tests waits for half of its time.
    maxWorkers: 3,
    // Files share what they import, and what a worker has learned of it: the server's take 60 % of the work.
    isolate: false,
    expect: { poll: { timeout: claimTimeout(mode), interval: 25 } },
    sequence: { sequencer: LongestFirst },
    // `--mode full`: the long proofs at their full size.
    reporters: ['default', './tests/support/vitest/summary-reporter.ts'],
    projects: [
      // Of `npm run check`.
      room('check', 180_000, mode),
      room('unit', 180_000, mode),
      room('machines', 180_000, mode),
      views(room('views', 180_000, mode)),
      room('server', 420_000, mode, globalSetup, compileOnce),
      room('journeys', 600_000, mode, globalSetup),
    ],
  },
}));
