import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `npm run check`: the static checks, two at a time. */
const steps: readonly (readonly [name: string, command: string])[] = [
  ['types', 'tsc --noEmit --checkers 1'],
  ['types of the service worker', 'tsc --noEmit -p src/service-worker'],
  ['lint and fences', 'oxlint --type-aware --deny-warnings --format=unix'],
  ['format', 'oxfmt --check .'],
  ['unused files, exports and dependencies', 'knip --no-progress'],
  ['casts', 'tsx tests/support/count-casts.ts'],
  ['messages in use', 'tsx tests/support/check-messages.ts'],
  ['projects of the phones’ apps', 'vitest run --config tests/vitest.config.ts --project check'],
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const failed: string[] = [];

function run([name, command]: (typeof steps)[number]): Promise<void> {
  const [tool = '', ...args] = command.split(' ');
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [entryOf(tool), ...args], {
      cwd: root,
      // tsc and oxlint’s type-aware rules run in Go, whose garbage collector would otherwise take a third of their time.
      env: { GOGC: '400', ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${command}, ${seconds} s)`);
      if (code !== 0) {
        failed.push(name);
        console.log(output.trimEnd());
      }
      resolve();
    });
  });
}

/** A tool's script, run without a shell so that it works the same on every system. */
function entryOf(tool: string): string {
  const entries: Record<string, string> = {
    tsc: 'typescript/bin/tsc',
    oxlint: 'oxlint/bin/oxlint',
    oxfmt: 'oxfmt/bin/oxfmt',
    knip: 'knip/bin/knip.js',
    tsx: 'tsx/dist/cli.mjs',
    vitest: 'vitest/vitest.mjs',
  };
  return `${root}node_modules/${entries[tool]}`;
}

const waiting = [...steps];
const worker = async () => {
  for (let step = waiting.shift(); step; step = waiting.shift()) await run(step);
};
await Promise.all([worker(), worker()]);

console.log(`check: ${steps.length - failed.length} of ${steps.length} passed`);
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
