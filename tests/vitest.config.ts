import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One project a room of tests; what a room needs running comes from its global set-up. */
function room(name: string, timeout: number, mode: string, also: { isolate?: false } = {}) {
  const setup = `./tests/support/global-${name}.ts`;
  return {
    extends: true as const,
    // A project takes no part in the command's mode by itself.
    mode,
    test: {
      name,
      ...also,
      include: [`tests/${name}/**/*.test.ts`],
      testTimeout: timeout,
      hookTimeout: timeout * 2,
      ...(existsSync(new URL(setup, `file://${root}`)) ? { globalSetup: [setup] } : {}),
    },
  };
}

export default defineConfig(({ mode }) => ({
  root,
  test: {
    maxWorkers: 2,
    // `--mode full`: the long proofs at their full size.
    reporters: ['default', './tests/support/reporter.ts'],
    projects: [
      room('unit', 60_000, mode),
      // Nothing of a machine is left over: its tests share what they import.
      room('machines', 60_000, mode, { isolate: false }),
      room('server', 60_000, mode),
      room('journeys', 120_000, mode),
    ],
  },
}));
