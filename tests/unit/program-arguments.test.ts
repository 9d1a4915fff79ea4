import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = (program: string, argument: string) => {
  const argv = ['--import', 'tsx', program, argument];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
};

test.each([
  ['bench', 'tests/bench/main.ts'],
  ['mutate', 'tests/mutation/main.ts'],
])(
  '`npm run %s` tells how it is used, and starts nothing by a flag that it does not know',
  (name, program) => {
    const usage = new RegExp(`npm run ${name} -- \\[`);
    const asked = run(program, '--help');
    expect({ ...asked, stdout: usage.test(asked.stdout) }).toEqual({ status: 0, stdout: true, stderr: '' });
    const refused = run(program, '--smal');
    expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^Unknown option '--smal'/);
    expect(refused.stderr).toMatch(usage);
  },
);
