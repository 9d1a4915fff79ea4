import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faultsOf } from '#tests/mutation/faults.ts';
import { runTests } from '#tests/mutation/judge.ts';
import { plant } from '#tests/mutation/plant.ts';
import { sampleFaults } from '#tests/mutation/sample.ts';

test('faults are planted in a copy of the project, which is removed', () => {
  const copy = plant(sampleFaults(20, 1, { room: 'src/domain' }));
  // Faulty code may be larger than the client's budgets allow.
  const config = readFileSync(join(copy.folder, 'vite.config.ts'), 'utf8');
  expect(config.match(/limit: \S+/g)).toEqual(['limit: 1_000_000,', 'limit: 1_000_000,']);
  copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
});

test('an interrupted run of tests ends with all processes that it has started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-judge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pids = join(folder, 'pids');
  mkdirSync(join(folder, 'node_modules/vitest'), { recursive: true });
  // A substitute for vitest: a process that waits, and one that it has started.
  writeFileSync(
    join(folder, 'node_modules/vitest/vitest.mjs'),
    `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + spawn('sleep', ['60']).pid); setTimeout(() => {}, 60_000);`,
  );
  const interruption = new AbortController();
  const run = runTests(folder, '', [], 60_000, interruption.signal);
  await expect.poll(() => existsSync(pids) && readFileSync(pids, 'utf8')).toMatch(/^\d+ \d+$/);
  interruption.abort(new Error('interrupted'));
  await expect(run).rejects.toThrow('interrupted');
  const isRunning = (pid: string) =>
    existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  await expect.poll(() => readFileSync(pids, 'utf8').split(' ').filter(isRunning)).toEqual([]);
  await expect(runTests(folder, '', [], 60_000, interruption.signal)).rejects.toThrow('interrupted');
});

test('a method is replaced by its opposite; one without an opposite, such as toString, is kept', () => {
  const faults = faultsOf('x.ts', 'const x = rows.some(isOpen) || Number(8).toString();');
  expect(faults.filter(({ rule }) => rule === 'method').map(({ replacement }) => replacement)).toEqual([
    'every',
  ]);
});
