import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = (program: string, argument: string) => {
  const argv = ['--import', 'tsx', `tests/${program}/main.ts`, argument];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
};

test.each([
  ['bench', 'bench'],
  ['mutate', 'mutation'],
])('`npm run %s` refuses an unknown flag, prints its usage and starts nothing', (name, program) => {
  const { status, stdout, stderr } = run(program, '--smal');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^Unknown option '--smal'/);
  expect(stderr).toMatch(new RegExp(`npm run ${name} -- \\[`));
});

// Both read their arguments by one function; loading the other takes three times as long.
test('`--help` prints the usage of a program and starts nothing', () => {
  const { status, stdout, stderr } = run('mutation', '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^npm run mutate -- \[/);
});
